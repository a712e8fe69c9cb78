// A division by a constant zero is folded by the compiler, and still there.
#ifndef BUCKETS
#define BUCKETS 0
#endif

int main(void) {
  return 100 / BUCKETS;
}

/* test: check --div0
 * exit: 10
 * stdout-contains: 01_const_div0.c:7:14  no division by zero  fails
 * stdout-contains: RESULT: false(no-div0)
 *
 * test: check --div0 -DBUCKETS=7
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: run
 * exit: 10
 * stderr-contains: 01_const_div0.c:7:14: error: division by zero
 */
