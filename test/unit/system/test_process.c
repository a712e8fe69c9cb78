// Checks of processes against their definitions, over random systems.

#include "../lts/naive.h"

#include "spec/syntax.h"
#include "system/process.h"

enum { ERROR_KIND = STATE_ERROR };

struct setting {
  struct naive process, specification;
  struct spec spec;
  struct item item;
  struct spec_check check;
  bool heard[NAIVE_LABELS]; // is the action in the specification's alphabet?
};

static void add_process(struct setting *s, struct lts *lts) {
  spec_process_vec_push(&s->spec.processes, (struct spec_process){.lts = lts});
}

// With more choice than those of naive.h, so that simulation says more than
// traces.
static void draw(struct naive *lts, struct random *random) {
  *lts = (struct naive){.states = 3 + (int)random_below(random, 5)};
  uint32_t count = (uint32_t)lts->states;
  for (uint32_t i = count + random_below(random, 2 * count); i-- > 0;) {
    uint32_t from = random_below(random, count);
    uint32_t to = random_below(random, 2) ? (from + 1) % count
                                          : random_below(random, count);
    lts->step[random_below(random, 3)][from][to] = true;
  }
  uint32_t odd = random_below(random, 4 * count);
  if (odd < count) {
    lts->kind[odd] = 1 + (int)random_below(random, 3);
    for (int a = 0; a < NAIVE_ACTIONS; a++)
      memset(lts->step[a][odd], 0, sizeof lts->step[a][odd]);
  }
}

// Much the same traces, but a choice that comes later is made earlier: a state
// becomes two that share its steps, and what led to it leads to either.
static void choose_early(struct naive *lts, struct random *random) {
  int split = (int)random_below(random, (uint32_t)lts->states);
  int added = lts->states;
  if (split == lts->initial || lts->kind[split])
    return;
  for (int a = 0; a < NAIVE_LABELS; a++)
    for (int x = 0; x < added; x++) {
      lts->step[a][x][added] = lts->step[a][x][split];
      if (random_below(random, 2)) {
        lts->step[a][added][x] = lts->step[a][split][x];
        lts->step[a][split][x] = false;
      }
    }
  lts->states++;
}

static void setting_init(struct setting *s, uint64_t seed) {
  struct random random = {seed};
  *s = (struct setting){.spec.actions = action_table_new()};
  draw(&s->process, &random);
  if (random_below(&random, 2))
    naive_vary(&s->process, &s->specification, &random);
  else if (random_below(&random, 4))
    s->specification = s->process;
  for (int i = 0; s->specification.states && i < 2; i++)
    choose_early(&s->specification, &random);
  if (!s->specification.states ||
      s->process.states + s->specification.states > NAIVE_STATES)
    draw(&s->specification, &random);
  struct lts *process = naive_build(&s->process, s->spec.actions);
  struct lts *specification = naive_build(&s->specification, s->spec.actions);
  for (int a = 1; a < NAIVE_LABELS; a++) {
    uint32_t id = naive_action(s->spec.actions, a).id;
    if (random_below(&random, 2))
      bitset_add(&specification->alphabet, id);
    s->heard[a] = bitset_has(&specification->alphabet, id);
  }
  add_process(s, process);
  add_process(s, specification);
  s->check = (struct spec_check){
      .item = &s->item, .subject = SUBJECT_PROCESS, .process = 1};
}

static void setting_release(struct setting *s) {
  for (uint32_t i = 0; i < s->spec.processes.count; i++)
    lts_free(s->spec.processes.at[i].lts);
  spec_process_vec_release(&s->spec.processes);
  action_table_free(s->spec.actions);
}

static enum verdict ask(struct setting *s, enum goal_kind goal,
                        enum refinement_kind refinement) {
  struct result result = {.names = interner_new()};
  s->item.check.goal = goal;
  s->item.check.refinement = refinement;
  process_check(&s->spec, &s->check, &result);
  enum verdict verdict = result.verdict;
  assert_int_equal(result.executions.count, verdict == VERDICT_FALSE);
  assert_int_equal(result.reason.length, 0);
  interner_free(result.names);
  result_release(&result);
  return verdict;
}

// ---- By definition ----------------------------------------------------------

// What the specification hears of the process, and the specification without
// steps to ERROR.
static void prepare(const struct setting *s, struct naive *process,
                    struct naive *specification) {
  memset(process, 0, sizeof *process);
  process->states = s->process.states;
  process->initial = s->process.initial;
  *specification = s->specification;
  for (int a = 0; a < NAIVE_LABELS; a++)
    for (int x = 0; x < NAIVE_STATES; x++)
      for (int y = 0; y < NAIVE_STATES; y++) {
        if (s->process.step[a][x][y])
          process->step[s->heard[a] ? a : 0][x][y] = true;
        if (s->specification.kind[y] == ERROR_KIND)
          specification->step[a][x][y] = false;
      }
  memset(specification->kind, 0, sizeof specification->kind);
}

static uint32_t follow(const struct naive *lts, uint32_t set, int a) {
  struct naive weak;
  uint32_t next = 0;
  naive_saturate(lts, &weak);
  for (int x = 0; x < lts->states; x++)
    for (int y = 0; y < lts->states; y++)
      if ((set >> x & 1) && weak.step[a][x][y])
        next |= 1u << y;
  return next;
}

// All pairs of a state and a set of states of the specification.
struct inclusion_search {
  const struct setting *s;
  struct naive process, specification;
  bool *seen;
  bool fails;
};

static void visit(struct inclusion_search *search, int at, uint32_t set) {
  bool *seen = &search->seen[((size_t)at << NAIVE_STATES) + set];
  if (*seen)
    return;
  *seen = true;
  search->fails |= search->s->process.kind[at] == ERROR_KIND || !set;
  for (int a = 0; a < NAIVE_LABELS && !search->fails; a++)
    for (int to = 0; to < search->process.states; to++)
      if (search->process.step[a][at][to])
        visit(search, to, follow(&search->specification, set, a));
}

static bool is_included(const struct setting *s) {
  struct inclusion_search search = {.s = s};
  prepare(s, &search.process, &search.specification);
  search.seen = calloc((size_t)NAIVE_STATES << NAIVE_STATES, 1);
  assert_non_null(search.seen);
  visit(&search, search.process.initial,
        follow(&search.specification, 1u << search.specification.initial, 0));
  free(search.seen);
  return !search.fails;
}

static bool is_simulated(const struct setting *s) {
  struct naive process, specification, both, weak;
  naive_matrix related;
  prepare(s, &process, &specification);
  naive_union(&process, &specification, &both);
  naive_saturate(&both, &weak);
  naive_simulation(&both, &weak, false, related);
  return related[process.initial][process.states + specification.initial];
}

static bool gets_stuck(const struct setting *s) {
  naive_matrix reached;
  memset(reached, 0, sizeof reached);
  for (int a = 0; a < NAIVE_LABELS; a++)
    for (int x = 0; x < NAIVE_STATES; x++)
      for (int y = 0; y < NAIVE_STATES; y++)
        reached[x][y] |= x == y || s->process.step[a][x][y];
  naive_close(reached, s->process.states);
  for (int x = 0; x < s->process.states; x++) {
    bool can_go = s->process.kind[x] != 0 && s->process.kind[x] != ERROR_KIND;
    for (int a = 0; a < NAIVE_LABELS; a++)
      for (int y = 0; y < s->process.states; y++)
        can_go |= s->process.step[a][x][y];
    if (reached[s->process.initial][x] && !can_go)
      return true;
  }
  return false;
}

// ---- Tests ------------------------------------------------------------------

static void test_traces(void **state) {
  (void)state;
  uint32_t holds = 0, fails = 0;
  for (uint64_t seed = 0; seed < 2000; seed++) {
    struct setting s;
    setting_init(&s, seed);
    bool expected = is_included(&s);
    assert_int_equal(ask(&s, GOAL_REFINES, REFINES_TRACES),
                     expected ? VERDICT_TRUE : VERDICT_FALSE);
    holds += expected;
    fails += !expected;
    setting_release(&s);
  }
  assert_true(holds > 300 && fails > 300);
}

static void test_simulation(void **state) {
  (void)state;
  uint32_t holds = 0, fails = 0, differ = 0;
  for (uint64_t seed = 5000; seed < 9000; seed++) {
    struct setting s;
    setting_init(&s, seed);
    bool is_trace = is_included(&s);
    bool expected = is_trace && is_simulated(&s);
    assert_int_equal(ask(&s, GOAL_REFINES, REFINES_SIMULATION),
                     expected ? VERDICT_TRUE : VERDICT_FALSE);
    holds += expected;
    fails += !expected;
    differ += is_trace != expected;
    setting_release(&s);
  }
  assert_true(holds > 500 && fails > 500 && differ > 50);
}

static void test_deadlock(void **state) {
  (void)state;
  uint32_t stuck = 0;
  for (uint64_t seed = 0; seed < 1000; seed++) {
    struct setting s;
    setting_init(&s, seed);
    bool expected = gets_stuck(&s);
    assert_int_equal(ask(&s, GOAL_DEADLOCK_FREE, REFINES_TRACES),
                     expected ? VERDICT_FALSE : VERDICT_TRUE);
    stuck += expected;
    setting_release(&s);
  }
  assert_true(stuck > 200 && stuck < 950);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_traces),
      cmocka_unit_test(test_simulation),
      cmocka_unit_test(test_deadlock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
