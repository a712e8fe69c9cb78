// A number is multiplied until it is large enough; with the fault one stays one.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 1;
  if (n > 1000000)
    return 0;
  while (x < n)
#ifdef BUG
    x = x * 3 - 2;
#else
    x = x * 3;
#endif
  return 0;
}
