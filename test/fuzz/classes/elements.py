"""Loops over arrays of many elements, and an assertion about all of them.

Arrays are filled, copied, reversed, shifted, searched, compared with what loops
before found; some loops leave out an element, or do not come to the end. A
driver runs the program natively with many inputs: what fails there must not be
proved. Where nothing fails, either verdict is right: a violation has been run.
"""
import random

from case import Case, expect_native, native

DECIDED = 60
SIZE = 60
HEAD = f"""extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum {{ N = {SIZE} }};
"""
DRIVER = """#include <setjmp.h>
static unsigned state = 1;
static int failed, range;
static jmp_buf out;
int program(void);
int __VERIFIER_nondet_int(void) {
  state = state * 1103515245 + 12345;
  return (int)(state >> 8) % range - range / 2;
}
void reach_error(void) { failed = 1; longjmp(out, 1); }
int main(void) {
  for (int i = 0; i < 300; i++) {
    range = i % 3 == 0 ? 4 : i % 3 == 1 ? 2 * N_ : 1 << 22;
    if (!setjmp(out))
      program();
  }
  return failed;
}
""".replace("N_", str(SIZE))
ARRAYS = "abc"


class Program:
    def __init__(self, choice):
        self.choice = choice
        self.facts = []  # assertions that may hold of element k

    def maybe(self, chance):
        return self.choice.random() < chance

    def loop(self, body, index="i"):
        """Over all elements, mostly, up or down."""
        first = "1" if self.maybe(.07) else "0"
        last = "N - 1" if self.maybe(.07) else "N"
        if self.maybe(.2):
            return (f"  for ({index} = {last} - 1; {index} >= {first}; "
                    f"{index}--) {{ {body} }}")
        return (f"  for ({index} = {first}; {index} < {last}; {index}++) "
                f"{{ {body} }}")

    def forget(self, array):
        self.facts = [fact for fact in self.facts if f"{array}[" not in fact]

    def fill(self):
        array = self.choice.choice(ARRAYS)
        value = self.choice.choice(["7", "i", "2 * i", "i + 1", "i & 3",
                                    "x", "i % 5"])
        self.forget(array)
        self.facts.append(f"{array}[k] == {value.replace('i', 'k')}")
        if value == "i & 3":
            self.facts.append(f"{array}[k] <= 3")
        return self.loop(f"{array}[i] = {value};")

    def any(self):
        array = self.choice.choice(ARRAYS)
        self.forget(array)
        return self.loop(f"{array}[i] = __VERIFIER_nondet_int();")

    def copy(self):
        array, other = self.choice.sample(ARRAYS, 2)
        kind = self.choice.random()
        self.forget(array)
        if kind < .5:
            self.facts.append(f"{array}[k] == {other}[k]")
            return self.loop(f"{array}[i] = {other}[i];")
        if kind < .75:
            self.facts.append(f"{array}[k] == {other}[N - 1 - k]")
            return self.loop(f"{array}[N - 1 - i] = {other}[i];")
        step = self.choice.choice([1, 2, -1])
        self.facts.append(f"{array}[k] == {other}[k] + {step}")
        return self.loop(f"{array}[i] = {other}[i] + {step};")

    def best(self):
        array = self.choice.choice(ARRAYS)
        sign, fact = self.choice.choice([("<", ">="), (">", "<=")])
        if self.maybe(.1):
            sign = {"<": ">", ">": "<"}[sign]
        self.facts = [fact for fact in self.facts if "x" not in fact]
        self.facts.append(f"{array}[k] {fact} x")
        return (f"  x = {array}[0];\n" +
                self.loop(f"if ({array}[i] {sign} x) x = {array}[i];"))

    def filtered(self):
        array, other = self.choice.sample(ARRAYS, 2)
        bound = self.choice.choice([-1, 0, 0, 0, 1])
        self.forget(array)
        self.facts.append(f"k >= n || {array}[k] >= 0")
        return ("  n = 0;\n" + self.loop(
            f"if ({other}[i] >= {bound}) {{ {array}[n] = {other}[i]; n++; }}"))

    def spoil(self):
        array = self.choice.choice(ARRAYS)
        index = self.choice.choice(["0", "N / 2", "N - 1"])
        if self.maybe(.5):
            index = "j"
        return (f"  j = __VERIFIER_nondet_int();\n"
                f"  if (j >= 0 && j < N) {array}[{index}] = 5;")

    def text(self):
        kinds = [self.fill, self.any, self.copy, self.copy, self.best,
                 self.filtered]
        lines = [self.fill()] + [self.choice.choice(kinds)()
                                 for _ in range(self.choice.randint(1, 4))]
        if self.maybe(.12):
            lines.append(self.spoil())
        facts = self.facts or ["a[k] == a[0]"]
        fact = facts[-1] if self.maybe(.6) else self.choice.choice(facts)
        lines.append(f"  for (k = 0; k < N; k++)\n"
                     f"    if (!({fact}))\n      reach_error();")
        return (HEAD + "int program(void) {\n  int a[N], b[N], c[N], i, j, k;\n"
                "  int n = N, x = __VERIFIER_nondet_int();\n" +
                "\n".join(f"  for (i = 0; i < N; i++) {name}[i] = 0;"
                          for name in ARRAYS) + "\n" +
                "\n".join(lines) + "\n  return 0;\n}\n")


def generate(seed):
    text = Program(random.Random(f"elements {seed}")).text()
    case = Case(files={"program.c": text}, expected={"true", "false"},
                options=["--function", "program", "--cpu-timeout", "4"], about="loops over arrays")

    def confirm(folder):
        with open(f"{folder}/driver.c", "w", encoding="utf-8") as file:
            file.write(DRIVER)
        return expect_native(case, native(folder, ["program.c", "driver.c"]))

    case.confirm = confirm
    return case
