"""Small programs with threads: can two accesses race?

The programs are those of threads.py. There is a race if some interleaving of
the single accesses, without any reduction, comes to a state in which two threads
are about to access one cell, one of them writes, and not both do it atomically;
or in which one of them is in an atomic section and the other is not.
"""
import random

from case import Case
from classes.threads import (HEAD, MOST_STATES, Program, Thread, TooLarge,
                             declare, main_function, steps)

DECIDED = 80
PROPERTY = "CHECK( init(main()), LTL(G ! data-race) )\n"


def access(program, thread, registers, pc):
    """(cell, writes, atomically), or None."""
    if pc < 0 or pc >= len(thread.code):
        return None
    op, *rest = thread.code[pc]
    if op not in ("load", "store", "update"):
        return None
    cell = rest[0](registers) if op == "store" else rest[1](registers)
    names = program.cells
    atomic = op == "update" or (cell < len(names) and
                                names[cell] in program.atomics)
    return cell, op != "load", atomic


def conflict(first, second):
    return (first and second and first[0] == second[0] and
            (first[1] or second[1]) and not (first[2] and second[2]))


def has_race(program, threads, cells, sync):
    first = (tuple([0] + [-1] * (len(threads) - 1)),
             tuple((0,) * thread.registers for thread in threads),
             cells, sync, 0)
    seen, pending = {first}, [first]
    while pending:
        state = pending.pop()
        now = [access(program, thread, state[1][at], state[0][at])
               for at, thread in enumerate(threads)]
        for i in range(len(threads)):
            for k in range(i):
                if conflict(now[i], now[k]):
                    return True
        for at, thread in enumerate(threads):
            pc = state[0][at]
            if pc < 0 or pc >= len(thread.code) or state[4] not in (0, at + 1):
                continue
            for to, failed, ended in steps(threads, state, at):
                if not failed and not ended and to not in seen:
                    seen.add(to)
                    pending.append(to)
        if len(seen) > MOST_STATES:
            raise TooLarge
    return False


def build(choice, size):
    program = Program(choice, size)
    program.is_sharp = True
    if choice.random() < .6:
        # So that not everything races
        program.is_nearly = True
        program.exception = choice.choice([0, choice.randrange(9),
                                           choice.randrange(9)])
        program.pointed = None if choice.random() < .7 else program.pointed
    if choice.random() < .3:
        program.atomics = set(program.cells)
        program.pointed = None
    count = choice.choice([1, 2, 2, 2, 3])
    threads = [Thread(k) for k in range(count + 1)]
    bodies = []
    for thread in threads[1:]:
        bodies += program.function(thread)
    bodies += main_function(program, threads[0], count)
    races = has_race(program, threads, tuple(program.initial),
                     tuple(program.sync))
    head = HEAD + "#define FIRST 9\n#define SECOND 9\n"
    return "\n".join([head, *declare(program), *bodies, ""]), races


def generate(seed):
    choice = random.Random(f"races {seed}")
    size = choice.randint(2, 5)
    while True:
        try:
            text, races = build(choice, size)
            break
        except TooLarge:
            size = max(1, size - 1)
    return Case({"program.c": text, "race.prp": PROPERTY},
                "false" if races else {"true", "vacuous"},
                options=["--spec", "race.prp"],
                about="two accesses race" if races else "no race")
