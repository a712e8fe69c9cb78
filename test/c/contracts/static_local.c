// A local that is static has a name outside of its function, too.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void walk(int n) {
  static int inside;
  if (inside)
    reach_error();
  inside = 1;
#ifdef BUG
  if (n == 2)
    return;
#endif
  n = n > 3 ? n - 3 : n - 1;
  inside = 0;
  if (n > 0)
    walk(n);
}
int main(void) {
  walk(__VERIFIER_nondet_int());
  walk(4);
  return 0;
}

/* test: check --engine=summaries --contracts -
 * exit: 0
 * stdout-contains: requires inside == 0;
 * stdout-contains: ensures inside == 0;
 */
