// An index of one byte goes up to a bound; with the fault the bound may be more
// than a byte can be.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned bound = __VERIFIER_nondet_uint();
#ifdef BUG
  if (bound > 300)
    return 0;
#else
  if (bound > 255)
    return 0;
#endif
  for (unsigned char i = 0; i < bound; i++)
    ;
  return 0;
}
