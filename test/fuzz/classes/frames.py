"""Does a body write what its `modifies` does not list?

A function writes globals, arrays, fields, what its parameters point to, locals
and the heap, directly, by helpers and through a pointer that an abstraction
gave. Every statement writes a number of its own, which nothing holds at the
start, so that natively a write shows: for all inputs that the function tells
apart the bytes that are not listed are compared before and after.
"""
import random

from case import Case, native

GLOBALS = """#include <stdlib.h>
struct s { int u, v; int d[3]; };
int g, h, a[4];
struct s gs;
int *pick(int i);
int *known(int i) { return i ? &g : &a[1]; }
static void set(int *w, int value) { *w = value; }
static void fill(int *w, int n, int value) {
  for (int i = 0; i < n; i++)
    w[i] = value;
}
"""

# Text in the specification, address and size in C, what must not be null.
LISTED = [
    ("g", "&g", "4", None), ("h", "&h", "4", None), ("a", "a", "16", None),
    ("a[1]", "&a[1]", "4", None), ("a[0..2]", "a", "8", None),
    ("a[1..y]", "a + 1", "(y > 1 ? y - 1 : 0) * 4", None),
    ("gs", "&gs", "20", None), ("gs.u", "&gs.u", "4", None),
    ("gs.d", "gs.d", "12", None), ("gs.d[0..2]", "gs.d", "8", None),
    ("p->u", "&p->u", "4", "p"), ("p->d", "p->d", "12", "p"),
    ("*p", "p", "20", "p"), ("p->d[1..3]", "p->d + 1", "8", "p"),
    ("*q", "q", "4", "q"), ("q[0..2]", "q", "8", "q"),
    ("q[0..y]", "q", "y * 4", "q"),
]


class Body:
    def __init__(self, choice):
        self.choice = choice
        self.number = 100

    def value(self):
        self.number += 1
        return self.number

    def target(self):
        """(lvalue, what must not be null)"""
        return self.choice.choice([
            ("g", None), ("h", None), ("a[x & 3]", None), ("a[x & 1]", None),
            ("a[y]", None), ("a[2]", None), ("gs.u", None), ("gs.v", None),
            ("gs.d[x & 1]", None), ("gs.d[2]", None), ("p->u", "p"),
            ("p->v", "p"), ("p->d[x & 1]", "p"), ("p->d[2]", "p"),
            ("*q", "q"), ("q[x & 3]", "q"), ("q[1]", "q"), ("q[y]", "q"),
            ("local[x & 3]", None), ("t", None), ("m[1]", "m")])

    def condition(self):
        return self.choice.choice([
            f"(x & 3) == {self.choice.randint(0, 3)}",
            f"y == {self.choice.randint(0, 3)}", "y > 1", "(x & 1) && y",
            "(x & 3) > 3", "(x & 1) == 0 && (x & 3) == 3"])

    def write(self):
        lvalue, needs = self.target()
        way = self.choice.randint(0, 6)
        if way == 0:
            text = f"set(&{lvalue}, {self.value()});"
        elif way == 1:
            text = (f"{{ int *w = {self.condition()} ? &t : &{lvalue}; "
                    f"*w = {self.value()}; }}")
        elif way == 2 and needs is None:
            text = (f"{{ int *w = pick({self.choice.randint(0, 1)}); "
                    f"if (w) *w = {self.value()}; }}")
        elif way == 3:
            text = f"fill(a, {self.choice.choice(['2', '1', 'y'])}, {self.value()});"
            needs = None
        else:
            text = f"{lvalue} = {self.value()};"
        return f"if ({needs}) {text}" if needs else text

    def statement(self):
        text = self.write()
        if self.choice.randint(0, 1):
            text = f"if ({self.condition()}) {{ {text} }}"
        return text


def harness(body, listed):
    lines = ["#include <stdio.h>", "#include <string.h>", body,
             "static int chosen;",
             "int *pick(int i) { return chosen == 0 ? 0 : chosen == 1 ? &g : &a[1]; }",
             "static struct s ps; static int qs[4];",
             "static struct { void *at; int size; } all[] = {",
             "  {&g, 4}, {&h, 4}, {a, 16}, {&gs, 20}, {&ps, 20}, {qs, 16}};",
             "static char before[6][20];",
             "static int is_listed(char *at, struct s *p, int *q, int x, int y) {"]
    for _, address, size, needs in listed:
        test = f"at >= (char *)({address}) && at < (char *)({address}) + ({size})"
        lines.append(f"  if ({needs + ' && ' if needs else ''}{test}) return 1;")
    lines += [
        "  return 0;", "}",
        "static void try(struct s *p, int *q, int x, int y) {",
        "  for (int k = 0; k < 6; k++) memset(all[k].at, 0, all[k].size);",
        "  f(p, q, x, y);",
        "  for (int k = 0; k < 6; k++)",
        "    for (int i = 0; i < all[k].size; i++)",
        "      if (((char *)all[k].at)[i] && !is_listed((char *)all[k].at + i, p, q, x, y))",
        "        { puts(\"violation\"); exit(0); }", "}",
        "int main(void) {",
        "  for (chosen = 0; chosen < 3; chosen++)",
        "    for (int x = 0; x < 4; x++)",
        "      for (int y = 0; y < 4; y++)",
        "        for (int n = 0; n < 4; n++)",
        "          try(n & 1 ? &ps : 0, n & 2 ? qs : 0, x, y);",
        "  return 0;", "}"]
    return "\n".join(lines) + "\n"


def generate(seed):
    choice = random.Random(seed)
    body = Body(choice)
    statements = [body.statement() for _ in range(choice.randint(1, 4))]
    listed = choice.sample(LISTED, choice.randint(0, 6))
    text = (GLOBALS + "void f(struct s *p, int *q, int x, int y) {\n"
            "  int t = 0, local[4] = {0}, *m = malloc(8);\n"
            "  if (y < 0 || y > 3)\n    return;\n" +
            "".join(f"  {line}\n" for line in statements) +
            "  free(m);\n}\n")
    listing = ", ".join(item[0] for item in listed) or "nothing"
    spec = ("assume proc int *pick(int i) {\n  modifies nothing;\n"
            "  ensures $ == 0 || $ == &g || $ == &a[1];\n}\n"
            f"proc void f(struct s *p, int *q, int x, int y) {{ modifies {listing}; }}\n"
            "check f;\n")
    case = Case(files={"program.c": text, "s.spec": spec,
                       "harness.c": harness(text, listed)},
                operands=["program.c", "s.spec"], expected="true",
                about=f"modifies {listing}")

    def confirm(folder):
        done = native(folder, ["harness.c"])
        if isinstance(done, str):
            return done
        if done.returncode:
            return f"natively {done.returncode}: {done.stderr[:200]}"
        case.expected = "false" if done.stdout else "true"
        return None

    case.confirm = confirm
    return case
