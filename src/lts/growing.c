#include "lts/growing.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lts/ample.h"
#include "lts/determinise.h"
#include "lts/packed.h"

enum { NOBODY = UINT32_MAX, DEFAULT_BUDGET = 1000000, POLLED = 256 };

struct arrival {
  uint32_t parent;
  struct action action;
};

VEC_DEFINE(arrival_vec, struct arrival);

struct growing {
  struct growing_question question;
  struct rows **parts;
  struct bitset *alphabets; // of the parts, without waits
  uint32_t part_count;
  struct owners owners;
  struct subsets *subsets; // of the specification, or null
  struct ample ample;
  struct packed packed; // a field per part, and one for the subset
  uint32_t *limits;     // of the fields
  struct arrival_vec arrivals;
  uint32_t next; // to expand
  uint64_t steps;
  bool is_undecided; // a deadlock that may be there
  // Of the state that is being expanded:
  uint32_t *states; // by part, and the subset
  struct row *rows; // by part
  struct lts_action_vec enabled;
  uint32_t *successor; // the one being made
  uint64_t *tuple;     // the same, packed
  // The violation:
  struct action final; // of the last step; none: deadlock
  uint32_t *chosen;    // by part: its wait
  struct refusal_range *choices;
};

// ---- States -----------------------------------------------------------------

static uint32_t field_count(const struct growing *g) {
  return g->part_count + 1;
}

// Makes room for the successor's numbers.
static void widen(struct growing *g) {
  bool is_wider = false;
  for (uint32_t f = 0; f < field_count(g); f++)
    while (g->successor[f] >= g->limits[f]) {
      g->limits[f] *= 4;
      is_wider = true;
    }
  if (!is_wider)
    return;
  packed_relimit(&g->packed, g->limits);
  g->tuple = memory_resize(g->tuple, g->packed.words * sizeof *g->tuple);
}

// True when the successor is new.
static bool add_state(struct growing *g, struct action action) {
  uint32_t before = g->packed.count;
  widen(g);
  memset(g->tuple, 0, g->packed.words * sizeof *g->tuple);
  for (uint32_t f = 0; f < field_count(g); f++)
    packed_set(&g->packed, g->tuple, f, g->successor[f]);
  packed_add(&g->packed, g->tuple, packed_hash(&g->packed, g->tuple));
  if (g->packed.count == before)
    return false;
  arrival_vec_push(&g->arrivals,
                   (struct arrival){before ? g->next : NOBODY, action});
  return true;
}

// False when the steps of a part cannot be told.
static bool load(struct growing *g) {
  const uint64_t *tuple = packed_at(&g->packed, g->next);
  for (uint32_t f = 0; f < field_count(g); f++)
    g->states[f] = packed_get(&g->packed, tuple, f);
  for (uint32_t i = 0; i < g->part_count; i++)
    if (!rows_at(g->parts[i], g->states[i], &g->rows[i]))
      return false;
  return true;
}

// ---- Steps ------------------------------------------------------------------

static bool is_specified(const struct growing *g, struct action action) {
  const struct lts *specification = g->question.joint.specification;
  return specification && bitset_has(&specification->alphabet, action.id);
}

// Do all that have the action offer it?
static bool is_enabled(const struct growing *g, struct action action) {
  const uint32_t *first = g->owners.first + action.id;
  for (uint32_t k = first[0]; k < first[1]; k++) {
    struct lts_step_range range =
        lts_range_by(g->rows[g->owners.of[k]].steps, action);
    if (range.begin == range.end)
      return false;
  }
  return true;
}

// The first part that has an action looks after it.
static void find_enabled(struct growing *g) {
  lts_action_vec_clear(&g->enabled);
  for (uint32_t i = 0; i < g->part_count; i++) {
    struct lts_step_range row = g->rows[i].steps;
    for (const struct lts_step *step = row.begin; step < row.end; step++) {
      bool is_first =
          step == row.begin || !action_equal(step->action, step[-1].action);
      if (is_first && g->owners.of[g->owners.first[step->action.id]] == i &&
          is_enabled(g, step->action))
        lts_action_vec_push(&g->enabled, step->action);
    }
  }
}

// All ways in which the owners from number k on can perform the action. Counts
// the states that are new.
static uint32_t combine(struct growing *g, struct action action, uint32_t k) {
  const uint32_t *first = g->owners.first + action.id;
  if (first[0] + k == first[1]) {
    g->steps++;
    return add_state(g, action);
  }
  uint32_t part = g->owners.of[first[0] + k], found = 0;
  struct lts_step_range range = lts_range_by(g->rows[part].steps, action);
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    g->successor[part] = step->target;
    found += combine(g, action, k + 1);
  }
  g->successor[part] = g->states[part];
  return found;
}

// False when the specification forbids it.
static bool take(struct growing *g, struct action action, uint32_t *found) {
  memcpy(g->successor, g->states, field_count(g) * sizeof *g->states);
  if (is_specified(g, action)) {
    uint32_t set = subsets_next(g->subsets, g->states[g->part_count], action);
    g->final = action;
    if (set == SUBSET_EMPTY)
      return false;
    g->successor[g->part_count] = set;
  }
  *found += combine(g, action, 0);
  return true;
}

// False when a step is forbidden.
static bool expand(struct growing *g) {
  uint32_t found = 0;
  find_enabled(g);
  uint32_t first = g->enabled.count;
  if (g->question.reduces)
    first = ample_choose(&g->ample, g->rows, &g->enabled);
  for (uint32_t i = 0; i < g->enabled.count; i++) {
    if (i == first && found)
      break;
    if (!take(g, g->enabled.at[i], &found))
      return false;
  }
  return true;
}

// ---- Deadlock ---------------------------------------------------------------

// False when all can wait for each other.
static bool examine(struct growing *g) {
  if (!g->question.asks_deadlock)
    return true;
  for (uint32_t i = 0; i < g->part_count; i++) {
    if (g->rows[i].waits == g->rows[i].waits_end)
      return true;
    g->choices[i] =
        (struct refusal_range){g->rows[i].waits, g->rows[i].waits_end};
  }
  enum refusal_answer answer =
      refusal_choose(g->question.joint.waits, &g->owners, g->choices,
                     g->part_count, g->question.joint.budget, g->chosen);
  g->final = (struct action){0};
  g->is_undecided |= answer == REFUSAL_UNKNOWN;
  return answer != REFUSAL_FOUND;
}

// ---- The search -------------------------------------------------------------

static bool is_stopped(const struct growing *g) {
  const struct joint_question *question = &g->question.joint;
  return g->next % POLLED == 0 && poll_stops(question->poll);
}

enum joint_answer growing_run(struct growing *g, uint64_t limit) {
  if (!limit || limit > PACKED_MOST)
    limit = PACKED_MOST;
  for (; g->next < g->packed.count; g->next++) {
    if (g->packed.count > limit)
      return JOINT_LIMIT;
    if (is_stopped(g))
      return JOINT_STOPPED;
    if (!load(g))
      return JOINT_BLIND;
    if (!examine(g) || !expand(g))
      return JOINT_FAILS;
  }
  return g->is_undecided ? JOINT_BUDGET : JOINT_HOLDS;
}

// ---- What came out ----------------------------------------------------------

static void reverse(struct lts_action_vec *actions) {
  for (uint32_t i = 0, j = actions->count; i + 1 < j; i++) {
    struct action action = actions->at[i];
    actions->at[i] = actions->at[--j];
    actions->at[j] = action;
  }
}

struct joint_witness growing_witness(const struct growing *g) {
  struct joint_witness witness = {.part_count = g->part_count,
                                  .erroneous = NOBODY};
  bool is_deadlock = action_is_none(g->final);
  if (!is_deadlock)
    lts_action_vec_push(&witness.trace, g->final);
  for (uint32_t s = g->next; g->arrivals.at[s].parent != NOBODY;
       s = g->arrivals.at[s].parent)
    lts_action_vec_push(&witness.trace, g->arrivals.at[s].action);
  reverse(&witness.trace);
  if (!is_deadlock) {
    subsets_enabled(g->subsets, g->states[g->part_count], &witness.allowed);
    return witness;
  }
  witness.waits = memory_new(g->part_count * sizeof *witness.waits);
  for (uint32_t i = 0; i < g->part_count; i++)
    witness.waits[i] = g->question.joint.waits[g->chosen[i]].action;
  return witness;
}

struct joint_counts growing_counts(const struct growing *g) {
  return (struct joint_counts){
      .states = g->packed.count,
      .expanded = g->next,
      .steps = g->steps,
      .sets = g->subsets ? subsets_count(g->subsets) - 1 : 0,
      .bytes = packed_bytes(&g->packed) +
               (uint64_t)g->arrivals.capacity * sizeof *g->arrivals.at};
}

bool growing_loops_silently(const struct growing *g, uint32_t part) {
  return rows_loop_silently(g->parts[part]);
}

// ---- Life cycle -------------------------------------------------------------

static void set_parts(struct growing *g, const struct growing_part *parts,
                      uint32_t limit) {
  const struct joint_question *question = &g->question.joint;
  const struct bitset **sets = memory_new(g->part_count * sizeof *sets);
  for (uint32_t i = 0; i < g->part_count; i++) {
    bitset_copy(&g->alphabets[i], parts[i].alphabet);
    for (uint32_t w = 0; w < question->wait_count; w++)
      bitset_remove(&g->alphabets[i], question->waits[w].action.id);
    g->parts[i] = rows_new(parts[i].source, &g->alphabets[i], question->waits,
                           question->wait_count, parts[i].alphabet);
    sets[i] = &g->alphabets[i];
  }
  owners_init(&g->owners, sets, g->part_count, limit);
  free(sets);
}

static void start(struct growing *g) {
  uint32_t fields = field_count(g);
  for (uint32_t f = 0; f < fields; f++) {
    g->limits[f] = 2;
    g->successor[f] = 0;
  }
  if (g->subsets)
    g->successor[g->part_count] = subsets_initial(g->subsets);
  packed_init(&g->packed, g->limits, fields);
  g->tuple = memory_new(g->packed.words * sizeof *g->tuple);
  add_state(g, (struct action){0});
}

struct growing *growing_new(const struct growing_part *parts, uint32_t count,
                            const struct growing_question *question,
                            struct action_table *actions) {
  struct growing *g = memory_new_zero(1, sizeof *g);
  uint32_t fields = count + 1;
  g->question = *question;
  if (!g->question.joint.budget)
    g->question.joint.budget = DEFAULT_BUDGET;
  g->part_count = count;
  g->parts = memory_new_zero(count, sizeof *g->parts);
  g->alphabets = memory_new_zero(count, sizeof *g->alphabets);
  g->limits = memory_new(fields * sizeof *g->limits);
  g->states = memory_new(fields * sizeof *g->states);
  g->successor = memory_new(fields * sizeof *g->successor);
  g->rows = memory_new(count * sizeof *g->rows);
  g->chosen = memory_new(count * sizeof *g->chosen);
  g->choices = memory_new(count * sizeof *g->choices);
  set_parts(g, parts, action_count(actions) + 1);
  const struct lts *specification = question->joint.specification;
  if (specification)
    g->subsets = subsets_new(specification, true);
  g->ample =
      (struct ample){.owners = &g->owners,
                     .waits = question->joint.waits,
                     .visible = specification ? &specification->alphabet : NULL,
                     .asks_deadlock = question->asks_deadlock};
  start(g);
  return g;
}

void growing_free(struct growing *g) {
  if (!g)
    return;
  for (uint32_t i = 0; i < g->part_count; i++) {
    rows_free(g->parts[i]);
    bitset_release(&g->alphabets[i]);
  }
  owners_release(&g->owners);
  subsets_free(g->subsets);
  ample_release(&g->ample);
  packed_release(&g->packed);
  arrival_vec_release(&g->arrivals);
  lts_action_vec_release(&g->enabled);
  void *blocks[] = {g->parts,     g->alphabets, g->limits, g->states, g->rows,
                    g->successor, g->tuple,     g->chosen, g->choices};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
    free(blocks[i]);
  free(g);
}
