// Inclusion systems against a naive fixpoint: random constraints, every set
// recomputed from scratch until nothing changes.
#include "pointsto/inclusion.h"
#include "../unit.h"

enum {
  NODES = 12,
  OBJECTS = 6,
  CONSTRAINTS = 30,
  OFFSETS = 8, // a place of the model: words 0 .. 7 of an object, or any
  PLACES = OFFSETS + 1,
  ANY = OFFSETS,
  WORD = 8,
};

enum kind { POINT, POINT_ANY, FLOW, SHIFT, BLUR, LOAD, STORE, COPY, LEAK };

struct constraint {
  enum kind kind;
  uint32_t a, b;
  int64_t step;
};

// Objects 1 .. OBJECTS; 1 is UNKNOWN. Object i has i + 2 words; those with an
// even number are arrays of two words per element. Offsets are in words.
struct model {
  struct constraint constraints[CONSTRAINTS];
  uint32_t count;
  bool nodes[NODES][OBJECTS + 1][PLACES];
  bool cells[OBJECTS + 1][PLACES][OBJECTS + 1][PLACES]; // [..][ANY]: anywhere
  bool escapes[OBJECTS + 1];
  bool changed;
};

static int64_t words_of(uint32_t object) {
  return object + 2;
}
static bool is_array(uint32_t object) {
  return object % 2 == 0;
}

static int normal(uint32_t object, int64_t word) {
  if (is_array(object))
    return (int)(((word % 2) + 2) % 2);
  return (int)word;
}

typedef bool places[OBJECTS + 1][PLACES];

static void add(struct model *model, places set, uint32_t object, int place) {
  if (set[object][place])
    return;
  set[object][place] = true;
  model->changed = true;
}

static void join(struct model *model, places to, places from) {
  for (uint32_t o = 1; o <= OBJECTS; o++)
    for (int p = 0; p < PLACES; p++)
      if (from[o][p])
        add(model, to, o, p);
}

static void shift(struct model *model, places to, places from, int64_t step,
                  bool is_blurred) {
  for (uint32_t o = 1; o <= OBJECTS; o++)
    for (int p = 0; p < PLACES; p++) {
      if (!from[o][p])
        continue;
      if (p == ANY || is_blurred) {
        add(model, to, o, ANY);
        continue;
      }
      int64_t word = normal(o, p + step);
      if (word >= 0 && word < OFFSETS)
        add(model, to, o, (int)word);
    }
}

static bool is_inside(uint32_t object, int place) {
  return place < words_of(object);
}

static void load(struct model *model, places to, places address) {
  for (uint32_t o = 2; o <= OBJECTS; o++)
    for (int p = 0; p < PLACES; p++) {
      if (!address[o][p] || (p != ANY && !is_inside(o, p)))
        continue;
      join(model, to, model->cells[o][ANY]);
      for (int c = 0; c < OFFSETS; c++)
        if (p == ANY || p == c)
          join(model, to, model->cells[o][c]);
    }
  if (address[1][ANY])
    add(model, to, 1, ANY);
}

static void leak(struct model *model, places set) {
  for (uint32_t o = 2; o <= OBJECTS; o++)
    for (int p = 0; p < PLACES; p++)
      if (set[o][p] && !model->escapes[o])
        model->escapes[o] = model->changed = true;
}

static void store(struct model *model, places address, places value) {
  for (uint32_t o = 2; o <= OBJECTS; o++)
    for (int p = 0; p < PLACES; p++)
      if (address[o][p] && (p == ANY || is_inside(o, p)))
        join(model, model->cells[o][p], value);
  if (address[1][ANY])
    leak(model, value);
}

// One word is copied: a load and a store.
static void copy_word(struct model *model, places to, places from) {
  places value = {{false}};
  bool before = model->changed;
  load(model, value, from);
  model->changed = before;
  store(model, to, value);
}

static void apply(struct model *model, const struct constraint *c) {
  switch (c->kind) {
  case POINT:
    add(model, model->nodes[c->a], c->b,
        c->b == 1 ? ANY : normal(c->b, c->step));
    break;
  case POINT_ANY: add(model, model->nodes[c->a], c->b, ANY); break;
  case FLOW: join(model, model->nodes[c->b], model->nodes[c->a]); break;
  case SHIFT:
    shift(model, model->nodes[c->b], model->nodes[c->a], c->step, false);
    break;
  case BLUR:
    shift(model, model->nodes[c->b], model->nodes[c->a], 0, true);
    break;
  case LOAD: load(model, model->nodes[c->b], model->nodes[c->a]); break;
  case STORE: store(model, model->nodes[c->a], model->nodes[c->b]); break;
  case COPY: copy_word(model, model->nodes[c->a], model->nodes[c->b]); break;
  case LEAK: leak(model, model->nodes[c->a]); break;
  }
}

static void solve_naively(struct model *model) {
  do {
    model->changed = false;
    for (uint32_t i = 0; i < model->count; i++)
      apply(model, &model->constraints[i]);
    for (uint32_t o = 2; o <= OBJECTS; o++) {
      if (!model->escapes[o])
        continue;
      add(model, model->cells[o][ANY], 1, ANY);
      for (int c = 0; c < PLACES; c++)
        leak(model, model->cells[o][c]);
    }
  } while (model->changed);
}

// The same in the system under test

static struct inclusion *build(const struct model *model,
                               const uint32_t *order) {
  struct inclusion *system =
      inclusion_new(WORD, (struct inclusion_listener){0});
  for (uint32_t o = 2; o <= OBJECTS; o++) {
    struct layout layout;
    layout_init_plain(&layout, words_of(o) * WORD, true, 0,
                      is_array(o) ? 2 * WORD : 0);
    assert_int_equal(inclusion_add_object(system, &layout, true), o);
  }
  uint32_t nodes[NODES];
  for (uint32_t i = 0; i < NODES; i++)
    nodes[i] = inclusion_add_node(system);
  for (uint32_t i = 0; i < model->count; i++) {
    const struct constraint *c = &model->constraints[order[i]];
    uint32_t a = nodes[c->a], b = c->b < NODES ? nodes[c->b] : 0;
    switch (c->kind) {
    case POINT: inclusion_point(system, a, c->b, c->step * WORD); break;
    case POINT_ANY: inclusion_point_any(system, a, c->b); break;
    case FLOW: inclusion_flow(system, a, b); break;
    case SHIFT: inclusion_shift(system, a, b, c->step * WORD, 0); break;
    case BLUR: inclusion_blur(system, a, b); break;
    case LOAD: inclusion_load(system, a, b, WORD); break;
    case STORE: inclusion_store(system, a, b, WORD); break;
    case COPY: inclusion_copy(system, a, b, WORD, 1); break;
    case LEAK: inclusion_leak(system, a); break;
    }
    // Solving as it grows gives the same.
    if (i == model->count / 2)
      inclusion_solve(system);
  }
  inclusion_solve(system);
  return system;
}

// Sets mean the same when they agree once UNKNOWN and any offset are taken for
// what they stand for.
static bool model_has(const struct model *model, uint32_t node, uint32_t object,
                      int place) {
  const places *set = &model->nodes[node];
  return (*set)[object][place] || (*set)[object][ANY] ||
         ((*set)[1][ANY] && model->escapes[object]);
}

static bool system_has(const struct inclusion *system, uint32_t node,
                       uint32_t object, int place) {
  struct sparse_cursor at = {0};
  while (sparse_set_step(inclusion_places(system, node), &at)) {
    struct inclusion_place p = inclusion_place(system, at.member);
    if (p.object == INCLUSION_UNKNOWN && inclusion_has_escaped(system, object))
      return true;
    if (p.object == object &&
        (p.is_any_offset ||
         (place != ANY && p.offset == (int64_t)place * WORD)))
      return true;
  }
  return false;
}

static uint32_t first_node(void) {
  return 2 * (OBJECTS - 1) + 2; // one, and two for each object, come before
}

static void compare(const struct model *model, const struct inclusion *system,
                    bool has_steps) {
  for (uint32_t o = 2; o <= OBJECTS; o++) {
    if (model->escapes[o])
      assert_true(inclusion_has_escaped(system, o));
    if (!has_steps)
      assert_int_equal(model->escapes[o], inclusion_has_escaped(system, o));
  }
  for (uint32_t n = 0; n < NODES; n++)
    for (uint32_t o = 1; o <= OBJECTS; o++)
      for (int p = 0; p < PLACES; p++) {
        if (o == 1 && p != ANY)
          continue;
        bool expected = model_has(model, n, o, p);
        bool actual = system_has(system, first_node() + n, o, p);
        // A cycle with a step may be closed more than it must, but only
        // inside the object.
        if (expected && (p == ANY || is_inside(o, p)))
          assert_true(actual);
        if (!has_steps)
          assert_int_equal(expected, actual);
      }
}

static void add_random(struct model *model, struct random *random,
                       bool has_steps) {
  static const enum kind kinds[] = {POINT, POINT, POINT,     POINT, FLOW,  FLOW,
                                    FLOW,  LOAD,  LOAD,      STORE, STORE, COPY,
                                    LEAK,  BLUR,  POINT_ANY, SHIFT, SHIFT};
  uint32_t limit = sizeof kinds / sizeof *kinds - (has_steps ? 0 : 2);
  struct constraint c = {.kind = kinds[random_below(random, limit)],
                         .a = random_below(random, NODES),
                         .b = random_below(random, NODES)};
  if (c.kind == POINT || c.kind == POINT_ANY) {
    bool is_unknown = random_below(random, 8) == 0;
    c.b = is_unknown ? 1 : 2 + random_below(random, OBJECTS - 1);
    c.step = random_below(random, (uint32_t)words_of(c.b));
    if (is_unknown)
      c.kind = POINT_ANY;
  }
  if (c.kind == SHIFT)
    c.step = 1 + random_below(random, 2);
  if (c.kind == LEAK && random_below(random, 3))
    return;
  model->constraints[model->count++] = c;
}

static void check_random(uint64_t seed, bool has_steps) {
  struct random random = {seed};
  struct model model = {.count = 0};
  uint32_t wanted = 5 + random_below(&random, CONSTRAINTS - 5);
  uint32_t order[CONSTRAINTS], backwards[CONSTRAINTS];
  for (uint32_t i = 0; i < wanted; i++)
    add_random(&model, &random, has_steps);
  for (uint32_t i = 0; i < model.count; i++) {
    order[i] = i;
    backwards[i] = model.count - 1 - i;
  }
  solve_naively(&model);
  struct inclusion *system = build(&model, order);
  compare(&model, system, has_steps);
  inclusion_free(system);
  system = build(&model, backwards);
  compare(&model, system, has_steps);
  inclusion_free(system);
}

static void test_random_systems(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 3000; seed++)
    check_random(seed, false);
}

static void test_random_systems_with_steps(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 3000; seed++)
    check_random(seed, true);
}

// p = p + 8 in a loop: every word of the object, and nothing else.
static void test_cycle_with_a_step(void **state) {
  (void)state;
  struct inclusion *system =
      inclusion_new(WORD, (struct inclusion_listener){0});
  struct layout layout;
  layout_init_plain(&layout, 40, true, 0, 0);
  uint32_t object = inclusion_add_object(system, &layout, true);
  uint32_t p = inclusion_add_node(system), next = inclusion_add_node(system);
  inclusion_point(system, p, object, 0);
  inclusion_shift(system, p, next, 8, 0);
  inclusion_flow(system, next, p);
  inclusion_solve(system);
  for (int word = 0; word <= 5; word++)
    assert_true(system_has(system, p, object, word));
  assert_int_equal(sparse_set_size(inclusion_places(system, next)), 6);
  assert_true(inclusion_figures(system).waves < 6);
  inclusion_free(system);
}

// &n->link is stored in a list, and container_of goes back: exact.
static void test_cycle_that_adds_up_to_nothing(void **state) {
  (void)state;
  struct inclusion *system =
      inclusion_new(WORD, (struct inclusion_listener){0});
  struct layout layout;
  layout_init_plain(&layout, 24, true, 0, 0);
  uint32_t object = inclusion_add_object(system, &layout, true);
  uint32_t node = inclusion_add_node(system), link = inclusion_add_node(system);
  uint32_t loaded = inclusion_add_node(system);
  inclusion_point(system, node, object, 0);
  inclusion_shift(system, node, link, 16, 0);
  inclusion_store(system, link, link, WORD);
  inclusion_load(system, link, loaded, WORD);
  inclusion_shift(system, loaded, node, -16, 0);
  inclusion_solve(system);
  assert_int_equal(sparse_set_size(inclusion_places(system, node)), 1);
  assert_int_equal(sparse_set_size(inclusion_places(system, loaded)), 1);
  assert_true(system_has(system, loaded, object, 2));
  inclusion_free(system);
}

// A cycle of plain inclusions is one node.
static void test_cycle_collapses(void **state) {
  (void)state;
  struct inclusion *system =
      inclusion_new(WORD, (struct inclusion_listener){0});
  uint32_t first = inclusion_add_node(system), last = first;
  for (int i = 1; i < 10; i++) {
    uint32_t node = inclusion_add_node(system);
    inclusion_flow(system, last, node);
    last = node;
  }
  inclusion_flow(system, last, first);
  inclusion_point_any(system, last, INCLUSION_UNKNOWN);
  inclusion_solve(system);
  assert_int_equal(inclusion_figures(system).merged, 9);
  assert_true(
      sparse_set_has(inclusion_places(system, first), INCLUSION_UNKNOWN));
  inclusion_free(system);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_systems),
      cmocka_unit_test(test_random_systems_with_steps),
      cmocka_unit_test(test_cycle_with_a_step),
      cmocka_unit_test(test_cycle_that_adds_up_to_nothing),
      cmocka_unit_test(test_cycle_collapses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
