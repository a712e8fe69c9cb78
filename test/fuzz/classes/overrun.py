"""Array indices that do or do not leave their array, chosen by an input."""
import random

from case import Case, native

PROGRAM = """extern int __VERIFIER_nondet_int(void);
{static}{type} a[{size}];
int main(void) {{
  int i = __VERIFIER_nondet_int();
  if (i < {low} || i {relation} {high}) return 0;
  a[i{shift:+d}] = 1;
  return a[i{shift:+d}] != 1;
}}
"""

NATIVE = """int input;
int __VERIFIER_nondet_int(void) { return input; }
#define main program
"""


def generate(seed):
    choice = random.Random(seed)
    size = choice.randint(1, 9)
    shift = choice.randint(-3, 3)
    low, last = -shift, size - 1 - shift
    fault = choice.choice([None, "low", "high"])
    low -= fault == "low"
    last += fault == "high"
    relation = choice.choice([">", ">="])
    text = PROGRAM.format(static=choice.choice(["static ", ""]),
                          type=choice.choice(["char", "int", "long", "short"]),
                          size=size, low=low, relation=relation,
                          high=last + (relation == ">="), shift=shift)
    wrong = low if fault == "low" else last

    def confirm(folder):
        with open(f"{folder}/native.c", "w", encoding="utf-8") as file:
            file.write(NATIVE + text + f"#undef main\nint main(void) {{ input "
                       f"= {wrong}; return program(); }}\n")
        done = native(folder, ["native.c"], ["-fsanitize=address,undefined",
                                             "-fno-sanitize-recover=all"])
        if isinstance(done, str):
            return done
        if (done.returncode != 0) != bool(fault):
            return f"natively {done.returncode}: {done.stderr[:300]}"
        return None

    return Case(files={"program.c": text}, options=["--deref"],
                expected="false(valid-deref)" if fault else "true",
                about=f"an index too {fault}" if fault else "", confirm=confirm)
