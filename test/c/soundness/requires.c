// What a function requires is assumed where it starts, and checked at calls.
#include <assert.h>
int half(int n) {
  assert(n % 2 == 0);
  return n / 2;
}
int main(void) {
  return half(
#ifdef BUG
      3
#else
      4
#endif
  );
}

/* test: check --spec $dir/requires.spec --function half $file
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/requires.spec --function main $file -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(requires)
 */
