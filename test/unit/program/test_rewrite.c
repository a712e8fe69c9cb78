// A rewritten operation reads and writes what the rewriter says, in a copy.
#include "fixture.h"

#include "program/rewrite.h"
#include "term/substitute.h"

struct renaming {
  struct fixture fx;
  struct variable from, to;
  struct substitution *substitution;
};

static struct variable rename_variable(void *context, struct variable v) {
  struct renaming *renaming = context;
  return variable_equal(v, renaming->from) ? renaming->to : v;
}

static struct term rename_term(void *context, struct term t) {
  struct renaming *renaming = context;
  return substitution_apply(renaming->substitution, t);
}

static void renaming_init(struct renaming *r) {
  fixture_init(&r->fx);
  begin(&r->fx, "f", 1);
  struct ctype wide = pointer_to(&r->fx, r->fx.type_int);
  r->from = variable(&r->fx, VARIABLE_LOCAL, "from", wide);
  r->to = variable(&r->fx, VARIABLE_LOCAL, "to", wide);
  r->substitution = substitution_new(r->fx.program->terms);
  substitution_set(r->substitution, value_of(&r->fx, r->from),
                   value_of(&r->fx, r->to));
}

static void renaming_release(struct renaming *r) {
  substitution_free(r->substitution);
  fixture_release(&r->fx);
}

// Each kind with `v` wherever a variable may be and a term over it wherever a
// term may be.
static uint32_t all_kinds(struct fixture *fx, struct variable v,
                          struct operation *ops) {
  struct program *program = fx->program;
  struct term t = value_of(fx, v);
  struct binding binding = {v, t};
  uint32_t n = 0;
  ops[n++] = operation_skip();
  ops[n++] = operation_assign(program, &binding, 1);
  ops[n++] = operation_assume(term_nonzero(program->terms, t));
  ops[n++] = op_invalid(ACCESS_READ, t, t);
  ops[n++] = op_invalid(ACCESS_FREE, t, (struct term){0});
  ops[n++] = operation_havoc(program, &v, 1, ORIGIN_INPUT, (struct name){0});
  ops[n++] = op_load(v, t);
  ops[n++] = op_store(t, t);
  ops[n] = op_load(v, t);
  ops[n].memory.value = t;
  ops[n++].kind = OPERATION_UPDATE;
  ops[n++] = (struct operation){
      .kind = OPERATION_COPY, .block = {.address = t, .source = t, .size = t}};
  ops[n++] = (struct operation){.kind = OPERATION_FILL,
                                .block = {.address = t, .value = t, .size = t}};
  ops[n++] = (struct operation){.kind = OPERATION_ALLOCATE,
                                .allocate = {.target = v, .size = t}};
  ops[n++] = (struct operation){.kind = OPERATION_FREE, .free.address = t};
  struct operation live = {.kind = OPERATION_LIVE};
  live.live.count = 1;
  live.live.addresses = program_copy_terms(program, &t, 1);
  ops[n++] = live;
  struct operation call = {.kind = OPERATION_CALL};
  call.call.function = call.call.variadic = t;
  call.call.target = v;
  call.call.count = 1;
  call.call.arguments = program_copy_terms(program, &t, 1);
  ops[n++] = call;
  ops[n++] = op_return(t);
  struct operation thread = {.kind = OPERATION_THREAD};
  thread.thread.target = v;
  thread.thread.count = 1;
  thread.thread.arguments = program_copy_terms(program, &t, 1);
  ops[n++] = thread;
  ops[n++] = (struct operation){.kind = OPERATION_PERFORM};
  ops[n++] = operation_unsupported((struct name){0});
  return n;
}

static void check_same(const struct operation *found,
                       const struct operation *expected) {
  struct term_vec a = {0}, b = {0};
  struct variable_vec x = {0}, y = {0};
  assert_int_equal(found->kind, expected->kind);
  operation_terms(found, &a);
  operation_terms(expected, &b);
  operation_targets(found, &x);
  operation_targets(expected, &y);
  assert_int_equal(a.count, b.count);
  for (uint32_t i = 0; i < a.count; i++)
    assert_int_equal(a.at[i].id, b.at[i].id);
  assert_int_equal(x.count, y.count);
  for (uint32_t i = 0; i < x.count; i++)
    assert_int_equal(x.at[i].id, y.at[i].id);
  term_vec_release(&a);
  term_vec_release(&b);
  variable_vec_release(&x);
  variable_vec_release(&y);
}

static void test_all_kinds(void **state) {
  (void)state;
  struct renaming r;
  renaming_init(&r);
  struct rewriter rewriter = {&r, rename_variable, rename_term};
  struct operation before[20], kept[20], after[20];
  uint32_t count = all_kinds(&r.fx, r.from, before);
  all_kinds(&r.fx, r.from, kept);
  all_kinds(&r.fx, r.to, after);
  bool has_kind[OPERATION_KIND_COUNT] = {0};
  for (uint32_t i = 0; i < count; i++) {
    has_kind[before[i].kind] = true;
    struct operation found =
        operation_rewrite(r.fx.program, &before[i], &rewriter);
    check_same(&found, &after[i]);
    check_same(&before[i], &kept[i]);
  }
  for (uint32_t i = 0; i < OPERATION_KIND_COUNT; i++)
    assert_true(has_kind[i]);
  renaming_release(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_kinds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
