// A queue is emptied under a lock that is given up for each request: the lock
// is held at the end of the loop exactly if nothing was taken out.
// -DBUG: a request that failed is not counted, so the lock is given back twice.
#include "kernel.h"

struct request {
  int status;
  int size;
};

spinlock_t queue_lock;
extern struct request *next_request(void);
extern int complete_request(struct request *request);

int drain(int limit) {
  unsigned taken = 0, before;
  struct request *request;
  if (limit < 0)
    return -22;
  do {
    spin_lock(&queue_lock);
    before = taken;
    request = next_request();
    if (request) {
      spin_unlock(&queue_lock);
#ifdef BUG
      if (complete_request(request) >= 0)
        taken++;
#else
      complete_request(request);
      taken++;
#endif
    }
  } while (taken != before);
  spin_unlock(&queue_lock);
  return 0;
}
