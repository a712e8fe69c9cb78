// Drafts: what is made in one changes neither the frozen program nor another
// draft, and handles and terms are the same in all of them.
#include "fixture.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program/draft.h"
#include "program/print.h"
#include "program/validate.h"

struct example {
  struct fixture fx;
  struct variable x, g;
  struct object_id frame;
};

static void example_init(struct example *e) {
  fixture_init(&e->fx);
  struct procedure *f = begin(&e->fx, "f", 1);
  f->result = sort_bits(32);
  e->x = variable(&e->fx, VARIABLE_PARAMETER, "x", e->fx.type_int);
  e->g = variable(&e->fx, VARIABLE_GLOBAL, "g", e->fx.type_int);
  e->frame = object(&e->fx, OBJECT_FRAME, "a", e->fx.type_int);
  struct location_id next = location(&e->fx, 2);
  edge(&e->fx, f->entry, next,
       operation_assign_one(e->fx.program, e->g, value_of(&e->fx, e->x)));
  edge(&e->fx, next, f->exit, op_return(value_of(&e->fx, e->g)));
  procedure_seal(f);
  program_freeze(e->fx.program);
}

static void print(const struct program *program, struct strbuf *into) {
  strbuf_clear(into);
  program_print(program, into);
}

static void check_valid(const struct program *program) {
  struct strbuf errors = {0};
  if (!program_validate(program, &errors))
    fail_msg("%s", strbuf_text(&errors));
  strbuf_release(&errors);
}

static void test_copy(void **state) {
  (void)state;
  struct example e;
  struct strbuf before = {0}, after = {0};
  example_init(&e);
  print(e.fx.program, &before);
  struct program *draft = program_draft(e.fx.program);
  check_valid(draft);
  print(draft, &after);
  assert_string_equal(strbuf_text(&before), strbuf_text(&after));
  assert_true(term_equal(program_term(draft, e.x), value_of(&e.fx, e.x)));
  assert_int_equal(program_variable_of(draft, program_term(draft, e.g)).id,
                   e.g.id);
  assert_true(program_find(draft, "f") != e.fx.f);
  assert_int_equal(program_find(draft, "f")->self.id, e.fx.f->self.id);
  program_free(draft);
  strbuf_release(&before);
  strbuf_release(&after);
  fixture_release(&e.fx);
}

// Everything that passes do to a program.
static void change(struct example *e, struct program *draft) {
  struct procedure *f = program_find(draft, "f");
  struct variable added = program_add_variable(
      draft,
      (struct variable_info){.kind = VARIABLE_LOCAL,
                             .name = name_of(&e->fx, "new"),
                             .text = name_of(&e->fx, "new"),
                             .type = e->fx.type_int,
                             .owner = f->self},
      sort_bits(32));
  program_add_object(draft, (struct object_info){.kind = OBJECT_FRAME,
                                                 .name = name_of(&e->fx, "b"),
                                                 .type = e->fx.type_int,
                                                 .size = 4,
                                                 .alignment = 4,
                                                 .owner = f->self});
  struct location_id between = procedure_add_location(f, at(&e->fx, 3, 1));
  uint32_t count = f->edges.count;
  for (uint32_t i = 1; i < count; i++)
    if (f->edges.at[i].to.id == f->exit.id)
      f->edges.at[i].from = between;
    else
      f->edges.at[i].op =
          operation_assign_one(draft, added, program_term(draft, e->x));
  procedure_add_edge(
      f, (struct edge){.from = {2},
                       .to = between,
                       .position = at(&e->fx, 3, 1),
                       .op = operation_assign_one(draft, e->g,
                                                  program_term(draft, added))});
  procedure_seal(f);
  procedure_disembody(program_add_procedure(draft, name_of(&e->fx, "h")));
  program_object(draft, e->frame)->escapes = true;
}

static void test_changes_stay(void **state) {
  (void)state;
  struct example e;
  struct strbuf before = {0}, after = {0};
  example_init(&e);
  print(e.fx.program, &before);
  uint32_t variables = e.fx.program->variables.count;
  struct program *draft = program_draft(e.fx.program);
  change(&e, draft);
  program_check_frozen(draft);
  print(draft, &after);
  assert_string_not_equal(strbuf_text(&before), strbuf_text(&after));
  print(e.fx.program, &after);
  assert_string_equal(strbuf_text(&before), strbuf_text(&after));
  assert_int_equal(e.fx.program->variables.count, variables);
  struct program *other = program_draft(e.fx.program);
  program_free(draft);
  check_valid(other);
  print(other, &after);
  assert_string_equal(strbuf_text(&before), strbuf_text(&after));
  program_free(other);
  strbuf_release(&before);
  strbuf_release(&after);
  fixture_release(&e.fx);
}

// The terms of variables that a draft made are nobody's in another.
static void test_foreign_terms(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct program *one = program_draft(e.fx.program);
  struct program *two = program_draft(e.fx.program);
  struct variable_info info = {.kind = VARIABLE_GLOBAL,
                               .name = name_of(&e.fx, "new"),
                               .text = name_of(&e.fx, "new"),
                               .type = e.fx.type_int};
  struct variable a = program_add_variable(one, info, sort_bits(32));
  struct variable b = program_add_variable(two, info, sort_bits(32));
  assert_int_equal(a.id, b.id);
  assert_false(term_equal(program_term(one, a), program_term(two, b)));
  assert_int_equal(program_variable_of(two, program_term(one, a)).id, 0);
  assert_int_equal(program_variable_of(two, program_term(two, b)).id, b.id);
  program_free(one);
  program_free(two);
  fixture_release(&e.fx);
}

#ifdef VOUCH_DEBUG
// Does the run stop at a write to the frozen program that goes past its
// functions?
static bool stops_at(struct example *e, void (*write)(struct example *)) {
  pid_t child = fork();
  assert_true(child >= 0);
  if (!child) {
    fclose(stderr);
    write(e);
    program_check_frozen(e->fx.program);
    _exit(0);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void write_nothing(struct example *e) {
  (void)e;
}

static void write_flag(struct example *e) {
  e->fx.f->is_noreturn = true;
}

static void write_operand(struct example *e) {
  e->fx.f->edges.at[1].op.assign.bindings[0].target = e->x;
}

static void write_object(struct example *e) {
  program_object(e->fx.program, e->frame)->escapes = true;
}

static void add_location(struct example *e) {
  procedure_add_location(e->fx.f, at(&e->fx, 9, 9));
}

static void test_writes_are_caught(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  assert_false(stops_at(&e, write_nothing));
  assert_true(stops_at(&e, write_flag));
  assert_true(stops_at(&e, write_operand));
  assert_true(stops_at(&e, write_object));
  assert_true(stops_at(&e, add_location));
  fixture_release(&e.fx);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_copy),
      cmocka_unit_test(test_changes_stay),
      cmocka_unit_test(test_foreign_terms),
#ifdef VOUCH_DEBUG
      cmocka_unit_test(test_writes_are_caught),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
