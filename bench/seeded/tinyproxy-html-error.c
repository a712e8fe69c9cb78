/* Scenarios of tinyproxy's error pages. */
#include "harness.h"

#include UNIT

static struct config_s configuration;

static void clear(struct htab *table) {
  char *key;
  htab_value *value;
  size_t at = 0;
  if (!table)
    return;
  while ((at = htab_next(table, at, &key, &value)))
    free(key);
  htab_destroy(table);
}

static void clear_all(struct htab *table) {
  char *key;
  htab_value *value;
  size_t at = 0;
  while (table && (at = htab_next(table, at, &key, &value)))
    free(value->p);
  clear(table);
}

SCENARIO(pages) {
  memset(&configuration, 0, sizeof configuration);
  config = &configuration;
  char path[] = "page", other[] = "other";
  add_new_errorpage(config, path, 404);
  add_new_errorpage(config, other, 404);
  get_html_file(404);
  get_html_file(500);
  clear(config->errorpages);
}

SCENARIO(no_pages) {
  memset(&configuration, 0, sizeof configuration);
  config = &configuration;
  get_html_file(404);
}

SCENARIO(variables) {
  struct conn_s connection = {0};
  add_error_variable(&connection, "a", "b");
  add_error_variable(&connection, "a", "c");
  clear_all(connection.error_variables);
}

SCENARIO(standard) {
  struct conn_s connection = {0};
  connection.error_variables = htab_create(8);
  connection.request_line = (char *)"GET /";
  add_standard_vars(&connection);
  clear_all(connection.error_variables);
}

SCENARIO(indicate) {
  struct conn_s connection = {0};
  indicate_http_error(&connection, 404, "Not found", "detail", "none", NULL);
  free(connection.error_string);
  clear_all(connection.error_variables);
}

static void answer(const char *page) {
  struct conn_s connection = {0};
  memset(&configuration, 0, sizeof configuration);
  config = &configuration;
  configuration.errorpage_undef = (char *)page;
  connection.client_fd = open("/dev/null", O_WRONLY);
  if (connection.client_fd < 0)
    return;
  connection.error_number = 404;
  connection.error_string = (char *)"Not found";
  if (add_error_variable(&connection, "detail", "none") == 1) {
    send_http_error_message(&connection);
  }
  close(connection.client_fd);
  clear_all(connection.error_variables);
}

SCENARIO(send_none) {
  answer(NULL);
}
SCENARIO(send_missing) {
  answer("no/such/page");
}
SCENARIO(send_page) {
  FILE *page = fopen("seeded.html", "w");
  if (!page)
    return;
  fputs("a {detail} {zz}\n{", page);
  fclose(page);
  answer("seeded.html");
  unlink("seeded.html");
}
