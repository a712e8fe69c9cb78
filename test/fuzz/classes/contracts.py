"""Recursive functions that assert something about globals, in loops of calls.

What is guessed of such functions, what they require of their callers and what
they do to globals (program/promise.h), must be true of every call, through
pointers, too. Statements are written as C and executed here for all inputs, so
that the truth is known. Half of the programs are checked with recursion
followed to one call only, so that a proof rests on what was guessed.
"""
import itertools
import random

from case import Case

DECIDED = 90
GLOBALS = ["g", "h"]
CALLS = 2  # in the loop of main


class Ends(Exception):
    """The program ends, violated or not."""

    def __init__(self, is_violated):
        super().__init__()
        self.is_violated = is_violated


class Returns(Exception):
    pass


def value(choice):
    """(C text, function of the variables), within 0 to 3."""
    name, number = choice.choice([*GLOBALS, "n"]), choice.randint(0, 3)
    if name != "n" and choice.random() < 0.4:
        return (f"(({name} + {number}) & 3)",
                lambda env: (env[name] + number) & 3)
    if choice.random() < 0.4:
        return f"({name} & 3)", lambda env: env[name] & 3
    return str(number), lambda env: number


def condition(choice):
    name, number = choice.choice([*GLOBALS, "n"]), choice.randint(0, 3)
    word = choice.choice(["==", "!=", "<=", ">"])
    compare = {"==": int.__eq__, "!=": int.__ne__, "<=": int.__le__,
               ">": int.__gt__}[word]
    return f"{name} {word} {number}", lambda env: compare(env[name], number)


def assignment(choice):
    target, (text, evaluate) = choice.choice(GLOBALS), value(choice)

    def run(env, _):
        env[target] = evaluate(env)
    return [f"{target} = {text};"], run


def assertion(choice):
    text, evaluate = condition(choice)

    def run(env, _):
        if not evaluate(env):
            raise Ends(True)
    return [f"assert({text});"], run


def ending(choice):
    word = choice.choice(["return;", "return;", "exit(0);"])

    def run(_, __):
        raise Returns if word == "return;" else Ends(False)
    return [word], run


def recursion(choice):
    step = choice.choice([1, 1, 2])

    def run(env, call):
        if env["n"] > 0:
            call(env, env["n"] - step)
    return [f"if (n > 0) f(n - {step});"], run


def branch(choice):
    text, evaluate = condition(choice)
    lines, inner = choice.choice([assignment, ending, recursion])(choice)

    def run(env, call):
        if evaluate(env):
            inner(env, call)
    return [f"if ({text}) {{", *("  " + line for line in lines), "}"], run


def body(choice):
    kinds = [assignment, assignment, branch, branch, assertion, recursion]
    return [choice.choice(kinds)(choice)
            for _ in range(choice.randint(3, 6))] + [recursion(choice)]


def make_call(statements):
    def call(env, n):
        outer, env["n"] = env["n"], n
        try:
            for _, run in statements:
                run(env, call)
        except Returns:
            pass
        env["n"] = outer
    return call


def is_violated(statements, between, last, limit):
    call = make_call(statements)
    for inputs in itertools.product(range(limit + 1), repeat=CALLS):
        env = {"g": 0, "h": 0, "n": 0}
        try:
            for n in inputs:
                call(env, n)
                between[1](env, call)
            last[1](env, call)
        except Ends as ends:
            if ends.is_violated:
                return True
    return False


def generate(seed):
    choice = random.Random(seed * 104729 + 11)
    statements, between = body(choice), assignment(choice)
    text, evaluate = condition(choice)
    while "n" in text.split() or "n" in between[0][0]:
        between = assignment(choice)
        text, evaluate = condition(choice)

    def check(env, _):
        if not evaluate(env):
            raise Ends(True)
    limit = choice.choice([1, 3])
    violated = is_violated(statements, between, ([], check), limit)
    through = choice.random() < 0.2
    lines = ["#include <assert.h>", "#include <stdlib.h>",
             "extern int __VERIFIER_nondet_int(void);", "static int g, h;",
             "static void f(int n) {",
             *("  " + line for one, _ in statements for line in one), "}",
             *(["static void (*const through)(int) = f;"] if through else []),
             "int main(void) {", f"  for (int i = 0; i < {CALLS}; i++) {{",
             f"    {'through' if through else 'f'}"
             f"(__VERIFIER_nondet_int() & {limit});",
             *("    " + line for line in between[0]), "  }",
             f"  assert({text});", "  return 0;", "}"]
    return Case(files={"program.c": "\n".join(lines) + "\n"},
                options=["--recursion=1"] if seed % 2 else [],
                expected="false" if violated else "true",
                about=text)
