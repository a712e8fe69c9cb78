#include "../unit.h"

#include <errno.h>
#include <unistd.h>

#include "base/process.h"
#include "base/stats.h"

// What it reads, writes and complains about; both together if asked.
static void test_run(void **state) {
  (void)state;
  const char *const arguments[] = {"sh", "-c", "cat; pwd; echo no >&2; exit 3",
                                   NULL};
  struct strbuf input = {0}, output = {0}, errors = {0};
  strbuf_add(&input, "words\n");
  struct process_run how = {
      .arguments = arguments, .directory = "/", .input = &input};
  int status = process_run(&how, (struct poll){0}, &output, &errors);
  assert_int_equal(status, 3 << 8);
  assert_string_equal(strbuf_text(&output), "words\n/\n");
  assert_string_equal(strbuf_text(&errors), "no\n");
  strbuf_clear(&output);
  how.is_deep = true;
  assert_int_equal(process_run(&how, (struct poll){0}, &output, &output),
                   3 << 8);
  assert_string_equal(strbuf_text(&output), "words\n/\nno\n");
  strbuf_release(&input);
  strbuf_release(&output);
  strbuf_release(&errors);
}

static bool at_once(void *context) {
  (void)context;
  return true;
}

static void test_failures(void **state) {
  (void)state;
  const char *const missing[] = {"no-such-program-of-ours", NULL};
  const char *const slow[] = {"sleep", "1000", NULL};
  struct strbuf output = {0};
  struct process_run how = {.arguments = missing};
  assert_int_equal(process_run(&how, (struct poll){0}, &output, &output), -1);
  assert_int_equal(errno, ENOENT);
  how.arguments = slow;
  struct poll poll = {at_once, NULL};
  assert_int_equal(process_run(&how, poll, &output, &output), -1);
  assert_int_equal(errno, EINTR);
  assert_int_equal(output.length, 0);
  strbuf_release(&output);
}

static bool is_over(void *context) {
  return stats_cpu_ms() >= *(uint64_t *)context;
}

// A child that computes for ever is stopped when our processor time would be
// over, although we use none ourselves.
static void test_time_of_child(void **state) {
  (void)state;
  const char *const busy[] = {"sh", "-c", "while :; do :; done", NULL};
  struct strbuf output = {0};
  struct process_run how = {.arguments = busy};
  uint64_t end = stats_cpu_ms() + 200;
  struct poll poll = {is_over, &end};
  assert_int_equal(process_run(&how, poll, &output, &output), -1);
  assert_int_equal(errno, EINTR);
  assert_true(stats_cpu_ms() >= end);
  strbuf_release(&output);
}

static void test_files(void **state) {
  (void)state;
  struct strbuf text = {0}, heard = {0};
  char bytes[4] = "";
  for (int i = 0; i < 40000; i++)
    strbuf_add(&text, "abc");
  int file = file_of_text(&text);
  assert_true(file >= 0);
  assert_true(file_receive(file, bytes, 3));
  assert_memory_equal(bytes, "abc", 3);
  assert_true(file_hear(file, (struct poll){0}, &heard));
  assert_int_equal(heard.length, text.length - 3);
  assert_false(file_receive(file, bytes, 1)); // the end
  close(file);
  strbuf_release(&text);
  strbuf_release(&heard);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_run),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_time_of_child),
      cmocka_unit_test(test_files),
  };
  return cmocka_run_group_tests_name("process", tests, NULL, NULL);
}
