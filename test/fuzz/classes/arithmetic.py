"""Plain arithmetic over inputs: quotients and remainders, midpoints, scalings,
clocks, rings, rounding up, saturation, digits, products, bytes.

A template is an identity or a bound that holds, over types of 8 to 64 bits and
random constants. Half of the programs are changed in one place (a constant, a
comparison, a sign, an assumption left out). Whether the changed program still
is right is found by running it natively on every input, where these have at
most 20 bits, else on corners and random inputs: without a violation found
there the template is left as it was. With --overflow and --div0 the native
program is compiled with traps for both, without with wrapping.
"""
import pathlib
import random
import re
import tempfile

from case import Case, native

MOST_BITS = 20
TYPES = {  # C type: (bits, is signed, name of its input function)
    "unsigned char": (8, False, "uchar"),
    "signed char": (8, True, "char"),
    "unsigned short": (16, False, "ushort"),
    "short": (16, True, "short"),
    "unsigned": (32, False, "uint"),
    "int": (32, True, "int"),
    "unsigned long": (64, False, "ulong"),
    "long": (64, True, "long"),
}
SMALL = ["unsigned char", "signed char"]
MIDDLE = SMALL + ["unsigned short", "short"]
USUAL = MIDDLE + ["unsigned", "int", "unsigned", "int"]
NATURAL = ["unsigned char", "unsigned short", "unsigned"]
ANY = USUAL + ["unsigned long", "long"]


class Text:
    """A program in parts. An assumption that starts with ! always stays."""

    def __init__(self):
        self.inputs, self.before, self.body, self.claims = [], [], [], []
        self.outside = []

    def input(self, kind, name):
        self.inputs.append((kind, name))
        return name


def is_signed(kind):
    return TYPES[kind][1]


def constant(choice, most=100000):
    return choice.choice([2, 3, 5, 7, 8, 10, 12, 16, 60, 100, 1000, 3600,
                          choice.randint(2, 50), choice.randint(2, most)])


def small_constant(choice, kind):
    most = 2 ** (TYPES[kind][0] - 1) - 1
    return min(constant(choice), most)


# Templates

def scale_back(choice, t):
    kind = choice.choice(USUAL)
    k = constant(choice)
    x = t.input(kind, "x")
    t.claims = [f"(long){x} * {k} / {k} == {x}",
                f"(long){x} * {k} % {k} == 0"]


def midpoint(choice, t):
    kind = choice.choice(USUAL)
    lo, hi = t.input(kind, "lo"), t.input(kind, "hi")
    t.before = [f"{lo} <= {hi}", f"0 <= {lo}"]
    t.body = [f"{kind} mid = {lo} + ({hi} - {lo}) / 2;"]
    t.claims = [f"{lo} <= mid && mid <= {hi}", f"{lo} == {hi} || mid < {hi}"]


def average(choice, t):
    kind = choice.choice(USUAL)
    a, b = t.input(kind, "a"), t.input(kind, "b")
    t.body = [f"long mean = ((long){a} + {b}) / 2;"]
    t.claims = [f"{a} > {b} || ({a} <= mean && mean <= {b})",
                f"{a} < {b} || ({b} <= mean && mean <= {a})"]


def average_bits(choice, t):
    kind = choice.choice(NATURAL)
    a, b = t.input(kind, "a"), t.input(kind, "b")
    t.body = [f"{kind} mean = ({a} & {b}) + (({a} ^ {b}) >> 1);"]
    t.claims = [f"mean == ((unsigned long){a} + {b}) / 2"]


def quotient(choice, t):
    kind = choice.choice(ANY)
    x, k = t.input(kind, "x"), small_constant(choice, kind)
    t.body = [f"{kind} q = {x} / {k}, r = {x} % {k};"]
    t.claims = [f"q * {k} + r == {x}",
                f"r < {k}" + (f" && r > -{k}" if is_signed(kind) else "")]


def round_down(choice, t):
    kind = choice.choice(USUAL)
    x, k = t.input(kind, "x"), small_constant(choice, kind)
    t.before = [f"{x} >= 0"] if is_signed(kind) else []
    t.body = [f"{kind} y = {x} / {k} * {k};"]
    t.claims = [f"y <= {x}", f"{x} - y < {k}", f"y % {k} == 0"]


def power(choice, t):
    kind = choice.choice(ANY)
    x, n = t.input(kind, "x"), choice.randint(1, 6)
    t.before = [f"{x} >= 0"] if is_signed(kind) else []
    t.claims = [f"{x} % {2 ** n} == ({x} & {2 ** n - 1})",
                f"{x} / {2 ** n} == {x} >> {n}"]


def nested(choice, t):
    kind = choice.choice(USUAL)
    x = t.input(kind, "x")
    a, b = choice.randint(2, 12), choice.choice([2, 3, 5, 10, 12])
    if TYPES[kind][0] > 8:
        a, b = choice.choice([(60, 60), (24, 60), (7, 24), (10, 100), (a, b)])
    t.claims = choice.sample([f"{x} % {a * b} % {b} == {x} % {b}",
                              f"{x} / {a} / {b} == {x} / {a * b}",
                              f"{x} % {a * b} / {b} == {x} / {b} % {a}"], 2)


def clock(choice, t):
    kind = choice.choice(["unsigned short", "short", "int", "unsigned"])
    x = t.input(kind, "t")
    a, b = choice.choice([(60, 60), (24, 60), (10, 10), (12, 30), (7, 24)])
    t.before = [f"{x} >= 0"] if is_signed(kind) else []
    t.body = [f"int h = {x} / {a * b}, m = {x} % {a * b} / {b}, "
              f"s = {x} % {b};"]
    t.claims = [f"m < {a} && s < {b}", f"h * {a * b} + m * {b} + s == {x}"]
    if is_signed(kind):
        t.claims.append("m >= 0 && s >= 0")


def percent(choice, t):
    kind = choice.choice(NATURAL)
    part, total = t.input(kind, "part"), t.input(kind, "total")
    k = choice.choice([10, 100, 255, 1000])
    t.before = [f"!{total} > 0", f"{part} <= {total}"]
    t.body = [f"unsigned long share = (unsigned long){part} * {k} / {total};"]
    t.claims = [f"share <= {k}", f"{part} < {total} || share == {k}"]


def percent_of(choice, t):
    kind = choice.choice(["unsigned short", "short", "int"])
    whole, k = t.input(kind, "whole"), choice.choice([10, 100, 256])
    p = t.input("unsigned char" if k <= 100 else "unsigned short", "p")
    t.before = [f"{whole} >= 0", f"{p} <= {k}"]
    t.body = [f"long part = (long){whole} * {p} / {k};"]
    t.claims = [f"part >= 0 && part <= {whole}"]


def ring(choice, t):
    kind = choice.choice(["unsigned char", "unsigned short", "unsigned"])
    i = t.input(kind, "i")
    if choice.random() < 0.5:
        n = t.input(kind, "n")
        t.before = [f"!{n} > 0", f"{i} < {n}"]
    else:
        n = str(choice.randint(2, 200))
        t.before = [f"{i} < {n}"]
    t.body = [f"{kind} next = ({i} + 1) % {n};"]
    t.claims = [f"next < {n}", f"next == 0 || next == {i} + 1",
                f"{i} + 1 == {n} || next == {i} + 1"]


def ring_back(choice, t):
    kind = choice.choice(NATURAL)
    i, n = t.input(kind, "i"), choice.randint(2, 200)
    t.before = [f"{i} < {n}"]
    t.body = [f"int back = ({i} + {n} - 1) % {n};"]
    t.claims = [f"back >= 0 && back < {n}", f"(back + 1) % {n} == (int){i}"]


def round_up(choice, t):
    kind = choice.choice(["unsigned char", "unsigned short", "unsigned",
                          "unsigned long"])
    x, k = t.input(kind, "x"), min(constant(choice, 200), 100)
    t.before = [f"{x} <= {2 ** TYPES[kind][0] - k - 1}u"
                + ("l" if TYPES[kind][0] == 64 else "")]
    t.body = [f"{kind} y = ({x} + {k - 1}) / {k} * {k};"]
    t.claims = [f"y >= {x}", f"y - {x} < {k}", f"y % {k} == 0"]


def align(choice, t):
    kind = choice.choice(["unsigned short", "unsigned", "unsigned long"])
    x, m = t.input(kind, "x"), 2 ** choice.randint(1, 12)
    t.before = [f"{x} <= ({kind})-{m}"]
    t.body = [f"{kind} y = ({x} + {m - 1}) & ~({kind}){m - 1};"]
    t.claims = [f"y >= {x} && y - {x} < {m}", f"y % {m} == 0",
                f"(y & {m - 1}) == 0"]


def clamp(choice, t):
    kind = choice.choice(USUAL)
    x, lo, hi = (t.input(kind, name) for name in ("x", "lo", "hi"))
    t.before = [f"{lo} <= {hi}"]
    t.body = [f"{kind} y = {x} < {lo} ? {lo} : {x} > {hi} ? {hi} : {x};"]
    t.claims = [f"{lo} <= y && y <= {hi}", f"{x} < {lo} || y <= {x}"]


def saturate(choice, t):
    kind = choice.choice(["unsigned char", "unsigned short", "unsigned"])
    a, b = t.input(kind, "a"), t.input(kind, "b")
    most = f"{2 ** TYPES[kind][0] - 1}u"
    t.body = [f"{kind} sum = {a} > {most} - {b} ? {most} : {a} + {b};"]
    t.claims = [f"sum >= {a} && sum >= {b}",
                f"sum == {most} || sum - {a} == {b}"]


def products(choice, t):
    kind = choice.choice(["unsigned char", "short", "int", "unsigned", "long"])
    a, b = t.input(kind, "a"), t.input(kind, "b")
    k = choice.randint(2, 20)
    t.claims = choice.sample(
        [f"{a} * {b} == {b} * {a}",
         f"({a} + {b}) * {k} == {a} * {k} + {k} * {b}",
         f"({a} + {k}) * ({a} - {k}) == {a} * {a} - {k * k}",
         f"({a} - {b}) * {k} == {k} * {a} - {b} * {k}"], 2)


def after(choice, t):
    a, d = t.input("unsigned", "a"), t.input("unsigned", "d")
    t.before = [f"0 < {d}", f"{d} < 0x80000000u"]
    t.claims = [f"(int)({a} + {d} - {a}) > 0", f"(int)({a} - ({a} + {d})) < 0"]


def swap_bytes(choice, t):
    kind = choice.choice(["unsigned short", "unsigned"])
    x = t.input(kind, "x")
    if kind == "unsigned":
        t.body = [f"unsigned y = {x} << 24 | ({x} & 0xff00) << 8 | "
                  f"({x} >> 8 & 0xff00) | {x} >> 24;"]
        t.claims = [f"(y & 0xff) == {x} >> 24", f"y >> 24 == {x} % 256"]
    else:
        t.body = [f"unsigned y = ({x} & 255) * 256 + {x} / 256;",
                  "unsigned z = (y & 255) * 256 + y / 256;"]
        t.claims = [f"z == {x}", "y < 65536"]


def digits(choice, t):
    most = choice.choice([100, 1000])
    x = t.input("unsigned short", "x")
    t.before = [f"{x} < {most}"]
    if most == 100:
        t.body = [f"int sum = {x} / 10 + {x} % 10;"]
    else:
        t.body = [f"int sum = {x} / 100 + {x} / 10 % 10 + {x} % 10;"]
    k = choice.choice([3, 9])
    t.claims = [f"sum <= {18 if most == 100 else 27}",
                f"sum % {k} == {x} % {k}"]


def convert(choice, t):
    kind = choice.choice(["short", "int", "unsigned short"])
    x = t.input(kind, "x")
    low = choice.randint(-500, 0) if is_signed(kind) else 0
    high = choice.randint(1, 3000)
    a, b = choice.randint(2, 50), choice.randint(2, 20)
    c = choice.randint(0, 400)
    t.before = [f"{x} >= {low} && {x} <= {high}"]
    t.body = [f"int y = {x} * {a} / {b} + {c};"]
    down = -(-low * a // b)
    t.claims = [f"y >= {down + c}", f"y <= {high * a // b + c}"]


def cell(choice, t):
    kind = choice.choice(["unsigned char", "unsigned short", "unsigned"])
    rows, columns = choice.randint(2, 60), choice.randint(2, 100)
    r, c = t.input(kind, "row"), t.input(kind, "column")
    t.before = [f"{r} < {rows}", f"{c} < {columns}"]
    t.body = [f"unsigned n = {r} * {columns} + {c};"]
    t.claims = [f"n < {rows * columns}",
                f"n / {columns} == {r} && n % {columns} == {c}"]


def monotone(choice, t):
    kind = choice.choice(USUAL)
    a, b = t.input(kind, "a"), t.input(kind, "b")
    k = small_constant(choice, kind)
    t.before = [f"{a} <= {b}"]
    t.claims = [f"{a} / {k} <= {b} / {k}",
                f"(long){a} * {k} <= (long){b} * {k}"]


def mixed(choice, t):
    s, u = t.input(choice.choice(["signed char", "short", "int"]), "s"), \
        t.input(choice.choice(["unsigned char", "unsigned short", "unsigned"]),
                "u")
    k = choice.randint(2, 30)
    t.claims = choice.sample(
        [f"(long){u} + {s} - {s} == {u}",
         f"({u} + (unsigned){s}) - (unsigned){s} == {u}",
         f"{s} < 0 || ((long){s} < (long){u}) == ((unsigned){s} < {u})",
         f"{u} / {k} * {k}L + {u} % {k} == {u}",
         f"(long){s} * {k} / {k} + {u} == (long){s} + {u}"], 2)


def fixed_point(choice, t):
    kind = choice.choice(["signed char", "short", "int"])
    x, n = t.input(kind, "x"), choice.randint(1, 16)
    t.claims = [f"(long){x} * {2 ** n} >> {n} == {x}",
                f"(long){x} * {2 ** n} / {2 ** n} == {x}"]


def bounded_product(choice, t):
    a, b = t.input("unsigned short", "a"), t.input("unsigned short", "b")
    w, h = choice.randint(10, 2000), choice.randint(10, 2000)
    t.before = [f"{a} <= {w}", f"{b} <= {h}"]
    t.claims = [f"(unsigned){a} * {b} <= {w * h}u"]


def remainder_sum(choice, t):
    kind = choice.choice(["unsigned char", "unsigned short"])
    a, b, k = t.input(kind, "a"), t.input(kind, "b"), choice.randint(2, 20)
    t.claims = [f"({a} + {b}) % {k} == ({a} % {k} + {b} % {k}) % {k}"]


def modulo_positive(choice, t):
    kind = choice.choice(["signed char", "short", "int"])
    x, k = t.input(kind, "x"), choice.randint(2, 100)
    t.body = [f"int r = ({x} % {k} + {k}) % {k};"]
    t.claims = [f"r >= 0 && r < {k}", f"((long){x} - r) % {k} == 0"]


TEMPLATES = [scale_back, midpoint, average, average_bits, quotient, round_down,
             power, nested, clock, percent, percent_of, ring, ring_back,
             round_up, align, clamp, saturate, products, after, swap_bytes,
             digits, convert, cell, monotone, mixed, fixed_point,
             bounded_product, remainder_sum, modulo_positive]

# Changes

SWAPS = {"<=": "<", ">=": ">", "<": "<=", ">": ">=", "==": "<=", "+": "-",
         "-": "+", "||": "&&", "&&": "||"}


def change_token(choice, line):
    places = [m for m in re.finditer(r"(?<![\w.])\d+\b|[<>]=|==|\|\||&&|"
                                     r"(?<= )[-+<>](?= )", line)]
    if not places:
        return line
    place = choice.choice(places)
    old = place.group()
    new = (str(max(1, int(old) + choice.choice([-1, 1])))
           if old.isdigit() else SWAPS[old])
    return line[:place.start()] + new + line[place.end():]


def changed(choice, t):
    new = Text()
    new.inputs, new.outside = t.inputs, t.outside
    new.before, new.body, new.claims = t.before[:], t.body[:], t.claims[:]
    part = choice.choice([p for p in (new.before, new.body, new.claims) if p])
    at = choice.randrange(len(part))
    droppable = part is new.before and not part[at].startswith("!")
    if droppable and choice.random() < 0.5:
        del part[at]
    elif not part[at].startswith("!"):
        part[at] = change_token(choice, part[at])
    return new


# Texts

def body(t):
    lines = [f"  __VERIFIER_assume({b.lstrip('!')});" for b in t.before]
    lines += [f"  {line}" for line in t.body]
    lines += [f"  assert({claim});" for claim in t.claims]
    return "\n".join(lines)


def program(t):
    names = sorted({kind for kind, _ in t.inputs})
    declared = "".join(f"extern {kind} __VERIFIER_nondet_{TYPES[kind][2]}"
                       f"(void);\n" for kind in names)
    inputs = "".join(f"  {kind} {name} = __VERIFIER_nondet_"
                     f"{TYPES[kind][2]}();\n" for kind, name in t.inputs)
    return (f"#include <assert.h>\n\n{declared}"
            f"extern void __VERIFIER_assume(int);\n\nint main(void) {{\n"
            f"{inputs}{body(t)}\n  return 0;\n}}\n")


def bits_of(t):
    return sum(TYPES[kind][0] for kind, _ in t.inputs)


def loops(t):
    """All inputs, from the bits of one counter."""
    at, lines = 0, []
    for number, (kind, _) in enumerate(t.inputs):
        lines.append(f"    in{number} = ({kind})(n >> {at});")
        at += TYPES[kind][0]
    return (f"  for (unsigned long n = 0; n < 1ul << {at}; n++) {{\n"
            + "\n".join(lines) + "\n    if (once()) return 1;\n  }\n")


def samples(t, corners):
    listed = ", ".join(f"{c}ul" for c in corners)
    lines = "".join(f"    in{number} = ({kind})draw();\n"
                    for number, (kind, _) in enumerate(t.inputs))
    return f"""  for (int n = 0; n < 1000000; n++) {{
{lines}    if (once()) return 1;
  }}
""", f"""static unsigned long state = 88172645463325252ul;
static unsigned long next(void) {{
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return state;
}}
static const unsigned long corners[] = {{{listed}}};
static unsigned long draw(void) {{
  unsigned long r = next(), c = corners[next() % (sizeof corners / 8)];
  switch (next() % 6) {{
  case 0: return r;
  case 1: return r >> next() % 64;
  case 2: return -(r >> next() % 64);
  case 3: return c + r % 5 - 2;
  case 4: return -c + r % 5 - 2;
  default: return (c ? ~0ul >> next() % 64 : 0) - r % 3;
  }}
}}
"""


def driver(t):
    constants = {int(n) for n in re.findall(r"(?<![\w.])\d+\b", body(t))}
    corners = sorted(constants | {0, 1} | {2 ** n for n in (7, 15, 31, 32, 63)}
                     | {2 ** 31 // c for c in constants if c})
    if bits_of(t) <= MOST_BITS:
        search, helpers = loops(t), ""
    else:
        search, helpers = samples(t, corners)
    slots = "".join(f"static {kind} in{n};\n"
                    for n, (kind, _) in enumerate(t.inputs))
    inputs = "".join(f"  {kind} {name} = in{n};\n"
                     for n, (kind, name) in enumerate(t.inputs))
    return f"""#define __VERIFIER_assume(e) do {{ if (!(e)) return 0; }} while (0)
#define assert(e) do {{ if (!(e)) return 1; }} while (0)
{slots}{helpers}static int once(void) {{
{inputs}{body(t)}
  return 0;
}}
int main(void) {{
{search}  return 0;
}}
"""


def is_violated(t, checks):
    """Whether the native search meets a violation; None if it cannot tell."""
    flags = (["-fsanitize=signed-integer-overflow,integer-divide-by-zero",
              "-fsanitize-undefined-trap-on-error"]
             if checks else ["-fwrapv"])
    with tempfile.TemporaryDirectory(prefix="arithmetic-") as folder:
        pathlib.Path(folder, "driver.c").write_text(driver(t))
        ran = native(folder, ["driver.c"], ["-O1", *flags])
    if isinstance(ran, str):
        raise ValueError(ran)
    if ran.returncode == 0:
        return False if bits_of(t) <= MOST_BITS else None
    if ran.returncode == 1 or (checks and ran.returncode in (-4, -8)):
        return True
    raise ValueError(f"the native program ended with {ran.returncode}")


def generate(seed):
    choice = random.Random(f"arithmetic {seed}")
    checks = choice.random() < 0.35
    options = ["--overflow", "--div0"] if checks else []
    template = choice.choice(TEMPLATES)
    t = Text()
    template(choice, t)
    about = template.__name__
    violated = is_violated(t, checks)
    if violated and not checks:
        raise ValueError(f"{about} does not hold:\n{program(t)}")
    if not violated and choice.random() < 0.6:
        for _ in range(4):
            other = changed(choice, t)
            found = is_violated(other, checks)
            if found is not None:
                t, violated, about = other, found, about + ", changed"
                break
    return Case(files={"program.c": program(t)},
                expected="false" if violated else "true",
                options=options, about=about)
