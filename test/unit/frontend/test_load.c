// From C files to a program: flags, names, positions, answers to questions.
#include "folder.h"

#include "frontend/frontend.h"
#include "program/validate.h"

struct fixture {
  struct folder folder;
  struct interner *names;
  struct capture err;
  struct stats stats;
  struct log log;
  struct frontend frontend;
  struct program *program;
};

static int set_up(void **state) {
  struct fixture *fx = calloc(1, sizeof *fx);
  folder_init(&fx->folder);
  fx->names = interner_new();
  capture_init(&fx->err);
  fx->log = (struct log){stderr, 0};
  fx->frontend = (struct frontend){
      .options = {.compiler = "clang-19", .pointer_width = 64},
      .names = fx->names,
      .diag = diag_new(fx->names, fx->err.out),
      .log = &fx->log,
      .stats = &fx->stats};
  *state = fx;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *fx = *state;
  if (fx->program)
    program_free(fx->program);
  diag_free(fx->frontend.diag);
  capture_release(&fx->err);
  interner_free(fx->names);
  folder_release(&fx->folder);
  free(fx);
  return 0;
}

static void load(struct fixture *fx, const char *text,
                 const struct frontend_query *query) {
  const char *file = folder_write(&fx->folder, "a.c", text);
  int code = -1;
  fx->program = frontend_load(&fx->frontend, &file, 1, query, &code);
  assert_non_null(fx->program);
  struct strbuf errors = {0};
  assert_true(program_validate(fx->program, &errors));
  strbuf_release(&errors);
}

static bool has_variable(const struct fixture *fx, const char *procedure,
                         const char *name) {
  const struct procedure *owner = program_find(fx->program, procedure);
  for (uint32_t i = 0; i < owner->variables.count; i++) {
    struct variable_info *info =
        program_variable(fx->program, owner->variables.at[i]);
    if (!strcmp(name_text(fx->names, info->name), name))
      return true;
  }
  return false;
}

static uint32_t count_kind(const struct procedure *procedure,
                           enum operation_kind kind) {
  uint32_t count = 0;
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    count += procedure->edges.at[i].op.kind == kind;
  return count;
}

// Names are those of the source; the second x of a procedure is x.2.
static void test_names(void **state) {
  struct fixture *fx = *state;
  load(fx,
       "static int shared;\n"
       "int f(int a) { int x = a; { int x = 2; shared += x; } return x; }\n",
       NULL);
  const struct procedure *f = program_find(fx->program, "f");
  assert_non_null(f);
  assert_true(f->is_defined && f->is_sealed);
  assert_int_equal(f->position.line, 2);
  assert_int_equal(f->parameters.count, 1);
  assert_true(has_variable(fx, "f", "a"));
  assert_true(has_variable(fx, "f", "x"));
  assert_true(has_variable(fx, "f", "x.2"));
  assert_false(has_variable(fx, "f", "x.3"));
}

static void test_flags(void **state) {
  struct fixture *fx = *state;
  const char *flags[] = {"-DWIDE=1", "-DNAME=chosen"};
  fx->frontend.options.flags = flags;
  fx->frontend.options.flag_count = 2;
  load(fx,
       "#if WIDE\n"
       "long NAME(void) { return sizeof(void *); }\n"
       "#else\n#error no\n#endif\n",
       NULL);
  const struct procedure *chosen = program_find(fx->program, "chosen");
  assert_non_null(chosen);
  assert_int_equal(sort_width(chosen->result), 64);
}

static void test_pointers_of_32_bits(void **state) {
  struct fixture *fx = *state;
  fx->frontend.options.pointer_width = 32;
  load(fx, "long f(void) { return 1; }\n", NULL);
  assert_int_equal(fx->program->pointer_width, 32);
  assert_int_equal(sort_width(program_find(fx->program, "f")->result), 32);
}

// A value that C leaves undefined is an edge of its own, on request.
static void test_checks_of_overflow(void **state) {
  struct fixture *fx = *state;
  const char *text = "int f(int a) { return a + 1; }\n";
  load(fx, text, NULL);
  uint32_t before =
      count_kind(program_find(fx->program, "f"), OPERATION_ASSUME);
  program_free(fx->program);
  fx->frontend.options.checks_overflow = true;
  load(fx, text, NULL);
  const struct procedure *f = program_find(fx->program, "f");
  bool has_undefined = false;
  for (uint32_t i = 1; i < f->edges.count; i++)
    has_undefined |= f->edges.at[i].undefined == UNDEFINED_OVERFLOW;
  assert_int_equal(before, 0);
  assert_true(has_undefined);
}

// Blocks of C: an object of an inner block lives from its begin to its end.
static void test_scopes(void **state) {
  struct fixture *fx = *state;
  load(fx,
       "int *out; void use(int *p);\n"
       "void f(int n) { while (n--) { int x = n; use(&x); } }\n",
       NULL);
  const struct procedure *f = program_find(fx->program, "f");
  uint32_t begins = 0, ends = 0;
  for (uint32_t i = 1; i < f->edges.count; i++)
    if (f->edges.at[i].op.kind == OPERATION_LIVE) {
      begins += f->edges.at[i].op.live.life == LIFE_BEGINS;
      ends += f->edges.at[i].op.live.life == LIFE_ENDS;
    }
  assert_true(begins > 0);
  assert_true(ends > 0);
}

// What clang folds though C gives it no value is undefined all the same.
static void test_folded(void **state) {
  struct fixture *fx = *state;
  load(fx, "int f(void) { int x = 7 / 0; return x; }\n", NULL);
  const struct procedure *f = program_find(fx->program, "f");
  bool has_undefined = false;
  for (uint32_t i = 1; i < f->edges.count; i++)
    has_undefined |= f->edges.at[i].undefined != UNDEFINED_NONE;
  assert_true(has_undefined);
}

// Routines whose meaning is a term are no calls.
static void test_facts(void **state) {
  struct fixture *fx = *state;
  load(fx,
       "#include <stdlib.h>\n"
       "int unknown(int x);\n"
       "int f(int a) { return abs(a) + unknown(a); }\n",
       NULL);
  assert_int_equal(count_kind(program_find(fx->program, "f"), OPERATION_CALL),
                   1);
}

static void test_query(void **state) {
  struct fixture *fx = *state;
  const char *texts[] = {"LIMIT", "struct pair", "helper", "nonsense +"};
  struct name asked[4];
  for (int i = 0; i < 4; i++)
    asked[i] = intern(fx->names, texts[i]);
  struct declaration_vec answers = {0};
  struct frontend_query query = {asked, 4, &answers};
  load(fx,
       "#define BASE 40\n#define LIMIT (BASE + 2)\n"
       "struct pair { int a, b; };\nint helper(char);\n"
       "int main(void) { return 0; }\n",
       &query);
  assert_int_equal(answers.count, 3);
  for (uint32_t i = 0; i < answers.count; i++) {
    const struct declaration *answer = &answers.at[i];
    bool is_limit = name_equal(answer->text, asked[0]);
    assert_false(name_equal(answer->text, asked[3]));
    assert_int_equal(answer->is_type, name_equal(answer->text, asked[1]));
    assert_int_equal(!term_is_none(answer->value), is_limit);
    if (is_limit)
      assert_int_equal(term_value(fx->program->terms, answer->value), 42);
  }
  declaration_vec_release(&answers);
}

static void test_bad_input(void **state) {
  struct fixture *fx = *state;
  const char *missing = "no/such/file.c";
  int code = -1;
  assert_null(frontend_load(&fx->frontend, &missing, 1, NULL, &code));
  assert_int_equal(code, EXIT_BAD_INPUT);
  const char *broken =
      folder_write(&fx->folder, "broken.ll", "define i32 @f( {\n");
  code = -1;
  assert_null(frontend_load(&fx->frontend, &broken, 1, NULL, &code));
  assert_int_equal(code, EXIT_BAD_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_names, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_flags, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_pointers_of_32_bits, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(test_checks_of_overflow, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(test_scopes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_folded, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_facts, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_query, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_bad_input, set_up, tear_down),
  };
  return cmocka_run_group_tests_name("load", tests, NULL, NULL);
}
