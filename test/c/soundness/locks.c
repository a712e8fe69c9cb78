// A function that starts alone: no other thread changes what it uses.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
int add(void) {
  pthread_mutex_lock(&lock);
  int before = count;
  count = before + 1;
  assert(count == before + 1);
  pthread_mutex_unlock(&lock);
  return 0;
}

/* test: check --function add
 * stdout-contains: no other thread changes what the function uses
 * stdout-contains: RESULT: true
 */
