"""Small programs with threads whose steps nearly commute.

Adding and subtracting constants, exclusive or, taking the greater value, writing
constants, under a mutex, in an atomic section or in one atomic operation; and now
and then something that does not commute with the others: another operation, a read
whose value is kept, a mutex that is not taken, one that is held for longer, an
early look by main, an assumption. The verdict comes from trying all interleavings (threads.py).
"""
import random

from case import Case
from classes.threads import (HEAD, VALUES, Program, Thread, TooLarge,
                             coarse_ends, declare, explore, main_function)

DECIDED = 90


class Commuting(Program):
    def __init__(self, choice, size):
        super().__init__(choice, size)
        self.is_sharp, self.is_nearly, self.disciplined = True, False, False
        self.atomics = set()
        self.pointed = None
        # Mostly one kind of operation for each cell
        self.kinds = [choice.choice(["add", "xor", "max", "set"])
                      for _ in self.cells]
        self.noise = choice.choice([0, .1, .25])

    def operation(self, index, old):
        """C text of the new value of a cell, and the same as a function."""
        kind = self.kinds[index]
        if self.choice.random() < self.noise:
            kind = self.choice.choice(["add", "xor", "max", "set"])
        number = self.choice.randrange(1, VALUES)
        return {
            "add": (f"({old} + {number}) & 3", lambda v, n=number: v + n),
            "xor": (f"{old} ^ {number}", lambda v, n=number: v ^ n),
            "max": (f"{old} < {number} ? {number} : {old}",
                    lambda v, n=number: max(v, n)),
            "set": ("2", lambda v: 2)}[kind]

    def change(self, thread, index):
        """One read and one write, or only a write."""
        name = self.cells[index]
        register = thread.register()
        local = f"v{register}"
        thread.names.append("hidden")
        text, f = self.operation(index, local)
        thread.emit("load", register, lambda r, i=index: i)
        lines = [f"int {local} = {name};", f"{name} = {text};"]
        thread.emit("store", lambda r, i=index: i,
                    lambda r, k=register, f=f: f(r[k]))
        if self.choice.random() < self.noise:
            thread.emit("set", 1, lambda r, k=register: r[k])
            lines.append(f"x = {local};")
        return lines

    def protected(self, thread):
        which = 1 if self.choice.random() < self.noise / 2 else 0
        if self.choice.random() < self.noise / 2:
            return self.change(thread, self.choice.randrange(2))
        lines = self.take(thread, which)
        for _ in range(self.choice.choice([1, 1, 2])):
            lines += self.change(thread, self.choice.randrange(2))
        if self.choice.random() < self.noise / 2 and self.choice.random() < .5:
            self.held.append(which)
            lines += self.wait(thread, which)
        return ["{", *lines, *self.give_up(thread, which), "}"]

    def need(self, thread):
        """Executions in which a cell has some value end here."""
        index, number = self.choice.randrange(2), self.choice.randrange(VALUES)
        register = thread.register()
        thread.names.append("hidden")
        thread.emit("load", register, lambda r, i=index: i)
        thread.emit("unless", lambda r, k=register, n=number: r[k] != n,
                    len(thread.code))
        return [f"__VERIFIER_assume({self.cells[index]} != {number});"]

    def in_one(self, thread):
        thread.emit("begin")
        lines = self.need(thread) if self.choice.random() < self.noise else []
        lines += self.change(thread, self.choice.randrange(2))
        thread.emit("end")
        return ["{", "__VERIFIER_atomic_begin();", *lines,
                "__VERIFIER_atomic_end();", "}"]

    def odd(self, thread):
        """What depends on a cell, and goes to another one."""
        index = self.choice.randrange(2)
        thread.emit("take", 0)
        thread.emit("load", 2, lambda r, i=index: i)
        thread.emit("store", lambda r, i=1 - index: i, lambda r: r[2])
        thread.emit("give", 0)
        return ["pthread_mutex_lock(&m0);", f"y = {self.cells[index]};",
                f"{self.cells[1 - index]} = y;", "pthread_mutex_unlock(&m0);"]

    def block(self, thread, depth, kinds=None):
        lines = []
        for _ in range(self.choice.randint(1, self.size)):
            way = self.choice.random()
            if way < self.noise / 2:
                lines += self.odd(thread)
            elif way < .25:
                lines += self.in_one(thread)
            else:
                lines += self.protected(thread)
        return lines


def build(choice, size):
    program = Commuting(choice, size)
    count = choice.choice([2, 2, 3, 3])
    threads = [Thread(k) for k in range(count + 1)]
    bodies = []
    for thread in threads[1:]:
        bodies += program.function(thread)
    bodies += main_function(program, threads[0], count)
    _, last = explore(threads, tuple(program.initial), tuple(program.sync))
    hard = last - coarse_ends(threads, tuple(program.initial),
                              tuple(program.sync))
    others = {(a, b) for a in range(VALUES) for b in range(VALUES)} - last
    wanted = hard if hard and choice.random() < .5 else \
        last if last and choice.random() < .6 else others
    chosen = choice.choice(sorted(wanted or last or others))
    head = HEAD + "extern void __VERIFIER_assume(int);\n" \
        f"#define FIRST {chosen[0]}\n#define SECOND {chosen[1]}\n"
    return "\n".join([head, *declare(program), *bodies, ""]), chosen in last


def generate(seed):
    choice = random.Random(f"commuting {seed}")
    size = choice.randint(1, 3)
    while True:
        try:
            text, fails = build(choice, size)
            break
        except TooLarge:
            size = max(1, size - 1)
    return Case({"program.c": text}, "false" if fails else {"true", "vacuous"},
                about="an assertion fails" if fails else "no assertion fails")
