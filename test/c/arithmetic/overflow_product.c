// The product of two ints fits into a long long, that of three does not.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long long x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
#ifdef BUG
  long long z = x * y * 2;
  return z * z > 7;
#else
  return x * y > 7;
#endif
}

/* test: check --overflow --cpu-timeout 20s
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --overflow --32 --cpu-timeout 20s
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --overflow -DBUG --cpu-timeout 20s
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 */
