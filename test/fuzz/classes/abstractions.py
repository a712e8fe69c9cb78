"""Memory through procedure abstractions: pointers that are returned, stored,
kept and aliased, arrays, structs, globals. What the abstractions allow is tried
natively, choice by choice."""
import random

from case import Case, native

MOST_RUNS = 400000

DECLARATIONS = """struct pair { int a, b; };
int g0, g1;
static int hidden;
int *gp;
struct pair gs;
int arr[3];
int *get(void);
void put(int *p);
void put_value(int *p);
void out(int **o);
void fill(struct pair *q);
void fill_array(void);
void touch(void);
void store(void);
void step(void);
int value(int n);
struct pair make(struct pair q, int n);
void bad(void);
"""

SPEC = """assume proc int *get(void) { modifies nothing; }
assume proc void put(int *p) { modifies nothing; }
assume proc void put_value(int *p) { modifies *p; }
assume proc void out(int **o) { modifies *o; }
assume proc void fill(struct pair *q) { modifies *q; }
assume proc void fill_array(void) { modifies arr; }
assume proc void touch(void) { modifies g1; }
assume proc void store(void) { modifies gp; }
assume proc void step(void) { modifies gs.a; }
assume proc int value(int n) { modifies g0; otherwise: return{$ == n && g0 == 1}; }
assume proc struct pair make(struct pair q, int n) { modifies nothing; }
check c: caller unreachable call bad;
"""

# The abstractions by enumeration. An address that is known stays known; the
# null pointer and a new object are always among the choices.
NATIVE = """#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned char taken[64], most[64];
static int depth, used;
static int choose(int n) {
  if (depth == 64) exit(3);
  if (depth == used) { taken[used] = 0; used++; }
  most[depth] = n;
  return taken[depth++];
}
static int next(void) {
  while (used && taken[used - 1] + 1 >= most[used - 1]) used--;
  if (!used) return 0;
  taken[used - 1]++;
  return 1;
}
static int *known[64];
static int known_count, fresh;
static void know(int *p) {
  if (!p) return;
  for (int i = 0; i < known_count; i++) if (known[i] == p) return;
  if (known_count < 64) known[known_count++] = p;
}
static void know_globals(void) {
  @GLOBALS@
  know(gp);
}
static int any(void) { static const int values[] = {0, 1, 2, 7};
  return values[choose(4)]; }
static int *pointer(void) {
  know_globals();
  int n = choose(known_count + 2);
  return n == 0 ? 0 : n == 1 ? &fresh : known[n - 2];
}
int *get(void) { return pointer(); }
void put(int *p) { know(p); know_globals(); }
void put_value(int *p) { know(p); know_globals(); if (p) *p = any(); }
void out(int **o) { know(*o); *o = pointer(); }
void fill(struct pair *q) { know(&q->a); know(&q->b); know_globals();
  q->a = any(); q->b = any(); }
void fill_array(void) { for (int i = 0; i < 3; i++) arr[i] = any(); }
void touch(void) { g1 = any(); }
void store(void) { gp = pointer(); }
void step(void) { gs.a = any(); }
int value(int n) { g0 = 1; return n; }
struct pair make(struct pair q, int n) {
  struct pair r = {any(), any()}; return r; }
static jmp_buf back;
static int is_bad;
void bad(void) { is_bad = 1; longjmp(back, 1); }
int main(void) {
  long runs = 0;
  do {
    depth = 0; known_count = 0;
    if (!setjmp(back)) caller();
    if (is_bad) return 10;
    if (++runs > @MOST@) return 3;
  } while (next());
  return 0;
}
"""


class Maker:
    def __init__(self, choice):
        self.choice = choice
        self.addressed = set()  # globals whose address is taken

    def constant(self):
        return self.choice.choice([0, 1, 2, 7])

    def integer(self):
        return self.choice.choice(
            ["x", "y", "g0", "g1", "hidden", "gs.a", "gs.b", "ls.a", "ls.b",
             "arr[0]", "arr[2]", f"arr[{self.choice.choice(['1', 'i'])}]"])

    def address(self):
        place = self.choice.choice(["x", "y", "g0", "g1", "hidden", "gs.a",
                                    "ls.b", "arr[1]", "arr[i]"])
        self.addressed.add(place)
        return f"&{place}"

    def pointer(self):
        return self.choice.choice(["p", "q", "gp"])

    def statement(self, depth=0):
        kind = self.choice.randrange(17)
        if kind <= 1:
            return f"{self.integer()} = {self.constant()};"
        if kind <= 4:
            return f"{self.pointer()} = {self.address()};"
        if kind == 5:
            return f"{self.pointer()} = {self.pointer()};"
        if kind <= 7:
            p = self.pointer()
            return f"if ({p}) *{p} = {self.constant()};"
        if kind == 8 and depth < 1:
            return (f"if ({self.integer()} == {self.constant()}) "
                    f"{{ {self.statement(depth + 1)} }}")
        if kind <= 10:
            return f"{self.pointer()} = get();"
        if kind == 11:
            return f"put({self.pointer()});"
        return self.call()

    def call(self):
        return self.choice.choice(
            [f"put_value({self.pointer()});",
             f"out(&{self.choice.choice(['p', 'q'])});",
             f"fill({self.choice.choice(['&gs', '&ls'])});",
             "fill_array();", "touch();", "store();", "step();",
             f"{self.integer()} = value({self.constant()});",
             f"value({self.constant()});",
             f"ls = make({self.choice.choice(['ls', 'gs'])}, 1);"])


def condition(maker):
    left = f"{maker.integer()} {maker.choice.choice(['==', '!='])} "
    left += str(maker.constant())
    if maker.choice.random() < 0.4:
        left += f" && {maker.integer()} == {maker.constant()}"
    return left


def generate(seed):
    choice = random.Random(seed)
    maker = Maker(choice)
    body = [maker.statement() for _ in range(choice.randint(3, 8))]
    check = condition(maker)
    lines = "\n  ".join(body)
    caller = f"""void caller(void) {{
  int x = 0, y = 1, i = 1;
  int *p = 0, *q = 0;
  struct pair ls = {{0, 1}};
  g0 = g1 = hidden = 0;
  gp = 0;
  gs.a = gs.b = 0;
  arr[0] = arr[1] = arr[2] = 0;
  {lines}
  if ({check}) bad();
}}
"""
    case = Case(files={"program.c": DECLARATIONS + caller, "rule.spec": SPEC},
                options=["--spec", "rule.spec"], expected={"true", "false(c)"},
                operands=["program.c"])
    case.confirm = lambda folder: try_all(case, caller, maker.addressed, folder)
    return case


# A global whose address the program never takes is pointed to by nobody; gs and
# arr have addresses as they are.
def try_all(case, caller, addressed, folder):
    names = [name for name in ("g0", "g1") if name in addressed]
    known = "".join(f"know(&{name}); " for name in names)
    known += ("know(&gs.a); know(&gs.b); "
              "for (int i = 0; i < 3; i++) know(&arr[i]);")
    text = DECLARATIONS + caller + NATIVE.replace("@GLOBALS@", known).replace(
        "@MOST@", str(MOST_RUNS))
    with open(f"{folder}/native.c", "w", encoding="utf-8") as file:
        file.write(text)
    done = native(folder, ["native.c"])
    if isinstance(done, str):
        return done
    if done.returncode not in (0, 3, 10):
        return f"natively {done.returncode}: {done.stderr[:300]}"
    if done.returncode != 3:
        case.expected = "false(c)" if done.returncode else "true"
    return None
