/* Scenarios of tinyproxy's files. */
#include "harness.h"

#include UNIT

SCENARIO(create) {
  unlink("seeded.pid");
  int file = create_file_safely("seeded.pid", 1);
  if (file >= 0)
    close(file);
  file = create_file_safely("seeded.pid", 1);
  if (file >= 0)
    close(file);
  file = create_file_safely("seeded.pid", 0);
  if (file >= 0)
    close(file);
  unlink("seeded.pid");
}

SCENARIO(linked) {
  FILE *file = fopen("seeded.one", "w");
  if (!file)
    return;
  fclose(file);
  unlink("seeded.two");
  if (link("seeded.one", "seeded.two") == 0) {
    create_file_safely("seeded.two", 1);
  }
  unlink("seeded.one");
  unlink("seeded.two");
  create_file_safely("no/such/folder/file", 1);
}

SCENARIO(changed) {
  symlink("/dev/null", "seeded.link");
  create_file_safely("seeded.link", 1);
  unlink("seeded.link");
}

SCENARIO(pidfile) {
  unlink("seeded.pid");
  pidfile_create("seeded.pid");
  unlink("seeded.pid");
}

SCENARIO(message) {
  struct conn_s connection = {0};
  connection.client_fd = open("/dev/null", O_WRONLY);
  if (connection.client_fd < 0)
    return;
  send_http_message(&connection, 200, "OK", "text");
  send_http_message(&connection, 200, "", "text");
  close(connection.client_fd);
}
