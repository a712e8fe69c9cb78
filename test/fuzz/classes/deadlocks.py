"""Small programs with threads: can they come to a state in which nobody goes on?

The programs are those of threads.py, with more that has to wait. There is a
deadlock if some interleaving of the single steps, without any reduction, comes to
a state in which no thread can make one, and one has not ended. Conditions are
left out.
"""
import random

from case import Case
from classes.threads import (HEAD, MOST_STATES, Program, Thread, TooLarge,
                             declare, main_function, steps)

DECIDED = 80


class Waiting(Program):
    def __init__(self, choice, size):
        super().__init__(choice, size)
        self.is_sharp = True
        self.is_nearly = False
        self.disciplined = False

    def wait(self, thread, which):
        return []       # conditions would have to be counted

    def ordered(self, thread, depth, first=None):
        first = self.choice.randrange(2) if first is None else first
        lines = self.take(thread, first) + self.take(thread, 1 - first)
        lines += self.assign(thread, depth)
        for which in self.choice.sample([0, 1], 2):
            lines += self.give_up(thread, which)
        return lines

    def block(self, thread, depth, kinds=None):
        if kinds is None and not self.in_section and not self.held \
                and depth == 0:
            kinds = [self.assign, self.assign, self.branch, self.ordered,
                     self.locked, self.tried, self.reading, self.semaphore,
                     self.semaphore, self.barrier, self.section]
        return super().block(thread, depth, kinds)


def is_stuck(threads, state, moves):
    return not any(moves.values()) and any(
        0 <= state[0][at] < len(thread.code)
        for at, thread in enumerate(threads))


def has_deadlock(threads, cells, sync):
    first = (tuple([0] + [-1] * (len(threads) - 1)),
             tuple((0,) * thread.registers for thread in threads),
             cells, sync, 0)
    seen, pending = {first}, [first]
    found = False
    while pending:
        state = pending.pop()
        moves = {}
        for at, thread in enumerate(threads):
            pc = state[0][at]
            if pc < 0 or pc >= len(thread.code) or state[4] not in (0, at + 1):
                continue
            moves[at] = list(steps(threads, state, at))
        found = found or is_stuck(threads, state, moves)
        for reached in moves.values():
            for to, failed, ended in reached:
                if not failed and not ended and to not in seen:
                    seen.add(to)
                    pending.append(to)
        if len(seen) > MOST_STATES:
            raise TooLarge
    return found


def build(choice, size):
    program = Waiting(choice, size)
    count = choice.choice([1, 2, 2, 2, 3])
    threads = [Thread(k) for k in range(count + 1)]
    bodies = []
    for thread in threads[1:]:
        bodies += program.function(thread)
    bodies += main_function(program, threads[0], count)
    stuck = has_deadlock(threads, tuple(program.initial), tuple(program.sync))
    head = HEAD + "#define FIRST 9\n#define SECOND 9\n"
    return "\n".join([head, *declare(program), *bodies, ""]), stuck


def generate(seed):
    choice = random.Random(f"deadlocks {seed}")
    size = choice.randint(1, 4)
    while True:
        try:
            text, stuck = build(choice, size)
            break
        except TooLarge:
            size = max(1, size - 1)
    return Case({"program.c": text},
                "false(no-deadlock)" if stuck else {"true", "vacuous"},
                options=["--deadlock"],
                about="a deadlock" if stuck else "no deadlock")
