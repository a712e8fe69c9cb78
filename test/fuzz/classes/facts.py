"""Facts about the C library, results of inline assembly, and callbacks.

A program asserts something about what a routine returns: with constants, for
all values of an input, or that a result stays in its documented range. Other
programs rest on inline assembly, on exit handlers and their order, or give a
function to code that nobody sees. What holds natively must never be `false`,
what fails natively never `true`.
"""
import random
import struct

from case import Case, native

HEADERS = "#define _GNU_SOURCE\n" + "".join(f"#include <{name}.h>\n" for name in (
    "arpa/inet", "assert", "ctype", "fcntl", "inttypes", "math", "stdio",
    "stdlib", "string", "strings", "sys/stat", "unistd", "wchar", "wctype"))
INPUT = "extern int __VERIFIER_nondet_int(void);\n"

CLASSES = {
    "alpha": str.isalpha, "digit": str.isdigit, "alnum": str.isalnum,
    "upper": str.isupper, "lower": str.islower,
    "space": lambda c: c in " \t\n\v\f\r",
    "blank": lambda c: c in " \t",
    "cntrl": lambda c: ord(c) < 32 or ord(c) == 127,
    "print": lambda c: 32 <= ord(c) < 127,
    "graph": lambda c: 32 < ord(c) < 127,
    "punct": lambda c: 32 < ord(c) < 127 and not c.isalnum(),
    "xdigit": lambda c: c in "0123456789abcdefABCDEF",
}


def is_class(name, code):
    return 0 <= code < 128 and CLASSES[name](chr(code))


def swap(value, size):
    fmt = {2: "H", 4: "I"}[size]
    return struct.unpack(">" + fmt, struct.pack("<" + fmt, value))[0]


def divide(a, b):
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient, a - quotient * b


def aborts(folder, text, flags=()):
    """Does an assertion fail natively? Or a sentence."""
    with open(f"{folder}/native.c", "w", encoding="utf-8") as file:
        file.write(text)
    done = native(folder, ["native.c"], flags, compiler="clang-19")
    if isinstance(done, str):
        return done
    return done.returncode in (134, -6)


def confirmed(text, expected, extra=""):
    def confirm(folder):
        found = aborts(folder, text + extra)
        if isinstance(found, str):
            return found
        wanted = expected == "false"
        return None if found == wanted else f"natively {found}: {text[-300:]}"
    return confirm


def about_constants(body, expected, about):
    text = HEADERS + f"int main(void) {{\n{body}  return 0;\n}}\n"
    return Case(files={"program.c": text}, expected=expected, about=about,
                confirm=confirmed(text, expected))


# Routines that have a meaning, with constants

def constant_fact(choice):
    """(expression, value) of a routine with random constant arguments."""
    kind = choice.choice(["class", "wide", "case", "order", "divide",
                          "absolute", "bit", "parse", "convert"])
    code = choice.randint(0, 127)
    if kind in ("class", "wide"):
        name = choice.choice(sorted(CLASSES))
        wide = "w" if kind == "wide" else ""
        form = choice.choice(["is{}{}({})", "(is{}{})({})"])
        call = form.format(wide, name, code)
        return choice.choice([f"!!{call}", f"({call} ? 1 : 0)"]), int(
            is_class(name, code))
    if kind == "case":
        wide, up = choice.choice(["", "w"]), choice.choice(["upper", "lower"])
        changed = ord(chr(code).upper() if up == "upper" else chr(code).lower())
        return f"(int)to{wide}{up}({code})", changed
    if kind == "order":
        size = choice.choice([2, 4])
        value = choice.getrandbits(8 * size)
        name = choice.choice(["hton", "ntoh"]) + ("s" if size == 2 else "l")
        return f"(long){name}({value}u)", swap(value, size)
    if kind == "divide":
        a, b = choice.randint(-999, 999), choice.choice([-7, -2, 3, 5, 10])
        name = choice.choice(["div", "ldiv", "lldiv", "imaxdiv"])
        part = choice.choice([0, 1])
        return f"{name}({a}, {b}).{('quot', 'rem')[part]}", divide(a, b)[part]
    if kind == "absolute":
        a = choice.randint(-9999, 9999)
        return f"{choice.choice(['abs', 'labs', 'llabs', 'imaxabs'])}({a})", abs(a)
    if kind == "bit":
        a = choice.choice([0, 1 << choice.randint(0, 30),
                           choice.getrandbits(31)])
        lowest = (a & -a).bit_length()
        return f"{choice.choice(['ffs', 'ffsl', 'ffsll'])}({a})", lowest
    if kind == "parse":
        base = choice.choice([8, 10, 16])
        value = choice.randint(0, 99999)
        text = format(value, {8: "o", 10: "d", 16: "X"}[base])
        if "B" in text:
            base, text = 10, str(value)
        name = choice.choice(["strtol", "strtoul", "strtoll"])
        return f'(long){name}("{text}", 0, {base})', value
    value = choice.randint(-9999, 9999)
    rest = choice.choice(["", "x", " 7"])
    return f'{choice.choice(["atoi", "atol"])}("{value}{rest}")', value


def constants(choice):
    lines, fails = "", False
    for _ in range(choice.randint(1, 3)):
        text, value = constant_fact(choice)
        wrong = choice.random() < 0.25
        fails |= wrong
        lines += f"  assert({text} == {value + wrong});\n"
    return about_constants(lines, "false" if fails else "true", "constants")


# The same for all values of an input

def law(choice):
    """(expression over int x, lowest and highest x)."""
    a, b = choice.sample(sorted(CLASSES), 2)
    up, down = choice.sample(["toupper", "tolower"], 2)
    add = choice.randint(0, 3)
    return choice.choice([
        (f"!(is{a})(x) || (is{b})(x)", -1, 255),
        (f"!is{a}(x) || is{b}(x)", 0, 255),
        (f"!isw{a}(x) || isw{b}(x)", 0, 300),
        (f"!!isw{a}(x) == !!(is{a})(x)", 0, 255),
        (f"!(is{a}(x) && is{b}(x))", 0, 255),
        (f"{up}({down}(x)) == {up}(x)", -1, 255),
        (f"{up}(x) == x || isalpha(x)", 0, 255),
        (f"{up}(x) - x == 0 || {up}(x) - x == {choice.choice([32, -32])}",
         0, 255),
        (f"(int)ntohl(htonl(x)) == x + {choice.choice([0, 0, 1])}",
         -500, 500),
        ("ntohs(htons(x)) == (x & 0xffff)", -500, 500),
        (f"abs(x) >= {add}", -300, 300),
        ("abs(x) == labs(x)", -300, 300),
        (f"div(x, 4).quot * 4 + div(x, 4).rem == x + {choice.choice([0, 1])}",
         0, 100),
        (f"div(x, {choice.choice([3, 5, 8])}).rem < {choice.randint(2, 5)}",
         -40, 40),
        (f"x == 0 || (x & (1 << (ffs(x) - 1))) != 0", -300, 300),
        (f"ffs(x) <= {choice.choice([9, 32])}", 0, 300),
        ("isascii(x) == (toascii(x) == x)", -200, 300),
    ])


def laws(choice):
    text, low, high = law(choice)
    low = choice.randint(low, low + (high - low) // 4)
    function = HEADERS + INPUT + f"int law(int x) {{ return {text}; }}\n"
    program = function + ("int main(void) {\n"
                          "  int x = __VERIFIER_nondet_int();\n"
                          f"  if (x < {low} || x > {high}) return 0;\n"
                          "  assert(law(x));\n  return 0;\n}\n")
    case = Case(files={"program.c": program}, expected={"true", "false"},
                about=text)

    def confirm(folder):
        found = aborts(folder, function + "int main(void) {\n  for (int x = "
                       f"{low}; x <= {high}; x++) assert(law(x));\n}}\n")
        if isinstance(found, str):
            return found
        case.expected = "false" if found else "true"
        return None

    case.confirm = confirm
    return case


# Ranges of results, and what may come

RANGES = [
    ("rand()", 0, 2**31 - 1), ("random()", 0, 2**31 - 1),
    ("lrand48()", 0, 2**31 - 1), ("getchar()", -1, 255),
    ("fgetc(stdin)", -1, 255), ("close(9)", -1, 0), ("unlink(\"x\")", -1, 0),
    ("stat(\"x\", &s)", -1, 0), ("access(\"x\", 0)", -1, 0),
    ("pipe(two)", -1, 0), ("mkdir(\"x\", 0)", -1, 0),
    ("read(0, buffer, 8)", -1, 8), ("write(1, buffer, 5)", -1, 5),
    ("fork()", -1, None), ("kill(1, 0)", -1, 0),
    ("fread(buffer, 1, 8, stdin)", 0, 8), ("chdir(\"x\")", -1, 0),
    ("rename(\"x\", \"y\")", -1, 0),
]
SETUP = ("  char buffer[8] = \"hello\";\n  int two[2];\n  struct stat s;\n"
         "  (void)two, (void)s;\n")


def ranges(choice):
    call, low, high = choice.choice(RANGES)
    forms = [(f"r >= {low}", "true"), (f"r > {low}", "false"),
             (f"r + 1 != {low}", "true"), (f"r != {low}", "false")]
    if high is not None:
        forms += [(f"r <= {high}", "true"), (f"r < {high}", "false"),
                  (f"!(r > {high})", "true"),
                  (f"r != {choice.randint(low, high)}", "false")]
    fact, expected = choice.choice(forms)
    text = (HEADERS + f"int main(void) {{\n{SETUP}  long r = {call};\n"
            f"  assert({fact});\n  return 0;\n}}\n")
    return Case(files={"program.c": text}, expected=expected,
                about=f"{call} {fact}")


# Routines that nobody models: what holds natively is not `false`

OPAQUE = [
    "wctob('a') == 'a'", "btowc('a') == 'a'", "a64l(\"/\") == 1",
    "strcoll(\"a\", \"b\") < 0", "strspn(\"aab\", \"a\") == 2",
    "strcspn(\"aab\", \"b\") == 2", "mblen(\"a\", 1) == 1",
    "inet_addr(\"1.2.3.4\") == 0x04030201", "getpid() == getpid()",
    "isatty(0) == isatty(0)", "dup2(1, 7) == 7 || 1",
    "strncasecmp(\"ABx\", \"aby\", 2) == 0", "drand48() < 1.0",
    "wcstol(L\"5\", 0, 10) == 5", "strverscmp(\"a1\", \"a2\") < 0",
    "snprintf(0, 0, \"%d\", 12) == 2", "fmod(5.0, 3.0) == 2.0",
]


def opaque(choice):
    fact = choice.choice(OPAQUE)
    holds = choice.random() < 0.5
    return about_constants(f"  assert({'' if holds else '!'}({fact}));\n",
                           "true" if holds else "false",
                           "a routine without a model")


# Inline assembly

def assembly(choice):
    a, b = choice.randint(-50, 50), choice.randint(-50, 50)
    start = f"  int a = {a}, b = {b}; long c = {a};\n"
    wrong = choice.choice([0, 0, 1])
    barrier = choice.choice([
        'asm volatile("" ::: "memory");', 'asm("" : "+r"(a));',
        'asm("" : "+r"(a), "+r"(b) : : "memory");',
        'asm("" : "+r"(c), "+r"(a));', 'asm volatile("" : "+m"(a));',
        'asm volatile("nop" : "+r"(b));', 'asm volatile("" : : "r"(&a));',
        'asm goto("" : : : : out); out:;', 'asm("" : "=r"(b) : "0"(b));'])
    real = choice.choice(['asm("incl %0" : "+r"(c));',
                          'asm("incl %0" : "+m"(a2) : "r"(b));',
                          'asm("movl %1,%0" : "=r"(d) : "r"(b));'])
    real = real.replace("incl %0\" : \"+r\"(c)", "incq %0\" : \"+r\"(c)")
    use = choice.choice(["barrier", "barrier", "beside"])
    if use == "barrier":
        body = start + f"  {barrier}\n  assert(a == {a + wrong});\n" \
            + f"  assert(b == {b} && c == {a});\n"
    else:
        body = start + "  int a2 = 1, d = 2;\n  " + real + "\n" \
            + f"  assert(a == {a + wrong});\n  assert(b == {b});\n" \
            + "  (void)a2, (void)d;\n"
    return about_constants(body, "false" if wrong else "true", "assembly")


def assembly_result(choice):
    a = choice.randint(-50, 50)
    wrong = choice.choice([0, 1])
    body = (f"  int a = {a};\n  asm(\"addl $2,%0\" : \"+r\"(a));\n"
            f"  assert(a == {a + 2 + wrong});\n")
    return about_constants(body, "false" if wrong else "true",
                           "the result of assembly")


# Exit handlers

def handlers(choice):
    """A list of handlers on a counter; the last to run looks at it."""
    steps = [("add", choice.randint(1, 5)), ("double", 0),
             ("add", choice.randint(-5, -1))]
    count = choice.randint(1, 4)
    order = [choice.choice(steps) for _ in range(count)]
    quick = choice.random() < 0.2
    register = "at_quick_exit" if quick else "atexit"
    functions, calls, value = "", "", choice.randint(-3, 3)
    lines = []
    for i, (kind, amount) in enumerate(order):
        change = "n *= 2" if kind == "double" else f"n += {amount}"
        functions += f"static void step{i}(void) {{ {change}; }}\n"
        lines.append(f"  {register}(step{i});\n")
    result = value
    for kind, amount in reversed(order):
        result = result * 2 if kind == "double" else result + amount
    ways = (["quick_exit(0)", "exit(0)", "return 0"] if quick else
            ["return 0", "exit(0)", "stop(1)", "_Exit(0)", "abort_quietly()"])
    way = choice.choice(ways + [ways[0]])
    runs = way == ways[0] or way in ("exit(0)", "stop(1)") and not quick
    wrong = choice.choice([0, 0, 1])
    text = ("#include <assert.h>\n#include <stdlib.h>\n"
            f"static int n = {value};\n"
            "static void stop(int code) { exit(code); }\n"
            "static void abort_quietly(void) { _Exit(2); }\n"
            f"static void look(void) {{ assert(n == {result + wrong}); }}\n"
            f"{functions}int main(void) {{\n  {register}(look);\n"
            f"{''.join(lines)}  (void)stop, (void)abort_quietly;\n"
            f"  {way};\n}}\n")
    expected = "false" if wrong and runs else "true"
    return Case(files={"program.c": text}, expected=expected,
                about=f"{register}, {way}", confirm=confirmed(text, expected))


# Functions given to code that nobody sees

def unseen(choice):
    harmless = choice.random() < 0.6
    body = choice.choice(["n++;", "n = 7;", ""]) if harmless else \
        "assert(kept == 0);"
    linkage = choice.choice(["static ", ""])
    way = choice.choice(["register_it(f);", "table.f = f; look(&table);",
                         "shown.f = f; look(0);"])
    change = "" if harmless else choice.choice(["", "kept = 1; look(0);"])
    text = ("#include <assert.h>\nstruct t { void (*f)(void); } shown;\n"
            "static struct t table;\nint n; static int kept;\n"
            "extern void register_it(void (*)(void));\n"
            "extern void look(struct t *);\n"
            f"{linkage}void f(void) {{ {body} }}\n"
            f"int main(void) {{\n  int mine = 3;\n  (void)table;\n  {way}\n"
            f"  {change}\n  assert(mine == 3);\n  return kept;\n}}\n")
    expected = "false" if change else "true"
    return Case(files={"program.c": text}, expected=expected, about=way)


KINDS = [(constants, 30), (laws, 28), (ranges, 16), (handlers, 14),
         (assembly, 6), (opaque, 3), (assembly_result, 2), (unseen, 1)]


def generate(seed):
    choice = random.Random(seed)
    kinds = [kind for kind, weight in KINDS for _ in range(weight)]
    return choice.choice(kinds)(choice)
