// The first number whose square is not less; with the fault one whose square
// ends in three ones, of which there is none.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  if (n > 1000000)
    return 0;
#ifdef BUG
  while ((i * i & 7) != 7)
    i++;
#else
  while (i * i < n)
    i++;
#endif
  return (int)i;
}
