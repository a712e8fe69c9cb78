"""Recursive functions of small numbers, checked against all their inputs.

A program calls a recursive function, or two that call each other, for every
value of a bounded input, and asserts something about the result, about a
counter that is global, or about a local of main that the calls write through a
pointer. The functions are built as trees that are written as C and evaluated
here, so that the truth is known of all inputs.
"""
import operator
import random

from case import Case

DECIDED = 85
MASK = 0x3f
OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul,
             "&": operator.and_, "|": operator.or_, "^": operator.xor}
COMPARED = {"!=": operator.ne, "<=": operator.le, ">=": operator.ge,
            "==": operator.eq}


class State:
    def __init__(self):
        self.counter, self.cell, self.calls = 0, 0, 0


class TooMany(Exception):
    pass


def expression(choice, depth, names):
    """(C text, function of an environment), with a value of 0 to MASK."""
    if depth == 0 or choice.random() < 0.3:
        if choice.random() < 0.6:
            name = choice.choice(names)
            return name, lambda env: env[name]
        number = choice.randint(0, 9)
        return str(number), lambda env: number
    word = choice.choice(list(OPERATORS))
    left, value_left = expression(choice, depth - 1, names)
    right, value_right = expression(choice, depth - 1, names)
    return (f"(({left} {word} {right}) & {MASK})",
            lambda env: OPERATORS[word](value_left(env),
                                        value_right(env)) & MASK)


class Function:
    """if (n <= base) return E; effects; return a combination of calls."""

    def __init__(self, choice, name, has_pointer, has_counter):
        self.name, self.callee, self.second = name, None, None
        self.has_pointer, self.has_counter = has_pointer, has_counter
        self.base = choice.randint(0, 1)
        self.at_base = expression(choice, 1, ["n", "a"])
        self.passed = expression(choice, 1, ["n", "a"])
        self.word = choice.choice(["+", "-", "^", "|", "last", "cap"])
        self.other = expression(choice, 1, ["n", "a"])
        self.cap = choice.randint(3, 20)
        self.step = choice.choice([1, 1, 1, 2])
        self.is_double = choice.random() < 0.25
        self.effect = expression(choice, 1, ["n", "a"])

    def declaration(self):
        pointer = ", int *p" if self.has_pointer else ""
        return f"static int {self.name}(int n, int a{pointer})"

    def call(self, step):
        pointer = ", p" if self.has_pointer else ""
        return f"{self.callee.name}(n - {step}, {self.passed[0]}{pointer})"

    def text(self):
        lines = [self.declaration() + " {"]
        if self.has_counter:
            lines.append("  counter++;")
        lines.append(f"  if (n <= {self.base})")
        lines.append(f"    return {self.at_base[0]};")
        if self.has_pointer:
            lines.append(f"  *p = (*p + {self.effect[0]}) & {MASK};")
        lines.append(f"  int r = {self.call(self.step)};")
        if self.is_double:
            lines.append(f"  r = (r + {self.call(self.step + 1)}) & {MASK};")
        if self.word == "cap":
            lines.append(f"  r++;\n  if (r > {self.cap})\n    r = {self.cap};")
        elif self.word != "last":
            lines.append(f"  r = (r {self.word} {self.other[0]}) & {MASK};")
        return "\n".join([*lines, "  return r;", "}"])

    def evaluate(self, state, n, a):
        state.calls += 1
        if state.calls > 20000:
            raise TooMany
        env = {"n": n, "a": a}
        if self.has_counter:
            state.counter += 1
        if n <= self.base:
            return self.at_base[1](env)
        if self.has_pointer:
            state.cell = (state.cell + self.effect[1](env)) & MASK
        passed = self.passed[1](env)
        result = self.callee.evaluate(state, n - self.step, passed)
        if self.is_double:
            result += self.callee.evaluate(state, n - self.step - 1, passed)
            result &= MASK
        if self.word == "cap":
            result = min(result + 1, self.cap)
        elif self.word != "last":
            result = OPERATORS[self.word](result, self.other[1](env)) & MASK
        return result


def build(choice):
    has_pointer, has_counter = choice.random() < 0.3, choice.random() < 0.3
    functions = [Function(choice, "f", has_pointer, has_counter)]
    if choice.random() < 0.3:
        functions.append(Function(choice, "g", has_pointer, has_counter))
        for function in functions:
            function.is_double = False
    for i, function in enumerate(functions):
        function.callee = functions[(i + 1) % len(functions)]
    return functions


def masked(mask):
    """All values of `x & mask`."""
    return [value for value in range(mask + 1) if value & mask == value]


def outcomes(functions, depth, span):
    """The values that something asserted can have, for all inputs."""
    results = []
    for n in masked(depth):
        for a in masked(span):
            state = State()
            result = functions[0].evaluate(state, n, a)
            results.append({"r": result, "counter": state.counter,
                            "cell": state.cell, "n": n, "a": a})
    return results


def assertion(choice, functions, results):
    names = ["r", "r"]
    if functions[0].has_counter:
        names.append("counter")
    if functions[0].has_pointer:
        names.append("cell")
    name, word = choice.choice(names), choice.choice(list(COMPARED))
    seen = [result[name] for result in results]
    bound = choice.choice([max(seen), min(seen), choice.choice(seen),
                           max(seen) + 1, choice.randint(0, 70)])
    holds = all(COMPARED[word](value, bound) for value in seen)
    return f"{name} {word} {bound}", holds


def generate(seed):
    choice = random.Random(seed * 7919 + 3)
    while True:
        functions = build(choice)
        depth = choice.choice([3, 5, 7, 7, 15, 31])
        span = choice.choice([0, 1, 3])
        if any(function.is_double for function in functions):
            depth = min(depth, 7)
        try:
            results = outcomes(functions, depth, span)
        except TooMany:
            continue
        break
    condition, holds = assertion(choice, functions, results)
    pointer = ", &cell" if functions[0].has_pointer else ""
    lines = ["#include <assert.h>", "extern int __VERIFIER_nondet_int(void);",
             "static int counter;",
             *(function.declaration() + ";" for function in functions),
             *(function.text() for function in functions),
             "int main(void) {",
             f"  int n = __VERIFIER_nondet_int() & {depth};",
             f"  int a = __VERIFIER_nondet_int() & {span};",
             "  int cell = 0;", f"  int r = f(n, a{pointer});",
             f"  assert({condition});", "  return 0;", "}"]
    return Case(files={"program.c": "\n".join(lines) + "\n"},
                expected="true" if holds else "false",
                about=f"{condition}, depth {depth}")
