"""Which body does a name mean? Own functions under names of the C library,
inline functions of all kinds, weak ones, aliases, functions and variables of
the same name in several units, constructors. An assertion holds or fails;
gcc and the linker confirm it.
"""
import random

from case import Case, native

HEAD = "#include <assert.h>\n"
NONDET = "extern int __VERIFIER_nondet_int(void);\n"


class Maker:
    """Collects the units; says which of two values is claimed."""

    def __init__(self, choice):
        self.choice = choice
        self.holds = choice.random() < 0.5
        self.files = {}
        self.flags = []      # for the native compiler
        self.options = []    # for vouch and the native compiler
        self.expected = None  # other than what the assertion says
        self.is_unheard = False  # natively nothing can be told from outside

    def claim(self, left, right):
        """An assertion about an int that has the value `right`."""
        if not self.holds:
            right = f"({right}) + {self.choice.randint(1, 3)}"
        return f"assert({left} == {right});"

    def number(self):
        return self.choice.randint(2, 90)

    def put(self, name, text):
        self.files[name] = text


# ---- Own functions under names of the library -------------------------------

# name: prototype, body over K, a call, the value of the call
OWN = {
    "strlen": ("unsigned long strlen(const char *s)", "return {k};",
               ['(int)strlen("abc")', "(int)strlen(buffer)"], "{k}"),
    "strcmp": ("int strcmp(const char *a, const char *b)", "return {k};",
               ['strcmp("a", "a")', "strcmp(buffer, buffer)"], "{k}"),
    "memcmp": ("int memcmp(const void *a, const void *b, unsigned long n)",
               "return {k} + (int)n;",
               ['memcmp("a", "a", 1)', "memcmp(buffer, buffer, 1)"],
               "{k} + 1"),
    "abs": ("int abs(int x)", "return x + {k};", ["abs(-4)", "abs(minus)"],
            "{k} - 4"),
    "labs": ("long labs(long x)", "return x + {k};", ["(int)labs(-4)"],
             "{k} - 4"),
    "toupper": ("int toupper(int c)", "return c + {k};",
                ["toupper('a')", "toupper(letter)"], "'a' + {k}"),
    "isdigit": ("int isdigit(int c)", "return c + {k};",
                ["isdigit('a')", "isdigit(letter)"], "'a' + {k}"),
    "atoi": ("int atoi(const char *s)", "return {k};", ['atoi("12")'], "{k}"),
    "puts": ("int puts(const char *s)", "return {k};", ['puts("x")'], "{k}"),
    "printf": ("int printf(const char *f, ...)", "return {k};",
               ['printf("%d", 3)', 'printf("x")', 'printf("x\\n")'], "{k}"),
    "fabs": ("double fabs(double x)", "return x + {k};", ["(int)fabs(-4.0)"],
             "{k} - 4"),
    "floor": ("double floor(double x)", "return {k};", ["(int)floor(2.5)"],
              "{k}"),
    "rand": ("int rand(void)", "return {k};", ["rand()"], "{k}"),
    "ffs": ("int ffs(int x)", "return {k};", ["ffs(8)", "ffs(minus)"], "{k}"),
    "memset": ("void *memset(void *d, int c, unsigned long n)",
               "char *p = d; for (unsigned long i = 0; i < n; i++) p[i] = {k}; "
               "return d;",
               ["(memset(buffer, 7, 3), buffer[2])",
                "(memset(buffer, 7, three), buffer[1])"], "{k}"),
    "memcpy": ("void *memcpy(void *d, const void *s, unsigned long n)",
               "*(char *)d = {k}; return d;",
               ["(memcpy(buffer, other, 3), buffer[0])",
                "(memcpy(buffer, other, three), buffer[0])"], "{k}"),
    "memmove": ("void *memmove(void *d, const void *s, unsigned long n)",
                "((char *)d)[1] = {k}; return d;",
                ["(memmove(buffer, other, 3), buffer[1])"], "{k}"),
    "strcpy": ("char *strcpy(char *d, const char *s)",
               "d[0] = {k}; return d;",
               ["(strcpy(buffer, other), buffer[0])", "*strcpy(buffer, other)"],
               "{k}"),
    "strchr": ("char *strchr(const char *s, int c)", "return (char *)s + 1;",
               ["(int)(strchr(buffer, 'x') - buffer)"], "1"),
    "malloc": ("void *malloc(unsigned long n)",
               "static int pool[8]; pool[0] = {k}; return pool;",
               ["*(int *)malloc(4)", "*(int *)malloc(three)"], "{k}"),
    "free": ("void free(void *p)", "*(int *)p = {k};",
             ["(free(&minus), minus)"], "{k}"),
    "abort": ("void abort(void)", "seen = {k};", ["(abort(), seen)"], "{k}"),
    "exit": ("void exit(int c)", "seen = {k} + c;", ["(exit(2), seen)"],
             "{k} + 2"),
    "time": ("long time(long *t)", "return {k};", ["(int)time(0)"], "{k}"),
}


def own_function(m):
    name = m.choice.choice(sorted(OWN))
    prototype, body, calls, value = OWN[name]
    k = m.number()
    place = m.choice.choice(["same", "later", "earlier", "static"])
    body = body.format(k=k)
    call, value = m.choice.choice(calls), value.format(k=k)
    definition = f"{prototype} {{ {body} }}\n"
    if name in ("abort", "exit"):
        definition = "int seen;\n" + definition
    declared = prototype + ";\n"
    if "seen" in call:
        declared += "extern int seen;\n"
    copies = ("  struct two { int a, b; } x = {1, 2}, y = {0}; y = x;\n"
              "  assert(y.b == 2);\n" if m.choice.random() < 0.5 else "")
    text = ("int main(void) {\n"
            '  char buffer[4] = "abc", other[4] = "xyz";\n'
            "  int minus = -4, letter = 'a', three = 3;\n"
            f"{copies}  {m.claim(call, value)}\n  return 0;\n}}\n")
    if place == "static":
        m.put("a.c", HEAD + "static " .join(["", definition])
              if "seen" not in definition else HEAD + definition)
        m.files["a.c"] += text
        if m.choice.random() < 0.4 and "seen" not in definition:
            m.put("b.c", f"int unrelated(int x) {{ return x + {k}; }}\n")
    elif place == "same":
        after = m.choice.random() < 0.5
        m.put("a.c", HEAD + (declared if after else definition) + text +
              (definition if after else ""))
    else:
        units = [("a.c", HEAD + declared + text), ("b.c", definition)]
        if place == "earlier":
            units.reverse()
        for unit in units:
            m.put(*unit)
    m.flags.append("-fno-builtin")
    m.is_unheard = name in ("malloc", "free")  # a failing assert uses them


# ---- Inline -----------------------------------------------------------------

def inline_function(m):
    k = m.number()
    kind = m.choice.choice([
        "static inline", "inline", "extern inline", "static",
        "inline __attribute__((gnu_inline))", "__attribute__((noinline))",
        "extern inline __attribute__((gnu_inline))",
        "static inline __attribute__((always_inline))",
        "inline __attribute__((always_inline))",
        "__attribute__((weak)) extern inline", "static __attribute__((unused))"])
    text = HEAD + f"{kind} int f(int x) {{ return x + {k}; }}\n"
    is_lost = kind in ("inline", "inline __attribute__((always_inline))",
                       "extern inline __attribute__((gnu_inline))")
    how = m.choice.choice(["extern", "unit", "none"]) if is_lost else "none"
    if how == "extern" and "gnu" not in kind:
        text += "extern int f(int x);\n"
    call = m.choice.choice(["f(3)", "g(3)", "(*p)(3)"])
    text += "static int g(int x) { return f(x); }\n"
    text += (f"int main(void) {{\n  int (*p)(int) = f;\n  (void)p;\n"
             f"  {m.claim(call, f'{k} + 3')}\n  return 0;\n}}\n")
    m.put("a.c", text)
    if how == "unit" or is_lost and (how == "none" or "gnu" in kind):
        other = f"int f(int x) {{ return x + {k}; }}\n"
        if how == "unit":
            m.put("b.c", other)
        else:
            m.put("native_only.h", other)
            m.flags.append("-include=native")


# ---- Weak, aliases, ifunc ---------------------------------------------------

def weak_function(m):
    weak, strong = m.number(), m.number()
    has_strong = m.choice.random() < 0.6
    in_main = m.choice.random() < 0.5
    definition = (f"__attribute__((weak)) int f(int x) {{ return x + {weak}; }}"
                  "\n")
    value = strong if has_strong else weak
    text = HEAD
    text += definition if in_main else "int f(int x);\n"
    text += (f"int main(void) {{\n  {m.claim('f(1)', f'{value} + 1')}\n"
             "  return 0;\n}\n")
    units = [("a.c", text)]
    if not in_main:
        units.append(("b.c", definition))
    if has_strong:
        units.append(("c.c", f"int f(int x) {{ return x + {strong}; }}\n"))
    m.choice.shuffle(units)
    for unit in units:
        m.put(*unit)


def weak_variable(m):
    weak, strong = m.number(), m.number()
    units = [("a.c", HEAD + f"__attribute__((weak)) int v = {weak};\n"
              f"int main(void) {{\n  {m.claim('v', strong)}\n  return 0;\n}}\n"),
             ("b.c", f"int v = {strong};\n")]
    m.choice.shuffle(units)
    for unit in units:
        m.put(*unit)


def alias_function(m):
    k = m.number()
    kind = m.choice.choice(["alias(\"real\")", "weak, alias(\"real\")"])
    call = m.choice.choice(["f(1)", "real(1)", "(*p)(1)"])
    m.put("a.c", HEAD +
          f"{m.choice.choice(['', 'static '])}int real(int x) "
          f"{{ return x + {k}; }}\n"
          f"int f(int x) __attribute__(({kind}));\n"
          f"int main(void) {{\n  int (*p)(int) = f;\n  (void)p;\n"
          f"  {m.claim(call, f'{k} + 1')}\n  return 0;\n}}\n")


def alias_of_weak(m):
    """The alias means the body of its own file."""
    weak, strong = m.number(), m.number()
    call, value = m.choice.choice([("f(1)", strong), ("real(1)", weak),
                                   ("again(1)", weak), ("table[0](1)", weak)])
    units = [("a.c", HEAD +
              f"__attribute__((weak)) int f(int x) {{ return x + {weak}; }}\n"
              "int real(int x) __attribute__((alias(\"f\")));\n"
              "int again(int x) __attribute__((alias(\"f\")));\n"
              "static int (*table[])(int) = {real, f};\n"
              f"int main(void) {{\n  {m.claim(call, f'{value} + 1')}\n"
              "  return 0;\n}\n"),
             ("b.c", f"int f(int x) {{ return x + {strong}; }}\n")]
    m.choice.shuffle(units)
    for unit in units:
        m.put(*unit)


def alias_variable(m):
    k = m.number()
    m.put("a.c", HEAD + f"int real = {k};\n"
          "extern int v __attribute__((alias(\"real\")));\n"
          f"int main(void) {{\n  v += 2;\n  {m.claim('real', k + 2)}\n"
          "  return 0;\n}\n")


def ifunc(m):
    one, two = m.number(), m.number()
    chosen = m.choice.choice([one, two])
    m.put("a.c", HEAD +
          f"static int f1(int x) {{ return x + {one}; }}\n"
          f"static int f2(int x) {{ return x + {two}; }}\n"
          f"static int (*choose(void))(int) {{ return "
          f"{'f1' if chosen == one else 'f2'}; }}\n"
          "int f(int x) __attribute__((ifunc(\"choose\")));\n"
          f"int main(void) {{\n  {m.claim('f(1)', chosen + 1)}\n"
          "  return 0;\n}\n")


# ---- Several units ----------------------------------------------------------

def same_statics(m):
    one, two = m.number(), m.number()
    asked = m.choice.choice([("f(1)", one + 1), ("g(1)", two + 1),
                             ("v", one + 50), ("other()", two + 60)])
    units = [("a.c", HEAD + "int g(int x);\nint other(void);\n"
              f"static int v = {one + 50};\n"
              f"static int f(int x) {{ return x + {one}; }}\n"
              f"int main(void) {{\n  v += f(0) - {one};\n"
              f"  {m.claim(*asked)}\n  return 0;\n}}\n"),
             ("b.c", f"static int v = {two + 60};\n"
              f"static int f(int x) {{ return x + {two}; }}\n"
              "int g(int x) { return f(x); }\n"
              "int other(void) { return v; }\n")]
    m.choice.shuffle(units)
    for unit in units:
        m.put(*unit)


def same_errors(m):
    """An error function that is static in each unit."""
    which = m.choice.choice(["a", "b"])
    bad = "" if m.holds else "error();"
    error = ("static void reach_error(void) {}\n"
             "static void error(void) { reach_error(); }\n")
    units = [("a.c", error + "void g(void);\nint main(void) {\n"
              f"  if (0 < 0) error();\n  {bad if which == 'a' else ''}\n"
              "  g();\n  return 0;\n}\n"),
             ("b.c", error + f"void g(void) {{\n  static int n;\n"
              f"  if (n) error();\n  {bad if which == 'b' else ''}\n}}\n")]
    m.choice.shuffle(units)
    for unit in units:
        m.put(*unit)
    m.expected = "true" if m.holds else "false(unreach-call)"
    m.is_unheard = True


def tentative(m):
    k = m.number()
    units = [("a.c", HEAD + "int v;\nint main(void) {\n"
              f"  {m.claim('v', k)}\n  return 0;\n}}\n"),
             ("b.c", f"int v = {k};\n")]
    if m.choice.random() < 0.5:
        units.append(("c.c", "int v;\nint *where(void) { return &v; }\n"))
    m.choice.shuffle(units)
    for unit in units:
        m.put(*unit)
    m.options.append("-fcommon")


def external_variable(m):
    k = m.number()
    units = [("a.c", HEAD + "extern int v, w[];\nextern const int c;\n"
              "int main(void) {\n"
              f"  {m.claim('v + w[1] + c', 3 * k + 1)}\n  return 0;\n}}\n"),
             ("b.c", f"int v = {k}, w[2] = {{0, {k} + 1}};\n"
              f"const int c = {k};\n")]
    m.choice.shuffle(units)
    for unit in units:
        m.put(*unit)


def old_style(m):
    k = m.number()
    kind = m.choice.choice(["prototype", "old"])
    definition = (f"int f(int x, int y) {{ return x - y + {k}; }}\n"
                  if kind == "prototype" else
                  f"int f(x, y) int x, y; {{ return x - y + {k}; }}\n")
    declared = m.choice.choice(["int f();\n", "", "int f(int, int);\n"])
    units = [("a.c", HEAD + declared + "int main(void) {\n"
              f"  {m.claim('f(5, 2)', k + 3)}\n  return 0;\n}}\n"),
             ("b.c", definition)]
    m.choice.shuffle(units)
    for unit in units:
        m.put(*unit)
    m.options.append("-std=gnu89")


# ---- Before and after main --------------------------------------------------

def constructors(m):
    one, two = m.number(), m.number()
    order = m.choice.choice([(101, 102), (102, 101), (200, 150)])
    first, second = (one, two) if order[0] < order[1] else (two, one)
    unit_two = m.choice.random() < 0.4
    a = (f"__attribute__((constructor({order[0]}))) static void f(void) "
         f"{{ v = v * 100 + {one}; }}\n")
    b = (f"__attribute__((constructor({order[1]}))) static void g(void) "
         f"{{ v = v * 100 + {two}; }}\n")
    text = HEAD + "int v;\n" + a + ("" if unit_two else b)
    text += (f"int main(void) {{\n  {m.claim('v', first * 100 + second)}\n"
             "  return 0;\n}\n")
    units = [("a.c", text)]
    if unit_two:
        units.append(("b.c", "extern int v;\n" + b))
        m.choice.shuffle(units)
    for unit in units:
        m.put(*unit)


def destructors(m):
    k = m.number()
    leave = m.choice.choice(["return 0;", "exit(0);", "helper();"])
    m.put("a.c", HEAD + "#include <stdlib.h>\nint v;\n"
          f"__attribute__((destructor)) static void last(void) "
          f"{{ {m.claim('v', k)} }}\n"
          "static void helper(void) { exit(3); }\n"
          f"int main(void) {{\n  v = {k};\n  {leave}\n}}\n")


MAKERS = [own_function] * 8 + [inline_function] * 4 + [
    weak_function, weak_function, weak_variable, alias_function, alias_of_weak, alias_variable,
    ifunc, same_statics, same_errors, tentative, external_variable, old_style,
    constructors, destructors]


def generate(seed):
    choice = random.Random(seed)
    m = Maker(choice)
    make = choice.choice(MAKERS)
    make(m)
    flags = [flag for flag in m.flags if flag != "-include=native"]

    def confirm(folder):
        sources = [name for name in m.files if name.endswith(".c")]
        if "-include=native" in m.flags:
            with open(f"{folder}/native_f.c", "w", encoding="utf-8") as file:
                file.write(m.files["native_only.h"])
            sources.append("native_f.c")
        extra = list(m.options)
        if m.is_unheard:
            return None
        done = native(folder, sources, flags + extra)
        if isinstance(done, str):
            return done
        failed = "ssertion" in done.stderr
        if failed == m.holds:
            return f"natively {done.returncode}: {done.stderr[:300]}"
        return None

    return Case(files=m.files, options=m.options,
                expected=m.expected or
                ("true" if m.holds else "false(unreach-call)"),
                about=make.__name__, confirm=confirm)
