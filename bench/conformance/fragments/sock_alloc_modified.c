// Figure 16, 9: sock_alloc modified: not more than a limit.
// -DBUG: asks for the inode first and loses it.
#include "socket.h"

struct socket *sock_alloc(void) {
  struct inode *inode;

#ifdef BUG
  inode = get_empty_inode();
  if (sockets_in_use >= LIMIT)
    return 0;
#else
  if (sockets_in_use >= LIMIT)
    return 0;
  inode = get_empty_inode();
#endif
  if (!inode)
    return 0;
  inode->mode = 0777;
  inode->socket.state = 1;
  inode->socket.flags = 0;
  sockets_in_use++;
  return &inode->socket;
}
