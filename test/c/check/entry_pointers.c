// --function with pointers: each is null or points to an object of its own.
#include <assert.h>
#include <stddef.h>

struct peer {
  int state;
  struct peer *other;
};

struct peer *current;
int limit;

void handle(struct peer *peer, int event, const int *data, int count) {
  if (!peer || event != 2)
    return;
#if BUG == 1
  assert(peer->state != 7);
#elif BUG == 2
  if (peer->other)
    assert(peer->other->state < limit);
#elif BUG == 3
  if (data && count > 0 && count < 4)
    assert(data[count] != 42);
#elif BUG == 4
  assert(!current || current->state != 3);
#else
  int before = peer->other ? peer->other->state : 0;
  peer->state = event;
  assert(peer->state == 2);
  assert(!peer->other || peer->other->state == before);
  (void)data, (void)count, (void)limit, (void)current;
#endif
}

/* test: check --function handle --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --function handle -DBUG=1
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --function handle -DBUG=2
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --function handle -DBUG=3
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --function handle -DBUG=4
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --32 --function handle -DBUG=2
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
