"""Reads a list of checks, such as bench/programs.list: one per line,

    FILE [FLAG...] true|false

with the file in the folder that is named like the list. `#` starts a comment.
"""
import dataclasses
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass
class Check:
    file: str
    flags: list
    expected: str
    folder: str

    @property
    def name(self):
        return " ".join([self.file, *self.flags])

    @property
    def path(self):
        return FOLDER / self.folder / self.file


def read(substrings=(), folder="programs"):
    """The checks whose name contains one of the substrings, or all."""
    checks = []
    for line in (FOLDER / f"{folder}.list").read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            checks.append(Check(words[0], words[1:-1], words[-1], folder))
    return [check for check in checks
            if not substrings or any(part in check.name
                                     for part in substrings)]
