// Backwards through an array; with the fault an unsigned index is never below
// zero.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char seen[256] = {0};
  unsigned n = __VERIFIER_nondet_uint();
#ifdef BUG
  for (unsigned i = n; i >= 0; i--)
    seen[i % 256] = 1;
#else
  for (unsigned i = n; i > 0; i--)
    seen[(i - 1) % 256] = 1;
#endif
  return seen[0];
}
