// Nondeterministic values: from the seed, or from an oracle.
#include <stdio.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  unsigned char b = __VERIFIER_nondet_uchar();
  int c = __VERIFIER_nondet_int();
  printf("%d %d %d\n", a, b, c);
  return 0;
}

/* test: run
 * stdout: 0 0 0
 */
/* test: run --seed 3
 * stdout-lacks: 0 0 0
 */
/* test: run --oracle $dir/nondet.oracle $file
 * stdout: -7 200 48879
 */
/* test: run --oracle $dir/nondet_short.oracle $file
 * exit: 2
 * stderr-contains: the oracle has no more answers
 */
/* test: run --oracle $dir/nondet_wrong.oracle $file
 * exit: 2
 * stderr-contains: nondet_wrong.oracle:3: the run asks for `value __VERIFIER_nondet_uchar`
 */
/* test: run --oracle $dir/none.oracle $file
 * exit: 2
 * stderr-contains: none.oracle
 */
