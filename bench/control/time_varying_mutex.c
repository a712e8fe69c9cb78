// Which lock protects a block of a disk changes with time, as in the Frangipani
// file system: that of its owner, once it has one; else that of the table of
// blocks in use. The fault: who frees the block does not ask whether it is in
// use.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t inode_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t busy_lock = PTHREAD_MUTEX_INITIALIZER;
static int inode, busy, block;

static void *allocate(void *unused) {
  pthread_mutex_lock(&inode_lock);
  if (inode == 0) {
    pthread_mutex_lock(&busy_lock);
    busy = 1;
    pthread_mutex_unlock(&busy_lock);
    inode = 1;
  }
  block = 1;
  assert(block == 1);
  pthread_mutex_unlock(&inode_lock);
  return unused;
}

static void release(void) {
  pthread_mutex_lock(&busy_lock);
#ifndef BUG
  if (busy == 0)
#endif
  {
    block = 0;
    assert(block == 0);
  }
  pthread_mutex_unlock(&busy_lock);
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, allocate, 0);
  release();
  return 0;
}
