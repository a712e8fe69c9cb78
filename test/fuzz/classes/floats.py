"""Floating point: sums, products, quotients, comparisons, conversions, NaN.

Two inputs choose among numbers, zeros of both signs, subnormal ones, infinities
and NaN; a few statements compute with them, and an assertion compares. All
inputs are tried natively.
"""
import random

from case import Case, expect_native, native

HEAD = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
"""
DRIVER = """#include <setjmp.h>
#include <stdio.h>
static int inputs[2], next, failed;
static jmp_buf out;
int program(void);
int __VERIFIER_nondet_int(void) { return inputs[next++ & 1]; }
void reach_error(void) { failed = 1; longjmp(out, 1); }
int main(void) {
  for (int i = 0; i < 16; i++) {
    inputs[0] = i & 3, inputs[1] = i >> 2, next = 0;
    if (!setjmp(out))
      program();
  }
  return failed;
}
"""
DOUBLES = ["0.0", "-0.0", "1.0", "-1.5", "0.1", "1e-320", "4.9e-324", "1e308",
           "-1.7e308", "(0.0 / 0.0)", "(1.0 / 0.0)", "(-1.0 / 0.0)", "3.0",
           "1e16", "123.456", "-2147483649.0"]
FLOATS = ["0.0f", "-0.0f", "1.0f", "-2.5f", "0.1f", "1e-44f", "1e-38f", "3e38f",
          "(0.0f / 0.0f)", "(1.0f / 0.0f)", "16777216.0f", "7.0f", "-0.3f"]


class Program:
    def __init__(self, choice):
        self.choice = choice
        self.types = {name: choice.choice(["double", "double", "float"])
                      for name in "abcd"}
        self.is_hard = 0  # products and quotients

    def constant(self, kind):
        return self.choice.choice(FLOATS if kind == "float" else DOUBLES)

    def operand(self):
        if self.choice.random() < .7:
            return self.choice.choice("abcd")
        return self.constant(self.choice.choice(["double", "float"]))

    def value(self):
        pick = self.choice.random()
        a, b = self.operand(), self.operand()
        if pick < .35:
            return f"{a} {self.choice.choice('+-')} {b}"
        if pick < .6 and self.is_hard < 2:
            self.is_hard += 1
            return f"{a} {self.choice.choice('*/')} {b}"
        if pick < .7:
            return f"-{self.choice.choice('abcd')}"
        if pick < .8:
            return f"(float){a}"
        if pick < .9:
            return f"({a} > -1000.0 && {a} < 1000.0 ? (int)({a}) : 7)"
        return "n * 3 - 1"

    def condition(self):
        op = self.choice.choice(["==", "!=", "<", "<=", ">", ">="])
        text = f"{self.operand()} {op} {self.operand()}"
        return f"!({text})" if self.choice.random() < .2 else text

    def statement(self):
        set_one = f"{self.choice.choice('abcd')} = {self.value()};"
        pick = self.choice.random()
        if pick < .3:
            return f"if ({self.condition()}) {set_one}"
        if pick < .4:
            return f"for (int i = 0; i < 3; i++) {set_one}"
        return set_one

    def choose(self, name):
        kind = self.types[name]
        of_four = [self.constant(kind) for _ in range(4)]
        return (f"  int {name}i = __VERIFIER_nondet_int();\n"
                f"  {kind} {name} = {name}i == 0 ? {of_four[0]} : {name}i == 1 "
                f"? {of_four[1]} : {name}i == 2 ? {of_four[2]} : {of_four[3]};\n"
                f"  if ({name}i < 0 || {name}i > 3) return 0;\n")

    def text(self):
        lines = [HEAD, "int main(void) {", self.choose("a"), self.choose("b"),
                 f"  {self.types['c']} c = {self.constant(self.types['c'])};",
                 f"  {self.types['d']} d = {self.constant(self.types['d'])};",
                 "  int n = ai - bi;"]
        lines += ["  " + self.statement()
                  for _ in range(self.choice.randint(1, 5))]
        lines += [f"  if ({self.condition()})",
                  f"    if (!({self.condition()})) reach_error();"]
        return "\n".join(lines + ["  return 0;", "}", ""])


def generate(seed):
    choice = random.Random(f"floats {seed}")
    text = Program(choice).text()
    case = Case(files={"program.c": text}, expected={"true", "vacuous"},
                about="floating point")

    def confirm(folder):
        with open(f"{folder}/main.c", "w", encoding="utf-8") as file:
            file.write(DRIVER + "#define main program\n"
                       '#include "program.c"\n')
        return expect_native(case, native(folder, ["main.c"]))

    case.confirm = confirm
    return case
