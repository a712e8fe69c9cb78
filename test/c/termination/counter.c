// A counter that reaches its bound: what gets smaller is told.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n)
    i++;
  return 0;
}

/* test: check --termination
 * exit: 0
 * stdout-contains: counter.c:6  loop: n - i decreases  holds
 * stdout-contains: every execution ends
 * stdout-contains: RESULT: true
 */
/* test: check --termination --check-proof=cvc5 -vv
 * exit: 0
 * stderr-contains: none is possible
 */
