"""--leaks: a block is freed, returned or handed on by the end, or lost.

A function of an input goes through random statements: it allocates by name or
through a pointer, frees, copies and forgets pointers, stores them in a global,
behind a parameter, in a local structure or array, passes them to a function without a
body, and returns one of them. Each input, with each allocation that fails, is
followed here: the function loses a block if one of these runs does. A program
of which a run frees what it must not is made again.
"""
import itertools
import random

from case import Case

HEAD = """#include <stdlib.h>
struct box { char *inside; int n; };
int unseen(char *p);
static char *held;
static void *(*make)(size_t) = malloc;
static void (*end)(void *) = free;
"""
INPUTS = 4
NAMES = "pqr"


class Invalid(Exception):
    """The run frees what it must not."""


class Run:
    """What happens for one input; `fails` says which allocations do."""

    def __init__(self, x, fails):
        self.x, self.fails = x, fails
        self.value = {name: 0 for name in NAMES}
        self.local = 0
        self.slots = [0, 0]
        self.made, self.alive, self.handed = 0, set(), set()

    def allocate(self, name):
        number = self.made
        self.made += 1
        fails = number < len(self.fails) and self.fails[number]
        self.value[name] = 0 if fails else number + 1
        if not fails:
            self.alive.add(number + 1)

    def free(self, block):
        if block and block not in self.alive:
            raise Invalid
        self.alive.discard(block)

    def loses(self, returned):
        return bool(self.alive - self.handed - {returned})


# Statements: the text in C, and what it does to a run.

def allocates(choice, name):
    text = choice.choice(["malloc(8)", "make(4)", "calloc(2, 3)"])
    return f"{name} = {text};", lambda run: run.allocate(name)


def frees(choice, name):
    return (f"{choice.choice(['free', 'end'])}({name});",
            lambda run: run.free(run.value[name]))


def copies(choice, name):
    other = choice.choice(NAMES)

    def act(run):
        run.value[name] = run.value[other]
    return f"{name} = {other};", act


def forgets(choice, name):
    def act(run):
        run.value[name] = 0
    return f"{name} = NULL;", act


def hands_on(choice, name):
    text = choice.choice([f"held = {name};", f"if (b) b->inside = {name};",
                          f"unseen({name});"])

    def act(run):
        run.handed.add(run.value[name])
    return text, act


def puts_away(choice, name):
    def act(run):
        run.local = run.value[name]
    return f"local.inside = {name};", act


def takes_out(choice, name):
    def act(run):
        run.value[name] = run.local
    return f"{name} = local.inside;", act


def puts_into(choice, name):
    def act(run):
        run.slots[run.x & 1] = run.value[name]
    return f"slots[x & 1] = {name};", act


def picks(choice, name):
    def act(run):
        run.value[name] = run.slots[run.x & 1]
    return f"{name} = slots[x & 1];", act


KINDS = [allocates, allocates, frees, frees, frees, copies, forgets, hands_on,
         puts_away, takes_out, puts_into, picks]


def statement(choice):
    text, act = choice.choice(KINDS)(choice, choice.choice(NAMES))
    if choice.random() < 0.5:
        return text, act
    k, word = choice.randrange(INPUTS), choice.choice(["==", "!=", "<", ">"])
    test = {"==": lambda x: x == k, "!=": lambda x: x != k,
            "<": lambda x: x < k, ">": lambda x: x > k}[word]

    def guarded(run):
        if test(run.x):
            act(run)
    return f"if (x {word} {k}) {{ {text} }}", guarded


def outcomes(statements, returned):
    """Whether each run loses a block."""
    for x in range(INPUTS):
        for fails in itertools.product([False, True], repeat=4):
            run = Run(x, fails)
            for _, act in statements:
                act(run)
            yield run.loses(run.value[returned] if returned else 0)


def attempt(choice):
    statements = [statement(choice) for _ in range(choice.randint(3, 9))]
    if sum("alloc(" in text or "make(" in text for text, _ in statements) > 4:
        raise Invalid
    returned = choice.choice([None, None, *NAMES])
    return statements, returned, any(list(outcomes(statements, returned)))


def generate(seed):
    choice = random.Random(seed)
    wanted = choice.random() < 0.5
    while True:
        try:
            statements, returned, loses = attempt(choice)
        except Invalid:
            continue
        if loses == wanted:
            break
    kind = "char *" if returned else "void "
    # A null parameter would leave a block with its function.
    lines = [HEAD, f"{kind}f(struct box *b, int x) {{",
             "  char *p = NULL, *q = NULL, *r = NULL;",
             "  struct box local = {NULL, 0};",
             "  char *slots[2] = {NULL, NULL};",
             f"  if (!b || x < 0 || x >= {INPUTS})",
             f"    return{' NULL' if returned else ''};",
             *("  " + text for text, _ in statements),
             f"  return{' ' + returned if returned else ''};", "}", ""]
    return Case(files={"leak.c": "\n".join(lines)},
                expected="false(no-leak)" if loses else "true",
                options=["--leaks", "--globals=initial", "--unseen=arguments",
                         "--function", "f"])
