"""Weak bisimulation of small graphs, by brute force.

A graph is a list of rows, one for each state: (label, target), where a label of
None is silent.
"""


def closures(rows):
    """By state: all that silent steps lead to, the state itself included."""
    result = []
    for start in range(len(rows)):
        found, work = {start}, [start]
        while work:
            for label, target in rows[work.pop()]:
                if label is None and target not in found:
                    found.add(target)
                    work.append(target)
        result.append(found)
    return result


def weak_rows(rows):
    """By state: the steps with silent ones around them."""
    closed = closures(rows)
    result = []
    for start in range(len(rows)):
        found = {(None, target) for target in closed[start]}
        for state in closed[start]:
            for label, target in rows[state]:
                if label is not None:
                    found.update((label, after) for after in closed[target])
        result.append(found)
    return result


def classes(rows):
    """By state: the number of its class of weakly bisimilar states."""
    weak = weak_rows(rows)
    group, count = [0] * len(rows), 1
    while True:
        numbers = {}
        group = [numbers.setdefault(
            (group[state], frozenset((label, group[target])
                                     for label, target in weak[state])),
            len(numbers)) for state in range(len(rows))]
        if len(numbers) == count:
            return group
        count = len(numbers)


def compress(rows, start):
    """The graph without states that only make one silent step, which are as
    where it leads; and where the states of `start` are in it."""
    def goal(state):
        seen = set()
        while (len(rows[state]) == 1 and rows[state][0][0] is None
               and state not in seen):
            seen.add(state)
            state = rows[state][0][1]
        return state
    numbers, order = {}, []

    def number(state):
        state = goal(state)
        if state not in numbers:
            numbers[state] = len(order)
            order.append(state)
        return numbers[state]
    first = [number(state) for state in start]
    made = []
    for state in order:  # grows
        made.append(sorted({(label, number(target))
                            for label, target in rows[state]}, key=str))
    return made, first
