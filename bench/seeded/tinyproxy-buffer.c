/* Scenarios of tinyproxy's buffers. */
#include "harness.h"

#include UNIT

#include <sys/socket.h>

SCENARIO(lines) {
  struct buffer_s *buffer = new_buffer();
  if (!buffer)
    return;
  unsigned char text[] = "some text";
  add_to_buffer(buffer, text, sizeof text);
  add_to_buffer(buffer, text, 3);
  buffer_size(buffer);
  delete_buffer(buffer);
}

SCENARIO(sockets) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends))
    return;
  struct buffer_s *buffer = new_buffer();
  if (buffer) {
    unsigned char text[] = "some text";
    write_buffer(ends[0], buffer);
    add_to_buffer(buffer, text, sizeof text);
    write_buffer(ends[0], buffer);
    read_buffer(ends[1], buffer);
    shutdown(ends[0], SHUT_WR);
    read_buffer(ends[1], buffer);
    delete_buffer(buffer);
  }
}
