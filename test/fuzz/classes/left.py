"""Blocks that lead to each other from locals and globals, some of them freed.

The program has one execution, which is followed here: what is alive when it
ends, and what of that is reached. Where it ends by a return only globals count,
where a call ends it also the variables of main.
"""
import random

from case import Case

HEAD = """#include <stdlib.h>
extern void __VERIFIER_assume(int);
static void **make(void) {
  void **p = malloc(2 * sizeof *p);
  __VERIFIER_assume(p != 0);
  p[0] = p[1] = 0;
  return p;
}
"""
GLOBALS = ["g", "h"]
LOCALS = ["a", "b", "c"]
NAMES = GLOBALS + LOCALS
ENDINGS = {"return": "return 0;", "exit": "exit(0);", "abort": "abort();"}


class Invalid(Exception):
    """The execution would be undefined here."""


class Memory:
    """What variables and blocks hold: numbers of blocks, or None."""

    def __init__(self):
        self.variables = dict.fromkeys(NAMES)
        self.blocks = {}  # that are alive: number -> two fields
        self.made = 0

    def fields(self, name):
        if self.variables[name] not in self.blocks:
            raise Invalid
        return self.blocks[self.variables[name]]

    def step(self, kind, name, other, index):
        if kind == "make":
            self.made += 1
            self.blocks[self.made] = [None, None]
            self.variables[name] = self.made
        elif kind == "copy":
            self.variables[name] = self.variables[other]
        elif kind == "forget":
            self.variables[name] = None
        elif kind == "store":
            self.fields(name)[index] = self.variables[other]
        elif kind == "load":
            self.variables[name] = self.fields(other)[index]
        elif self.variables[name] is not None:
            self.fields(name)
            del self.blocks[self.variables[name]]

    def lost(self, roots):
        todo = [self.variables[name] for name in roots]
        reached = set()
        while todo:
            block = todo.pop()
            if block in self.blocks and block not in reached:
                reached.add(block)
                todo += self.blocks[block]
        return set(self.blocks) - reached


TEXTS = {"make": "{0} = make();", "copy": "{0} = {1};", "forget": "{0} = 0;",
         "store": "{0}[{2}] = {1};", "load": "{0} = {1}[{2}];",
         "free": "free({0});"}


def valid_after(steps):
    memory = Memory()
    try:
        for step in steps:
            memory.step(*step)
    except Invalid:
        return None
    return memory


def choose(choice):
    kind = choice.choice(["make", "make", "copy", "forget", "store", "load",
                          "free", "free", "free"])
    name, other = choice.choice(NAMES), choice.choice(NAMES)
    return kind, name, other, choice.randrange(2)


def grow(choice, before, count, times):
    """Steps that are valid behind those before, `times` over."""
    found = []
    for _ in range(count * 4):
        more = found + [choose(choice)]
        if len(found) < count and valid_after(before + more * times):
            found = more
    return found


def text_of(step):
    kind, name, other, index = step
    return TEXTS[kind].format(name, other, index)


def generate(seed):
    choice = random.Random(seed)
    times = choice.choice([1, 1, 2, 3])
    first = grow(choice, [], choice.randint(1, 5), 1)
    looped = grow(choice, first, choice.randint(1, 5), times)
    before = first + looped * times
    last = grow(choice, before, choice.randint(0, 6), 1)
    memory = valid_after(before + last)
    ending = choice.choice(list(ENDINGS))
    lines = ["static " * choice.randrange(2) + "void **g, **h;",
             "int main(void) {", "  void **a = 0, **b = 0, **c = 0;"]
    lines += ["  " + text_of(step) for step in first]
    lines.append(f"  for (int i = 0; i < {times}; i++) {{")
    lines += ["    " + text_of(step) for step in looped] + ["  }"]
    lines += ["  " + text_of(step) for step in last]
    lines += ["  " + ENDINGS[ending], "}"]
    if choice.random() < 0.6:
        roots = GLOBALS if ending == "return" else NAMES
        options, word = ["--memtrack"], "memtrack"
        bad = bool(memory.lost(roots))
    else:
        options, word = ["--cleanup"], "memcleanup"
        bad = bool(memory.blocks)
    if choice.random() < 0.5:
        options = options + ["--deref"]
    return Case(files={"program.c": HEAD + "\n".join(lines) + "\n"},
                options=options,
                expected=f"false(valid-{word})" if bad else "true",
                about=f"ends by {ending}, blocks left" if bad else "")
