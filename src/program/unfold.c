#include "program/unfold.h"

#include "base/bitset.h"
#include "base/map.h"
#include "program/flow.h"
#include "program/pass.h"
#include "program/rewrite.h"
#include "term/substitute.h"
#include "term/variables.h"

enum { MOST_TRIES = 20 };

// A variable that is tracked: a counter, or a constant that one is compared
// with.
struct counter {
  struct variable variable;
  struct term only; // the one value of a constant
  bool is_written;  // at all
  bool has_step;    // v = v + c
  bool has_values;  // constants of different values
  bool is_out;      // written in another way
  bool is_accepted; // worth it
  uint64_t size;    // copies of locations that it alone would make; of a state:
                    // constants that are written
};

// A state that is written with what another one is.
struct state_copy {
  uint32_t to, from; // counters
};

VEC_DEFINE(state_copy_vec, struct state_copy);

// A location for particular values, one by counter; none: not known.
struct copy {
  uint32_t location;
  struct location_id made;
  struct term *values;
};

NUMBER_MAP_DEFINE(visit_map, uint64_t, char);
VEC_DEFINE(visit_vec, uint64_t);
VEC_DEFINE(copy_vec, struct copy);
VEC_DEFINE(counter_vec, struct counter);

struct unfolding {
  struct program *program;
  struct term_table *terms;
  const struct procedure *from;
  bool is_of_states;
  struct state_copy_vec state_copies;
  struct counter_vec counters;
  uint32_t *counter_of;  // by variable: index + 1
  struct flow_sets live; // by location: counters that are read later
  struct arena arena;    // values of copies
  struct copy_vec copies;
  struct u32_vec *by_location; // copies
  struct substitution *known;  // values of the copy that is left
  struct procedure made;       // takes the place of `from`
};

static bool is_closed(const struct unfolding *u, struct term t) {
  if (term_is_const(u->terms, t))
    return true;
  if (term_op(u->terms, t) == OP_ADD && term_arity(u->terms, t) == 2 &&
      term_is_const(u->terms, term_operand(u->terms, t, 1)))
    t = term_operand(u->terms, t, 0);
  if (term_op(u->terms, t) != OP_VAR)
    return false;
  struct variable variable = program_variable_of(u->program, t);
  return !variable_is_none(variable) &&
         program_variable(u->program, variable)->kind == VARIABLE_ADDRESS;
}

static bool is_step(const struct unfolding *u, struct variable variable,
                    struct term value) {
  return term_op(u->terms, value) == OP_ADD &&
         term_arity(u->terms, value) == 2 &&
         term_is_const(u->terms, term_operand(u->terms, value, 1)) &&
         term_equal(term_operand(u->terms, value, 0),
                    program_term(u->program, variable));
}

static struct counter *counter_at(const struct unfolding *u,
                                  struct variable variable) {
  uint32_t index = u->counter_of[variable.id];
  return index ? &u->counters.at[index - 1] : NULL;
}

// Which variables are counters

static bool take_constant(struct counter *counter, struct term value) {
  bool is_new = term_is_none(counter->only) ||
                (!counter->has_values && !term_equal(counter->only, value));
  counter->has_values |=
      !term_is_none(counter->only) && !term_equal(counter->only, value);
  counter->only = value;
  return is_new;
}

static bool note_copy(struct unfolding *u, struct binding binding) {
  if (term_op(u->terms, binding.value) != OP_VAR)
    return false;
  struct variable from = program_variable_of(u->program, binding.value);
  if (variable_is_none(from) || !counter_at(u, from))
    return false;
  state_copy_vec_push(&u->state_copies,
                      (struct state_copy){u->counter_of[binding.target.id] - 1,
                                          u->counter_of[from.id] - 1});
  return true;
}

static void note_binding(struct unfolding *u, struct binding binding) {
  struct counter *counter = counter_at(u, binding.target);
  if (!counter)
    return;
  counter->is_written = true;
  if (is_step(u, binding.target, binding.value)) {
    counter->has_step = true;
  } else if (is_closed(u, binding.value)) {
    take_constant(counter, binding.value);
    counter->size++;
  } else if (!u->is_of_states || !note_copy(u, binding)) {
    counter->is_out = true;
  }
}

static void note_writes(struct unfolding *u, const struct operation *op) {
  struct variable_vec targets = {0};
  bool is_harmless =
      op->kind == OPERATION_HAVOC && op->havoc.origin == ORIGIN_UNINITIALISED;
  if (op->kind == OPERATION_ASSIGN) {
    for (uint32_t i = 0; i < op->assign.count; i++)
      note_binding(u, op->assign.bindings[i]);
    return;
  }
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count && !is_harmless; i++) {
    struct counter *counter = counter_at(u, targets.at[i]);
    if (counter)
      counter->is_out = true;
  }
  variable_vec_release(&targets);
  for (uint32_t i = 0; i < u->counters.count && op->kind == OPERATION_CALL; i++)
    u->counters.at[i].is_out |=
        call_can_write(u->program, op, u->counters.at[i].variable);
}

static void list_variable(struct unfolding *u, struct variable variable) {
  if (!sort_is_bits(term_sort(u->terms, program_term(u->program, variable))))
    return;
  counter_vec_push(&u->counters, (struct counter){.variable = variable});
  u->counter_of[variable.id] = u->counters.count;
}

// What a global begins with is not looked at: it is not known until it is
// written.
static void list_globals(struct unfolding *u) {
  for (uint32_t i = 1; i < u->program->variables.count; i++)
    if (program_variable(u->program, (struct variable){i})->kind ==
        VARIABLE_GLOBAL)
      list_variable(u, (struct variable){i});
}

static void list_variables(struct unfolding *u) {
  const struct procedure *owner = program_procedure(u->program, u->from->frame);
  for (uint32_t i = 0; i < owner->variables.count; i++)
    list_variable(u, owner->variables.at[i]);
  if (u->is_of_states)
    list_globals(u);
  for (uint32_t i = 0; i < u->from->parameters.count; i++)
    if (counter_at(u, u->from->parameters.at[i]))
      counter_at(u, u->from->parameters.at[i])->is_out = true;
  for (uint32_t i = 1; i < u->from->edges.count; i++)
    note_writes(u, &u->from->edges.at[i].op);
}

static bool is_wanted(const struct unfolding *u,
                      const struct counter *counter) {
  bool is_constant = !counter->has_step && !counter->has_values;
  if (counter->is_out || !counter->is_written || term_is_none(counter->only))
    return false;
  return u->is_of_states ? counter->is_accepted
                         : counter->has_step || is_constant;
}

// Keeps the counters, and constants: variables of one value.
static void drop_others(struct unfolding *u) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < u->counters.count; i++) {
    struct counter counter = u->counters.at[i];
    u->counter_of[counter.variable.id] = 0;
    if (!is_wanted(u, &counter) || kept == UNFOLD_COUNTERS)
      continue;
    u->counters.at[kept++] = counter;
    u->counter_of[counter.variable.id] = kept;
  }
  u->counters.count = kept;
}

static void list_read(const struct unfolding *u, const struct operation *op,
                      struct u32_vec *into) {
  struct variable_vec read = {0};
  program_variables_read(u->program, op, &read);
  for (uint32_t i = 0; i < read.count; i++)
    if (u->counter_of[read.at[i].id])
      u32_vec_push(into, u->counter_of[read.at[i].id] - 1);
  variable_vec_release(&read);
}

static bool read_before(void *context, uint32_t edge, struct bitset *live) {
  const struct unfolding *u = context;
  const struct operation *op = &u->from->edges.at[edge].op;
  struct variable_vec targets = {0};
  struct u32_vec read = {0};
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    if (u->counter_of[targets.at[i].id])
      bitset_remove(live, u->counter_of[targets.at[i].id] - 1);
  list_read(u, op, &read);
  for (uint32_t i = 0; i < read.count; i++)
    bitset_add(live, read.at[i]);
  variable_vec_release(&targets);
  u32_vec_release(&read);
  return true;
}

static void find_live(struct unfolding *u) {
  flow_sets_release(&u->live);
  u->live = flow_solve_back(u->from, read_before, u);
}

// Is it worth it?

static bool is_pointer(const struct unfolding *u, struct term t) {
  if (term_op(u->terms, t) != OP_VAR)
    return false;
  struct variable variable = program_variable_of(u->program, t);
  if (variable_is_none(variable))
    return false;
  const struct variable_info *info = program_variable(u->program, variable);
  return info->kind == VARIABLE_ADDRESS ||
         ctype_bare(u->program->types, info->type)->kind == CTYPE_POINTER;
}

// Does the term add something of the counter to a pointer?
static bool indexes(const struct unfolding *u, struct term t,
                    struct term counter) {
  struct term_vec parts = {0};
  bool found = false;
  term_collect(u->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && !found; i++) {
    bool has_pointer = false, has_counter = false;
    if (term_op(u->terms, parts.at[i]) != OP_ADD)
      continue;
    for (uint32_t k = 0; k < term_arity(u->terms, parts.at[i]); k++) {
      struct term summand = term_operand(u->terms, parts.at[i], k);
      has_pointer |= is_pointer(u, summand);
      has_counter |= term_mentions(u->terms, summand, counter);
    }
    found = has_pointer && has_counter;
  }
  term_vec_release(&parts);
  return found;
}

// An edge inside the loop that gains from knowing the counter.
static bool gains(const struct unfolding *u, const struct operation *op,
                  struct term counter) {
  struct term_vec terms = {0};
  bool found =
      op->kind == OPERATION_ALLOCATE ||
      (op->kind == OPERATION_THREAD && op->thread.action == THREAD_CREATE);
  operation_terms(op, &terms);
  for (uint32_t i = 0; i < terms.count && !found; i++)
    found = indexes(u, terms.at[i], counter);
  term_vec_release(&terms);
  return found;
}

// The values of one counter, on its own

struct exploration {
  struct unfolding *u;
  struct counter *counter;
  struct term term;
  struct visit_map seen; // location and value
  struct visit_vec pending;
  struct visit_map values;
  bool gains;
};

static void visit(struct exploration *e, uint32_t location, struct term value) {
  uint64_t key = (uint64_t)location << 32 | value.id;
  uint32_t index = (uint32_t)(e->counter - e->u->counters.at);
  if (!bitset_has(&e->u->live.at[location], index) ||
      visit_map_find(&e->seen, key))
    return;
  visit_map_put(&e->seen, key, 1);
  visit_map_put(&e->values, value.id, 1);
  visit_vec_push(&e->pending, key);
}

// Constants are taken to be known: this is only about what is worth it.
static struct substitution *assume_value(const struct exploration *e,
                                         struct term value) {
  const struct unfolding *u = e->u;
  struct substitution *known = substitution_new(u->terms);
  for (uint32_t i = 0; i < u->counters.count; i++)
    if (!u->counters.at[i].has_step)
      substitution_set(known,
                       program_term(u->program, u->counters.at[i].variable),
                       u->counters.at[i].only);
  substitution_set(known, e->term, value);
  return known;
}

// What the edge makes of the value; none when it is not known or the edge is
// not taken.
static struct term value_after(const struct unfolding *u,
                               const struct operation *op,
                               struct variable variable, struct term value,
                               struct substitution *known) {
  struct variable_vec targets = {0};
  if (op->kind == OPERATION_ASSIGN) {
    for (uint32_t i = 0; i < op->assign.count; i++)
      if (variable_equal(op->assign.bindings[i].target, variable))
        value = substitution_apply(known, op->assign.bindings[i].value);
    bool is_known = !term_is_none(value) && is_closed(u, value);
    return is_known ? value : (struct term){0};
  }
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    if (variable_equal(targets.at[i], variable))
      value = (struct term){0};
  variable_vec_release(&targets);
  return value;
}

static bool is_dead(const struct unfolding *u, const struct operation *op,
                    struct substitution *known) {
  return op->kind == OPERATION_ASSUME &&
         term_is_false(u->terms,
                       substitution_apply(known, op->assume.condition));
}

static void explore_edge(struct exploration *e, const struct edge *edge,
                         struct term value, struct substitution *known) {
  struct unfolding *u = e->u;
  if (is_dead(u, &edge->op, known))
    return;
  e->gains = e->gains || gains(u, &edge->op, e->term);
  struct term after =
      value_after(u, &edge->op, e->counter->variable, value, known);
  if (!term_is_none(after))
    visit(e, edge->to.id, after);
}

static void start_exploration(struct exploration *e) {
  const struct unfolding *u = e->u;
  for (uint32_t i = 1; i < u->from->edges.count; i++) {
    const struct edge *edge = &u->from->edges.at[i];
    const struct operation *op = &edge->op;
    for (uint32_t k = 0; op->kind == OPERATION_ASSIGN && k < op->assign.count;
         k++)
      if (variable_equal(op->assign.bindings[k].target, e->counter->variable) &&
          is_closed(u, op->assign.bindings[k].value))
        visit(e, edge->to.id, op->assign.bindings[k].value);
  }
}

// Substitutions are kept by value: locations come in the order of the values.
static void explore(struct unfolding *u, struct counter *counter) {
  struct exploration e = {.u = u,
                          .counter = counter,
                          .term = program_term(u->program, counter->variable)};
  struct substitution *known = NULL;
  struct term last = {0};
  start_exploration(&e);
  while (e.pending.count && e.values.count <= UNFOLD_VALUES + 1) {
    uint64_t key = visit_vec_pop(&e.pending);
    const struct location *at = &u->from->locations.at[key >> 32];
    struct term value = {(uint32_t)key};
    if (!known || !term_equal(value, last)) {
      if (known)
        substitution_free(known);
      known = assume_value(&e, value);
      last = value;
    }
    for (uint32_t i = 0; i < at->out_count; i++)
      explore_edge(&e, &u->from->edges.at[at->first_out + i], value, known);
  }
  counter->size = e.seen.count;
  counter->is_accepted = e.gains && e.values.count <= UNFOLD_VALUES + 1;
  if (known)
    substitution_free(known);
  visit_map_release(&e.seen);
  visit_map_release(&e.values);
  visit_vec_release(&e.pending);
}

// A constant is accepted if it is compared with a counter that is.
static void accept_constants(struct unfolding *u) {
  struct u32_vec read = {0};
  for (uint32_t i = 1; i < u->from->edges.count; i++) {
    if (u->from->edges.at[i].op.kind != OPERATION_ASSUME)
      continue;
    bool has_counter = false;
    u32_vec_clear(&read);
    list_read(u, &u->from->edges.at[i].op, &read);
    for (uint32_t k = 0; k < read.count; k++)
      has_counter |= u->counters.at[read.at[k]].has_step &&
                     u->counters.at[read.at[k]].is_accepted;
    for (uint32_t k = 0; has_counter && k < read.count; k++)
      if (!u->counters.at[read.at[k]].has_step)
        u->counters.at[read.at[k]].is_accepted = true;
  }
  u32_vec_release(&read);
}

static void keep_accepted(struct unfolding *u) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < u->counters.count; i++) {
    struct counter counter = u->counters.at[i];
    u->counter_of[counter.variable.id] = 0;
    if (!counter.is_accepted)
      continue;
    u->counters.at[kept++] = counter;
    u->counter_of[counter.variable.id] = kept;
  }
  u->counters.count = kept;
  find_live(u);
}

// The counter that makes most of the copies stays as it is.
static void give_up_largest(struct unfolding *u) {
  struct counter *largest = NULL;
  for (uint32_t i = 0; i < u->counters.count; i++)
    if (u->counters.at[i].has_step &&
        (!largest || u->counters.at[i].size > largest->size))
      largest = &u->counters.at[i];
  largest->is_accepted = false;
  keep_accepted(u);
}

// Which of them is it that says least?
static void give_up_state(struct unfolding *u) {
  struct counter *least = &u->counters.at[0];
  for (uint32_t i = 0; i < u->counters.count; i++)
    if (u->counters.at[i].size < least->size)
      least = &u->counters.at[i];
  least->is_accepted = false;
  keep_accepted(u);
}

static uint32_t count_counters(const struct unfolding *u) {
  uint32_t count = 0;
  if (u->is_of_states)
    return u->counters.count;
  for (uint32_t i = 0; i < u->counters.count; i++)
    count += u->counters.at[i].has_step;
  return count;
}

// Copies

// What is not live is not told apart.
static uint32_t find_copy(struct unfolding *u, uint32_t location,
                          struct term *values) {
  size_t bytes = u->counters.count * sizeof *values;
  for (uint32_t i = 0; i < u->counters.count; i++)
    if (!bitset_has(&u->live.at[location], i))
      values[i] = (struct term){0};
  struct u32_vec *known = &u->by_location[location];
  for (uint32_t i = 0; i < known->count; i++)
    if (!memcmp(u->copies.at[known->at[i]].values, values, bytes))
      return known->at[i];
  struct copy copy = {.location = location,
                      .values = arena_copy(&u->arena, values, bytes)};
  const struct location *original = &u->from->locations.at[location];
  copy.made = procedure_add_location(&u->made, original->position);
  procedure_location(&u->made, copy.made)->label = original->label;
  uint32_t index = copy_vec_push(&u->copies, copy);
  u32_vec_push(known, index);
  return index;
}

static struct term know(void *context, struct term t) {
  const struct unfolding *u = context;
  return substitution_apply(u->known, t);
}

static void copy_edge(struct unfolding *u, const struct copy *at, uint32_t id,
                      struct term *values) {
  const struct rewriter rewriter = {u, NULL, know};
  struct edge edge = u->from->edges.at[id];
  if (is_dead(u, &edge.op, u->known))
    return;
  for (uint32_t i = 0; i < u->counters.count; i++)
    values[i] = value_after(u, &edge.op, u->counters.at[i].variable,
                            at->values[i], u->known);
  struct location_id from = at->made;
  uint32_t to = find_copy(u, edge.to.id, values);
  edge.from = from;
  edge.to = u->copies.at[to].made;
  edge.origin = id;
  edge.op = operation_rewrite(u->program, &edge.op, &rewriter);
  procedure_add_edge(&u->made, edge);
}

static void leave_copy(struct unfolding *u, uint32_t index,
                       struct term *values) {
  struct copy at = u->copies.at[index];
  const struct location *location = &u->from->locations.at[at.location];
  u->known = substitution_new(u->terms);
  for (uint32_t i = 0; i < u->counters.count; i++)
    if (!term_is_none(at.values[i]))
      substitution_set(u->known,
                       program_term(u->program, u->counters.at[i].variable),
                       at.values[i]);
  for (uint32_t i = 0; i < location->out_count; i++)
    copy_edge(u, &at, location->first_out + i, values);
  substitution_free(u->known);
}

static struct location_id
copy_of(struct unfolding *u, struct location_id location, struct term *values) {
  memset(values, 0, u->counters.count * sizeof *values);
  uint32_t index = find_copy(u, location.id, values);
  return u->copies.at[index].made;
}

static void clear_copies(struct unfolding *u) {
  location_vec_release(&u->made.locations);
  edge_vec_release(&u->made.edges);
  for (uint32_t i = 0; i < u->from->locations.count; i++)
    u32_vec_clear(&u->by_location[i]);
  copy_vec_clear(&u->copies);
  arena_clear(&u->arena);
}

// False when it gets too large.
static bool build(struct unfolding *u) {
  uint64_t limit = (uint64_t)UNFOLD_GROWTH * u->from->edges.count;
  if (limit < u->from->edges.count + UNFOLD_EDGES)
    limit = u->from->edges.count + UNFOLD_EDGES;
  u->made = *u->from;
  u->made.locations = (struct location_vec){0};
  u->made.edges = (struct edge_vec){0};
  u->made.is_sealed = false;
  location_vec_resize(&u->made.locations, 1);
  edge_vec_resize(&u->made.edges, 1);
  struct term *values = memory_new_zero(u->counters.count, sizeof *values);
  u->made.entry = copy_of(u, u->from->entry, values);
  u->made.exit = copy_of(u, u->from->exit, values);
  u->made.undefined = copy_of(u, u->from->undefined, values);
  for (uint32_t i = 0; i < u->copies.count && u->made.edges.count <= limit; i++)
    leave_copy(u, i, values);
  free(values);
  if (u->made.edges.count <= limit)
    return true;
  clear_copies(u);
  return false;
}

static void replace(struct unfolding *u, struct inline_result *inlined) {
  struct procedure *old = inlined->procedure;
  struct provenance provenance;
  procedure_seal(&u->made);
  provenance_read(&provenance, &u->made, NULL);
  inline_follow(inlined, &provenance);
  provenance_release(&provenance);
  location_vec_release(&old->locations);
  edge_vec_release(&old->edges);
  *old = u->made;
  pass_made(u->program, old, "unfold");
}

static void release(struct unfolding *u, uint32_t locations) {
  for (uint32_t i = 0; i < locations; i++)
    u32_vec_release(&u->by_location[i]);
  flow_sets_release(&u->live);
  free(u->by_location);
  free(u->counter_of);
  state_copy_vec_release(&u->state_copies);
  counter_vec_release(&u->counters);
  copy_vec_release(&u->copies);
  arena_release(&u->arena);
}

// States

// Copies of what is not one are none; of states they take what those take.
static void spread_copies(struct unfolding *u) {
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (uint32_t i = 0; i < u->state_copies.count; i++) {
      const struct counter *from = &u->counters.at[u->state_copies.at[i].from];
      struct counter *to = &u->counters.at[u->state_copies.at[i].to];
      if (!to->is_out && (from->is_out || from->has_step)) {
        to->is_out = is_new = true;
      } else if (!term_is_none(from->only)) {
        is_new |= take_constant(to, from->only);
        is_new |= from->has_values && !to->has_values;
        to->has_values |= from->has_values;
      }
    }
  }
}

// States that branches look at, and those that these are copied from.
static void accept_states(struct unfolding *u) {
  struct u32_vec read = {0};
  for (uint32_t i = 1; i < u->from->edges.count; i++)
    if (u->from->edges.at[i].op.kind == OPERATION_ASSUME)
      list_read(u, &u->from->edges.at[i].op, &read);
  for (uint32_t i = 0; i < read.count; i++)
    u->counters.at[read.at[i]].is_accepted |=
        u->counters.at[read.at[i]].has_values &&
        !u->counters.at[read.at[i]].has_step;
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (uint32_t i = 0; i < u->state_copies.count; i++) {
      struct counter *from = &u->counters.at[u->state_copies.at[i].from];
      if (u->counters.at[u->state_copies.at[i].to].is_accepted &&
          !from->is_accepted)
        from->is_accepted = is_new = true;
    }
  }
  u32_vec_release(&read);
}

static void choose_states(struct unfolding *u) {
  list_variables(u);
  spread_copies(u);
  accept_states(u);
  drop_others(u);
  find_live(u);
}

static void choose(struct unfolding *u) {
  list_variables(u);
  drop_others(u);
  find_live(u);
  for (uint32_t i = 0; i < u->counters.count; i++)
    if (u->counters.at[i].has_step)
      explore(u, &u->counters.at[i]);
  accept_constants(u);
  keep_accepted(u);
}

static uint32_t unfold(struct program *program, struct inline_result *inlined,
                       bool is_of_states) {
  struct unfolding u = {.program = program,
                        .terms = program->terms,
                        .from = inlined->procedure,
                        .is_of_states = is_of_states};
  uint32_t locations = u.from->locations.count;
  arena_init(&u.arena);
  u.counter_of = memory_new_zero(program->variables.count, sizeof(uint32_t));
  u.by_location = memory_new_zero(locations, sizeof *u.by_location);
  if (is_of_states)
    choose_states(&u);
  else
    choose(&u);
  bool is_built = false;
  uint32_t count = count_counters(&u);
  for (uint32_t i = 0; count && !is_built && i < MOST_TRIES; i++) {
    is_built = build(&u);
    if (!is_built && is_of_states)
      give_up_state(&u);
    else if (!is_built)
      give_up_largest(&u);
    count = count_counters(&u);
  }
  if (is_built)
    replace(&u, inlined);
  release(&u, locations);
  return is_built ? count : 0;
}

uint32_t program_unfold(struct program *program,
                        struct inline_result *inlined) {
  return unfold(program, inlined, false);
}

uint32_t program_unfold_states(struct program *program,
                               struct inline_result *inlined) {
  return unfold(program, inlined, true);
}
