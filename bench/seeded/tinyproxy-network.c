/* Scenarios of tinyproxy's reading and writing. */
#include "harness.h"

#include UNIT

#include <sys/socket.h>

static void read_line_of(const char *text, size_t length) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends))
    return;
  send(ends[0], text, length, 0);
  shutdown(ends[0], SHUT_WR);
  char *line = NULL;
  if (readline(ends[1], &line) > 0)
    free(line);
}

SCENARIO(short_line) {
  read_line_of("GET / HTTP/1.0\r\nmore", 20);
}
SCENARIO(no_end) {
  read_line_of("GET /", 5);
}
SCENARIO(empty) {
  read_line_of("", 0);
}
SCENARIO(long_line) {
  static char text[5000];
  memset(text, 'a', sizeof text);
  text[sizeof text - 1] = '\n';
  read_line_of(text, sizeof text);
}

SCENARIO(write) {
  static char text[3000];
  memset(text, 'a', sizeof text - 1);
  int null = open("/dev/null", O_WRONLY);
  if (null < 0)
    return;
  write_message(null, "%s", text);
  write_message(null, "%d", 7);
  safe_write(null, text, 10);
  close(null);
}

SCENARIO(addresses) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  struct sockaddr_in6 other = {.sin6_family = AF_INET6};
  char text[64], bytes[16];
  get_ip_string((struct sockaddr *)&address, text, sizeof text);
  get_ip_string((struct sockaddr *)&other, text, sizeof text);
  full_inet_pton("10.0.0.1", bytes);
  full_inet_pton("::1", bytes);
  full_inet_pton("x", bytes);
}
