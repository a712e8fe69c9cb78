// The same of a constant variable, in an arm that an input chooses.
#ifndef D
#define D 0
#endif

extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int d = D;
  return __VERIFIER_nondet_int() > 100 ? 7 / d : 1;
}

/* test: check --div0
 * exit: 10
 * stdout-contains: 02_const_div0_var.c:10:44  no division by zero  fails
 * stdout-contains: RESULT: false(no-div0)
 *
 * test: check --div0 -DD=2
 * exit: 0
 * stdout-contains: RESULT: true
 */
