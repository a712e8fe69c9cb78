// Readers are counted; a writer is alone. The fault: it does not look.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int readers, is_writing;

static void read_it(void) {
  pthread_mutex_lock(&mutex);
  if (!is_writing && readers < 100) {
    readers++;
    assert(!is_writing && readers > 0);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    if (readers > 0)
      readers--;
  }
  pthread_mutex_unlock(&mutex);
}

static void write_it(void) {
  pthread_mutex_lock(&mutex);
#ifdef BUG
  if (!is_writing) {
#else
  if (!is_writing && readers == 0) {
#endif
    is_writing = 1;
    assert(readers == 0);
    is_writing = 0;
  }
  pthread_mutex_unlock(&mutex);
}

static void *work(void *unused) {
  if (__VERIFIER_nondet_int())
    read_it();
  else
    write_it();
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, work, 0);
  return 0;
}
