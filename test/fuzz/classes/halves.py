"""Addresses in parts: kept as two halves, put together, copied by halves and as
wholes, in unions, structs and elements of arrays.

The verdict is known by construction: which object each slot leads to, and so
what each object holds at the end, is computed for all inputs.
"""
import itertools
import random

from case import Case

HEAD = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct split { unsigned pad, low, more, high; };
union whole { int *pointer; unsigned half[2]; unsigned long number; };
static struct split splits[4];
static union whole wholes[3];
static unsigned words[6];
static void put(unsigned *low, unsigned *high, int *p) {
  *low = (unsigned)(unsigned long)p;
  *high = (unsigned)((unsigned long)p >> 32);
}
static int *get(unsigned low, unsigned high) {
  unsigned long address = low;
  address |= (unsigned long)high << 32;
  return (int *)address;
}
"""


class Slot:
    """A place for an address: how it is written and read."""

    def __init__(self, kind, number):
        self.kind = kind
        if kind == "split":
            self.low = f"splits[{number}].low"
            self.high = f"splits[{number}].high"
        elif kind == "words":
            self.low = f"words[{2 * number}]"
            self.high = f"words[{2 * number + 1}]"
        else:
            self.low = f"wholes[{number}].half[0]"
            self.high = f"wholes[{number}].half[1]"
        self.whole = f"wholes[{number}].pointer"

    def set(self, pointer):
        if self.kind == "whole":
            return f"{self.whole} = {pointer};"
        return f"put(&{self.low}, &{self.high}, {pointer});"

    def read(self):
        if self.kind == "whole":
            return self.whole
        return f"get({self.low}, {self.high})"


def generate(seed):
    dice = random.Random(seed)
    objects = dice.randint(2, 4)
    slots = [Slot(dice.choice(["split", "words", "whole"]), i)
             for i in range(dice.randint(2, 3))]
    inputs = dice.randint(1, 3)
    # Steps: (condition or None, what, slot, argument)
    steps = [(None, "set", i, dice.randrange(objects))
             for i in range(len(slots))]
    by_halves = dice.random() < 0.15
    for _ in range(dice.randint(3, 7)):
        condition = (None if dice.random() < 0.4 else
                     (dice.randrange(inputs), dice.random() < 0.5))
        what = dice.choice(["set", "copy", "write", "write"])
        if what == "copy" and by_halves:
            what = "halves"
        slot = dice.randrange(len(slots))
        argument = (dice.randrange(objects) if what == "set" else
                    dice.randint(1, 5) if what == "write" else
                    dice.randrange(len(slots)))
        steps.append((condition, what, slot, argument))
    lines = []
    for condition, what, slot, argument in steps:
        text = {"set": lambda: slots[slot].set(f"&o{argument}"),
                "copy": lambda: slots[slot].set(slots[argument].read()),
                "halves": lambda: "{ unsigned l = %s, h = %s; %s = l; %s = h; }"
                                  % (slots[argument].low, slots[argument].high,
                                     slots[slot].low, slots[slot].high),
                "write": lambda: f"*{slots[slot].read()} = {argument};"}[what]()
        if condition:
            text = f"if ({'' if condition[1] else '!'}in{condition[0]}) {text}"
        lines.append("  " + text)
    results = set()
    for values in itertools.product((False, True), repeat=inputs):
        held, leads = [0] * objects, [0] * len(slots)
        for condition, what, slot, argument in steps:
            if condition and values[condition[0]] != condition[1]:
                continue
            if what == "set":
                leads[slot] = argument
            elif what == "write":
                held[leads[slot]] = argument
            else:
                leads[slot] = leads[argument]
        results.add(tuple(held))
    about = dice.randrange(objects)
    possible = {held[about] for held in results}
    claimed = dice.randint(0, 5)
    text = (HEAD + "static int " + ", ".join(f"o{i}" for i in range(objects)) +
            ";\nint main(void) {\n" +
            "".join(f"  int in{i} = __VERIFIER_nondet_int();\n"
                    for i in range(inputs)) + "\n".join(lines) +
            f"\n  if (o{about} == {claimed}) reach_error();\n  return 0;\n}}\n")
    return Case(files={"f.c": text},
                expected="false" if claimed in possible else "true")
