"""One run of `vouch check` on one function of a real package, as data.

Results are lines of JSON in a file, one for each run, so that a campaign can
be done in packets and resumed: a run whose name is there is not done again.
"""
import json
import os
import re
import resource
import shlex
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
            entry.pop("runs", None)
            with open(self.path, "a") as file:
                file.write(json.dumps(entry) + "\n")
            self.known[name] = entry
        return self.known[name]


def words_of(reason):
    """A reason without the names and places of one program."""
    reason = re.sub(r"\S+:\d+(:\d+)?", "<place>", reason.strip(" ()"))
    reason = re.sub(r"`[^`]*`", "<name>", reason)
    return re.sub(r"\b\d+\b", "N", reason)


def read_report(text):
    try:
        return json.loads(text)
    except ValueError:
        return {}


def place(row):
    return [row.get("line"), row.get("column"), row.get("text")]


def checks_of(report):
    """One, or all of a specification."""
    return report.get("checks", [report])


def failing_rows(report):
    """Where rows fail: [line, column, text]; None if there is no report."""
    if not report:
        return None
    return [place(row) for check in checks_of(report)
            for row in check.get("rows", []) if row["status"] == "fails"]


def failing_runs(report):
    """The executions that make rows fail: the row's place, and the oracle."""
    found = []
    for check in checks_of(report):
        rows = {row["number"]: row for row in check.get("rows", [])}
        found += [(place(rows[execution["row"]]),
                   execution["lanes"][0]["oracle"])
                  for execution in check.get("executions", [])
                  if execution.get("row") in rows and
                  len(execution["lanes"]) == 1]
    return found


# Lines of an oracle that answer in turn.
ANSWER = re.compile(r"(value|call|allocate|uninitialised|contents|written|rest)")
VIOLATED, ABORTED = 10, 134


def without_answers(oracle):
    """The state of an oracle; whatever is asked then is zero."""
    return "\n".join(line for line in oracle.split("\n")
                     if not ANSWER.match(line)) + "\nrest zero\n"


LOST = "no block that is given or allocated is lost"


def violates_there(vouch, tree, unit, function, helpers, row, oracle):
    """Does a run of the unit with that oracle violate the row, too?  Where it
    asks for other things than the oracle answers, it gets zeros."""
    lost = ["--lost"] if row[2] == LOST else []
    path = os.path.join(tree.folder, "oracle-%d" % os.getpid())
    for text in (oracle, without_answers(oracle)):
        with open(path, "w") as file:
            file.write(text)
        done = subprocess.run(
            [vouch, "run", *lost, "--max-steps", "1000000", "--oracle", path,
             *tree.package.flags, "-iquote", os.path.dirname(unit) or ".",
             unit, *helpers, "--function", function], cwd=tree.source,
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
            errors="replace")
        if done.returncode == 0:
            return False
        if done.returncode in (VIOLATED, ABORTED) and lost:
            return "is lost" in done.stderr
        if done.returncode in (VIOLATED, ABORTED):
            at = re.search(r":(\d+):(\d+): error", done.stderr)
            return not at or [int(at[1]), int(at[2])] == row[:2]
    return True


def check(vouch, tree, unit, source, function, helpers, options, seconds):
    """Runs vouch on the function of a source, a text of the unit, beside other
    units."""
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
    report = read_report(done.stdout)
    return {"verdict": found[1] if found else "unknown",
            "reason": rest, "rows": failing_rows(report),
            "runs": failing_runs(report),
            "code": done.returncode, "command": shlex.join(command[1:]),
            "cpu": round(after.ru_utime + after.ru_stime - before.ru_utime -
                         before.ru_stime, 2)}
