// Threads of C11.
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t ready;
static once_flag flag = ONCE_FLAG_INIT;
static int x, inits, is_ready;

static void init(void) {
  inits++;
}

static int work(void *argument) {
  call_once(&flag, init);
#ifndef RACE
  mtx_lock(&mutex);
#endif
  x++;
#ifndef RACE
  is_ready++;
  cnd_signal(&ready);
  mtx_unlock(&mutex);
#endif
  return *(int *)argument;
}

int main(void) {
  thrd_t a, b;
  int one = 1, two = 2, first = 0, second = 0;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&ready);
  thrd_create(&a, work, &one);
  thrd_create(&b, work, &two);
#ifndef RACE
  mtx_lock(&mutex);
  while (is_ready < 2)
    cnd_wait(&ready, &mutex);
  mtx_unlock(&mutex);
#endif
  thrd_join(a, &first);
  thrd_join(b, &second);
  assert(x == 2 && inits == 1 && first + second == 3);
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DRACE
 * exit: 10
 */
/* test: check --races
 * exit: 0
 */
/* test: check --races -DRACE
 * exit: 10
 */
/* test: run --seed 3
 * exit: 0
 */
