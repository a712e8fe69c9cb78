// Every way to the assertion is undefined, though no operation is undefined for
// all executions; and programs that never come to it by themselves.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int divide(int a, int b) {
  return a / b;
}

struct list {
  int value;
  struct list *next;
};

int main(void) {
  int n = __VERIFIER_nondet_int(), y = 0, x = 3;
#ifdef DIVISION
  y = 10 / (n <= 3);
  if (n > 3)
    assert(y == 77);
#elif defined INDEX
  int a[4] = {0};
  if (n >= 0 && n < 8) {
    y = a[n];
    if (n > 3)
      assert(y == 77);
  }
#elif defined CALL
  y = divide(6, 2);
  if (n > 3) {
    y = divide(5, 0);
    assert(y == 77);
  }
#elif defined POINTER
  int *p = 0;
  if (n > 3)
    p = &x;
  y = *p;
  if (n <= 3)
    assert(y == 77);
#elif defined LOOP
  for (int i = 0; i < 5; i++) {
    y = 10 / (3 - i);
    if (i == 4)
      assert(y == 77);
  }
#elif defined ONE_WAY // one is not
  if (n == 5)
    y = 3;
  else
    y = 10 / (n <= 3);
  if (n > 3)
    assert(y == 3);
#elif defined OWN
  unsigned even = n * 2u;
  y = 10 / (n + 1);
  if (even % 2 == 1)
    assert(y == 77);
#elif defined OWN_INDEX
  int a[4] = {0};
  a[n] = 5;
  if (x == 7)
    assert(n == 77);
#elif defined OWN_LIST
  struct list *p = malloc(sizeof *p);
  p->value = 3;
  p->next = 0;
  for (; n-- > 0 && p; p = p->next)
    if (p->value == 4)
      assert(x == 77);
#endif
  return x + y;
}

/* test: check -DDIVISION
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: everything that was asked about lies behind undefined behaviour
 * stdout-contains: no undefined behaviour at 1 place: division by zero
 * test: check -DINDEX
 * exit: 4
 * stdout-contains: RESULT: true (vacuous
 * test: check -DCALL
 * exit: 4
 * stdout-contains: RESULT: true (vacuous
 * test: check -DPOINTER
 * exit: 4
 * stdout-contains: RESULT: true (vacuous
 * test: check -DLOOP
 * exit: 4
 * stdout-contains: RESULT: true (vacuous
 * test: check -DONE_WAY
 * exit: 0
 * stdout-contains: RESULT: true
 * stdout-contains: no undefined behaviour at 1 place: division by zero
 * stdout-lacks: (vacuous
 * test: check -DOWN
 * exit: 0
 * stdout-lacks: (vacuous
 * test: check -DOWN_INDEX
 * exit: 0
 * stdout-lacks: (vacuous
 * test: check -DOWN_LIST
 * exit: 0
 * stdout-lacks: (vacuous
 */
