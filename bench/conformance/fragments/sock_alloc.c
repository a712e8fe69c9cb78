// Figure 16, 4: an inode with a socket in it.
// -DBUG: above a limit it tries twice.
#include "socket.h"

struct socket *sock_alloc(void) {
  struct inode *inode;
  struct socket *socket;

  inode = get_empty_inode();
#ifdef BUG
  if (!inode && sockets_in_use < LIMIT)
    return 0;
  if (!inode)
    inode = get_empty_inode();
#endif
  if (!inode)
    return 0;
  socket = &inode->socket;
  inode->mode = 0777;
  inode->uid = 0;
  inode->gid = 0;
  socket->state = 1;
  socket->flags = 0;
  socket->type = 0;
  socket->family = UNSPECIFIED;
  sockets_in_use++;
  return socket;
}
