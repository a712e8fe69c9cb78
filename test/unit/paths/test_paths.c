// All executions of small programs: covered, violated with inputs that lead
// there, or refused for a reason.
#include "../cegar/checked.h"

#include "paths/object.h"
#include "paths/paths.h"

static enum paths_outcome run(struct checked *s, struct paths *paths,
                              const char *text) {
  checked_load(s, text);
  *paths = (struct paths){.program = s->program,
                          .entry = s->options.entry,
                          .rules = &s->options.rules,
                          .allocations_succeed = true,
                          .solver = solver_new(s->program->terms),
                          .limits = {.steps = 20000,
                                     .states = 1000,
                                     .conditions = 60,
                                     .depth = 100,
                                     .units = 20000000,
                                     .check_units = 1000000}};
  return paths_run(paths);
}

static void end(struct checked *s, struct paths *paths) {
  solver_free(paths->solver);
  paths_release(paths);
  checked_release(s);
}

#define SUM                                                                    \
  CHECKED_HEAD "static unsigned sum(unsigned n) {\n"                           \
               "  return n ? n + sum(n - 1) : 0;\n"                            \
               "}\n"                                                           \
               "int main(void) {\n"                                            \
               "  unsigned n = __VERIFIER_nondet_uint();\n"

static void test_covered(void **state) {
  (void)state;
  struct checked s;
  struct paths paths;
  assert_int_equal(run(&s, &paths,
                       SUM "  if (n < 7 && sum(n) * 2 != n * (n + 1))\n"
                           "    reach_error();\n"
                           "  return 0;\n"
                           "}\n"),
                   PATHS_COVERED);
  assert_int_equal(paths.executions, 8); // n is 0 .. 6, or more
  end(&s, &paths);
}

static void test_violated(void **state) {
  (void)state;
  struct checked s;
  struct paths paths;
  assert_int_equal(run(&s, &paths,
                       SUM "  if (n < 7 && sum(n) == 10)\n"
                           "    reach_error();\n"
                           "  return 0;\n"
                           "}\n"),
                   PATHS_VIOLATED);
  assert_non_null(
      strstr(strbuf_text(&paths.oracle), "value __VERIFIER_nondet_uint 4\n"));
  assert_false(paths.is_guessed);
  end(&s, &paths);
}

static void test_refused(void **state) {
  (void)state;
  struct checked s;
  struct paths paths;
  // Without a bound there are too many.
  assert_int_equal(run(&s, &paths,
                       SUM "  if (sum(n) == 10 && n > 5)\n"
                           "    reach_error();\n"
                           "  return 0;\n"
                           "}\n"),
                   PATHS_OPEN);
  assert_non_null(strstr(paths.why, "conditions"));
  end(&s, &paths);
  // Which of two objects comes first nobody knows.
  assert_int_equal(run(&s, &paths,
                       CHECKED_HEAD
                       "static int a, b;\n"
                       "int main(void) {\n"
                       "  int *p = &a, *q = &b;\n"
                       "  if ((unsigned long)p < (unsigned long)q)\n"
                       "    reach_error();\n"
                       "  return 0;\n"
                       "}\n"),
                   PATHS_OPEN);
  assert_non_null(strstr(paths.why, "address"));
  end(&s, &paths);
}

// Each activation has its own objects, and pointers to those of others.
static void test_frames(void **state) {
  (void)state;
  struct checked s;
  struct paths paths;
  assert_int_equal(
      run(&s, &paths,
          CHECKED_HEAD
          "struct frame { unsigned level; struct frame *caller; };\n"
          "static void dive(unsigned left, struct frame *caller) {\n"
          "  struct frame own = {caller ? caller->level + 1 : 0, caller};\n"
          "  if (left)\n"
          "    dive(left - 1, &own);\n"
          "  if (own.caller != caller || (caller && caller == &own))\n"
          "    reach_error();\n"
          "}\n"
          "int main(void) {\n"
          "  unsigned n = __VERIFIER_nondet_uint();\n"
          "  if (n < 5)\n"
          "    dive(n, 0);\n"
          "  return 0;\n"
          "}\n"),
      PATHS_COVERED);
  end(&s, &paths);
}

// Bytes of objects against an array of bytes, at random.

enum { BYTES = 24, ROUNDS = 4000 };

static uint64_t random_state = 88172645463325252u;

static uint32_t draw(uint32_t below) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)((random_state >> 20) % below);
}

static u128 join(const uint8_t *bytes, uint32_t size) {
  u128 value = 0;
  for (uint32_t i = size; i-- > 0;)
    value = value << 8 | bytes[i];
  return value;
}

static void change(struct path_object *object, struct term_table *terms,
                   uint8_t *model) {
  uint32_t size = 1 + draw(8), offset = draw(BYTES - size + 1);
  uint32_t start = draw(BYTES - size + 1), what = draw(3);
  uint8_t fresh[8];
  for (uint32_t i = 0; i < size; i++)
    fresh[i] = (uint8_t)draw(256);
  if (what == 0) {
    path_object_write(object, terms, offset, size,
                      term_const(terms, 8 * size, join(fresh, size)));
    memcpy(model + offset, fresh, size);
  } else if (what == 1) {
    path_object_transfer(object, offset, object, start, size, terms,
                         (struct name){0});
    memmove(model + offset, model + start, size);
  } else {
    uint8_t byte = draw(2) ? 0 : fresh[0];
    path_object_fill(object, terms, offset, size, term_const(terms, 8, byte));
    memset(model + offset, byte, size);
  }
}

static void test_bytes(void **state) {
  (void)state;
  struct interner *names = interner_new();
  struct term_table *terms = term_table_new(names);
  uint8_t model[BYTES] = {0};
  struct path_object object = {
      .size = BYTES, .is_alive = true, .beginning = BEGINS_ZERO};
  for (uint32_t round = 0; round < ROUNDS; round++) {
    change(&object, terms, model);
    uint32_t size = 1 + draw(8), offset = draw(BYTES - size + 1);
    struct term value =
        path_object_read(&object, terms, (struct name){0}, offset, size);
    assert_true(term_is_const(terms, value));
    assert_true(term_value(terms, value) == join(model + offset, size));
  }
  path_cell_vec_release(&object.cells);
  term_table_free(terms);
  interner_free(names);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_covered), cmocka_unit_test(test_violated),
      cmocka_unit_test(test_refused), cmocka_unit_test(test_frames),
      cmocka_unit_test(test_bytes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
