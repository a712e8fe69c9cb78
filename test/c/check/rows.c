// A row for each assertion: all are decided, whatever the others come to.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int global;

void uncalled(int x) {
  assert(x > 3);
}

static void twice(int x) {
  assert(x != 4);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 7);
  twice(5);
  if (x > 10) {
    assert(x > 5);
    twice(x);
    assert(x != 12);
    if (x < 3)
      assert(x == 2 || "here"[0] == 'x');
  }
  if (x == 7) // the first assertion has failed
    reach_error();
  if (x == 8 && global == 1)
    reach_error();
  return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: [1] test/c/check/rows.c:10  assert(x > 3)                       never reached
 * stdout-contains: [2] test/c/check/rows.c:14  assert(x != 4)                      holds
 * stdout-contains: [3] test/c/check/rows.c:19  assert(x != 7)                      fails
 * stdout-contains: [4] test/c/check/rows.c:22  assert(x > 5)                       holds
 * stdout-contains: [5] test/c/check/rows.c:24  assert(x != 12)                     fails
 * stdout-contains: [6] test/c/check/rows.c:26  assert(x == 2 || "here"[0] == 'x')  never reached
 * stdout-contains: [7] test/c/check/rows.c:29  reach_error()                       holds
 * stdout-contains: [8] test/c/check/rows.c:31  reach_error()                       holds
 * stdout-contains: violated: assert(x != 7) at test/c/check/rows.c:19
 * stdout-contains: violated: assert(x != 12) at test/c/check/rows.c:24
 * stdout-lacks: not decided
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --first
 * exit: 10
 * stdout-contains: assert(x != 7)                      fails
 * stdout-contains: assert(x != 12)                     not decided
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --function twice
 * exit: 10
 * stdout-contains: [1] test/c/check/rows.c:14  assert(x != 4)  fails
 * stdout-lacks: [2]
 * stdout-contains: parameters and globals have any value at the start
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --function uncalled -D__VERIFIER_nondet_int=f --32
 * exit: 10
 * stdout-contains: data model: ILP32
 * stdout-contains: RESULT: false(unreach-call)
 */
