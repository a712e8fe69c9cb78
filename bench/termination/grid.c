// A grid is walked line by line; with the fault one line only.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned width = __VERIFIER_nondet_uint(), height = __VERIFIER_nondet_uint();
  unsigned x = 0, y = 0;
  if (!width)
    return 0;
  while (y < height) {
    x++;
    if (x == width) {
      x = 0;
#ifndef BUG
      y++;
#endif
    }
  }
  return 0;
}
