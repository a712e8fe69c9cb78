// A file that is closed while another thread still uses it; one automaton for
// each descriptor.
#include <pthread.h>

int any(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int users = 2;

void opens(int file) { (void)file; }
void writes(int file) { (void)file; }
void closes(int file) { (void)file; }

static void *writer(void *unused) {
  writes(3);
#ifdef COUNTED
  pthread_mutex_lock(&mutex);
  int left = --users;
  pthread_mutex_unlock(&mutex);
  if (left == 0) // the last one
    closes(3);
#endif
  return unused;
}

static void *other(void *unused) {
  opens(4);
  writes(4);
  closes(4);
#ifdef WRONG
  writes(3);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  opens(3);
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_create(&c, 0, other, 0);
#ifdef EARLY
  closes(3);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
#if !defined EARLY && !defined COUNTED
  closes(3);
#endif
  pthread_join(c, 0);
  return 0;
}

/* test: check --spec $dir/files.spec
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/files.spec -DCOUNTED
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/files.spec -DEARLY
 * exit: 10
 * stdout-contains: specification in state CLOSED: forbidden
 * stdout-contains: RESULT: false(main)
 */
/* test: check --spec $dir/files.spec -DWRONG
 * exit: 10
 * stdout-contains: RESULT: false(main)
 */
