"""Small programs with threads of which some do the same (twins, threads/twins.h).

Two or three threads that start with one routine, perhaps one with another, and main, which
waits for them in any order, for some of them only, or does something in between. Seldom a
thread has an object of its own, or waits on a condition: then there are no twins. The
verdict comes from trying all interleavings (threads.py).
"""
import random
import re

from case import Case
from classes.threads import (HEAD, VALUES, Program, Thread, TooLarge, declare,
                             explore, main_function)

DECIDED = 80


class Twins(Program):
    def __init__(self, choice, size):
        super().__init__(choice, size)
        self.has_own = choice.random() < .1
        self.has_conditions = choice.random() < .1
        self.is_sharp = choice.random() < .8

    def visible(self, thread):
        known = [i for i, name in enumerate(thread.names)
                 if not name.startswith("hidden") and
                 (name != "own" or self.has_own)]
        return self.choice.choice(known)

    def wait(self, thread, which):
        return super().wait(thread, which) if self.has_conditions else []

    def signal(self, thread, depth):
        return super().signal(thread, depth) if self.has_conditions else \
            self.assign(thread, depth)


def twin_of(first, number):
    thread = Thread(number)
    thread.code, thread.names = first.code, first.names
    thread.registers = first.registers
    return thread


def build(choice, size):
    program = Twins(choice, size)
    count = choice.choice([2, 2, 3, 3])
    threads = [Thread(0), Thread(1)]
    bodies = program.function(threads[1])
    routines = [0, 1]
    other = None
    for k in range(2, count + 1):
        if count > 2 and not other and choice.random() < .3:
            other = Thread(k)
            bodies += program.function(other)
            threads.append(other)
            routines.append(k)
        else:
            threads.append(twin_of(threads[1], k))
            routines.append(1)
    text = main_function(program, threads[0], count)
    bodies += [re.sub(r"(pthread_create\(&t\d, 0, f)(\d)",
                      lambda m: m[1] + str(routines[int(m[2])]), line)
               for line in text]
    fails, last = explore(threads, tuple(program.initial), tuple(program.sync))
    head = HEAD
    if program.is_sharp:
        others = {(a, b) for a in range(VALUES) for b in range(VALUES)} - last
        wanted = last if last and choice.random() < .7 else others
        chosen = choice.choice(sorted(wanted or last or others))
        fails = chosen in last
        head += f"#define FIRST {chosen[0]}\n#define SECOND {chosen[1]}\n"
    return "\n".join([head, *declare(program), *bodies, ""]), fails


def generate(seed):
    choice = random.Random(f"twins {seed}")
    size = choice.randint(1, 4)
    while True:
        try:
            text, fails = build(choice, size)
            break
        except TooLarge:
            size = max(1, size - 1)
    return Case({"program.c": text}, "false" if fails else {"true", "vacuous"},
                about="an assertion fails" if fails else "no assertion fails")
