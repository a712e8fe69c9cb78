// Small and unsigned types: what is said in C means what was proved.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
unsigned char last;
static unsigned char clamp(unsigned char n, unsigned short by) {
  if (n <= 100)
    return n;
#ifdef BUG
  if (n == 177)
    return 200;
#endif
  last = 0;
  return clamp(n - 1, by + 40000);
}
int main(void) {
  unsigned char r = clamp(__VERIFIER_nondet_uchar(), 7);
  if (r > 100 || last)
    reach_error();
  return 0;
}

/* test: check --engine=summaries --contracts -
 * exit: 0
 * stdout-contains: proc unsigned char clamp(unsigned char n, unsigned short by) {
 * stdout-contains: modifies last;
 */
