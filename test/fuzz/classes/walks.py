"""Small functions that start alone and walk through texts of their callers:
with indices of all widths and with pointers, forwards and backwards, looking
ahead and behind, copying into arrays of their own, writing into the text,
through helpers that find an element or null. Natively each is called with all
texts of a few bytes, and some long ones, in blocks that are just as large; what
fails then must not be called safe. With --required that callers see to room in
their texts: then it counts where it is the function's own array, or null."""
import random
import re

from case import Case, native

DECIDED = 30
FEW = 4
ALPHABET = "ab,"
OPTIONS = [["--deref", "--usual", "--nonnull"],
           ["--deref", "--usual", "--nonnull"],
           ["--deref", "--usual", "--nonnull"],
           ["--deref", "--required", "--nonnull"],
           ["--deref", "--required", "--usual"]]
HELPERS = """
static char *found(char *p, int c) {
  while (*p && *p != c)
    p++;
  return *p ? p : 0;
}
static char *behind(char *p, int c) {
  for (; *p; p++)
    if (*p == c)
      return p + 1;
  return p;
}
static int is_word(int c) { return c != ',' && c != 0; }
static int is_other(int c) { return c != ','; }
"""
DRIVER = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static char *block(const char *text, size_t length) {
  char *made = malloc(length + 1);
  memcpy(made, text, length);
  made[length] = 0;
  return made;
}

static int slow;

static void one(const char *a, size_t n, const char *b, size_t m) {
  int status;
  pid_t child = slow > 2 ? -1 : fork();
  if (child < 0)
    return;
  if (!child) {
    struct itimerval limit = {{0, 0}, {0, 300000}};
    setitimer(ITIMER_VIRTUAL, &limit, NULL);
    f(block(a, n), block(b, m));
    _exit(0);
  }
  waitpid(child, &status, 0);
  slow += WIFSIGNALED(status);
  if (WIFEXITED(status) && WEXITSTATUS(status))
    printf("fails \\"%.20s\\" %zu \\"%.20s\\" %zu\\n", a, n, b, m);
  fflush(stdout);
}

static char texts[200][5];
static int count;

static void list(char *text, int at, int most) {
  text[at] = 0;
  strcpy(texts[count++], text);
  for (const char *c = ALPHABET; at < most && *c; c++) {
    text[at] = *c;
    list(text, at + 1, most);
    text[at] = 0;
  }
}

int main(void) {
  static char large[70001];
  static const size_t lengths[] = {9, 127, 128, 130, 255, 256, 257, 32769, 65537};
  char text[8] = "";
  list(text, 0, IS_PAIR ? 2 : 4);
  for (int i = 0; i < count; i++)
    for (int k = 0; k < (IS_PAIR ? count : 1); k++)
      one(texts[i], strlen(texts[i]), texts[k], strlen(texts[k]));
  for (int i = 0; i < sizeof lengths / sizeof *lengths; i++)
    for (const char *c = ALPHABET; *c; c++) {
      memset(large, *c, lengths[i]);
      one(large, lengths[i], "b", 1);
      if (IS_PAIR)
        one(large, lengths[i], large, lengths[i]);
      memset(large, 0, sizeof large);
    }
  return 0;
}
"""


class Function:
    def __init__(self, choice):
        self.choice = choice
        self.size = choice.choice([2, 3, 4, 8])
        self.is_pair = choice.random() < 0.25
        self.index = choice.choice(["size_t", "size_t", "int", "unsigned",
                                    "long", "short", "unsigned char",
                                    "signed char", "unsigned short"])

    def pick(self, *options):
        return self.choice.choice(options)

    def rarely(self, share=0.2):
        return self.choice.random() < share

    def char(self):
        return self.pick("'a'", "'b'", "','")

    # Bytes and tests

    def place(self):
        """(the byte, the same one further on, the step on)."""
        kind = self.pick("i", "i", "p", "p", "q", "k")
        if kind in "ik":
            text = "s" if kind == "i" else self.pick(
                "s", "t" if self.is_pair else "s")
            return (f"{text}[{kind}]", f"{text}[{kind} + 1]", f"{kind}++",
                    f"{text}[{kind} - 1]", f"{kind}--", f"{kind} > 0")
        start = "s" if kind == "p" or not self.is_pair else "t"
        return (f"*{kind}", f"{kind}[1]", f"{kind}++", f"{kind}[-1]",
                f"{kind}--", f"{kind} > {start}")

    def test(self, byte, depth=0):
        if depth < 2 and self.rarely(0.35):
            parts = [self.test(byte, depth + 1) for _ in range(2)]
            self.choice.shuffle(parts)
            return f"({parts[0]} {self.pick('&&', '||')} {parts[1]})"
        return self.pick(byte, byte, f"{byte} == {self.char()}",
                         f"{byte} != {self.char()}", f"is_word({byte})",
                         f"is_other({byte})", f"{byte} > 0", f"{byte} >= 'a'",
                         f"!{byte}", f"(c = {byte}) != 0",
                         f"(c = {byte}) == {self.char()}")

    def going(self, byte):
        """A test that a walk goes on by: mostly one that the end fails."""
        rest = self.test(byte)
        return self.pick(byte, f"{byte} != 0", f"{byte} && {rest}",
                         f"({rest}) && {byte}", f"(c = {byte}) && {rest}",
                         f"(u = {byte}) != 0 && u != {self.char()}",
                         f"{byte} == {self.char()} || {byte} == {self.char()}",
                         f"is_word({byte})", rest)

    # Statements

    def walk(self, depth):
        byte, ahead, on, *_ = self.place()
        body = self.block(depth + 1) if depth < 2 and self.rarely(0.5) else ""
        return self.pick(
            f"while ({self.going(byte)}) {{ {body} {on}; }}",
            f"for (; {self.going(byte)}; {on}) {{ {body} }}",
            f"do {{ {on}; }} while ({self.going(byte)});",
            f"while ({byte} && {self.test(ahead)}) {{ {on}; {body} }}",
            f"while ({byte} && {ahead}) {{ {on}; {on}; }}",
            f"while ({byte} && {ahead}) {{ {on}; {body} }}",
            f"for (;;) {{ if (!{byte}) break; {body} {on}; }}",
            f"while ((c = {byte}) != 0) {{ {on}; if (c == {self.char()}) "
            f"{self.pick('break;', 'continue;', on + ';', 'return 1;')} }}")

    def quick(self, _):
        return self.pick("while (*p++) n++;", "while (s[i++]) n++;",
                         "while (*p++ == ',') n++;",
                         "while ((c = *p++) != 0) n += c;",
                         "while (*++p) n++;", "while (s[++i]) n++;",
                         "while (*p && *p++ != ',') n++;",
                         "while (s[i] && s[i++] != ',') n++;")

    def back(self, _):
        byte, _, _, before, off, guard = self.place()
        guarded = f"{guard} && " if not self.rarely() else ""
        return self.pick(f"while ({guarded}{self.test(before)}) {off};",
                         f"if ({guarded}{self.test(before)}) {off};",
                         f"if ({guard}) n += {before};",
                         f"if ({byte}) n += {before};" if self.rarely()
                         else f"if ({guarded}1) {off};")

    def reading(self, _):
        byte, ahead, on, *_ = self.place()
        return self.pick(f"n += {byte};", f"c = {byte};", f"n += {ahead};",
                         f"if ({byte}) n += {ahead};",
                         f"if ({self.test(byte)}) n += {ahead};",
                         f"if ({self.test(byte)}) {on};",
                         f"if ({byte}) {on};", f"u = {byte};")

    def writing(self, _):
        byte, ahead, on, *_ = self.place()
        value = self.pick("0", "0", self.char(), "c", "u")
        return self.pick(f"if ({byte}) {byte} = {value};", f"{byte} = {value};",
                         f"if ({self.test(byte)}) {byte} = {value};",
                         f"if ({byte}) {ahead} = {value};",
                         f"if ({byte}) {{ {byte} = {value}; {on}; }}")

    def copying(self, _):
        byte, _, on, *_ = self.place()
        most = self.size - self.pick(1, 1, 1, 0)
        bound = f"j < {most} && " if not self.rarely(0.1) else ""
        order = [f"{byte}", f"j < {most}"]
        self.choice.shuffle(order)
        ending = "" if self.rarely() else \
            self.pick("own[j] = 0;", f"own[{self.size - 1}] = 0;")
        return self.pick(
            f"while ({' && '.join(order)}) {{ own[j++] = {byte}; {on}; }} "
            f"{ending}",
            f"for (j = 0; {bound}{byte}; j++) {{ own[j] = {byte}; {on}; }} "
            f"{ending}",
            f"if (j < {most}) own[j++] = {byte};",
            "for (j = 0; own[j]; j++) n += own[j];",
            "for (o = own; *o; o++) n += *o;",
            f"o = own; while (o < own + {most} && ({self.going(byte)})) "
            f"{{ *o++ = {byte}; {on}; }} *o = 0;")

    def helping(self, _):
        call = self.pick("found(s, ',')", "found(p, 'a')", "behind(s, ',')",
                         "behind(p, 'b')", "found(s + i, ',')")
        guard = "if (q) " if not self.rarely() else ""
        use = self.pick("n += *q;", "n += q[1];", "p = q + 1;", "p = q;",
                        "n += q > s ? q[-1] : 0;", "*q = 0;", "n += q[-1];",
                        "{ q++; n += *q; }", "{ if (*q) q++; n += *q; }")
        return f"q = {call}; {guard}{use} if (!q) q = s;"

    def moving(self, _):
        return self.pick("p = s;", "i = 0;", "k = i;", "p = s + i;", "q = p;",
                         "i = p - s;", "j = 0;", "p = s; i = 0;", "i = k;",
                         "k = 0;", "p += n & 1;", "p = q;", "k = i; i = 0;",
                         "k = strlen(s);", "p = s + strlen(s);",
                         "if (p > s) p--;", "if (i > 0) i--;",
                         "q = t;" if self.is_pair else "q = s;")

    def comparing(self, _):
        other = "t" if self.is_pair else "own"
        return self.pick(
            f"for (k = 0; s[k] && s[k] == {other}[k]; k++) n++; n += s[k];",
            f"for (k = 0; s[k] == {other}[k]; k++) if (!s[k]) break;",
            f"for (k = 0; {other}[k] && s[k] == {other}[k]; k++) n++;",
            f"for (k = 0; s[k] == {other}[k] && s[k]; k++) n++;",
            f"for (k = 0; s[k] || {other}[k]; k++) n++;")

    def choosing(self, depth):
        byte = self.place()[0]
        if depth > 2:
            return self.reading(depth)
        rest = f" else {{ {self.statement(depth + 1)} }}" if self.rarely(0.4) \
            else ""
        return f"if ({self.test(byte)}) {{ {self.block(depth + 1)} }}{rest}"

    def leaving(self, _):
        return f"if ({self.test(self.place()[0])}) return n;"

    def statement(self, depth):
        return self.pick(self.walk, self.walk, self.walk, self.quick, self.back,
                         self.reading, self.reading, self.writing, self.copying,
                         self.copying, self.helping, self.moving, self.moving,
                         self.comparing, self.choosing, self.leaving)(depth)

    def block(self, depth):
        return " ".join(self.statement(depth)
                        for _ in range(self.choice.randint(1, 2)))

    def text(self):
        lines = [self.statement(0) for _ in range(self.choice.randint(2, 4))]
        second = ", char *t" if self.is_pair else ""
        start = "t" if self.is_pair else "s"
        return "\n".join(
            ["#include <stddef.h>", "#include <string.h>", HELPERS,
             f"int f(char *s{second}) {{",
             f"  {self.index} i = 0, k = 0;", "  size_t j = 0;",
             "  int n = 0, c = 0;", "  unsigned char u = 0;",
             f"  char own[{self.size}] = {{0}}, *p = s, *q = {start}, *o = own;",
             *("  " + line for line in lines), "  return n + c + u + *o;",
             "}", ""])


def kinds_of(errors):
    """What the sanitizer says: of what, and whether it is a write."""
    return set(re.findall(r"AddressSanitizer: ([\w-]+).*\n(?:.*\n)?"
                          r".*?(READ|WRITE|$)", errors))


def is_their_matter(kinds):
    return all(kind == "heap-buffer-overflow" for kind, _ in kinds)


def generate(seed):
    choice = random.Random(seed * 7919 + 5)
    function = Function(choice)
    text = function.text()
    options = choice.choice(OPTIONS)
    driver = (f'#define ALPHABET "{ALPHABET}"\n'
              f"#define IS_PAIR {int(function.is_pair)}\n"
              '#include "program.c"\n'
              f"#define f(a, b) f(a{', b' if function.is_pair else ''})\n"
              + DRIVER)
    case = Case(files={"program.c": text, "driver.h": driver},
                options=[*options, "--function", "f"],
                operands=["program.c"], expected={"true", "false"})
    seen = {}

    def confirm(folder):
        done = native(folder, ["-xc", "driver.h"], ["-fsanitize=address"])
        if isinstance(done, str):
            return done
        if done.returncode:
            return f"natively {done.returncode}: {done.stderr[-300:]}"
        seen["fails"] = done.stdout.splitlines()
        seen["kinds"] = kinds_of(done.stderr)
        case.about = f"{seen['fails'][:2]} of {len(seen['fails'])}, " \
                     f"{sorted(seen['kinds'])}"
        return None

    def judge(_, run):
        result = re.search(r"^RESULT: (\w+)", run.stdout, re.M)
        word = result.group(1) if result else "unknown"
        if word == "unknown":
            return "unknown", ""
        excused = "--required" in options and is_their_matter(seen["kinds"])
        if word == "true" and seen["fails"] and not excused:
            return "wrong", "true, but it fails natively"
        if word == "false" and not seen["fails"]:
            return "unknown", "false, which none of the texts here shows"
        return "right", word
    case.confirm, case.judge = confirm, judge
    return case
