// Figure 16, 10: sock_sendmsg modified: goes on after an interruption.
// -DBUG: with a message that says not to, it drops the interruption's error.
#include "socket.h"

int sock_sendmsg(struct socket *socket, struct message *message, int size) {
  struct scm scm;
  int error, flags = message->flags;

  if (size < 0)
    return -EINVAL;
  error = scm_send(socket, message, &scm);
  if (error < 0)
    return error;
  do
    error = protocol_send(socket, message, size, &scm);
  while (error == -EINTR && flags == 0);
  scm_destroy(&scm);
#ifdef BUG
  if (error == -EINTR)
    error = 0;
#endif
  return error;
}
