// Oracle files: what they accept, what they answer, what they say when they
// cannot, and that a recorded oracle gives the same answers again.
#include "../unit.h"

#include <unistd.h>

#include "run/oracle.h"

static const char *write_file(const char *text) {
  static char path[64];
  strcpy(path, "/tmp/vouch-oracle-XXXXXX");
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
  close(descriptor);
  return path;
}

static struct oracle *read_text(const char *text, struct strbuf *error) {
  const char *path = write_file(text);
  struct oracle *oracle = oracle_read(path, error);
  unlink(path);
  return oracle;
}

static struct oracle *must_read(const char *text) {
  struct strbuf error = {0};
  struct oracle *oracle = read_text(text, &error);
  assert_string_equal(strbuf_text(&error), "");
  assert_non_null(oracle);
  strbuf_release(&error);
  return oracle;
}

static struct oracle_request value_of(const char *name, unsigned width) {
  return (struct oracle_request){
      .kind = ORACLE_VALUE, .name = name, .width = width};
}

static void expect_answer(struct oracle *oracle, const char *name,
                          unsigned width, u128 expected) {
  struct oracle_request request = value_of(name, width);
  u128 value;
  assert_true(oracle_draw(oracle, &request, &value));
  assert_true(value == expected);
}

static bool find_object(void *context, const char *name, uint64_t *address) {
  (void)context;
  *address = 0x1000;
  return !strcmp(name, "list");
}

static const struct oracle_writing *next_writing(struct oracle *oracle,
                                                 const char *name,
                                                 uint64_t argument,
                                                 uint64_t offset) {
  const struct oracle_writing *writing = oracle_written(oracle);
  assert_non_null(writing);
  if (name)
    assert_string_equal(writing->name, name);
  else
    assert_null(writing->name);
  assert_int_equal(writing->argument, argument);
  assert_int_equal(writing->offset, offset);
  return writing;
}

// What functions wrote follows their calls, and is recorded as it was.
static void tells_what_was_written(void **state) {
  (void)state;
  struct oracle *oracle = must_read("vouch-oracle 1\n"
                                    "call notify void\n"
                                    "written 2 0a0b\n"
                                    "written 1+4 00\n"
                                    "written limit 01000000\n"
                                    "written f::buf+16 ff\n"
                                    "written head+8 &list+4\n"
                                    "value x 1\n");
  struct oracle_request notify = {.kind = ORACLE_CALL, .name = "notify"};
  u128 value;
  oracle_record(oracle);
  assert_null(oracle_written(oracle));
  assert_true(oracle_expects_call(oracle, "notify"));
  assert_false(oracle_expects_call(oracle, "other"));
  assert_true(oracle_draw(oracle, &notify, &value));
  assert_int_equal(next_writing(oracle, NULL, 2, 0)->byte_count, 2);
  assert_int_equal(next_writing(oracle, NULL, 1, 4)->bytes[0], 0);
  assert_int_equal(next_writing(oracle, "limit", 0, 0)->byte_count, 4);
  assert_int_equal(next_writing(oracle, "f::buf", 0, 16)->bytes[0], 0xff);
  const struct oracle_writing *last = next_writing(oracle, "head", 0, 8);
  assert_null(last->bytes);
  assert_string_equal(last->pointer.object, "list");
  assert_int_equal(last->pointer.number, 4);
  assert_null(oracle_written(oracle));
  expect_answer(oracle, "x", 8, 1);
  oracle_free(oracle);
}

static void tells_arguments(void **state) {
  (void)state;
  struct oracle *oracle = must_read("vouch-oracle 1\n"
                                    "arguments 3\n"
                                    "argument 1 2d76\n"
                                    "argument 2\n");
  const struct oracle_entry *entry = oracle_entry(oracle);
  assert_true(entry->has_arguments);
  assert_int_equal(entry->argument_count, 3);
  assert_int_equal(entry->arguments.count, 2);
  assert_int_equal(entry->arguments.at[0].index, 1);
  assert_memory_equal(entry->arguments.at[0].bytes, "-v", 2);
  assert_int_equal(entry->arguments.at[1].byte_count, 0);
  oracle_free(oracle);
}

static void tells_the_environment(void **state) {
  (void)state;
  struct oracle *oracle = must_read("vouch-oracle 1\n"
                                    "environment DEBUG 3133\n"
                                    "environment EMPTY\n");
  const struct oracle_entry *entry = oracle_entry(oracle);
  assert_int_equal(entry->environment.count, 2);
  assert_string_equal(entry->environment.at[0].name, "DEBUG");
  assert_memory_equal(entry->environment.at[0].bytes, "13", 2);
  assert_int_equal(entry->environment.at[1].byte_count, 0);
  oracle_free(oracle);
}

static void answers_in_order(void **state) {
  (void)state;
  struct oracle *oracle = must_read("vouch-oracle 1\n"
                                    "# a comment\n"
                                    "value x -3   # another\n"
                                    "call read 0x11\n"
                                    "allocate fail\n"
                                    "value p &list+8\n"
                                    "value q null\n"
                                    "call notify void\n");
  oracle_set_resolver(oracle, find_object, NULL);
  assert_true(oracle_is_file(oracle));
  assert_true(oracle_has_allocations(oracle));
  expect_answer(oracle, "x", 16, 0xfffd);
  u128 value;
  struct oracle_request call = {
      .kind = ORACLE_CALL, .name = "read", .width = 32};
  assert_true(oracle_draw(oracle, &call, &value));
  assert_true(value == 17);
  struct oracle_request allocate = {.kind = ORACLE_ALLOCATE, .width = 1};
  assert_true(oracle_draw(oracle, &allocate, &value));
  assert_true(value == 0);
  expect_answer(oracle, "p", 64, 0x1008);
  expect_answer(oracle, "q", 64, 0);
  struct oracle_request notify = {.kind = ORACLE_CALL, .name = "notify"};
  assert_true(oracle_draw(oracle, &notify, &value));
  oracle_free(oracle);
}

static void expect_refusal(struct oracle *oracle,
                           const struct oracle_request *request,
                           const char *text) {
  u128 value;
  assert_false(oracle_draw(oracle, request, &value));
  assert_non_null(strstr(oracle_error(oracle), text));
}

// Lines for native runs.
static void skips_turns_and_deeds(void **state) {
  (void)state;
  struct oracle *oracle = must_read("vouch-oracle 1\n"
                                    "turn 2 3\n"
                                    "deed entry main i\n"
                                    "deed action 1f lock\n"
                                    "value n 4\n");
  expect_answer(oracle, "n", 32, 4);
  oracle_free(oracle);
}

static void mismatches_name_the_line(void **state) {
  (void)state;
  struct oracle *oracle = must_read("vouch-oracle 1\n\nvalue x 1\n");
  struct oracle_request y = value_of("y", 8);
  expect_refusal(oracle, &y,
                 ":3: the run asks for `value y`, but the oracle has `value x` "
                 "here");
  oracle_free(oracle);
  oracle = must_read("vouch-oracle 1\nvalue x 1\n");
  struct oracle_request allocate = {.kind = ORACLE_ALLOCATE};
  expect_refusal(oracle, &allocate, ":2: the run asks for `allocate`");
  oracle_free(oracle);
  oracle = must_read("vouch-oracle 1\nvalue x &nothing+0\n");
  struct oracle_request x = value_of("x", 8);
  expect_refusal(oracle, &x, "there is no object `nothing`");
  oracle_free(oracle);
}

static void the_rest(void **state) {
  (void)state;
  struct oracle_request x = value_of("x", 8);
  struct oracle *oracle = must_read("vouch-oracle 1\n");
  expect_refusal(oracle, &x, "no more answers");
  assert_false(oracle_may_invent(oracle));
  oracle_free(oracle);
  oracle = must_read("vouch-oracle 1\nrest zero\nvalue x 7\n");
  expect_answer(oracle, "x", 8, 7);
  expect_answer(oracle, "x", 8, 0);
  assert_true(oracle_may_invent(oracle));
  oracle_free(oracle);
  oracle = must_read("vouch-oracle 1\nrest seed 5\n");
  struct oracle *seeded = oracle_new(5);
  for (int i = 0; i < 100; i++) {
    u128 a, b;
    assert_true(oracle_draw(oracle, &x, &a));
    assert_true(oracle_draw(seeded, &x, &b));
    assert_true(a == b);
  }
  oracle_free(oracle);
  oracle_free(seeded);
}

// Lines for uninitialised variables are taken when they come next; otherwise
// the seed of the file decides.
static void uninitialised_variables(void **state) {
  (void)state;
  struct oracle *oracle = must_read("vouch-oracle 1\n"
                                    "value a 1\n"
                                    "uninitialised x 5\n"
                                    "value y 6\n");
  struct oracle_request x = value_of("x", 8), y = value_of("y", 8);
  x.kind = y.kind = ORACLE_UNINITIALISED;
  u128 value;
  assert_true(oracle_has_uninitialised(oracle));
  assert_true(oracle_draw(oracle, &x, &value));
  assert_true(value == 0);
  expect_answer(oracle, "a", 8, 1);
  assert_true(oracle_draw(oracle, &x, &value));
  assert_true(value == 5);
  assert_true(oracle_draw(oracle, &y, &value));
  assert_true(value == 6);
  assert_true(oracle_draw(oracle, &y, &value));
  assert_true(value == 0);
  oracle_free(oracle);
}

// Contents go to the next allocation if it is in their line.
static void contents_of_allocations(void **state) {
  (void)state;
  struct oracle *oracle = must_read("vouch-oracle 1\n"
                                    "contents 13 0aff02\n"
                                    "value a 1\n"
                                    "contents 7 05\n");
  uint8_t bytes[2] = {1, 1};
  oracle_fill(oracle, 12, bytes, 2);
  assert_int_equal(bytes[0], 1);
  oracle_fill(oracle, 13, bytes, 2);
  assert_int_equal(bytes[0], 0x0a);
  assert_int_equal(bytes[1], 0xff);
  oracle_fill(oracle, 7, bytes, 2);
  assert_int_equal(bytes[0], 0x0a);
  expect_answer(oracle, "a", 8, 1);
  oracle_fill(oracle, 7, bytes, 2);
  assert_int_equal(bytes[0], 5);
  assert_int_equal(bytes[1], 0xff);
  oracle_free(oracle);
}

static void entry_state(void **state) {
  (void)state;
  struct oracle *oracle = must_read("vouch-oracle 1\n"
                                    "indeterminate 9\n"
                                    "object list 16 0aFF\n"
                                    "pointer list 8 &list+0\n"
                                    "parameter n 10\n"
                                    "global limit 0xff\n");
  assert_int_equal(oracle_indeterminate_seed(oracle), 9);
  const struct oracle_entry *entry = oracle_entry(oracle);
  assert_int_equal(entry->objects.count, 1);
  assert_string_equal(entry->objects.at[0].name, "list");
  assert_int_equal(entry->objects.at[0].size, 16);
  assert_int_equal(entry->objects.at[0].byte_count, 2);
  assert_int_equal(entry->objects.at[0].bytes[1], 0xff);
  assert_int_equal(entry->pointers.at[0].offset, 8);
  assert_string_equal(entry->pointers.at[0].value.object, "list");
  assert_true(entry->settings.at[0].is_parameter);
  assert_true(entry->settings.at[1].value.number == 255);
  oracle_free(oracle);
}

static void bad_files(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"", ":1: an oracle begins with `vouch-oracle 1`"},
      {"vouch-oracle 2\n", ":1: this version"},
      {"vouch-oracle 1\nvalue\n", ":2: a name is missing"},
      {"vouch-oracle 1\nvalue x\n", ":2: a value is missing"},
      {"vouch-oracle 1\nvalue x 1z\n", ":2: `1z` is not a value"},
      {"vouch-oracle 1\nvalue x &+3\n", "is not &OBJECT+OFFSET"},
      {"vouch-oracle 1\nvalue x 1 2\n", ":2: `2` is too much"},
      {"vouch-oracle 1\nallocate maybe\n", "`ok` or `fail`"},
      {"vouch-oracle 1\nobject x\n", "the size is missing"},
      {"vouch-oracle 1\nobject x 1 0011\n", "do not fit"},
      {"vouch-oracle 1\nobject x 1 0g\n", "is not a byte"},
      {"vouch-oracle 1\nrest later\n", "`rest` wants"},
      {"vouch-oracle 1\nwritten\n", "`written` wants an argument or a name"},
      {"vouch-oracle 1\nwritten x 0\n", "`written` wants pairs of digits"},
      {"vouch-oracle 1\nwritten x+y 00\n", "wants an argument or a name"},
      {"vouch-oracle 1\nwritten x &\n", "is not &OBJECT+OFFSET"},
      {"vouch-oracle 1\narguments many\n", "the number of arguments is"},
      {"vouch-oracle 1\narguments 5000\n", "more than 4096 arguments"},
      {"vouch-oracle 1\nargument 1 0\n", "`argument` wants pairs"},
      {"vouch-oracle 1\nenvironment\n", "a name is missing"},
      {"vouch-oracle 1\n\nnonsense\n", ":3: `nonsense` is not an item"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct strbuf error = {0};
    assert_null(read_text(cases[i].text, &error));
    assert_non_null(strstr(strbuf_text(&error), cases[i].message));
    strbuf_release(&error);
  }
  struct strbuf error = {0};
  assert_null(oracle_read("/nonexistent/oracle", &error));
  assert_true(error.length > 0);
  strbuf_release(&error);
}

static void recording_replays(void **state) {
  (void)state;
  struct oracle *first = oracle_new(42);
  struct oracle_request requests[] = {
      value_of("a", 32),
      value_of("two words", 128),
      {.kind = ORACLE_CALL, .name = "f", .width = 64},
      {.kind = ORACLE_CALL, .name = "g"},
      {.kind = ORACLE_ALLOCATE, .width = 1},
      {.kind = ORACLE_CALL,
       .name = "time",
       .width = 64,
       .has_default = true,
       .value = 12345},
      value_of("", 1),
  };
  enum { COUNT = sizeof requests / sizeof *requests };
  u128 answers[50][COUNT];
  oracle_record(first);
  for (int i = 0; i < 50; i++)
    for (int k = 0; k < COUNT; k++)
      assert_true(oracle_draw(first, &requests[k], &answers[i][k]));
  const char *path = write_file("");
  struct strbuf error = {0};
  assert_true(oracle_save(first, path, &error));
  struct oracle *second = oracle_read(path, &error);
  unlink(path);
  assert_non_null(second);
  assert_int_equal(oracle_indeterminate_seed(second), 42);
  for (int i = 0; i < 50; i++)
    for (int k = 0; k < COUNT; k++) {
      u128 answer;
      assert_true(oracle_draw(second, &requests[k], &answer));
      assert_true(answer == answers[i][k]);
    }
  strbuf_release(&error);
  oracle_free(first);
  oracle_free(second);
}

// Lines that say what a native run does are passed over, whatever they have.
static void deeds_are_passed_over(void **state) {
  (void)state;
  struct oracle *oracle = must_read("vouch-oracle 1\n"
                                    "deed entry f i\n"
                                    "deed parameter i &x+4 17 *c0:16+0\n"
                                    "value n 3\n"
                                    "turn 2 3\n"
                                    "value n 4\n");
  expect_answer(oracle, "n", 32, 3);
  expect_answer(oracle, "n", 32, 4);
  oracle_free(oracle);
}

static void seed_zero_is_zero(void **state) {
  (void)state;
  struct oracle *oracle = oracle_new(0);
  for (int i = 0; i < 10; i++)
    expect_answer(oracle, "x", 64, 0);
  struct oracle_request allocate = {.kind = ORACLE_ALLOCATE, .width = 1};
  u128 value;
  assert_true(oracle_draw(oracle, &allocate, &value));
  assert_true(value == 1);
  oracle_free(oracle);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_in_order),
      cmocka_unit_test(tells_what_was_written),
      cmocka_unit_test(tells_arguments),
      cmocka_unit_test(tells_the_environment),
      cmocka_unit_test(skips_turns_and_deeds),
      cmocka_unit_test(mismatches_name_the_line),
      cmocka_unit_test(the_rest),
      cmocka_unit_test(uninitialised_variables),
      cmocka_unit_test(contents_of_allocations),
      cmocka_unit_test(entry_state),
      cmocka_unit_test(bad_files),
      cmocka_unit_test(recording_replays),
      cmocka_unit_test(deeds_are_passed_over),
      cmocka_unit_test(seed_zero_is_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
