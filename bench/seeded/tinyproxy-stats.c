/* Scenarios of tinyproxy's statistics. */
#include "harness.h"

#include UNIT

SCENARIO(update) {
  init_stats();
  for (int i = 0; i < 8; i++)
    update_stats(i);
}

static void show(const char *page) {
  static struct config_s configuration;
  struct conn_s connection = {0};
  memset(&configuration, 0, sizeof configuration);
  configuration.statpage = (char *)page;
  config = &configuration;
  init_stats();
  connection.client_fd = open("/dev/null", O_WRONLY);
  if (connection.client_fd < 0)
    return;
  connection.error_variables = htab_create(8);
  showstats(&connection);
  close(connection.client_fd);
  char *key;
  htab_value *value;
  size_t at = 0;
  while (connection.error_variables &&
         (at = htab_next(connection.error_variables, at, &key, &value))) {
    free(key);
    free(value->p);
  }
  if (connection.error_variables)
    htab_destroy(connection.error_variables);
}

SCENARIO(show) {
  show(NULL);
}
SCENARIO(show_page) {
  FILE *page = fopen("seeded.html", "w");
  if (!page)
    return;
  fputs("{opens} {zz}\n", page);
  fclose(page);
  show("seeded.html");
  unlink("seeded.html");
}
