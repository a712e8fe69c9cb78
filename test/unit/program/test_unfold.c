// Loops written out: a listing by hand, what stays a loop, and random nests of
// loops that must do the same before and after.
#include "random_program.h"

#include "program/unfold.h"
#include "program/validate.h"

static void check_valid(struct fixture *fx) {
  struct strbuf errors = {0};
  if (!program_validate(fx->program, &errors))
    fail_msg("%s", strbuf_text(&errors));
  strbuf_release(&errors);
}

struct nest {
  struct random_program p;
  struct variable pointer;
  uint32_t line;
};

static struct location_id then(struct nest *n, struct location_id from,
                               struct variable target, struct term value) {
  struct location_id to = location(&n->p.fx, ++n->line);
  edge(&n->p.fx, from, to,
       operation_assign_one(n->p.fx.program, target, value));
  return to;
}

static void branch(struct nest *n, struct location_id from, struct term t,
                   struct location_id yes, struct location_id no) {
  edge(&n->p.fx, from, yes, operation_assume(t));
  edge(&n->p.fx, from, no,
       operation_assume(term_not(n->p.fx.program->terms, t)));
}

// g := 3 * g + counter, and the pointer moves by it
static struct location_id use(struct nest *n, struct location_id from,
                              struct variable counter) {
  struct term_table *terms = n->p.fx.program->terms;
  struct variable g = {1};
  struct term c = value_of(&n->p.fx, counter);
  struct term tripled = term_binary(terms, OP_MUL, value_of(&n->p.fx, g),
                                    constant(&n->p.fx, 8, 3));
  from = then(n, from, g, term_add(terms, tripled, c));
  return then(n, from, n->pointer,
              term_add(terms, value_of(&n->p.fx, n->pointer),
                       term_resize(terms, 64, false, c)));
}

static struct location_id random_loop(struct nest *n, struct location_id from,
                                      uint32_t depth) {
  struct fixture *fx = &n->p.fx;
  struct random *random = &n->p.random;
  struct term_table *terms = fx->program->terms;
  char name[16];
  snprintf(name, sizeof name, "c%u", n->line);
  struct variable c = variable(fx, VARIABLE_LOCAL, name, fx->type_char);
  struct term value = value_of(fx, c);
  struct term limit = random_below(random, 4)
                          ? constant(fx, 8, random_below(random, 24))
                          : value_of(fx, (struct variable){2});
  struct location_id head =
      then(n, from, c, constant(fx, 8, random_below(random, 3)));
  struct location_id body = location(fx, ++n->line);
  struct location_id after = location(fx, ++n->line);
  branch(n, head, term_compare(terms, OP_ULT, value, limit), body, after);
  body = use(n, body, c);
  if (depth && random_below(random, 2))
    body = random_loop(n, body, depth - 1);
  if (random_below(random, 3) == 0) {
    struct location_id next = location(fx, ++n->line);
    branch(n, body,
           term_compare(terms, OP_ULT, value_of(fx, (struct variable){1}),
                        value_of(fx, (struct variable){2})),
           after, next);
    body = next;
  }
  if (random_below(random, 5) == 0) // it is no counter after all
    body = then(n, body, c, value_of(fx, (struct variable){2}));
  edge(fx, body, head,
       operation_assign_one(
           fx->program, c,
           term_add(terms, value,
                    constant(fx, 8, 1 + random_below(random, 3)))));
  if (random_below(random, 2)) // it is needed after the loop
    after = use(n, after, c);
  return after;
}

static void nest_init(struct nest *n, uint64_t seed) {
  *n = (struct nest){.p = {.random = {seed}}, .line = 1};
  struct fixture *fx = &n->p.fx;
  fixture_init(fx);
  variable(fx, VARIABLE_GLOBAL, "g", fx->type_char);
  variable(fx, VARIABLE_GLOBAL, "h", fx->type_char);
  struct procedure *f = begin(fx, "f", 1);
  f->result = sort_bits(8);
  variable(fx, VARIABLE_PARAMETER, "a", fx->type_char);
  n->pointer = variable(fx, VARIABLE_LOCAL, "p", pointer_to(fx, fx->type_char));
  struct location_id at = then(n, f->entry, n->pointer, pointer_size(fx, 64));
  for (uint32_t i = 0; i < 2; i++)
    at = random_loop(n, at, 2);
  edge(fx, at, f->exit,
       op_return(
           term_extract(fx->program->terms, 0, 8, value_of(fx, n->pointer))));
  procedure_seal(f);
}

static void test_random(void **state) {
  (void)state;
  uint32_t ends[3] = {0}, unfolded = 0, kept = 0;
  for (uint64_t seed = 1; seed <= 400; seed++) {
    struct nest n;
    struct inline_result result;
    nest_init(&n, seed);
    struct fixture *fx = &n.p.fx;
    program_inline(fx->program, fx->f->self, INLINE_EDGE_LIMIT, &result);
    uint32_t count = program_unfold(fx->program, &result);
    check_valid(fx);
    if (seed % 2)
      program_unfold_states(fx->program, &result);
    check_valid(fx);
    unfolded += count;
    kept += count == 0;
    for (uint32_t i = 1; i < result.procedure->edges.count; i++)
      assert_int_equal(
          fx->f->edges.at[result.origins.at[i].edge.id].position.line,
          result.procedure->edges.at[i].position.line);
    for (uint32_t run = 0; run < 5; run++)
      ends[compare_executions(&n.p, fx->f, result.procedure)]++;
    inline_result_release(&result);
    fixture_release(fx);
  }
  assert_true(unfolded > 200);
  assert_true(kept > 20);
  assert_true(ends[END_RETURN] > 200);
}

// for (c = 0; c < n; c++) p += c;
static uint32_t unfold_to(uint64_t n, uint32_t *edges) {
  struct nest nest = {.line = 1};
  struct fixture *fx = &nest.p.fx;
  struct inline_result result;
  fixture_init(fx);
  struct procedure *f = begin(fx, "f", 1);
  struct variable c = variable(fx, VARIABLE_LOCAL, "c", fx->type_char);
  nest.pointer =
      variable(fx, VARIABLE_LOCAL, "p", pointer_to(fx, fx->type_char));
  struct location_id head = then(&nest, f->entry, c, constant(fx, 8, 0));
  struct location_id body = location(fx, 8), after = location(fx, 9);
  struct term_table *terms = fx->program->terms;
  branch(&nest, head,
         term_compare(terms, OP_ULT, value_of(fx, c), constant(fx, 8, n)), body,
         after);
  body = then(&nest, body, nest.pointer,
              term_add(terms, value_of(fx, nest.pointer),
                       term_resize(terms, 64, false, value_of(fx, c))));
  edge(fx, body, head,
       operation_assign_one(
           fx->program, c,
           term_add(terms, value_of(fx, c), constant(fx, 8, 1))));
  edge(fx, after, f->exit, op_return((struct term){0}));
  procedure_seal(f);
  program_inline(fx->program, f->self, INLINE_EDGE_LIMIT, &result);
  uint32_t count = program_unfold(fx->program, &result);
  check_valid(fx);
  *edges = result.procedure->edges.count - 1;
  inline_result_release(&result);
  fixture_release(fx);
  return count;
}

// for (;;) s = s == 1 ? 2 : 1;
static void test_states(void **state) {
  (void)state;
  struct nest nest = {.line = 1};
  struct fixture *fx = &nest.p.fx;
  struct inline_result result;
  fixture_init(fx);
  struct procedure *f = begin(fx, "f", 1);
  struct variable s = variable(fx, VARIABLE_LOCAL, "s", fx->type_char);
  struct location_id head = then(&nest, f->entry, s, constant(fx, 8, 1));
  struct location_id first = location(fx, 8), other = location(fx, 9);
  branch(&nest, head,
         term_eq(fx->program->terms, value_of(fx, s), constant(fx, 8, 1)),
         first, other);
  edge(fx, first, head,
       operation_assign_one(fx->program, s, constant(fx, 8, 2)));
  edge(fx, other, head,
       operation_assign_one(fx->program, s, constant(fx, 8, 1)));
  procedure_seal(f);
  program_inline(fx->program, f->self, INLINE_EDGE_LIMIT, &result);
  assert_int_equal(program_unfold_states(fx->program, &result), 1);
  check_valid(fx);
  // A start, and for each of the two states a branch and an assignment.
  assert_int_equal(result.procedure->edges.count - 1, 1 + 2 * 2);
  inline_result_release(&result);
  fixture_release(fx);
}

static void test_limit(void **state) {
  (void)state;
  uint32_t edges;
  assert_int_equal(unfold_to(3, &edges), 1);
  assert_int_equal(edges, 1 + 3 * 3 + 1 + 1); // three in each round
  assert_int_equal(unfold_to(UNFOLD_VALUES, &edges), 1);
  assert_int_equal(unfold_to(UNFOLD_VALUES + 2, &edges), 0);
  assert_int_equal(edges, 6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_limit),
      cmocka_unit_test(test_states),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
