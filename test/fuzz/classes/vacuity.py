"""A true that rests on nothing must say so, and no other one may.

A program keeps a property that it can violate in some place. Then what the
property is about is taken away: the assertion, the call, the label, the name in
the question, every execution that comes there, or the actions of a
specification. That is vacuous. In their counterparts the program's own logic
keeps it from coming there, or only the places of an option are missing: true.
"""
import random

from case import Case

HEAD = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
"""


class Program:
    """Random surroundings for what is checked."""

    def __init__(self, choice):
        self.choice = choice
        self.globals, self.before, self.after = [], [], []
        self.names = ["x", "y", "s"]

    def pick(self, *words):
        return self.choice.choice(words)

    def number(self):
        return self.choice.randint(1, 9)

    def padding(self):
        name = self.pick(*self.names)
        return self.pick(
            f"s = {name} & {self.number()};", f"s ^= {self.number()};",
            f"if ({name} > {self.number()}) s = {self.number()};",
            f"for (int i = 0; i < {self.number()}; i++) s = i;",
            f"y = {self.number()};", f"a[{self.choice.randint(0, 3)}] = s & 7;",
            f"s = helper(s & {self.number()});",
            f"switch (x & 3) {{ case 1: s = 2; break; default: s = 3; }}")

    def paddings(self, most=3):
        return [self.padding() for _ in range(self.choice.randint(0, most))]

    def kept(self):
        """A condition that every execution meets, though not by its text."""
        n = self.number()
        return self.pick(f"(x & {n}) <= {n}", "x * 2 % 2 == 0",
                         "(x | 1) != 0", "s >= s - 0 || s < 0",
                         f"(unsigned)(y % {n + 1}) <= {n}u || y < 0",
                         "a[0] == a[0]")

    def text(self, body):
        lines = [*self.globals,
                 "static int helper(int v) { return v > 4 ? v - 4 : v; }",
                 "int main(void) {",
                 "  int x = __VERIFIER_nondet_int(), y = 0, s = 0;",
                 "  int a[4] = {0};",
                 *("  " + line for line in self.paddings()),
                 *("  " + line for line in body),
                 *("  " + line for line in self.paddings(1)),
                 "  return 0;", "}"]
        return HEAD + "\n".join(lines) + "\n"


def contradiction(program):
    """Statements that no execution gets past, by what is excluded."""
    n = program.number()
    return program.pick(
        [f"__VERIFIER_assume(x > {n});", f"__VERIFIER_assume(x < {n});"],
        [f"__VERIFIER_assume(x == {n} && x != {n});"],
        ["__VERIFIER_assume(0);"],
        [f"__VERIFIER_assume(x == {n});", *program.paddings(1)[:0],
         f"if (x != {n + 1}) __VERIFIER_assume(x > {n});"],
        [f"if (x > {n}) __VERIFIER_assume(x <= {n});",
         f"else __VERIFIER_assume(x > {n});"][:0] or
        [f"int z{n} = x - x;", f"s = {n} / z{n};"],
        [f"int z{n} = x & 0;", f"s = x % z{n};"],
        [f"int z{n} = (x & 1) + 4;", f"a[z{n}] = {n};"],
        [f"int w{n} = 32 + (x & 3);", f"s = {n} << w{n};"],
        [f"int *q{n} = 0;", f"*q{n} = {n};"])


def own_logic(program):
    """What keeps an execution away by itself: before and after."""
    n = program.number()
    return program.pick(
        (["if (x != x) {"], ["}"]),
        ([f"if (x > {n} && x < {n}) {{"], ["}"]),
        ([f"for (int k = 0; k < 0; k++) {{"], ["}"]),
        ([f"y = {n};", f"if (y == {n + 1}) {{"], ["}"]),
        ([f"__VERIFIER_assume(x > {n});", f"if (x < {n}) {{"], ["}"]),
        ([f"a[1] = {n};", f"if (a[1] != {n}) {{"], ["}"]),
        ([f"if (x == {n}) return 0;", f"if (x == {n}) {{"], ["}"]),
        ([f"while (x == {n}) s = 0;", f"if (x == {n}) {{"], ["}"]))


def undefined_way(program):
    """What is undefined for those executions that would get there."""
    n = program.number()
    return program.pick(
        ([f"s = {n} / (x <= {n});", f"if (x > {n}) {{"], ["}"]),
        ([f"if (x >= 0 && x < 8) {{", "  s = a[x];", "  if (x > 3) {"],
         ["}", "}"]),
        ([f"int *q = x == {n} ? 0 : &y;", "s = *q & 3;",
          f"if (x == {n}) {{"], ["}"]),
        ([f"for (int k = 0; k < {n + 2}; k++) {{",
          f"  s = {n} % ({n} - k);", f"  if (k == {n + 1}) {{"], ["}", "}"]),
        ([f"if (x > {n}) s = {n} << (x > {n} ? 40 : 1);",
          f"if (x > {n + 1}) {{"], ["}"]))


def may_be_undefined(program):
    n = program.number()
    return program.pick(f"s = {n} / (x + {n});", "if (x > -9 && x < 9) s = a[x];",
                        f"int *q = x == {n} ? 0 : &y; s = *q & 3;")


def assertions(program):
    kept = program.kept()
    check = [f"assert({kept});"]
    way = program.choice.randrange(9)
    if way == 0:
        return program.text(check), [], "true", "checked"
    if way == 1:
        return program.text([]), [], "vacuous", "no assertion"
    if way in (2, 3):
        return (program.text([*contradiction(program), *check]), [],
                "vacuous", "behind a contradiction")
    if way == 4:
        n = program.number()
        return (program.text([f"if (x > {n}) {{", *contradiction(program),
                              *check, "}"]), [], "vacuous",
                "behind a contradiction in a branch")
    if way == 5:
        before, after = own_logic(program)
        return (program.text([*before, *check, *after]), [], "true",
                "never reached by its own logic")
    if way == 6:
        before, after = undefined_way(program)
        return (program.text([*before, *check, *after]), [], "vacuous",
                "undefined on every way")
    if way == 7:
        before, after = own_logic(program)
        return (program.text([may_be_undefined(program), *before, *check,
                              *after]), [], "true",
                "never reached by its own logic, behind what may be undefined")
    return (program.text([*check, *contradiction(program), *check]), [],
            "true", "one of two is checked")


def functions(program):
    """A function that must not be called, by a property file."""
    defined = program.pick(True, False)
    program.globals.append("void bad(void) {}" if defined
                           else "extern void bad(void);")
    call = [f"if (!({program.kept()})) bad();"]
    way = program.choice.randrange(5)
    name, expected, about = "bad", "true", "checked"
    body = call
    if way == 1:
        name, expected, about = "bda", "vacuous", "a name misspelt"
    elif way == 2:
        body, expected, about = [], "vacuous", "no call"
    elif way == 3:
        body = [*contradiction(program), *call]
        expected, about = "vacuous", "behind a contradiction"
    elif way == 4:
        before, after = own_logic(program)
        body, about = [*before, *call, *after], "by its own logic"
    prp = f"CHECK( init(main()), LTL(G ! call({name}())) )\n"
    return program.text(body), [("p.prp", prp)], expected, about


def labels(program):
    body = [f"if (!({program.kept()})) {{ FAILED: s = 1; }}"]
    way = program.choice.randrange(4)
    label, expected, about = "FAILED", "true", "checked"
    if way == 1:
        label, expected, about = "FALED", "vacuous", "a label misspelt"
    elif way == 2:
        body, expected, about = [], "vacuous", "no label"
    elif way == 3:
        body = [*contradiction(program), *body]
        expected, about = "vacuous", "behind a contradiction"
    return program.text(body), ["--label", label], expected, about


def places(program):
    """Nothing that may go wrong is nothing wrong."""
    option = program.pick("--overflow", "--div0", "--deref")
    text = HEAD + ("int main(void) {\n  unsigned x = __VERIFIER_nondet_int();\n"
                   f"  if (x > {program.number()}u) x ^= 3u;\n"
                   "  return 0;\n}\n")
    return text, [option], "true", "no places"


def tasks(program):
    """The line stays true."""
    text, _, _, about = functions(program)
    task = ("format_version: '2.0'\ninput_files: 'program.c'\nproperties:\n"
            "  - property_file: p.prp\n    expected_verdict: true\n"
            "options:\n  language: C\n  data_model: LP64\n")
    prp = "CHECK( init(main()), LTL(G ! call(bad())) )\n"
    return (text, [("p.prp", prp), ("task.yml", task)], "true",
            "a task: " + about)


SPEC = """event take = call take_lock();
event give = call give_lock();
property LOCK = ( take -> HELD | return{*} ),
         HELD = ( give -> LOCK );
check lock: work refines LOCK;
"""


def specifications(program):
    """A lock is taken and given back, or it is never there."""
    n = program.number()
    use = ["take_lock();", f"s = x & {n};", "give_lock();"]
    expected, about, before, after = "true", "checked", [], []
    way = program.choice.randrange(5)
    if way == 1:
        use, expected, about = [f"s = x & {n};"], "vacuous", "no calls"
    elif way == 2:
        use = ["raw_take_lock();", f"s = x & {n};", "raw_give_lock();"]
        expected, about = "vacuous", "other names"
    elif way == 3:
        before, after = program.pick((["if (x != x) {"], ["}"]), (
            [f"if (x > {n} && x < {n}) {{"], ["}"]))
        expected, about = "vacuous", "never performed"
    elif way == 4:
        before = [f"__VERIFIER_assume(x > {n});", f"__VERIFIER_assume(x < {n});"]
        expected, about = "vacuous", "behind a contradiction"
    names = ["take_lock", "give_lock", "raw_take_lock", "raw_give_lock"]
    unused = "" if use[0] == "take_lock();" else (
        "static void spare(void) { take_lock(); give_lock(); }\n"
        "void (*kept)(void) = spare;\n")
    text = (HEAD + "".join(f"void {name}(void);\n" for name in names) + unused +
            "int work(int x) {\n  int s = 0;\n" +
            "".join(f"  {line}\n" for line in [*before, *use, *after]) +
            "  return s;\n}\n")
    spec = SPEC
    if program.pick(True, False):
        spec += "check again: work refines LOCK;\n"
    return text, [("s.spec", spec)], expected, about


KINDS = [assertions, assertions, assertions, functions, labels, places, tasks,
         specifications]


def generate(seed):
    choice = random.Random(seed)
    program = Program(choice)
    text, more, expected, about = choice.choice(KINDS)(program)
    files = {"program.c": text}
    options, operands = [], ["program.c"]
    for item in more:
        if isinstance(item, str):
            options.append(item)
            continue
        files[item[0]] = item[1]
        if item[0] == "task.yml":
            operands = ["task.yml"]
        elif "task.yml" not in operands:
            operands.append(item[0])
    if "task.yml" in files:
        operands = ["task.yml"]
    return Case(files=files, options=options, operands=operands,
                expected=expected, about=about)
