// Brackets of two kinds, with any text of six characters: what is accepted is
// balanced.
#include <assert.h>
char __VERIFIER_nondet_char(void);

enum { LENGTH = 6 };
static char text[LENGTH + 1];
static int at;

static int sequence(void);

static int group(char close) {
  at++;
  if (!sequence())
    return 0;
#ifndef BUG
  if (text[at] != close)
    return 0;
#endif
  at++;
  return 1;
}

static int sequence(void) {
  if (text[at] == '(')
    return group(')') && sequence();
  if (text[at] == '[')
    return group(']') && sequence();
  return 1;
}

int main(void) {
  int round = 0, square = 0;
  for (int i = 0; i < LENGTH; i++) {
    char c = __VERIFIER_nondet_char();
    if (c != '(' && c != ')' && c != '[' && c != ']')
      return 0;
    text[i] = c;
    round += (c == '(') - (c == ')');
    square += (c == '[') - (c == ']');
  }
  if (sequence() && at == LENGTH)
    assert(round == 0 && square == 0);
  return 0;
}
