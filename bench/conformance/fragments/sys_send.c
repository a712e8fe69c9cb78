// Figure 16, 5: send(2) is sendto(2) without an address. -DBUG: with a length.
#include "socket.h"

int sys_send(int fd, const char *data, int count, int flags) {
#ifdef BUG
  return sys_sendto(fd, data, count, flags, 0, sizeof(struct message));
#else
  return sys_sendto(fd, data, count, flags, 0, 0);
#endif
}
