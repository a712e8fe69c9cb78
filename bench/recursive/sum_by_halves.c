// What is counted by halves is as much as there is.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int count(int from, int to) {
  if (to <= from)
    return 0;
  if (to - from == 1)
    return 1;
  int middle = from + (to - from) / 2;
#ifndef BUG
  return count(from, middle) + count(middle, to);
#else
  return count(from, middle) + count(middle + (to - from == 13), to);
#endif
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000)
    return 0;
  if (count(0, n) != n)
    reach_error();
  return 0;
}
