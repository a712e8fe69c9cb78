// Sorting by selection in an array of any length; with the fault the inner loop
// moves the outer one's index back.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 2 || count > 10000)
    return 0;
  int *a = malloc(count * sizeof *a);
  if (!a)
    return 0;
  for (int i = 0; i < count; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < count - 1; i++) {
    int least = i;
    for (int j = i + 1; j < count; j++) {
      if (a[j] < a[least])
        least = j;
#ifdef BUG
      if (j == count - 1)
        i = -1;
#endif
    }
    int other = a[i < 0 ? 0 : i];
    a[i < 0 ? 0 : i] = a[least];
    a[least] = other;
  }
  free(a);
  return 0;
}
