"""Reads bench/conformance.list: one check per line,

    FILE[,FILE..] [FLAG...] SPEC CHECK true|false [paper=ROW | loose=ROW]

with files relative to bench/conformance/, and lines that begin with `paper` and
a figure's number for the tables of seed 000. `#` starts a comment.
"""
import dataclasses
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent
PROGRAMS = FOLDER / "conformance"


@dataclasses.dataclass
class Check:
    files: list
    flags: list
    specification: str
    check: str
    expected: str
    row: str = ""       # of the paper's tables
    loose: bool = False  # it is no more than like it

    @property
    def name(self):
        return " ".join([*self.files, *self.flags, self.specification,
                         self.check])

    @property
    def paths(self):
        return [str(PROGRAMS / file) for file in self.files]

    @property
    def specification_path(self):
        return str(PROGRAMS / self.specification)


@dataclasses.dataclass
class Minimised:
    """Seconds, iterations, predicates, megabytes, as the paper prints them."""
    seconds: str
    iterations: str
    predicates: str
    megabytes: str


@dataclasses.dataclass
class Paper:
    """The figures of one program or property, as far as it has them."""
    greedy: Minimised = None
    none: Minimised = None
    minimise: Minimised = None
    figure14: list = dataclasses.field(default_factory=list)  # lists of strings
    figure15: list = dataclasses.field(default_factory=list)
    figure16: list = dataclasses.field(default_factory=list)


def read_check(words):
    row, loose = "", False
    if "=" in words[-1] and words[-1].split("=")[0] in ("paper", "loose"):
        kind, _, row = words.pop().partition("=")
        loose = kind == "loose"
    *before, specification, check, expected = words
    return Check(before[0].split(","), before[1:], specification, check,
                 expected, row, loose)


def read_paper(words, rows):
    kind, name, *values = words
    row = rows.setdefault(name, Paper())
    if kind == "paper11_12":
        row.greedy = Minimised(*values[0:4])
        row.none = Minimised(*values[4:8])
        row.minimise = Minimised(*values[8:12])
    elif kind == "paper14":
        row.figure14.append(values)
    elif kind == "paper15":
        row.figure15.append(values)
    else:
        row.figure16 = [*values[:7], " ".join(values[7:])]


def read(substrings=()):
    """The checks whose name contains one of the substrings, or all; and the
    paper's rows by their names."""
    checks, rows = [], {}
    for line in (FOLDER / "conformance.list").read_text().splitlines():
        words = line.split("#")[0].split()
        if words and words[0].startswith("paper"):
            read_paper(words, rows)
        elif words:
            checks.append(read_check(words))
    chosen = [check for check in checks
              if not substrings or any(part in check.name
                                       for part in substrings)]
    return chosen, rows
