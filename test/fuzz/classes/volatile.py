"""Volatile objects as devices and as memory: scalars, members, elements,
bit-fields, copies, pointers to volatile, device registers, locals.

The verdict is known by construction: in a program each `claim` either follows
from what the program itself guarantees (masks, ranges, copies in plain
variables, what it wrote to memory that only it changes) or rests on a volatile
object keeping its value, which it does as memory and does not as a device.
"""
import random

from case import Case

TYPES = ["int", "unsigned", "short", "unsigned char", "long", "signed char"]


class Maker:
    """Statements over one volatile object, with what holds of them."""

    def __init__(self, choice, number):
        self.choice = choice
        self.number = number
        self.outside = []
        self.inside = []
        self.is_own = False

    def name(self, what):
        return f"{what}{self.number}"

    # Each sets up an object and returns an expression for it and how many
    # bits of it can be used.

    def scalar(self):
        kind = self.choice.choice(TYPES)
        static = self.choice.choice(["static ", ""])
        self.outside.append(f"{static}volatile {kind} {self.name('v')};")
        return self.name("v")

    def qualified(self):
        self.outside.append(f"typedef volatile int reg{self.number}_t;\n"
                            f"static reg{self.number}_t {self.name('v')};")
        return self.name("v")

    def member(self):
        n = self.number
        self.outside.append(f"static struct s{n} {{ int pad; volatile int m; "
                            f"int last; }} o{n};")
        return f"o{n}.m"

    def whole(self):
        n = self.number
        self.outside.append(f"static volatile struct s{n} {{ int a; short b; }}"
                            f" o{n};")
        return f"o{n}.{self.choice.choice(['a', 'b'])}"

    def element(self):
        n = self.number
        size = self.choice.randint(2, 5)
        self.outside.append(f"static volatile int t{n}[{size}];")
        if self.choice.random() < 0.5:
            return f"t{n}[{self.choice.randrange(size)}]"
        self.inside.append(f"unsigned i{n} = (unsigned)input() % {size}u;")
        return f"t{n}[i{n}]"

    def field(self):
        n = self.number
        self.outside.append(f"static struct s{n} {{ volatile unsigned a : 5, "
                            f"b : 7; int plain; }} o{n};")
        return f"o{n}.{self.choice.choice('ab')}"

    def pointer(self):
        n = self.number
        self.outside.append(f"static volatile int v{n};")
        self.inside.append(f"volatile int *p{n} = &v{n};")
        return f"(*p{n})"

    def cast(self):
        n = self.number
        self.outside.append(f"static int v{n};")
        return f"(*(volatile int *)&v{n})"

    def heap(self):
        n = self.number
        self.inside.append(f"volatile int *p{n} = malloc(sizeof *p{n});\n"
                           f"  if (!p{n}) return 0;")
        return f"(*p{n})"

    def local(self):
        n = self.number
        self.is_own = True
        kind = self.choice.choice(TYPES[:4])
        self.inside.append(f"volatile {kind} l{n} = 0;")
        return f"l{n}"

    def local_array(self):
        n = self.number
        self.is_own = True
        self.inside.append(f"volatile int l{n}[3] = {{0, 0, 0}};")
        return f"l{n}[{self.choice.randrange(3)}]"

    def local_taken(self):
        n = self.number
        self.outside.append(f"static void take{n}(volatile int *p) {{ *p = 0; "
                            f"}}")
        self.inside.append(f"volatile int l{n} = 0; take{n}(&l{n});")
        return f"l{n}"

    def static_local(self):
        n = self.number
        self.inside.append(f"static volatile int l{n};")
        return f"l{n}"

    def atomic(self):
        n = self.number
        self.outside.append(f"static volatile _Atomic int v{n};")
        return f"v{n}"

    def register(self):
        n = self.number
        address = 4096 * self.choice.randint(1, 0xfff00)
        if self.choice.random() < 0.5:
            return f"(*(volatile int *){address:#x})"
        self.outside.append(f"struct uart{n} {{ volatile int a, b; }};")
        self.inside.append(f"struct uart{n} *u{n} = (struct uart{n} *)"
                           f"{address:#x};")
        return f"u{n}->{self.choice.choice('ab')}"

    FORMS = ["scalar", "scalar", "qualified", "member", "whole", "element",
             "field", "pointer", "cast", "heap", "local", "local", "local_array",
             "local_taken", "static_local", "atomic", "register"]

    def make(self, is_device):
        forms = [f for f in self.FORMS if is_device or f != "register"]
        self.place = getattr(self, self.choice.choice(forms))()

    def constant(self):
        return self.choice.randint(1, 15)

    # Claims that hold whatever the device does.

    def safe(self):
        n, v, c = self.number, self.place, self.constant()
        return self.choice.choice([
            f"int a{n} = {v}; int b{n} = a{n}; assert(a{n} == b{n});",
            f"int a{n} = {v} & 7; assert(a{n} >= 0 && a{n} <= 7);",
            f"{v} = {c}; int a{n} = {v}; if (a{n} > 9) a{n} = 9; "
            f"assert(a{n} <= 9);",
            f"int a{n} = {v}; int b{n} = {c}; {v} = b{n}; assert(b{n} == {c});",
            f"if ({v}) {{ int a{n} = 1; assert(a{n}); }}",
            f"int a{n} = 0; while ({v} != {c} && a{n} < 5) a{n}++; "
            f"assert(a{n} <= 5);",
            f"int a{n} = {v}; assert(a{n} - a{n} == 0);",
        ])

    # Claims that hold only as long as nobody else writes.

    def steady(self):
        n, v, c = self.number, self.place, self.constant()
        return self.choice.choice([
            f"{v} = {c}; assert({v} == {c});",
            f"{v} = {c}; int a{n} = {v}, b{n} = {v}; assert(a{n} == b{n});",
            f"{v} = {c}; {v} = {v} + 1; assert({v} == {c + 1});",
            f"{v} = {c}; if ({v} != {c}) assert(0);",
            f"{v} = 1; while ({v}) {{ {v} = 0; }} int a{n} = {v}; "
            f"assert(a{n} == 0);",
            f"{v} = {c}; int a{n} = {v}; if (a{n} == {c}) assert({v} == {c});",
            f"{v} = {c}; {v}++; int a{n} = {v}; assert(a{n} == {c + 1});",
        ])

    # Claims that are wrong as memory, too.

    def wrong(self):
        n, v, c = self.number, self.place, self.constant()
        return self.choice.choice([
            f"{v} = {c}; int a{n} = {v}; assert(a{n} != {c});",
            f"{v} = {c}; if ({v} == {c}) {{ int a{n} = {v}; "
            f"assert(a{n} != {c}); }}",
            f"int a{n} = input() & 7; {v} = a{n}; assert({v} != 3);",
        ])


def copies(choice, number):
    """A copy of a volatile struct: (outside, inside, safe, steady)."""
    n = number
    fields = choice.choice(["int a, b;", "short a; int b;",
                            "int a; char t[3]; int b;"])
    return (f"struct c{n} {{ {fields} }};\n"
            f"static volatile struct c{n} g{n};",
            f"g{n}.a = 4; struct c{n} h{n} = g{n};",
            f"struct c{n} k{n} = h{n}; assert(k{n}.a == h{n}.a);",
            f"assert(h{n}.a == 4);")


def generate(seed):
    choice = random.Random(seed)
    mode = choice.choice(["default", "device", "device", "memory", "task"])
    is_device = mode in ("default", "device")
    outside, inside, fails = [], [], False
    count = choice.randint(1, 2)
    faulty = choice.randrange(2 * count)  # half of the programs have one
    for number in range(count):
        kind = ("steady" if choice.random() < 0.75 else "wrong"
                ) if number == faulty else (
                    "safe" if is_device or choice.random() < 0.4 else "steady")
        if choice.random() < 0.12 and kind != "wrong":
            before, start, safe, steady = copies(choice, number)
            outside.append(before)
            inside += [start, safe if kind == "safe" else steady]
            fails |= kind == "steady" and is_device
            continue
        maker = Maker(choice, number)
        maker.make(is_device)
        claim = getattr(maker, kind)()
        outside += maker.outside
        inside += maker.inside + [claim]
        fails |= kind == "wrong" or (kind == "steady" and is_device
                                     and not maker.is_own)
    text = "\n".join(
        ["#include <assert.h>", "#include <stdlib.h>",
         "extern int __VERIFIER_nondet_int(void);",
         "static int input(void) { return __VERIFIER_nondet_int(); }"]
        + outside + ["int main(void) {"] + [f"  {line}" for line in inside]
        + ["  return 0;", "}", ""])
    files = {"program.c": text}
    options, operands = [], None
    if mode in ("device", "memory"):
        options = [f"--volatile={mode}"]
    if mode == "task":
        files["task.yml"] = ("format_version: '2.0'\n"
                             "input_files: 'program.c'\n"
                             "properties:\n  - property_file: p.prp\n"
                             "options:\n  language: C\n  data_model: LP64\n")
        files["p.prp"] = ("CHECK( init(main()), LTL(G ! "
                          "call(__assert_fail())) )\n")
        operands = ["task.yml"]
    if choice.random() < 0.2 and mode != "task":
        if "u0" not in text and "u1" not in text:
            options.append("--32")
    return Case(files=files, options=options, operands=operands,
                expected="false" if fails else "true", about=mode)
