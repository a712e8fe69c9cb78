"""Runs a checker, measures it, and reads its verdict.

A run's CPU time and memory are those of the whole tree of processes that it
waited for, the compiler included. The verdict is the last line of its standard
output, `RESULT: true | false(<property>) | unknown (<reason>)`.
"""
import dataclasses
import os
import re
import signal
import subprocess
import tempfile
import threading
import time

RESULT = re.compile(r"RESULT: (true|false|unknown)\s*(?:\((.*)\))?\s*$")
GRACE = 10     # seconds after the checker's own time limit at which it is killed
PATIENCE = 20  # times as much wall-clock time ends what sleeps for ever


@dataclasses.dataclass
class Run:
    exit: int       # negative: the signal that ended it
    stdout: str
    stderr: str
    cpu: float      # seconds
    user: float     # of those, not in the kernel
    wall: float     # seconds
    megabytes: float
    killed: bool    # by us, at the time limit


@dataclasses.dataclass
class Verdict:
    answer: str      # true, false or unknown
    detail: str      # the property violated, or the reason for unknown
    said: bool       # the checker said so, rather than nothing at all

    def __str__(self):
        return f"{self.answer}({self.detail})" if self.detail else self.answer


def read_back(stream):
    stream.seek(0)
    return stream.read().decode(errors="replace")


class Alarm:
    """Kills a process and its descendants after a time."""

    def __init__(self, process, seconds):
        self.process = process
        self.rang = False
        self.timer = threading.Timer(seconds, self.ring)
        self.timer.start()

    def ring(self):
        self.rang = True
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def stop(self):
        self.timer.cancel()
        return self.rang


def run(command, limit, cwd=None):
    """Runs a command for at most `limit` seconds of wall-clock time."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                                   stdout=out, stderr=err, cwd=cwd,
                                   start_new_session=True)
        alarm = Alarm(process, limit)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        killed = alarm.stop()
        process.returncode = os.waitstatus_to_exitcode(status)
        return Run(process.returncode, read_back(out), read_back(err),
                   usage.ru_utime + usage.ru_stime, usage.ru_utime, wall,
                   usage.ru_maxrss / 1024, killed)


def verdict(done):
    """What a run says; a run that says nothing is `unknown`."""
    lines = done.stdout.strip().splitlines()
    found = RESULT.match(lines[-1]) if lines else None
    if found:
        return Verdict(found[1], found[2] or "", True)
    if done.killed:
        return Verdict("unknown", "killed at the time limit", False)
    if done.exit == -signal.SIGXCPU:
        return Verdict("unknown", "processor time", True)
    return Verdict("unknown", f"no result: exit code {done.exit}", False)


def check(vouch, arguments, timeout):
    """`vouch check` with a time limit in seconds: the run and its verdict.

    The limit is one of processor time, whatever else the machine does.
    """
    done = run(["prlimit", f"--cpu={timeout + GRACE}:{timeout + 2 * GRACE}",
                vouch, "check", "-q", "--cpu-timeout", f"{timeout}s",
                *arguments], PATIENCE * (timeout + GRACE))
    return done, verdict(done)


def judge(expected, actual):
    """right, wrong or unknown, for an expected `true` or `false`."""
    if actual.answer == "unknown":
        return "unknown"
    return "right" if actual.answer == expected else "wrong"


def markdown_row(cells):
    return "| " + " | ".join(str(cell).replace("|", "\\|")
                             for cell in cells) + " |"
