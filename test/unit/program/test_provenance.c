// Provenances: marks, sequences, and that they compose as the passes follow
// each other, on random ones and on random programs.
#include "random_program.h"

#include "program/inline.h"
#include "program/merge.h"
#include "program/provenance.h"

static void add(struct provenance *p, uint32_t a, uint32_t b) {
  uint32_t steps[2] = {a, b};
  provenance_add(p, steps, b ? 2 : 1);
}

static void check_steps(const struct provenance *p, uint32_t edge,
                        const uint32_t *expected, uint32_t expected_count) {
  uint32_t count;
  const uint32_t *steps = provenance_steps(p, (struct edge_id){edge}, &count);
  assert_int_equal(count, expected_count);
  assert_memory_equal(steps, expected, count * sizeof *steps);
  assert_int_equal(provenance_last(p, (struct edge_id){edge}).id,
                   expected[count - 1]);
}

static void test_compose(void **state) {
  (void)state;
  struct provenance earlier, later, all;
  provenance_begin(&earlier);
  add(&earlier, 7, 8);
  add(&earlier, 9, 0);
  add(&earlier, 3, 4);
  provenance_begin(&later);
  add(&later, 3, 1);
  add(&later, 2, 0);
  provenance_compose(&all, &later, &earlier);
  provenance_release(&earlier);
  provenance_release(&later);
  check_steps(&all, 1, (uint32_t[]){3, 4, 7, 8}, 4);
  check_steps(&all, 2, (uint32_t[]){9}, 1);
  provenance_release(&all);
}

static void random_fill(struct random *random, struct provenance *p,
                        uint32_t edges, uint32_t sources) {
  provenance_begin(p);
  for (uint32_t i = 0; i < edges; i++) {
    uint32_t steps[4], count = 1 + random_below(random, 4);
    for (uint32_t k = 0; k < count; k++)
      steps[k] = 1 + random_below(random, sources);
    provenance_add(p, steps, count);
  }
}

static void check_same(const struct provenance *a, const struct provenance *b) {
  assert_int_equal(a->first.count, b->first.count);
  for (uint32_t i = 1; i + 1 < a->first.count; i++) {
    uint32_t count;
    const uint32_t *steps = provenance_steps(a, (struct edge_id){i}, &count);
    check_steps(b, i, steps, count);
  }
}

// (a b) c = a (b c).
static void test_associative(void **state) {
  (void)state;
  struct random random = {5};
  for (uint32_t round = 0; round < 100; round++) {
    struct provenance a, b, c, ab, bc, left, right;
    random_fill(&random, &a, 6, 5);
    random_fill(&random, &b, 5, 7);
    random_fill(&random, &c, 7, 30);
    provenance_compose(&ab, &a, &b);
    provenance_compose(&left, &ab, &c);
    provenance_compose(&bc, &b, &c);
    provenance_compose(&right, &a, &bc);
    check_same(&left, &right);
    provenance_release(&ab);
    provenance_copy(&ab, &right);
    check_same(&ab, &left);
    struct provenance *every[] = {&a, &b, &c, &ab, &bc, &left, &right};
    for (uint32_t i = 0; i < 7; i++)
      provenance_release(every[i]);
  }
}

// What merging made of an inlined procedure leads back to the same code as
// written, step by step, through the inlining followed as a pass.
static void check_program(struct random_program *p) {
  struct inline_result result;
  struct merged merged;
  struct provenance same, all;
  struct procedure *flat =
      program_inline(p->fx.program, p->fx.f->self, INLINE_EDGE_LIMIT, &result);
  program_merge(p->fx.program, flat, (struct merge_options){0}, &merged);
  provenance_same(&same, flat);
  provenance_compose(&all, &merged.provenance, &same);
  check_same(&all, &merged.provenance);
  struct inline_origin_vec before = {0};
  inline_origin_vec_append(&before, result.origins.at, result.origins.count);
  inline_follow(&result, &merged.provenance);
  assert_int_equal(result.origins.count, merged.procedure->edges.count);
  for (uint32_t i = 1; i < result.origins.count; i++) {
    struct edge_id last = provenance_last(&all, (struct edge_id){i});
    assert_int_equal(result.origins.at[i].edge.id, before.at[last.id].edge.id);
    assert_int_equal(result.origins.at[i].procedure.id,
                     before.at[last.id].procedure.id);
  }
  inline_origin_vec_release(&before);
  provenance_release(&same);
  provenance_release(&all);
  merged_release(&merged);
  inline_result_release(&result);
}

static void test_programs(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 100; seed++) {
    struct random_program p;
    random_program_init(&p, seed, 1 + seed % 4);
    check_program(&p);
    random_program_release(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_compose),
      cmocka_unit_test(test_associative),
      cmocka_unit_test(test_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
