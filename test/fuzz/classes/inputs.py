"""Programs that read input, with a check behind it: numbers, characters, lines,
words, records and arguments, with counts looked at or not, and guards that are
off by one. A bad program comes with the input that shows it, run natively with
sanitizers; a good one is run on many inputs."""
import random
import subprocess

from case import Case, native

HEADERS = """#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
"""
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
RANDOM_INPUTS = 12


class Program:
    def __init__(self, choice, bad):
        self.choice, self.bad = choice, bad
        self.options, self.about = [], ""
        self.stdin, self.arguments = "", []
        self.before, self.body = "", ""
        self.main = "int main(void)"

    def pick(self, *options):
        return self.choice.choice(options)

    def number(self, low=-50, high=50):
        return self.choice.randint(low, high)

    # Where a number is kept: declaration and the place

    def home(self):
        kind = self.pick("local", "global", "member", "element")
        if kind == "global":
            self.before += "static int x = 5;\n"
            return "", "x"
        if kind == "member":
            return "struct { int tag; int x; } s = {1, 5};", "s.x"
        if kind == "element":
            return "int a[3] = {4, 5, 6};", "a[1]"
        return "int x = 5;", "x"

    # Numbers

    def index(self):
        low, size = self.number(-3, 3), self.number(2, 9)
        last = low + size - 1
        limit = last + 1 if self.bad else last
        declared, x = self.home()
        self.options, self.stdin = ["--deref"], f"{limit}\n"
        self.body = f"""
  int table[{size}];
  for (int i = 0; i < {size}; i++)
    table[i] = i;
  {declared}
  if (scanf("%d", &{x}) != 1 || {x} < {low} || {x} > {limit})
    return 0;
  return table[{x} - ({low})] > 1000;"""

    def pair(self):
        k, m = self.number(), self.number()
        declared, x = self.home()
        between = self.pick(" ", ",", ":")
        form = "%d%d" if between == " " else f"%d{between}%d"
        check = f"{x} - y == {k - m}" if not self.bad else \
            f"{x} + y != {k + m}"
        self.stdin = f"{k}{between}{m}"
        self.body = f"""
  {declared}
  int y = 0;
  if (scanf("{form}", &{x}, &y) == 2 && {x} == {k} && y == {m})
    assert({check});
  return 0;"""

    def unassigned(self):
        declared, x = self.home()
        self.stdin = "6"
        test = "!= 1" if not self.bad else self.pick("!= 0", "== 1", ">= -1")
        self.body = f"""
  {declared}
  if (scanf("%d", &{x}) {test})
    assert({x} == 5);
  return 0;"""

    def narrow(self):
        kind, form, low, high = self.pick(
            ("unsigned char", "%hhu", 0, 255), ("short", "%hd", -32768, 32767),
            ("signed char", "%hhd", -128, 127),
            ("unsigned short", "%hu", 0, 65535))
        self.stdin = f"{high}"
        high -= self.bad
        self.body = f"""
  {kind} x = 1;
  int r = scanf("{form}", &x);
  assert(r >= -1 && r <= 1);
  assert(x >= {low} && x <= {high});
  return 0;"""

    def divide(self):
        low = self.number(-5, 5)
        declared, x = self.home()
        guard = f"{x} {'>=' if self.bad else '>'} {low}"
        self.options, self.stdin = ["--div0"], f"{low}"
        self.body = f"""
  {declared}
  if (scanf("%d", &{x}) == 1 && {guard})
    return 100 / ({x} - ({low})) > 1000;
  return 0;"""

    def overflow(self):
        step = self.number(1, 9)
        limit = f"INT_MAX - {step - 1 if self.bad else step}"
        declared, x = self.home()
        self.options = ["--overflow"]
        self.stdin = f"{2147483647 - step + 1}"
        self.body = f"""
  {declared}
  if (scanf("%d", &{x}) != 1 || {x} > {limit})
    return 0;
  {x} = {x} + {step};
  return 0;"""

    def several(self):
        count, limit = self.number(2, 3), self.number(3, 20)
        most = count * limit - self.bad
        self.stdin = " ".join([str(limit)] * count)
        self.body = f"""
  int sum = 0;
  for (int i = 0; i < {count}; i++) {{
    int x = 0;
    if (scanf("%d", &x) != 1)
      break;
    if (x < 0 || x > {limit})
      return 0;
    sum += x;
  }}
  assert(sum <= {most});
  return 0;"""

    def position(self):
        self.stdin = "  7"
        check = "n == -1 || r == 1" if not self.bad else "r != 1 || n < 3"
        self.body = f"""
  int x = 0, n = -1;
  int r = scanf("%d%n", &x, &n);
  assert({check});
  return 0;"""

    # Characters

    def class_of(self):
        self.options = ["--deref"]
        test = "c == EOF" if not self.bad else self.pick("c == '\\n'", "0")
        read = self.pick("getchar()", "getc(stdin)", "fgetc(stdin)")
        self.body = f"""
  unsigned char kinds[256];
  memset(kinds, 1, sizeof kinds);
  int c = {read};
  if ({test})
    return 0;
  return kinds[c] > 3;"""

    def counted(self):
        limit, c = self.number(2, 4), self.pick("x", "+", "7")
        self.stdin = c * limit
        check = f"n {'<' if self.bad else '<='} {limit}"
        self.body = f"""
  int n = 0, c;
  while (n < {limit} && (c = getchar()) != EOF && c == '{c}')
    n++;
  assert({check});
  return 0;"""

    def letters(self):
        word = "".join(self.choice.choice("abcxyz019-") for _ in range(3))
        tests = " && ".join(f"getchar() == '{c}'" for c in word)
        self.stdin = word
        self.body = f"""
  int n = 0;
  if ({tests})
    n = 1;
  assert(n {'== 0' if self.bad else '<= 1'});
  return 0;"""

    def pushed(self):
        self.stdin = "q"
        self.body = f"""
  int c = getchar();
  if (c == EOF)
    assert({'ferror(stdin) || !feof(stdin)' if self.bad else 'c < 0'});
  else
    assert(c >= 0 && c < 256);
  return 0;"""
        if self.bad:
            self.stdin = ""

    # Texts

    def line(self):
        size = self.number(4, 9)
        a, b = self.pick("h", "o"), self.pick("i", "k")
        self.stdin = f"{a}{b}\n"
        check = f"line[2] {'!=' if self.bad else '=='} '\\n' || " \
            "line[2] != '\\n'" if not self.bad else "line[2] != '\\n'"
        self.body = f"""
  char line[{size}];
  if (fgets(line, sizeof line, stdin) && line[0] == '{a}' && line[1] == '{b}')
    assert({check});
  return 0;"""

    def line_length(self):
        size = self.number(3, 8)
        self.options = ["--deref"]
        self.stdin = "a" * size
        self.body = f"""
  char line[{size}], copy[{size - 1 if self.bad else size}];
  if (!fgets(line, sizeof line, stdin))
    return 0;
  strcpy(copy, line);
  return copy[0] > 1000;"""

    def long_line(self):
        size = self.number(3, 8)
        self.options, self.stdin = ["--deref"], "a" * 20
        self.body = f"""
  char line[{size}];
  if (!fgets(line, {size + 1 if self.bad else size}, stdin))
    return 0;
  return line[0] > 1000;"""

    def word(self):
        size = self.number(2, 8)
        self.options, self.stdin = ["--deref"], "a" * 20
        width = size if self.bad else size - 1
        form = self.pick(f"%{width}s", f"%{width}[a-z]")
        self.body = f"""
  char word[{size}];
  if (scanf("{form}", word) != 1)
    return 0;
  return word[0] > 1000;"""

    def records(self):
        count = self.number(2, 4)
        self.options, self.stdin = ["--deref"], "abcd" * count
        test = f"n < {count}" if not self.bad else "n > 0"
        self.body = f"""
  int a[{count}];
  size_t n = fread(a, sizeof a[0], {count}, stdin);
  if ({test})
    a[n] = 0;
  return 0;"""

    def records_count(self):
        count = self.number(1, 4)
        self.stdin = "abcd" * count
        self.body = f"""
  int a[4];
  size_t n = fread(a, sizeof a[0], {count}, stdin);
  assert(n {'<' if self.bad else '<='} {count});
  return 0;"""

    # Arguments

    def option(self):
        c = self.pick("v", "x", "q")
        self.main = "int main(int argc, char **argv)"
        self.arguments = [f"-{c}"]
        check = "0" if self.bad else "argc > 1"
        self.body = f"""
  if (argc > 1 && argv[1][0] == '-' && argv[1][1] == '{c}')
    assert({check});
  return 0;"""

    def many(self):
        count = self.number(2, 5)
        self.main = "int main(int argc, char **argv)"
        self.arguments = ["a"] * count
        self.options = ["--deref"]
        size = count if self.bad else count + 1
        self.body = f"""
  int seen[{size}];
  memset(seen, 0, sizeof seen);
  (void)argv;
  if (argc >= 0 && argc <= {count})
    seen[{'argc' if not self.bad else 'argc'}] = 1;
  return 0;"""
        if self.bad:
            self.arguments = ["a"] * (count - 1)

    def text(self):
        return f"{HEADERS}\n{self.before}\n{self.main} {{{self.body}\n}}\n"


MAKERS = [Program.index, Program.pair, Program.unassigned, Program.narrow,
          Program.divide, Program.overflow, Program.several, Program.position,
          Program.class_of, Program.counted, Program.letters, Program.pushed,
          Program.line, Program.line_length, Program.long_line, Program.word,
          Program.records, Program.records_count, Program.option,
          Program.many]


def fails(done):
    return done.returncode != 0


def random_input(choice):
    texts = ["", "\n", "7", "-3 9", "5,6", "aaaa", "a b c", "99999999999", "x",
             "+", "-", "0", "\0\0", "hi\n", "ok\n", "\xff"]
    return "".join(choice.choice(texts) for _ in range(choice.randint(0, 4)))


def confirm(program, choice):
    def check(folder):
        done = native(folder, ["program.c"], SANITIZERS, program.arguments,
                      program.stdin)
        if isinstance(done, str):
            return done
        if program.bad:
            return None if fails(done) else "the input shows nothing"
        for _ in range(RANDOM_INPUTS):
            text = random_input(choice)
            done = subprocess.run(["./native", *program.arguments],
                                  cwd=folder, input=text, capture_output=True,
                                  text=True, errors="replace", check=False)
            if fails(done):
                return f"fails with {text!r}"
        return None
    return check


def generate(seed):
    choice = random.Random(seed)
    program = Program(choice, choice.random() < 0.5)
    maker = choice.choice(MAKERS)
    maker(program)
    kind = {"--deref": "false(valid-deref)", "--overflow": "false(no-overflow)",
            "--div0": "false"}
    expected = {"true"}
    if program.bad:
        expected = {kind.get((program.options or [""])[0],
                             "false(unreach-call)"), "false",
                    "false(unreach-call)"}
    return Case({"program.c": program.text()}, expected,
                options=program.options, about=maker.__name__,
                confirm=confirm(program, random.Random(seed)))
