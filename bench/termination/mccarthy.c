// McCarthy's function; with the fault the inner call comes back to where it
// began.
int __VERIFIER_nondet_int(void);

static int f(int n) {
  if (n > 100)
    return n - 10;
#ifdef BUG
  return f(f(n + 10));
#else
  return f(f(n + 11));
#endif
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > -1000)
    f(n);
  return 0;
}
