"""Runs a command with a limit of processor time.

A test must not fail because the machine is busy, so its limits are those of
the processor time that a process uses. Wall-clock time only ends what sleeps
for ever: there is PATIENCE times as much of it.
"""
import signal
import subprocess

PATIENCE = 30


def run(command, cpu, **settings):
    """subprocess.run; every process gets `cpu` seconds of processor time."""
    return subprocess.run(prefix(cpu) + [str(word) for word in command],
                          timeout=PATIENCE * cpu, check=False, **settings)


def prefix(cpu):
    """What to put before a command so that its processor time is limited."""
    return ["prlimit", f"--cpu={int(cpu)}:{int(cpu) + 5}"]


def is_late(done):
    """Was a process ended because of its processor time?"""
    return done.returncode in (-signal.SIGXCPU, 128 + signal.SIGXCPU)
