// The words of rows mean what they say: `holds` is evaluated by some execution,
// `never reached` by none, whatever constants are known.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int spare(int x) {
  assert(x > 1000);
  return x;
}

int main(void) {
  int a[2];
  a[1] = 3;
  assert(a[1] == 3);
  int x = __VERIFIER_nondet_int();
  if (x == 12345)
    assert(x > 0);
  if (x > 5 && x < 3)
    assert(x == 77);
  const int two = 2;
  assert(two - 2 == a[1] - 3);
#ifdef BUG
  assert(x != 99);
#endif
  if (x == 99)
    assert(x - 99 == 0);
  if (x == 7 && two == 3)
    spare(x);
  while (a[1] == 3 && x == 4)
    a[1] = 3;
  if (x == 4)
    assert(0);
  return 0;
}

/* test: check -q
 * exit: 0
 * stdout-contains: c:8   assert(x > 1000)             never reached
 * stdout-contains: c:15  assert(a[1] == 3)            holds
 * stdout-contains: c:18  assert(x > 0)                holds
 * stdout-contains: c:20  assert(x == 77)              never reached
 * stdout-contains: c:22  assert(two - 2 == a[1] - 3)  holds
 * stdout-contains: c:27  assert(x - 99 == 0)          holds
 * stdout-contains: c:33  assert(0)                    never reached
 * stdout-lacks: not known
 * stdout-contains: RESULT: true
 */
/* test: check -q -DBUG
 * exit: 10
 * stdout-contains: c:15  assert(a[1] == 3)            holds
 * stdout-contains: c:24  assert(x != 99)              fails
 * stdout-contains: c:27  assert(x - 99 == 0)          never reached
 */
