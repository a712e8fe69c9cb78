// Summaries against exploring; traces that run, are shortest, and are refused
// once they are damaged; growth.
#include "fixture.h"

#include "bp/check.h"
#include "bp/explore.h"
#include "bp/replay.h"

// What is reached is the same one valuation after the other.
static void check_agreement(const char *text) {
  struct solved solved;
  struct exploration exploration;
  solved_init(&solved, text);
  explore(&exploration, &solved.code, 100000);
  assert_true(exploration.is_complete);
  const struct bp_graph *graph = &solved.code.graph;
  for (uint32_t i = 0; i < graph->part_of.count; i++)
    assert_true(text_source_count(solved.source, graph->part_of.at[i],
                                  summaries_at(solved.summaries, i)) ==
                (double)exploration.reached[i]);
  for (uint32_t i = 0; i < graph->row_count; i++)
    assert_int_equal(summaries_violates(solved.summaries, i),
                     exploration.is_violated[i]);
  exploration_release(&exploration);
  solved_release(&solved);
}

static void test_agreement(void **state) {
  (void)state;
  check_agreement("void main() begin assert *; end");
  check_agreement("decl g; bool f(x) begin if (x ^ g) then g := f(!x); fi"
                  " return g; end void main() begin g := f(g); assert g; end");
  check_agreement(
      "decl g, h; bool<2> f(a) begin decl l; enforce l | a | g;"
      " l, h := *, l constrain (l' | h); if (*) then a, _ := f(h); fi"
      " return l ^ a, h; end void main() begin decl x; x, g := f(schoose[g,h]);"
      " assert x => g; main(); end");
}

static uint32_t trace_length(const struct bp_trace *trace, uint32_t index) {
  const struct bp_run *run = &trace->runs.at[index];
  uint32_t length = run->steps.count;
  for (uint32_t i = 0; i < run->steps.count; i++)
    if (run->steps.at[i].callee != BP_NO_RUN)
      length += trace_length(trace, run->steps.at[i].callee);
  return length;
}

static const char twisted[] =
    "decl g := 0;"
    "bool f(x) begin decl y := 0;"
    " if (*) then y := f(x); y := f(y); return y; fi"
    " g := x; return !x; end "
    "void h(z) begin skip; assert z | g; h(!z); end "
    "void main() begin decl a := 0; a := f(T); assume a; h(a); end";

static void test_shortest(void **state) {
  (void)state;
  struct solved solved;
  struct bp_trace trace;
  struct strbuf why = {0};
  solved_init(&solved, twisted);
  struct summaries *shortest = summaries_shortest(solved.summaries, 100000);
  assert_non_null(shortest);
  assert_true(summaries_violates(shortest, 0));
  bp_trace_init(&trace);
  summaries_trace(shortest, 0, &trace);
  assert_true(bp_replays(&solved.code, &trace, 0, &why));
  // main: call, assume, call; f: branch, call, call, return; each f in it:
  // branch, assignment, return; h: skip, assert, call; skip, violation.
  assert_int_equal(trace_length(&trace, trace.first), 3 + 4 + 3 + 3 + 3 + 2);
  bp_trace_release(&trace);
  summaries_free(shortest);
  strbuf_release(&why);
  solved_release(&solved);
}

// One value of one state is another: no such run.
static void test_damaged_values(void **state) {
  (void)state;
  struct solved solved;
  struct bp_trace trace;
  struct strbuf why = {0};
  solved_init(&solved, twisted);
  bp_trace_init(&trace);
  summaries_trace(solved.summaries, 0, &trace);
  assert_true(bp_replays(&solved.code, &trace, 0, &why));
  for (uint32_t r = 0; r < trace.runs.count; r++) {
    struct bp_run *run = &trace.runs.at[r];
    uint32_t slots = bp_slot_count(solved.fixture.bp, run->part);
    for (uint32_t i = 0; i < run->steps.count; i++)
      for (uint32_t k = 0; k < slots; k++) {
        bool *value = (bool *)&run->steps.at[i].before[k];
        *value = !*value;
        assert_false(bp_replays(&solved.code, &trace, 0, &why));
        *value = !*value;
      }
  }
  assert_true(bp_replays(&solved.code, &trace, 0, &why));
  bp_trace_release(&trace);
  strbuf_release(&why);
  solved_release(&solved);
}

// A step is left out, or a run calls another than it did, or itself.
static void test_damaged_runs(void **state) {
  (void)state;
  struct solved solved;
  struct bp_trace trace;
  struct strbuf why = {0};
  solved_init(&solved, twisted);
  bp_trace_init(&trace);
  summaries_trace(solved.summaries, 0, &trace);
  for (uint32_t r = 0; r < trace.runs.count; r++) {
    struct bp_run *run = &trace.runs.at[r];
    for (uint32_t i = 0; i < run->steps.count; i++) {
      struct bp_run_step step = run->steps.at[i];
      uint32_t left = run->steps.count - i - 1;
      memmove(&run->steps.at[i], &run->steps.at[i + 1], left * sizeof step);
      run->steps.count--;
      assert_false(bp_replays(&solved.code, &trace, 0, &why));
      memmove(&run->steps.at[i + 1], &run->steps.at[i], left * sizeof step);
      run->steps.at[i] = step;
      run->steps.count++;
      for (uint32_t k = 0; step.callee != BP_NO_RUN && k < trace.runs.count;
           k++) {
        run->steps.at[i].callee = k;
        assert_int_equal(bp_replays(&solved.code, &trace, 0, &why),
                         k == step.callee);
      }
      run->steps.at[i] = step;
    }
  }
  bp_trace_release(&trace);
  strbuf_release(&why);
  solved_release(&solved);
}

static void add_chain(struct strbuf *text, int count, const char *wanted) {
  strbuf_format(text, "decl g := 0; void main() begin f1(); assert %s; end ",
                wanted);
  for (int i = 1; i < count; i++)
    strbuf_format(text, "void f%d() begin f%d(); g := !g; f%d(); g := !g; end ",
                  i, i + 1, i + 1);
  strbuf_format(text, "void f%d() begin skip; end", count);
}

static uint64_t chain_images(int count) {
  struct solved solved;
  struct strbuf text = {0};
  add_chain(&text, count, "!g");
  solved_init(&solved, strbuf_text(&text));
  assert_false(summaries_violates(solved.summaries, 0));
  uint64_t images = summaries_figures(solved.summaries).images;
  solved_release(&solved);
  strbuf_release(&text);
  return images;
}

// Each procedure calls the next twice: copies would be 2^n, images are a n + b.
static void test_chain_is_linear(void **state) {
  (void)state;
  uint64_t at50 = chain_images(50), at100 = chain_images(100);
  assert_int_equal(chain_images(200) - at100, 2 * (at100 - at50));
}

// A trace of 2^200 steps is found, replayed and told.
static void test_long_trace(void **state) {
  (void)state;
  struct fixture fixture;
  struct strbuf text = {0};
  add_chain(&text, 200, "g");
  fixture_init(&fixture, strbuf_text(&text));
  struct result result = {.names = fixture.names};
  bp_check(fixture.bp, &(struct bp_check_options){.limit = 1}, fixture.diag,
           &result);
  assert_int_equal(result.verdict, VERDICT_FALSE);
  assert_int_equal(result.executions.count, 1);
  assert_true(result.executions.at[0].lanes.at[0].steps.count < 10);
  result_release(&result);
  fixture_release(&fixture);
  strbuf_release(&text);
}

static const char *stop_at_once(void *context) {
  (void)context;
  return "enough";
}

static void test_stopped(void **state) {
  (void)state;
  struct fixture fixture;
  fixture_init(&fixture, "void main() begin assert F; end");
  struct result result = {.names = fixture.names};
  bp_check(fixture.bp, &(struct bp_check_options){.stop = stop_at_once},
           fixture.diag, &result);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  assert_string_equal(strbuf_text(&result.reason), "enough");
  result_release(&result);
  fixture_release(&fixture);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_agreement),
      cmocka_unit_test(test_shortest),
      cmocka_unit_test(test_damaged_values),
      cmocka_unit_test(test_damaged_runs),
      cmocka_unit_test(test_chain_is_linear),
      cmocka_unit_test(test_long_trace),
      cmocka_unit_test(test_stopped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
