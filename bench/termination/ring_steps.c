// Two places of a ring come together by single steps; with the fault by double
// steps, which may never do.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned head = __VERIFIER_nondet_uint() % 8;
  unsigned tail = __VERIFIER_nondet_uint() % 8;
  while (head != tail)
#ifdef BUG
    tail = (tail + 2) % 8;
#else
    tail = (tail + 1) % 8;
#endif
  return 0;
}
