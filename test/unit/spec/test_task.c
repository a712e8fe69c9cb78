#include "fixture.h"

#include "spec/task.h"

// Where the inputs `a.c` and `b.c` are, beside the task.
static void input_path(struct fixture *fixture, const char *file,
                       char path[64]) {
  snprintf(path, 64, "%s/%s", fixture->folder, file);
}

static int set_up(void **state) {
  struct fixture *fixture = fixture_new("t.yml");
  char path[64];
  input_path(fixture, "a.c", path);
  write_file(path, "");
  input_path(fixture, "b.c", path);
  write_file(path, "");
  *state = fixture;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *fixture = *state;
  char path[64];
  input_path(fixture, "a.c", path);
  unlink(path);
  input_path(fixture, "b.c", path);
  unlink(path);
  fixture_free(fixture);
  return 0;
}

static struct task read_good(struct fixture *fixture, const char *text) {
  struct task task = {0};
  write_file(fixture->path, text);
  bool done = task_read(&task, fixture->path, fixture->names, fixture->diag);
  check_messages(fixture, "");
  assert_true(done);
  return task;
}

static void check_path(struct fixture *fixture, struct name actual,
                       const char *file) {
  struct strbuf expected = {0};
  strbuf_format(&expected, "%s/%s", fixture->folder, file);
  assert_string_equal(name_text(fixture->names, actual), expected.text);
  strbuf_release(&expected);
}

static void test_version_1(void **state) {
  struct fixture *fixture = *state;
  struct task task =
      read_good(fixture, "format_version: '1.0'\n"
                         "\n"
                         "# old file name: a_true-unreach-call.c\n"
                         "input_files: 'a.c'\n"
                         "\n"
                         "properties:\n"
                         "  - property_file: ../properties/unreach.prp\n"
                         "    expected_verdict: true\n"
                         "  - property_file: p.prp\n");
  assert_int_equal(task.inputs.count, 1);
  check_path(fixture, task.inputs.at[0].path, "a.c");
  assert_int_equal(task.inputs.at[0].position.line, 4);
  assert_int_equal(task.inputs.at[0].position.column, 14);
  assert_int_equal(task.properties.count, 2);
  check_path(fixture, task.properties.at[0].path, "../properties/unreach.prp");
  assert_int_equal(task.properties.at[0].expected, EXPECTED_TRUE);
  assert_true(name_is_none(task.properties.at[0].subproperty));
  assert_int_equal(task.properties.at[1].expected, EXPECTED_NOT_GIVEN);
  assert_int_equal(task.properties.at[1].position.line, 9);
  assert_int_equal(task.data_model, DATA_MODEL_NOT_GIVEN);
  task_release(&task);
}

static void test_version_2(void **state) {
  struct fixture *fixture = *state;
  struct task task = read_good(fixture, "format_version: 2.0\n"
                                        "input_files: [a.c, \"b.c\"]\n"
                                        "required_files: b.h\n"
                                        "properties:\n"
                                        "  - property_file: /p/memsafety.prp\n"
                                        "    expected_verdict: False\n"
                                        "    subproperty: valid-deref\n"
                                        "    remark: none\n"
                                        "options:\n"
                                        "  language: C\n"
                                        "  data_model: ILP32\n"
                                        "additional_information: {x: [1]}\n");
  assert_int_equal(task.inputs.count, 2);
  check_path(fixture, task.inputs.at[1].path, "b.c");
  struct task_property *property = &task.properties.at[0];
  assert_string_equal(name_text(fixture->names, property->path),
                      "/p/memsafety.prp");
  assert_int_equal(property->expected, EXPECTED_FALSE);
  assert_string_equal(name_text(fixture->names, property->subproperty),
                      "valid-deref");
  assert_int_equal(task.data_model, DATA_MODEL_ILP32);
  task_release(&task);
}

static void test_version_2_1(void **state) {
  struct task task = read_good(*state, "format_version: \"2.1\"\n"
                                       "input_files:\n  - a.c\n"
                                       "properties:\n"
                                       "options: {data_model: LP64}\n");
  assert_int_equal(task.inputs.count, 1);
  assert_int_equal(task.properties.count, 0);
  assert_int_equal(task.data_model, DATA_MODEL_LP64);
  task_release(&task);
}

static void check_bad(struct fixture *fixture, const char *text,
                      const char *messages) {
  struct task task = {0};
  write_file(fixture->path, text);
  assert_false(task_read(&task, fixture->path, fixture->names, fixture->diag));
  check_messages(fixture, messages);
  task_release(&task);
}

#define HEAD "format_version: '2.0'\ninput_files: a.c\n"

static void test_not_yaml(void **state) {
  check_bad(*state, "format_version: '1.0'\ninput_files: [a.c\n",
            "t.yml:3:1: error: did not find expected ',' or ']' while parsing "
            "a flow sequence\n");
}

static void test_not_a_task(void **state) {
  check_bad(*state, "- a\n- b\n",
            "t.yml:1:1: error: not a task definition\n"
            "    1 | - a\n"
            "      | ^\n");
}

static void test_empty(void **state) {
  check_bad(*state, "# nothing\n",
            "t.yml: error: not a task definition: nothing in it\n");
}

static void test_bad_version(void **state) {
  check_bad(*state, "format_version: '3.0'\ninput_files: a.c\n",
            "t.yml:1:17: error: format_version is not 1.0, 2.0 or 2.1\n"
            "    1 | format_version: '3.0'\n"
            "      |                 ^\n");
}

static void test_no_version(void **state) {
  check_bad(*state, "input_files: a.c\n",
            "t.yml:1:1: error: format_version is missing\n"
            "    1 | input_files: a.c\n"
            "      | ^\n");
}

static void test_no_inputs(void **state) {
  check_bad(*state, "format_version: '1.0'\nproperties: []\n",
            "t.yml:1:1: error: input_files is missing\n"
            "    1 | format_version: '1.0'\n"
            "      | ^\n");
}

static void test_empty_inputs(void **state) {
  check_bad(*state, "format_version: '1.0'\ninput_files: []\n",
            "t.yml:2:14: error: input_files is empty\n"
            "    2 | input_files: []\n"
            "      |              ^\n");
}

static void test_missing_input(void **state) {
  check_bad(*state, "format_version: '1.0'\ninput_files:\n  - a.c\n  - c.c\n",
            "t.yml:4:5: error: no such input file\n"
            "    4 |   - c.c\n"
            "      |     ^\n");
}

static void test_nested_input(void **state) {
  check_bad(*state, "format_version: '1.0'\ninput_files: [[a.c]]\n",
            "t.yml:2:15: error: not the name of an input file\n"
            "    2 | input_files: [[a.c]]\n"
            "      |               ^\n");
}

static void test_bad_expected(void **state) {
  check_bad(*state,
            HEAD "properties:\n  - property_file: p\n"
                 "    expected_verdict: maybe\n",
            "t.yml:5:23: error: expected_verdict is not true or false\n"
            "    5 |     expected_verdict: maybe\n"
            "      |                       ^\n");
}

static void test_no_property_file(void **state) {
  check_bad(*state, HEAD "properties:\n  - expected_verdict: true\n",
            "t.yml:4:5: error: no property_file\n"
            "    4 |   - expected_verdict: true\n"
            "      |     ^\n");
}

static void test_bad_properties(void **state) {
  check_bad(*state, HEAD "properties: p.prp\n",
            "t.yml:3:13: error: properties is not a list\n"
            "    3 | properties: p.prp\n"
            "      |             ^\n");
}

static void test_bad_options(void **state) {
  check_bad(*state, HEAD "options: [ILP32]\n",
            "t.yml:3:10: error: options is not a mapping\n"
            "    3 | options: [ILP32]\n"
            "      |          ^\n");
}

static void test_bad_data_model(void **state) {
  check_bad(*state, HEAD "options:\n  data_model: LLP64\n",
            "t.yml:4:15: error: data_model is not ILP32 or LP64\n"
            "    4 |   data_model: LLP64\n"
            "      |               ^\n");
}

static void test_bad_language(void **state) {
  check_bad(*state, HEAD "options:\n  language: Java\n",
            "t.yml:4:13: error: language is not C\n"
            "    4 |   language: Java\n"
            "      |             ^\n");
}

static void test_missing_file(void **state) {
  struct fixture *fixture = *state;
  struct task task = {0};
  assert_false(task_read(&task, fixture->path, fixture->names, fixture->diag));
  check_messages(fixture,
                 "t.yml: error: cannot read: No such file or directory\n");
  task_release(&task);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(test_version_1),      TEST(test_version_2),
      TEST(test_version_2_1),    TEST(test_not_yaml),
      TEST(test_not_a_task),     TEST(test_empty),
      TEST(test_bad_version),    TEST(test_no_version),
      TEST(test_no_inputs),      TEST(test_empty_inputs),
      TEST(test_missing_input),  TEST(test_nested_input),
      TEST(test_bad_expected),   TEST(test_no_property_file),
      TEST(test_bad_properties), TEST(test_bad_options),
      TEST(test_bad_data_model), TEST(test_bad_language),
      TEST(test_missing_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
