// A pointer walks through an array of any length; with the fault it begins anew
// at negative elements.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 1 || n > 100000)
    return 0;
  int *a = malloc((unsigned)n * sizeof *a);
  if (!a)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int() % 100;
  for (int *p = a; p != a + n;) {
#ifdef BUG
    if (*p < 0) {
      p = a;
      continue;
    }
#endif
    sum = (sum + *p) % 1000;
    p++;
  }
  return sum;
}
