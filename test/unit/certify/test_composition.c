// Compositions of small LTSs: what is performed, what the specification allows,
// and who gets stuck.
#include "../unit.h"

#include "certify/composition.h"

enum { MOST_PARTS = 3 };

// Components over one table of actions. A way to wait is the action
// "waits{..}".
struct example {
  struct action_table *actions;
  struct lts *lts[MOST_PARTS];
  struct bitset alphabets[MOST_PARTS], uncertain[MOST_PARTS];
  struct bitset waits[MOST_PARTS];
  struct lts_wait ways[4];
  uint32_t way_count;
  struct bitset forbidden;
  struct lts *specification;
  uint32_t count;
};

static struct action act(struct example *e, const char *name) {
  return action_intern(e->actions, name);
}

static void example_init(struct example *e) {
  *e = (struct example){.actions = action_table_new()};
}

static void example_release(struct example *e) {
  for (uint32_t i = 0; i < MOST_PARTS; i++) {
    lts_free(e->lts[i]);
    bitset_release(&e->alphabets[i]);
    bitset_release(&e->uncertain[i]);
    bitset_release(&e->waits[i]);
  }
  for (uint32_t i = 0; i < e->way_count; i++)
    bitset_release(&e->ways[i].offer);
  bitset_release(&e->forbidden);
  lts_free(e->specification);
  action_table_free(e->actions);
}

struct step {
  uint32_t from;
  const char *action; // null: no more
  uint32_t to;
};

static struct lts *lts_of(struct example *e, uint32_t states,
                          const struct step *steps) {
  struct lts_builder builder;
  lts_builder_init(&builder, e->actions);
  lts_builder_states(&builder, states);
  lts_builder_initial(&builder, 0);
  for (; steps->action; steps++) {
    lts_builder_alphabet(&builder, act(e, steps->action));
    lts_builder_step(&builder, steps->from, act(e, steps->action), steps->to);
  }
  return lts_builder_finish(&builder);
}

// It takes part in all that it does, apart from ways to wait.
static uint32_t add_part(struct example *e, uint32_t states,
                         const struct step *steps) {
  uint32_t i = e->count++;
  e->lts[i] = lts_of(e, states, steps);
  for (; steps->action; steps++) {
    uint32_t id = act(e, steps->action).id;
    bool is_way = false;
    for (uint32_t k = 0; k < e->way_count; k++)
      is_way |= e->ways[k].action.id == id;
    bitset_add(is_way ? &e->waits[i] : &e->alphabets[i], id);
  }
  return i;
}

// `offer` is one action, or null where the component has ended.
static void add_way(struct example *e, const char *name, const char *offer) {
  struct lts_wait *way = &e->ways[e->way_count++];
  *way = (struct lts_wait){.action = act(e, name), .terminates = !offer};
  if (offer)
    bitset_add(&way->offer, act(e, offer).id);
}

static bool holds(struct example *e, struct composition *composition,
                  struct strbuf *why) {
  struct composed_part parts[MOST_PARTS];
  for (uint32_t i = 0; i < e->count; i++)
    parts[i] = (struct composed_part){e->lts[i], &e->alphabets[i],
                                      &e->uncertain[i], &e->waits[i]};
  *composition = (struct composition){.parts = parts,
                                      .count = e->count,
                                      .specification = e->specification,
                                      .forbidden = &e->forbidden,
                                      .waits = e->ways,
                                      .wait_count = e->way_count};
  bool ok = composition_holds(composition, why);
  composition->parts = NULL;
  return ok;
}

static void expect(struct example *e, const char *refusal) {
  struct composition composition;
  struct strbuf why = {0};
  bool ok = holds(e, &composition, &why);
  if (refusal)
    assert_non_null(strstr(strbuf_text(&why), refusal));
  assert_int_equal(ok, !refusal);
  strbuf_release(&why);
}

static const struct step PING_PONG[] = {{0, "ping", 1}, {1, "pong", 0}, {0}};
static const struct step PONG_PING[] = {{0, "pong", 1}, {1, "ping", 0}, {0}};
static const struct step PING_ONLY[] = {{0, "ping", 0}, {0}};

// Both take part in both actions: one that begins with the other blocks all.
static void test_joint(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  add_part(&e, 2, PING_PONG);
  add_part(&e, 2, PING_PONG);
  e.specification = lts_of(&e, 2, PING_PONG);
  struct composition composition;
  struct strbuf why = {0};
  assert_true(holds(&e, &composition, &why));
  assert_int_equal(composition.tuples, 2);
  assert_true(composition.is_heard);
  strbuf_release(&why);
  example_release(&e);
  example_init(&e);
  add_part(&e, 2, PING_PONG);
  add_part(&e, 2, PONG_PING);
  e.specification = lts_of(&e, 2, PONG_PING);
  assert_true(holds(&e, &composition, &why));
  assert_int_equal(composition.tuples, 1);
  assert_false(composition.is_heard);
  strbuf_release(&why);
  example_release(&e);
}

static void test_specification(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  add_part(&e, 2, PING_PONG);
  e.specification = lts_of(&e, 2, PONG_PING);
  expect(&e, "the specification does not allow ping");
  example_release(&e);
  // What it does not know is none of its business.
  example_init(&e);
  add_part(&e, 2, PING_PONG);
  e.specification = lts_of(&e, 1, PING_ONLY);
  expect(&e, NULL);
  example_release(&e);
}

// It may be in several states at once: all that are left count.
static void test_nondeterministic(void **state) {
  (void)state;
  static const struct step either[] = {
      {0, "ping", 1}, {0, "ping", 2}, {1, "pong", 0}, {2, "ping", 2}, {0}};
  struct example e;
  example_init(&e);
  add_part(&e, 2, PING_PONG);
  e.specification = lts_of(&e, 3, either);
  expect(&e, NULL);
  example_release(&e);
}

static void test_forbidden(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  add_part(&e, 2, PING_PONG);
  bitset_add(&e.forbidden, act(&e, "pong").id);
  e.specification = lts_of(&e, 1, PING_ONLY);
  expect(&e, "the components can perform pong");
  example_release(&e);
}

// Who may stay out of an action leaves the other alone with it.
static void test_uncertain(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  add_part(&e, 2, PING_PONG);
  uint32_t other = add_part(&e, 2, PONG_PING);
  e.specification = lts_of(&e, 2, PONG_PING);
  expect(&e, NULL); // nothing happens at all
  bitset_add(&e.uncertain[other], act(&e, "ping").id);
  expect(&e, "the specification does not allow ping");
  example_release(&e);
}

// A sends and ends; B receives, once or for ever.
static void wait_for_each_other(struct example *e, bool again) {
  static const struct step sender[] = {
      {0, "waits{m}", 0}, {0, "m", 1}, {1, "ends{}", 1}, {0}};
  static const struct step once[] = {
      {0, "waits{m}", 0}, {0, "m", 1}, {1, "ends{}", 1}, {0}};
  static const struct step ever[] = {{0, "waits{m}", 0}, {0, "m", 0}, {0}};
  add_way(e, "ends{}", NULL);
  add_way(e, "waits{m}", "m");
  add_part(e, 2, sender);
  add_part(e, 2, again ? ever : once);
}

static void test_stuck(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  wait_for_each_other(&e, false);
  expect(&e, NULL); // all have ended
  example_release(&e);
  example_init(&e);
  wait_for_each_other(&e, true);
  expect(&e, "the components can get stuck");
  // Alone it could always go on: the action is not the sender's.
  bitset_remove(&e.alphabets[0], act(&e, "m").id);
  expect(&e, NULL);
  example_release(&e);
}

// One that may not be the other's is not waited for, and may be waited for.
static void test_stuck_uncertain(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  wait_for_each_other(&e, false);
  bitset_add(&e.uncertain[1], act(&e, "m").id);
  expect(&e, "the components can get stuck");
  example_release(&e);
}

// A mark of which nobody says what it offers.
static void test_unknown_way(void **state) {
  (void)state;
  struct example e;
  example_init(&e);
  wait_for_each_other(&e, false);
  bitset_release(&e.ways[1].offer);
  e.way_count = 1;
  expect(&e, "it is not said what is offered by waits{m}");
  example_release(&e);
}

static bool at_once(void *context) {
  (void)context;
  return true;
}

static void test_limit(void **state) {
  (void)state;
  struct example e;
  struct strbuf why = {0};
  example_init(&e);
  uint32_t i = add_part(&e, 2, PING_PONG);
  e.specification = lts_of(&e, 2, PING_PONG);
  struct composed_part part = {e.lts[i], &e.alphabets[i], &e.uncertain[i],
                               &e.waits[i]};
  struct composition composition = {.parts = &part,
                                    .count = 1,
                                    .specification = e.specification,
                                    .forbidden = &e.forbidden,
                                    .poll = {.stops = at_once}};
  assert_false(composition_holds(&composition, &why));
  strbuf_release(&why);
  example_release(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_joint),
      cmocka_unit_test(test_specification),
      cmocka_unit_test(test_nondeterministic),
      cmocka_unit_test(test_forbidden),
      cmocka_unit_test(test_uncertain),
      cmocka_unit_test(test_stuck),
      cmocka_unit_test(test_stuck_uncertain),
      cmocka_unit_test(test_unknown_way),
      cmocka_unit_test(test_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
