// Too many steps to look at all of them: a violation that needs few
// interruptions is found all the same.
#include <assert.h>
#include <pthread.h>

enum { WRITERS = 5, READERS = 5 };
static int data;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *write(void *unused) {
  pthread_mutex_lock(&right);
  int before = data;
  data++;
  assert(data == before + 1);
  pthread_mutex_unlock(&right);
  return unused;
}

static void *read(void *unused) {
  pthread_mutex_lock(&other);
  data++;
  pthread_mutex_unlock(&other);
  return unused;
}

int main(void) {
  pthread_t threads[WRITERS + READERS];
  for (int i = 0; i < WRITERS; i++)
    pthread_create(&threads[i], NULL, write, NULL);
  for (int i = 0; i < READERS; i++)
    pthread_create(&threads[WRITERS + i], NULL, read, NULL);
  for (int i = 0; i < WRITERS + READERS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
