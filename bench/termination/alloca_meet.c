// Two numbers in memory of their own go towards each other; with the fault they
// go past each other.
#include <alloca.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int *low = alloca(sizeof *low), *high = alloca(sizeof *high);
  *low = __VERIFIER_nondet_int();
  *high = __VERIFIER_nondet_int();
  if (*low < -1000000 || *high > 1000000)
    return 0;
#ifdef BUG
  while (*low != *high) {
    *low += 1;
    *high -= 1;
    if (*low > *high) {
      int other = *low;
      *low = *high;
      *high = other;
    }
  }
#else
  while (*low < *high) {
    *low += 1;
    *high -= 1;
  }
#endif
  return 0;
}
