// Every round has a variable of its own, without a value.
#include <assert.h>
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct { int a[3]; } s;
    int x, y, *p = &y;
    if (i == 0 || SAFE)
      x = y = s.a[1] = 1;
    assert(LOOK == 1);
    (void)p;
  }
  return 0;
}
/* test: check -DSAFE=0 -DLOOK=x
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DSAFE=1 -DLOOK=x
 * stdout-contains: RESULT: true
 * test: check -DSAFE=0 -DLOOK=y
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DSAFE=1 -DLOOK=y
 * stdout-contains: RESULT: true
 * test: check -DSAFE=0 -DLOOK=s.a[1]
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DSAFE=1 -DLOOK=s.a[1]
 * stdout-contains: RESULT: true
 */
