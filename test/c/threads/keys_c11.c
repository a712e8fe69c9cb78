// Keys of C11; one that was deleted calls no destructor, and a destructor that
// sets its value again is called four times in all.
#include <assert.h>
#include <threads.h>

static tss_t first, second;
static int calls, one;

static void again(void *value) {
  calls++;
  tss_set(second, value);
}

static int work(void *unused) {
  (void)unused;
  assert(tss_set(first, &one) == thrd_success);
  assert(tss_set(second, &one) == thrd_success);
  assert(tss_get(first) == tss_get(second));
  tss_delete(first);
  thrd_exit(3);
}

int main(void) {
  thrd_t thread;
  int result;
  assert(tss_create(&first, again) == thrd_success);
  assert(tss_create(&second, again) == thrd_success);
  thrd_create(&thread, work, 0);
  thrd_join(thread, &result);
  assert(result == 3);
#ifdef BUG
  assert(calls == 1);
#else
  assert(calls == 4);
#endif
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: run
 * exit: 0
 */
