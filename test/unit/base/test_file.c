#include "../unit.h"

#include <errno.h>
#include <unistd.h>

#include "base/file.h"

static void test_read(void **state) {
  (void)state;
  char path[] = "/tmp/vouch-file-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  struct strbuf written = {0}, read = {0};
  for (int i = 0; i < 50000; i++)
    strbuf_format(&written, "line %d%c", i, i % 7 ? '\n' : '\0');
  assert_int_equal(write(descriptor, written.text, written.length),
                   written.length);
  close(descriptor);

  assert_true(file_exists(path));
  strbuf_add(&read, "before ");
  assert_true(file_read(path, &read));
  assert_int_equal(read.length, written.length + 7);
  assert_memory_equal(read.text + 7, written.text, written.length);

  unlink(path);
  strbuf_release(&written);
  strbuf_release(&read);
}

static void test_failures(void **state) {
  (void)state;
  struct strbuf buffer = {0};
  assert_false(file_exists("no/such/file"));
  assert_false(file_read("no/such/file", &buffer));
  assert_int_equal(errno, ENOENT);
  assert_false(file_read("/", &buffer));
  assert_int_equal(errno, EISDIR);
  assert_int_equal(buffer.length, 0);
  strbuf_release(&buffer);
}

static void test_names(void **state) {
  (void)state;
  assert_string_equal(file_base_name("a/b.d/c.tar.gz"), "c.tar.gz");
  assert_string_equal(file_base_name("c"), "c");
  assert_string_equal(file_base_name("a/"), "");
  assert_string_equal(file_suffix("a/b.d/c.tar.gz"), ".gz");
  assert_string_equal(file_suffix("a.d/c"), "");
  assert_string_equal(file_suffix("x."), ".");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_read),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
