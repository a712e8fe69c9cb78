"""What a task definition of the verification competition (.yml) says.

Of these files the benchmarks need a few lines only; vouch reads them in full.
"""
import os
import re

ENTRY = re.compile(r"""^\s*-\s+property_file:\s*['"]?([^'"\s#]+)""")
PART = re.compile(r"^\s+subproperty:\s*([-\w]+)")
EXPECTED = re.compile(r"^\s+expected_verdict:\s*(true|false)\b", re.IGNORECASE)


def said_of(path, wanted, pattern):
    """What the pattern finds below the entry of the property, or None."""
    found = None
    for line in path.read_text(errors="replace").splitlines():
        entry, said = ENTRY.match(line), pattern.match(line)
        if entry:
            found = os.path.basename(entry[1])
        elif said and found == wanted:
            return said[1]
    return None


def expected_verdict(path, wanted):
    """What a task expects of the property: true, false, or None."""
    verdict = said_of(path, wanted, EXPECTED)
    return verdict and verdict.lower()


def expected_part(path, wanted):
    """Which part of the property a task says is violated, or None."""
    return said_of(path, wanted, PART)


def property_of(path, wanted):
    """The file of the property, if it is there: a task may have several."""
    for line in path.read_text(errors="replace").splitlines():
        entry = ENTRY.match(line)
        if entry and os.path.basename(entry[1]) == wanted:
            file = path.parent / entry[1]
            return [str(file.resolve())] if file.exists() else []
    return []


def bits_of(path, bits):
    """The option for the data model, where the task does not say."""
    says_model = "data_model:" in path.read_text(errors="replace")
    return [] if says_model else [f"--{bits}"]
