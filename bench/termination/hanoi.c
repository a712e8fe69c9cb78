// The towers of Hanoi; with the fault nothing is too small to be moved.
unsigned __VERIFIER_nondet_uint(void);

static unsigned moves;

static void move(unsigned discs, int from, int to, int by) {
#ifndef BUG
  if (discs == 0)
    return;
#endif
  move(discs - 1, from, by, to);
  moves++;
  move(discs - 1, by, to, from);
}

int main(void) {
  move(__VERIFIER_nondet_uint(), 1, 2, 3);
  return moves > 0;
}
