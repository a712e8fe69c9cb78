"""Operations on constants, undefined ones among them, wherever C has constants.

A compiler folds them before anybody sees them. An operation is put into a
context that evaluates it, or one that does not; an input may guard it. Where
the question asked does not find it, what follows it is not checked: an
assertion that fails stands there. Clang's sanitizer confirms what is undefined.
"""
import random

from case import Case, native

WIDTH = {"int": 32, "unsigned": 32, "long": 64, "unsigned long": 64}
PREFIX = """#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
#define ZERO 0
#define BIG {big}
#define SAME(x) (x)
#define SKIP(x) (0 && (x))
#define IF(x, y) ((x) ? (y) : 2)
enum {{ NONE = 0, FEW = {few}, MANY = {big} }};
static int table[{size}];
static int take(int x) {{ return x; }}
static int pick(int x, int y) {{ return x ? y : x; }}
struct pair {{ int a, b; }};
struct bits {{ int a : 7, b : 9; }};
"""


def zeros(choice):
    return choice.choice(["0", "ZERO", "zero", "NONE", "(FEW - FEW)", "'\\0'",
                          "(int)0.5", "!FEW", "(3 & 4)", "0u", "0L",
                          "(sizeof(int) - 4)", "(char)256", "(zero + 0)"])


def amounts(choice, width, is_bad):
    if not is_bad:
        return choice.choice(["1", "few", "FEW", "(FEW - 1)", "0", "2u"])
    return choice.choice([f"{width}", f"{width + 1}", "BIG", "MANY", "big",
                          "-1", f"(few + {width})", "(int)64.5", "(ZERO - 2)",
                          "1000"])


def division(choice, is_bad):
    left = choice.choice(["7", "100", "FEW", "few", "-5", "9L", "6u", "'a'"])
    sign = choice.choice(["/", "%"])
    right = zeros(choice) if is_bad else choice.choice(["2", "FEW", "few", "3"])
    return f"{left} {sign} {right}", "div0" if is_bad else ""


def shift(choice, is_bad):
    kind = choice.choice(["1", "1u", "5", "1L", "7ul", "FEW", "few"])
    width = 64 if kind[-1] in "Ll" else 32
    sign = choice.choice(["<<", ">>"])
    return (f"{kind} {sign} {amounts(choice, width, is_bad)}",
            "range" if is_bad else "")


def quotient(choice, is_bad):
    least = choice.choice(["INT_MIN", "(-2147483647 - 1)", "LONG_MIN"])
    sign = choice.choice(["/", "%"]) if is_bad else "/"
    return f"{least} {sign} {'-1' if is_bad else '2'}", "fit" if is_bad else ""


def sums(choice, is_bad):
    if is_bad:
        return choice.choice(["INT_MAX + 1", "INT_MIN - 1", "65536 * 65536",
                              "-INT_MIN", "LONG_MAX + 1", "INT_MAX * 2",
                              "INT_MAX + FEW", "1 << 31", "-1 << 2",
                              "few + INT_MAX"]), "wraps"
    return choice.choice(["INT_MAX - 1", "255 * 255", "UINT_MAX + 1u",
                          "1 << 30", "-INT_MAX", "1u << 31"]), ""


# How an expression E of the context is evaluated: with what stands around it.
EVALUATED = [
    "int r = {e}; use(r);",
    "int r; r = {e}; use(r);",
    "const int r = {e}; use(r);",
    "if ({e}) use(1); else use(2);",
    "while ({e}) {{ use(1); break; }}",
    "for (; {e};) break;",
    "do use(3); while (0 && ({e}) || ({e}) && 0);",
    "use({e} ? 1 : 2);",
    "switch ({e}) {{ case 0: use(1); break; default: use(2); }}",
    "use(take({e}));",
    "use(pick(1, {e}));",
    "(void)({e});",
    "({e});",
    "use(few && ({e}));",
    "use((n | 1) && ({e}));",
    "struct pair p = {{1, {e}}}; use(p.b);",
    "int t[3] = {{1, {e}, 3}}; use(t[1]);",
    "use(0 || ({e}));",
    "use((n, {e}));",
    "use(({e}) + 1);",
    "use(!({e}));",
    "use(-(short)({e}));",
    "use((char)({e}) & 1);",
    "use(n + ({e}));",
    "struct pair p = {{n, {e}}}; use(p.b);",
    "struct pair p = {{.a = n}}; p.b = {e}; use(p.b);",
    "struct bits p; p.a = n; p.b = {e}; use(p.a);",
    "int t[2] = {{n, {e}}}; use(t[1]);",
    "table[0] = {e};",
    "long long w = {e}; use((int)w);",
    "double w = {e}; use(w > 1);",
    "_Bool w = {e}; use(w);",
    "int r = n; r += {e}; use(r);",
    "use(({{ int s = {e}; s; }}));",
    "use(1 ? {e} : 3);",
    "return use({e}), 0;",
    "use(sizeof(int[{size}]) ? ({e}) : 0);",
    "if ((n | 1) && ({e}) < 3) use(1);",
    "if (!(n | 1) || ({e}) == 3) use(1);",
    "use((n | 1) ? ({e}) : 3);",
    "use(n == n + 0 * few ? !({e}) : 3);",
    "while ((n | 1) && (({e}) ? n : 3)) break;",
    "use(({e}) > 3 ? 1 : 2);",
    "use(SAME({e}));",
    "use(IF(n | 1, {e}));",
    "use(table[(({e}) | 1) & 1]);",
    "use(take(({e}) && n));",
    "static int kept; kept = ({e}) != 2;",
]
SILENT = {"struct pair p = {{1, {e}}}; use(p.b);",
          "int t[3] = {{1, {e}, 3}}; use(t[1]);"}
UNEVALUATED = [
    "use(sizeof({e}));",
    "use(0 && ({e}));",
    "use(1 || ({e}));",
    "use(1 ? 3 : ({e}));",
    "use(0 ? ({e}) : 4);",
    "if (0) use({e});",
    "if (zero) use({e});",
    "use(NONE && ({e}));",
    "while (0) use({e});",
    "for (int i = 0; i < 0; i++) use({e});",
    "use(_Generic(1, int: 5, default: ({e})));",
    "__typeof__({e}) q = 1; use(q);",
    "use(__builtin_choose_expr(1, 7, ({e})));",
    "use(n - n && ({e}));",
    "use(__builtin_constant_p({e}) & 0);",
    "use(__builtin_constant_p(n / ({e})) & 0);",
    "switch (2) {{ case 1: use({e}); }}",
    "goto past; use({e}); past: use(4);",
    "use(SKIP({e}));",
    "use(IF(0, {e}));",
    "if ((n | 1) || ({e}) < 3) use(1);",
    "if (!(n | 1) && ({e}) == 3) use(1);",
    "use((n | 1) ? 4 : ({e}));",
    "use(sizeof(({e}) + n));",
]
FOUND_BY = {"div0": {"--div0"}, "range": {"--overflow"}, "fit": {"--overflow"},
            "wraps": {"--overflow"}, "": set()}
TRAPPED = {-4, -5, 128 + 4, 128 + 5}
WORD = {"--div0": "false(no-div0)", "--overflow": "false(no-overflow)"}


def expected(kind, is_evaluated, asked, ends_badly):
    for option in FOUND_BY[kind]:
        if is_evaluated and option in asked:
            return WORD[option]
    is_cut = is_evaluated and kind and kind != "wraps"
    if ends_badly and not is_cut:
        return "false(unreach-call)"
    return {"true", "vacuous"} if is_cut else "true"


def program(choice, operation, context, ends_badly):
    few = choice.randint(2, 5)
    text = PREFIX.format(big=choice.choice([32, 40, 64, 200])
                         if "<<" not in operation and ">>" not in operation
                         else choice.choice([64, 70, 200]), few=few, size=few)
    where = context.format(e=operation, size=few)
    guard = choice.choice(["", "if (n > 100) ", "if (n == 4) ", "if (n < -6) "])
    body = ("extern int __VERIFIER_nondet_int(void);\n"
            "static int sum;\n"
            "static void use(int x) { sum |= x; }\n"
            "int main(void) {\n"
            f"  const int zero = 0, few = {few}, big = {choice.randint(64, 99)};\n"
            "  int n = __VERIFIER_nondet_int();\n"
            f"  {guard}{{\n    {where}\n")
    if ends_badly:
        body += f"    assert(n != n);\n"
    else:
        body += "    assert(n == n);\n"
    return text + body + "  }\n  return 0;\n}\n", guard


def generate(seed):
    choice = random.Random(seed)
    make = choice.choice([division, division, shift, shift, quotient, sums])
    is_bad = choice.random() < 0.7
    operation, kind = make(choice, is_bad)
    is_evaluated = choice.random() < 0.75
    context = choice.choice(EVALUATED if is_evaluated else UNEVALUATED)
    asked = choice.choice([["--div0"], ["--overflow"], [],
                           ["--div0", "--overflow"]])
    # A sum of the context itself may overflow where n is added.
    if "n + (" in context or "+= {e}" in context or "+ 1" in context:
        context = context.replace("n + (", "n | (").replace("+=", "|=")
        context = context.replace("+ 1", "| 1")
    ends_badly = choice.random() < 0.5
    if "return" in context:
        ends_badly = False
    text, guard = program(choice, operation, context, ends_badly)
    value = {"": 1, "if (n > 100) ": 101, "if (n == 4) ": 4,
             "if (n < -6) ": -7}[guard]

    def confirm(folder):
        with open(f"{folder}/native.c", "w", encoding="utf-8") as file:
            file.write("int __VERIFIER_nondet_int(void) "
                       f"{{ return {value}; }}\n" + text)
        flags = ["-fsanitize=integer-divide-by-zero,shift,"
                 "signed-integer-overflow", "-fsanitize-trap=all"]
        done = native(folder, ["native.c"], flags, compiler="clang-19")
        if isinstance(done, str):
            return done
        stopped = done.returncode in TRAPPED
        if "constant_p" in context:
            return None  # clang's sanitizer evaluates it, which gcc's does not
        if context in SILENT and kind in ("range", "wraps"):
            return None  # the sanitizer does not see these either
        if kind in ("fit", "wraps"):
            return None  # clang may fold these before it could look, and looks
                         # at both sides of a ?: that it makes a select of
        if stopped != bool(is_evaluated and kind):
            return f"natively {done.returncode}: {done.stderr[:300]}"
        return None

    return Case(files={"program.c": text}, options=asked,
                expected=expected(kind, is_evaluated, asked, ends_badly),
                about=f"{operation} ({kind or 'defined'}), "
                      f"{'evaluated' if is_evaluated else 'not evaluated'}",
                confirm=confirm)
