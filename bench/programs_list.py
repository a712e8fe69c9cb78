"""Reads bench/programs.list: one check per line,

    FILE [FLAG...] true|false

with the file in bench/programs/. `#` starts a comment.
"""
import dataclasses
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass
class Check:
    file: str
    flags: list
    expected: str

    @property
    def name(self):
        return " ".join([self.file, *self.flags])

    @property
    def path(self):
        return FOLDER / "programs" / self.file


def read(substrings=()):
    """The checks whose name contains one of the substrings, or all."""
    checks = []
    for line in (FOLDER / "programs.list").read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            checks.append(Check(words[0], words[1:-1], words[-1]))
    return [check for check in checks
            if not substrings or any(part in check.name
                                     for part in substrings)]
