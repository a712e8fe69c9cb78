// Three functions that call each other in turn, the last with less; with the
// fault it passes on what it got.
int __VERIFIER_nondet_int(void);

static int first(int n);

static int third(int n) {
#ifdef BUG
  return first(n);
#else
  return first(n - 1);
#endif
}

static int second(int n) {
  return n % 2 ? third(n) : third(n - 1);
}

static int first(int n) {
  if (n <= 0)
    return n;
  return second(n);
}

int main(void) {
  first(__VERIFIER_nondet_int());
  return 0;
}
