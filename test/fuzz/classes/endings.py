"""Does every execution of small loops end? Two variables with few values, one
or two loops, branches, inputs; the truth is found by looking at all states: an
execution that never ends is a cycle that can be reached."""
import random

from case import Case

DECIDED = 60  # percent, of all programs
NAMES = ("x", "y")


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.mask = self.random.choice((7, 15, 31))
        self.is_signed = self.random.random() < 0.3

    def number(self):
        return str(self.random.randint(0, self.mask))

    def operand(self):
        return self.random.choice((*NAMES, *NAMES, self.number(), "1", "2"))

    def expression(self):
        if self.random.random() < 0.15:
            return "in"
        operator = self.random.choice(("+", "+", "-", "-", "*", "&", "|", "^"))
        text = f"{self.random.choice(NAMES)} {operator} {self.operand()}"
        return text if self.random.random() < 0.8 else f"({text}) * 2 + 1"

    def wrapped(self, text):
        low = f"(({text}) & {self.mask})"
        return f"{low} - {(self.mask + 1) // 2}" if self.is_signed else low

    def condition(self):
        operator = self.random.choice(("<", "<=", ">", ">=", "!=", "=="))
        return f"{self.random.choice(NAMES)} {operator} {self.operand()}"

    def statement(self):
        """(condition or None, variable, expression)"""
        guard = self.condition() if self.random.random() < 0.4 else None
        return guard, self.random.choice(NAMES), self.wrapped(self.expression())

    def statements(self, most):
        return [self.statement()
                for _ in range(self.random.randint(0, most))]


def code(statements, indent):
    lines = []
    for guard, target, value in statements:
        if "in" in value.split() or "(in)" in value:
            value = value.replace("in", "__VERIFIER_nondet_int()")
        prefix = f"if ({guard}) " if guard else ""
        lines.append(f"{indent}{prefix}{target} = {value};\n")
    return "".join(lines)


def compiled(text):
    return compile(text, "program", "eval")


def run(statements, mask, state):
    """The states after them, for all inputs."""
    states = {state}
    for guard, target, value in statements:
        after = set()
        for x, y in states:
            names = {"x": x, "y": y}
            if guard and not eval(guard, {}, names):
                after.add((x, y))
                continue
            inputs = range(mask + 1) if b"in" in value[1] else (0,)
            for given in inputs:
                names["given"] = given
                result = eval(value[0], {}, names)
                after.add((result, y) if target == "x" else (x, result))
        states = after
    return states


def ready(statements):
    return [(compiled(guard) if guard else None, target,
             (compiled(value.replace("in", "given")), value.encode()))
            for guard, target, value in statements]


def has_cycle(starts, successors):
    """Depth first, without recursion."""
    done, active = set(), set()
    for start in starts:
        if start in done:
            continue
        stack = [(start, iter(successors(start)))]
        active.add(start)
        while stack:
            node, rest = stack[-1]
            for target in rest:
                if target in active:
                    return True
                if target not in done:
                    active.add(target)
                    stack.append((target, iter(successors(target))))
                    break
            else:
                stack.pop()
                active.discard(node)
                done.add(node)
    return False


def generate(seed):
    maker = Maker(seed)
    is_nested = maker.random.random() < 0.4
    outer, inner = maker.condition(), maker.condition()
    before, body, behind = (maker.statements(2), maker.statements(2),
                            maker.statements(2))
    if not (before or body or behind):
        body = [maker.statement()]
    first = [(None, name, maker.wrapped(
        maker.random.choice(("in", "in", maker.number())))) for name in NAMES]
    mask = maker.mask
    parts = [ready(part) for part in (before, body, behind)]
    conditions = [compiled(outer), compiled(inner)]

    def successors(node):
        head, x, y = node
        holds = eval(conditions[head], {}, {"x": x, "y": y})
        if head == 0 and not holds:
            return []
        if head == 0 and is_nested:
            return [(1, *s) for s in sorted(run(parts[0], mask, (x, y)))]
        if head == 0:
            states = {(x, y)}
            for part in parts:
                states = {s for state in states
                          for s in run(part, mask, state)}
            return [(0, *s) for s in sorted(states)]
        part = parts[1] if holds else parts[2]
        return [(1 if holds else 0, *s)
                for s in sorted(run(part, mask, (x, y)))]

    starts = [(0, *s) for s in sorted(run(ready(first), mask, (0, 0)))]
    goes_on = has_cycle(starts, successors)
    kind = "signed char" if maker.is_signed else "unsigned char"
    inside = (f"    while ({inner}) {{\n{code(body, ' ' * 6)}    }}\n"
              if is_nested else code(body, "    "))
    text = (f"int __VERIFIER_nondet_int(void);\n\nint main(void) {{\n"
            f"  {kind} x = 0, y = 0;\n{code(first, '  ')}"
            f"  while ({outer}) {{\n{code(before, '    ')}{inside}"
            f"{code(behind, '    ')}  }}\n  return 0;\n}}\n")
    return Case({"loop.c": text}, "false" if goes_on else "true",
                ["--termination"])
