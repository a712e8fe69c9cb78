// A recursive function that leaves a global as it found it, and says how far it
// got: the contract speaks of both.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int depth;
int dive(int n) {
  int r;
  if (n <= 0)
    return 0;
  depth++;
  r = dive(n - 1);
#ifdef BUG
  if (r != 3)
#endif
  depth--;
  return r < 9 ? r + 1 : 9;
}
int main(void) {
  int r = dive(__VERIFIER_nondet_int());
  if (depth != 0 || r < 0)
    reach_error();
  return 0;
}

/* test: check --contracts -
 * exit: 0
 * stdout-contains: proc int dive(int n) {
 * stdout-contains: modifies depth;
 * stdout-contains: check dive;
 * stdout-contains: check main assertions;
 */
