// How many predicates it takes to know that all four are there: cubes of three
// do not say so (seed 003, section 2), cubes of five do.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
  if (a == 1)
    if (b == 1)
      if (c == 1)
        if (d == 1) {
          int s = a + b + c + d;
          if (s != 4)
            reach_error();
        }
  return 0;
}

/* test: dump bp --cube 3
 * exit: 0
 * stdout-contains: {s == 4} := *;
 */
/* test: dump bp --cube 5
 * exit: 0
 * stdout-contains: {s == 4} := schoose[(({a == 1} & {b == 1}) & {c == 1}) & {d == 1},
 */
/* test: dump bp --cube inf
 * exit: 0
 * stdout-contains: {s == 4} := schoose[(({a == 1} & {b == 1}) & {c == 1}) & {d == 1},
 */
/* test: check --engine=summaries --cube 3
 * exit: 0
 * stdout-contains: RESULT: true
 */
