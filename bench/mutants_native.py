"""Native tests of seeded faults: bench/seeded, compiled with sanitizers.

The scenarios of a unit (bench/seeded/PACKAGE-UNIT.c) are compiled with the
unit, or with a mutant of it, and linked with the rest of its package.  A
fault is shown by a run that goes wrong in the mutant and not in the original.
"""
import os
import subprocess

import debsource
import packages

HERE = os.path.dirname(os.path.abspath(__file__))
SEEDED = os.path.join(HERE, "seeded")
WRAPPED = ("malloc calloc realloc strdup strndup free fopen fdopen fclose open "
           "close pthread_mutex_lock pthread_mutex_unlock").split()
COMPILE = ["gcc", "-O0", "-g1", "-w", "-fsanitize=address,undefined",
           "-fno-sanitize-recover=all"]
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}


def scenarios(package, unit):
    stem = os.path.splitext(os.path.basename(unit))[0]
    return os.path.join(SEEDED, "%s-%s.c" % (package, stem))


class Native:
    """The objects of one package, compiled once."""

    def __init__(self, tree):
        self.tree = tree
        self.folder = os.path.join(tree.folder, "native")
        os.makedirs(self.folder, exist_ok=True)
        self.originals = {}

    def compile(self, source, target, *flags):
        debsource.run(COMPILE + ["-c", source, "-o", target, *flags,
                                 *self.tree.package.flags],
                      cwd=self.tree.source)

    def object(self, source, name, *flags):
        """An object that is compiled when its source is newer."""
        target = os.path.join(self.folder, name + ".o")
        if (not os.path.exists(target) or
                os.path.getmtime(target) < os.path.getmtime(source)):
            self.compile(source, target, *flags)
        return target

    def others(self, unit):
        return [self.object(self.tree.path(other), other.replace("/", "-"),
                            "-Dmain=main_of_package")
                for other in self.tree.units
                if other != unit]

    def program(self, unit, source, name):
        """Compiles the scenarios with this text of the unit."""
        program = os.path.join(self.folder, name + ".test")
        target = program + ".o"
        beside = os.path.join(self.tree.source, os.path.dirname(unit))
        harness = self.object(os.path.join(SEEDED, "harness.c"), "harness")
        self.compile(scenarios(self.tree.name, unit), target,
                     '-DUNIT="%s"' % source, "-iquote", beside, "-I", SEEDED)
        debsource.run(
            COMPILE + [target, harness, *self.others(unit), "-o", program,
                       "-Wl," + ",".join("--wrap=" + name for name in WRAPPED),
                       *self.tree.package.link])
        return program

    def run(self, program, scenario, number):
        """What one run comes to: a word of harness.h."""
        done = subprocess.run([program, scenario, number], cwd=self.folder,
                              capture_output=True, text=True,
                              errors="replace", env=ENVIRONMENT)
        return done.stdout.strip().rpartition(" ")[2]

    def original(self, unit):
        """The program with the unit as it is."""
        if unit not in self.originals:
            self.originals[unit] = self.program(
                unit, self.tree.path(unit), os.path.basename(unit))
        return self.originals[unit]

    def shows(self, mutant, text):
        """What the mutant's run comes to in the original and the mutant."""
        source = os.path.join(self.folder, "mutant.c")
        with open(source, "w", errors="surrogateescape") as file:
            file.write(text)
        scenario, number = mutant.run
        return (self.run(self.original(mutant.unit), scenario, number),
                self.run(self.program(mutant.unit, source, "mutant"),
                         scenario, number))
