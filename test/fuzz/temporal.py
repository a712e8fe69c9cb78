"""Temporal formulas the slow way, as the standard for src/exact.

A Kripke structure is a list of states, each a pair of the set of atoms that
hold there and the list of its successors. Formulas are tuples: ("atom", a),
("true",), ("!", f), ("&&", f, g), ("EF", f), ("AU", f, g), ("X", f),
("U", f, g), ("mu", z, f), ("<>", f), ("var", z).

CTL and the mu-calculus are evaluated as sets of states, by definition. LTL is
decided by the tableau of all consistent sets of subformulas (Lichtenstein and
Pnueli), which has nothing in common with what vouch does.
"""

import itertools


# ---- Random formulas ---------------------------------------------------------

UNARY = ("EX", "AX", "EF", "AF", "EG", "AG")
BINARY = ("EU", "AU", "EW", "AW", "ER", "AR")


def random_ctl(rng, atoms, depth, with_next=True):
    if depth == 0 or rng.random() < 0.15:
        return rng.choice([("atom", a) for a in atoms] + [("true",)] * (depth == 0 and rng.random() < 0.1))
    kind = rng.random()
    if kind < 0.15:
        return ("!", random_ctl(rng, atoms, depth - 1, with_next))
    if kind < 0.4:
        return (rng.choice(("&&", "||", "=>", "<=>")),
                random_ctl(rng, atoms, depth - 1, with_next),
                random_ctl(rng, atoms, depth - 1, with_next))
    if kind < 0.8:
        return (rng.choice(UNARY if with_next else UNARY[2:]),
                random_ctl(rng, atoms, depth - 1, with_next))
    return (rng.choice(BINARY), random_ctl(rng, atoms, depth - 1, with_next),
            random_ctl(rng, atoms, depth - 1, with_next))


def random_mu(rng, atoms, depth, bound=()):
    """A formula with fixpoints, variables under an even number of negations."""
    if depth == 0:
        choices = [("atom", a) for a in atoms] + [("!", ("atom", a)) for a in atoms]
        choices += [("var", z) for z in bound] * 3
        return rng.choice(choices)
    kind = rng.random()
    if kind < 0.35:
        z = "Z%d" % len(bound)
        return (rng.choice(("mu", "nu")), z,
                random_mu(rng, atoms, depth - 1, bound + (z,)))
    if kind < 0.65:
        return (rng.choice(("<>", "[]")), random_mu(rng, atoms, depth - 1, bound))
    return (rng.choice(("&&", "||")), random_mu(rng, atoms, depth - 1, bound),
            random_mu(rng, atoms, depth - 1, bound))


def random_ltl(rng, atoms, depth, with_next=True):
    if depth == 0 or rng.random() < 0.15:
        return ("atom", rng.choice(atoms))
    kind = rng.random()
    if kind < 0.2:
        return ("!", random_ltl(rng, atoms, depth - 1, with_next))
    if kind < 0.4:
        return (rng.choice(("&&", "||", "=>", "<=>")),
                random_ltl(rng, atoms, depth - 1, with_next),
                random_ltl(rng, atoms, depth - 1, with_next))
    if kind < 0.8:
        return (rng.choice(("F", "G") + ("X",) * with_next),
                random_ltl(rng, atoms, depth - 1, with_next))
    return (rng.choice(("U", "W", "R")), random_ltl(rng, atoms, depth - 1, with_next),
            random_ltl(rng, atoms, depth - 1, with_next))


def text(f):
    kind = f[0]
    if kind == "atom":
        return f[1]
    if kind == "true":
        return "true"
    if kind == "var":
        return f[1]
    if kind in ("mu", "nu"):
        return "(%s %s. %s)" % (kind, f[1], text(f[2]))
    if len(f) == 2:
        return "%s (%s)" % (kind, text(f[1]))
    if kind in BINARY:
        return "%s[%s %s %s]" % (kind[0], text(f[1]), kind[1], text(f[2]))
    return "(%s %s %s)" % (text(f[1]), kind, text(f[2]))


# ---- Branching time ----------------------------------------------------------

def states_of(model, f, env=None):
    """The set of states where a formula of CTL or the mu-calculus holds."""
    env = env or {}
    everything = set(range(len(model)))

    def some(target):
        return {s for s in everything if any(t in target for t in model[s][1])}

    def every(target):
        return {s for s in everything if all(t in target for t in model[s][1])}

    def least(step):
        value = set()
        while step(value) != value:
            value = step(value)
        return value

    def greatest(step):
        value = set(everything)
        while step(value) != value:
            value = step(value)
        return value

    kind = f[0]
    if kind == "true":
        return everything
    if kind == "atom":
        return {s for s in everything if f[1] in model[s][0]}
    if kind == "var":
        return env[f[1]]
    if kind in ("mu", "nu"):
        iterate = least if kind == "mu" else greatest
        return iterate(lambda v: states_of(model, f[2], {**env, f[1]: v}))
    a = states_of(model, f[1], env)
    if kind == "!":
        return everything - a
    if kind == "<>":
        return some(a)
    if kind == "[]":
        return every(a)
    if len(f) == 2:
        pre = some if kind[0] == "E" else every
        return {"X": lambda: pre(a),
                "F": lambda: least(lambda v: a | pre(v)),
                "G": lambda: greatest(lambda v: a & pre(v))}[kind[1]]()
    b = states_of(model, f[2], env)
    if kind == "&&":
        return a & b
    if kind == "||":
        return a | b
    if kind == "=>":
        return (everything - a) | b
    if kind == "<=>":
        return everything - (a ^ b)
    pre = some if kind[0] == "E" else every
    return {"U": lambda: least(lambda v: b | (a & pre(v))),
            "W": lambda: greatest(lambda v: b | (a & pre(v))),
            "R": lambda: greatest(lambda v: b & (a | pre(v)))}[kind[1]]()


# ---- Fair executions -----------------------------------------------------------

def random_fairness(rng, atoms, logic):
    """Pairs: again, and when (or None)."""
    return [(random_state(rng, atoms),
             random_state(rng, atoms) if rng.random() < 0.5 else None)
            for _ in range(1 if logic == "ltl" else rng.randint(1, 3))]


def random_state(rng, atoms):
    f = ("atom", rng.choice(atoms))
    if rng.random() < 0.4:
        f = ("!", f)
    if rng.random() < 0.2:
        f = ("||", f, ("atom", rng.choice(atoms)))
    return f


def fair_text(fair):
    return "".join(" fair %s" % text(again) +
                   (" when %s" % text(when) if when else "")
                   for again, when in fair)


def fair_inside(model, inside, fair):
    """States from which a fair path stays in a set: a Streett condition, by
    strongly connected components that are taken apart."""
    again = [states_of(model, f) for f, _ in fair]
    when = [states_of(model, g) if g else set(range(len(model)))
            for _, g in fair]

    def good(part):
        """Does a fair path stay in the part and visit all it can?"""
        steps = [[t for t in model[s][1] if t in part] if s in part else []
                 for s in range(len(model))]
        for component in map(set, components(steps)):
            if not component <= part or not any(
                    t in component for s in component for t in steps[s]):
                continue
            bad = [when[i] for i in range(len(fair))
                   if component & when[i] and not component & again[i]]
            if not bad:
                return component
            less = good(component - set().union(*bad))
            if less:
                return less
        return None

    found, left = set(), set(inside)
    while True:
        component = good(left)
        if not component:
            break
        found |= component
        left -= component
    # A path to one of them, inside.
    while True:
        more = {s for s in inside - found
                if any(t in found for t in model[s][1])}
        if not more:
            return found
        found |= more


def fair_states_of(model, f, fair):
    """CTL over fair paths, by definition."""
    everything = set(range(len(model)))
    here = fair_inside(model, everything, fair)

    def some(target):
        return {s for s in everything if any(t in target for t in model[s][1])}

    def until(a, b):
        value = b & here
        while True:
            more = value | (a & some(value))
            if more == value:
                return value
            value = more

    def release(a, b):
        return until(b, a & b) | fair_inside(model, b, fair)

    kind = f[0]
    if kind in ("true", "atom"):
        return states_of(model, f)
    a = fair_states_of(model, f[1], fair)
    if kind == "!":
        return everything - a
    b = fair_states_of(model, f[2], fair) if len(f) > 2 else None
    no = lambda s: everything - s
    return {
        "&&": lambda: a & b, "||": lambda: a | b, "=>": lambda: no(a) | b,
        "<=>": lambda: no(a ^ b),
        "EX": lambda: some(a & here), "AX": lambda: no(some(no(a) & here)),
        "EF": lambda: until(everything, a),
        "AG": lambda: no(until(everything, no(a))),
        "EG": lambda: fair_inside(model, a, fair),
        "AF": lambda: no(fair_inside(model, no(a), fair)),
        "EU": lambda: until(a, b), "ER": lambda: release(a, b),
        "EW": lambda: until(a, b) | fair_inside(model, a, fair),
        "AU": lambda: no(release(no(a), no(b))),
        "AR": lambda: no(until(no(a), no(b))),
        "AW": lambda: no(until(no(b), no(a) & no(b))),
    }[kind]()


# ---- Linear time -------------------------------------------------------------

def core(f):
    """Only !, &&, X and U."""
    kind = f[0]
    if kind in ("atom", "true"):
        return f
    a = core(f[1])
    if kind in ("!", "X"):
        return (kind, a)
    if kind == "F":
        return ("U", ("true",), a)
    if kind == "G":
        return ("!", ("U", ("true",), ("!", a)))
    b = core(f[2])
    if kind in ("&&", "U"):
        return (kind, a, b)
    if kind == "||":
        return ("!", ("&&", ("!", a), ("!", b)))
    if kind == "=>":
        return ("!", ("&&", a, ("!", b)))
    if kind == "<=>":
        return ("&&", core(("=>", a, b)), core(("=>", b, a)))
    if kind == "R":
        return ("!", ("U", ("!", a), ("!", b)))
    return core(("R", b, ("||", a, b)))  # a W b


def elementary(f, into):
    """Of the subformulas: those whose value a position does not show."""
    if f[0] in ("X", "U") and f not in into:
        into.append(f)
    for part in f[1:]:
        if isinstance(part, tuple):
            elementary(part, into)


def value(f, labels, chosen):
    kind = f[0]
    if kind == "true":
        return True
    if kind == "atom":
        return f[1] in labels
    if kind == "!":
        return not value(f[1], labels, chosen)
    if kind == "&&":
        return value(f[1], labels, chosen) and value(f[2], labels, chosen)
    return chosen[f]


def is_step(elements, here, there):
    for f in elements:
        if f[0] == "X":
            expected = value(f[1], *there)
        else:
            expected = value(f[2], *here) or (value(f[1], *here) and
                                              value(f, *there))
        if value(f, *here) != expected:
            return False
    return True


def exists_path(model, initial, f, just=()):
    """Is there an infinite path from an initial state on which f holds, and
    again and again each of these atoms?"""
    f = core(f)
    elements = []
    elementary(f, elements)
    nodes = []
    by_state = {}
    for s, (labels, _) in enumerate(model):
        for bits in itertools.product((False, True), repeat=len(elements)):
            by_state.setdefault(s, []).append(len(nodes))
            nodes.append((s, (labels, dict(zip(elements, bits)))))
    steps = [[m for t in model[s][1] for m in by_state[t]
              if is_step(elements, here, nodes[m][1])] for s, here in nodes]
    good = set()
    for component in components(steps):
        inside = set(component)
        if not any(m in inside for n in component for m in steps[n]):
            continue
        if all(any(not value(u, *nodes[n][1]) or value(u[2], *nodes[n][1])
                   for n in component)
               for u in elements if u[0] == "U") and all(
                   any(j in model[nodes[n][0]][0] for n in component)
                   for j in just):
            good |= inside
    todo = [n for n, (s, here) in enumerate(nodes)
            if s in initial and value(f, *here)]
    seen = set(todo)
    while todo:
        n = todo.pop()
        if n in good:
            return True
        for m in steps[n]:
            if m not in seen:
                seen.add(m)
                todo.append(m)
    return False


def components(steps):
    """Strongly connected ones (Tarjan, without recursion)."""
    number, low, on, stack, found, count = {}, {}, set(), [], [], 0
    for root in range(len(steps)):
        if root in number:
            continue
        work = [(root, 0)]
        while work:
            n, i = work.pop()
            if i == 0:
                number[n] = low[n] = count
                count += 1
                stack.append(n)
                on.add(n)
            again = False
            for k in range(i, len(steps[n])):
                m = steps[n][k]
                if m not in number:
                    work += [(n, k + 1), (m, 0)]
                    again = True
                    break
                if m in on:
                    low[n] = min(low[n], number[m])
            if again:
                continue
            if low[n] == number[n]:
                part = []
                while not part or part[-1] != n:
                    part.append(stack.pop())
                    on.discard(part[-1])
                found.append(part)
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[n])
    return found


def holds(model, initial, logic, f, fair=()):
    """Of all initial states."""
    if logic == "ltl" and fair:
        f = core(f)
        for again, when in fair:
            premise = ("G", ("F", again))
            if when:
                premise = ("=>", ("G", ("F", when)), premise)
            f = ("=>", premise, f)
        return not exists_path(model, initial, ("!", f))
    if fair:
        return set(initial) <= fair_states_of(model, f, fair)
    if logic == "ltl":
        return not exists_path(model, initial, ("!", f))
    return set(initial) <= states_of(model, f)


def size_of(f):
    elements = []
    elementary(core(f), elements)
    return len(elements)
