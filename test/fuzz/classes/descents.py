"""Does every execution end, of recursive functions, of machines with states, of
walks through memory and of unsigned counters? Numbers are few, and the truth is
found by following every execution until it ends or comes to a state again; in
recursion, until an activation calls one with its own arguments."""
import random

from case import Case

DECIDED = 50  # percent, of all programs
INPUT = "int __VERIFIER_nondet_int(void);\n\n"


class Endless(Exception):
    pass


# Recursion: f and g call each other or themselves; results are arguments.

class Recursion:
    def __init__(self, rng):
        self.random = rng
        self.mask = rng.choice((7, 15))
        self.functions = ["f", "g"] if rng.random() < 0.5 else ["f"]
        self.bodies = {name: self.body() for name in self.functions}
        self.known, self.active = {}, set()

    def expression(self, names):
        operator = self.random.choice(("+", "-", "-", "-", "&", "^"))
        other = self.random.choice((*names, "1", "1", "1", "2", "3"))
        return f"({self.random.choice(names)} {operator} {other})"

    def call(self, names):
        return (self.random.choice(self.functions),
                [self.masked(self.expression(names)) for _ in "xy"])

    def masked(self, text):
        return f"({text} & {self.mask})"

    def body(self):
        operator = self.random.choice(("==", "<=", "<", ">="))
        stop = (f"{self.random.choice('xy')} {operator} "
                f"{self.random.choice(('y', '0', '0', '1', str(self.mask)))}")
        names = ("x", "x", "y")
        guard = (f"{self.random.choice('xy')} {self.random.choice(('>', '&'))} "
                 f"{self.random.randint(0, self.mask)}")
        return {"stop": stop, "end": self.masked(self.expression(names)),
                "calls": [(guard if k and self.random.random() < 0.5 else "1",
                           self.call(names if not k else (*names, "r")))
                          for k in range(self.random.randint(1, 2))]}

    def run(self, name, x, y):
        key = (name, x, y)
        if key in self.known:
            return self.known[key]
        if key in self.active:
            raise Endless
        self.active.add(key)
        body, names = self.bodies[name], {"x": x, "y": y, "r": 0}
        if eval(body["stop"], {}, names):
            result = eval(body["end"], {}, names)
        else:
            for guard, (callee, arguments) in body["calls"]:
                if eval(guard, {}, names):
                    names["r"] = self.run(callee, *(eval(a, {}, names)
                                                    for a in arguments))
            result = names["r"]
        self.active.discard(key)
        self.known[key] = result
        return result

    def goes_on(self):
        try:
            for x in range(self.mask + 1):
                for y in range(self.mask + 1):
                    self.active = set()
                    self.run("f", x, y)
        except Endless:
            return True
        return False

    def text(self):
        out = INPUT + "".join(f"static int {name}(int x, int y);\n"
                              for name in self.functions)
        for name, body in self.bodies.items():
            calls = "".join(f"  if ({guard})\n    r = {callee}"
                            f"({', '.join(arguments)});\n"
                            for guard, (callee, arguments) in body["calls"])
            out += (f"\nstatic int {name}(int x, int y) {{\n  int r = 0;\n"
                    f"  if ({body['stop']})\n    return {body['end']};\n"
                    f"{calls}  return r;\n}}\n")
        start = f"__VERIFIER_nondet_int() & {self.mask}"
        return (f"{out}\nint main(void) {{\n  int x = {start};\n"
                f"  int y = {start};\n  f(x, y);\n  return 0;\n}}\n")


# What has states that can be counted: successors of a state, in Python and C.

def has_cycle(starts, successors):
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


class Machine:
    """while (1) switch (state), with a counter and an event in each step."""

    def __init__(self, rng):
        self.count = rng.randint(3, 8)
        self.limit = rng.randint(1, 6)
        self.start = rng.randrange(self.count)
        self.codes = rng.sample(range(1, 5000), self.count)
        ahead = rng.random() < 0.6
        self.steps = []
        for state in range(self.count):
            targets = [min(state + rng.randint(1, 2), self.count)
                       if ahead and rng.random() < 0.9
                       else rng.randrange(self.count + 1) for _ in "ab"]
            self.steps.append((targets, rng.choice((0, 0, 1)),
                               rng.choice(("event", "count", "none"))))

    def after(self, node):
        state, count = node
        if state == self.count or count > self.limit:
            return []
        targets, more, test = self.steps[state]
        if test == "count":
            targets = targets[:1] if count > self.limit // 2 else targets[1:]
        elif test == "none":
            targets = targets[:1]
        return [(target, count + more) for target in targets]

    def goes_on(self):
        return has_cycle([(self.start, 0)], self.after)

    def text(self):
        tests = {"event": "__VERIFIER_nondet_int()",
                 "count": f"count > {self.limit // 2}", "none": "1"}
        codes = [*self.codes, 5000]
        cases = "".join(
            f"    case {codes[i]}:\n"
            f"      state = {tests[test]} ? {codes[targets[0]]} : "
            f"{codes[targets[1]]};\n"
            f"      count += {more};\n      break;\n"
            for i, (targets, more, test) in enumerate(self.steps))
        return (f"{INPUT}int main(void) {{\n  int state = "
                f"{codes[self.start]};\n  unsigned count = 0;\n"
                f"  while (count <= {self.limit}) {{\n    switch (state) {{\n"
                f"{cases}    default: return 0;\n    }}\n  }}\n"
                f"  return 0;\n}}\n")


class Walk:
    """Nodes that point to each other, walked from any of them; a node may be
    turned to another one on the way."""

    def __init__(self, rng):
        self.count = rng.randint(2, 5)
        self.next = tuple(
            rng.randint(node + 1, self.count) if rng.random() < 0.7
            else rng.randint(0, self.count) for node in range(self.count))
        self.turned = (rng.randrange(self.count), rng.randint(0, self.count)
                       ) if rng.random() < 0.4 else None
        self.has_choice = rng.random() < 0.5

    def after(self, node):
        at, links = node
        if at == self.count:
            return []
        if self.turned and at == self.turned[0]:
            links = list(links)
            links[at] = self.turned[1]
            links = tuple(links)
        return [(links[at], links)]

    def goes_on(self):
        starts = range(self.count) if self.has_choice else (0,)
        return has_cycle([(s, self.next) for s in starts], self.after)

    def link(self, target):
        return "0" if target == self.count else f"&nodes[{target}]"

    def text(self):
        links = "".join(f"  nodes[{i}].next = {self.link(t)};\n"
                        for i, t in enumerate(self.next))
        starts = "".join(
            f"  if (__VERIFIER_nondet_int())\n    at = &nodes[{i}];\n"
            for i in range(1, self.count)) if self.has_choice else ""
        turn = (f"    if (at == &nodes[{self.turned[0]}])\n"
                f"      at->next = {self.link(self.turned[1])};\n"
                if self.turned else "")
        return (f"{INPUT}struct node {{\n  struct node *next;\n}};\n\n"
                f"int main(void) {{\n  struct node nodes[{self.count}];\n"
                f"{links}  struct node *at = &nodes[0];\n{starts}"
                f"  while (at) {{\n{turn}    at = at->next;\n  }}\n"
                f"  return 0;\n}}\n")


class Counter:
    """An unsigned number of one or two bytes in steps, that wraps."""

    def __init__(self, rng):
        self.bits = rng.choice((8, 8, 16))
        self.first = rng.choice((0, 1, rng.randrange(1 << self.bits)))
        self.bound = rng.choice((0, (1 << self.bits) - 1,
                                 rng.randrange(1 << self.bits)))
        self.step = rng.choice((1, 2, 3, 4, 6, -1, -1, -2, -3))
        self.test = rng.choice(("<", "<=", "!=", "!=", ">", ">="))

    def after(self, i):
        if not eval(f"i {self.test} {self.bound}", {}, {"i": i}):
            return []
        return [(i + self.step) & ((1 << self.bits) - 1)]

    def goes_on(self):
        return has_cycle([self.first], self.after)

    def text(self):
        kind = "unsigned char" if self.bits == 8 else "unsigned short"
        return (f"int main(void) {{\n  {kind} i = {self.first};\n"
                f"  while (i {self.test} {self.bound})\n"
                f"    i = i + {self.step};\n  return 0;\n}}\n")


def generate(seed):
    rng = random.Random(seed)
    kind = rng.choice((Recursion, Recursion, Recursion, Machine, Walk, Counter))
    one = kind(rng)
    return Case({"loop.c": one.text()}, "false" if one.goes_on() else "true",
                ["--termination"])
