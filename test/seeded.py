#!/usr/bin/env python3
"""Violates stated invariants, one line each, and sees that debug mode stops.

usage: test/seeded.py [--mode debug|asan] [--list] [--few] [substring...]

test/seeded.txt has the violations: the file, what is run to meet it, the line as
it is and the line that breaks what a header states. A copy of the sources in
build/seeded is built in debug mode; then each violation is put in, what changed
is compiled, the command is run, and the line is put back. A violation is caught
when the run ends by a CHECK or DCHECK (": bug: "), or by a validator. Nothing is
caught by the sources as they are.

--list only looks whether each line is still there, once, and so are the tests
that meet them. --few takes those that
are marked with `quick`, for `make test`. Prints TAP.
"""

import argparse
import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import limited

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "test/seeded.txt"
COPY = ROOT / "build/seeded"
CAUGHT = ": bug: "


@dataclasses.dataclass
class Seed:
    path: str
    command: str
    quick: bool
    old: str = ""
    new: str = ""

    def name(self):
        return f"{self.path}: {self.new.strip()}"


def read_seeds():
    seeds = []
    for line in TABLE.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("- "):
            seeds[-1].old = line[2:]
        elif line.startswith("+ "):
            seeds[-1].new = line[2:]
        else:
            path, command = line.split(": ", 1)
            quick = command.startswith("quick ")
            seeds.append(Seed(path, command.removeprefix("quick "), quick))
    return seeds


def changed(seed, text):
    """The text with the line replaced, or None unless it is there once."""
    lines = text.split("\n")
    found = [i for i, line in enumerate(lines)
             if line.strip() == seed.old.strip()]
    if len(found) != 1:
        return None
    at = found[0]
    indent = lines[at][:len(lines[at]) - len(lines[at].lstrip())]
    lines[at] = indent + seed.new.strip()
    return "\n".join(lines)


def link_tree(source, target):
    """A copy with the times of the files; objects are linked, not copied."""
    def copy(old, new):
        try:
            os.link(old, new)
        except OSError:
            shutil.copy2(old, new)
    shutil.copytree(source, target, copy_function=copy)


class Copy:
    """The sources in a folder of their own, and what is built of them."""

    def __init__(self, mode):
        self.mode = mode
        self.build = COPY / "build" / mode
        shutil.rmtree(COPY / "src", ignore_errors=True)
        shutil.rmtree(COPY / "test", ignore_errors=True)
        COPY.mkdir(parents=True, exist_ok=True)
        for name in ("src", "test"):
            shutil.copytree(ROOT / name, COPY / name, copy_function=shutil.copy2)
        shutil.copy2(ROOT / "Makefile", COPY / "Makefile")
        if not self.build.exists() and (ROOT / "build" / mode).exists():
            link_tree(ROOT / "build" / mode, self.build)

    def goal(self, seed):
        words = seed.command.split()
        return (f"build/{self.mode}/test/unit/{words[1]}" if words[0] == "unit"
                else f"build/{self.mode}/vouch")

    def make(self, goals):
        done = subprocess.run(
            ["make", "--no-print-directory", f"MODE={self.mode}", "-j2", *goals],
            cwd=COPY, capture_output=True, text=True, check=False)
        return "" if done.returncode == 0 else done.stderr[-2000:]

    def forget(self, path):
        """What is linked with other builds is made anew, not written over."""
        for suffix in (".o", ".d"):
            (self.build / path).with_suffix(suffix).unlink(missing_ok=True)

    def run(self, seed):
        words = seed.command.split()
        command = ([COPY / self.goal(seed)] if words[0] == "unit"
                   else [COPY / self.goal(seed), *words])
        done = limited.run(command, cpu=120, cwd=ROOT, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        return done.stdout.decode(errors="replace")

    def attempt(self, seed):
        """Why the violation is not caught, or nothing."""
        path = COPY / seed.path
        text = path.read_text()
        goal = COPY / self.goal(seed)
        self.forget(seed.path)
        path.write_text(changed(seed, text))
        goal.unlink(missing_ok=True)
        complaint = self.make([self.goal(seed)])
        try:
            output = "" if complaint else self.run(seed)
        except subprocess.TimeoutExpired:
            output = "it takes too long"
        path.write_text(text)
        shutil.copystat(ROOT / seed.path, path)
        self.forget(seed.path)
        if complaint:
            return "does not compile:\n" + complaint
        return "" if CAUGHT in output else "not caught:\n" + output[-600:]


def tell(complaint, name):
    print("not ok" if complaint else "ok", "-", name, flush=True)
    for line in complaint.splitlines():
        print("#", line)
    return bool(complaint)


def list_seeds(seeds):
    failed = False
    for seed in seeds:
        is_there = changed(seed, (ROOT / seed.path).read_text()) is not None
        kind, _, rest = seed.command.partition(" ")
        has_test = kind != "unit" or (ROOT / f"test/unit/{rest}.c").exists()
        failed |= tell("" if is_there and has_test else
                       "the line is not there once" if has_test else
                       f"there is no test {rest}",
                       f"can be put in: {seed.name()}")
    print(f"1..{len(seeds)}")
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", default="debug")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--few", action="store_true")
    parser.add_argument("substring", nargs="*")
    options = parser.parse_args()
    seeds = [seed for seed in read_seeds()
             if (seed.quick or not options.few) and
             (not options.substring or
              any(part in seed.name() for part in options.substring))]
    if options.list:
        return list_seeds(seeds)
    copy = Copy(options.mode)
    goals = sorted({copy.goal(seed) for seed in seeds})
    failed = tell(copy.make(goals), "the sources as they are can be built")
    if failed:
        print("1..1")
        return True
    commands = sorted({seed.command: seed for seed in seeds}.values(),
                      key=lambda seed: seed.command)
    for seed in commands:
        caught = CAUGHT in copy.run(seed)
        failed |= tell("caught" if caught else "",
                       f"as it is, nothing is caught: {seed.command}")
    for seed in seeds:
        failed |= tell(copy.attempt(seed), f"caught: {seed.name()}")
    print(f"1..{1 + len(commands) + len(seeds)}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
