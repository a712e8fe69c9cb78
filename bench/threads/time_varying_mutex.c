// A block is free, or an inode owns it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t of_inode = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t of_block = PTHREAD_MUTEX_INITIALIZER;
static int inode, busy, block;

static void *first(void *unused) {
  pthread_mutex_lock(&of_inode);
  if (inode == 0) {
    pthread_mutex_lock(&of_block);
    busy = 1;
    pthread_mutex_unlock(&of_block);
    inode = 1;
  }
  block = 1;
  assert(block == 1);
  pthread_mutex_unlock(&of_inode);
  return unused;
}

static void *second(void *unused) {
#ifndef BUG
  pthread_mutex_lock(&of_block);
#endif
  if (busy == 0)
    block = 0;
#ifndef BUG
  pthread_mutex_unlock(&of_block);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
