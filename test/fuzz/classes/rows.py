"""Words of rows against all executions of a program with small inputs.

Natively every input is tried, and each assertion notes when it is evaluated and
when it fails. A row that fails must be violated, and one that holds or is never
reached must not be; one that is never reached must not be evaluated; and one
that plainly holds must be evaluated by some execution.
"""
import random
import re

from case import Case, native

HEAD = """extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#ifndef NATIVE
#include <assert.h>
#define ERROR_IF(c) if (c) reach_error()
#define HANG() for (;;) {}
#define DIVIDE(a, b) ((a) / (b))
#endif
"""

NATIVE = r"""#include <setjmp.h>
#include <stdio.h>
#include <string.h>
static int values[8], drawn;
static jmp_buf end;
static char evaluated[1000], violated[1000];
int __VERIFIER_nondet_int(void) { return values[drawn++ % 8]; }
void __VERIFIER_assume(int c) { if (!c) longjmp(end, 1); }
void reach_error(void) {}
static int test(int c, int line) {
  evaluated[line] = 1;
  if (!c) { violated[line] = 1; longjmp(end, 1); }
  return 0;
}
static int divisor(int d) { if (!d) longjmp(end, 1); return d; }
#define assert(c) test(!!(c), __LINE__)
#define ERROR_IF(c) test(!(c), __LINE__)
#define HANG() longjmp(end, 1)
#define DIVIDE(a, b) ((a) / divisor(b))
#define NATIVE
#define main program
#line 1 "program.c"
#include "program.c"
#undef main
int main(void) {
  int total = 1;
  for (int i = 0; i < INPUTS; i++) total *= RANGE;
  for (int n = 0; n < total; n++) {
    for (int i = 0, rest = n; i < INPUTS; i++, rest /= RANGE)
      values[i] = rest % RANGE;
    drawn = 0;
    reset();
    if (!setjmp(end)) program();
  }
  for (int i = 0; i < 1000; i++)
    if (evaluated[i]) printf("%d %d\n", i, violated[i]);
  return 0;
}
"""

ROW = re.compile(r"^\[\d+\] +program\.c:(\d+)(?::\d+)? +.*? {2,}"
                 r"(holds|never reached|fails|not decided|unknown)"
                 r"(?: \((.*)\))?$", re.M)


class Writer:
    """Writes a program; assertions get lines of their own."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.inputs = self.random.randint(1, 3)
        self.range = self.random.choice([3, 4, 5])
        self.lines = []
        self.depth = 1
        self.labels = 0
        self.in_helper = False

    def put(self, text):
        self.lines.append("  " * self.depth + text)

    def variable(self):
        names = ["p0", "s", "g"] if self.in_helper else (
            [f"x{i}" for i in range(self.inputs)] + ["s", "g", "a[1]", "*p",
                                                     "r.f"])
        return self.random.choice(names)

    def input(self):
        return "p0" if self.in_helper else f"x{self.random.randrange(self.inputs)}"

    def constant(self):
        return self.random.choice(["two", "K", "table[1]", "3", "0", "1",
                                   str(self.random.randrange(self.range))])

    def condition(self, depth=2):
        choice = self.random.random()
        if depth and choice < 0.3:
            return (f"({self.condition(depth - 1)} "
                    f"{self.random.choice(['&&', '||'])} "
                    f"{self.condition(depth - 1)})")
        if choice < 0.4:
            return f"!({self.condition(0)})"
        if choice < 0.55:
            return f"{self.constant()} {self.relation()} {self.constant()}"
        if choice < 0.65:
            name = self.input()
            return f"{name} - {name} == 0"
        if choice < 0.75:
            return f"{self.input()} {self.relation()} {self.random.randrange(-1, self.range + 1)}"
        return f"{self.variable()} {self.relation()} {self.constant()}"

    def relation(self):
        return self.random.choice(["==", "!=", "<", ">", "<=", ">="])

    def likely(self):
        """Something that is often true, for most assertions."""
        name = self.input()
        return self.random.choice([
            f"{name} < {self.range}", f"{name} >= 0",
            f"{name} * 2 % 2 == 0", "two == 2", "table[1] == 3",
            f"{name} == {name}", "g >= 0" if self.in_helper else "a[0] == 5",
            "K < 10",
            f"{name} < {self.range} && two - 2 == 0"])

    def assertion(self):
        choice = self.random.random()
        if choice < 0.1:
            self.put("assert(0);")
        elif choice < 0.7:
            self.put(f"assert({self.likely()});")
        elif choice < 0.8:
            self.put(f"ERROR_IF(!({self.likely()}));")
        else:
            self.put(f"assert({self.condition()});")

    def block(self, size, level):
        self.depth += 1
        for _ in range(size):
            self.statement(level)
        self.depth -= 1

    def branch(self, level):
        self.put(f"if ({self.condition()}) {{")
        self.block(self.random.randint(1, 2), level)
        if self.random.random() < 0.4:
            self.put("} else {")
            self.block(1, level)
        self.put("}")

    def loop(self, level):
        name = f"i{len(self.lines)}"
        bound = self.random.choice([self.input(), "2", "0", "K - K"])
        self.put(f"for (int {name} = 0; {name} < {bound}; {name}++) {{")
        self.block(1, level)
        self.put("}")

    def cases(self, level):
        self.put(f"switch ({self.input()}) {{")
        for value in self.random.sample(range(-1, self.range + 1), 2):
            self.put(f"case {value}: {{")
            self.block(1, level)
            self.put("  break; }")
        self.put("}")

    def plain(self):
        self.put(self.random.choice([
            f"s = {self.variable()};", f"s += {self.constant()};",
            f"g = {self.condition(0)};",
            f"s = DIVIDE({self.constant()}, {self.variable()});"
            if self.random.random() < 0.3 else "s++;"]))

    def ending(self):
        choice = self.random.random()
        if choice < 0.3:
            self.put(f"__VERIFIER_assume({self.condition(1)});")
        elif choice < 0.6:
            self.put("return 0;")
        elif choice < 0.8:
            self.put("HANG();")
        else:
            self.put(f"while ({self.condition(0)}) HANG();")

    def statement(self, level):
        choice = self.random.random()
        if choice < 0.45:
            self.assertion()
        elif choice < 0.6:
            self.plain()
        elif choice < 0.66:
            if self.random.random() < 0.5:
                self.put(f"if ({self.condition()})")
            self.ending()
        elif level <= 0:
            self.assertion()
        elif choice < 0.84:
            self.branch(level - 1)
        elif choice < 0.9:
            self.loop(level - 1)
        elif choice < 0.95:
            self.cases(level - 1)
        elif self.in_helper:
            self.assertion()
        else:
            self.put(f"s = helper{self.random.randrange(3)}({self.input()});")

    def helper(self, number):
        self.in_helper = True
        self.lines.append(f"static int helper{number}(int p0) {{")
        self.put("int s = 0;")
        self.put("const int two = 2;")
        for _ in range(self.random.randint(1, 2)):
            self.statement(1)
        self.put("return s;")
        self.lines.append("}")
        self.in_helper = False

    def program(self):
        self.lines = HEAD.splitlines()
        self.lines += ["static int g;", "static const int K = 4;",
                       "static int table[2] = {1, 3};",
                       "void reset(void) { g = 0; }"]
        for number in range(3):
            self.helper(number)
        self.lines.append("int main(void) {")
        for i in range(self.inputs):
            self.put(f"int x{i} = __VERIFIER_nondet_int();")
            self.put(f"if (x{i} < 0 || x{i} >= {self.range}) return 0;")
        self.put("int s = 0, a[2] = {5, 0}, *p = &a[1];")
        self.put("const int two = 2;")
        self.put("struct { int e, f; } r = {1, 2};")
        for _ in range(self.random.randint(3, 7)):
            self.statement(2)
        self.put("return 0;")
        self.lines.append("}")
        return "\n".join(self.lines) + "\n"


def truth(folder, writer):
    """line -> whether some execution violates it, of those evaluated."""
    with open(f"{folder}/native.c", "w", encoding="utf-8") as file:
        file.write(NATIVE)
    done = native(folder, ["native.c"], [f"-DINPUTS={writer.inputs}",
                                         f"-DRANGE={writer.range}"])
    if isinstance(done, str):
        return done
    if done.returncode:
        return f"natively {done.returncode}: {done.stderr[:300]}"
    return {int(line): violated == "1" for line, violated in
            (text.split() for text in done.stdout.splitlines())}


def judge_row(line, word, reason, executed):
    """A complaint, or None; and whether the row is decided."""
    evaluated, violated = line in executed, executed.get(line, False)
    if word == "fails":
        return (None if violated else f"{line} fails, but nothing violates it",
                True)
    if word in ("unknown", "not decided"):
        return None, False
    if violated:
        return f"{line} is violated, not `{word}`", True
    if word == "never reached" and evaluated:
        return f"{line} is evaluated, not never reached", True
    if word == "holds" and not reason and not evaluated:
        return f"{line} is never evaluated, but holds", True
    return None, not reason


def generate(seed):
    writer = Writer(seed)
    text = writer.program()
    executed = {}

    def confirm(folder):
        found = truth(folder, writer)
        if isinstance(found, str):
            return found
        executed.update(found)
        return None

    def judge(case, run):
        decided = True
        rows = ROW.findall(run.stdout)
        for line, word, reason in rows:
            complaint, is_decided = judge_row(int(line), word, reason,
                                              executed)
            if complaint:
                return "wrong", complaint
            decided = decided and is_decided
        missing = set(executed) - {int(line) for line, _, _ in rows}
        lost = [line for line in missing if executed[line]]
        if lost:
            return "wrong", f"no row for {lost[0]}, which is violated"
        return ("right", "") if decided else ("unknown", "a row is open")

    return Case(files={"program.c": text}, expected="true", confirm=confirm,
                judge=judge)
