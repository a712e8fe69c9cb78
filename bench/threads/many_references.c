// An object with a reference count: who gets no reference leaves it alone; the
// fault: the count is looked at and raised in two steps.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int references = 1, is_gone;

static int get(void) {
  int has_got = 0;
  pthread_mutex_lock(&mutex);
  has_got = references > 0;
#ifdef BUG
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
#endif
  if (has_got)
    references++;
  assert(!has_got || !is_gone);
  pthread_mutex_unlock(&mutex);
  return has_got;
}

static void put(void) {
  pthread_mutex_lock(&mutex);
  if (references > 0)
    references--;
  if (references == 0)
    is_gone = 1;
  pthread_mutex_unlock(&mutex);
}

static void *work(void *unused) {
  if (get())
    put();
  else if (__VERIFIER_nondet_int())
    put();
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, work, 0);
  put();
  return 0;
}
