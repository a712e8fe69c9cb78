// Figure 16, 3: socket(2). -DBUG: a socket that gets no descriptor is kept.
// -DSILENT: whoever gets no descriptor is not told.
#include "socket.h"

static int type_is_known(int type) {
  if (type == STREAM || type == DATAGRAM || type == RAW)
    return 1;
  return type == SEQUENCED || type == PACKETS;
}

int sys_socket(int family, int type, int protocol) {
  struct socket *socket;
  int error, fd;

  if (family < 0 || family >= FAMILIES)
    return -EAFNOSUPPORT;
  if (!type_is_known(type))
    return -EINVAL;

  // Old programs ask for packets in the wrong way.
  if (family == INET && type == PACKETS)
    family = PACKET;

  // The family may be in a module that was not loaded yet.
  if (!family_known(family)) {
    request_module(family);
    if (!family_known(family))
      return -EAFNOSUPPORT;
  }

  socket = sock_alloc();
  if (!socket)
    return -ENFILE;
  socket->type = type;
  socket->family = family;

  error = family_create(socket, family, protocol);
  if (error < 0)
    goto release;

  fd = sock_map(socket);
  if (fd < 0) {
#ifdef SILENT
    error = 0;
#else
    error = fd;
#endif
#ifdef BUG
    goto out;
#else
    goto release;
#endif
  }
  return fd;

release:
  sock_release(socket);
#ifdef BUG
out:
#endif
  return error;
}
