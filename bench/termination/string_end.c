// Goes to the end of a string of any length; with the fault it stays before a
// blank.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);

int main(void) {
  int length = __VERIFIER_nondet_int();
  if (length < 1 || length > 1000)
    return 0;
  char *text = malloc(length);
  if (!text)
    return 0;
  for (int i = 0; i < length - 1; i++)
    text[i] = __VERIFIER_nondet_char();
  text[length - 1] = 0;
  char *at = text;
#ifdef BUG
  while (*at)
    if (*at != ' ')
      at++;
#else
  while (*at)
    at++;
#endif
  return at - text;
}
