"""Functions that are left as calls (--keep): pointers to locals of callers, two
of which may be the same, pointers to pointers, structs, static locals,
addresses that are left in globals while a call runs, and recursion through
what is kept.

Every pointer always points to something that lives. Inputs are small, so that
the native program says, by running on all of them, which assertions fail; a
first run without assertions says which values there are, so that about half of
the assertions hold. A row that is said to hold and fails natively is wrong, and
so is one that is said to fail and does not.
"""
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

import measure
from case import Case

DECIDED = 30  # percent: what a kept function does is approximated

INPUTS, VALUES = 3, 3

HEADER = """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct s { int a; int *p; int b[2]; };
int g0, g1 = 1;
static int g2 = 2;
int *gp = &g0;
int **gpp = &gp;
struct s gs = {3, &g1, {1, 2}};
"""

# Runs the program on all inputs, each in a process of its own. Assertions and
# probes write their line and what they saw.
NATIVE = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static int inputs[%d], used;
static int probe(int line, int value) {
  printf("probe %%d %%d\\n", line, value); return value; }
static void failed(int line) { printf("failed %%d\\n", line); fflush(stdout); _exit(0); }
static int input(void) { return inputs[used++]; }
#define PROBE(x) (probe(__LINE__, (x)))
#define reach_error() failed(__LINE__)
#define __VERIFIER_nondet_int() input()
#define main program
""" % INPUTS

DRIVER = """
#undef main
int main(void) {
  setvbuf(stdout, 0, _IOFBF, 1 << 20);
  for (int k = 0; k < %d; k++) {
    fflush(stdout);
    if (!fork()) {
      int rest = k;
      for (int i = 0; i < %d; i++, rest /= %d) inputs[i] = rest %% %d;
      alarm(2);
      program();
      fflush(stdout);
      _exit(0);
    }
    int status;
    wait(&status);
    if (status) { printf("stopped %%d\\n", status); return 1; }
  }
  return 0;
}
""" % (VALUES ** INPUTS, INPUTS, VALUES, VALUES)


class Function:
    """Its parameters: n, which bounds recursion, and some of the others."""

    KINDS = {"x": "int x", "p": "int *p", "q": "int *q", "pp": "int **pp",
             "s": "struct s *s"}

    def __init__(self, number, choice):
        self.number = number
        self.name = f"f{number}"
        self.kinds = [k for k in self.KINDS if choice.random() < 0.55]
        if not set(self.kinds) - {"x"}:
            self.kinds.append("p")
        self.is_void = choice.random() < 0.3

    def head(self):
        parameters = ", ".join(["int n"] + [self.KINDS[k] for k in self.kinds])
        return f"{'void' if self.is_void else 'int'} {self.name}({parameters})"


class Writer:
    """The body of one function, or of main (number -1)."""

    def __init__(self, maker, function):
        self.maker, self.choice = maker, maker.choice
        self.function = function
        self.lines = []
        self.calls = 0
        self.numbers = ["a", "b", "g0", "g1", "g2", "*gp", "**gpp", "gs.a",
                        "gs.b[1]", "*gs.p", "*l", "t.a", "*t.p", "t.b[0]"]
        self.pointers = ["&a", "&b", "&g0", "&g1", "gp", "gs.p", "l", "&gs.a",
                         "t.p", "&t.a", "&t.b[1]"]
        self.doubles = ["&l", "&t.p", "&gp", "gpp"]
        self.records = ["&t", "&gs"]
        self.lasting = ["&g0", "&g1", "&gs.a", "&gs.b[0]"]
        kinds = function.kinds if function else []
        if function:
            self.numbers += ["kept"]
            self.pointers += ["&kept"]
            self.lasting += ["&kept"]
        for kind in kinds:
            self.take(kind)

    def take(self, kind):
        if kind == "x":
            self.numbers += ["x"]
            self.pointers += ["&x"]
        elif kind in "pq":
            self.numbers += [f"*{kind}"] * 3
            self.pointers += [kind] * 2
        elif kind == "pp":
            self.numbers += ["**pp"] * 2
            self.pointers += ["*pp"]
            self.doubles += ["pp"]
        else:
            self.numbers += ["s->a", "*s->p", "s->b[0]"]
            self.pointers += ["s->p", "&s->a", "&s->b[1]"]
            self.doubles += ["&s->p"]
            self.records += ["s"]

    def say(self, text, depth):
        self.lines.append("  " * (depth + 1) + text)

    def expression(self):
        choice = self.choice
        kind = choice.random()
        place = choice.choice(self.numbers)
        if kind < 0.3:
            return str(choice.randint(0, 4))
        if kind < 0.6:
            return place
        if kind < 0.85:
            return f"{place} {choice.choice('+-^')} {choice.randint(1, 3)}"
        return f"({place} + {choice.choice(self.numbers)}) & 7"

    def condition(self):
        return (f"{self.choice.choice(self.numbers)} "
                f"{self.choice.choice(['<', '>', '==', '!='])} "
                f"{self.choice.randint(0, 3)}")

    def argument(self, kind):
        if kind == "x":
            return self.expression()
        if kind in "pq":
            return self.choice.choice(self.pointers)
        return self.choice.choice(self.doubles if kind == "pp"
                                  else self.records)

    def call(self, depth):
        callee = (self.maker.callee(self.function) if self.calls < 2 else None)
        if not callee:
            return self.assign(depth)
        self.calls += 1
        self.maker.called.add(callee.name)
        goes_back = (self.function and
                     callee.number <= self.function.number)
        first = ("n - 1" if goes_back else "n" if self.function
                 else self.choice.choice(["1", "2", "i0"]))
        arguments = ", ".join([first] + [self.argument(k)
                                         for k in callee.kinds])
        text = f"{callee.name}({arguments});"
        if not callee.is_void and self.choice.random() < 0.7:
            text = f"{self.choice.choice(['a', 'b', 'g0', '*l', 't.a'])} = {text}"
        if goes_back:
            text = f"if (n > 0) {text}"
        lent = self.choice.random()
        if lent < 0.2:
            self.say(f"{{ int *old = gp; gp = &{self.choice.choice('ab')}; "
                     f"{text} gp = old; }}", depth)
        elif lent < 0.3:
            self.say(f"{{ int **old = gpp; gpp = &l; {text} gpp = old; }}",
                     depth)
        else:
            self.say(text, depth)

    def assign(self, depth):
        kind = self.choice.random()
        if kind < 0.75:
            self.say(f"{self.choice.choice(self.numbers)} = "
                     f"{self.expression()};", depth)
        elif kind < 0.85:
            self.say(f"l = {self.choice.choice(self.pointers)};", depth)
        elif kind < 0.9:
            self.say(f"t.p = {self.choice.choice(self.pointers)};", depth)
        else:
            place = self.choice.choice(
                [f"*{d}" for d in self.doubles if not d.startswith("&")]
                + ["gs.p"] + ["s->p"] * ("s" in self.records))
            # What outlives the function gets addresses that do, too.
            self.say(f"{place} = {self.choice.choice(self.lasting)};", depth)

    def look(self, depth):
        """A place for an assertion."""
        expression = self.choice.choice(self.numbers)
        if self.choice.random() < 0.3:
            expression = f"{expression} - {self.choice.choice(self.numbers)}"
        self.say(f"@{expression}@", depth)

    def statement(self, depth=0):
        kind = self.choice.random()
        if kind < 0.42:
            self.assign(depth)
        elif kind < 0.6:
            self.call(depth)
        elif kind < 0.75 and depth < 2:
            self.say(f"if ({self.condition()}) {{", depth)
            for _ in range(self.choice.randint(1, 2)):
                self.statement(depth + 1)
            self.say("}", depth)
        elif kind < 0.8 and depth < 1:
            self.say("for (int i = 0; i < 2; i++) {", depth)
            self.statement(depth + 2)
            self.say("}", depth)
        else:
            self.look(depth)

    def body(self):
        function = self.function
        start = [f"  int a = {'n' if function else 'i1'}, b = 1, *l = &a;",
                 "  struct s t = {0, &b, {0, 1}};"]
        if function:
            start.insert(0, "  static int kept;")
            kinds = set(function.kinds) & {"p", "q"}
            if kinds and self.choice.random() < 0.5:
                start.append(f"  l = {sorted(kinds)[0]};")
        for _ in range(self.choice.randint(3, 6)):
            self.statement()
        if not self.calls:
            self.call(0)
        if not function or self.choice.random() < 0.5:
            self.look(0)
        end = [] if function and function.is_void else [
            f"  return {self.expression() if function else '0'};"]
        # Pointers of this activation must not stay behind.
        return start + self.lines + end


class Maker:
    def __init__(self, seed):
        self.choice = random.Random(seed)
        self.functions = [Function(i, self.choice)
                          for i in range(self.choice.randint(1, 3))]
        self.recursive = self.choice.random() < 0.55
        self.kept = set()
        self.called = set()

    def callee(self, caller):
        """Later ones, or, with n one less, any: those are kept."""
        if not caller:
            return self.choice.choice(self.functions)
        later = self.functions[caller.number + 1:]
        back = self.functions[:caller.number + 1] if self.recursive else []
        if not later and not back:
            return None
        callee = self.choice.choice(later + back)
        if callee in back:
            self.kept.add(callee.name)
        return callee

    def program(self):
        parts = [HEADER] + [function.head() + ";" for function in
                            self.functions]
        for function in self.functions:
            parts += [function.head() + " {", *Writer(self, function).body(),
                      "}"]
        parts.append("int main(void) {")
        for i in range(INPUTS):
            parts.append(f"  int i{i} = __VERIFIER_nondet_int();\n  if (i{i} < "
                         f"0 || i{i} > {VALUES - 1}) return 0;")
        parts += [*Writer(self, None).body(), "}"]
        called = sorted(self.called)
        for name in called:
            if self.choice.random() < 0.5:
                self.kept.add(name)
        self.kept.add(self.choice.choice(called))
        return "\n".join(parts) + "\n"


def run_natively(folder, text):
    """Lines that the native program wrote, or a sentence."""
    # Lines keep their numbers; what is extern is a macro here.
    text = re.sub(r"^extern .*$", "", text, flags=re.M)
    pathlib.Path(folder, "native.c").write_text(
        NATIVE + '#line 1 "program.c"\n' + text + DRIVER, encoding="utf-8")
    built = subprocess.run(["gcc", "-O0", "-w", "-fwrapv", "-o", "native",
                            "native.c"], cwd=folder, capture_output=True,
                           text=True, check=False)
    if built.returncode:
        return f"does not compile natively: {built.stderr[:500]}"
    done = subprocess.run(["./native"], cwd=folder, capture_output=True,
                          text=True, check=False)
    return (f"natively {done.returncode}: {done.stdout[-200:]}"
            if done.returncode else done.stdout.splitlines())


def assertion(choice, text, values):
    """One that holds as often as not; nobody knows where nothing was seen."""
    if not values:
        return f"if ({text} == {choice.randint(0, 3)}) reach_error();"
    low, high = min(values), max(values)
    if choice.random() < 0.6:
        return choice.choice(
            ([f"if ({text} != {low}) reach_error();"] if low == high else []) +
            [f"if ({text} < {low} || {text} > {high}) reach_error();",
             f"if ({text} == {high + 1}) reach_error();"])
    return choice.choice([
        f"if ({text} == {choice.choice(sorted(values))}) reach_error();",
        f"if ({text} >= {high}) reach_error();"])


def add_assertions(choice, template, seen):
    lines = template.split("\n")
    for number, line in enumerate(lines, 1):
        match = re.search(r"@(.*)@", line)
        if match:
            text = assertion(choice, match.group(1), seen.get(number, set()))
            lines[number - 1] = line[:match.start()] + text
    return "\n".join(lines)


def learn(choice, template):
    """(program, lines that fail natively), or a sentence."""
    folder = tempfile.mkdtemp(prefix="kept-")
    try:
        said = run_natively(folder, re.sub(r"@(.*)@", r"PROBE(\1);", template))
        if isinstance(said, str):
            return said
        seen = {}
        for line in said:
            _, number, value = line.split()
            seen.setdefault(int(number), set()).add(int(value))
        program = add_assertions(choice, template, seen)
        said = run_natively(folder, program)
        if isinstance(said, str):
            return said
        return program, {int(line.split()[1]) for line in said}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


ROW = re.compile(r"^\[\d+\] program\.c:(\d+)  reach_error\(\)  (\w+)", re.M)


def judge_with(failing):
    def judge(_, run):
        for number, status in ROW.findall(run.stdout):
            if status == "fails" and int(number) not in failing:
                return "wrong", f"line {number} does not fail"
            if status in ("holds", "unreached") and int(number) in failing:
                return "wrong", f"line {number} fails"
        verdict = measure.verdict(run)
        if verdict.answer == "unknown":
            return "unknown", verdict.detail
        if (verdict.answer == "false") != bool(failing):
            return "wrong", str(verdict)
        return "right", ""
    return judge


def generate(seed):
    maker = Maker(seed)
    template = maker.program()
    learnt = learn(maker.choice, template)
    kept = ",".join(sorted(maker.kept))
    if isinstance(learnt, str):
        return Case(files={"program.c": template}, expected="true",
                    confirm=lambda _: learnt)
    program, failing = learnt
    return Case(files={"program.c": program}, options=["--keep", kept],
                expected="false" if failing else {"true", "vacuous"},
                about=f"kept {kept}; lines {sorted(failing)} fail",
                judge=judge_with(failing))
