// -DBUG: a commit that could not be written is marked as one.
#include "store.h"

static int last_handle;

int journal_begin(void) {
  if (last_handle < 0 || last_handle >= 1000)
    last_handle = 0;
  last_handle++;
  mark(BEGIN);
  return last_handle;
}

int journal_append(int handle, int block) {
  if (handle <= 0)
    return -EBADF;
  return disk_write(block);
}

int journal_commit(int handle) {
  if (handle <= 0)
    return -EBADF;
  if (disk_sync() < 0) {
#ifdef BUG
    mark(handle == 1 ? COMMIT : ABORT);
#else
    mark(ABORT);
#endif
    return -EIO;
  }
  mark(COMMIT);
  return 0;
}

void journal_abort(int handle) {
  if (handle > 0)
    mark(ABORT);
}
