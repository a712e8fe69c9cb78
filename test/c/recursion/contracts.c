// What recursive functions require of globals and do to them, without a bound
// of the recursion.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int held, depth, first, starts;

// Required and left: nothing is held.
static void work(int n) {
  assert(!held);
  held = 1;
  held = 0;
#ifdef BUG
  if (n == 7)
    held = 1;
#endif
  if (n > 0)
    work(n - 1);
}

// What it was before.
static void dive(int n) {
  depth++;
  if (n > 0)
    dive(n - 1);
#ifdef BUG
  if (n != 3)
#endif
    depth--;
}

// By what it was at the entry.
static void once(int n) {
  if (!first) {
    first = 1;
    starts++;
  }
#ifdef BUG
  if (n == 3)
    first = 0;
#endif
  if (n > 0)
    once(n - 1);
}

// There is no return.
static void leave(int n) {
  if (n <= 0)
    exit(0);
#ifdef BUG
  if (n == 2)
    return;
#endif
  leave(n - 1);
}

// A requirement holds of calls by name only: this one is called through a
// pointer, with something held.
static void taken(int n) {
  if (n > 0)
    taken(n - 1);
  assert(!held);
}

static void (*volatile through)(int) = taken;

int main(void) {
  int n = __VERIFIER_nondet_int();
#if defined WORK
  work(n);
  assert(!held);
#elif defined DIVE
  dive(n);
  assert(depth == 0);
#elif defined ONCE
  once(n);
  assert(starts == 1);
#elif defined LEAVE
  leave(n);
  assert(0);
#elif defined TAKEN
  taken(n);
  held = 1;
  through(n);
#endif
  return 0;
}

/* test: check -DWORK
 * exit: 0
 * stdout-contains: by induction, every call of work begins with: held
 * stdout-contains: RESULT: true
 */
/* test: check -DWORK -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DDIVE
 * exit: 0
 * stdout-contains: by induction, every call of dive returns with: depth - old(depth) == 0
 * stdout-contains: RESULT: true
 */
/* test: check -DDIVE -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DONCE
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DONCE -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DLEAVE
 * exit: 0
 * stdout-contains: by induction, every call of leave never returns
 * stdout-contains: RESULT: true
 */
/* test: check -DLEAVE -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DTAKEN
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
