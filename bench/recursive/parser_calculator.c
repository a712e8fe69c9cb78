// Expression, term and factor call each other.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int token(void) {
  return __VERIFIER_nondet_int();
}

static int depth, deepest;

static void expression(void);

static void factor(void) {
  int t = token();
  if (t == '(') {
    depth++;
    if (depth > deepest)
      deepest = depth;
    expression();
#ifdef BUG
    if (token() == ')')
      depth--;
#else
    depth--;
#endif
  }
}

static void term(void) {
  factor();
  while (token() == '*')
    factor();
}

static void expression(void) {
  term();
  while (token() == '+')
    term();
}

int main(void) {
  expression();
  assert(depth == 0);
  return 0;
}
