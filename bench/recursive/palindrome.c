// A text that is compared from both ends.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int is_palindrome(const char *text, int from, int to) {
#ifdef BUG
  if (from + 1 >= to)
    return 1;
#else
  if (from >= to)
    return 1;
#endif
  return text[from] == text[to] && is_palindrome(text, from + 1, to - 1);
}

int main(void) {
  char text[5];
  for (int i = 0; i < 5; i++)
    text[i] = (char)__VERIFIER_nondet_int();
  int found = is_palindrome(text, 0, 3);
  if (found)
    assert(text[0] == text[3] && text[1] == text[2]);
  return 0;
}
