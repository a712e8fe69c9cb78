"""Small programs with threads: every interleaving counts, and no other.

Two or three threads (in all four with main) on a few variables of two bits:
plain and atomic accesses, through names, pointers and indices, locks of all
kinds, atomic sections, semaphores, barriers, conditions, trying, joining in any
order or not at all. The verdict comes from trying all interleavings of the
single accesses, without any reduction, on a representation of this file's own.

A reduction that is wrong shows only where it loses something: half of the
programs nearly keep to one mutex, with one thing that is not as it should be,
and where some ends are reached only if threads are interrupted in the middle of
their critical sections, the assertion is about one of those.
"""
import random

from case import Case

DECIDED = 80
MOST_STATES = 60000
VALUES = 4

HEAD = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
"""


class TooLarge(Exception):
    pass


# ---- A machine for all threads at once --------------------------------------
#
# A thread is a list of instructions on registers of its own. Instructions that
# touch what is shared are one step each; so are all others.

class Thread:
    def __init__(self, number):
        self.number = number
        self.code = []
        self.registers = 1      # register 0 is its _Thread_local variable
        self.names = ["own"]

    def register(self):
        self.registers += 1
        return self.registers - 1

    def emit(self, *instruction):
        self.code.append(list(instruction))
        return len(self.code) - 1


def steps(threads, state, at):
    """What the thread can do next: (state, has failed, does the program end)."""
    pcs, regs, cells, sync, owner = state
    pc = pcs[at]
    op, *rest = threads[at].code[pc]

    def after(to=pc + 1, reg=None, cell=None, locks=None, holder=owner,
              started=None):
        new_pcs, new_regs = list(pcs), list(regs)
        new_pcs[at] = to
        if started is not None:
            new_pcs[started] = 0
        if reg:
            own = list(regs[at])
            own[reg[0]] = reg[1]
            new_regs[at] = tuple(own)
        new_cells = cells
        if cell:
            new_cells = list(cells)
            new_cells[cell[0]] = cell[1]
            new_cells = tuple(new_cells)
        new_sync = sync
        if locks:
            new_sync = list(sync)
            for index, value in locks:
                new_sync[index] = value
            new_sync = tuple(new_sync)
        return (tuple(new_pcs), tuple(new_regs), new_cells, new_sync, holder)

    r = regs[at]
    if op == "load":
        yield after(reg=(rest[0], cells[rest[1](r)])), False, False
    elif op == "store":
        yield after(cell=(rest[0](r), rest[1](r) % VALUES)), False, False
    elif op == "update":                      # register, cell, new value of old
        index = rest[1](r)
        old = cells[index]
        yield after(reg=(rest[0], old),
                    cell=(index, rest[2](r, old) % VALUES)), False, False
    elif op == "set":
        yield after(reg=(rest[0], rest[1](r))), False, False
    elif op == "any":
        for value in range(rest[1]):
            yield after(reg=(rest[0], value)), False, False
    elif op == "unless":                      # jumps where it does not hold
        yield after(pc + 1 if rest[0](r) else rest[1]), False, False
    elif op == "jump":
        yield after(rest[0]), False, False
    elif op == "assert":
        yield after(), not rest[0](r), False
    elif op == "take":                        # a word that must be 0
        if sync[rest[0]] == 0:
            yield after(locks=[(rest[0], at + 1)]), False, False
    elif op == "try":
        if sync[rest[1]] == 0:
            yield after(reg=(rest[0], 1), locks=[(rest[1], at + 1)]), False, False
        else:
            yield after(reg=(rest[0], 0)), False, False
    elif op == "give":
        yield after(locks=[(rest[0], 0)]), False, False
    elif op == "read":                        # readers, writer
        if sync[rest[1]] == 0:
            yield after(locks=[(rest[0], sync[rest[0]] + 1)]), False, False
    elif op == "write":
        if sync[rest[0]] == 0 and sync[rest[1]] == 0:
            yield after(locks=[(rest[1], at + 1)]), False, False
    elif op == "unread":
        yield after(locks=[(rest[0], sync[rest[0]] - 1)]), False, False
    elif op == "down":
        if sync[rest[0]] > 0:
            yield after(locks=[(rest[0], sync[rest[0]] - 1)]), False, False
    elif op == "up":
        yield after(locks=[(rest[0], sync[rest[0]] + 1)]), False, False
    elif op == "arrive":                      # arrived, round, how many, register
        arrived, turn, count, register = rest
        if sync[arrived] + 1 == count:
            yield after(pc + 2, locks=[(arrived, 0), (turn, 1 - sync[turn])]), \
                False, False
        else:
            yield after(reg=(register, sync[turn]),
                        locks=[(arrived, sync[arrived] + 1)]), False, False
    elif op == "pass":
        if sync[rest[0]] != r[rest[1]]:
            yield after(), False, False
    elif op == "begin":
        yield after(holder=at + 1), False, False
    elif op == "end":
        yield after(holder=0), False, False
    elif op == "start":
        yield after(started=rest[0]), False, False
    elif op == "join":
        if pcs[rest[0]] == len(threads[rest[0]].code):
            yield after(), False, False
    elif op == "leave":
        yield after(len(threads[at].code)), False, False
    elif op == "stop":
        yield after(), False, True
    else:
        raise ValueError(op)


def coarse_ends(threads, cells, sync):
    """What registers 1 and 2 of main can be in the end if nobody is interrupted
    who holds a mutex and can go on."""
    ends = set()
    first = ((tuple([0] + [-1] * (len(threads) - 1)),
              tuple((0,) * thread.registers for thread in threads),
              cells, sync, 0), 0)
    seen, pending = {first}, [first]
    while pending:
        state, last = pending.pop()
        moves = {}
        for at, thread in enumerate(threads):
            pc = state[0][at]
            if pc < 0 or pc >= len(thread.code) or state[4] not in (0, at + 1):
                continue
            moves[at] = list(steps(threads, state, at))
        if moves.get(last) and last + 1 in state[3][:2]:
            moves = {last: moves[last]}
        for at, reached in moves.items():
            for to, _, ended in reached:
                if ended:
                    ends.add(state[1][0][1:3])
                elif (to, at) not in seen:
                    seen.add((to, at))
                    pending.append((to, at))
        if len(seen) > MOST_STATES:
            raise TooLarge
    return ends


def explore(threads, cells, sync):
    """Can an assertion fail, and what can registers 1 and 2 of main be in the
    end?"""
    seen_last = set()
    first = (tuple([0] + [-1] * (len(threads) - 1)),
             tuple((0,) * thread.registers for thread in threads),
             cells, sync, 0)
    seen, pending = {first}, [first]
    while pending:
        state = pending.pop()
        for at, thread in enumerate(threads):
            pc = state[0][at]
            if pc < 0 or pc >= len(thread.code) or state[4] not in (0, at + 1):
                continue
            for to, failed, ended in steps(threads, state, at):
                if failed:
                    return True, seen_last
                if ended:
                    seen_last.add(state[1][0][1:3])
                if not ended and to not in seen:
                    seen.add(to)
                    pending.append(to)
        if len(seen) > MOST_STATES:
            raise TooLarge
    return False, seen_last


# ---- Programs ---------------------------------------------------------------

class Program:
    def __init__(self, choice, size):
        self.choice, self.size = choice, size
        self.cells = [f"g{i}" for i in range(choice.randint(2, 3))]
        self.atomics = {name for name in self.cells if choice.random() < .3}
        self.pointed = choice.choice([None, *self.cells])
        if self.pointed in self.atomics:
            self.pointed = None
        self.array = choice.random() < .3   # two more cells: a[0], a[1]
        self.initial = [choice.randrange(2) for _ in self.cells]
        self.initial += [0, 0] if self.array else []
        # words of synchronisation: two mutexes, readers and writer, a
        # semaphore, a barrier's two
        self.sync = [0, 0, 0, 0, choice.randrange(2), 0, 0]
        # Mostly one mutex, so that there is something that it protects; or
        # that it nearly protects: only at first
        self.disciplined = choice.random() < .5
        self.is_late = choice.random() < .4
        # Every access to g0 and g1 holds mutex 0, with one exception
        self.is_nearly = choice.random() < .5
        self.exception = choice.randrange(9)
        # Only what is there in the end is asserted, not to be some values
        self.is_sharp = self.is_nearly or choice.random() < .6

    def pick(self, *words):
        return self.choice.choice(words)

    # Places: C text, and the cell as a function of registers

    def place(self, thread):
        if self.array and self.choice.random() < .3:
            register = self.visible(thread)
            base = len(self.cells)
            return (f"a[{self.name(thread, register)} & 1]",
                    lambda r, b=base, i=register: b + (r[i] & 1))
        index = self.choice.randrange(len(self.cells))
        name = self.cells[index]
        if name == self.pointed and thread.number and self.choice.random() < .7:
            name = "(*argument)"
        return name, lambda r, i=index: i

    def name(self, thread, register):
        return thread.names[register]

    # Values: C text, the loads before, and a function of registers

    def value(self, thread, shared):
        kind = self.pick("constant", "local", "cell", "sum") if shared \
            else self.pick("constant", "local")
        if kind == "constant":
            number = self.choice.randrange(VALUES)
            return str(number), lambda r, n=number: n
        if kind == "local":
            register = self.visible(thread)
            return self.name(thread, register), lambda r, i=register: r[i]
        text, cell = self.place(thread)
        register = self.hidden(thread)
        thread.emit("load", register, cell)
        if kind == "cell":
            return text, lambda r, i=register: r[i]
        other, second = self.value(thread, shared)
        return (f"({text} + {other})",
                lambda r, i=register, f=second: r[i] + f(r))

    def hidden(self, thread):
        register = thread.register()
        thread.names.append(f"hidden{register}")
        return register

    def visible(self, thread):
        """A register that C knows: those made for loads are not."""
        known = [i for i, name in enumerate(thread.names)
                 if not name.startswith("hidden")]
        return self.choice.choice(known)

    def condition(self, thread, shared=True):
        sign = self.pick("==", "!=", "<", ">")
        left, f = self.value(thread, shared)
        right, g = self.value(thread, shared)
        compare = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b,
                   "<": lambda a, b: a < b, ">": lambda a, b: a > b}[sign]
        return f"{left} {sign} {right}", \
            lambda r: compare(f(r), g(r))

    # Statements: lists of lines

    def assign(self, thread, depth):
        if self.choice.random() < .35:
            register = self.visible(thread)
            text, f = self.value(thread, True)
            thread.emit("set", register, lambda r: f(r) % VALUES)
            return [f"{self.name(thread, register)} = {text} & 3;"]
        text, f = self.value(thread, True)
        place, cell = self.place(thread)
        thread.emit("store", cell, f)
        return [f"{place} = {text} & 3;"]

    def update(self, thread, depth):
        index = self.choice.randrange(len(self.cells))
        name, register = self.cells[index], self.visible(thread)
        known = self.name(thread, register)
        cell = lambda r, i=index: i
        if name in self.atomics:
            number = self.choice.randrange(1, VALUES)
            thread.emit("update", register, cell,
                        lambda r, old, n=number: old ^ n)
            return [f"{known} = __c11_atomic_fetch_xor(&{name}, {number}, "
                    "__ATOMIC_SEQ_CST);"]
        number, other = self.choice.randrange(VALUES), self.choice.randrange(VALUES)
        if self.choice.random() < .5:
            thread.emit("update", register, cell,
                        lambda r, old, n=number: n)
            return [f"{known} = __atomic_exchange_n(&{name}, {number}, "
                    "__ATOMIC_SEQ_CST);"]
        old_register = self.hidden(thread)
        thread.emit("update", old_register, cell,
                    lambda r, old, n=number, m=other: m if old == n else old)
        thread.emit("set", register,
                    lambda r, i=old_register, n=number: int(r[i] == n))
        return [f"{{ int wanted = {number}; {known} = "
                f"__atomic_compare_exchange_n(&{name}, &wanted, {other}, 0, "
                "__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); }"]

    def check(self, thread, depth):
        if self.is_sharp:
            return self.assign(thread, depth)
        text, f = self.condition(thread)
        thread.emit("assert", f)
        return [f"assert({text});"]

    def branch(self, thread, depth):
        text, f = self.condition(thread)
        jump = thread.emit("unless", f, None)
        body = self.block(thread, depth + 1)
        if self.choice.random() < .4:
            over = thread.emit("jump", None)
            thread.code[jump][2] = len(thread.code)
            other = self.block(thread, depth + 1)
            thread.code[over][1] = len(thread.code)
            return [f"if ({text}) {{", *body, "} else {", *other, "}"]
        thread.code[jump][2] = len(thread.code)
        return [f"if ({text}) {{", *body, "}"]

    def loop(self, thread, depth):
        register = thread.register()
        name = f"i{register}"
        thread.names.append("hidden")
        thread.emit("set", register, lambda r: 0)
        start = len(thread.code)
        jump = thread.emit("unless", lambda r, i=register: r[i] < 2, None)
        body = self.block(thread, depth + 1)
        thread.emit("set", register, lambda r, i=register: r[i] + 1)
        thread.emit("jump", start)
        thread.code[jump][2] = len(thread.code)
        return [f"for (int {name} = 0; {name} < 2; {name}++) {{", *body, "}"]

    def spin(self, thread, depth):
        start = len(thread.code)
        text, f = self.condition(thread)
        jump = thread.emit("unless", f, None)
        thread.emit("jump", start)
        thread.code[jump][2] = len(thread.code)
        return [f"while ({text}) ;"]

    def locked(self, thread, depth):
        which = (0 if self.disciplined and self.choice.random() < .97
                 else self.choice.randrange(2))
        if which in self.held:
            return self.assign(thread, depth)
        thread.emit("take", which)
        self.held.append(which)
        body = self.block(thread, depth + 1)
        if self.choice.random() < .2 and depth < 2:
            body += self.wait(thread, which)
        self.held.remove(which)
        thread.emit("give", which)
        return [f"pthread_mutex_lock(&m{which});", *body,
                f"pthread_mutex_unlock(&m{which});"]

    def wait(self, thread, which):
        thread.emit("give", which)
        thread.emit("take", which)
        return [f"pthread_cond_wait(&c, &m{which});"]

    def signal(self, thread, depth):
        return [self.pick("pthread_cond_signal(&c);",
                          "pthread_cond_broadcast(&c);")]

    def tried(self, thread, depth):
        which = self.choice.randrange(2)
        if which in self.held:
            return self.assign(thread, depth)
        register = self.hidden(thread)
        thread.emit("try", register, which)
        jump = thread.emit("unless", lambda r, i=register: r[i], None)
        self.held.append(which)
        body = self.block(thread, depth + 1)
        self.held.remove(which)
        thread.emit("give", which)
        thread.code[jump][2] = len(thread.code)
        return [f"if (pthread_mutex_trylock(&m{which}) == 0) {{", *body,
                f"pthread_mutex_unlock(&m{which});", "}"]

    def reading(self, thread, depth):
        if "rw" in self.held:
            return self.assign(thread, depth)
        kind = self.pick("read", "write")
        thread.emit(kind, 2, 3)
        self.held.append("rw")
        body = self.block(thread, depth + 1)
        self.held.remove("rw")
        thread.emit(*(("unread", 2) if kind == "read" else ("give", 3)))
        name = "rdlock" if kind == "read" else "wrlock"
        return [f"pthread_rwlock_{name}(&rw);", *body,
                "pthread_rwlock_unlock(&rw);"]

    def semaphore(self, thread, depth):
        kind = self.pick("down", "up", "up")
        if kind == "up":
            self.ups += 1
            if self.ups > 3 or depth > 0:
                return self.assign(thread, depth)
        thread.emit(kind, 4)
        return [f"sem_{'wait' if kind == 'down' else 'post'}(&s);"]

    def barrier(self, thread, depth):
        if depth:
            return self.assign(thread, depth)
        register = self.hidden(thread)
        thread.emit("arrive", 5, 6, 2, register)
        thread.emit("pass", 6, register)
        return ["pthread_barrier_wait(&b);"]

    def section(self, thread, depth):
        if self.in_section:
            return self.assign(thread, depth)
        thread.emit("begin")
        self.in_section = True
        body = self.block(thread, depth + 1, [self.assign, self.assign,
                                              self.update, self.branch,
                                              self.check])
        self.in_section = False
        thread.emit("end")
        return ["__VERIFIER_atomic_begin();", *body,
                "__VERIFIER_atomic_end();"]

    def given(self, thread, depth):
        register = self.visible(thread)
        thread.emit("any", register, 2)
        return [f"{self.name(thread, register)} = "
                "__VERIFIER_nondet_int() & 1;"]

    def block(self, thread, depth, kinds=None):
        if kinds is None:
            kinds = [self.assign] * 4 + [self.update, self.check] + (
                [self.assign] if self.in_section else
                [self.branch, self.loop, self.locked, self.locked, self.tried,
                 self.reading, self.semaphore, self.barrier, self.section,
                 self.given, self.signal, self.spin])
        lines = []
        if self.disciplined and not depth and thread.number:
            kinds = [self.locked] * 12 + [self.given, self.signal, self.barrier]
            kinds += [self.assign] * (self.choice.random() < .2)
            if self.is_late:
                lines += self.locked(thread, depth)
                kinds = [self.assign, self.assign, self.locked, self.update]
        elif self.disciplined and depth and kinds is not None:
            kinds = [self.assign] * 5 + [self.update, self.branch, self.check]
        if depth > 2:
            kinds = [self.assign]
        for _ in range(self.choice.randint(1, 2 if depth else self.size)):
            lines += self.choice.choice(kinds)(thread, depth)
        return lines

    # Critical sections on g0 and g1

    def read_cell(self, thread, index):
        register = self.visible(thread)
        thread.emit("load", register, lambda r, i=index: i)
        return [f"{self.name(thread, register)} = {self.cells[index]};"]

    def write_cell(self, thread, index):
        register = self.visible(thread)
        number = self.choice.randrange(1, VALUES)
        thread.emit("store", lambda r, i=index: i,
                    lambda r, k=register, n=number: r[k] + n)
        return [f"{self.cells[index]} = "
                f"({self.name(thread, register)} + {number}) & 3;"]

    def touch(self, thread):
        index = self.choice.randrange(2)
        return self.choice.choice([self.read_cell, self.write_cell])(thread,
                                                                     index)

    def take(self, thread, which):
        thread.emit("take", which)
        return [f"pthread_mutex_lock(&m{which});"]

    def give_up(self, thread, which):
        thread.emit("give", which)
        return [f"pthread_mutex_unlock(&m{which});"]

    def perhaps(self, thread, register, action, which):
        """Only where the register says so."""
        jump = thread.emit("unless", lambda r, i=register: r[i], None)
        lines = action(thread, which)
        thread.code[jump][2] = len(thread.code)
        return [f"if (chosen{register}) {{", *lines, "}"]

    def half_critical(self, thread):
        """Takes and gives the mutex back on one of two ways."""
        register = self.hidden(thread)
        thread.emit("any", register, 2)
        lines = [f"int chosen{register} = __VERIFIER_nondet_int() & 1;"]
        lines += self.perhaps(thread, register, self.take, 0)
        middle = self.choice.randrange(2)
        lines += self.read_cell(thread, middle)
        lines += self.write_cell(thread, middle)
        return lines + self.perhaps(thread, register, self.give_up, 0)

    def critical(self, thread, exception):
        """read, write, perhaps more of that, with the mutex; or nearly."""
        if exception == 8:
            return self.half_critical(thread)
        middle = self.choice.randrange(2)
        lines = self.touch(thread) if exception == 1 else []
        which = 1 if exception == 2 else 0
        if exception == 3:
            lines += self.take(thread, 1)
        lines += self.take(thread, which)
        for i in range(self.choice.randint(1, 2)):
            lines += self.read_cell(thread, middle)
            if exception == 4 and not i:
                lines += self.wait(thread, which)
            if exception == 5 and not i:
                lines += self.give_up(thread, which) + self.take(thread, which)
            if exception == 6 and not i:
                lines += self.give_up(thread, which)
                lines += self.write_cell(thread, 1 - middle)
                lines += self.take(thread, which)
            lines += self.write_cell(thread, middle)
        if exception == 3:
            lines += self.give_up(thread, which)
            lines += self.touch(thread) + self.give_up(thread, 1)
        else:
            lines += self.give_up(thread, which)
        return lines + (self.touch(thread) if exception == 7 else [])

    def nearly(self, thread):
        lines = []
        for _ in range(self.choice.randint(1, 2)):
            is_exceptional = self.choice.random() < .5
            lines += self.critical(thread,
                                   self.exception if is_exceptional else 0)
        return lines

    def function(self, thread):
        self.held, self.in_section, self.ups = [], False, 0
        for name in ("x", "y"):
            thread.register()
            thread.names.append(name)
        lines = ["static void *f%u(void *given) {" % thread.number,
                 "int *argument = given;", "int x = 0, y = 0;"]
        lines += self.nearly(thread) if self.is_nearly else \
            self.block(thread, 0)
        if self.choice.random() < .2:
            thread.emit("leave")
            lines.append("pthread_exit(0);")
        return lines + ["return 0;", "}"]


def start(program, main, number):
    handed = f"&{program.pointed}" if program.pointed else "0"
    main.emit("start", number)
    return f"pthread_create(&t{number}, 0, f{number}, {handed});"


def main_function(program, main, count):
    program.held, program.in_section, program.ups = [], False, 0
    main.registers = 3
    main.names = ["own", "x", "y"]
    lines = ["int main(void) {", "pthread_t " + ", ".join(
        f"t{k}" for k in range(1, count + 1)) + ";",
        f"int x = 0, y = 0; sem_init(&s, 0, {program.sync[4]}); "
        "pthread_barrier_init(&b, 0, 2);"]
    small = [program.assign, program.update]
    for k in range(1, count + 1):
        lines.append(start(program, main, k))
        if program.is_nearly and program.choice.random() < .3:
            lines += program.critical(main, program.exception)
        elif program.choice.random() < (.1 if program.disciplined else .3):
            lines += program.block(main, 2, small)
    order = list(range(1, count + 1))
    program.choice.shuffle(order)
    for k in order:
        if program.choice.random() < (.95 if program.disciplined else .85):
            main.emit("join", k)
            lines.append(f"pthread_join(t{k}, 0);")
        if program.is_nearly and program.choice.random() < .15:
            lines += program.touch(main)
    if program.is_sharp:
        main.emit("load", 1, lambda r: 0)
        main.emit("load", 2, lambda r: 1)
        lines += ["x = g0; y = g1;", "assert(!(x == FIRST && y == SECOND));"]
    else:
        lines += program.check(main, 0)
    if program.choice.random() < .1 and not program.is_sharp:
        main.emit("leave")
        lines.append("pthread_exit(0);")
    main.emit("stop")
    return lines + ["return 0;", "}"]


def declare(program):
    lines = ["static _Thread_local int own;"]
    for name, value in zip(program.cells, program.initial):
        kind = "_Atomic int" if name in program.atomics else "int"
        lines.append(f"static {kind} {name} = {value};")
    if program.array:
        lines.append("static int a[2];")
    return lines + [
        "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, "
        "m1 = PTHREAD_MUTEX_INITIALIZER;",
        "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;",
        "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;",
        "static sem_t s;", "static pthread_barrier_t b;"]


def build(choice, size):
    program = Program(choice, size)
    count = choice.choice([1, 2, 2, 2, 3])
    threads = [Thread(k) for k in range(count + 1)]
    bodies = []
    for thread in threads[1:]:
        bodies += program.function(thread)
    bodies += main_function(program, threads[0], count)
    fails, last = explore(threads, tuple(program.initial), tuple(program.sync))
    head = HEAD
    if program.is_sharp:
        others = {(a, b) for a in range(VALUES) for b in range(VALUES)} - last
        hard = last - coarse_ends(threads, tuple(program.initial),
                                  tuple(program.sync))
        if hard and choice.random() < .8:
            last_wanted = hard
        else:
            last_wanted = last if last and choice.random() < .6 else others
        chosen = choice.choice(sorted(last_wanted or last or others))
        fails = chosen in last
        head += f"#define FIRST {chosen[0]}\n#define SECOND {chosen[1]}\n"
    return "\n".join([head, *declare(program), *bodies, ""]), fails


def generate(seed):
    choice = random.Random(f"threads {seed}")
    size = choice.randint(2, 5)
    while True:
        try:
            text, fails = build(choice, size)
            break
        except TooLarge:
            size = max(1, size - 1)
    return Case({"program.c": text}, "false" if fails else {"true", "vacuous"},
                about="an assertion fails" if fails else "no assertion fails")
