"""Compositions of processes with returns, ERROR, END, STOP, ANY and operators,
and small C functions that return choices, against explicit computation.

Returns are conditions over $ with small constants. Here they are sets of values:
a process has one step for each value between LOWEST and HIGHEST, which shows
every difference that such conditions can make, and processes of a composition
that speak of the returns of somebody perform the same value together. What ANY
allows is made at the end, out of the alphabet. Nothing of vouch is used.

Checks are of processes (traces, simulation, deadlock), of a C function whose
calls choose what it does and returns, and of systems of two such functions.
"""
import dataclasses
import random
import re

import case

LOWEST, HIGHEST = -4, 9
MOST_STATES = 400      # of a process
MOST_PAIRS = 60000     # of a simulation
ACTIONS = ["a", "b", "c", "d"]
TAU = "tau"
PLAIN, STOP, END, ERROR = "plain", "STOP", "END", "ERROR"


class TooLarge(Exception):
    pass


# ---- Values ------------------------------------------------------------------

@dataclasses.dataclass(frozen=True)
class Return:
    """Its text in braces and its values; None is what `void` returns."""
    text: str
    values: tuple
    component: str = ""

    def __str__(self):
        dot = "." if self.component else ""
        return f"{self.component}{dot}return{{{self.text}}}"


def numbers(test):
    return tuple(v for v in range(LOWEST, HIGHEST + 1) if test(v))


def random_return(rng, is_void, component=""):
    if is_void:
        return Return(rng.choice(["", "", "*"]), (None,), component)
    x, y = sorted(rng.sample(range(-2, 7), 2))
    kind = rng.randrange(10)
    if kind < 4:
        return Return(str(x), numbers(lambda v: v == x), component)
    if kind < 5:
        return Return("*", numbers(lambda v: True), component)
    text, test = [
        (f"$ <= {x}", lambda v: v <= x), (f"$ >= {x}", lambda v: v >= x),
        (f"$ != {x}", lambda v: v != x), (f"{y} > $", lambda v: v < y),
        (f"$ > {x} && $ <= {y}", lambda v: x < v <= y),
        (f"$ < {x} || $ == {y}", lambda v: v < x or v == y),
        (f"!($ == {x}) && $ >= {x}", lambda v: v > x),
    ][rng.randrange(7)]
    return Return(text, numbers(test), component)


# ---- Transition systems ------------------------------------------------------

@dataclasses.dataclass
class System:
    """Labels are TAU, names, or (component, value) for a return."""
    initial: object
    steps: dict                 # state -> list of (label, state)
    kinds: dict                 # state -> kind, of those that are not plain
    any: set                    # states that are ANY
    names: set                  # of the alphabet
    speaks: set                 # components whose returns it mentions
    is_void: bool

    def returned(self, component):
        return [None] if self.is_void else range(LOWEST, HIGHEST + 1)

    def has(self, label):
        return (label[0] in self.speaks if isinstance(label, tuple)
                else label in self.names)


def reachable(system):
    seen, work = {system.initial}, [system.initial]
    while work:
        if len(seen) > MOST_STATES:
            raise TooLarge
        for _, target in system.steps.get(work.pop(), []):
            if target not in seen:
                seen.add(target)
                work.append(target)
    return seen


def filled(system):
    """With the steps of ANY, as far as it has none by the same label."""
    steps = {s: list(out) for s, out in system.steps.items()}
    kinds = dict(system.kinds)
    for state in system.any:
        have = {label for label, _ in steps.get(state, [])}
        out = steps.setdefault(state, [])
        out += [(n, state) for n in sorted(system.names) if n not in have]
        for component in sorted(system.speaks):
            target = state if component else ("stopped",)
            if not component:
                kinds[target] = STOP
            out += [((component, v), target)
                    for v in system.returned(component)
                    if (component, v) not in have]
    return dataclasses.replace(system, steps=steps, kinds=kinds)


def relabel(system, change, names, speaks):
    steps = {s: [(new, t) for label, t in out for new in change(label)]
             for s, out in system.steps.items()}
    return dataclasses.replace(system, steps=steps, names=names,
                               speaks=speaks)


def hide(system, is_hidden_name, hidden_speakers):
    def change(label):
        if label == TAU:
            return [TAU]
        if isinstance(label, tuple):
            return [TAU if label[0] in hidden_speakers else label]
        return [TAU if is_hidden_name(label) else label]
    return relabel(system, change,
                   {n for n in system.names if not is_hidden_name(n)},
                   system.speaks - hidden_speakers)


def apply(system, op):
    kind, what = op
    if kind == "+":
        return dataclasses.replace(
            system, names=system.names | {w for w in what
                                          if isinstance(w, str)},
            speaks=system.speaks | {w.component for w in what
                                    if isinstance(w, Return)})
    if kind in "\\@":
        names = {w for w in what if isinstance(w, str)}
        speakers = {w.component for w in what if isinstance(w, Return)}
        if kind == "\\":
            return hide(system, lambda n: n in names, speakers)
        return hide(system, lambda n: n not in names,
                    system.speaks - speakers)
    old = {o for _, o in what}

    def change(label):
        new = [n for n, o in what if o == label]
        return new or [label]
    return relabel(system, change,
                   {n for n in system.names if n not in old}
                   | {n for n, o in what if o in system.names},
                   system.speaks)


def op_text(op):
    kind, what = op
    if kind == "/":
        return " / {" + ", ".join(f"{n}/{o}" for n, o in what) + "}"
    return f" {kind} {{" + ", ".join(str(w) for w in what) + "}"


def kind_of(system, state):
    return system.kinds.get(state, PLAIN)


def product_kind(parts, state):
    kinds = [kind_of(p, s) for p, s in zip(parts, state)]
    if ERROR in kinds:
        return ERROR
    if all(k == END for k in kinds):
        return END
    return STOP if all(k in (STOP, END) for k in kinds) else PLAIN


def ways(parts, state, label):
    """All that `state` becomes when those that know the label perform it."""
    found = [()]
    for part, at in zip(parts, state):
        nexts = ([t for l, t in part.steps.get(at, []) if l == label]
                 if part.has(label) else [at])
        found = [f + (t,) for f in found for t in nexts]
    return found


def compose(parts):
    parts = [filled(p) for p in parts]
    opens = parts
    initial = tuple(p.initial for p in parts)
    steps, kinds, any_states, work = {}, {}, set(), [initial]
    while work:
        state = work.pop()
        if state in steps:
            continue
        if len(steps) > MOST_STATES:
            raise TooLarge
        out = steps[state] = []
        kind = product_kind(parts, state)
        if kind != PLAIN:
            kinds[state] = kind
            continue
        if all(s in p.any for p, s in zip(opens, state)):
            any_states.add(state)
        labels = set()
        for i, (part, at) in enumerate(zip(parts, state)):
            for label, target in part.steps.get(at, []):
                if label == TAU:
                    out.append((TAU, state[:i] + (target,) + state[i + 1:]))
                else:
                    labels.add(label)
        for label in labels:
            out += [(label, t) for t in ways(parts, state, label)]
        work += [t for _, t in out]
    return System(initial, steps, kinds, any_states,
                  set().union(*(p.names for p in parts)),
                  set().union(*(p.speaks for p in parts)), parts[0].is_void)


# ---- Questions ---------------------------------------------------------------

def reaches_error(system):
    return any(kind_of(system, s) == ERROR for s in reachable(system))


def without_error(system):
    """As a specification: what leads to ERROR is forbidden."""
    return dataclasses.replace(system, steps={
        s: [(l, t) for l, t in out if kind_of(system, t) != ERROR]
        for s, out in system.steps.items()})


def closure(system, states):
    seen, work = set(states), list(states)
    while work:
        for label, target in system.steps.get(work.pop(), []):
            if label == TAU and target not in seen:
                seen.add(target)
                work.append(target)
    return frozenset(seen)


def heard(system, by):
    return relabel(system, lambda l: [l if l == TAU or by.has(l) else TAU],
                   system.names, system.speaks)


def refines_traces(subject, by):
    if reaches_error(subject):
        return False
    subject = heard(subject, by)
    start = (subject.initial, closure(by, [by.initial]))
    seen, work = {start}, [start]
    while work:
        state, allowed = work.pop()
        for label, target in subject.steps.get(state, []):
            then = allowed
            if label != TAU:
                then = closure(by, [t for s in allowed
                                    for l, t in by.steps.get(s, [])
                                    if l == label])
            if not then:
                return False
            if (target, then) not in seen:
                if len(seen) > MOST_PAIRS:
                    raise TooLarge
                seen.add((target, then))
                work.append((target, then))
    return True


def refines_simulation(subject, by):
    if reaches_error(subject):
        return False
    subject = heard(subject, by)
    left, right = reachable(subject), reachable(by)
    if len(left) * len(right) > MOST_PAIRS:
        raise TooLarge
    weak = {}
    for s in right:
        answers = weak[s] = {TAU: closure(by, [s])}
        for r in answers[TAU]:
            for label, target in by.steps.get(r, []):
                if label != TAU:
                    answers.setdefault(label, set()).add(target)
        for label in [l for l in answers if l != TAU]:
            answers[label] = closure(by, answers[label])
    related = {(s, r) for s in left for r in right}
    changed = True
    while changed:
        changed = False
        for s, r in list(related):
            if all(any((t, u) in related for u in weak[r].get(label, ()))
                   for label, t in subject.steps.get(s, [])):
                continue
            related.discard((s, r))
            changed = True
    return (subject.initial, by.initial) in related


def deadlock_free(system):
    for state in reachable(system):
        kind = kind_of(system, state)
        if kind == ERROR or (kind == PLAIN and not system.steps.get(state)):
            return False
    return True


# ---- Random processes --------------------------------------------------------

class Author:
    """Writes items of a specification and computes what they are."""

    def __init__(self, rng, components, is_void, returns=True):
        self.rng, self.components, self.is_void = rng, components, is_void
        self.returns = returns  # in the processes; or there are none
        self.made = {}          # name -> System, ANY not filled
        self.plain = set()      # names of processes without operators
        self.lines = []

    def action(self):
        return self.rng.choice(ACTIONS[:self.rng.choice([2, 3, 4])])

    def write_process(self, name, may_fail=True):
        rng = self.rng
        locals_ = [name] + [f"{name}{i}" for i in range(rng.randrange(3))]
        steps, kinds, any_states, names, speaks = {}, {}, set(), set(), set()
        copied = set()

        def special(kind):
            state = (name, kind)
            if kind == "ANY":
                any_states.add(state)
            else:
                kinds[state] = kind
            steps.setdefault(state, [])
            return state

        def other():
            """Leads into a process that was written before."""
            into = rng.choice(sorted(self.made))
            system = self.made[into]
            if into not in copied:
                copied.add(into)
                for s, out in system.steps.items():
                    steps[into, s] = [(l, (into, t)) for l, t in out]
                kinds.update({(into, s): k for s, k in system.kinds.items()})
                any_states.update((into, s) for s in system.any)
                names.update(system.names)
                speaks.update(system.speaks)
            return into, (into, system.initial)

        def do_return(component=""):
            ret = random_return(rng, self.is_void, component)
            speaks.add(component)
            return ret

        fresh = iter(range(1000))

        def target(depth, used):
            kind = rng.random()
            if kind < 0.12:
                return "END", special(END)
            if kind < 0.22 and may_fail:
                return "ERROR", special(ERROR)
            if kind < 0.28:
                return "ANY", special("ANY")
            if kind < 0.4 and self.made:
                return other()
            if kind < 0.55 and self.returns and not self.components:
                ret = do_return()
                state = (name, "r", next(fresh))
                steps[state] = [(("", v), special(STOP)) for v in ret.values]
                return str(ret), state
            if kind < 0.7 and depth:
                state = (name, "n", next(fresh))
                return body(depth - 1, used, state), state
            goal = rng.choice(locals_)
            used.add(goal)
            return goal, (name, goal)

        def branch(depth, used, state):
            out = steps.setdefault(state, [])
            kind = rng.random()
            if kind < 0.15 and self.returns and not self.components:
                ret = do_return()
                out.extend((("", v), special(STOP)) for v in ret.values)
                return str(ret)
            if kind < 0.2 and self.made:
                into, at = other()
                system = self.made[into]
                if (kind_of(system, system.initial) == PLAIN
                        and system.initial not in system.any):
                    out.extend(steps[at])
                    return into
            if self.components and kind < 0.45:
                ret = do_return(rng.choice(self.components))
                text, to = target(depth, used)
                out.extend(((ret.component, v), to) for v in ret.values)
                return f"{ret} -> {text}"
            label = TAU if rng.random() < 0.15 else self.action()
            if label != TAU:
                names.add(label)
            text, to = target(depth, used)
            out.append((label, to))
            return f"{label} -> {text}"

        def body(depth, used, state):
            steps.setdefault(state, [])
            count = rng.choice([1, 1, 2, 2, 3])
            return "( " + " | ".join(branch(depth, used, state)
                                     for _ in range(count)) + " )"

        # Only what is used counts, so the definitions are written on demand.
        texts, work = {}, [name]
        while work:
            local = work.pop()
            if local in texts:
                continue
            used = set()
            texts[local] = body(2, used, (name, local))
            work += sorted(used)
        system = System((name, name), steps, kinds, any_states, names, speaks,
                        self.is_void)
        order = [l for l in locals_ if l in texts]
        self.finish(name, system, "",
                    ",\n    ".join(f"{l} = {texts[l]}" for l in order))

    def random_op(self, system):
        rng = self.rng
        have = sorted(system.names) or ACTIONS
        returns = [Return("*", (), c) for c in sorted(system.speaks)]
        kind = rng.choice("+++\\\\@/")
        if kind == "+":
            what = rng.sample(ACTIONS, rng.randrange(1, 3))
            if self.returns and rng.random() < 0.3:
                component = rng.choice(self.components or [""])
                what.append(random_return(rng, self.is_void, component))
            return kind, what
        if kind == "/":
            return kind, [(rng.choice(ACTIONS + ["e"]), rng.choice(have))]
        what = rng.sample(have, rng.randrange(1, min(3, len(have)) + 1))
        if returns and rng.random() < 0.5:
            what.append(rng.choice(returns))
        return kind, what

    def ops(self, system, chance):
        text = ""
        while self.rng.random() < chance:
            op = self.random_op(system)
            system = apply(system, op)
            text += op_text(op)
        return system, text

    def finish(self, name, system, before, text):
        system, ops = self.ops(system, 0.3)
        reachable(system)
        self.made[name] = system
        self.lines.append(f"{before}{text}{ops};")

    def write_composition(self, name):
        parts, texts = [], []
        for _ in range(self.rng.choice([1, 2, 2, 2, 3])):
            operand = self.rng.choice(sorted(self.made))
            system, ops = self.ops(self.made[operand], 0.25)
            parts.append(system)
            texts.append(operand + ops)
        self.finish(name, compose(parts), "|| ",
                    f"{name} = ( " + " || ".join(texts) + " )")


# ---- Random functions --------------------------------------------------------

C_HEAD = """\
int toss(void);
int some(void);
int few(void);
void quit(void);
void act_a(void);
void act_b(void);
void act_c(void);
void act_d(void);
"""
SPEC_HEAD = """\
assume proc int toss(void) { modifies nothing; otherwise : ( return{0} | return{1} ); }
assume proc int some(void) { modifies nothing; otherwise : ( return{$ >= 1 && $ <= 3} ); }
assume proc int few(void) { modifies nothing; otherwise : ( tau -> return{-2} | tau -> return{4} ); }
assume proc void quit(void) : END;
""" + "".join(f"assume proc void act_{n}(void) {{ modifies nothing; "
              f"otherwise : ( {n} -> return{{}} ); }}\n" for n in ACTIONS)


class Coder:
    """Writes C functions and computes what they are."""

    def __init__(self, rng, is_void):
        self.rng, self.is_void = rng, is_void
        self.texts = []

    def write(self, name, component):
        rng, steps, kinds, names = self.rng, {}, {}, set()
        count = iter(range(1000))

        def end(kind):
            kinds[kind] = kind
            return kind

        def leaf(indent, label):
            state = next(count)
            steps[state] = []
            if rng.random() < 0.1:
                steps[state] = [(TAU, end(END))]
                # clang must see a return all the same
                text = f"{indent}quit();\n"
                return text + f"{indent}return{'' if self.is_void else ' 0'};\n", state
            if self.is_void:
                text, values = "", [None]
            else:
                text, values = rng.choice(
                    [(str(k), [k]) for k in range(-2, 7)]
                    + [("some()", [1, 2, 3]), ("few()", [-2, 4]),
                       ("toss()", [0, 1]), ("some() - toss()", [0, 1, 2, 3])])
            steps[state] = [(TAU, (state, v)) for v in values]
            for v in values:  # the value is chosen before it is returned
                steps[state, v] = [((component, v), end(STOP))]
            return f"{indent}return{' ' + text if text else ''};\n", state

        def block(depth, indent):
            state = next(count)
            kind = rng.random()
            if not depth or kind < 0.15:
                text, target = leaf(indent, state)
                steps[state] = [(TAU, target)]
                return text, state
            if kind < 0.65:
                label = rng.choice(ACTIONS)
                names.add(label)
                text, target = block(depth - 1, indent)
                steps[state] = [(label, target)]
                return f"{indent}act_{label}();\n{text}", state
            left, first = block(depth - 1, indent + "  ")
            right, second = block(depth - 1, indent)
            steps[state] = [(TAU, first), (TAU, second)]
            return f"{indent}if (toss()) {{\n{left}{indent}}}\n{right}", state

        text, initial = block(4, "  ")
        kind = "void" if self.is_void else "int"
        self.texts.append(f"{kind} {name}(void) {{\n{text}}}\n")
        return System(initial, steps, kinds, set(), names, {component},
                      self.is_void)


# ---- Cases -------------------------------------------------------------------

def ask(checks, name, subject, system, goal, against=None, by=None):
    system = filled(system)
    if goal == "deadlock_free":
        right, text = deadlock_free(system), f"{subject} deadlock_free"
    else:
        by = without_error(filled(by))
        question = refines_simulation if goal == "simulation" else refines_traces
        right = question(system, by)
        text = f"{subject} refines {against} in {goal}"
    checks.append((f"{name}{len(checks)}", text, right))


def make(rng):
    flavour = rng.choice(["process", "process", "process", "function",
                          "function", "system"])
    is_void = rng.random() < 0.1
    components = []
    if flavour == "system" or (flavour == "process" and rng.random() < 0.2):
        components = ["x", "y"]
    returns = components or rng.random() < 0.75
    author = Author(rng, components, is_void, returns)
    for i in range(rng.randrange(2, 5)):
        author.write_process(f"P{i}", may_fail=rng.random() < 0.4)
    for i in range(rng.randrange(1, 4)):
        author.write_composition(f"C{i}")
    names, checks, files, lines = sorted(author.made), [], {}, []
    if flavour == "process":
        lines = author.lines
        for _ in range(4):
            subject, against = rng.choice(names), rng.choice(names)
            ask(checks, "p", subject, author.made[subject],
                rng.choice(["traces", "traces", "simulation",
                            "deadlock_free"]), against, author.made[against])
    else:
        coder = Coder(rng, is_void)
        lines = [SPEC_HEAD + "assume proc void act_e(void) : ( e -> return{} );",
                 *author.lines]
        if flavour == "function":
            subject, system = "f", coder.write("f", "")
        else:
            parts = [coder.write("f", "x"), coder.write("g", "y")]
            subject, system = "S", compose(parts)
            lines.append("system S = ( x: f() || y: g() );")
        for _ in range(3):
            against = rng.choice(names)
            ask(checks, "f", subject, system,
                rng.choice(["traces", "traces", "simulation"]), against,
                author.made[against])
        files["case.c"] = C_HEAD + "\n" + "\n".join(coder.texts)
    lines += [f"check {n}: {text};" for n, text, _ in checks]
    files["case.spec"] = "\n".join(lines) + "\n"
    return files, checks


def judge(checks):
    def decide(_, run):
        said = dict(re.findall(r"^check (\w+): .*?: (true|false|unknown)",
                               run.stdout, re.M))
        wrong, open_ = [], []
        for name, text, right in checks:
            answer = said.get(name, "nothing")
            if answer == "unknown":
                open_.append(f"{name}: {text}")
            elif answer != ("true" if right else "false"):
                wrong.append(f"{name}: {text}: {answer}, expected "
                             f"{str(right).lower()}")
        if wrong:
            return "wrong", "; ".join(wrong)
        return ("unknown", "; ".join(open_)) if open_ else ("right", "")
    return decide


def generate(seed):
    for attempt in range(1000):
        try:
            files, checks = make(random.Random(f"{seed} {attempt}"))
        except TooLarge:
            continue
        return case.Case(files=files, expected="true",
                         options=["--spec", "case.spec"], judge=judge(checks))
    raise AssertionError("no case of this seed is small enough")
