// Random compositions, and the questions about them answered by brute force.
//
// At most three parts of at most eight states over the actions a .. e, which
// each part has or has not; a specification of at most four states; and four
// ways to wait.
#ifndef VOUCH_TEST_LTS_SYSTEMS_H
#define VOUCH_TEST_LTS_SYSTEMS_H

#include "../unit.h"
#include "lts/joint.h"
#include "lts/lts.h"

enum {
  SYSTEM_PARTS = 3,
  SYSTEM_STATES = 8,
  SYSTEM_ACTIONS = 5,
  SYSTEM_WAITS = 4,
  SYSTEM_SPEC = 4,
};

struct system {
  struct action_table *actions;
  struct action action[SYSTEM_ACTIONS];
  uint32_t count;
  struct lts *parts[SYSTEM_PARTS];
  struct lts *specification;
  struct lts_wait waits[SYSTEM_WAITS];
};

static inline struct action system_draw_action(const struct system *system,
                                               struct random *random,
                                               uint32_t alphabet) {
  uint32_t a = random_below(random, SYSTEM_ACTIONS + 1);
  for (int tries = 0; tries < 4 && a < SYSTEM_ACTIONS; tries++) {
    if (alphabet >> a & 1)
      return system->action[a];
    a = random_below(random, SYSTEM_ACTIONS);
  }
  return action_tau;
}

// `alphabet` is a set of bits. Errors and waits come with a part only.
static inline struct lts *system_draw_lts(const struct system *system,
                                          struct random *random,
                                          uint32_t states, uint32_t steps,
                                          uint32_t alphabet, bool is_part) {
  struct lts_builder builder;
  lts_builder_init(&builder, system->actions);
  lts_builder_states(&builder, states);
  lts_builder_initial(&builder, random_below(random, states));
  for (int a = 0; a < SYSTEM_ACTIONS; a++)
    if (alphabet >> a & 1)
      lts_builder_alphabet(&builder, system->action[a]);
  uint32_t error =
      is_part && !random_below(random, 8) ? random_below(random, states) : ~0u;
  if (error != ~0u)
    lts_builder_kind(&builder, error, STATE_ERROR);
  for (uint32_t i = 0; i < steps; i++) {
    uint32_t from = random_below(random, states);
    struct action action = system_draw_action(system, random, alphabet);
    if (is_part && !random_below(random, 4))
      action = system->waits[random_below(random, SYSTEM_WAITS)].action;
    uint32_t to = random_below(random, 3) ? (from + 1) % states
                                          : random_below(random, states);
    if (from != error)
      lts_builder_step(&builder, from, action, to);
  }
  return lts_builder_finish(&builder);
}

static inline void system_draw_waits(struct system *system,
                                     struct random *random) {
  for (int w = 0; w < SYSTEM_WAITS; w++) {
    char name[] = {'w', (char)('0' + w), 0};
    system->waits[w] =
        (struct lts_wait){.action = action_intern(system->actions, name),
                          .terminates = !random_below(random, 3)};
    for (int a = 0; a < SYSTEM_ACTIONS && !system->waits[w].terminates; a++)
      if (!random_below(random, 3))
        bitset_add(&system->waits[w].offer, system->action[a].id);
  }
}

// Few actions make for long runs, many for a lot of synchronisation.
static inline uint32_t system_draw_alphabet(struct random *random) {
  uint32_t some = random_below(random, 1u << SYSTEM_ACTIONS);
  uint32_t others = random_below(random, 1u << SYSTEM_ACTIONS);
  return random_below(random, 3) ? some & others : some | others;
}

static inline void system_draw(struct system *system, struct random *random) {
  *system = (struct system){.actions = action_table_new()};
  for (int a = 0; a < SYSTEM_ACTIONS; a++) {
    char name[] = {(char)('a' + a), 0};
    system->action[a] = action_intern(system->actions, name);
  }
  system_draw_waits(system, random);
  system->count = 1 + random_below(random, SYSTEM_PARTS);
  for (uint32_t i = 0; i < system->count; i++) {
    uint32_t states = 1 + random_below(random, SYSTEM_STATES);
    system->parts[i] = system_draw_lts(
        system, random, states, states + random_below(random, 3 * states + 1),
        system_draw_alphabet(random), true);
  }
  uint32_t states = 1 + random_below(random, SYSTEM_SPEC);
  system->specification =
      system_draw_lts(system, random, states, states * random_below(random, 30),
                      random_below(random, 1u << SYSTEM_ACTIONS), false);
}

static inline void system_release(struct system *system) {
  for (uint32_t i = 0; i < system->count; i++)
    lts_free(system->parts[i]);
  lts_free(system->specification);
  for (int w = 0; w < SYSTEM_WAITS; w++)
    bitset_release(&system->waits[w].offer);
  action_table_free(system->actions);
}

// Brute force: every state is looked up in one array.

struct brute {
  uint32_t state[SYSTEM_PARTS];
  uint32_t set; // states of the specification, as bits
  int depth;
};

enum { BRUTE_CODES = SYSTEM_STATES * SYSTEM_STATES * SYSTEM_STATES * 16 };

struct brute_search {
  const struct system *system;
  const struct lts *const *parts;
  bool deadlock;
  bool seen[BRUTE_CODES];
  struct brute queue[BRUTE_CODES];
  int count;
  int depth; // of the first violation, -1: none
};

static inline uint32_t brute_close(const struct lts *spec, uint32_t set) {
  for (uint32_t before = ~set; before != set;) {
    before = set;
    for (uint32_t s = 0; s < spec->state_count; s++)
      for (uint32_t t = 0; t < spec->state_count; t++)
        if ((set >> s & 1) && lts_has_step(spec, s, action_tau, t))
          set |= 1u << t;
  }
  return set;
}

static inline uint32_t brute_next(const struct lts *spec, uint32_t set,
                                  struct action action) {
  uint32_t next = 0;
  for (uint32_t s = 0; s < spec->state_count; s++)
    for (uint32_t t = 0; t < spec->state_count; t++)
      if ((set >> s & 1) && lts_has_step(spec, s, action, t))
        next |= 1u << t;
  return brute_close(spec, next);
}

static inline void brute_visit(struct brute_search *search,
                               struct brute state) {
  uint32_t code = search->deadlock ? 0 : state.set;
  for (uint32_t i = 0; i < search->system->count; i++)
    code = code * SYSTEM_STATES + state.state[i];
  if (search->seen[code])
    return;
  search->seen[code] = true;
  search->queue[search->count++] = state;
}

static inline void brute_violation(struct brute_search *search, int depth) {
  if (search->depth < 0 || depth < search->depth)
    search->depth = depth;
}

// The parts from i on take the action, or stay if it is not theirs; tau is
// taken by part `mover`.
static inline void brute_move(struct brute_search *search,
                              const struct brute *from, struct brute to,
                              struct action action, uint32_t mover, uint32_t i,
                              bool error) {
  const struct lts *spec = search->system->specification;
  if (i < search->system->count) {
    const struct lts *lts = search->parts[i];
    bool takes = action_is_tau(action) ? mover == i
                                       : bitset_has(&lts->alphabet, action.id);
    if (!takes)
      brute_move(search, from, to, action, mover, i + 1, error);
    for (uint32_t t = 0; takes && t < lts->state_count; t++)
      if (lts_has_step(lts, from->state[i], action, t)) {
        to.state[i] = t;
        brute_move(search, from, to, action, mover, i + 1,
                   error || lts_kind(lts, t) == STATE_ERROR);
      }
    return;
  }
  if (!search->deadlock && !action_is_tau(action) &&
      bitset_has(&spec->alphabet, action.id))
    to.set = brute_next(spec, from->set, action);
  to.depth = from->depth + 1;
  if (!search->deadlock && (error || !to.set))
    brute_violation(search, to.depth);
  else
    brute_visit(search, to);
}

static inline bool brute_refused(const struct brute_search *search,
                                 const int *choice) {
  const struct system *system = search->system;
  bool all_done = true;
  for (uint32_t i = 0; i < system->count; i++)
    all_done &= system->waits[choice[i]].terminates;
  for (int a = 0; a < SYSTEM_ACTIONS; a++) {
    uint32_t id = system->action[a].id;
    bool exists = false, refused = false;
    for (uint32_t i = 0; i < system->count; i++)
      if (bitset_has(&search->parts[i]->alphabet, id)) {
        exists = true;
        refused |= !bitset_has(&system->waits[choice[i]].offer, id);
      }
    if (exists && !refused)
      return false;
  }
  return !all_done;
}

// All choices of waits.
static inline bool brute_deadlock(const struct brute_search *search,
                                  const struct brute *at, int *choice,
                                  uint32_t i) {
  const struct system *system = search->system;
  if (i == system->count)
    return brute_refused(search, choice);
  for (choice[i] = 0; choice[i] < SYSTEM_WAITS; choice[i]++) {
    struct lts_step_range range = lts_steps_by(search->parts[i], at->state[i],
                                               system->waits[choice[i]].action);
    if (range.begin < range.end && brute_deadlock(search, at, choice, i + 1))
      return true;
  }
  return false;
}

static inline void brute_expand(struct brute_search *search,
                                const struct brute *from) {
  const struct system *system = search->system;
  for (uint32_t i = 0; i < system->count; i++)
    if (lts_kind(search->parts[i], from->state[i]) == STATE_ERROR)
      return;
  for (uint32_t i = 0; i < system->count; i++)
    brute_move(search, from, *from, action_tau, i, 0, false);
  for (int a = 0; a < SYSTEM_ACTIONS; a++) {
    bool exists = false;
    for (uint32_t i = 0; i < system->count; i++)
      exists |= bitset_has(&search->parts[i]->alphabet, system->action[a].id);
    if (exists)
      brute_move(search, from, *from, system->action[a], 0, 0, false);
  }
}

// Explores everything. search->depth is the length of a shortest run to a
// violation, or -1; search->count the number of states.
static inline void brute_run(struct brute_search *search,
                             const struct system *system,
                             const struct lts *const *parts, bool deadlock) {
  memset(search, 0, sizeof *search);
  search->system = system;
  search->parts = parts;
  search->deadlock = deadlock;
  search->depth = -1;
  struct brute start = {.set = 1};
  bool error = false;
  for (uint32_t i = 0; i < system->count; i++) {
    start.state[i] = parts[i]->initial;
    error |= lts_kind(parts[i], parts[i]->initial) == STATE_ERROR;
  }
  if (!deadlock)
    start.set = brute_close(system->specification,
                            1u << system->specification->initial);
  brute_visit(search, start);
  if (error && !deadlock)
    search->depth = 0;
  for (int k = 0; k < search->count && !error; k++) {
    int choice[SYSTEM_PARTS];
    if (deadlock && brute_deadlock(search, &search->queue[k], choice, 0))
      brute_violation(search, search->queue[k].depth);
    struct brute from = search->queue[k];
    brute_expand(search, &from);
  }
}

// Questions and witnesses

static inline struct joint_question system_ask(const struct system *system,
                                               bool deadlock) {
  return (struct joint_question){.specification =
                                     deadlock ? NULL : system->specification,
                                 .waits = system->waits,
                                 .wait_count = SYSTEM_WAITS};
}

static inline bool system_is_known_action(const struct system *system,
                                          struct action action) {
  for (int a = 0; a < SYSTEM_ACTIONS; a++)
    if (action_equal(action, system->action[a]))
      return true;
  return false;
}

// Each step is one of the composition.
static inline void system_check_step(const struct system *system,
                                     const struct lts *const *parts,
                                     struct action action, const uint32_t *from,
                                     const uint32_t *to) {
  uint32_t moved = 0;
  assert_true(action_is_tau(action) || system_is_known_action(system, action));
  for (uint32_t i = 0; i < system->count; i++) {
    bool takes = action_is_tau(action)
                     ? from[i] != to[i]
                     : bitset_has(&parts[i]->alphabet, action.id);
    moved += takes;
    if (takes)
      assert_true(lts_has_step(parts[i], from[i], action, to[i]));
    else
      assert_int_equal(from[i], to[i]);
  }
  assert_true(action_is_tau(action) ? moved == 1 : moved > 0);
}

static inline void system_check_run(const struct system *system,
                                    const struct lts *const *parts,
                                    const struct joint_witness *witness) {
  uint32_t n = system->count, visible = 0;
  assert_int_equal(witness->part_count, n);
  for (uint32_t i = 0; i < n; i++)
    assert_int_equal(witness->tuples[i], parts[i]->initial);
  for (uint32_t k = 0; k < witness->run.count; k++) {
    struct action action = witness->run.at[k];
    system_check_step(system, parts, action, witness->tuples + (size_t)k * n,
                      witness->tuples + (size_t)(k + 1) * n);
    if (!action_is_tau(action))
      assert_int_equal(witness->trace.at[visible++].id, action.id);
  }
  assert_int_equal(visible, witness->trace.count);
}

// The specification follows up to the last step; then it cannot, or a part is
// in ERROR.
static inline void system_check_violation(const struct system *system,
                                          const struct lts *const *parts,
                                          const struct joint_witness *witness) {
  const struct lts *spec = system->specification;
  uint32_t set = brute_close(spec, 1u << spec->initial), before = set;
  for (uint32_t k = 0; k < witness->run.count; k++) {
    struct action action = witness->run.at[k];
    assert_int_not_equal(set, 0);
    before = set;
    if (!action_is_tau(action) && bitset_has(&spec->alphabet, action.id))
      set = brute_next(spec, set, action);
  }
  assert_null(witness->waits);
  if (witness->erroneous != UINT32_MAX) {
    uint32_t i = witness->erroneous;
    const uint32_t *last =
        witness->tuples + (size_t)witness->run.count * system->count;
    assert_int_equal(lts_kind(parts[i], last[i]), STATE_ERROR);
    return;
  }
  assert_int_equal(set, 0);
  for (uint32_t k = 0; k < witness->allowed.count; k++)
    assert_int_not_equal(brute_next(spec, before, witness->allowed.at[k]), 0);
}

static inline void system_check_deadlock(const struct brute_search *brute,
                                         const struct joint_witness *witness) {
  const struct system *system = brute->system;
  int choice[SYSTEM_PARTS];
  const uint32_t *last =
      witness->tuples + (size_t)witness->run.count * system->count;
  for (uint32_t i = 0; i < system->count; i++) {
    for (choice[i] = 0;
         !action_equal(system->waits[choice[i]].action, witness->waits[i]);)
      assert_true(++choice[i] < SYSTEM_WAITS);
    struct lts_step_range range =
        lts_steps_by(brute->parts[i], last[i], witness->waits[i]);
    assert_true(range.begin < range.end);
  }
  assert_true(brute_refused(brute, choice));
}

static inline void system_check_witness(const struct brute_search *brute,
                                        const struct joint_witness *witness) {
  system_check_run(brute->system, brute->parts, witness);
  if (brute->deadlock)
    system_check_deadlock(brute, witness);
  else
    system_check_violation(brute->system, brute->parts, witness);
}

#endif
