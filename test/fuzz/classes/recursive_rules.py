"""Recursive functions that perform actions, against small specifications.

A function calls itself, or two call each other, as deep as an input says, and
performs actions on the way down and on the way up, by a global and by what the
call returns. The specification is a small automaton that forbids some
sequences. Everything is evaluated here for all inputs.
"""
import random

from case import Case

DECIDED = 85
ACTIONS = ["a", "b"]


class Forbidden(Exception):
    pass


class World:
    def __init__(self, rule):
        self.rule, self.state, self.g, self.count = rule, 0, 0, 0

    def perform(self, action):
        following = self.rule[self.state].get(action)
        if following is None:
            raise Forbidden
        self.state = following
        self.count += 1


def condition(choice):
    """(C text, function of world and locals)"""
    number = choice.randint(0, 3)
    kind = choice.choice(["g", "g", "r", "n"])
    if kind == "g":
        return f"g == {number}", lambda world, env: world.g == number
    if kind == "r":
        return f"r == {number & 1}", lambda world, env: env["r"] == number & 1
    return f"n > {number}", lambda world, env: env["n"] > number


def step(choice):
    """(lines, function of world and locals)"""
    kind = choice.choice(["act", "act", "set", "if", "if"])
    if kind == "act":
        action = choice.choice(ACTIONS)
        return [f"{action}();"], lambda world, env: world.perform(action)
    if kind == "set":
        number = choice.randint(1, 3)

        def change(world, env):
            world.g = (world.g + number) & 3
        return [f"g = (g + {number}) & 3;"], change
    text, holds = condition(choice)
    lines, run = step(choice)

    def guarded(world, env):
        if holds(world, env):
            run(world, env)
    return [f"if ({text})", *("  " + line for line in lines)], guarded


class Function:
    def __init__(self, choice, name):
        self.name, self.callee = name, None
        self.down = [step(choice) for _ in range(choice.randint(0, 2))]
        self.up = [step(choice) for _ in range(choice.randint(0, 2))]
        self.again = choice.random() < 0.2
        self.returned = choice.choice(["r", "!r", "g == 1", "0"])

    def text(self):
        call = f"r = {self.callee.name}(n - 1);"
        lines = [f"static int {self.name}(int n) {{", "  int r = 0;",
                 "  if (n <= 0)", "    return g & 1;",
                 *("  " + line for one, _ in self.down for line in one),
                 f"  {call}",
                 *(["  if (n == 1)", f"    {call}"] if self.again else []),
                 *("  " + line for one, _ in self.up for line in one),
                 f"  return {self.returned};", "}"]
        return "\n".join(lines)

    def run(self, world, n):
        if n <= 0:
            return world.g & 1
        env = {"n": n, "r": 0}
        for _, do in self.down:
            do(world, env)
        env["r"] = self.callee.run(world, n - 1)
        if self.again and n == 1:
            env["r"] = self.callee.run(world, n - 1)
        for _, do in self.up:
            do(world, env)
        return {"r": env["r"], "!r": int(not env["r"]),
                "g == 1": int(world.g == 1), "0": 0}[self.returned]


def specification(choice):
    """A deterministic automaton: a list of {action: state}."""
    count = choice.randint(2, 3)
    rule = []
    for _ in range(count):
        allowed = choice.sample(ACTIONS, choice.choice([1, 1, 2]))
        rule.append({action: choice.randrange(count) for action in allowed})
    return rule


def specification_text(rule, subject):
    lines = [f"event {action} = call {action};" for action in ACTIONS]
    parts = []
    for i, moves in enumerate(rule):
        branches = " | ".join(f"{action} -> S{to}"
                              for action, to in sorted(moves.items()))
        parts.append(f"S{i} = ( {branches} )")
    lines.append(", ".join(parts) + " + {a, b};")
    lines.append(f"check {subject} refines S0;")
    return "\n".join(lines) + "\n"


def verdicts(functions, rule, mask):
    """Those that are right. Where nothing is performed, it may say so."""
    count = 0
    for n in range(mask + 1):
        world = World(rule)
        try:
            functions[0].run(world, n)
        except Forbidden:
            return {"false"}
        count += world.count
    return {"true"} if count else {"true", "vacuous"}


def generate(seed):
    choice = random.Random(seed * 6007 + 11)
    functions = [Function(choice, "f")]
    if choice.random() < 0.3:
        functions.append(Function(choice, "h"))
    for i, function in enumerate(functions):
        function.callee = functions[(i + 1) % len(functions)]
    mask = choice.choice([3, 15, 31])
    for _ in range(choice.randint(1, 8)):  # some that hold, too
        rule = specification(choice)
        right = verdicts(functions, rule, mask)
        if right == {"true"}:
            break
    lines = ["extern int __VERIFIER_nondet_int(void);", "void a(void);",
             "void b(void);", "static int g;",
             *(f"static int {function.name}(int n);"
               for function in functions),
             *(function.text() for function in functions),
             "void unused(void) { a(); b(); }", "int main(void) {",
             f"  f(__VERIFIER_nondet_int() & {mask});", "  return 0;", "}"]
    return Case(files={"program.c": "\n".join(lines) + "\n",
                       "rule.spec": specification_text(rule, "main")},
                options=["--spec", "rule.spec"],
                expected=right,
                about=f"depth {mask}")
