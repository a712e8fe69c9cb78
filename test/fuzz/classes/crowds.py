"""Any number of threads that do the same.

Main creates threads in a loop that an input ends, and joins none. The verdict
comes from trying all interleavings of up to three of them, as in threads.py: if
an assertion can fail then, `true` is wrong. If none can, four might: `false` is
right wherever it is said, because a run confirmed it.
"""
import random

from case import Case
from classes.threads import (HEAD, Program, Thread, TooLarge, declare, explore,
                             VALUES)

DECIDED = 40
MOST = 3


class Alike(Program):
    """What has no place in a crowd is left out."""

    def __init__(self, choice, size):
        super().__init__(choice, size)
        self.pointed = None
        self.is_sharp = True

    def wait(self, thread, which):
        return []

    def signal(self, thread, depth):
        return self.assign(thread, depth)

    def barrier(self, thread, depth):
        return self.assign(thread, depth)

    def function(self, thread, seen):
        self.held, self.in_section, self.ups = [], False, 0
        for name in ("x", "y"):
            thread.register()
            thread.names.append(name)
        lines = ["static void *f(void *given) {",
                 "int own = 0, x = 0, y = 0;"]
        lines += self.nearly(thread) if self.is_nearly else \
            self.block(thread, 0)
        return lines + self.look(thread, seen) + ["return given;", "}"]

    def look(self, thread, seen):
        """What it sees is noted; it must not be something."""
        thread.emit("load", 1, lambda r: 0)
        thread.emit("load", 2, lambda r: 1)
        thread.emit("assert", lambda r: seen.add((r[1], r[2])) or True)
        return ["x = g0; y = g1;", "assert(!(x == FIRST && y == SECOND));"]


def body(choice, size, seen):
    """The same code for all, made anew from the same state of chance."""
    state = choice.getstate()
    threads = []
    for number in range(1, MOST + 1):
        choice.setstate(state)
        program = Alike(choice, size)
        thread = Thread(number)
        lines = program.function(thread, seen)
        threads.append(thread)
    return program, threads, lines


def main_function(program, main, count, seen):
    main.registers = 4
    main.names = ["own", "x", "y", "hidden"]
    for number in range(1, count + 1):
        main.emit("any", 3, 2)
        jump = main.emit("unless", lambda r: r[3], None)
        main.emit("start", number)
        main.code[jump][2] = len(main.code)
    lines = program.look(main, seen)
    main.emit("stop")
    return ["int main(void) {", "pthread_t t; int x = 0, y = 0;",
            f"sem_init(&s, 0, {program.sync[4]});",
            "while (__VERIFIER_nondet_int() & 1)",
            "pthread_create(&t, 0, f, 0);", *lines, "return 0;", "}"]


def build(choice, size):
    seen = set()
    program, others, lines = body(choice, size, seen)
    reached = []
    for count in range(1, MOST + 1):
        main, before = Thread(0), set(seen)
        last = main_function(program, main, count, seen)
        explore([main, *others[:count]], tuple(program.initial),
                tuple(program.sync))
        reached.append(seen - before)
    all_pairs = {(a, b) for a in range(VALUES) for b in range(VALUES)}
    groups = [sorted(group) for group in (all_pairs - seen, *reached) if group]
    weights = [4 if set(group) - seen else 1 + place
               for place, group in enumerate(groups)]
    first, second = choice.choice(choice.choices(groups, weights)[0])
    declarations = [line for line in declare(program)
                    if "_Thread_local" not in line]
    head = HEAD + f"#define FIRST {first}\n#define SECOND {second}\n"
    return "\n".join([head, *declarations, *lines, *last, ""]), \
        (first, second) in seen


def generate(seed):
    choice = random.Random(f"crowds {seed}")
    size = choice.randint(1, 2)
    for _ in range(50):
        try:
            text, fails = build(choice, size)
            break
        except TooLarge:
            size = max(1, size - 1)
    return Case({"program.c": text},
                "false" if fails else {"true", "vacuous", "false"},
                about="an assertion fails" if fails else "none fails with "
                f"{MOST} threads")
