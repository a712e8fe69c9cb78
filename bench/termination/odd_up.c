// Odd numbers go up by one, even ones are halved; with the fault even ones go
// down by one.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 1000000000)
    return 0;
  while (x > 1) {
    if (x & 1)
      x = x + 1;
    else
#ifdef BUG
      x = x - 1;
#else
      x = x / 2;
#endif
  }
  return 0;
}
