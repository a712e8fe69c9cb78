"""Systems whose truth is known, for test/fuzz/certificates: components that
send each other messages, a specification, and all their states followed here.

A component is a loop that takes any of its steps: in a state, by a message that
it says or hears, to another state, or to its end. Who has a message takes part
in it, as the specification language says: a component that can never perform
it is not waited for, unless nobody else could play its part.
"""
import itertools

STATES, MESSAGES, END = 3, "abc", -1
SAFE_TRIES = 60


class System:
    """components: lists of (state, role, message, next state); a role is "say"
    or "hear". property: by state of it and message, the next or None; None: it
    is asked whether the components can get stuck."""

    def __init__(self, components, rule):
        self.components, self.rule = components, rule

    def copy(self):
        return System([list(steps) for steps in self.components], self.rule)

    # Who takes part

    def performed(self, steps):
        """The messages of a component that is let to do what it likes."""
        seen, pending, found = {0}, [0], set()
        while pending:
            state = pending.pop()
            for source, _, message, target in steps:
                if source == state:
                    found.add(message)
                    if target not in seen:
                        seen.add(target)
                        pending.append(target)
        return found

    def alphabets(self):
        written = [{m for _, _, m, _ in steps} for steps in self.components]
        performed = [self.performed(steps) for steps in self.components]
        roles = [{(r, m) for _, r, m, _ in steps} for steps in self.components]

        def is_filled(but, role):
            return any(i != but and role in roles[i] and role[1] in performed[i]
                       for i in range(len(roles)))

        return [{m for m in written[i] if m in performed[i] or not all(
            is_filled(i, role) for role in roles[i] if role[1] == m)}
            for i in range(len(roles))]

    # All states

    def steps_of(self, state, alphabets):
        for message in MESSAGES:
            ways = [[t for s, _, m, t in steps if s == at and m == message]
                    if message in alphabet else [at]
                    for at, steps, alphabet in zip(state, self.components,
                                                   alphabets)]
            if any(message in alphabet for alphabet in alphabets):
                for after in itertools.product(*ways):
                    yield message, after

    def is_stuck(self, state, alphabets):
        """Each has ended or chosen a message, and none of these can be."""
        ways = [[END] if at == END else
                [m for s, _, m, _ in steps if s == at]
                for at, steps in zip(state, self.components)]
        for chosen in itertools.product(*ways):
            waiting = {m for m in chosen if m != END}
            if waiting and not any(
                    all(m == chosen[i] for i in range(len(chosen))
                        if m in alphabets[i]) for m in waiting):
                return True
        return False

    def is_bad(self):
        alphabets = self.alphabets()
        start = (tuple(0 for _ in self.components), 0)
        seen, pending = {start}, [start]
        while pending:
            state, at = pending.pop()
            if self.rule is None and self.is_stuck(state, alphabets):
                return True
            for message, after in self.steps_of(state, alphabets):
                there = at
                if self.rule is not None:
                    there = self.rule[at][message]
                    if there is None:
                        return True
                if (after, there) not in seen:
                    seen.add((after, there))
                    pending.append((after, there))
        return False

    def is_lively(self):
        alphabets = self.alphabets()
        start = tuple(0 for _ in self.components)
        return any(True for _ in self.steps_of(start, alphabets))

    # As text

    def code(self):
        out = ["extern int __VERIFIER_nondet_int(void);\n"]
        out += [f"void {role}_{m}(void);\n" for role in ("say", "hear")
                for m in MESSAGES]
        for number, steps in enumerate(self.components):
            out.append(f"void part{number}(void) {{\n  int s = 0;\n"
                       "  for (;;) {\n    int way = __VERIFIER_nondet_int();\n")
            for way, (source, role, message, target) in enumerate(steps):
                after = "return;" if target == END else f"s = {target};"
                out.append(f"    {'else ' if way else ''}if (way == {way} && "
                           f"s == {source}) {{ {role}_{message}(); {after} }}\n")
            out.append("  }\n}\n")
        return "".join(out)

    def specification(self):
        out = [f"assume proc void {role}_{m}(void) : ( {m} -> return{{}} );\n"
               for role in ("say", "hear") for m in MESSAGES]
        parts = " || ".join(f"p{i}: part{i}()"
                            for i in range(len(self.components)))
        out.append(f"system S = ( {parts} );\n")
        if self.rule is None:
            return "".join(out + ["check asked: S deadlock_free;\n"])
        for at, after in enumerate(self.rule):
            ways = " | ".join(f"{m} -> R{to}" for m, to in after.items()
                              if to is not None) or "STOP"
            out.append(f"R{at} = ( {ways} ) + "
                       f"{{{', '.join(MESSAGES)}}};\n")
        return "".join(out + ["check asked: S refines R0;\n"])

    def text(self):
        return self.code() + "\n" + self.specification()


def draw_component(dice):
    steps = []
    for _ in range(dice.randint(2, 4)):
        target = END if not dice.randrange(8) else dice.randrange(STATES)
        steps.append((dice.randrange(STATES), dice.choice(["say", "hear"]),
                      dice.choice(MESSAGES), target))
    return steps


def draw_rule(dice):
    """Some messages are forbidden in some of its states."""
    return [{m: None if not dice.randrange(3) else dice.randrange(2)
             for m in MESSAGES} for _ in range(2)]


def draw_safe(dice):
    while True:
        rule = draw_rule(dice) if dice.randrange(3) else None
        count = 2 + (not dice.randrange(3))
        system = System([draw_component(dice) for _ in range(count)], rule)
        if system.is_lively() and not system.is_bad():
            return system


def seed_fault(system, dice):
    """The system with one thing of a step changed so that it is bad; or None."""
    for _ in range(SAFE_TRIES):
        changed = system.copy()
        steps = dice.choice(changed.components)
        at, part = dice.randrange(len(steps)), dice.randrange(4)
        other = draw_component(dice)[0]
        steps[at] = tuple(other[i] if i == part else steps[at][i]
                          for i in range(4))
        if changed.is_bad():
            return changed
    return None
