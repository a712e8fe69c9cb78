// Figure 16, 6: send a message with its credentials. -DBUG: they stay behind
// when the protocol fails.
#include "socket.h"

int sock_sendmsg(struct socket *socket, struct message *message, int size) {
  struct scm scm;
  int error;

  if (size < 0)
    return -EINVAL;
  error = scm_send(socket, message, &scm);
  if (error >= 0) {
    error = protocol_send(socket, message, size, &scm);
#ifdef BUG
    if (error >= 0)
#endif
      scm_destroy(&scm);
  }
  return error;
}
