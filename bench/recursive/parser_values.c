// A calculator of digits and sums by recursive descent gives what it should.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static const char *at;

static int expression(void);

static int primary(void) {
  if (*at == '(') {
    at++;
    int value = expression();
    at++;
    return value;
  }
  return *at++ - '0';
}

static int expression(void) {
  int value = primary();
  while (*at == '+') {
    at++;
    value += primary();
  }
#ifdef BUG
  if (*at == ')')
    value++;
#endif
  return value;
}

int main(void) {
  char text[] = "0+(0+0)";
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || a > 9 || b < 0 || b > 9)
    return 0;
  text[0] = (char)('0' + a);
  text[3] = (char)('0' + b);
  at = text;
  assert(expression() == a + b);
  return 0;
}
