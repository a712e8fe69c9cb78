"""Lifetimes: pointers that outlive a block, a round of a loop, a call, its
arguments, a literal or an array of variable length; variables that are read
before they have a value.

A program has an object of some storage, a way in which its life ends, a place
where a pointer to it is kept, and an access that comes too late (`false`) or
not (`true`). The verdict is known by construction. Where AddressSanitizer can
see the access it must agree; it does not see pointers to an earlier round of
the same block.
"""
import pathlib
import random

import case as cases

SANITIZERS = ["-fsanitize=address", "-fsanitize-address-use-after-scope"]
NATIVE = """
const char *__asan_default_options(void) {
  return "detect_stack_use_after_return=1:detect_leaks=0";
}
int __VERIFIER_nondet_int(void) { static int n; return n++ < 3; }
"""
PRELUDE = """#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
"""


class Keeper:
    """Where a pointer to int is kept: declarations outside of functions, at
    the start of main, how it is set and read."""

    def __init__(self, rng):
        kind = rng.choice(["local", "global", "static", "array", "field",
                           "heap", "setter", "indirect", "global array",
                           "global field", "table", "list", "bytes",
                           "struct array", "integer"])
        self.kind = kind
        self.outside = self.start = ""
        self.name = {"local": "kept", "global": "kept", "static": "kept",
                     "array": "kept[1]", "field": "kept.p",
                     "heap": "kept->p", "setter": "kept",
                     "indirect": "(*where)", "global array": "kept[2]",
                     "global field": "kept.p", "table": "kept[size]",
                     "list": "last->p", "bytes": "get(bytes)",
                     "struct array": "kept[size].p",
                     "integer": "((int *)kept)"}[kind]
        if kind in ("field", "heap", "global field", "list", "struct array"):
            self.outside = ("struct keeper { int n; int *p; "
                            "struct keeper *next; };\n")
        if kind == "bytes":
            self.outside = (
                "static int *get(const char *from) { int *p; "
                "memcpy(&p, from, sizeof p); return p; }\n"
                "static void put(char *to, int *p) { "
                "memcpy(to, &p, sizeof p); }\n")
        if kind in ("global", "static", "setter"):
            self.outside += ("static " * (kind != "global")) + "int *kept;\n"
        if kind == "global array":
            self.outside += "static int *kept[3];\n"
        if kind == "global field":
            self.outside += "static struct keeper kept;\n"
        if kind == "setter":
            self.outside += "static void keep(int *p) { kept = p; }\n"
        start = {"local": "int *kept;", "array": "int *kept[2];",
                 "field": "struct keeper kept;",
                 "heap": "struct keeper *kept = malloc(sizeof *kept);\n"
                         "  if (!kept) return 0;",
                 "indirect": "int *kept; int **where = &kept;",
                 "table": "int *kept[40];",
                 "bytes": "char bytes[sizeof(int *)];",
                 "struct array": "static struct keeper kept[5];",
                 "integer": "unsigned long kept;",
                 "list": "struct keeper *last = 0;\n"
                         "  for (int i = 0; i <= size; i++) {\n"
                         "    struct keeper *node = malloc(sizeof *node);\n"
                         "    if (!node) exit(0);\n"
                         "    node->next = last; node->p = &safe; "
                         "last = node;\n  }"}
        self.start = start.get(kind, "")

    def set(self, value):
        if self.kind == "setter":
            return f"keep({value});"
        if self.kind == "bytes":
            return f"put(bytes, {value});"
        if self.kind == "integer":
            return f"kept = (unsigned long)({value});"
        return f"{self.name} = {value};"

    def get(self, rng):
        return rng.choice([f"*{self.name}", f"{self.name}[0]",
                           f"look({self.name})"])


class Object:
    """An object of a block: its declaration, what gives it a value, and the
    address of an int in it."""

    def __init__(self, rng, allowed=None):
        kind = rng.choice(allowed or ["int", "array", "struct", "literal",
                                      "vla", "nested", "int", "array"])
        self.is_seen = kind != "vla"  # by AddressSanitizer
        k = rng.randrange(1, 9)
        i = rng.randrange(3)
        self.declaration, self.value, self.address = {
            "int": (f"int x = {k};", "", "&x"),
            "array": (f"int x[3] = {{ {k}, {k}, {k} }};", "", f"&x[{i}]"),
            "struct": ("struct { char c; int a[3]; } x;",
                       f"x.a[{i}] = {k};", f"&x.a[{i}]"),
            "nested": ("struct { int n; struct { int a; int b; } in; } x;",
                       f"x.in.b = {k};", "&x.in.b"),
            "literal": ("", "", f"&(int){{ {k} }}"),
            "vla": ("int x[size + 1];", f"x[0] = {k};", "x")}[kind]

    def text(self):
        return " ".join(filter(None, [self.declaration, self.value]))


def condition(rng):
    return rng.choice(["__VERIFIER_nondet_int()", "__VERIFIER_nondet_int() > 0",
                       "size"])


def main_of(keeper, body, helpers=""):
    return (PRELUDE + keeper.outside +
            "static int look(const int *p) { return *p; }\n" + helpers +
            "int main(void) {\n  int sum = 0, safe = 5;\n"
            "  int size = __VERIFIER_nondet_int();\n"
            "  if (size < 0 || size > 3) return 0;\n  " +
            keeper.start + "\n  " + keeper.set("&safe") + "\n" + body +
            "  return sum & 1;\n}\n")


def after(rng, keeper, buggy):
    """An access behind the end of the object's life."""
    get = f"sum += {keeper.get(rng)};"
    if buggy:
        return rng.choice([f"  {get}\n", f"  if (size >= 0) {get}\n",
                           f"  {keeper.name}[0] = 3;\n"])
    return rng.choice([f"  {keeper.set('&safe')}\n  {get}\n",
                       f"  if (size > 3) {get}\n", "  sum++;\n"])


def block(rng, buggy):
    """Blocks that are entered once."""
    keeper, thing = Keeper(rng), Object(rng)
    use = rng.choice(["", f"sum += {keeper.get(rng)};"])
    inside = f"{thing.text()} {keeper.set(thing.address)} {use}"
    form = rng.choice(["plain", "if", "else", "nested", "switch", "goto",
                       "statement"])
    test = condition(rng)
    body = {
        "plain": f"  {{ {inside} }}\n",
        "if": f"  if ({test}) {{ {inside} }}\n",
        "else": f"  if (!({test})) sum++; else {{ {inside} }}\n",
        "nested": f"  {{ int y = 1; {{ {inside} }} sum += y; }}\n",
        "switch": f"  switch (size) {{ case 0: sum++; break; "
                  f"default: {{ {inside} }} }}\n",
        "goto": f"  {{ {inside} if ({test}) goto out; sum++; }}\n"
                "out:\n",
        "statement": f"  sum += ({{ {inside} sum; }});\n"}[form]
    return main_of(keeper, body + after(rng, keeper, buggy)), thing.is_seen


def jumped(rng, buggy):
    """Declarations that control jumps past: the object lives all the same."""
    keeper = Keeper(rng)
    form = rng.choice(["switch", "goto"])
    if form == "switch":
        body = (f"  switch (size) {{ int x; case 0: x = 1; "
                f"{keeper.set('&x')} sum += {keeper.get(rng)}; break; "
                f"default: x = 2; {keeper.set('&x')} }}\n")
    else:
        body = (f"  if (size) goto in;\n  {{ int x; in: x = 4; "
                f"{keeper.set('&x')} sum += {keeper.get(rng)}; }}\n")
    return main_of(keeper, body + after(rng, keeper, buggy)), True


def loop(rng, inner, round_count):
    """The inner part in a loop of some form; it may use `round`."""
    test = rng.choice(["__VERIFIER_nondet_int()", f"round < {round_count}"])
    jump = rng.choice(["", "", f"if ({condition(rng)}) continue; sum++;",
                       f"if ({condition(rng)}) break;"])
    form = rng.choice(["while", "for", "do", "forever", "endless", "goto"])
    if form == "goto":
        return (f"  int round = 0;\nagain:\n  {{ {inner} }}\n  round++;\n"
                f"  if ({test}) goto again;\n")
    inner = f"{inner} {jump}"
    return {
        "while": f"  int round = -1;\n  while ({test}) "
                 f"{{ round++; {inner} }}\n",
        "for": f"  for (int round = 0; {test}; round++) {{ {inner} }}\n",
        "do": f"  int round = -1;\n  do {{ round++; {inner} }} "
              f"while ({test});\n",
        "forever": f"  int round = -1;\n  for (;;) {{ round++; "
                   f"if (!({test})) break; {inner} }}\n",
        "endless": f"  int round = -1;\n  while (1) {{ round++; "
                   f"if (round > 5) break; {inner} }}\n"}[form]


def rounds(rng, buggy):
    """A pointer to the object of the round before."""
    keeper, thing = Keeper(rng), Object(rng)
    get = f"sum += {keeper.get(rng)};"
    early = (f"if (round > 0) {get}" if buggy else
             rng.choice([f"{keeper.set('&safe')} {get}",
                         f"if (size > 3) {get}", ""]))
    late = rng.choice(["", get])
    inner = f"{early} {thing.text()} {keeper.set(thing.address)} {late}"
    body = loop(rng, inner, rng.randrange(2, 30))
    # `round` counts from 0 and every loop can have two rounds.
    return main_of(keeper, body), False


def left(rng, buggy):
    """A pointer to the object of the last round."""
    keeper, thing = Keeper(rng), Object(rng)
    inner = f"{thing.text()} {keeper.set(thing.address)} "
    inner += rng.choice(["", f"sum += {keeper.get(rng)};"])
    body = loop(rng, inner, rng.randrange(2, 30))
    return main_of(keeper, body + after(rng, keeper, buggy)), thing.is_seen


def frame(rng, buggy):
    """Addresses of locals that outlive a call, or are handed down."""
    keeper = Keeper(rng)
    thing = Object(rng, ["int", "array", "struct", "nested"])
    form = rng.choice(["returned", "stored", "down"])
    helpers = ""
    if form == "returned":
        helpers = (f"static int *make(void) {{ {thing.text()} "
                   f"int *p = {thing.address}; return p; }}\n")
        call = keeper.set("make()")
    elif form == "stored":
        helpers = (f"static void fill(int **to) {{ {thing.text()} "
                   f"*to = {thing.address}; }}\n")
        call = f"{{ int *q; fill(&q); {keeper.set('q')} }}"
    else:
        helpers = ("static int add(int *p, int n) { *p += n; return *p; }\n"
                   f"static int twice(void) {{ {thing.text()} "
                   f"return add({thing.address}, 1) + "
                   f"add({thing.address}, 2); }}\n")
        return main_of(keeper, "  sum += twice();\n  " +
                       after(rng, keeper, False), helpers), True, False
    body = f"  {call}\n"
    if rng.random() < 0.3:
        body = f"  for (int i = 0; i < 2; i++) {call}\n"
    return main_of(keeper, body + after(rng, keeper, buggy), helpers), True


def revived(rng, buggy):
    """A frame that is entered again is another one."""
    keep = rng.choice(["static int *save;", "static int *saves[2];"])
    save = "save" if "*save;" in keep else "saves[1]"
    thing = Object(rng, ["int", "array", "struct", "nested"])
    early = (f"if ({save}) sum += *{save};" if buggy else
             rng.choice([f"if ({save}) sum++;", f"{save} = 0;", ""]))
    function = (f"{keep}\nstatic int step(int k) {{ int sum = k; "
                f"{early} {thing.text()} {save} = {thing.address}; "
                f"sum += *{save}; return sum; }}\n")
    call = rng.choice(["sum += step(1);", "sum += step(sum & 3);"])
    outer = rng.choice(["while (__VERIFIER_nondet_int())",
                        "for (int i = 0; i < 2; i++)",
                        "for (int i = 0; i < 40; i++)"])
    keeper = Keeper(random.Random(0))
    return main_of(keeper, f"  {outer} {{ {call} }}\n", function), False


def by_value(rng, buggy):
    """What is passed by value ends with the call."""
    keeper = Keeper(rng)
    size = rng.choice([2, 3, 10, 20])
    i = rng.randrange(size)
    helpers = (f"struct s {{ int a[{size}]; }};\n"
               f"static int *pick(struct s x) {{ x.a[{i}] = 3; "
               f"int *p = &x.a[{i}]; return p; }}\n"
               f"static int total(struct s x) {{ int *p = x.a, r = 0; "
               f"for (int i = 0; i < {size}; i++) r += p[i]; return r; }}\n")
    body = "  struct s s = { { 1 } };\n  sum += total(s);\n"
    call = keeper.set("pick(s)")
    if rng.random() < 0.3:
        call = f"for (int i = 0; i < 2; i++) {{ {call} }}"
    body += f"  {call}\n" + after(rng, keeper, buggy)
    return main_of(keeper, body, helpers), size <= 3


def memory_of_stack(rng, buggy):
    """alloca gives memory until the function returns, in whatever block."""
    keeper = Keeper(rng)
    if buggy:
        helpers = ("static int *make(void) { int *p = "
                   "__builtin_alloca(8); p[0] = 1; return p; }\n")
        body = f"  {keeper.set('make()')}\n" + after(rng, keeper, True)
        return main_of(keeper, body, helpers), False
    body = (f"  if ({condition(rng)}) {{ int *p = __builtin_alloca(8); "
            f"p[0] = 4; {keeper.set('p')} }}\n  sum += {keeper.get(rng)};\n")
    return main_of(keeper, body), False


def back(rng, buggy):
    """A goto back inside of a block does not end its objects."""
    keeper = Keeper(rng)
    inside = (f"int x = 1, n = 0; again: if (n) sum += {keeper.get(rng)}; "
              f"{keeper.set('&x')} if (n++ < {rng.randrange(1, 20)}) "
              "goto again;")
    tail = after(rng, keeper, buggy)
    return main_of(keeper, f"  {{ {inside} }}\n" + tail), True


def unbraced(rng, buggy):
    """A literal in a loop without braces: of each round in the body, of the
    whole statement in the head."""
    keeper = Keeper(rng)
    k = rng.randrange(2, 9)
    get = keeper.get(rng)
    if buggy:
        body = (f"  for (int i = 0; i < {k}; i++)\n"
                f"    sum += {get}, {keeper.set(f'&(int){{ i }}')}\n")
        return main_of(keeper, body), False
    form = rng.choice(["step", "round"])
    if form == "step" and keeper.kind not in ("setter", "bytes", "integer"):
        step = keeper.set("&(int){ sum }").rstrip(";")
        body = f"  for (int i = 0; i < {k}; {step})\n    sum += {get}, i++;\n"
    else:
        body = (f"  for (int i = 0; i < {k}; i++)\n"
                f"    {keeper.set('&safe').rstrip(';')}, sum += {get};\n")
    return main_of(keeper, body), True


def pairs(rng, buggy):
    """Pointers in structs that are passed and returned by value."""
    keeper = Keeper(rng)
    late = "p.b" if buggy else "p.a"
    helpers = ("struct pair { int *a, *b; };\n"
               "static struct pair pair(int *a, int *b) { "
               "struct pair p = { a, b }; return p; }\n"
               "static int both(struct pair p) { return *p.a + *p.b; }\n")
    inner = "int x = 3; p = pair(&safe, &x); sum += both(p);"
    if rng.random() < 0.5:
        body = f"  struct pair p;\n  {{ {inner} }}\n  sum += *{late};\n"
        seen = True
    else:
        early = f"if (round > 0) sum += *{late};"
        body = ("  struct pair p = pair(&safe, &safe);\n" +
                loop(rng, f"{early} {inner}", rng.randrange(2, 9)))
        seen = False
    return main_of(keeper, body, helpers), seen


def nested(rng, buggy):
    """Loops in loops: what the inner one leaves, the outer one must not
    use."""
    keeper = Keeper(rng)
    inner = (f"for (int j = 0; j < {rng.randrange(1, 4)}; j++) "
             f"{{ int y = j; {keeper.set('&y')} sum += {keeper.get(rng)}; }}")
    use = (f"if (i > 0) sum += {keeper.get(rng)};" if buggy else
           rng.choice([f"{keeper.set('&safe')} sum += {keeper.get(rng)};",
                       ""]))
    order = f"{use} {inner}" if rng.random() < 0.5 else f"{inner} {use}"
    body = f"  for (int i = 0; i < {rng.randrange(2, 5)}; i++) {{ {order} }}\n"
    return main_of(keeper, body), False


def nameless(rng, buggy):
    """A struct that a function returned ends with the full expression."""
    keeper = Keeper(rng)
    size = rng.choice([2, 3, 4, 12])
    i = rng.randrange(size)
    helpers = (f"struct s {{ int a[{size}]; }};\n"
               f"static struct s make(int k) {{ struct s r = {{ {{ k }} }}; "
               f"r.a[{i}] = k; return r; }}\n"
               "static int first(const int *p) { return p[0]; }\n")
    take = rng.choice([keeper.set(f"make(3).a + {i}"),
                       f"{{ int *q = make(sum).a; {keeper.set('q')} }}",
                       keeper.set(f"&make(size).a[{i}]")])
    harmless = rng.choice([f"sum += first(make(2).a);",
                           f"sum += make(sum).a[{i}];",
                           "sum += first(make(size).a) > 1 ? 2 : 3;",
                           f"struct s copy = make(1); sum += copy.a[{i}];"])
    if buggy:
        body = f"  {harmless}\n  {take}\n" + after(rng, keeper, True)
    else:
        body = f"  {harmless}\n" + after(rng, keeper, False)
        if rng.random() < 0.5:
            body = f"  {take}\n  {keeper.set('&safe')}\n" + body
    if rng.random() < 0.4:
        body = ("  for (int i = 0; i < 2; i++) {\n" + body + "  }\n")
    return main_of(keeper, body, helpers), False


def uninitialised(rng, buggy):
    """A variable has no value before it is given one, in every round."""
    k = rng.randrange(1, 9)
    shape = rng.choice(["int x;", "int x; int *p = &x; (void)p;",
                        "int a[3];", "struct { int n, m; } s;", "char x;",
                        "unsigned long x;"])
    name = ("a[1]" if "a[3]" in shape else "s.m" if " s;" in shape else "x")
    give = f"{name} = {k};"
    partly = rng.choice([f"if (round == 0) {give}", f"if (size == 0) {give}",
                         f"if (__VERIFIER_nondet_int()) {give}"])
    wholly = rng.choice([give, f"if (size) {give} else {give}",
                         f"{name} = size; {give}"])
    inner = f"{shape} {partly if buggy else wholly} assert({name} == {k});"
    # Only a loop that certainly has a second round: the first may give it.
    form = rng.choice(["for", "while", "do", "call", "goto", "switch"])
    n = rng.choice([2, 3, 4, 20])
    helpers = ""
    if form == "call":
        helpers = f"static void step(int round, int size) {{ {inner} }}\n"
        body = f"  for (int i = 0; i < {n}; i++) step(i, size);\n"
    elif form == "switch":
        inner = (f"switch (size) {{ {shape} case 0: {give} "
                 f"default: {give if not buggy else ''} "
                 f"assert({name} == {k}); }}")
        inner = inner.replace("(void)p;", "").replace("int *p = &x;", "")
        body = f"  for (int round = 0; round < {n}; round++) {{ {inner} }}\n"
    else:
        body = {
            "for": f"  for (int round = 0; round < {n}; round++) "
                   f"{{ {inner} }}\n",
            "while": f"  int round = 0;\n  while (round < {n}) "
                     f"{{ {inner} round++; }}\n",
            "do": f"  int round = 0;\n  do {{ {inner} round++; }} "
                  f"while (round < {n});\n",
            "goto": f"  int round = 0;\nagain: {{ {inner} }}\n  "
                    f"if (++round < {n}) goto again;\n"}[form]
    keeper = Keeper(random.Random(0))
    return main_of(keeper, body, helpers), False


FORMS = [block, jumped, rounds, rounds, left, frame, revived, by_value,
         memory_of_stack, back, nameless, nameless, unbraced, pairs, nested, uninitialised, uninitialised]


def confirm(folder, buggy):
    pathlib.Path(folder, "harness.c_").write_text(NATIVE, encoding="utf-8")
    run = cases.native(folder, ["program.c", "-xc", "harness.c_"], SANITIZERS)
    if isinstance(run, str):
        return run
    seen = "AddressSanitizer" in run.stderr
    if buggy and not seen:
        return "natively nothing is wrong"
    if not buggy and seen:
        return f"natively it is wrong: {run.stderr[:300]}"
    return None


def generate(seed):
    rng = random.Random(seed)
    buggy = rng.random() < 0.5
    form = rng.choice(FORMS)
    made = form(rng, buggy)
    program, is_visible = made[0], made[1]
    if len(made) > 2:
        buggy = made[2]
    is_assertion = form is uninitialised
    expected = "true"
    if buggy:
        expected = "false(unreach-call)" if is_assertion else \
            "false(valid-deref)"
    options = [] if is_assertion and rng.random() < 0.5 else ["--deref"]
    if rng.random() < 0.15:
        options = options + ["--32"]
    can_confirm = is_visible or not buggy
    return cases.Case(
        files={"program.c": program}, expected=expected, options=options,
        about=f"{form.__name__}: {form.__doc__}",
        confirm=(lambda folder: confirm(folder, buggy)) if can_confirm
        else None)
