"""Reads bench/systems.list: one check per line,

    FILE[,FILE..] [FLAG...] SPEC CHECK true|false [paper=N]

with files relative to bench/systems/, and lines `paper18 N ...` with the rows
of figure 18 of seed 000. `#` starts a comment. A list for another folder has the
same form.
"""
import dataclasses
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parent
LIST = FOLDER / "systems.list"
PROGRAMS = FOLDER / "systems"


@dataclasses.dataclass
class Check:
    files: list
    flags: list
    specification: str
    check: str
    expected: str
    row: str = ""  # of figure 18
    folder: pathlib.Path = PROGRAMS

    @property
    def name(self):
        return " ".join([*self.files, *self.flags, self.specification,
                         self.check])

    @property
    def paths(self):
        return [str(self.folder / file) for file in self.files]

    @property
    def specification_path(self):
        return str(self.folder / self.specification)


@dataclasses.dataclass
class Paper:
    """A row of figure 18, as the paper prints it."""
    states: str
    iterations: str
    seconds: str
    states_two: str       # with both abstractions
    predicate_iterations: str
    action_iterations: str
    iterations_two: str
    seconds_two: str
    gain: str


def read_check(words, folder):
    row = ""
    if words[-1].startswith("paper="):
        row = words.pop().partition("=")[2]
    *before, specification, check, expected = words
    return Check(before[0].split(","), before[1:], specification, check,
                 expected, row, folder)


def read(substrings=(), path=LIST, folder=PROGRAMS):
    """The checks whose name contains one of the substrings, or all; and the
    paper's rows by their numbers."""
    checks, rows = [], {}
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        words = line.split("#")[0].split()
        if words and words[0] == "paper18":
            rows[words[1]] = Paper(*words[2:])
        elif words:
            checks.append(read_check(words, pathlib.Path(folder)))
    chosen = [check for check in checks
              if not substrings or any(part in check.name
                                       for part in substrings)]
    return chosen, rows


TEST = re.compile(r"/\* test: check -q --spec \$dir/(\S+) \$file(.*)\n"
                  r"((?: \*.*\n)*)")


def read_tests(folder, substrings=()):
    """The checks that the trailing comments of a folder's tests speak of."""
    for path in sorted(pathlib.Path(folder).glob("*.c")):
        for specification, flags, lines in TEST.findall(
                path.read_text(encoding="utf-8")):
            for name, expected in re.findall(
                    r"contains: check (\w+): .*: (true|false)$", lines, re.M):
                check = Check([path.name], flags.split(), specification, name,
                              expected, "", pathlib.Path(folder))
                if not substrings or any(part in check.name
                                         for part in substrings):
                    yield check
