"""Runs checks of systems in several modes and reads what was counted."""
import importlib.machinery
import importlib.util
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))
import measure


def load(name):
    loader = importlib.machinery.SourceFileLoader(name, str(HERE / name))
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


CONFORMANCE = load("conformance_table")

# What vouch calls its figures; the only place that knows.
FIELDS = {
    "states": "system_states",
    "predicate iterations": "predicate_iterations",
    "action iterations": "action_iterations",
    "kept": "joint_states_kept",
    "redone": "joint_states_redone",
}

# How vouch is told what to do; the only place that knows.
MODES = {
    "paper, predicates": ["--abstraction=predicates", "--no-reduce"],
    "paper, two-level": ["--abstraction=two-level", "--no-reduce"],
    "ours, predicates": ["--abstraction=predicates"],
    "ours, two-level": ["--abstraction=two-level"],
    "ours": [],
    "by assumption": ["--compose=assumption"],
}


def lacking(vouch, mode):
    """The first option of a mode that the program does not have; of one that
    can be switched off the help has the name without `no`."""
    known = CONFORMANCE.known_options(vouch)
    known |= {option.replace("--", "--no-", 1) for option in known}
    return CONFORMANCE.missing(MODES[mode], known)


class Measured:
    """One run: its verdict and figures; `seconds` without clang."""

    def __init__(self, verdict, judgement, seconds, megabytes, statistics):
        self.verdict, self.judgement = verdict, judgement
        self.seconds, self.megabytes = seconds, megabytes
        self.statistics = statistics

    def figure(self, name):
        """A number, or None if it was not counted."""
        return self.statistics.get(FIELDS[name])

    def shown(self, name):
        value = self.figure(name)
        return "-" if value is None else str(value)


def run(check, mode, vouch, timeout, memory="", more=(), compiler="clang-19"):
    """Runs a check of bench/systems.list's form in a mode."""

    class Options:
        pass
    Options.compiler = compiler
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        path = os.path.join(folder, "statistics.json")
        wrapped, log = CONFORMANCE.write_compiler(folder, Options)
        limits = ["--memlimit", memory] if memory else []
        done, verdict = measure.check(
            vouch, ["--stats-json", path, "--compiler", wrapped, *limits,
                    *CONFORMANCE.arguments(check, [*MODES[mode], *more])],
            timeout)
        statistics = CONFORMANCE.TABLE.read_statistics(path)
        clang = CONFORMANCE.user_seconds(log)
    verdict = CONFORMANCE.verdict_of(check, done, verdict)
    return Measured(verdict, measure.judge(check.expected, verdict),
                    max(done.user - clang, 0.0),
                    statistics.get("peak_kb", 1024 * done.megabytes) / 1024,
                    statistics)
