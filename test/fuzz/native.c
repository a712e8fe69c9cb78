// Runs a generated program on all of its inputs, in one process. Linked with
// the program compiled by -DNATIVE -Dmain=program.
//
// The inputs of a run are a path in a tree of choices; after a run the last
// choice that has another value takes it, and what came after is forgotten, so
// that the runs visit the leaves from left to right. Exits with 0 if no run
// violates an assertion, 10 if one does (its inputs are printed), 3 if the tree
// is too large.
//
// With an argument all runs are made and every place that is violated is printed
// as `KIND LINE`: assert, overflow or div0. For that the program is compiled with
// the undefined-behaviour sanitizer and linked without its library: its handlers
// are here.
#include <setjmp.h>
#include <stdio.h>

enum { MAX_CHOICES = 64, MAX_RUNS = 1 << 16, MAX_LINES = 1 << 12 };
enum outcome { RUNNING, ENDED, VIOLATED };
enum kind { ASSERT, OVERFLOW, DIV0, KINDS };

struct choice {
  int bits;
  unsigned int value;
};

// The program's calls carry no context.
static struct {
  jmp_buf back;
  struct choice path[MAX_CHOICES];
  int length; // of the path
  int used;   // by this run so far
  int bits;   // of the next input
  enum kind kind;
  unsigned int line; // of the violation
} tree;

int program(void);
void native_reset(void);

void native_width(int bits) {
  tree.bits = bits;
}

static unsigned int next_input(void) {
  if (tree.used == tree.length) {
    if (tree.length == MAX_CHOICES)
      longjmp(tree.back, ENDED);
    tree.path[tree.length++] = (struct choice){tree.bits, 0};
  }
  return tree.path[tree.used++].value;
}

char __VERIFIER_nondet_char(void) {
  return (char)next_input();
}
unsigned char __VERIFIER_nondet_uchar(void) {
  return (unsigned char)next_input();
}
short __VERIFIER_nondet_short(void) {
  return (short)next_input();
}
unsigned short __VERIFIER_nondet_ushort(void) {
  return (unsigned short)next_input();
}
int __VERIFIER_nondet_int(void) {
  return (int)next_input();
}
unsigned int __VERIFIER_nondet_uint(void) {
  return next_input();
}
long __VERIFIER_nondet_long(void) {
  return (long)next_input();
}
unsigned long __VERIFIER_nondet_ulong(void) {
  return next_input();
}

void __VERIFIER_assume(int condition) {
  if (!condition)
    longjmp(tree.back, ENDED);
}

void reach_error(void) {
  longjmp(tree.back, VIOLATED);
}

void __VERIFIER_error(void) {
  longjmp(tree.back, VIOLATED);
}

// Stands in for that of the C library: assert ends here.
_Noreturn void __assert_fail(const char *text, const char *file,
                             unsigned int line, const char *function) {
  (void)text, (void)file, (void)function;
  tree.kind = ASSERT;
  tree.line = line;
  longjmp(tree.back, VIOLATED);
}

// What the sanitizer calls: the place, then the operands, whose low bits are in
// a word each.
struct place {
  const char *file;
  unsigned int line, column;
};

static void undefined(const struct place *place, enum kind kind) {
  tree.kind = kind;
  tree.line = place->line;
  longjmp(tree.back, VIOLATED);
}

#define HANDLER(name)                                                          \
  void __ubsan_handle_##name##_abort(struct place *place, unsigned long a,     \
                                     unsigned long b);                         \
  void __ubsan_handle_##name##_abort(struct place *place, unsigned long a,     \
                                     unsigned long b) {                        \
    (void)a, (void)b;                                                          \
    undefined(place, OVERFLOW);                                                \
  }
HANDLER(add_overflow)
HANDLER(sub_overflow)
HANDLER(mul_overflow)
HANDLER(negate_overflow)
HANDLER(shift_out_of_bounds)

void __ubsan_handle_divrem_overflow_abort(struct place *place, unsigned long a,
                                          unsigned long b);
void __ubsan_handle_divrem_overflow_abort(struct place *place, unsigned long a,
                                          unsigned long b) {
  (void)a;
  undefined(place, b ? OVERFLOW : DIV0);
}

static enum outcome run_once(void) {
  tree.used = 0;
  int outcome = setjmp(tree.back);
  if (outcome == RUNNING) {
    native_reset();
    program();
    outcome = ENDED;
  }
  return (enum outcome)outcome;
}

// Steps to the next leaf; false after the last.
static int next_path(void) {
  while (tree.length) {
    struct choice *last = &tree.path[tree.length - 1];
    if (++last->value >> last->bits == 0)
      return 1;
    tree.length--;
  }
  return 0;
}

static int report_violation(void) {
  printf("violated by inputs");
  for (int i = 0; i < tree.used; i++)
    printf(" %u", tree.path[i].value);
  printf("\n");
  return 10;
}

static int survey(void) {
  static const char *const names[KINDS] = {"assert", "overflow", "div0"};
  static char is_told[KINDS][MAX_LINES];
  int runs = 0;
  do {
    if (++runs > MAX_RUNS)
      return 3;
    if (run_once() != VIOLATED || is_told[tree.kind][tree.line % MAX_LINES]++)
      continue;
    printf("%s %u\n", names[tree.kind], tree.line);
  } while (next_path());
  return 0;
}

int main(int argc, char **argv) {
  int runs = 0;
  (void)argv;
  if (argc > 1)
    return survey();
  do {
    if (++runs > MAX_RUNS)
      return 3;
    if (run_once() == VIOLATED)
      return report_violation();
  } while (next_path());
  printf("safe in %d runs\n", runs);
  return 0;
}
