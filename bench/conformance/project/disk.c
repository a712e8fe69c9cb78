// -DCIRCULAR: a block that cannot be written goes to the spare one, through the
// journal.
#include "store.h"

int disk_write(int block) {
  if (block < 0 || block >= BLOCKS)
    return -EINVAL;
  if (raw_write(block) == 0)
    return 0;
  if (raw_write(block) == 0)
    return 0;
#ifdef CIRCULAR
  return journal_append(1, SPARE);
#else
  return -EIO;
#endif
}

int disk_sync(void) {
  int error = raw_sync();
  if (error < 0)
    return -EIO;
  return 0;
}
