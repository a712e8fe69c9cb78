#include "lts/symbolic.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "lts/determinise.h"
#include "lts/transform.h"

enum { DEFAULT_SETS = 100000, DEFAULT_NODES = 30000000 };

// Breadth first: the states at a distance from the start. Otherwise: all that
// was reached when a relation had been applied.
struct stage {
  struct dd states;
  uint32_t relation; // UINT32_MAX: any
};

VEC_DEFINE(stage_vec, struct stage);

// A part, or the specification: variables `first` .. are its state and its next
// state by turns, and then those of its choice of a way to wait.
struct field {
  const struct lts *lts; // without waits
  uint32_t first, bits;
  uint32_t choice_bits;
  struct wait_table waits; // deadlock only
  struct u32_vec choices;  // all waits that occur in it
};

// The steps by an action: those that move, and their variables.
struct relation {
  struct action action;
  struct dd steps;
  struct u32_vec movers;
  struct u32_vec now, next;
};

VEC_DEFINE(relation_vec, struct relation);

// States in which an action is possible that the specification forbids.
struct forbidden {
  struct action action;
  struct dd states;
};

VEC_DEFINE(forbidden_vec, struct forbidden);

struct symbolic {
  struct dd_manager *m;
  const struct lts *const *parts;
  uint32_t part_count;
  const struct joint_question *question;
  struct symbolic_options options;
  struct lts *specification; // deterministic, or null
  struct field *fields;      // one per part, and one for the specification
  uint32_t field_count;
  struct owners owners; // fields by action
  struct u32_vec now;   // all variables of states
  struct relation_vec relations;
  struct forbidden_vec forbidden;
  struct dd bad; // ERROR, or deadlock
  struct stage_vec stages;
  struct dd reached;
  struct symbolic_result result;
};

// Encoding

static uint32_t bits_for(uint32_t count) {
  uint32_t bits = 0;
  while (count && (count - 1) >> bits)
    bits++;
  return bits;
}

static uint32_t now_variable(const struct field *field, uint32_t bit) {
  return field->first + 2 * bit;
}

static uint32_t next_variable(const struct field *field, uint32_t bit) {
  return field->first + 2 * bit + 1;
}

// The variables first, first + stride, .. are the number.
static struct dd encode(struct dd_manager *m, uint32_t first, uint32_t stride,
                        uint32_t bits, uint32_t number) {
  struct dd code = dd_true();
  for (uint32_t b = bits; b-- > 0;)
    code = dd_and(m, dd_literal(m, first + stride * b, number >> b & 1), code);
  return code;
}

static struct dd encode_now(const struct symbolic *it, uint32_t field,
                            uint32_t state) {
  const struct field *f = &it->fields[field];
  return encode(it->m, f->first, 2, f->bits, state);
}

static struct dd encode_next(const struct symbolic *it, uint32_t field,
                             uint32_t state) {
  const struct field *f = &it->fields[field];
  return encode(it->m, f->first + 1, 2, f->bits, state);
}

static struct dd encode_choice(const struct symbolic *it, uint32_t field,
                               uint32_t choice) {
  const struct field *f = &it->fields[field];
  return encode(it->m, f->first + 2 * f->bits, 1, f->choice_bits, choice);
}

// Fields

static void add_choices(struct symbolic *it, struct field *field) {
  const struct joint_question *question = it->question;
  struct bitset seen = {0};
  wait_table_init(&field->waits, field->lts, question->waits,
                  question->wait_count);
  for (uint32_t i = 0; i < field->waits.choices.count; i++)
    if (bitset_add(&seen, field->waits.choices.at[i]))
      u32_vec_push(&field->choices, field->waits.choices.at[i]);
  field->choice_bits = bits_for(field->choices.count);
  bitset_release(&seen);
}

static void add_fields(struct symbolic *it) {
  uint32_t variable = 0;
  for (uint32_t f = 0; f < it->field_count; f++) {
    struct field *field = &it->fields[f];
    field->lts = f < it->part_count ? it->parts[f] : it->specification;
    field->first = variable;
    field->bits = bits_for(field->lts->state_count);
    if (!it->specification)
      add_choices(it, field);
    for (uint32_t b = 0; b < field->bits; b++)
      u32_vec_push(&it->now, now_variable(field, b));
    variable += 2 * field->bits + field->choice_bits;
  }
  dd_reserve(it->m, variable + 1);
}

static void find_owners(struct symbolic *it) {
  struct bitset *sets = memory_new_zero(it->field_count, sizeof *sets);
  const struct bitset **alphabets =
      memory_new(it->field_count * sizeof *alphabets);
  for (uint32_t f = 0; f < it->field_count; f++) {
    bitset_copy(&sets[f], &it->fields[f].lts->alphabet);
    for (uint32_t w = 0; w < it->question->wait_count; w++)
      bitset_remove(&sets[f], it->question->waits[w].action.id);
    alphabets[f] = &sets[f];
  }
  owners_init(&it->owners, alphabets, it->field_count,
              action_count(it->parts[0]->actions) + 1);
  for (uint32_t f = 0; f < it->field_count; f++)
    bitset_release(&sets[f]);
  free(sets);
  free(alphabets);
}

// Relations

// Keeps the new diagram in the place of the old one, and ends the scope.
static void keep_in(struct symbolic *it, struct dd *place, struct dd fresh,
                    uint32_t scope) {
  struct dd old = *place;
  *place = dd_keep(it->m, fresh);
  dd_drop(it->m, old);
  dd_scope_end(it->m, scope);
}

// All steps of a field by an action.
static struct dd steps_by(struct symbolic *it, uint32_t field,
                          struct action action) {
  const struct lts *lts = it->fields[field].lts;
  uint32_t scope = dd_scope_begin(it->m);
  struct dd all = dd_false();
  for (uint32_t s = 0; s < lts->state_count; s++) {
    struct lts_step_range range = lts_steps_by(lts, s, action);
    struct dd targets = dd_false();
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      targets = dd_or(it->m, targets, encode_next(it, field, step->target));
    if (range.begin < range.end)
      all = dd_or(it->m, all, dd_and(it->m, encode_now(it, field, s), targets));
  }
  return dd_scope_return(it->m, scope, all);
}

static void add_mover(struct symbolic *it, struct relation *relation,
                      uint32_t field) {
  const struct field *f = &it->fields[field];
  relation->steps =
      dd_and(it->m, relation->steps, steps_by(it, field, relation->action));
  u32_vec_push(&relation->movers, field);
  for (uint32_t b = 0; b < f->bits; b++) {
    u32_vec_push(&relation->now, now_variable(f, b));
    u32_vec_push(&relation->next, next_variable(f, b));
  }
}

static void add_relation(struct symbolic *it, struct relation relation) {
  dd_keep(it->m, relation.steps);
  relation_vec_push(&it->relations, relation);
}

// What the specification cannot do although the parts can. The relation so far
// is that of the parts, whose next states are any.
static void add_forbidden(struct symbolic *it, const struct relation *parts) {
  struct dd possible =
      dd_exists(it->m, parts->steps, parts->next.at, parts->next.count);
  struct dd allowed = dd_false();
  const struct lts *spec = it->specification;
  for (uint32_t s = 0; s < spec->state_count; s++) {
    struct lts_step_range range = lts_steps_by(spec, s, parts->action);
    if (range.begin < range.end)
      allowed = dd_or(it->m, allowed, encode_now(it, it->part_count, s));
  }
  struct dd states = dd_minus(it->m, possible, allowed);
  if (!dd_is_false(states))
    forbidden_vec_push(
        &it->forbidden,
        (struct forbidden){parts->action, dd_keep(it->m, states)});
}

static void relate_action(struct symbolic *it, struct action action) {
  const uint32_t *first = it->owners.first + action.id;
  uint32_t scope = dd_scope_begin(it->m);
  struct relation relation = {.action = action, .steps = dd_true()};
  bool is_specified = false, has_part = false;
  for (uint32_t k = first[0]; k < first[1]; k++) {
    is_specified |= it->owners.of[k] == it->part_count;
    has_part |= it->owners.of[k] < it->part_count;
    if (it->owners.of[k] < it->part_count)
      add_mover(it, &relation, it->owners.of[k]);
  }
  if (has_part && is_specified) {
    add_forbidden(it, &relation);
    add_mover(it, &relation, it->part_count);
  }
  if (has_part)
    add_relation(it, relation);
  dd_scope_end(it->m, scope);
}

static void relate_silent(struct symbolic *it, uint32_t part) {
  uint32_t scope = dd_scope_begin(it->m);
  struct relation relation = {.action = action_tau, .steps = dd_true()};
  add_mover(it, &relation, part);
  add_relation(it, relation);
  dd_scope_end(it->m, scope);
}

static void add_relations(struct symbolic *it) {
  for (uint32_t i = 0; i < it->part_count; i++)
    relate_silent(it, i);
  for (uint32_t a = ACTION_TAU + 1; a < it->owners.limit; a++)
    relate_action(it, (struct action){a});
}

// What is bad

static void add_errors(struct symbolic *it) {
  for (uint32_t f = 0; f < it->part_count; f++)
    for (uint32_t s = 0; s < it->fields[f].lts->state_count; s++)
      if (lts_kind(it->fields[f].lts, s) == STATE_ERROR) {
        uint32_t scope = dd_scope_begin(it->m);
        keep_in(it, &it->bad, dd_or(it->m, it->bad, encode_now(it, f, s)),
                scope);
      }
}

// The part waits as its choice says.
static struct dd choice_is_right(struct symbolic *it, uint32_t part) {
  const struct field *field = &it->fields[part];
  struct dd right = dd_false();
  for (uint32_t s = 0; s < field->lts->state_count; s++) {
    struct dd some = dd_false();
    for (uint32_t i = field->waits.first[s]; i < field->waits.first[s + 1]; i++)
      for (uint32_t c = 0; c < field->choices.count; c++)
        if (field->choices.at[c] == field->waits.choices.at[i])
          some = dd_or(it->m, some, encode_choice(it, part, c));
    right = dd_or(it->m, right, dd_and(it->m, some, encode_now(it, part, s)));
  }
  return right;
}

// The part's choice refuses the action, or, with none, is not termination.
static struct dd choice_refuses(struct symbolic *it, uint32_t part,
                                struct action action) {
  const struct field *field = &it->fields[part];
  struct dd result = dd_false();
  for (uint32_t c = 0; c < field->choices.count; c++) {
    const struct lts_wait *wait = &it->question->waits[field->choices.at[c]];
    if (action_is_none(action) ? !wait->terminates
                               : !bitset_has(&wait->offer, action.id))
      result = dd_or(it->m, result, encode_choice(it, part, c));
  }
  return result;
}

static void restrict_bad(struct symbolic *it, struct dd condition,
                         uint32_t scope) {
  keep_in(it, &it->bad, dd_and(it->m, it->bad, condition), scope);
}

static void refuse(struct symbolic *it, struct action action) {
  const uint32_t *first = it->owners.first + action.id;
  if (first[0] == first[1])
    return;
  uint32_t scope = dd_scope_begin(it->m);
  struct dd refused = dd_false();
  for (uint32_t k = first[0]; k < first[1]; k++)
    refused =
        dd_or(it->m, refused, choice_refuses(it, it->owners.of[k], action));
  restrict_bad(it, refused, scope);
}

static void forget_choices(struct symbolic *it) {
  for (uint32_t i = 0; i < it->part_count; i++) {
    const struct field *field = &it->fields[i];
    uint32_t scope = dd_scope_begin(it->m);
    struct dd bad = it->bad;
    for (uint32_t b = 0; b < field->choice_bits; b++) {
      uint32_t variable = field->first + 2 * field->bits + b;
      bad = dd_exists(it->m, bad, &variable, 1);
    }
    keep_in(it, &it->bad, bad, scope);
  }
}

static void add_deadlocks(struct symbolic *it) {
  keep_in(it, &it->bad, dd_true(), dd_scope_begin(it->m));
  for (uint32_t i = 0; i < it->part_count; i++) {
    uint32_t scope = dd_scope_begin(it->m);
    restrict_bad(it, choice_is_right(it, i), scope);
  }
  for (uint32_t a = ACTION_TAU + 1; a < it->owners.limit; a++)
    refuse(it, (struct action){a});
  uint32_t scope = dd_scope_begin(it->m);
  struct dd alive = dd_false();
  for (uint32_t i = 0; i < it->part_count; i++)
    alive = dd_or(it->m, alive, choice_refuses(it, i, (struct action){0}));
  restrict_bad(it, alive, scope);
  forget_choices(it);
}

// The search

static struct dd image(struct symbolic *it, const struct relation *relation,
                       struct dd from) {
  uint32_t scope = dd_scope_begin(it->m);
  struct dd to = dd_and_exists(it->m, from, relation->steps, relation->now.at,
                               relation->now.count);
  to = dd_rename(it->m, to, relation->next.at, relation->now.at,
                 relation->now.count);
  return dd_scope_return(it->m, scope, to);
}

static void add_stage(struct symbolic *it, struct dd states,
                      uint32_t relation) {
  stage_vec_push(&it->stages, (struct stage){dd_keep(it->m, states), relation});
}

static void start(struct symbolic *it) {
  uint32_t scope = dd_scope_begin(it->m);
  struct dd initial = dd_true();
  for (uint32_t f = it->field_count; f-- > 0;)
    initial =
        dd_and(it->m, encode_now(it, f, it->fields[f].lts->initial), initial);
  add_stage(it, initial, UINT32_MAX);
  keep_in(it, &it->reached, initial, scope);
}

static bool is_over_limit(struct symbolic *it) {
  if (dd_node_count(it->m) > it->options.nodes)
    it->result.answer = JOINT_LIMIT;
  else if (poll_stops(it->question->poll))
    it->result.answer = JOINT_STOPPED;
  else
    return false;
  return true;
}

// Adds the next layer; false if it is empty, or at a limit.
static bool add_layer(struct symbolic *it) {
  struct dd from = stage_vec_last(&it->stages)->states;
  struct dd next = dd_keep(it->m, dd_false());
  bool within = true;
  for (uint32_t r = 0; r < it->relations.count && within; r++) {
    uint32_t scope = dd_scope_begin(it->m);
    struct dd to = image(it, &it->relations.at[r], from);
    keep_in(it, &next, dd_or(it->m, next, to), scope);
    within = !is_over_limit(it);
  }
  uint32_t scope = dd_scope_begin(it->m);
  keep_in(it, &next, dd_minus(it->m, next, it->reached), scope);
  scope = dd_scope_begin(it->m);
  keep_in(it, &it->reached, dd_or(it->m, it->reached, next), scope);
  add_stage(it, next, UINT32_MAX);
  dd_drop(it->m, next);
  return within && !dd_is_false(next);
}

// Applies all relations to what was reached; false if that adds nothing, or at
// a limit.
static bool chain(struct symbolic *it) {
  struct dd before = it->reached;
  uint32_t outer = dd_scope_begin(it->m);
  dd_keep(it->m, before);
  bool within = true;
  for (uint32_t r = 0; r < it->relations.count && within; r++) {
    uint32_t scope = dd_scope_begin(it->m);
    struct dd to = image(it, &it->relations.at[r], it->reached);
    struct dd all = dd_or(it->m, it->reached, to);
    if (!dd_equal(all, it->reached))
      add_stage(it, all, r);
    keep_in(it, &it->reached, all, scope);
    within = !is_over_limit(it);
  }
  bool changed = !dd_equal(before, it->reached);
  dd_drop(it->m, before);
  dd_scope_end(it->m, outer);
  return within && changed;
}

// Witnesses

struct picker {
  const struct symbolic *it;
  uint32_t *tuple; // by field
};

static bool take_first(void *context, const bool *values) {
  struct picker *picker = context;
  for (uint32_t f = 0, k = 0; f < picker->it->field_count; f++) {
    picker->tuple[f] = 0;
    for (uint32_t b = 0; b < picker->it->fields[f].bits; b++, k++)
      picker->tuple[f] |= (uint32_t)values[k] << b;
  }
  return false;
}

// The first state of a set; false if it is empty.
static bool pick(const struct symbolic *it, struct dd set, uint32_t *tuple) {
  struct picker picker = {it, tuple};
  return !dd_each(it->m, set, it->now.at, it->now.count, take_first, &picker);
}

// The states of a layer from which the relation leads to the tuple.
static struct dd before(const struct symbolic *it,
                        const struct relation *relation, const uint32_t *tuple,
                        struct dd layer) {
  struct bitset moves = {0};
  struct dd steps = relation->steps;
  for (uint32_t k = 0; k < relation->movers.count; k++) {
    uint32_t f = relation->movers.at[k];
    bitset_add(&moves, f);
    steps = dd_and(it->m, steps, encode_next(it, f, tuple[f]));
  }
  steps = dd_exists(it->m, steps, relation->next.at, relation->next.count);
  for (uint32_t f = it->field_count; f-- > 0;)
    if (!bitset_has(&moves, f))
      layer = dd_and(it->m, layer, encode_now(it, f, tuple[f]));
  bitset_release(&moves);
  return dd_and(it->m, layer, steps);
}

static bool is_member(const struct symbolic *it, struct dd set,
                      const uint32_t *tuple) {
  uint32_t scope = dd_scope_begin(it->m);
  for (uint32_t f = 0; f < it->field_count && !dd_is_false(set); f++)
    set = dd_and(it->m, set, encode_now(it, f, tuple[f]));
  dd_scope_end(it->m, scope);
  return !dd_is_false(set);
}

// Where the tuple, one of stage `last`, came up first. Of layers it is in one
// only; the other stages grow.
static uint32_t first_stage(const struct symbolic *it, const uint32_t *tuple,
                            uint32_t last) {
  uint32_t low = 0, high = last;
  while (!it->options.breadth_first && low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (is_member(it, it->stages.at[middle].states, tuple))
      high = middle;
    else
      low = middle + 1;
  }
  return high;
}

// A step from the stage before `stage` to the tuple, which becomes its source.
static struct action step_back(const struct symbolic *it, uint32_t stage,
                               uint32_t *tuple) {
  uint32_t only = it->stages.at[stage].relation;
  struct dd states = it->stages.at[stage - 1].states;
  for (uint32_t r = 0; r < it->relations.count; r++) {
    const struct relation *relation = &it->relations.at[r];
    if (only != UINT32_MAX && r != only)
      continue;
    uint32_t scope = dd_scope_begin(it->m);
    bool found = pick(it, before(it, relation, tuple, states), tuple);
    dd_scope_end(it->m, scope);
    if (found)
      return relation->action;
  }
  BUG("a state of stage %u that nothing leads to", stage);
}

// The run to a tuple of stage `stage`, last state first.
static void retrace(struct symbolic *it, uint32_t stage, uint32_t *tuple,
                    struct lts_action_vec *run, struct u32_vec *tuples) {
  u32_vec_append(tuples, tuple, it->part_count);
  while ((stage = first_stage(it, tuple, stage)) > 0) {
    lts_action_vec_push(run, step_back(it, stage, tuple));
    u32_vec_append(tuples, tuple, it->part_count);
    stage--;
  }
}

// The run the right way round, and, if `last` is an action, one step further.
static void make_run(struct symbolic *it, uint32_t stage, uint32_t *tuple,
                     struct action last) {
  struct joint_witness *witness = &it->result.witness;
  struct lts_action_vec run = {0};
  struct u32_vec tuples = {0};
  retrace(it, stage, tuple, &run, &tuples);
  uint32_t n = it->part_count, depth = run.count;
  witness->tuples = memory_new((size_t)(depth + 2) * n * sizeof *tuple);
  for (uint32_t d = 0; d <= depth; d++)
    memcpy(witness->tuples + (size_t)d * n, tuples.at + (size_t)(depth - d) * n,
           n * sizeof *tuple);
  for (uint32_t d = 0; d < depth; d++)
    lts_action_vec_push(&witness->run, run.at[depth - 1 - d]);
  for (uint32_t i = 0; i < n && !action_is_none(last); i++) {
    uint32_t *now = &witness->tuples[(size_t)depth * n + i];
    struct lts_step_range range = lts_steps_by(it->parts[i], *now, last);
    now[n] = range.begin < range.end ? range.begin->target : *now;
  }
  if (!action_is_none(last))
    lts_action_vec_push(&witness->run, last);
  lts_action_vec_release(&run);
  u32_vec_release(&tuples);
}

static void finish_witness(struct symbolic *it) {
  struct joint_witness *witness = &it->result.witness;
  const uint32_t *last =
      witness->tuples + (size_t)witness->run.count * it->part_count;
  for (uint32_t k = 0; k < witness->run.count; k++)
    if (!action_is_tau(witness->run.at[k]))
      lts_action_vec_push(&witness->trace, witness->run.at[k]);
  witness->part_count = it->part_count;
  witness->erroneous = UINT32_MAX;
  for (uint32_t i = it->part_count; it->specification && i-- > 0;)
    if (lts_kind(it->parts[i], last[i]) == STATE_ERROR)
      witness->erroneous = i;
}

static void choose_waits(struct symbolic *it, const uint32_t *tuple) {
  uint32_t n = it->part_count;
  struct refusal_range *choices = memory_new(n * sizeof *choices);
  uint32_t *chosen = memory_new(n * sizeof *chosen);
  for (uint32_t i = 0; i < n; i++) {
    const struct wait_table *waits = &it->fields[i].waits;
    choices[i] =
        (struct refusal_range){waits->choices.at + waits->first[tuple[i]],
                               waits->choices.at + waits->first[tuple[i] + 1]};
  }
  enum refusal_answer answer = refusal_choose(it->question->waits, &it->owners,
                                              choices, n, UINT64_MAX, chosen);
  CHECK(answer == REFUSAL_FOUND, "a deadlock that is none");
  struct action *waits = memory_new(n * sizeof *waits);
  for (uint32_t i = 0; i < n; i++)
    waits[i] = it->question->waits[chosen[i]].action;
  it->result.witness.waits = waits;
  free(choices);
  free(chosen);
}

static void list_allowed(struct symbolic *it, uint32_t state) {
  struct lts_step_range range = lts_steps(it->specification, state);
  for (const struct lts_step *step = range.begin; step < range.end; step++)
    lts_action_vec_push(&it->result.witness.allowed, step->action);
}

// Is there a violation among the states? If so, makes the witness.
static bool is_violated(struct symbolic *it, struct dd states,
                        struct action last) {
  uint32_t *tuple = memory_new_zero(it->field_count + 1u, sizeof *tuple);
  uint32_t scope = dd_scope_begin(it->m);
  uint32_t stage = it->stages.count - 1;
  bool found =
      pick(it, dd_and(it->m, it->stages.at[stage].states, states), tuple);
  dd_scope_end(it->m, scope);
  if (found) {
    it->result.answer = JOINT_FAILS;
    if (!it->specification)
      choose_waits(it, tuple);
    else if (!action_is_none(last))
      list_allowed(it, tuple[it->part_count]);
    make_run(it, stage, tuple, last);
    finish_witness(it);
  }
  free(tuple);
  return found;
}

static bool has_violation(struct symbolic *it) {
  if (is_violated(it, it->bad, (struct action){0}))
    return true;
  for (uint32_t k = 0; k < it->forbidden.count; k++)
    if (is_violated(it, it->forbidden.at[k].states, it->forbidden.at[k].action))
      return true;
  return false;
}

static void search(struct symbolic *it) {
  it->bad = it->reached = dd_keep(it->m, dd_false());
  add_fields(it);
  find_owners(it);
  add_relations(it);
  if (it->specification)
    add_errors(it);
  else
    add_deadlocks(it);
  start(it);
  it->result.answer = JOINT_HOLDS;
  while (!has_violation(it) &&
         (it->options.breadth_first ? add_layer(it) : chain(it)))
    it->result.rounds++;
  it->result.states = dd_count(it->m, it->reached, it->now.at, it->now.count);
  it->result.nodes = dd_node_count(it->m);
}

// Life cycle

static void release(struct symbolic *it) {
  for (uint32_t r = 0; r < it->relations.count; r++) {
    struct relation *relation = &it->relations.at[r];
    dd_drop(it->m, relation->steps);
    u32_vec_release(&relation->movers);
    u32_vec_release(&relation->now);
    u32_vec_release(&relation->next);
  }
  for (uint32_t k = 0; k < it->forbidden.count; k++)
    dd_drop(it->m, it->forbidden.at[k].states);
  for (uint32_t k = 0; k < it->stages.count; k++)
    dd_drop(it->m, it->stages.at[k].states);
  dd_drop(it->m, it->bad);
  dd_drop(it->m, it->reached);
  for (uint32_t f = 0; f < it->field_count; f++) {
    wait_table_release(&it->fields[f].waits);
    u32_vec_release(&it->fields[f].choices);
  }
  free(it->fields);
  owners_release(&it->owners);
  u32_vec_release(&it->now);
  relation_vec_release(&it->relations);
  forbidden_vec_release(&it->forbidden);
  stage_vec_release(&it->stages);
}

struct symbolic_result symbolic_run(const struct lts *const *parts,
                                    uint32_t count,
                                    const struct joint_question *question,
                                    struct symbolic_options options,
                                    struct dd_manager *m) {
  CHECK(count, "a composition of nothing");
  struct symbolic it = {.parts = parts, .part_count = count};
  it.question = question;
  it.options = options;
  if (!options.sets)
    it.options.sets = DEFAULT_SETS;
  if (!options.nodes)
    it.options.nodes = DEFAULT_NODES;
  it.field_count = count;
  if (question->specification) {
    it.specification =
        lts_determinise(question->specification, true, it.options.sets);
    it.field_count++;
    if (!it.specification)
      return (struct symbolic_result){.answer = JOINT_LIMIT};
  }
  it.m = m ? m : dd_manager_new();
  it.fields = memory_new_zero(it.field_count, sizeof *it.fields);
  uint32_t scope = dd_scope_begin(it.m);
  search(&it);
  release(&it);
  dd_scope_end(it.m, scope);
  if (!m)
    dd_manager_free(it.m);
  lts_free(it.specification);
  return it.result;
}

void symbolic_result_release(struct symbolic_result *result) {
  joint_witness_release(&result->witness);
}
