// An unsigned number is never below zero: the usual trap.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#ifdef BUG
  for (unsigned i = n; i >= 0; i--)
    ;
#else
  for (unsigned i = n; i-- > 0;)
    ;
#endif
  return 0;
}
