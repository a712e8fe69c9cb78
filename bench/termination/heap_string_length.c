// The end of a string of any length in memory of its own is looked for; with
// the fault the search goes a step forth and a step back.
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 3 || n > 1000000)
    return 0;
  char *s = malloc(n);
  if (!s)
    return 0;
  for (unsigned i = 0; i < n - 1; i++)
    s[i] = (char)__VERIFIER_nondet_uchar();
  s[n - 1] = 0;
  char *p = s;
#ifdef BUG
  while (*p)
    p = p == s ? p + 1 : p - 1;
#else
  while (*p)
    p++;
#endif
  return 0;
}
