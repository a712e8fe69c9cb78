// The table of commands, and the help that is made of it.
#include "../unit.h"

#include "cli/commands.h"

static void test_find(void **state) {
  (void)state;
  for (uint32_t i = 0; i < command_count; i++)
    assert_ptr_equal(command_find(commands[i].name), &commands[i]);
  assert_null(command_find("chek"));
  assert_null(command_find(""));
}

// Each has one bit, which says what options it takes; commands that work alike
// share one. A project takes what a check takes, and more.
static void test_bits(void **state) {
  (void)state;
  for (uint32_t i = 0; i < command_count; i++) {
    uint32_t bit = commands[i].bit;
    assert_true(bit && (bit == CMD_PROJECT || !(bit & (bit - 1))));
  }
  assert_int_equal(command_find("replay")->bit, command_find("check")->bit);
  assert_int_not_equal(command_find("dump")->bit, command_find("check")->bit);
}

static void test_help(void **state) {
  (void)state;
  struct capture out;
  capture_init(&out);
  help_print(NULL, out.out);
  for (uint32_t i = 0; i < command_count; i++) {
    assert_non_null(strstr(capture_text(&out), commands[i].name));
    assert_non_null(strstr(capture_text(&out), commands[i].help));
  }
  capture_release(&out);
  capture_init(&out);
  help_print(command_find("run"), out.out);
  assert_non_null(strstr(capture_text(&out), "--seed"));
  assert_null(strstr(capture_text(&out), "--dot"));
  capture_release(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_find),
      cmocka_unit_test(test_bits),
      cmocka_unit_test(test_help),
  };
  return cmocka_run_group_tests_name("commands", tests, NULL, NULL);
}
