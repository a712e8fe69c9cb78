// Each worker frees the argument that it was given; or main still writes to it.
#include <pthread.h>
#include <stdlib.h>

struct job {
  int a, b;
};

static int total;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  struct job *job = argument;
  int sum = job->a + job->b;
  free(job);
  pthread_mutex_lock(&mutex);
  total += sum;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    struct job *job = malloc(sizeof *job);
    if (!job)
      return 0;
    job->a = i;
    job->b = 1;
    pthread_create(&threads[i], NULL, work, job);
#ifdef LATE
    job->b = 2;
#endif
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

/* test: check --races
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --races --turns=shared
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --races -DLATE
 * exit: 10
 * stdout-contains: race_frees_own.c:32  fails (data race: a write by thread 2
 * stdout-contains: RESULT: false(no-data-race)
 */
