// Which changes of a file are changes of what a function can see.
#include "../frontend/folder.h"

#include "frontend/frontend.h"
#include "program/validate.h"
#include "project/digest.h"

struct sight {
  struct strbuf digest, places;
  uint32_t bodies; // that are left
};

static uint32_t count_bodies(const struct program *program) {
  uint32_t count = 0;
  for (uint32_t i = 1; i < program->procedures.count; i++)
    count += program->procedures.at[i]->is_defined;
  return count;
}

static void reduce(struct program *program, struct sight *sight) {
  struct cone cone;
  struct strbuf errors = {0};
  cone_init(&cone, program, program_find(program, "f")->self,
            &(struct name_vec){0});
  cone_digest(&cone, NULL, &sight->digest, &sight->places);
  cone_reduce(&cone, program);
  assert_true(program_validate(program, &errors));
  sight->bodies = count_bodies(program);
  cone_release(&cone);
  strbuf_release(&errors);
}

static struct sight look(struct folder *folder, const char *text) {
  struct stats stats = {0};
  struct log log = {stderr, 0};
  struct interner *names = interner_new();
  struct sight sight = {0};
  struct frontend frontend = {
      .options = {.compiler = "clang-19", .pointer_width = 64},
      .names = names,
      .diag = diag_new(names, stderr),
      .log = &log,
      .stats = &stats};
  const char *file = folder_write(folder, "a.c", text);
  int code;
  struct program *program = frontend_load(&frontend, &file, 1, NULL, &code);
  assert_non_null(program);
  reduce(program, &sight);
  program_free(program);
  diag_free(frontend.diag);
  interner_free(names);
  return sight;
}

static void sight_release(struct sight *sight) {
  strbuf_release(&sight->digest);
  strbuf_release(&sight->places);
}

static void compare(const char *before, const char *after, bool is_same) {
  struct folder folder;
  folder_init(&folder);
  struct sight x = look(&folder, before), y = look(&folder, after);
  assert_int_equal(!strcmp(strbuf_text(&x.digest), strbuf_text(&y.digest)),
                   is_same);
  sight_release(&x);
  sight_release(&y);
  folder_release(&folder);
}

#define F "int f(int n) {\n  return n / s;\n}\n"

static void test_others_do_not_count(void **state) {
  (void)state;
  compare("static int s = 3;\n" F, "static int s = 3;\n\n\n" F, true);
  compare("static int s = 3;\n" F,
          "int other(int n) { return n + 3; }\nstatic int s = 3;\n" F, true);
  compare("static int s = 3;\n" F,
          "struct t { int a; }; int g(struct t *p) { return p->a + 7; }\n"
          "static int s = 3;\n" F,
          true);
}

static void test_own_code_counts(void **state) {
  (void)state;
  compare("static int s = 3;\n" F, "static int s = 4;\n" F, false);
  compare("static int s = 3;\n" F, "static unsigned s = 3;\n" F, false);
  compare("static int s = 3;\n" F,
          "static int s = 3;\nint f(int n) {\n  return n % s;\n}\n", false);
  compare("int g(int n) { return n; }\nint f(int n) { return g(n); }\n",
          "int g(int n) { return -n; }\nint f(int n) { return g(n); }\n",
          false);
  compare("struct t { int a; };\nint f(struct t *p) { return p->a; }\n",
          "struct t { int a, b; };\nint f(struct t *p) { return p->a; }\n",
          false);
}

// What others do with what it uses.
static void test_facts_count(void **state) {
  (void)state;
  compare("static int s = 3;\n" F,
          "static int s = 3;\n" F "void g(void) { s = 0; }\n", false);
  compare("static int s = 3;\n" F,
          "static int s = 3;\n" F "int *g(void) { return &s; }\n", false);
}

// Code that is not seen may call what it can come to.
static void test_callbacks_count(void **state) {
  static const char alone[] = "void out(void);\nstatic int s;\n"
                              "int f(void) { s = 1; out(); return s; }\n";
  struct strbuf more = {0};
  (void)state;
  strbuf_format(&more, "%s%s", alone,
                "static void g(void) { s = 0; }\nvoid (*h)(void) = g;\n");
  compare(alone, strbuf_text(&more), false);
  strbuf_release(&more);
}

static void test_bodies_that_are_left(void **state) {
  (void)state;
  struct folder folder;
  folder_init(&folder);
  struct sight sight = look(&folder, "int g(int n) { return n; }\n"
                                     "int other(int n) { return g(n) + 1; }\n"
                                     "int f(int n) { return g(n); }\n");
  assert_int_equal(sight.bodies, 2);
  assert_string_equal(strbuf_text(&sight.places), "a.c 1\na.c 3\n");
  sight_release(&sight);
  folder_release(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_others_do_not_count),
      cmocka_unit_test(test_own_code_counts),
      cmocka_unit_test(test_facts_count),
      cmocka_unit_test(test_callbacks_count),
      cmocka_unit_test(test_bodies_that_are_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
