// Prefix expressions over digits are evaluated without running past the end.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static const char *text;
static int at, length;

static int evaluate(int depth) {
  if (at >= length || depth > 4)
    return 0;
#ifdef BUG
  assert(at < length - 1);
#else
  assert(at < length);
#endif
  char c = text[at++];
  if (c == '+')
    return evaluate(depth + 1) | evaluate(depth + 1);
  return c & 1;
}

int main(void) {
  char buffer[4];
  for (int i = 0; i < 4; i++)
    buffer[i] = (char)__VERIFIER_nondet_int();
  text = buffer;
  length = 4;
  int result = evaluate(0);
  assert(result == 0 || result == 1);
  return 0;
}
