// A parser of !, & and | by recursive descent: `a|!a` is true.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

static const char *at;
static int a, b;

static int disjunction(void);

static int factor(void) {
  int value = 0;
  if (*at == '!') {
    at++;
    return !factor();
  }
  if (*at == '(') {
    at++;
    value = disjunction();
    at++;
    return value;
  }
  value = *at == 'a' ? a : b;
  at++;
  return value;
}

static int conjunction(void) {
  int value = factor();
  while (*at == '&') {
    at++;
#ifdef BUG
    value = value && factor();
#else
    value = factor() && value;
#endif
  }
  return value;
}

static int disjunction(void) {
  int value = conjunction();
  while (*at == '|') {
    at++;
    value = conjunction() || value;
  }
  return value;
}

int main(void) {
  a = __VERIFIER_nondet_bool();
  b = __VERIFIER_nondet_bool();
  at = "!(a&b)&(a|!a)|a&b";
  assert(disjunction());
  assert(*at == 0);
  return 0;
}
