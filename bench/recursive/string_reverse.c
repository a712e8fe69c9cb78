// A text is reversed in place by recursion; twice is nothing.
#include <assert.h>
char __VERIFIER_nondet_char(void);

static void reverse(char *first, char *last) {
  if (first >= last)
    return;
  char c = *first;
  *first = *last;
  *last = c;
#ifdef BUG
  reverse(first + 1, last - 2);
#else
  reverse(first + 1, last - 1);
#endif
}

int main(void) {
  char text[6], copy[6];
  for (int i = 0; i < 6; i++)
    copy[i] = text[i] = __VERIFIER_nondet_char();
  reverse(text, text + 5);
  for (int i = 0; i < 6; i++)
    assert(text[i] == copy[5 - i]);
  return 0;
}
