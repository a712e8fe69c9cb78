#include "lts/joint.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "lts/determinise.h"
#include "lts/packed.h"

enum { NOBODY = UINT32_MAX, DEFAULT_BUDGET = 1000000, BATCH = 64 };

struct part {
  const struct lts *lts;
  uint32_t initial;
  uint32_t limit;          // greater than any state that it can be in
  bool is_fixed;           // never leaves its initial state
  struct wait_table waits; // deadlock only
};

struct arrival {
  uint32_t parent;
  struct action action;
};

// What an action means to the search.
struct role {
  uint32_t first; // the part that looks after it, NOBODY: it is never taken
  bool is_wait;
  bool is_specified; // in the specification's alphabet
};

struct joint {
  struct joint_question question;
  struct lts_wait *waits; // own copies
  struct part *parts;
  uint32_t part_count;
  struct bitset *alphabets; // of the parts, without waits
  struct role *roles;       // by action
  uint32_t role_count;
  struct owners owners;    // all parts
  struct owners movers;    // those that are not fixed
  struct u32_vec moving;   // the parts that are not fixed
  struct u32_vec constant; // specified actions that only fixed parts have
  struct subsets *subsets; // of the specification
  uint32_t set_limit;

  struct packed packed; // a field per part, and one for the subset
  struct arrival *arrivals;
  size_t arrival_capacity;
  uint32_t next;      // state to expand
  uint32_t checked;   // states below it are in no deadlock, or undecided:
  uint32_t undecided; // the first such, NOBODY if none
  uint64_t steps, kept, dropped;

  // Of the state that is being expanded:
  uint64_t *current;
  uint32_t *states;     // by part
  uint32_t set;         // of the specification
  uint64_t *successor;  // the one being made
  uint64_t *batch;      // those made, with their
  struct arrival *ways; // last steps
  uint64_t *hashes;     // and hashes
  uint32_t batch_count, batch_capacity;
  struct lts_step_range *ranges; // by mover of an action: its steps

  // The violation:
  uint32_t last;       // state in deadlock, or before the last step
  struct action final; // by which `successor` is reached, none for deadlock
  uint32_t erroneous;  // part, or NOBODY
  uint32_t *chosen;    // by part: its wait
  struct refusal_range *choices;
};

// Parts

static bool is_wait(const struct joint *joint, struct action action) {
  return action.id < joint->role_count && joint->roles[action.id].is_wait;
}

static bool find_fixed(const struct joint *joint, const struct lts *lts) {
  struct lts_step_range range = lts_steps(lts, lts->initial);
  for (const struct lts_step *step = range.begin; step < range.end; step++)
    if (step->target != lts->initial && !is_wait(joint, step->action))
      return false;
  return true;
}

// The targets of waits, often one sink behind all other states, do not count.
static uint32_t find_limit(const struct joint *joint, const struct lts *lts) {
  uint32_t most = lts->initial;
  for (uint32_t i = 0; i < lts->step_count; i++)
    if (lts->steps[i].target > most && !is_wait(joint, lts->steps[i].action))
      most = lts->steps[i].target;
  return most + 1;
}

static void set_part(struct joint *joint, uint32_t number,
                     const struct lts *lts) {
  struct part *part = &joint->parts[number];
  part->lts = lts;
  part->initial = lts->initial;
  part->is_fixed = find_fixed(joint, lts);
  part->limit = part->is_fixed ? 1 : find_limit(joint, lts);
  bitset_copy(&joint->alphabets[number], &lts->alphabet);
  for (uint32_t w = 0; w < joint->question.wait_count; w++)
    bitset_remove(&joint->alphabets[number], joint->waits[w].action.id);
  wait_table_release(&part->waits);
  if (!joint->question.specification)
    wait_table_init(&part->waits, lts, joint->waits,
                    joint->question.wait_count);
}

// Roles of the actions

// A fixed part that has the action but no step by it blocks it for good.
static bool is_blocked(const struct joint *joint, uint32_t action) {
  const struct owners *owners = &joint->owners;
  for (uint32_t k = owners->first[action]; k < owners->first[action + 1]; k++) {
    const struct part *part = &joint->parts[owners->of[k]];
    if (!part->is_fixed)
      continue;
    struct lts_step_range range =
        lts_steps_by(part->lts, part->initial, (struct action){action});
    if (range.begin == range.end)
      return true;
  }
  return false;
}

static void give_role(struct joint *joint, uint32_t action) {
  struct role *role = &joint->roles[action];
  role->first = NOBODY;
  if (joint->owners.first[action] == joint->owners.first[action + 1] ||
      is_blocked(joint, action))
    return;
  uint32_t k = joint->movers.first[action];
  if (k < joint->movers.first[action + 1])
    role->first = joint->movers.of[k];
  else if (role->is_specified)
    u32_vec_push(&joint->constant, action);
}

static void find_owners(struct joint *joint, uint32_t limit) {
  const struct bitset nothing = {0};
  const struct bitset **sets = memory_new(joint->part_count * sizeof *sets);
  owners_release(&joint->owners);
  owners_release(&joint->movers);
  for (uint32_t i = 0; i < joint->part_count; i++)
    sets[i] = &joint->alphabets[i];
  owners_init(&joint->owners, sets, joint->part_count, limit);
  for (uint32_t i = 0; i < joint->part_count; i++)
    if (joint->parts[i].is_fixed)
      sets[i] = &nothing;
  owners_init(&joint->movers, sets, joint->part_count, limit);
  free(sets);
}

static void grow_roles(struct joint *joint, uint32_t count) {
  if (count <= joint->role_count)
    return;
  joint->roles = memory_resize(joint->roles, count * sizeof *joint->roles);
  for (uint32_t a = joint->role_count; a < count; a++)
    joint->roles[a] = (struct role){.first = NOBODY};
  joint->role_count = count;
}

// Everything that follows from which parts are fixed and what they have.
static void plan(struct joint *joint) {
  uint32_t limit = action_count(joint->parts[0].lts->actions) + 1;
  find_owners(joint, limit);
  grow_roles(joint, limit);
  u32_vec_clear(&joint->moving);
  u32_vec_clear(&joint->constant);
  for (uint32_t i = 0; i < joint->part_count; i++)
    if (!joint->parts[i].is_fixed)
      u32_vec_push(&joint->moving, i);
  for (uint32_t a = ACTION_TAU + 1; a < limit; a++)
    give_role(joint, a);
}

// States

static uint32_t *field_limits(const struct joint *joint) {
  uint32_t n = joint->part_count;
  uint32_t *limits = memory_new((n + 1u) * sizeof *limits);
  for (uint32_t i = 0; i < n; i++)
    limits[i] = joint->parts[i].limit;
  limits[n] = joint->question.specification ? joint->set_limit : 1;
  return limits;
}

static void size_scratch(struct joint *joint) {
  size_t words = joint->packed.words * sizeof(uint64_t);
  joint->current = memory_resize(joint->current, words);
  joint->successor = memory_resize(joint->successor, words);
  joint->batch_capacity = 0; // its tuples have another size
}

static void lay_out(struct joint *joint) {
  uint32_t *limits = field_limits(joint);
  packed_relimit(&joint->packed, limits);
  free(limits);
  size_scratch(joint);
}

static void load(struct joint *joint, uint32_t number) {
  const uint64_t *tuple = packed_at(&joint->packed, number);
  memcpy(joint->current, tuple, joint->packed.words * sizeof *tuple);
  for (uint32_t k = 0; k < joint->moving.count; k++) {
    uint32_t part = joint->moving.at[k];
    joint->states[part] = packed_get(&joint->packed, tuple, part);
  }
  joint->set = packed_get(&joint->packed, tuple, joint->part_count);
}

static void add_state(struct joint *joint, const uint64_t *tuple, uint64_t hash,
                      struct arrival way) {
  uint32_t before = joint->packed.count;
  if (packed_add(&joint->packed, tuple, hash) < before)
    return;
  if (before == joint->arrival_capacity) {
    joint->arrival_capacity = before ? (size_t)before * 3 / 2 + 1 : 64;
    joint->arrivals = memory_resize(
        joint->arrivals, joint->arrival_capacity * sizeof *joint->arrivals);
  }
  joint->arrivals[before] = way;
}

static void start(struct joint *joint) {
  memset(joint->current, 0, joint->packed.words * sizeof *joint->current);
  for (uint32_t i = 0; i < joint->part_count; i++) {
    joint->states[i] = joint->parts[i].initial;
    if (!joint->parts[i].is_fixed)
      packed_set(&joint->packed, joint->current, i, joint->states[i]);
  }
  if (joint->subsets)
    packed_set(&joint->packed, joint->current, joint->part_count,
               subsets_initial(joint->subsets));
  add_state(joint, joint->current, packed_hash(&joint->packed, joint->current),
            (struct arrival){NOBODY, {0}});
  joint->next = joint->checked = 0;
  joint->undecided = NOBODY;
}

// Successors

enum outcome { FINE, VIOLATION, TOO_MANY_SETS };

static bool is_error(const struct part *part, uint32_t state) {
  return part->lts->kinds && part->lts->kinds[state] == STATE_ERROR;
}

static void grow_batch(struct joint *joint) {
  uint32_t size = joint->batch_capacity ? 2 * joint->batch_capacity : 64;
  size_t words = joint->packed.words;
  joint->batch = memory_resize(joint->batch, size * words * sizeof(uint64_t));
  joint->ways = memory_resize(joint->ways, size * sizeof *joint->ways);
  joint->hashes = memory_resize(joint->hashes, size * sizeof *joint->hashes);
  joint->batch_capacity = size;
}

// Lets the specification follow. Its subset becomes part of the successor.
static enum outcome follow(struct joint *joint, struct action action) {
  uint32_t field = joint->part_count;
  if (action_is_tau(action) || !joint->roles[action.id].is_specified)
    return FINE;
  uint32_t set = subsets_next(joint->subsets, joint->set, action);
  if (set == SUBSET_EMPTY)
    return VIOLATION;
  if (!packed_fits(&joint->packed, field, set))
    return TOO_MANY_SETS;
  packed_set(&joint->packed, joint->successor, field, set);
  return FINE;
}

// Puts joint->successor, reached by the action, into the batch. Its place in
// the table is needed when the batch is full, and on its way until then.
static enum outcome emit(struct joint *joint, struct action action) {
  struct packed *packed = &joint->packed;
  joint->steps++;
  joint->final = action;
  if (joint->erroneous != NOBODY && joint->subsets)
    return VIOLATION;
  enum outcome outcome = joint->subsets ? follow(joint, action) : FINE;
  if (outcome != FINE)
    return outcome;
  if (joint->batch_count == joint->batch_capacity)
    grow_batch(joint);
  uint32_t k = joint->batch_count++;
  memcpy(joint->batch + (size_t)k * packed->words, joint->successor,
         packed->words * sizeof *joint->successor);
  joint->ways[k] = (struct arrival){joint->next, action};
  joint->hashes[k] = packed_hash(packed, joint->successor);
  packed_prefetch_slot(packed, joint->hashes[k]);
  return FINE;
}

// Moves a part of joint->successor, and back again.
static void move(struct joint *joint, uint32_t part, uint32_t state) {
  packed_set(&joint->packed, joint->successor, part, state);
  if (is_error(&joint->parts[part], state))
    joint->erroneous = part;
}

static void reset(struct joint *joint, uint32_t part) {
  packed_set(&joint->packed, joint->successor, part, joint->states[part]);
}

static enum outcome step_silently(struct joint *joint, uint32_t part,
                                  struct lts_step step) {
  move(joint, part, step.target);
  enum outcome outcome = emit(joint, action_tau);
  if (outcome != FINE)
    return outcome;
  reset(joint, part);
  joint->erroneous = NOBODY;
  return FINE;
}

// The steps of a state by an action in its row, which is sorted.
static struct lts_step_range row_by(const struct part *part, uint32_t state,
                                    uint32_t action) {
  struct lts_step_range row = lts_steps(part->lts, state);
  if (row.end - row.begin > 16)
    return lts_steps_by(part->lts, state, (struct action){action});
  while (row.begin < row.end && row.begin->action.id < action)
    row.begin++;
  const struct lts_step *end = row.begin;
  while (end < row.end && end->action.id == action)
    end++;
  return (struct lts_step_range){row.begin, end};
}

// Finds the steps of the movers after the first one, whose steps are given;
// false if one has none.
static bool find_ranges(struct joint *joint, struct action action,
                        struct lts_step_range given) {
  const uint32_t *first = joint->movers.first + action.id;
  joint->ranges[0] = given;
  for (uint32_t k = first[0] + 1; k < first[1]; k++) {
    uint32_t part = joint->movers.of[k];
    struct lts_step_range range =
        row_by(&joint->parts[part], joint->states[part], action.id);
    if (range.begin == range.end)
      return false;
    joint->ranges[k - first[0]] = range;
  }
  return true;
}

// All ways in which the movers from number k on can perform their steps.
static enum outcome combine(struct joint *joint, struct action action,
                            uint32_t k) {
  const uint32_t *first = joint->movers.first + action.id;
  if (first[0] + k == first[1])
    return emit(joint, action);
  uint32_t part = joint->movers.of[first[0] + k];
  struct lts_step_range range = joint->ranges[k];
  uint32_t erroneous = joint->erroneous; // among those before
  enum outcome outcome = FINE;
  for (const struct lts_step *step = range.begin;
       step < range.end && outcome == FINE; step++) {
    move(joint, part, step->target);
    outcome = combine(joint, action, k + 1);
    if (outcome == FINE)
      joint->erroneous = erroneous;
  }
  return outcome;
}

// The movers, once moved, go back: the row of the next action starts from the
// current state again.
static enum outcome synchronise(struct joint *joint, struct action action,
                                struct lts_step_range given) {
  if (!find_ranges(joint, action, given))
    return FINE;
  enum outcome outcome = combine(joint, action, 0);
  const uint32_t *first = joint->movers.first + action.id;
  for (uint32_t k = first[0]; outcome == FINE && k < first[1]; k++)
    reset(joint, joint->movers.of[k]);
  if (outcome == FINE && joint->subsets)
    packed_set(&joint->packed, joint->successor, joint->part_count, joint->set);
  return outcome;
}

// The silent steps of a part, and the actions that it looks after.
static enum outcome step_part(struct joint *joint, uint32_t part) {
  const struct lts *lts = joint->parts[part].lts;
  struct lts_step_range row = lts_steps(lts, joint->states[part]);
  const struct lts_step *step = row.begin;
  enum outcome outcome = FINE;
  for (; step < row.end && action_is_tau(step->action) && outcome == FINE;
       step++)
    outcome = step_silently(joint, part, *step);
  while (step < row.end && outcome == FINE) {
    const struct lts_step *begin = step;
    while (step < row.end && action_equal(step->action, begin->action))
      step++;
    if (joint->roles[begin->action.id].first == part)
      outcome = synchronise(joint, begin->action,
                            (struct lts_step_range){begin, step});
  }
  return outcome;
}

// Nothing follows an ERROR. (Where that is no violation at once.)
static bool is_over(const struct joint *joint) {
  bool over = false;
  for (uint32_t k = 0; k < joint->moving.count && !over; k++) {
    uint32_t part = joint->moving.at[k];
    over = is_error(&joint->parts[part], joint->states[part]);
  }
  return over;
}

static enum outcome step_all(struct joint *joint) {
  enum outcome outcome = FINE;
  if (!joint->subsets && is_over(joint))
    return FINE;
  for (uint32_t k = 0; k < joint->moving.count && outcome == FINE; k++)
    outcome = step_part(joint, joint->moving.at[k]);
  for (uint32_t k = 0; k < joint->constant.count && outcome == FINE; k++)
    outcome = synchronise(joint, (struct action){joint->constant.at[k]},
                          (struct lts_step_range){0});
  return outcome;
}

static void widen_sets(struct joint *joint) {
  CHECK(joint->set_limit <= UINT32_MAX / 4, "too many sets of states");
  joint->set_limit *= 4;
  lay_out(joint);
}

// Adds the successors in the batch to the states.
static void empty_batch(struct joint *joint) {
  for (uint32_t k = 0; k < joint->batch_count; k++)
    packed_prefetch_tuple(&joint->packed, joint->hashes[k]);
  for (uint32_t k = 0; k < joint->batch_count; k++)
    add_state(joint, joint->batch + (size_t)k * joint->packed.words,
              joint->hashes[k], joint->ways[k]);
  joint->batch_count = 0;
}

// Expands the next state into the batch.
static enum outcome expand(struct joint *joint) {
  uint32_t before = joint->batch_count;
  load(joint, joint->next);
  memcpy(joint->successor, joint->current,
         joint->packed.words * sizeof *joint->current);
  joint->erroneous = NOBODY;
  enum outcome outcome = step_all(joint);
  if (outcome == TOO_MANY_SETS)
    joint->batch_count = before;
  return outcome;
}

// Expands as many states as fill a batch. False if one leads to a violation, of
// which `last`, `final`, `erroneous` and `successor` tell then.
static bool expand_some(struct joint *joint) {
  enum outcome outcome = FINE;
  uint32_t end = joint->packed.count;
  while (joint->next < end && joint->batch_count < BATCH && outcome == FINE) {
    outcome = expand(joint);
    joint->last = joint->next;
    joint->next += outcome == FINE;
  }
  empty_batch(joint);
  if (outcome == TOO_MANY_SETS)
    widen_sets(joint);
  return outcome != VIOLATION;
}

// Deadlock

static enum refusal_answer examine(struct joint *joint, uint32_t number) {
  const uint64_t *tuple = packed_at(&joint->packed, number);
  for (uint32_t i = 0; i < joint->part_count; i++) {
    const struct part *part = &joint->parts[i];
    uint32_t state =
        part->is_fixed ? part->initial : packed_get(&joint->packed, tuple, i);
    const uint32_t *first = part->waits.first + state;
    if (first[0] == first[1])
      return REFUSAL_NONE;
    joint->choices[i] = (struct refusal_range){
        part->waits.choices.at + first[0], part->waits.choices.at + first[1]};
  }
  return refusal_choose(joint->waits, &joint->owners, joint->choices,
                        joint->part_count, joint->question.budget,
                        joint->chosen);
}

// Looks at the states that came since. False if one is in deadlock.
static bool examine_new(struct joint *joint) {
  if (joint->subsets)
    return true;
  for (; joint->checked < joint->packed.count; joint->checked++) {
    enum refusal_answer answer = examine(joint, joint->checked);
    if (answer == REFUSAL_FOUND) {
      joint->last = joint->checked;
      joint->final = (struct action){0};
      joint->erroneous = NOBODY;
      return false;
    }
    if (answer == REFUSAL_UNKNOWN && joint->undecided == NOBODY)
      joint->undecided = joint->checked;
  }
  return true;
}

// The search

static bool starts_in_error(struct joint *joint) {
  for (uint32_t i = 0; i < joint->part_count; i++)
    if (is_error(&joint->parts[i], joint->parts[i].initial)) {
      joint->erroneous = i;
      joint->last = 0;
      joint->final = (struct action){0};
      return true;
    }
  return false;
}

static bool is_stopped(const struct joint *joint) {
  return poll_stops(joint->question.poll);
}

enum joint_answer joint_run(struct joint *joint, uint64_t limit) {
  if (!limit || limit > PACKED_MOST)
    limit = PACKED_MOST;
  if (starts_in_error(joint))
    return joint->subsets ? JOINT_FAILS : JOINT_HOLDS;
  while (examine_new(joint)) {
    if (joint->next == joint->packed.count)
      return joint->undecided == NOBODY ? JOINT_HOLDS : JOINT_BUDGET;
    if (joint->packed.count > limit)
      return JOINT_LIMIT;
    if (is_stopped(joint))
      return JOINT_STOPPED;
    if (!expand_some(joint))
      return JOINT_FAILS;
  }
  return JOINT_FAILS;
}

// Changes

// The first state with a touched state of the part, or their number.
static uint32_t find_touched(const struct joint *joint, uint32_t part,
                             const struct bitset *touched) {
  const struct packed *packed = &joint->packed;
  uint32_t k = 0;
  while (k < packed->count &&
         !bitset_has(touched, packed_get(packed, packed_at(packed, k), part)))
    k++;
  return k;
}

// Keeps the states below m.
static void keep(struct joint *joint, uint32_t m) {
  if (m == joint->packed.count)
    return;
  joint->next = m ? joint->arrivals[m].parent : 0;
  packed_truncate(&joint->packed, m);
  if (joint->checked > m)
    joint->checked = m;
  if (joint->undecided != NOBODY && joint->undecided >= m)
    joint->undecided = NOBODY;
}

// Whether the part, now set, differs from what it was so that nothing of the
// search can stay.
static bool is_incomparable(const struct joint *joint, uint32_t number,
                            const struct part *before,
                            const struct bitset *alphabet) {
  const struct part *part = &joint->parts[number];
  return part->is_fixed || before->is_fixed ||
         part->initial != before->initial ||
         !bitset_equal(&joint->alphabets[number], alphabet);
}

void joint_change(struct joint *joint, uint32_t number, const struct lts *next,
                  const struct bitset *touched) {
  CHECK(number < joint->part_count, "no part %u", number);
  struct part before = joint->parts[number];
  struct bitset alphabet = {0};
  bitset_copy(&alphabet, &joint->alphabets[number]);
  set_part(joint, number, next);
  uint32_t count = joint->packed.count, m = 0;
  if (!is_incomparable(joint, number, &before, &alphabet))
    m = find_touched(joint, number, touched);
  bitset_release(&alphabet);
  keep(joint, m);
  joint->kept += m;
  joint->dropped += count - m;
  plan(joint);
  lay_out(joint);
  if (!m)
    start(joint);
}

// Witnesses

static void unpack(const struct joint *joint, const uint64_t *tuple,
                   uint32_t *out) {
  for (uint32_t i = 0; i < joint->part_count; i++)
    out[i] = joint->parts[i].is_fixed ? joint->parts[i].initial
                                      : packed_get(&joint->packed, tuple, i);
}

static uint32_t depth_of(const struct joint *joint, uint32_t state) {
  uint32_t depth = 0;
  for (; joint->arrivals[state].parent != NOBODY; depth++)
    state = joint->arrivals[state].parent;
  return depth;
}

static void retrace(const struct joint *joint, struct joint_witness *witness) {
  uint32_t depth = depth_of(joint, joint->last), n = joint->part_count;
  uint32_t steps = depth + !action_is_none(joint->final);
  lts_action_vec_resize(&witness->run, steps);
  witness->tuples = memory_new((size_t)(steps + 1) * n * sizeof(uint32_t));
  if (steps > depth) {
    witness->run.at[depth] = joint->final;
    unpack(joint, joint->successor, witness->tuples + (size_t)steps * n);
  }
  for (uint32_t d = depth, s = joint->last; s != NOBODY; d--) {
    unpack(joint, packed_at(&joint->packed, s),
           witness->tuples + (size_t)d * n);
    if (d)
      witness->run.at[d - 1] = joint->arrivals[s].action;
    s = joint->arrivals[s].parent;
  }
  for (uint32_t i = 0; i < steps; i++)
    if (!action_is_tau(witness->run.at[i]))
      lts_action_vec_push(&witness->trace, witness->run.at[i]);
}

static struct action *waits_of(const struct joint *joint) {
  struct action *waits = memory_new(joint->part_count * sizeof *waits);
  for (uint32_t i = 0; i < joint->part_count; i++)
    waits[i] = joint->waits[joint->chosen[i]].action;
  return waits;
}

struct joint_witness joint_witness(const struct joint *joint) {
  struct joint_witness witness = {.part_count = joint->part_count,
                                  .erroneous = joint->erroneous};
  retrace(joint, &witness);
  if (!joint->subsets)
    witness.waits = waits_of(joint);
  else if (joint->erroneous == NOBODY)
    subsets_enabled(joint->subsets,
                    packed_get(&joint->packed,
                               packed_at(&joint->packed, joint->last),
                               joint->part_count),
                    &witness.allowed);
  return witness;
}

void joint_witness_release(struct joint_witness *witness) {
  lts_action_vec_release(&witness->run);
  lts_action_vec_release(&witness->trace);
  lts_action_vec_release(&witness->allowed);
  free(witness->tuples);
  free(witness->waits);
}

struct joint_counts joint_counts(const struct joint *joint) {
  return (struct joint_counts){
      .states = joint->packed.count,
      .expanded = joint->next,
      .steps = joint->steps,
      .sets = joint->subsets ? subsets_count(joint->subsets) - 1 : 0,
      .kept = joint->kept,
      .dropped = joint->dropped,
      .bytes = packed_bytes(&joint->packed) +
               joint->arrival_capacity * sizeof *joint->arrivals};
}

// Life cycle

static void copy_question(struct joint *joint,
                          const struct joint_question *question) {
  uint32_t count = question->wait_count;
  joint->question = *question;
  if (!question->budget)
    joint->question.budget = DEFAULT_BUDGET;
  joint->question.waits = joint->waits =
      memory_new_zero(count + 1u, sizeof *joint->waits);
  for (uint32_t w = 0; w < count; w++) {
    joint->waits[w] = question->waits[w];
    joint->waits[w].offer = (struct bitset){0};
    bitset_copy(&joint->waits[w].offer, &question->waits[w].offer);
    joint->roles[question->waits[w].action.id].is_wait = true;
  }
  if (!question->specification)
    return;
  const struct bitset *alphabet = &question->specification->alphabet;
  for (uint32_t a = 0; a < joint->role_count; a++)
    joint->roles[a].is_specified = bitset_has(alphabet, a);
  joint->subsets = subsets_new(question->specification, true);
  joint->set_limit = question->specification->state_count + 1;
}

static void new_scratch(struct joint *joint) {
  uint32_t n = joint->part_count;
  joint->states = memory_new(n * sizeof *joint->states);
  joint->chosen = memory_new(n * sizeof *joint->chosen);
  joint->choices = memory_new(n * sizeof *joint->choices);
  joint->ranges = memory_new(n * sizeof *joint->ranges);
}

struct joint *joint_new(const struct lts *const *parts, uint32_t count,
                        const struct joint_question *question) {
  CHECK(count, "a composition of nothing");
  struct joint *joint = memory_new_zero(1, sizeof *joint);
  joint->part_count = count;
  grow_roles(joint, action_count(parts[0]->actions) + 1);
  copy_question(joint, question);
  joint->parts = memory_new_zero(count, sizeof *joint->parts);
  joint->alphabets = memory_new_zero(count, sizeof *joint->alphabets);
  new_scratch(joint);
  for (uint32_t i = 0; i < count; i++) {
    CHECK(parts[i]->actions == parts[0]->actions,
          "systems over different action tables");
    set_part(joint, i, parts[i]);
  }
  plan(joint);
  uint32_t *limits = field_limits(joint);
  packed_init(&joint->packed, limits, count + 1);
  free(limits);
  size_scratch(joint);
  start(joint);
  return joint;
}

static void free_parts(struct joint *joint) {
  for (uint32_t i = 0; i < joint->part_count; i++) {
    wait_table_release(&joint->parts[i].waits);
    bitset_release(&joint->alphabets[i]);
  }
  for (uint32_t w = 0; w < joint->question.wait_count; w++)
    bitset_release(&joint->waits[w].offer);
  free(joint->parts);
  free(joint->alphabets);
  free(joint->waits);
  free(joint->roles);
}

void joint_free(struct joint *joint) {
  if (!joint)
    return;
  free_parts(joint);
  owners_release(&joint->owners);
  owners_release(&joint->movers);
  u32_vec_release(&joint->moving);
  u32_vec_release(&joint->constant);
  subsets_free(joint->subsets);
  packed_release(&joint->packed);
  void *blocks[] = {joint->arrivals,  joint->current, joint->states,
                    joint->successor, joint->batch,   joint->ways,
                    joint->hashes,    joint->ranges,  joint->chosen,
                    joint->choices};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
    free(blocks[i]);
  free(joint);
}
