// What is volatile is the access: members, elements, bit-fields, what pointers
// lead to, copies. Locals whose address stays here are memory.
#include <assert.h>
struct port {
  volatile unsigned status;
  unsigned shadow;
  volatile unsigned char low : 3, high : 5;
};
static struct port port;
static volatile int table[4];
static volatile struct pair {
  int first, second;
} pair;
static _Atomic volatile int counter;

static int own(void) {
  volatile int i, sum = 0;
  volatile struct pair here = {1, 2};
  for (i = 0; i < 4; i++)
    sum += i;
  return sum + here.second;
}

static int taken(volatile int *p) {
  *p = 1;
  return *p;
}

int main(void) {
  assert(own() == 8);
  port.shadow = 5;
  assert(port.shadow == 5);
  port.low = 2;
  assert(port.low < 8);
#if BUG == 1
  port.status = 1;
  assert(port.status == 1);
#elif BUG == 2
  assert(port.low == 2);
#elif BUG == 3
  table[1] = 1;
  assert(table[1] == 1);
#elif BUG == 4
  struct pair copy = pair;
  assert(copy.first == 0);
#elif BUG == 5
  int x;
  assert(taken((volatile int *)&x) == 1);
#elif BUG == 6
  counter = 0;
  counter++;
  assert(counter == 1);
#endif
  return 0;
}

/* test: check
 * stdout-contains: volatile locals whose address is not taken
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG=1
 * exit: 10
 * stdout-contains: assert(port.status == 1)  fails
 */
/* test: check -DBUG=2
 * exit: 10
 * stdout-contains: violated: assert(port.low == 2)
 */
/* test: check -DBUG=3
 * exit: 10
 * stdout-contains: violated: assert(table[1] == 1)
 */
/* test: check -DBUG=4
 * exit: 10
 * stdout-contains: violated: assert(copy.first == 0)
 */
/* test: check -DBUG=5
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DBUG=6
 * exit: 10
 * stdout-contains: violated: assert(counter == 1)
 */
/* test: check --volatile=memory -DBUG=1
 * stdout-contains: RESULT: true
 */
/* test: check --volatile=memory -DBUG=2
 * stdout-contains: RESULT: true
 */
/* test: check --volatile=memory -DBUG=3
 * stdout-contains: RESULT: true
 */
/* test: check --volatile=memory -DBUG=4
 * stdout-contains: RESULT: true
 */
/* test: check --volatile=memory -DBUG=5
 * stdout-contains: RESULT: true
 */
/* test: check --volatile=memory -DBUG=6
 * stdout-contains: RESULT: true
 */
/* test: run -DBUG=6
 * exit: 0
 */
