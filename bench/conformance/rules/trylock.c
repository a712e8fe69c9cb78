// Statistics are read with what can be had: a try, or the lock if it must be.
// -DBUG: gives back what it did not get.
#include "kernel.h"

spinlock_t statistics_lock;
int packets, bytes;

int read_statistics(int must, int *sum) {
  int held = spin_trylock(&statistics_lock);
  if (!held && must) {
    spin_lock(&statistics_lock);
    held = 1;
  }
#ifdef BUG
  if (!held && packets == 0)
    return -11;
#else
  if (!held)
    return -11;
#endif
  *sum = packets;
  if (must > 1)
    *sum = bytes;
  spin_unlock(&statistics_lock);
  return 0;
}
