// What ends a process is tried in a child.
#include "../unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/exit_code.h"
#include "base/memory.h"
#include "base/valid.h"

// AddressSanitizer asks for its options here; by default it would end the
// process before malloc could return null.
const char *__asan_default_options(void);

const char *__asan_default_options(void) {
  return "allocator_may_return_null=1";
}

// The wait status of a child that runs `act` with stderr going to `text`.
static int run_child(void (*act)(void), char *text, size_t size) {
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGABRT, SIG_DFL);
    dup2(ends[1], STDERR_FILENO);
    act();
    _exit(0);
  }
  close(ends[1]);
  FILE *from = fdopen(ends[0], "r");
  text[fread(text, 1, size - 1, from)] = '\0';
  fclose(from);
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

static void fail_check(void) {
  CHECK(1 + 1 == 2, "arithmetic");
  CHECK(1 + 1 == 3, "sum is %d", 1 + 1);
}

static void exhaust_memory(void) {
  memory_new(SIZE_MAX / 4);
}

static void test_check_aborts(void **state) {
  (void)state;
  char text[200];
  int status = run_child(fail_check, text, sizeof text);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), SIGABRT);
  assert_non_null(strstr(text, "test_check.c:"));
  assert_non_null(strstr(text, ": bug: sum is 2\n"));
}

static void test_out_of_memory(void **state) {
  (void)state;
  char text[200];
  int status = run_child(exhaust_memory, text, sizeof text);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), EXIT_UNKNOWN);
  assert_non_null(strstr(text, "vouch: error: out of memory"));
}

static void test_memory(void **state) {
  (void)state;
  free(memory_new(0));
  char *zeros = memory_new_zero(10, 10);
  for (int i = 0; i < 100; i++)
    assert_int_equal(zeros[i], 0);
  zeros = memory_resize(zeros, 1000);
  free(zeros);
  char *copy = memory_copy_string("text");
  assert_string_equal(copy, "text");
  free(copy);
}

#ifdef VOUCH_DEBUG
enum { IS_DEBUG = 1 };
#else
enum { IS_DEBUG = 0 };
#endif

static int asked;

static bool is_even(const int *number, struct strbuf *errors) {
  asked++;
  if (*number % 2)
    strbuf_format(errors, "%d is odd\n", *number);
  return *number % 2 == 0;
}

// A validator is asked in the debug modes only; so is what DCHECK looks at.
static void test_only_in_debug_modes(void **state) {
  (void)state;
  int number = 4;
  asked = 0;
  DCHECK_VALID(is_even, &number, "a number");
  DCHECK(is_even(&number, NULL), "%d", number);
  assert_int_equal(asked, IS_DEBUG ? 2 : 0);
}

static void fail_validator(void) {
  int number = 3;
  DCHECK_VALID(is_even, &number, "a number");
}

static void test_validators_stop(void **state) {
  (void)state;
  char text[200];
  int status = run_child(fail_validator, text, sizeof text);
  assert_int_equal(WIFSIGNALED(status), IS_DEBUG);
  if (IS_DEBUG)
    assert_non_null(strstr(text, ": bug: a number is not valid:\n3 is odd\n"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_check_aborts),
      cmocka_unit_test(test_out_of_memory),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_only_in_debug_modes),
      cmocka_unit_test(test_validators_stop),
  };
  return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
