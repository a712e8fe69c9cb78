// The least divisor is searched; with the fault by squares of residues, which
// come round.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), d = 2;
  if (n < 2 || n > 10000)
    return 0;
#ifdef BUG
  while (d && n % d)
    d = d * d % n;
#else
  while (d * d <= n && n % d)
    d++;
#endif
  return (int)d;
}
