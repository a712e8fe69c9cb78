"""The table of seeded faults, bench/mutants.list.

    package unit
    function kind scenario:n:shows number pattern => replacement

A line without `=>` begins a unit.  `kind` says what was removed: null (a
check for null), bound (a check of a bound), free, close, unlock.  The run of
that scenario (bench/seeded) in which the n-th request fails, 0 for none, is
well in the original; in the mutant it shows the fault, as a word of harness.h.  White space in a
pattern stands for any white space; the `number`-th place in the function is
meant, from 1.  A replacement keeps the lines of the source.
"""
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
LIST = os.path.join(HERE, "mutants.list")
KINDS = ["null", "bound", "free", "close", "unlock"]


class Mutant:
    def __init__(self, package, unit, function, kind, shown_by, number,
                 pattern, replacement):
        self.package, self.unit, self.function = package, unit, function
        self.kind, self.shown_by, self.number = kind, shown_by, number
        self.pattern, self.replacement = pattern, replacement

    @property
    def run(self):
        """The native run: its scenario, and which request fails."""
        return self.shown_by.split(":")[:2]

    @property
    def shows(self):
        """What the run comes to in the mutant: a word of harness.h."""
        return self.shown_by.split(":")[2]

    @property
    def name(self):
        return "%s/%s/%s/%s%d/%s" % (
            self.package, self.unit, self.function, self.kind, self.number,
            self.pattern)

    def line(self):
        return "%s %s %s %d %s => %s" % (
            self.function, self.kind, self.shown_by, self.number, self.pattern,
            self.replacement)

    def places(self, text):
        words = [re.escape(word) for word in self.pattern.split()]
        return list(re.finditer(r"\s+".join(words), text))

    def apply(self, text, function):
        """The text of the unit with the fault in the function."""
        lines = text.split("\n")
        before = "\n".join(lines[:function.first - 1])
        body = "\n" + "\n".join(lines[function.first - 1:function.last])
        after = "\n" + "\n".join(lines[function.last:])
        places = self.places(body)
        if self.number > len(places):
            raise ValueError("%s: no such place" % self.name)
        place = places[self.number - 1]
        new = self.replacement + "\n" * place[0].count("\n")
        body = body[:place.start()] + new + body[place.end():]
        self.at = function.first - 1 + body[:place.start()].count("\n")
        return before + body + after


def read(path=LIST):
    mutants, package, unit = [], None, None
    with open(path) as file:
        for line in file:
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            if " => " not in line + " ":
                package, unit = line.split()
                continue
            head, _, replacement = line.partition(" =>")
            function, kind, shown_by, number, pattern = head.split(" ", 4)
            mutants.append(Mutant(package, unit, function, kind, shown_by,
                                  int(number), pattern, replacement.strip()))
    return mutants


def write(mutants, file):
    unit = None
    for mutant in mutants:
        if unit != (mutant.package, mutant.unit):
            unit = mutant.package, mutant.unit
            print("\n%s %s" % unit, file=file)
        print(mutant.line().rstrip(), file=file)
