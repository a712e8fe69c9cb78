#include "program/cases.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "program/flow.h"
#include "program/pass.h"
#include "program/ranges.h"

enum {
  MOST_CASES = 12,    // at a location
  ROUNDS = 3,         // at a loop head, before ranges grow to a landmark
  MOST_ROUNDS = 60,   // before they grow as far as they can
  MOST_VISITS = 60000 // of edges, by a case
};

// What is known of a variable.
struct fact {
  uint32_t slot;
  struct range range;
};

VEC_DEFINE(fact_vec, struct fact);

struct known_case {
  struct fact_vec facts; // ascending by slot
  uint32_t joined;       // how often something was put to it
  bool is_new;           // since it was looked at
};

VEC_DEFINE(case_vec, struct known_case);
VEC_DEFINE(landmark_vec, uint64_t);

struct leaving {
  struct program *program;
  struct procedure *procedure;
  const struct propagate_options *options;
  struct variable_vec slots;
  uint32_t *slot_of;       // by variable: slot + 1
  struct bitset apart;     // slots by which cases are told apart
  struct flow_sets live;   // by location: slots
  struct flow_order order; // of locations
  struct case_vec *at;     // by location
  struct bitset pending;   // places of the order
  struct range *any;       // by slot: nothing is known
  struct bitset *changed;  // by location, of loop heads: slots that the loop
                           // may change
  struct landmark_vec
      landmarks; // numbers that conditions compare with, ascending
  struct ranges now;
  struct fact_vec next;
  struct bitset taken, open; // edges: in some case; the condition may be false
  uint32_t visits;
};

// What is looked at

static void add_slot(struct leaving *l, struct variable variable) {
  const struct term_table *terms = l->program->terms;
  if (variable_is_none(variable) || l->slot_of[variable.id])
    return;
  enum variable_kind kind = program_variable(l->program, variable)->kind;
  struct term t = program_term(l->program, variable);
  if (kind == VARIABLE_ADDRESS ||
      (l->options->is_shared && kind == VARIABLE_GLOBAL) ||
      !sort_is_bits(term_sort(terms, t)) || term_width(terms, t) > 64)
    return;
  variable_vec_push(&l->slots, variable);
  l->slot_of[variable.id] = l->slots.count;
}

static void add_slots(struct leaving *l) {
  struct variable_vec named = {0};
  for (uint32_t i = 1; i < l->procedure->edges.count; i++) {
    const struct operation *op = &l->procedure->edges.at[i].op;
    variable_vec_clear(&named);
    program_variables_read(l->program, op, &named);
    operation_targets(op, &named);
    for (uint32_t k = 0; k < named.count; k++)
      add_slot(l, named.at[k]);
  }
  variable_vec_release(&named);
}

// Is the edge a test whose outcome is a failure, or something that we do not
// model?
static bool is_failing(const struct leaving *l, const struct edge *edge) {
  const struct location *next = procedure_location(l->procedure, edge->to);
  if (edge->op.kind != OPERATION_ASSUME)
    return false;
  if (edge->undefined != UNDEFINED_NONE)
    return true;
  if (next->out_count != 1)
    return false;
  const struct edge *only = &l->procedure->edges.at[next->first_out];
  return only->undefined != UNDEFINED_NONE ||
         only->op.kind == OPERATION_UNSUPPORTED;
}

static bool mark_apart(struct leaving *l, struct term t) {
  struct variable_vec variables = {0};
  bool is_new = false;
  program_variables_in(l->program, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++)
    if (l->slot_of[variables.at[i].id])
      is_new |= bitset_add(&l->apart, l->slot_of[variables.at[i].id] - 1);
  variable_vec_release(&variables);
  return is_new;
}

// What is copied to a variable, as it is.
static bool mark_copied(struct leaving *l, const struct operation *op) {
  bool is_new = false;
  if (op->kind != OPERATION_ASSIGN)
    return false;
  for (uint32_t i = 0; i < op->assign.count; i++) {
    uint32_t slot = l->slot_of[op->assign.bindings[i].target.id];
    struct term value = op->assign.bindings[i].value;
    if (slot && bitset_has(&l->apart, slot - 1) &&
        term_op(l->program->terms, value) == OP_VAR)
      is_new |= mark_apart(l, value);
  }
  return is_new;
}

// What is counted up has too many values to be told apart.
static void mark_computed(const struct leaving *l, const struct operation *op,
                          struct bitset *computed) {
  const struct term_table *terms = l->program->terms;
  for (uint32_t i = 0; op->kind == OPERATION_ASSIGN && i < op->assign.count;
       i++) {
    struct term value = op->assign.bindings[i].value;
    uint32_t slot = l->slot_of[op->assign.bindings[i].target.id];
    if (slot && !term_is_const(terms, value) && term_op(terms, value) != OP_VAR)
      bitset_add(computed, slot - 1);
  }
}

static void choose_apart(struct leaving *l) {
  struct bitset computed = {0};
  uint32_t count = l->procedure->edges.count;
  for (uint32_t i = 1; i < count; i++) {
    const struct edge *edge = &l->procedure->edges.at[i];
    if (is_failing(l, edge))
      mark_apart(l, edge->op.assume.condition);
    mark_computed(l, &edge->op, &computed);
  }
  bool is_new = true;
  while (is_new) {
    is_new = false;
    for (uint32_t i = 1; i < count; i++)
      is_new |= mark_copied(l, &l->procedure->edges.at[i].op);
  }
  bitset_subtract(&l->apart, &computed);
  bitset_release(&computed);
}

// Numbers in conditions, and what is next to them: where counting stops.

static int compare_landmarks(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void add_landmarks(struct leaving *l, struct term t) {
  const struct term_table *terms = l->program->terms;
  if (!term_is_const(terms, t) || !sort_is_bits(term_sort(terms, t)) ||
      term_width(terms, t) > 64)
    return;
  uint64_t value = (uint64_t)term_value(terms, t);
  landmark_vec_push(&l->landmarks, value);
  if (value)
    landmark_vec_push(&l->landmarks, value - 1);
  if (value < UINT64_MAX)
    landmark_vec_push(&l->landmarks, value + 1);
}

static void find_landmarks(struct leaving *l) {
  struct term_vec roots = {0}, parts = {0};
  for (uint32_t i = 1; i < l->procedure->edges.count; i++)
    if (l->procedure->edges.at[i].op.kind == OPERATION_ASSUME)
      term_vec_push(&roots, l->procedure->edges.at[i].op.assume.condition);
  term_collect(l->program->terms, roots.at, roots.count, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    add_landmarks(l, parts.at[i]);
  if (l->landmarks.count)
    qsort(l->landmarks.at, l->landmarks.count, sizeof *l->landmarks.at,
          compare_landmarks);
  term_vec_release(&roots);
  term_vec_release(&parts);
}

// Loops

static void mark_changed(struct leaving *l, uint32_t id, struct bitset *set) {
  const struct operation *op = &l->procedure->edges.at[id].op;
  struct variable_vec targets = {0};
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    if (!variable_is_none(targets.at[i]) && l->slot_of[targets.at[i].id])
      bitset_add(set, l->slot_of[targets.at[i].id] - 1);
  for (uint32_t i = 0; op->kind == OPERATION_CALL && i < l->slots.count; i++)
    bitset_add(set, i);
  variable_vec_release(&targets);
}

// All that the loop of the head does, going back from the edges that lead back
// there.
static void mark_loop(struct leaving *l, const struct flow_into *into,
                      uint32_t head) {
  const uint32_t *place = l->order.place;
  struct u32_vec pending = {0};
  struct bitset seen = {0};
  bitset_add(&seen, head);
  u32_vec_push(&pending, head);
  while (pending.count) {
    uint32_t at = u32_vec_pop(&pending);
    for (uint32_t i = into->first[at]; i < into->first[at + 1]; i++) {
      uint32_t from = l->procedure->edges.at[into->at[i]].from.id;
      if (!place[from] || place[from] < place[head])
        continue;
      mark_changed(l, into->at[i], &l->changed[head]);
      if (bitset_add(&seen, from))
        u32_vec_push(&pending, from);
    }
  }
  u32_vec_release(&pending);
  bitset_release(&seen);
}

static void find_changed(struct leaving *l) {
  struct flow_into into;
  flow_into_init(&into, l->procedure);
  BITSET_EACH (head, &l->order.heads)
    mark_loop(l, &into, head);
  flow_into_release(&into);
}

static bool want_before(void *context, uint32_t id, struct bitset *set) {
  struct leaving *l = context;
  const struct operation *op = &l->procedure->edges.at[id].op;
  struct variable_vec named = {0};
  operation_targets(op, &named);
  for (uint32_t i = 0; i < named.count; i++)
    if (!variable_is_none(named.at[i]) && l->slot_of[named.at[i].id])
      bitset_remove(set, l->slot_of[named.at[i].id] - 1);
  variable_vec_clear(&named);
  program_variables_read(l->program, op, &named);
  for (uint32_t i = 0; i < named.count; i++)
    if (l->slot_of[named.at[i].id])
      bitset_add(set, l->slot_of[named.at[i].id] - 1);
  variable_vec_release(&named);
  return true;
}

// Cases

static void forget(struct leaving *l, struct variable variable) {
  uint32_t slot = variable_is_none(variable) ? 0 : l->slot_of[variable.id];
  if (slot)
    l->now.at[slot - 1] = l->any[slot - 1];
}

static void load(struct leaving *l, const struct fact_vec *facts) {
  memcpy(l->now.at, l->any, l->slots.count * sizeof *l->any);
  for (uint32_t i = 0; i < facts->count; i++)
    l->now.at[facts->at[i].slot] = facts->at[i].range;
}

// Of what is read from the location on.
static void store(struct leaving *l, uint32_t location) {
  fact_vec_clear(&l->next);
  BITSET_EACH (slot, &l->live.at[location])
    if (!range_equal(l->now.at[slot], l->any[slot]))
      fact_vec_push(&l->next, (struct fact){slot, l->now.at[slot]});
}

static bool is_covered(const struct fact_vec *facts,
                       const struct fact_vec *by) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < by->count; i++) {
    while (k < facts->count && facts->at[k].slot < by->at[i].slot)
      k++;
    if (k == facts->count || facts->at[k].slot != by->at[i].slot ||
        !range_within(facts->at[k].range, by->at[i].range))
      return false;
  }
  return true;
}

// In how many variables they differ; and those that tell cases apart.
static void compare(const struct leaving *l, const struct fact_vec *a,
                    const struct fact_vec *b, uint32_t *all, uint32_t *apart) {
  uint32_t i = 0, k = 0;
  *all = *apart = 0;
  while (i < a->count || k < b->count) {
    uint32_t first = i < a->count ? a->at[i].slot : UINT32_MAX;
    uint32_t second = k < b->count ? b->at[k].slot : UINT32_MAX;
    uint32_t slot = first < second ? first : second;
    bool is_same =
        first == second && range_equal(a->at[i].range, b->at[k].range);
    *all += !is_same;
    *apart += !is_same && bitset_has(&l->apart, slot);
    i += first == slot;
    k += second == slot;
  }
}

// What bounds the range at that end, from here on.
static uint64_t landmark_below(const struct leaving *l, uint64_t low) {
  uint64_t found = 0;
  for (uint32_t i = 0; i < l->landmarks.count && l->landmarks.at[i] <= low; i++)
    found = l->landmarks.at[i];
  return found;
}

static uint64_t landmark_above(const struct leaving *l, uint64_t high,
                               uint64_t most) {
  for (uint32_t i = 0; i < l->landmarks.count; i++)
    if (l->landmarks.at[i] >= high)
      return l->landmarks.at[i] < most ? l->landmarks.at[i] : most;
  return most;
}

// A range that has grown once more: as far as something that the program
// compares with, or as far as it goes. What starts at a number and is counted
// up never gets below that.
static struct range grown(const struct leaving *l, struct range range,
                          struct range other, struct range any, bool is_last) {
  if (other.low < range.low)
    range.low = is_last ? any.low : landmark_below(l, other.low);
  if (other.high > range.high)
    range.high = is_last ? any.high : landmark_above(l, other.high, any.high);
  return range;
}

// Does the variable grow by the loop of the head, as far as can be seen?
static bool may_grow(const struct leaving *l, const struct known_case *into,
                     uint32_t location, uint32_t slot) {
  return bitset_has(&l->order.heads, location) &&
         (into->joined >= MOST_ROUNDS ||
          (into->joined >= ROUNDS && bitset_has(&l->changed[location], slot)));
}

// What holds in both.
static void join(const struct leaving *l, uint32_t location,
                 struct known_case *into, const struct fact_vec *with) {
  uint32_t kept = 0, k = 0;
  bool is_last = into->joined >= MOST_ROUNDS;
  for (uint32_t i = 0; i < into->facts.count; i++) {
    struct fact fact = into->facts.at[i];
    while (k < with->count && with->at[k].slot < fact.slot)
      k++;
    if (k == with->count || with->at[k].slot != fact.slot)
      continue;
    struct range other = with->at[k].range, any = l->any[fact.slot];
    if (may_grow(l, into, location, fact.slot))
      fact.range = grown(l, fact.range, other, any, is_last);
    if (other.low < fact.range.low)
      fact.range.low = other.low;
    if (other.high > fact.range.high)
      fact.range.high = other.high;
    if (!range_equal(fact.range, any))
      into->facts.at[kept++] = fact;
  }
  into->facts.count = kept;
  into->joined++;
  into->is_new = true;
}

static void add_case(struct case_vec *cases, const struct fact_vec *facts) {
  struct known_case added = {.is_new = true};
  fact_vec_append(&added.facts, facts->at, facts->count);
  case_vec_push(cases, added);
}

// The case that what is in `next` is put to: one that differs in nothing that
// tells cases apart, or the nearest one if there are many. Null: none.
static struct known_case *partner(struct leaving *l, struct case_vec *cases) {
  struct known_case *found = NULL;
  uint32_t best = UINT32_MAX;
  for (uint32_t i = 0; i < cases->count; i++) {
    uint32_t all, apart;
    compare(l, &cases->at[i].facts, &l->next, &all, &apart);
    if (!apart)
      return &cases->at[i];
    if (cases->count >= MOST_CASES && apart * 1000 + all < best) {
      best = apart * 1000 + all;
      found = &cases->at[i];
    }
  }
  return found;
}

static void arrive(struct leaving *l, uint32_t location) {
  struct case_vec *cases = &l->at[location];
  store(l, location);
  for (uint32_t i = 0; i < cases->count; i++)
    if (is_covered(&l->next, &cases->at[i].facts))
      return;
  struct known_case *with = partner(l, cases);
  if (with)
    join(l, location, with, &l->next);
  else
    add_case(cases, &l->next);
  bitset_add(&l->pending, l->order.place[location]);
}

// Edges

static void assign(struct leaving *l, const struct operation *op) {
  enum { FEW = 16 };
  struct range few[FEW], *values = few;
  if (op->assign.count > FEW)
    values = memory_new_zero(op->assign.count, sizeof *values);
  for (uint32_t i = 0; i < op->assign.count; i++)
    if (l->slot_of[op->assign.bindings[i].target.id])
      values[i] = ranges_of(&l->now, op->assign.bindings[i].value);
  for (uint32_t i = 0; i < op->assign.count; i++) {
    uint32_t slot = l->slot_of[op->assign.bindings[i].target.id];
    if (slot)
      l->now.at[slot - 1] = values[i];
  }
  if (values != few)
    free(values);
}

static void call(struct leaving *l, const struct operation *op) {
  const struct bitset *memory = l->options->memory;
  for (uint32_t i = 0; i < l->slots.count; i++) {
    struct variable variable = l->slots.at[i];
    bool is_own = memory && bitset_has(memory, variable.id);
    if (!is_own && call_can_write(l->program, op, variable))
      forget(l, variable);
  }
}

static bool test(struct leaving *l, uint32_t id, struct term condition) {
  enum truth truth = ranges_decide(&l->now, condition);
  if (truth != TRUTH_YES)
    bitset_add(&l->open, id);
  return truth == TRUTH_YES ||
         (truth == TRUTH_OPEN && ranges_learn(&l->now, condition, true));
}

// From what is known before the edge, in `now`, to what is known after it.
// False when it is not taken.
static bool step(struct leaving *l, uint32_t id) {
  const struct operation *op = &l->procedure->edges.at[id].op;
  struct variable_vec targets = {0};
  switch (op->kind) {
  case OPERATION_ASSIGN: assign(l, op); return true;
  case OPERATION_ASSUME: return test(l, id, op->assume.condition);
  case OPERATION_CALL: call(l, op); break;
  default: break;
  }
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    forget(l, targets.at[i]);
  variable_vec_release(&targets);
  return true;
}

// Large conditions take longer than the rest.
static uint32_t effort(const struct leaving *l, uint32_t id) {
  enum { SMALL = 100 };
  const struct operation *op = &l->procedure->edges.at[id].op;
  return op->kind == OPERATION_ASSUME
             ? 1 + (uint32_t)(term_tree_size(l->program->terms,
                                             op->assume.condition) /
                              SMALL)
             : 1;
}

static void leave_by(struct leaving *l, const struct fact_vec *facts,
                     uint32_t id) {
  l->visits += effort(l, id);
  load(l, facts);
  if (!step(l, id))
    return;
  bitset_add(&l->taken, id);
  arrive(l, l->procedure->edges.at[id].to.id);
}

static void leave(struct leaving *l, uint32_t location) {
  const struct location *from =
      procedure_location(l->procedure, (struct location_id){location});
  struct fact_vec facts = {0};
  for (uint32_t i = 0; i < l->at[location].count; i++) {
    if (!l->at[location].at[i].is_new)
      continue;
    l->at[location].at[i].is_new = false;
    fact_vec_clear(&facts); // an edge may lead back here
    fact_vec_append(&facts, l->at[location].at[i].facts.at,
                    l->at[location].at[i].facts.count);
    for (uint32_t k = 0; k < from->out_count; k++)
      leave_by(l, &facts, from->first_out + k);
  }
  fact_vec_release(&facts);
}

static struct range initial_range(const struct leaving *l, uint32_t slot) {
  const struct term_table *terms = l->program->terms;
  const struct variable_info *info =
      program_variable(l->program, l->slots.at[slot]);
  struct range any = l->any[slot];
  if (!l->options->starts_program || info->kind != VARIABLE_GLOBAL)
    return any;
  if (term_is_none(info->initial))
    return (struct range){0, 0};
  if (!term_is_const(terms, info->initial))
    return any;
  uint64_t value = (uint64_t)term_value(terms, info->initial);
  return (struct range){value, value};
}

// False when it takes too long.
static bool solve(struct leaving *l) {
  for (uint32_t i = 0; i < l->slots.count; i++)
    l->now.at[i] = initial_range(l, i);
  arrive(l, l->procedure->entry.id);
  for (uint32_t place = bitset_next(&l->pending, 0); place != UINT32_MAX;
       place = bitset_next(&l->pending, 0)) {
    if (l->visits > MOST_VISITS)
      return false;
    bitset_remove(&l->pending, place);
    leave(l, l->order.locations[place]);
  }
  return true;
}

// Writing it down

static bool is_certain(const struct leaving *l, uint32_t id) {
  return l->procedure->edges.at[id].op.kind == OPERATION_ASSUME &&
         !bitset_has(&l->open, id);
}

static void rewrite(struct leaving *l) {
  struct edge_vec old = l->procedure->edges;
  l->procedure->edges = (struct edge_vec){0};
  l->procedure->is_sealed = false;
  edge_vec_resize(&l->procedure->edges, 1);
  for (uint32_t i = 1; i < old.count; i++) {
    struct edge edge = old.at[i];
    if (!bitset_has(&l->taken, i))
      continue;
    if (edge.op.kind == OPERATION_ASSUME)
      edge.op.assume.condition =
          bitset_has(&l->open, i)
              ? ranges_shorten(l->program, edge.op.assume.condition)
              : term_true(l->program->terms);
    edge.origin = i;
    procedure_add_edge(l->procedure, edge);
  }
  edge_vec_release(&old);
  procedure_seal(l->procedure);
  pass_made(l->program, l->procedure, "cases");
}

static bool is_worthwhile(const struct leaving *l) {
  for (uint32_t i = 1; i < l->procedure->edges.count; i++)
    if (!bitset_has(&l->taken, i) ||
        (is_certain(l, i) &&
         !term_is_true(l->program->terms,
                       l->procedure->edges.at[i].op.assume.condition)))
      return true;
  return false;
}

static void release(struct leaving *l, uint32_t locations) {
  for (uint32_t i = 0; i < locations; i++) {
    for (uint32_t k = 0; k < l->at[i].count; k++)
      fact_vec_release(&l->at[i].at[k].facts);
    case_vec_release(&l->at[i]);
    bitset_release(&l->changed[i]);
  }
  flow_sets_release(&l->live);
  flow_order_release(&l->order);
  variable_vec_release(&l->slots);
  fact_vec_release(&l->next);
  landmark_vec_release(&l->landmarks);
  bitset_release(&l->apart);
  bitset_release(&l->pending);
  bitset_release(&l->taken);
  bitset_release(&l->open);
  free(l->now.at);
  free(l->any);
  free(l->slot_of);
  free(l->at);
  free(l->changed);
}

bool program_leave_out(struct program *program, struct procedure *procedure,
                       const struct propagate_options *options) {
  uint32_t locations = procedure->locations.count;
  struct leaving l = {
      .program = program,
      .procedure = procedure,
      .options = options,
      .slot_of = memory_new_zero(program->variables.count, sizeof(uint32_t)),
      .changed = memory_new_zero(locations, sizeof *l.changed),
      .at = memory_new_zero(locations, sizeof *l.at)};
  add_slots(&l);
  choose_apart(&l);
  find_landmarks(&l);
  l.live = flow_solve_back(procedure, want_before, &l);
  flow_order_init(&l.order, procedure, NULL, NULL);
  find_changed(&l);
  l.now = (struct ranges){
      .program = program,
      .slot_of = l.slot_of,
      .at = memory_new_zero(l.slots.count + 1, sizeof *l.now.at)};
  l.any = memory_new_zero(l.slots.count + 1, sizeof *l.any);
  for (uint32_t i = 0; i < l.slots.count; i++)
    l.any[i] = range_any(
        term_width(program->terms, program_term(program, l.slots.at[i])));
  bool is_done = solve(&l) && is_worthwhile(&l);
  if (is_done)
    rewrite(&l);
  release(&l, locations);
  return is_done;
}
