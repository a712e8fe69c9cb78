// An array is copied, element by element; the twin stops one too early.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef BUG
#define END 99
#else
#define END 100
#endif

int main(void) {
  int from[100], to[100], i;
  for (i = 0; i < 100; i++) {
    from[i] = __VERIFIER_nondet_int();
    to[i] = 0;
  }
  for (i = 0; i < END; i++)
    to[i] = from[i];
  for (i = 0; i < 100; i++)
    if (to[i] != from[i])
      reach_error();
  return 0;
}

/* test: check -q
 * stdout-contains: proof: 4 invariants of loops, about any elements
 * stdout-contains: the proof: rechecked step by step by Z3
 * stdout-contains: RESULT: true
 *
 * test: check -q --check-proof=cvc5
 * stdout-contains: RESULT: true
 *
 * test: check -q -DBUG --cpu-timeout 30
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
