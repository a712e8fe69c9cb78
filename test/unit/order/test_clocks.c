// Which values turns can read: clocks against all orders of a few turns, one by
// one.
#include "../program/fixture.h"

#include "order/clocks.h"
#include "solver/solver.h"

enum { THREADS = 3, TURNS = 3, VARIABLES = 2, MOST = THREADS * TURNS };

// What a turn does: it reads a variable, then writes its number to one.
struct turn {
  uint32_t thread;
  uint32_t reads, writes; // 1 + the variable; 0: none
};

struct example {
  struct turn turns[MOST];
  uint32_t count;
  uint32_t creates[THREADS]; // by thread: the turn of main
  uint32_t waits;            // 1 + a turn of main that waits for thread 1
};

// ---- All orders -------------------------------------------------------------

struct orders {
  const struct example *example;
  uint32_t seen[MOST]; // what each turn has read
  bool is_done[MOST];
  const uint32_t *wanted;
  bool is_found;
};

static bool may_go(const struct orders *o, uint32_t turn) {
  const struct example *e = o->example;
  uint32_t thread = e->turns[turn].thread;
  for (uint32_t i = 0; i < e->count; i++) {
    bool must_be = (i < turn && e->turns[i].thread == thread) ||
                   (thread && i == e->creates[thread]) ||
                   (e->waits == turn + 1 && e->turns[i].thread == 1);
    if (must_be && !o->is_done[i])
      return false;
  }
  return !o->is_done[turn];
}

static void go_on(struct orders *o, const uint32_t *values, uint32_t done) {
  const struct example *e = o->example;
  if (done == e->count) {
    bool is_wanted = true;
    for (uint32_t i = 0; i < e->count; i++)
      is_wanted = is_wanted && o->seen[i] == o->wanted[i];
    o->is_found = o->is_found || is_wanted;
    return;
  }
  for (uint32_t i = 0; i < e->count && !o->is_found; i++) {
    if (!may_go(o, i))
      continue;
    uint32_t after[VARIABLES] = {values[0], values[1]};
    const struct turn *turn = &e->turns[i];
    o->seen[i] = turn->reads ? values[turn->reads - 1] : 0;
    if (turn->writes)
      after[turn->writes - 1] = i + 1;
    o->is_done[i] = true;
    go_on(o, after, done + 1);
    o->is_done[i] = false;
  }
}

static bool is_possible(const struct example *example, const uint32_t *wanted) {
  struct orders o = {.example = example, .wanted = wanted};
  go_on(&o, (uint32_t[VARIABLES]){0, 0}, 0);
  return o.is_found;
}

// ---- By clocks --------------------------------------------------------------

struct setting {
  struct fixture fx;
  struct variable variables[VARIABLES];
  struct variable_vec counters;
  struct control_steps steps;
  struct order_turns turns;
  struct effects *effects;
  struct solver *solver;
};

static void begin_setting(struct setting *s) {
  *s = (struct setting){0};
  fixture_init(&s->fx);
  begin(&s->fx, "f", 1);
  for (uint32_t i = 0; i < VARIABLES; i++) {
    s->variables[i] =
        variable(&s->fx, VARIABLE_GLOBAL, i ? "y" : "x", s->fx.type_int);
    program_variable(s->fx.program, s->variables[i])->initial =
        constant(&s->fx, 32, 0);
  }
  procedure_seal(s->fx.f);
  struct effect_rules rules = {.starts_program = true};
  s->effects = effects_new(s->fx.program, s->fx.f, &rules);
  for (uint32_t i = 0; i < THREADS; i++)
    variable_vec_push(&s->counters, s->variables[0]);
  s->steps.counters = &s->counters;
  s->turns.steps = &s->steps;
  s->solver = solver_new(s->fx.program->terms);
}

static void end_setting(struct setting *s) {
  solver_free(s->solver);
  effects_free(s->effects);
  variable_vec_release(&s->counters);
  fixture_release(&s->fx);
}

static void add_turn(struct setting *s, struct order_unfolding *u,
                     const struct example *example, uint32_t number) {
  struct term_table *terms = s->fx.program->terms;
  const struct turn *turn = &example->turns[number];
  struct term always = term_true(terms);
  bool waits = example->waits && number + 1 >= example->waits && !turn->thread;
  order_turn_vec_push(&u->nodes, (struct order_turn){turn->thread, 0, always,
                                                     waits ? 1u << 1 : 0});
  if (turn->reads) {
    struct variable read = s->variables[turn->reads - 1];
    order_read_vec_push(
        &u->reads,
        (struct order_read){
            number, read, term_variable_again(terms, value_of(&s->fx, read))});
  }
  if (turn->writes)
    order_write_vec_push(
        &u->writes,
        (struct order_write){number, s->variables[turn->writes - 1], always,
                             constant(&s->fx, 32, number + 1)});
  if (example->waits == number + 1)
    order_event_vec_push(&u->waits, (struct order_event){number, 1, 0, always});
  for (uint32_t i = 1; i < THREADS; i++)
    if (example->creates[i] == number)
      order_event_vec_push(&u->creations,
                           (struct order_event){number, i, 0, always});
  bool is_last = number + 1 == example->count ||
                 example->turns[number + 1].thread != turn->thread;
  if (is_last)
    order_event_vec_push(&u->ends,
                         (struct order_event){number, turn->thread, 0, always});
}

static enum answer ask(struct setting *s, const struct example *example,
                       const uint32_t *wanted) {
  struct term_table *terms = s->fx.program->terms;
  struct order_unfolding u = {.turns = &s->turns, .effects = s->effects};
  struct order_clocks clocks;
  for (uint32_t i = 0; i < example->count; i++)
    add_turn(s, &u, example, i);
  order_clocks_init(&clocks, &u);
  struct query *query = query_new_single(s->solver, PURPOSE_OTHER);
  for (uint32_t i = 0; i < clocks.facts.count; i++)
    query_assert(query, clocks.facts.at[i]);
  for (uint32_t i = 0; i < u.reads.count; i++)
    query_assert(query,
                 term_eq(terms, u.reads.at[i].symbol,
                         constant(&s->fx, 32, wanted[u.reads.at[i].turn])));
  enum answer answer = query_check(query, NULL, 0);
  query_free(query);
  order_clocks_release(&clocks);
  order_unfolding_release(&u);
  return answer;
}

static void draw(struct random *random, struct example *e) {
  uint32_t firsts[THREADS] = {0};
  e->count = 0;
  for (uint32_t thread = 0; thread < THREADS; thread++) {
    firsts[thread] = e->count;
    for (uint32_t i = 1 + random_below(random, TURNS); i > 0; i--)
      e->turns[e->count++] =
          (struct turn){thread, random_below(random, VARIABLES + 1),
                        random_below(random, VARIABLES + 1)};
  }
  e->creates[1] = 0;
  e->creates[2] = random_below(random, firsts[1]);
  e->waits = firsts[1] > 1 ? random_below(random, firsts[1] + 1) : 0;
  if (e->waits == 1)
    e->waits = 0; // it creates it
}

// A value that somebody writes, or the first one.
static void draw_wanted(struct random *random, const struct example *e,
                        uint32_t *wanted) {
  for (uint32_t i = 0; i < e->count; i++) {
    uint32_t write = random_below(random, e->count);
    bool is_written =
        e->turns[i].reads && e->turns[write].writes == e->turns[i].reads;
    wanted[i] = is_written ? write + 1 : 0;
  }
}

static void test_random(void **state) {
  (void)state;
  struct random random = {11};
  uint32_t possible = 0;
  for (uint32_t round = 0; round < 300; round++) {
    struct setting s;
    struct example example = {0};
    uint32_t wanted[MOST];
    draw(&random, &example);
    draw_wanted(&random, &example, wanted);
    begin_setting(&s);
    bool is_expected = is_possible(&example, wanted);
    assert_int_equal(ask(&s, &example, wanted),
                     is_expected ? ANSWER_SAT : ANSWER_UNSAT);
    possible += is_expected;
    end_setting(&s);
  }
  assert_in_range(possible, 30, 270);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
