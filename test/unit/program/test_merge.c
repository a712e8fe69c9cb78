// Merging: listings, limits, what must stay, the way back to the original, and
// random programs that must do the same before and after.
#include "random_program.h"

#include "program/inline.h"
#include "program/merge.h"
#include "program/print.h"
#include "program/validate.h"

static void check_valid(struct fixture *fx) {
  struct strbuf errors = {0};
  if (!program_validate(fx->program, &errors))
    fail_msg("%s", strbuf_text(&errors));
  strbuf_release(&errors);
}

static void check_listing(struct fixture *fx, const struct procedure *f,
                          const char *expected) {
  struct strbuf out = {0};
  program_print_procedure(fx->program, f, &out);
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_release(&out);
}

// Sequences are paths of the original between the ends of their edge, and
// together they are all its edges, each once unless joins were passed.
static void check_steps_of(const struct merged *merged, bool passes_joins) {
  const struct procedure *f = merged->procedure;
  struct bitset seen = {0};
  for (uint32_t i = 1; i < f->edges.count; i++) {
    uint32_t count, at = merged->originals.at[f->edges.at[i].from.id];
    const uint32_t *steps =
        provenance_steps(&merged->provenance, (struct edge_id){i}, &count);
    assert_true(count > 0);
    for (uint32_t k = 0; k < count; k++) {
      const struct edge *step = &merged->original->edges.at[steps[k]];
      assert_true(bitset_add(&seen, steps[k]) || passes_joins);
      assert_int_equal(step->from.id, at);
      assert_true(count == 1 || step->op.kind == OPERATION_ASSIGN);
      at = step->to.id;
    }
    assert_int_equal(at, merged->originals.at[f->edges.at[i].to.id]);
  }
  assert_int_equal(bitset_count(&seen), merged->original->edges.count - 1);
  for (uint32_t i = 1; i < f->locations.count; i++)
    assert_int_equal(merged->locations.at[merged->originals.at[i]], i);
  bitset_release(&seen);
}

static void check_steps(const struct merged *merged) {
  check_steps_of(merged, false);
}

struct example {
  struct fixture fx;
  struct variable x, y, t;
  struct location_id last; // of the code so far
};

static void example_init(struct example *e) {
  fixture_init(&e->fx);
  struct procedure *f = begin(&e->fx, "f", 1);
  f->result = sort_bits(32);
  e->x = variable(&e->fx, VARIABLE_PARAMETER, "x", e->fx.type_int);
  e->y = variable(&e->fx, VARIABLE_LOCAL, "y", e->fx.type_int);
  e->t = variable(&e->fx, VARIABLE_TEMPORARY, "$1", e->fx.type_int);
  e->last = f->entry;
}

static struct location_id then(struct example *e, struct variable target,
                               struct term value) {
  uint32_t line = e->fx.f->locations.count;
  struct location_id next = location(&e->fx, line);
  edge(&e->fx, e->last, next,
       operation_assign_one(e->fx.program, target, value));
  return e->last = next;
}

static struct term plus(struct example *e, struct variable a, u128 value) {
  return term_add(e->fx.program->terms, value_of(&e->fx, a),
                  constant(&e->fx, 32, value));
}

static void finish(struct example *e) {
  edge(&e->fx, e->last, e->fx.f->exit, op_return(value_of(&e->fx, e->y)));
  procedure_seal(e->fx.f);
}

static void test_sequence(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  then(&e, e.t, value_of(&e.fx, e.x));
  then(&e, e.x, plus(&e, e.x, 1));
  then(&e, e.y, plus(&e, e.t, 5));
  then(&e, e.y, plus(&e, e.y, 2));
  finish(&e);
  struct merged merged;
  struct procedure *made =
      program_merge(e.fx.program, e.fx.f, (struct merge_options){0}, &merged);
  check_valid(&e.fx);
  check_steps(&merged);
  check_listing(&e.fx, made,
                "procedure bits32 f (merged)(int x)  // a.c:1:5\n"
                "  local int y\n"
                "  (entry)\n"
                "  L1   1:3      -> L4 : x = x + 1, y = x + 7\n"
                "  L4   7:3      -> exit : return y\n");
  uint32_t count;
  const uint32_t *steps =
      provenance_steps(&merged.provenance, (struct edge_id){1}, &count);
  assert_int_equal(count, 4);
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal(steps[i], i + 1);
  merged_release(&merged);
  fixture_release(&e.fx);
}

// Labels and what the caller wants stay; a temporary that is read later too.
static void test_what_stays(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct location_id kept = then(&e, e.t, plus(&e, e.x, 1));
  then(&e, e.x, plus(&e, e.t, 1));
  struct location_id label = then(&e, e.x, value_of(&e.fx, e.x));
  then(&e, e.y, plus(&e, e.x, 1));
  procedure_location(e.fx.f, label)->label = name_of(&e.fx, "here");
  finish(&e);
  struct bitset stays = {0};
  bitset_add(&stays, kept.id);
  struct merged merged;
  struct procedure *made = program_merge(
      e.fx.program, e.fx.f, (struct merge_options){.kept = &stays}, &merged);
  check_valid(&e.fx);
  check_steps(&merged);
  check_listing(&e.fx, made,
                "procedure bits32 f (merged)(int x)  // a.c:1:5\n"
                "  local int y\n"
                "  (entry)\n"
                "  L1   1:3      -> L4 : $1 = x + 1\n"
                "  L4   4:3      -> L5 : x = $1 + 1\n"
                "  (label here)\n"
                "  L5   6:3      -> L6 : y = x + 1\n"
                "  L6   7:3      -> exit : return y\n");
  assert_int_equal(merged.locations.at[kept.id], 4);
  merged_release(&merged);
  bitset_release(&stays);
  fixture_release(&e.fx);
}

// A sequence that ends in the undefined outcome keeps the reason.
static void test_undefined(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  then(&e, e.y, plus(&e, e.x, 1));
  undefined_edge(&e.fx, e.last, UNDEFINED_UNREACHABLE, operation_skip());
  procedure_seal(e.fx.f);
  struct merged merged;
  struct procedure *made =
      program_merge(e.fx.program, e.fx.f, (struct merge_options){0}, &merged);
  check_valid(&e.fx);
  check_steps(&merged);
  assert_int_equal(made->edges.count, 2);
  assert_int_equal(made->edges.at[1].undefined, UNDEFINED_UNREACHABLE);
  merged_release(&merged);
  fixture_release(&e.fx);
}

// y = y * (x + y) doubles the tree each time.
static void test_tree_limit(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct term_table *terms = e.fx.program->terms;
  struct term y = value_of(&e.fx, e.y);
  struct term sum = term_add(terms, value_of(&e.fx, e.x), y);
  for (int i = 0; i < 40; i++)
    then(&e, e.y, term_binary(terms, OP_MUL, y, sum));
  finish(&e);
  struct merged merged;
  struct procedure *made =
      program_merge(e.fx.program, e.fx.f, (struct merge_options){0}, &merged);
  check_valid(&e.fx);
  check_steps(&merged);
  assert_in_range(made->edges.count, 5, 20);
  for (uint32_t i = 1; i + 1 < made->edges.count; i++) {
    const struct operation *op = &made->edges.at[i].op;
    assert_int_equal(op->assign.count, 1);
    assert_in_range(term_tree_size(terms, op->assign.bindings[0].value), 1,
                    MERGE_TREE_SIZE);
  }
  merged_release(&merged);
  fixture_release(&e.fx);
}

static void test_binding_limit(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  for (uint32_t i = 0; i < 100; i++) {
    struct variable v = variable(&e.fx, VARIABLE_LOCAL, "v", e.fx.type_int);
    then(&e, v, plus(&e, e.x, i));
  }
  finish(&e);
  struct merged merged;
  struct procedure *made =
      program_merge(e.fx.program, e.fx.f, (struct merge_options){0}, &merged);
  check_valid(&e.fx);
  check_steps(&merged);
  assert_int_equal(made->edges.count, 4);
  assert_int_equal(made->edges.at[1].op.assign.count, MERGE_BINDINGS);
  assert_int_equal(made->edges.at[2].op.assign.count, 100 - MERGE_BINDINGS);
  merged_release(&merged);
  fixture_release(&e.fx);
}

// What is behind several assignments is behind each of them; a circle stays.
static void test_joins(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  struct location_id start = e.last, middle = then(&e, e.t, plus(&e, e.x, 1));
  e.last = start;
  struct location_id other = location(&e.fx, 9);
  edge(&e.fx, start, other,
       operation_assign_one(e.fx.program, e.x, plus(&e, e.x, 3)));
  edge(&e.fx, other, middle,
       operation_assign_one(e.fx.program, e.t, constant(&e.fx, 32, 0)));
  e.last = middle;
  struct location_id head = then(&e, e.y, value_of(&e.fx, e.t));
  edge(&e.fx, head, head,
       operation_assign_one(e.fx.program, e.y, plus(&e, e.y, 1)));
  procedure_seal(e.fx.f);
  struct merged merged;
  struct procedure *made =
      program_merge(e.fx.program, e.fx.f,
                    (struct merge_options){.passes_joins = true}, &merged);
  check_valid(&e.fx);
  check_steps_of(&merged, true);
  check_listing(&e.fx, made,
                "procedure bits32 f (merged)(int x)  // a.c:1:5\n"
                "  local int y\n"
                "  (entry)\n"
                "  L1   1:3      -> L4 : y = x + 1\n"
                "                -> L4 : x = x + 3, y = 0\n"
                "  L4   6:3      -> L4 : y = y + 1\n");
  merged_release(&merged);
  fixture_release(&e.fx);
}

static void check_random(struct random_program *p, bool passes_joins,
                         uint32_t *ends, uint32_t *saved) {
  struct inline_result result;
  struct merged merged;
  struct procedure *flat =
      program_inline(p->fx.program, p->fx.f->self, INLINE_EDGE_LIMIT, &result);
  struct procedure *made = program_merge(
      p->fx.program, flat, (struct merge_options){.passes_joins = passes_joins},
      &merged);
  check_valid(&p->fx);
  check_steps_of(&merged, passes_joins);
  *saved += flat->edges.count - made->edges.count;
  for (uint32_t run = 0; run < 10; run++)
    ends[compare_executions(p, p->fx.f, made)]++;
  merged_release(&merged);
  inline_result_release(&result);
}

static void test_random(void **state) {
  (void)state;
  uint32_t ends[3] = {0}, saved = 0;
  for (uint64_t seed = 1001; seed <= 1300; seed++) {
    struct random_program p;
    random_program_init(&p, seed, 1 + seed % 4);
    check_random(&p, seed % 2, ends, &saved);
    random_program_release(&p);
  }
  assert_true(saved > 1000);
  for (uint32_t i = 0; i < 3; i++)
    assert_true(ends[i] >= 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sequence),      cmocka_unit_test(test_what_stays),
      cmocka_unit_test(test_undefined),     cmocka_unit_test(test_tree_limit),
      cmocka_unit_test(test_binding_limit), cmocka_unit_test(test_joins),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
