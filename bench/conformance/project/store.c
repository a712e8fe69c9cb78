#include "store.h"

static int block_of(int key) {
  return (int)((unsigned)key % BLOCKS);
}

int store_put(int key) {
  int handle = journal_begin();
  if (handle <= 0)
    return handle;
  if (journal_append(handle, block_of(key)) < 0) {
    journal_abort(handle);
    return -EIO;
  }
  return journal_commit(handle);
}

// How many were put.
int store_batch(int count) {
  int i = 0;
  if (count < 0)
    return -EINVAL;
  while (i < count && store_put(i) == 0)
    i++;
  return i;
}
