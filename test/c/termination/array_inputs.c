// Which elements of an array decide whether the loop goes on? Those were inputs;
// what the others hold nobody knows.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4];
  unsigned i = 0;
  a[1] = __VERIFIER_nondet_int();
  a[2] = __VERIFIER_nondet_int();
  while (a[1 + i % 2] > 0) {
#ifdef SWAP
    int other = a[1];
    a[1] = a[2];
    a[2] = other;
#elif defined(GUESS)
    if (a[3] == 7)
      break;
#elif !defined(ENDLESS)
    a[1 + i % 2]--;
#endif
    i = (i + 1) % 2;
  }
  return 0;
}

/* test: check --termination -DENDLESS
 * exit: 10
 * stdout-contains: RESULT: false(termination)
 */
/* test: check --termination -DSWAP
 * exit: 10
 * stdout-contains: RESULT: false(termination)
 */
/* test: check --termination -DGUESS
 * exit: 5
 * stdout-lacks: RESULT: false
 */
