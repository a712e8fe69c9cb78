"""One run of `vouch check` on one function of a real package, as data.

Results are lines of JSON in a file, one for each run, so that a campaign can
be done in packets and resumed: a run whose name is there is not done again.
"""
import json
import os
import re
import resource
import subprocess

RESULT = re.compile(r"^RESULT: (true|false|unknown)(.*)$", re.M)


class Results:
    """The file of results."""

    def __init__(self, path):
        self.path, self.known = path, {}
        if os.path.exists(path):
            with open(path) as file:
                for line in file:
                    entry = json.loads(line)
                    self.known[entry["name"]] = entry

    def get(self, name, make):
        """The result of that name; `make` runs what is not there yet."""
        if name not in self.known:
            entry = {"name": name, **make()}
            with open(self.path, "a") as file:
                file.write(json.dumps(entry) + "\n")
            self.known[name] = entry
        return self.known[name]


def words_of(reason):
    """A reason without the names and places of one program."""
    reason = re.sub(r"\S+:\d+(:\d+)?", "<place>", reason.strip(" ()"))
    reason = re.sub(r"`[^`]*`", "<name>", reason)
    return re.sub(r"\b\d+\b", "N", reason)


def failing_rows(text):
    """Where rows fail: [line, column, text]; None if there is no report."""
    try:
        report = json.loads(text)
    except ValueError:
        return None
    return [[row.get("line"), row.get("column"), row.get("text")]
            for row in report.get("rows", []) if row["status"] == "fails"]


def check(vouch, tree, unit, source, function, options, seconds):
    """Runs vouch on the function of a source, a text of the unit, beside the
    package's helpers."""
    helpers = [name for name in tree.package.helpers if name != unit]
    command = [vouch, "check", "-q", "--json", "-", "--cpu-timeout",
               "%ds" % seconds, *options, *tree.package.flags,
               "-iquote", os.path.dirname(unit) or ".", source, *helpers]
    if function:
        command += ["--function", function]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=tree.source, capture_output=True,
                          text=True, errors="replace",
                          preexec_fn=lambda: os.nice(5))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = RESULT.search(done.stderr) or RESULT.search(done.stdout)
    rest = found[2].strip() if found else ""
    if not found:
        lines = done.stderr.strip().splitlines()
        rest = "no answer: " + (lines[-1] if lines else "exit code %d" %
                                done.returncode)
    return {"verdict": found[1] if found else "unknown",
            "reason": rest, "rows": failing_rows(done.stdout),
            "code": done.returncode,
            "cpu": round(after.ru_utime + after.ru_stime - before.ru_utime -
                         before.ru_stime, 2)}
