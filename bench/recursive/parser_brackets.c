// A parser by recursive descent keeps its place inside the text.
#include <assert.h>
int __VERIFIER_nondet_int(void);

enum { LENGTH = 5 };
static char text[LENGTH + 1];
static int at;

static int parse(void) {
  while (text[at] == '(') {
    at++;
    if (!parse())
      return 0;
    if (text[at] != ')')
      return 0;
    at++;
  }
#ifdef BUG
  if (text[at] == 'x')
    at += 2;
#endif
  return 1;
}

int main(void) {
  for (int i = 0; i < LENGTH; i++)
    text[i] = (char)__VERIFIER_nondet_int();
  parse();
  assert(at >= 0 && at <= LENGTH);
  return 0;
}
