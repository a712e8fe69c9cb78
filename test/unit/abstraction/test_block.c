// Blocks against stepping along the edges: the same exits and ends from every
// state.

#include "random_graph.h"

enum { MOST_BITS = 11 }; // of fresh variables, all values of which are tried

struct setting {
  struct automaton a;
  struct bitset relevant; // the first two variables
  struct blocks *blocks;
  bool *is_cut; // by location
};

static void setting_start(struct setting *s, bool filters) {
  s->relevant = (struct bitset){0};
  for (uint32_t i = 0; i < 2; i++)
    bitset_add(&s->relevant, s->a.variables[i].id);
  s->blocks = blocks_new(s->a.question, filters ? &s->relevant : NULL);
  s->is_cut = cut_flags(s->blocks);
}

static void setting_release(struct setting *s) {
  free(s->is_cut);
  blocks_free(s->blocks);
  bitset_release(&s->relevant);
  automaton_release(&s->a);
}

// The entry is the first cut point, each is there once, and without them there
// is no cycle: locations can be removed one by one that nothing leads to.
static void check_cuts(const struct setting *s) {
  const struct procedure *f = s->a.fx.f;
  bool *is_gone = calloc(f->locations.count, 1);
  assert_non_null(is_gone);
  assert_int_equal(s->blocks->cuts[0].id, f->entry.id);
  for (uint32_t i = 0; i < s->blocks->count; i++) {
    assert_false(is_gone[s->blocks->cuts[i].id]);
    is_gone[s->blocks->cuts[i].id] = true;
  }
  for (uint32_t round = 0; round < f->locations.count; round++)
    for (uint32_t l = 1; l < f->locations.count; l++) {
      bool has_way = false;
      for (uint32_t i = 1; i < f->edges.count; i++)
        has_way |= f->edges.at[i].to.id == l &&
                   graph_goes_on(&f->edges.at[i]) &&
                   !is_gone[f->edges.at[i].from.id];
      is_gone[l] |= !has_way;
    }
  for (uint32_t l = 1; l < f->locations.count; l++)
    assert_true(is_gone[l]);
  free(is_gone);
}

static unsigned fresh_bits(const struct setting *s,
                           const struct large_block *block) {
  unsigned bits = 0;
  for (uint32_t i = 0; i < block->fresh.count; i++) {
    const struct block_fresh *fresh = &block->fresh.at[i];
    struct sort sort = term_sort(s->a.fx.program->terms, fresh->term);
    bits += sort_is_bool(sort) ? 1 : sort_width(sort);
    assert_int_equal(sort_is_bool(sort), fresh->edge.id == 0);
    if (fresh->edge.id)
      assert_true(effects_havocs(s->a.effects, fresh->edge, fresh->variable));
  }
  return bits;
}

static void set_fresh(struct setting *s, const struct large_block *block,
                      uint32_t number) {
  for (uint32_t i = 0; i < block->fresh.count; i++) {
    struct term t = block->fresh.at[i].term;
    bool is_bool = sort_is_bool(term_sort(s->a.fx.program->terms, t));
    assignment_set(s->a.values, t, number & (is_bool ? 1 : 7));
    number >>= is_bool ? 1 : AUTOMATON_WIDTH;
  }
}

static uint32_t state_after(struct setting *s, uint32_t state,
                            const struct binding_vec *values) {
  uint32_t after = state;
  for (uint32_t i = 0; i < values->count; i++) {
    struct variable v = values->at[i].target;
    assert_true(i == 0 || values->at[i - 1].target.id < v.id);
    after =
        state_with(after, automaton_index(&s->a, v),
                   (uint32_t)term_evaluate(s->a.values, values->at[i].value));
  }
  return after;
}

// What the formulas say about one state at the start.
static void read_block(struct setting *s, const struct large_block *block,
                       unsigned bits, uint32_t state, struct journey *found) {
  for (uint32_t number = 0; number < 1u << bits; number++) {
    automaton_assume_state(&s->a, state);
    set_fresh(s, block, number);
    for (uint32_t i = 0; i < block->ends.count; i++)
      found->ends[block->ends.at[i].edge.id] |=
          term_evaluate(s->a.values, block->ends.at[i].condition) != 0;
    for (uint32_t i = 0; i < block->exits.count; i++) {
      const struct block_exit *exit = &block->exits.at[i];
      uint32_t cut = s->blocks->cuts[exit->cut].id;
      if (term_evaluate(s->a.values, exit->state.condition))
        found->at[cut].has[state_after(s, state, &exit->state.values)] = true;
    }
  }
}

// Without the irrelevant variable when it is not followed.
static void forget_third(struct states *set) {
  for (uint32_t i = 64; i < AUTOMATON_STATES; i++) {
    set->has[i % 64] |= set->has[i];
    set->has[i] = false;
  }
}

static void check_state(struct setting *s, uint32_t cut, unsigned bits,
                        uint32_t state, bool filters) {
  struct journey real, found;
  uint32_t start = s->blocks->cuts[cut].id;
  journey_block(&real, &s->a, s->is_cut, start, state);
  journey_init(&found, &s->a);
  read_block(s, &s->blocks->at[cut], bits, state, &found);
  for (uint32_t l = 1; l < s->a.fx.f->locations.count; l++) {
    if (!s->is_cut[l])
      continue;
    if (filters) {
      forget_third(&real.at[l]);
      forget_third(&found.at[l]);
    }
    assert_memory_equal(&real.at[l], &found.at[l], sizeof found.at[l]);
  }
  assert_memory_equal(real.ends, found.ends, s->a.fx.f->edges.count);
  journey_release(&real);
  journey_release(&found);
}

// True when the block is small enough to be tried.
static bool check_block(struct setting *s, uint32_t cut, bool filters) {
  unsigned bits = fresh_bits(s, &s->blocks->at[cut]);
  if (bits > MOST_BITS)
    return false;
  uint32_t states = automaton_states(&s->a);
  uint32_t tries = bits > 5 || states > 64 ? 6 : states;
  for (uint32_t i = 0; i < tries; i++)
    check_state(s, cut, bits,
                tries == states ? i : random_below(&s->a.random, states),
                filters);
  return true;
}

struct tally {
  uint32_t blocks, checked, exits, ends, choices, loops;
};

static void check_all(struct setting *s, bool filters, struct tally *tally) {
  check_cuts(s);
  assert_true(s->blocks->is_complete);
  tally->loops += s->blocks->count > 1;
  for (uint32_t cut = 0; cut < s->blocks->count; cut++) {
    const struct large_block *block = &s->blocks->at[cut];
    tally->blocks++;
    tally->checked += check_block(s, cut, filters);
    tally->exits += block->exits.count;
    tally->ends += block->ends.count;
    for (uint32_t i = 0; i < block->fresh.count; i++)
      tally->choices += block->fresh.at[i].edge.id == 0;
  }
}

static void check_graphs(bool is_acyclic, bool has_useless, bool filters,
                         uint64_t seeds, struct tally *tally) {
  *tally = (struct tally){0};
  for (uint64_t seed = 0; seed < seeds; seed++) {
    struct setting s;
    graph_init(&s.a, seed, is_acyclic, has_useless);
    setting_start(&s, filters);
    check_all(&s, filters, tally);
    setting_release(&s);
  }
  assert_true(tally->checked * 10 > tally->blocks * 6);
  assert_true(tally->choices > seeds / 4);
  assert_true(tally->ends > seeds / 2);
}

static void test_acyclic(void **state) {
  (void)state;
  struct tally tally;
  check_graphs(true, false, false, 150, &tally);
  assert_int_equal(tally.blocks, 150);
  assert_int_equal(tally.exits, 0);
}

static void test_cyclic(void **state) {
  (void)state;
  struct tally tally;
  check_graphs(false, false, false, 300, &tally);
  assert_true(tally.loops > 100);
  assert_true(tally.exits > 200);
}

static void test_relevant(void **state) {
  (void)state;
  struct tally tally;
  check_graphs(false, true, true, 200, &tally);
  check_graphs(false, true, false, 100, &tally);
}

static void test_programs(void **state) {
  (void)state;
  struct tally tally = {0};
  for (uint64_t seed = 0; seed < 100; seed++) {
    struct setting s;
    nest_init(&s.a, seed, 2 + seed % 2);
    setting_start(&s, false);
    check_all(&s, false, &tally);
    setting_release(&s);
  }
  assert_true(tally.checked > 150);
}

// The state at the entry, and two states as one.
static void test_states(void **state) {
  (void)state;
  struct automaton a;
  graph_init(&a, 1, true, false);
  struct program *program = a.fx.program;
  struct symbolic_state initial = symbolic_state_initial(a.effects, NULL);
  assert_int_equal(initial.values.count, 1);
  assert_true(term_is_true(program->terms, initial.condition));
  assert_int_equal(initial.values.at[0].target.id, a.variables[0].id);
  assert_true(term_equal(initial.values.at[0].value,
                         constant(&a.fx, AUTOMATON_WIDTH, a.initial)));
  struct bitset nothing = {0};
  struct symbolic_state none = symbolic_state_initial(a.effects, &nothing);
  assert_int_equal(none.values.count, 0);
  // Equal values need no choice, different ones need one.
  struct symbolic_state states[2] = {
      {.program = program, .condition = automaton_atom(&a)},
      {.program = program, .condition = automaton_atom(&a)}};
  struct term_vec fresh = {0};
  struct term either =
      term_or(program->terms, states[0].condition, states[1].condition);
  struct symbolic_state joined = symbolic_state_join(states, 2, &fresh);
  assert_int_equal(fresh.count, 0);
  assert_true(term_equal(joined.condition, either));
  struct symbolic_state more[2] = {initial, joined};
  struct symbolic_state all = symbolic_state_join(more, 2, &fresh);
  assert_int_equal(fresh.count, 1);
  assert_int_equal(all.values.count, 1);
  symbolic_state_release(&all);
  symbolic_state_release(&none);
  term_vec_release(&fresh);
  automaton_release(&a);
}

// More than the limit: nothing may be concluded.
static void test_limit(void **state) {
  (void)state;
  struct automaton a;
  automaton_begin(&a, 1, 2);
  struct fixture *fx = &a.fx;
  struct term_table *terms = fx->program->terms;
  struct term y = value_of(fx, a.variables[1]), sum = y;
  struct term b = value_of(fx, a.variables[0]);
  // A term of 100,000 nodes, substituted in five places.
  for (int i = 0; i < 50000; i++)
    sum = term_binary(terms, i % 2 ? OP_BVXOR : OP_UDIV,
                      term_binary(terms, OP_MUL, sum, sum), i % 3 ? y : b);
  struct location_id here = fx->f->entry;
  for (int i = 0; i < 6; i++) {
    struct location_id next = location(fx, 2);
    struct binding bindings[] = {{a.variables[1], sum}, {a.variables[0], sum}};
    edge(fx, here, next, operation_assign(fx->program, bindings, 2));
    here = next;
  }
  edge(fx, here, a.bad, operation_assume(automaton_atom(&a)));
  automaton_end(&a);
  struct blocks *blocks = blocks_new(a.question, NULL);
  assert_false(blocks->is_complete);
  blocks_free(blocks);
  automaton_release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_acyclic),  cmocka_unit_test(test_cyclic),
      cmocka_unit_test(test_relevant), cmocka_unit_test(test_programs),
      cmocka_unit_test(test_states),   cmocka_unit_test(test_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
