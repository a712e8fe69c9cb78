"""Functions without a body, of which --unseen says what they change: pointers
that are passed, returned and kept, structs that are returned in memory, lists.
Bodies that do what is allowed are run natively, with many choices: what one of
them violates is not true."""
import random

from case import Case, native

DECLARATIONS = """struct node { int v; struct node *next; };
struct big { long a, b, c; };
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
int g;
static int h;
int *gp = &g;
int ask(int *);
void walk(struct node *);
int *give(int *);
struct big make(int);
void nothing(void);
"""

START = """int main(void) {
  int x = 1, y = 2, z = 3;
  struct node n2 = {5, 0}, n1 = {4, &n2};
  struct big b = {1, 2, 3};
  int *p = &x;
"""

# A process for each of a number of choices; 77 if one violates.
NATIVE = """#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
struct node { int v; struct node *next; };
struct big { long a, b, c; };
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) {
  _Exit(77);
}
static int any(void) { return rand() %% 12 - 1; }
static int writes(void) { return %d && rand() %% 2; }
static int *kept[16], count;
static void keep(int *p) { if (count < 16) kept[count++] = p; }
int ask(int *p) { if (writes()) *p = any(); keep(p); return any(); }
void walk(struct node *n) {
  for (int i = 0; n && i < 3; i++, n = n->next)
    if (writes()) n->v = any();
}
int *give(int *p) {
  static int own;
  int *q = rand() %% 3 == 0 && count ? kept[rand() %% count]
           : rand() %% 2             ? p : &own;
  keep(p);
  own = any();
  return q;
}
struct big make(int c) { struct big b = {any(), any(), any()}; return b; }
void nothing(void) {}
__attribute__((constructor)) static void split(void) {
  for (int seed = 0; seed < 60; seed++) {
    int status;
    pid_t child = fork();
    if (!child) { srand(seed); return; }
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77) _Exit(77);
  }
  _Exit(0);
}
"""

INTS = ["x", "y", "z", "g", "h", "n1.v", "n2.v"]


def statement(rng):
    target, source = rng.choice(INTS), rng.choice(INTS)
    number = rng.randint(0, 9)
    return "  " + rng.choice([
        f"{target} = {number};", f"{target} = ask(&{source});",
        f"walk(&{rng.choice(['n1', 'n2'])});", f"p = give(&{source});",
        f"*p = {number};", f"b = make({number});", "nothing();",
        "n2.next = &n1;", f"{target} = *p;"]) + "\n"


def generate(seed):
    rng = random.Random(f"unseen {seed}")
    mode = rng.choice(["arguments", "nothing"])
    text = DECLARATIONS + START
    for _ in range(rng.randint(3, 7)):
        text += statement(rng)
    text += (f"  if (!({rng.choice(INTS + ['b.b', '*p'])} "
             f"{rng.choice(['==', '!=', '<='])} {rng.randint(0, 9)}))\n"
             "    __assert_fail(\"claim\", \"main.c\", 1, \"main\");\n"
             "  return 0;\n}\n")
    case = Case(files={"main.c": text,
                       "bodies.c": NATIVE % (mode == "arguments")},
                expected={"true", "vacuous", "false"}, operands=["main.c"],
                options=[f"--unseen={mode}"], about=mode)

    # What no choice violates may be violated by another.
    def confirm(folder):
        done = native(folder, ["main.c", "bodies.c"])
        if isinstance(done, str):
            return done
        if done.returncode == 77:
            case.expected = {"false"}
        return None
    case.confirm = confirm
    return case
