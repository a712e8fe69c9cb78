"""What a generator of a class of programs hands to test/fuzz/trust.

A class is a module test/fuzz/classes/NAME.py with a function

    def generate(seed):    # the same seed, the same case
        return Case(...)

whose docstring says what the class is about. The verdict is known by
construction, or `confirm` finds it out by running the program natively; a case
whose confirmation fails is a bug of the generator and ends the campaign.
"""
import dataclasses
import pathlib
import subprocess

NATIVE_SECONDS = 20  # of processor time


@dataclasses.dataclass
class Case:
    files: dict             # name -> text; all are written to one folder
    expected: object        # a verdict, or a set of verdicts that are right:
                            # true, vacuous, false, false(valid-deref), ...
    options: list = dataclasses.field(default_factory=list)
    operands: list = None   # files named to vouch; by default every .c file
    command: str = "check"
    about: str = ""         # what is wrong with the program, for the report
    # Called with the folder of the files before vouch runs: None if the native
    # program behaves as expected, or a sentence.
    confirm: object = None
    # Called with (case, run): (judgement, sentence) in the place of comparing
    # verdicts. The judgement is right, wrong or unknown.
    judge: object = None

    def accepts(self):
        return ({self.expected} if isinstance(self.expected, str)
                else set(self.expected))

    def named(self):
        return (self.operands if self.operands is not None else
                [name for name in self.files if name.endswith(".c")])


def write(case, folder):
    for name, text in case.files.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def native(folder, sources, flags=(), arguments=(), stdin="", compiler="gcc"):
    """Compiles in the folder and runs: the finished process, or a sentence."""
    built = subprocess.run(
        [compiler, "-O0", "-g", "-w", *flags, "-o", "native", *sources, "-lm"],
        cwd=folder, capture_output=True, text=True, check=False)
    if built.returncode:
        return f"does not compile natively: {built.stderr[:500]}"
    return subprocess.run(
        ["prlimit", f"--cpu={NATIVE_SECONDS}", "./native", *arguments],
        cwd=folder, input=stdin, capture_output=True, text=True,
        errors="replace", check=False)


def expect_native(case, done):
    """Expects false where a native run, or its driver, returned 1: None, or a
    sentence if it tells nothing."""
    if isinstance(done, str):
        return done
    if done.returncode not in (0, 1):
        return f"natively {done.returncode}"
    if done.returncode:
        case.expected = "false"
    return None
