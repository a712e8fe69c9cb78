// compile_commands.json: which flags of a project are kept.
#include "folder.h"

#include "frontend/database.h"

struct fixture {
  struct folder folder;
  struct interner *names;
  struct capture err;
  struct diag *diag;
  struct database database;
};

static int set_up(void **state) {
  struct fixture *fx = calloc(1, sizeof *fx);
  folder_init(&fx->folder);
  fx->names = interner_new();
  capture_init(&fx->err);
  fx->diag = diag_new(fx->names, fx->err.out);
  *state = fx;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *fx = *state;
  database_release(&fx->database);
  diag_free(fx->diag);
  capture_release(&fx->err);
  interner_free(fx->names);
  folder_release(&fx->folder);
  free(fx);
  return 0;
}

static bool read_entries(struct fixture *fx, const char *format) {
  struct strbuf json = {0};
  strbuf_format(&json, format, fx->folder.path);
  folder_write(&fx->folder, "compile_commands.json", strbuf_text(&json));
  strbuf_release(&json);
  return database_read(&fx->database, fx->folder.path, fx->diag);
}

static void test_command(void **state) {
  struct fixture *fx = *state;
  const char *file = folder_write(&fx->folder, "a.c", "int x;\n");
  assert_true(read_entries(
      fx, "[{\"directory\": \"%s\", \"file\": \"a.c\", \"command\": "
          "\"cc -DNAME='\\\"a b\\\"' -I inc -O2 -g -Wall -c a.c -o a.o "
          "-std=c99\"}]"));
  assert_int_equal(fx->database.commands.count, 1);
  const struct compile_command *command = database_find(&fx->database, file);
  assert_ptr_equal(command, &fx->database.commands.at[0]);
  assert_int_equal(command->flags.count, 4);
  assert_string_equal(command->flags.at[0], "-DNAME=\"a b\"");
  assert_string_equal(command->flags.at[1], "-I");
  assert_string_equal(command->flags.at[2], "inc");
  assert_string_equal(command->flags.at[3], "-std=c99");
  assert_null(database_find(&fx->database, "no/such/file.c"));
}

static void test_arguments(void **state) {
  struct fixture *fx = *state;
  assert_true(read_entries(
      fx, "[{\"directory\": \"%s\", \"file\": \"b.c\", \"arguments\": "
          "[\"cc\", \"-D\", \"X=1\", \"-fPIC\", \"b.c\"]}]"));
  const struct compile_command *command = &fx->database.commands.at[0];
  assert_int_equal(command->flags.count, 2);
  assert_string_equal(command->flags.at[1], "X=1");
}

static void test_refused(void **state) {
  struct fixture *fx = *state;
  assert_false(read_entries(fx, "{\"directory\": \"%s\"}"));
  assert_non_null(
      strstr(capture_text(&fx->err), "expected an array of commands"));
  assert_false(
      read_entries(fx, "[{\"directory\": \"%s\", \"command\": \"cc a.c\"}]"));
  assert_non_null(strstr(capture_text(&fx->err), "entry 0 needs"));
  assert_false(read_entries(fx, "[ %s"));
  assert_false(database_read(&fx->database, "no/such/folder", fx->diag));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_command, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_arguments, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
  };
  return cmocka_run_group_tests_name("database", tests, NULL, NULL);
}
