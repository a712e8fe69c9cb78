"""Small programs with threads, and a specification that hears all of them.

The programs are those of threads.py, with calls that are actions of a random
specification: of functions, of the first mutex, of all mutexes by procedure
abstractions, of functions where a global has some value, or for each of a few
numbers. The verdict comes from trying all interleavings of the single steps,
without any reduction, with the state of the specification beside them: an action
is a step of its own, after the call of what gets a lock, before that of what
gives it back.

A reduction that hides the order of actions shows where only that order is
forbidden: many of the specifications forbid one sequence of actions that is heard
only if somebody is interrupted right after an action, or one that nearly is.
"""
import random

from case import Case
from classes.threads import (HEAD, MOST_STATES, VALUES, Program, Thread,
                             TooLarge, declare, main_function, steps)

DECIDED = 80
HALF = 1 << 20          # added to a location in the middle of a lock's call
NAMES = ("put", "get", "end")
MODES = ("calls", "calls", "locks", "procs", "guarded", "each")
OBJECTS = 2
LONGEST = 5             # of what is heard, in actions


class Heard(Program):
    def __init__(self, choice, size):
        super().__init__(choice, size)
        self.mode = choice.choice(MODES)
        self.actions = NAMES[:choice.randint(1, 3)]
        self.is_sharp = False
        self.guard = choice.randrange(VALUES)
        self.share = choice.choice([.3, .5, .8])

    # A call that is an action, in the place of an assertion or an assignment

    def act(self, thread):
        name = self.choice.choice(self.actions)
        if self.mode == "each" and self.choice.random() < .7:
            if self.choice.random() < .6:
                number = self.choice.randrange(OBJECTS)
                thread.emit("event", "use", lambda r, n=number: n)
                return [f"use({number});"]
            register = self.visible(thread)
            thread.emit("event", "use", lambda r, i=register: r[i])
            return [f"use({self.name(thread, register)});"]
        if self.mode == "guarded" and self.choice.random() < .6:
            thread.emit("event if", "guarded", 0, self.guard)
            return ["guarded();"]
        thread.emit("event", name, None)
        return [f"{name}();"]

    def check(self, thread, depth):
        return self.act(thread)

    def assign(self, thread, depth):
        if self.choice.random() < self.share:
            return self.act(thread)
        return super().assign(thread, depth)

    def read_cell(self, thread, index):
        if self.choice.random() < self.share:
            return self.act(thread)
        return super().read_cell(thread, index)

    def write_cell(self, thread, index):
        if self.choice.random() < self.share / 2:
            return self.act(thread)
        return super().write_cell(thread, index)

    def wait(self, thread, which):
        return []       # it would be heard by an abstraction, too

    # What the specification hears

    def alphabet(self):
        more = {"calls": (), "locks": ("locked", "unlocked"),
                "procs": ("lock", "unlock", "busy"), "guarded": ("guarded",),
                "each": ("use",)}[self.mode]
        return [*self.actions, *more]

    def lock_event(self, op, word, has_got):
        """The action of an operation on a mutex, or None."""
        if word > 1 or self.mode not in ("locks", "procs"):
            return None
        if self.mode == "locks" and (word != 0 or not has_got):
            return None
        names = ("locked", "unlocked", None) if self.mode == "locks" else \
            ("lock", "unlock", "busy")
        return names[1] if op == "give" else names[0 if has_got else 2]


# ---- Steps, with what is heard ----------------------------------------------

def put(state, at, pc):
    pcs = list(state[0])
    pcs[at] = pc
    return (tuple(pcs), *state[1:])


def half_moves(program, threads, state, at):
    pc = state[0][at] - HALF
    op, *rest = threads[at].code[pc]
    if op == "give":            # it was heard, and happens now
        for to, _, ended in steps(threads, put(state, at, pc), at):
            yield to, None, ended
    else:                       # it has happened, and is heard now
        has_got = op == "take" or state[1][at][rest[0]] == 1
        word = rest[0] if op == "take" else rest[1]
        event = program.lock_event(op, word, has_got)
        yield put(state, at, pc + 1), (event, None), False


def moves(program, threads, state, at):
    """(state, (action, object) or None, does the program end)."""
    pc = state[0][at]
    if pc >= HALF:
        yield from half_moves(program, threads, state, at)
        return
    op, *rest = threads[at].code[pc]
    if op == "event":
        about = rest[1](state[1][at]) if rest[1] else None
        yield put(state, at, pc + 1), (rest[0], about), False
    elif op == "event if":
        heard = (rest[0], None) if state[2][rest[1]] == rest[2] else None
        yield put(state, at, pc + 1), heard, False
    elif op == "give" and program.lock_event(op, rest[0], True):
        yield put(state, at, pc + HALF), \
            (program.lock_event(op, rest[0], True), None), False
    elif op in ("take", "try"):
        word = rest[0] if op == "take" else rest[1]
        for to, _, ended in steps(threads, state, at):
            has_got = op == "take" or to[1][at][rest[0]] == 1
            is_heard = program.lock_event(op, word, has_got)
            yield (put(to, at, pc + HALF) if is_heard else to), None, ended
    else:
        for to, _, ended in steps(threads, state, at):
            yield to, None, ended


class Automaton:
    """States are numbers; what has no step is forbidden."""

    def __init__(self, choice, alphabet, is_each):
        self.alphabet, self.is_each = alphabet, is_each
        self.count = choice.randint(1, 4)
        self.steps = {}
        density = choice.choice([.6, .75, .9])
        for state in range(self.count):
            for action in alphabet:
                if choice.random() < density:
                    self.steps[state, action] = choice.randrange(self.count)
        # Where main may return; or returns are not spoken of
        self.returns = None if choice.random() < .6 else {
            state for state in range(self.count) if choice.random() < .7}
        if self.returns is not None and not self.returns & self.reached():
            self.returns = None

    def reached(self):
        """What nothing leads to is no part of the specification."""
        found, pending = {0}, [0]
        while pending:
            at = pending.pop()
            for (state, _), to in self.steps.items():
                if state == at and to not in found:
                    found.add(to)
                    pending.append(to)
        return found

    def begin(self):
        return (0,) * (VALUES if self.is_each else 1)

    def hear(self, where, event):
        """The next states, or None where it is forbidden."""
        action, about = event
        after = list(where)
        for i, state in enumerate(where):
            if about is not None and about != i:
                continue
            if (state, action) not in self.steps:
                return None
            after[i] = self.steps[state, action]
        return tuple(after)

    def forbids_return(self, where):
        return self.returns is not None and any(
            state not in self.returns for state in where)

    def text(self):
        states = []
        for state in range(self.count):
            ways = [f"{action}{'(n)' if action == 'use' else ''} -> S{to}"
                    for (at, action), to in sorted(self.steps.items())
                    if at == state]
            if self.returns is not None and state in self.returns:
                ways.append("return{*}")
            each = " for each n" if self.is_each and not state else ""
            body = f"( {' | '.join(ways)} )" if ways else "END"
            states.append(f"S{state}{each} = {body}")
        names = ", ".join("use(n)" if action == "use" else action
                          for action in self.alphabet)
        return f"property {', '.join(states)} + {{{names}}};\n"


class Forbidding(Automaton):
    """One sequence of actions is forbidden, and nothing else."""

    def __init__(self, alphabet, trace):
        self.alphabet, self.is_each, self.returns = alphabet, False, None
        self.count = len(trace) + 1
        self.steps = {(state, action): len(trace)
                      for state in range(self.count) for action in alphabet}
        for state, action in enumerate(trace):
            self.steps[state, action] = state + 1
        del self.steps[len(trace) - 1, trace[-1]]


def traces(program, threads, is_coarse):
    """What can be heard, up to a few actions. Coarse: if who has acted goes on."""
    first = ((tuple([0] + [-1] * (len(threads) - 1)),
              tuple((0,) * thread.registers for thread in threads),
              tuple(program.initial), tuple(program.sync), 0), (), None)
    seen, pending, found = {first}, [first], set()
    while pending:
        state, heard, actor = pending.pop()
        found.add(heard)
        for at, thread in enumerate(threads):
            pc = state[0][at]
            if pc < 0 or pc == len(thread.code) or \
                    state[4] not in (0, at + 1) or actor not in (None, at):
                continue
            for to, event, ended in moves(program, threads, state, at):
                goes_on = is_coarse and event and \
                    to[0][at] != len(thread.code)
                entry = (to, heard + (event[0],) if event else heard,
                         at if goes_on else None)
                if event and len(heard) == LONGEST:
                    continue
                if not ended and entry not in seen:
                    seen.add(entry)
                    pending.append(entry)
        if len(seen) > MOST_STATES:
            raise TooLarge
    return found


def violates(program, threads, automaton):
    first = ((tuple([0] + [-1] * (len(threads) - 1)),
              tuple((0,) * thread.registers for thread in threads),
              tuple(program.initial), tuple(program.sync), 0),
             automaton.begin())
    seen, pending = {first}, [first]
    while pending:
        state, where = pending.pop()
        for at, thread in enumerate(threads):
            pc = state[0][at]
            if pc < 0 or pc == len(thread.code) or state[4] not in (0, at + 1):
                continue
            for to, event, ended in moves(program, threads, state, at):
                after = automaton.hear(where, event) if event else where
                if after is None or (ended and automaton.forbids_return(where)):
                    return True
                if not ended and (to, after) not in seen:
                    seen.add((to, after))
                    pending.append((to, after))
        if len(seen) > MOST_STATES:
            raise TooLarge
    return False


# ---- Texts ------------------------------------------------------------------

def specification(program, automaton):
    lines = [f"event {name} = call {name};" for name in program.actions]
    if program.mode == "locks":
        lines += ["event locked = ret pthread_mutex_lock(&m0)",
                  "  or ret pthread_mutex_trylock(&m0) -> 0;",
                  "event unlocked = call pthread_mutex_unlock(&m0);"]
    elif program.mode == "procs":
        lines += ["assume proc int pthread_mutex_lock(pthread_mutex_t *m) : "
                  "( lock -> return{0} );",
                  "assume proc int pthread_mutex_unlock(pthread_mutex_t *m) : "
                  "( unlock -> return{0} );",
                  "assume proc int pthread_mutex_trylock(pthread_mutex_t *m) : "
                  "( tau -> lock -> return{0} | tau -> busy -> return{$ > 0} );"]
    elif program.mode == "guarded":
        lines.append(f"event guarded = call guarded when (g0 == {program.guard});")
    elif program.mode == "each":
        lines.append("event use(n) = call use(n);")
    return "\n".join([*lines, automaton.text(), "check main refines S0;", ""])


def functions(program):
    """What is called, and one that nobody calls, for names that are not used."""
    lines = [f"void {name}(void) {{}}" for name in NAMES]
    return lines + ["void guarded(void) {}", "void use(int n) { (void)n; }",
                    "void nobody(void) { pthread_mutex_lock(&m0); "
                    "pthread_mutex_trylock(&m0); pthread_mutex_unlock(&m0); "
                    "g0 = g0 + 1; }"]


def sharp(choice, program, threads):
    """Forbids what is heard only if somebody is interrupted after an action, or
    what is not heard but nearly; None if there is nothing of the kind."""
    if program.mode == "each" or choice.random() < .4:
        return None
    all_heard = traces(program, threads, False)
    if choice.random() < .3:
        near = {heard[:-1] + (action,) for heard in all_heard if heard
                for action in program.alphabet()} - all_heard
    else:
        near = all_heard - traces(program, threads, True)
    return Forbidding(program.alphabet(), choice.choice(sorted(near))) \
        if near else None


def any_automaton(choice, program, threads):
    wanted = choice.random() < .5
    for _ in range(8):
        automaton = Automaton(choice, program.alphabet(),
                              program.mode == "each")
        if violates(program, threads, automaton) == wanted:
            break
    return automaton


def build(choice, size):
    program = Heard(choice, size)
    count = choice.choice([1, 2, 2, 2, 3])
    threads = [Thread(k) for k in range(count + 1)]
    bodies = []
    for thread in threads[1:]:
        bodies += program.function(thread)
    bodies += main_function(program, threads[0], count)
    automaton = sharp(choice, program, threads) or \
        any_automaton(choice, program, threads)
    fails = violates(program, threads, automaton)
    text = "\n".join([HEAD, *declare(program), *functions(program), *bodies, ""])
    return text, specification(program, automaton), fails, program.mode


def generate(seed):
    choice = random.Random(f"monitors {seed}")
    size = choice.randint(2, 4)
    while True:
        try:
            text, spec, fails, mode = build(choice, size)
            break
        except TooLarge:
            size = max(1, size - 1)
    return Case({"program.c": text, "check.spec": spec},
                "false" if fails else {"true", "vacuous"},
                options=["--spec", "check.spec"],
                about=f"{mode}, " + ("forbidden" if fails else "allowed"))
