#include "memory/known.h"

#include "base/map.h"
#include "base/memory.h"
#include "library/routine.h"
#include "program/access.h"
#include "term/substitute.h"

enum value_kind {
  VALUE_ANY,
  VALUE_CONSTANT,
  VALUE_NUMBER, // no address
  VALUE_PLACE   // this place, or no address
};

struct value {
  enum value_kind kind;
  struct term constant;
  struct place place; // exact
};

// A variable, or bytes of a block.
struct slot {
  uint32_t key; // a variable's number, or CELL + a cell's
  struct value value;
};

enum { CELL = 0x80000000u, MOST_SLOTS = 4000000, MOST_PLACES = 8 };

struct tracked_cell {
  struct place at; // exact
  uint64_t size;
};

struct known_store {
  uint32_t edge;
  struct place at;
};

VEC_DEFINE(known_store_vec, struct known_store);
VEC_DEFINE(slot_vec, struct slot);
VEC_DEFINE(tracked_cell_vec, struct tracked_cell);

struct known {
  struct program *program;
  struct term_table *terms;
  const struct procedure *procedure;
  const struct inline_result *inlined;
  struct targets *targets;
  struct bitset relevant;         // variables
  struct bitset loads;            // edges whose loaded value matters
  struct known_store_vec *stores; // by block
  struct slot_vec *states; // by location: what is known, ascending by key
  struct bitset reached;   // locations
  struct tracked_cell_vec cells;
  struct slot_vec now;            // the state of the edge at hand
  struct substitution *constants; // of that
  uint64_t slots;                 // in all states
  bool is_given_up;
};

static const struct value nothing = {0};

// Values

static bool value_equal(struct value a, struct value b) {
  if (a.kind != b.kind)
    return false;
  if (a.kind == VALUE_CONSTANT)
    return term_equal(a.constant, b.constant);
  return a.kind != VALUE_PLACE ||
         (a.place.object == b.place.object && a.place.offset == b.place.offset);
}

// A constant that is used as an address is one, of a device perhaps.
static bool is_wild(const struct known *k, struct value value) {
  return value.kind == VALUE_CONSTANT &&
         sort_is_bits(term_sort(k->terms, value.constant)) &&
         term_is_const(k->terms, value.constant) &&
         access_is_number(k->terms, value.constant);
}

static struct value value_join(const struct known *k, struct value a,
                               struct value b) {
  if (value_equal(a, b))
    return a;
  if (is_wild(k, a) || is_wild(k, b))
    return nothing;
  if (a.kind == VALUE_ANY || b.kind == VALUE_ANY)
    return nothing;
  if (a.kind == VALUE_PLACE && b.kind == VALUE_PLACE)
    return nothing;
  if (a.kind == VALUE_PLACE)
    return a;
  return b.kind == VALUE_PLACE ? b : (struct value){.kind = VALUE_NUMBER};
}

static struct value place_value(struct place place) {
  return (struct value){.kind = VALUE_PLACE, .place = place};
}

// What the analysis of the whole procedure says.
static struct value value_of(const struct place_vec *places) {
  if (!places->count)
    return (struct value){.kind = VALUE_NUMBER};
  return places->count == 1 && places->at[0].modulus == 0
             ? place_value(places->at[0])
             : nothing;
}

static struct value general(struct known *k, struct term t) {
  struct place_vec places = {0};
  targets_of(k->targets, t, &places);
  struct value value = value_of(&places);
  place_vec_release(&places);
  return value;
}

static struct value general_held(struct known *k, struct place at,
                                 uint64_t size) {
  struct place_vec places = {0};
  targets_held(k->targets, at, size, &places);
  struct value value = value_of(&places);
  place_vec_release(&places);
  return value;
}

// States

static uint32_t slot_index(const struct slot_vec *state, uint32_t key) {
  uint32_t low = 0, high = state->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (state->at[middle].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static struct value state_get(const struct slot_vec *state, uint32_t key) {
  uint32_t i = slot_index(state, key);
  return i < state->count && state->at[i].key == key ? state->at[i].value
                                                     : nothing;
}

static void state_set(struct slot_vec *state, uint32_t key,
                      struct value value) {
  uint32_t i = slot_index(state, key);
  bool is_there = i < state->count && state->at[i].key == key;
  if (value.kind == VALUE_ANY) {
    if (!is_there)
      return;
    memmove(state->at + i, state->at + i + 1,
            (state->count - i - 1) * sizeof *state->at);
    state->count--;
    return;
  }
  if (!is_there) {
    slot_vec_push(state, (struct slot){0});
    memmove(state->at + i + 1, state->at + i,
            (state->count - 1 - i) * sizeof *state->at);
  }
  state->at[i] = (struct slot){key, value};
}

// Keeps what both know. True when `to` changed.
static bool state_join(const struct known *known, struct slot_vec *to,
                       const struct slot_vec *from) {
  uint32_t kept = 0;
  bool changed = false;
  for (uint32_t i = 0, k = 0; i < to->count; i++) {
    while (k < from->count && from->at[k].key < to->at[i].key)
      k++;
    struct value other = k < from->count && from->at[k].key == to->at[i].key
                             ? from->at[k].value
                             : nothing;
    struct value joined = value_join(known, to->at[i].value, other);
    changed |= !value_equal(joined, to->at[i].value);
    if (joined.kind != VALUE_ANY)
      to->at[kept++] = (struct slot){to->at[i].key, joined};
  }
  to->count = kept;
  return changed;
}

// Loads the state of a location for evaluating.
static void enter(struct known *k, uint32_t location) {
  slot_vec_clear(&k->now);
  slot_vec_append(&k->now, k->states[location].at, k->states[location].count);
  substitution_clear(k->constants);
  for (uint32_t i = 0; i < k->now.count; i++)
    if (!(k->now.at[i].key & CELL) && k->now.at[i].value.kind == VALUE_CONSTANT)
      substitution_set(
          k->constants,
          program_term(k->program, (struct variable){k->now.at[i].key}),
          k->now.at[i].value.constant);
}

// Evaluating

static struct value evaluate(struct known *k, struct term t);

static struct value evaluate_variable(struct known *k, struct term t) {
  struct variable variable = program_variable_of(k->program, t);
  struct value value = nothing;
  if (!variable_is_none(variable))
    value = state_get(&k->now, variable.id);
  return value.kind == VALUE_ANY ? general(k, t) : value;
}

// What the machine gives is a number where it is added to an address.
static bool is_anywhere(const struct known *k, struct term t) {
  struct place_vec places = {0};
  targets_of(k->targets, t, &places);
  bool is_only =
      places.count == 1 && places.at[0].object == targets_anywhere(k->targets);
  place_vec_release(&places);
  return is_only;
}

// The place to which the rest of a sum is added, and what that is a multiple
// of; not known when several summands may be addresses.
static struct value evaluate_base(struct known *k, struct term t,
                                  struct term *rest) {
  struct value base = {.kind = VALUE_NUMBER};
  int64_t constant = 0;
  *rest = term_const(k->terms, term_width(k->terms, t), 0);
  for (uint32_t i = 0; i < term_arity(k->terms, t); i++) {
    struct term summand = term_operand(k->terms, t, i);
    if (term_is_const(k->terms, summand)) {
      constant += (int64_t)bits_signed(term_value(k->terms, summand),
                                       term_width(k->terms, summand));
      continue;
    }
    struct value value = evaluate(k, summand);
    if (value.kind == VALUE_CONSTANT)
      constant += (int64_t)bits_signed(term_value(k->terms, value.constant),
                                       term_width(k->terms, value.constant));
    else if (value.kind == VALUE_NUMBER || is_anywhere(k, summand))
      *rest = term_add(k->terms, *rest, summand);
    else if (value.kind == VALUE_PLACE && base.kind == VALUE_NUMBER)
      base = value;
    else
      return nothing;
  }
  if (base.kind == VALUE_PLACE)
    base.place = place_shift(base.place, constant, 0);
  return base;
}

static struct value evaluate_sum(struct known *k, struct term t) {
  struct term rest;
  struct value base = evaluate_base(k, t, &rest);
  bool is_exact = term_is_const(k->terms, rest);
  return base.kind == VALUE_PLACE && !is_exact ? general(k, t) : base;
}

static struct value evaluate(struct known *k, struct term t) {
  if (!sort_is_bits(term_sort(k->terms, t)))
    return (struct value){.kind = VALUE_NUMBER};
  t = substitution_apply(k->constants, t);
  if (term_is_const(k->terms, t))
    return (struct value){.kind = VALUE_CONSTANT, .constant = t};
  switch (term_op(k->terms, t)) {
  case OP_VAR: return evaluate_variable(k, t);
  case OP_ADD: return evaluate_sum(k, t);
  case OP_ITE:
    return value_join(k, evaluate(k, term_operand(k->terms, t, 1)),
                      evaluate(k, term_operand(k->terms, t, 2)));
  default: return general(k, t);
  }
}

// Memory

static bool is_single(const struct known *k, uint32_t block) {
  enum block_kind kind = targets_blocks(k->targets)->at[block].kind;
  return kind == BLOCK_NAMED || kind == BLOCK_ONCE;
}

static uint32_t cell_key(struct known *k, struct place at, uint64_t size) {
  for (uint32_t i = 0; i < k->cells.count; i++)
    if (k->cells.at[i].at.object == at.object &&
        k->cells.at[i].at.offset == at.offset && k->cells.at[i].size == size)
      return CELL + i;
  return CELL +
         tracked_cell_vec_push(&k->cells, (struct tracked_cell){at, size});
}

// Forgets what overlaps `size` bytes at the place; 0: everything in the block.
static void forget(struct known *k, struct slot_vec *state, struct place at,
                   uint64_t size) {
  for (uint32_t i = state->count; i-- > 0;) {
    if (!(state->at[i].key & CELL))
      break;
    const struct tracked_cell *cell = &k->cells.at[state->at[i].key - CELL];
    if (cell->at.object == at.object &&
        (!size || place_overlaps(cell->at, cell->size, at, size)))
      state_set(state, state->at[i].key, nothing);
  }
}

static void forget_at(struct known *k, struct slot_vec *state,
                      struct term address, uint64_t size) {
  struct place_vec places = {0};
  struct value value = evaluate(k, address);
  if (value.kind == VALUE_PLACE)
    place_add(&places, value.place);
  else
    targets_of(k->targets, address, &places);
  for (uint32_t i = 0; i < places.count; i++)
    forget(k, state, places.at[i], size);
  place_vec_release(&places);
}

// Code that we do not see may have written all that is not local.
static void forget_memory(struct known *k, struct slot_vec *state) {
  for (uint32_t i = state->count; i-- > 0;) {
    uint32_t key = state->at[i].key;
    if (key & CELL ||
        program_variable(k->program, (struct variable){key})->kind ==
            VARIABLE_GLOBAL)
      state_set(state, key, nothing);
  }
}

// Operations: from the state `now` to `after`

static void set(struct known *k, struct slot_vec *after,
                struct variable variable, struct value value) {
  if (!variable_is_none(variable))
    state_set(after, variable.id,
              bitset_has(&k->relevant, variable.id) ? value : nothing);
}

static void step_load(struct known *k, const struct operation *op,
                      uint32_t edge, struct slot_vec *after) {
  struct value value = nothing;
  if (bitset_has(&k->loads, edge)) {
    struct value at = evaluate(k, op->memory.address);
    struct term target = program_term(k->program, op->memory.target);
    uint64_t size = sort_value_bytes(term_sort(k->terms, target));
    if (at.kind == VALUE_PLACE && is_single(k, at.place.object))
      value = state_get(&k->now, cell_key(k, at.place, size));
    if (at.kind == VALUE_PLACE && value.kind == VALUE_ANY)
      value = general_held(k, at.place, size);
  }
  set(k, after, op->memory.target, value);
}

static void step_store(struct known *k, const struct operation *op,
                       struct slot_vec *after) {
  struct value at = evaluate(k, op->memory.address);
  uint64_t size = sort_value_bytes(term_sort(k->terms, op->memory.value));
  forget_at(k, after, op->memory.address, size);
  if (op->kind == OPERATION_STORE && at.kind == VALUE_PLACE &&
      is_single(k, at.place.object))
    state_set(after, cell_key(k, at.place, size),
              evaluate(k, op->memory.value));
}

static void step_call(struct known *k, const struct operation *op,
                      struct slot_vec *after) {
  struct routine routine = {0};
  if (op->call.callee.id) {
    const struct procedure *callee =
        program_procedure(k->program, op->call.callee);
    if (!callee->is_defined)
      routine = routine_find(name_text(k->program->names, callee->name));
  }
  if (routine_is_contained(&routine)) {
    for (uint32_t i = 0; i < op->call.count; i++)
      forget_at(k, after, op->call.arguments[i], 0);
    if (!term_is_none(op->call.variadic) ||
        routine_changes_any_held(&routine) || routine_list(&routine) >= 0)
      forget_memory(k, after);
  } else {
    forget_memory(k, after);
  }
  set(k, after, op->call.target, nothing);
}

static void step_allocate(struct known *k, const struct operation *op,
                          uint32_t edge, struct slot_vec *after) {
  uint32_t block = targets_of_edge(k->targets, edge);
  struct place place = {block, 0, 0};
  forget(k, after, place, 0);
  set(k, after, op->allocate.target,
      is_single(k, block) ? place_value(place) : nothing);
}

// The objects of an instance are made anew.
static void step_entered(struct known *k, uint32_t instance,
                         struct slot_vec *after) {
  const struct inline_instance *info = &k->inlined->instances.at[instance];
  const struct procedure *procedure =
      program_procedure(k->program, info->procedure);
  const struct procedure *owner =
      program_procedure(k->program, k->procedure->frame);
  for (uint32_t i = 0; i < procedure->objects.count; i++) {
    uint32_t object = owner->objects.at[info->first_object + i].id;
    forget(k, after, (struct place){object, 0, 0}, 0);
  }
}

static void step_havoc(struct known *k, const struct operation *op,
                       struct slot_vec *after) {
  for (uint32_t i = 0; i < op->havoc.count; i++)
    set(k, after, op->havoc.targets[i], nothing);
}

static void step(struct known *k, uint32_t id, struct slot_vec *after) {
  const struct operation *op = &k->procedure->edges.at[id].op;
  switch (op->kind) {
  case OPERATION_ASSIGN:
    for (uint32_t i = 0; i < op->assign.count; i++)
      if (bitset_has(&k->relevant, op->assign.bindings[i].target.id))
        set(k, after, op->assign.bindings[i].target,
            evaluate(k, op->assign.bindings[i].value));
    break;
  case OPERATION_HAVOC: step_havoc(k, op, after); break;
  case OPERATION_LOAD: step_load(k, op, id, after); break;
  case OPERATION_STORE: step_store(k, op, after); break;
  case OPERATION_UPDATE:
    step_store(k, op, after);
    set(k, after, op->memory.target, nothing);
    break;
  case OPERATION_COPY:
  case OPERATION_FILL: forget_at(k, after, op->block.address, 0); break;
  case OPERATION_ALLOCATE: step_allocate(k, op, id, after); break;
  case OPERATION_LIVE:
    for (uint32_t i = 0; op->live.life != LIFE_DOUBTED && i < op->live.count;
         i++)
      forget_at(k, after, op->live.addresses[i], 0);
    break;
  case OPERATION_CALL: step_call(k, op, after); break;
  case OPERATION_THREAD:
    if (!targets_is_open(k->targets) ||
        !thread_action_is_lock(op->thread.action))
      forget_memory(k, after);
    set(k, after, op->thread.target, nothing);
    break;
  default: break;
  }
  if (k->inlined && k->inlined->origins.at[id].entered)
    step_entered(k, k->inlined->origins.at[id].entered, after);
}

// What matters

// So exactly that nothing is to be gained, or with so many places that there is
// no hope.
static bool is_exact(struct known *k, struct term address) {
  struct place_vec places = {0};
  bool result = true;
  targets_of(k->targets, address, &places);
  for (uint32_t i = 0; i < places.count && places.count <= MOST_PLACES; i++)
    result &= places.at[i].modulus == 0;
  place_vec_release(&places);
  return result;
}

// True when a variable is new.
static bool add_variables(struct known *k, struct term t) {
  struct variable_vec variables = {0};
  bool changed = false;
  program_variables_in(k->program, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++)
    if (program_variable(k->program, variables.at[i])->kind != VARIABLE_ADDRESS)
      changed |= bitset_add(&k->relevant, variables.at[i].id);
  variable_vec_release(&variables);
  return changed;
}

// A store, by one of the places that it may go to.
static void list_stores(struct known *k) {
  k->stores =
      memory_new_zero(targets_blocks(k->targets)->count, sizeof *k->stores);
  for (uint32_t i = 1; i < k->procedure->edges.count; i++) {
    const struct operation *op = &k->procedure->edges.at[i].op;
    struct place_vec places = {0};
    if (op->kind != OPERATION_STORE)
      continue;
    targets_of(k->targets, op->memory.address, &places);
    for (uint32_t n = 0; n < places.count && places.count <= MOST_PLACES; n++)
      known_store_vec_push(&k->stores[places.at[n].object],
                           (struct known_store){i, places.at[n]});
    place_vec_release(&places);
  }
}

static bool add_stores(struct known *k, struct place at, uint64_t size) {
  const struct known_store_vec *stores = &k->stores[at.object];
  bool changed = false;
  for (uint32_t i = 0; i < stores->count; i++) {
    const struct operation *op = &k->procedure->edges.at[stores->at[i].edge].op;
    if (!place_overlaps(
            at, size, stores->at[i].at,
            sort_value_bytes(term_sort(k->terms, op->memory.value))))
      continue;
    changed |= add_variables(k, op->memory.value);
    changed |= add_variables(k, op->memory.address);
  }
  return changed;
}

// A load whose value matters makes the stores to those bytes matter. Where it
// may go to many places there is no hope to know one.
static bool add_load(struct known *k, uint32_t id) {
  const struct operation *load = &k->procedure->edges.at[id].op;
  struct place_vec places = {0};
  bool changed = false;
  if (bitset_has(&k->loads, id))
    return false;
  uint64_t size = sort_value_bytes(
      term_sort(k->terms, program_term(k->program, load->memory.target)));
  targets_of(k->targets, load->memory.address, &places);
  if (places.count <= MOST_PLACES) {
    bitset_add(&k->loads, id);
    changed = add_variables(k, load->memory.address);
    for (uint32_t i = 0; i < places.count; i++)
      if (is_single(k, places.at[i].object))
        changed |= add_stores(k, places.at[i], size);
  }
  place_vec_release(&places);
  return changed;
}

static bool add_sources(struct known *k, uint32_t id) {
  const struct operation *op = &k->procedure->edges.at[id].op;
  bool changed = false;
  if (op->kind == OPERATION_ASSIGN)
    for (uint32_t i = 0; i < op->assign.count; i++)
      if (bitset_has(&k->relevant, op->assign.bindings[i].target.id))
        changed |= add_variables(k, op->assign.bindings[i].value);
  if (op->kind == OPERATION_LOAD &&
      bitset_has(&k->relevant, op->memory.target.id))
    changed |= add_load(k, id);
  return changed;
}

static void add_use(struct known *k, uint32_t id) {
  const struct operation *op = &k->procedure->edges.at[id].op;
  if (op->kind == OPERATION_LOAD || op->kind == OPERATION_STORE ||
      op->kind == OPERATION_UPDATE) {
    if (!is_exact(k, op->memory.address))
      add_variables(k, op->memory.address);
  }
  if (op->kind == OPERATION_COPY || op->kind == OPERATION_FILL) {
    if (!is_exact(k, op->block.address))
      add_variables(k, op->block.address);
    if (op->kind == OPERATION_COPY && !is_exact(k, op->block.source))
      add_variables(k, op->block.source);
  }
  if (op->kind == OPERATION_ALLOCATE &&
      !term_is_const(k->terms, op->allocate.size))
    add_variables(k, op->allocate.size);
  if (op->kind == OPERATION_CALL && targets_of_edge(k->targets, id) &&
      op->call.count) // realloc: which object?
    add_variables(k, op->call.arguments[0]);
}

static void find_relevant(struct known *k) {
  const struct edge_vec *edges = &k->procedure->edges;
  for (uint32_t i = 1; i < edges->count; i++)
    add_use(k, i);
  list_stores(k);
  bool grows = !bitset_is_empty(&k->relevant);
  while (grows) {
    grows = false;
    for (uint32_t i = 1; i < edges->count; i++)
      grows |= add_sources(k, i);
  }
}

// Solving

// The state reaches the location. True when that is news there.
static bool arrive(struct known *k, uint32_t location,
                   const struct slot_vec *state) {
  struct slot_vec *there = &k->states[location];
  if (!bitset_add(&k->reached, location)) {
    uint32_t before = there->count;
    bool changed = state_join(k, there, state);
    k->slots -= before - there->count;
    return changed;
  }
  slot_vec_append(there, state->at, state->count);
  k->slots += state->count;
  return true;
}

static void solve(struct known *k) {
  struct u32_vec pending = {0};
  struct bitset waiting = {0};
  struct slot_vec after = {0};
  uint32_t entry = k->procedure->entry.id;
  arrive(k, entry, &after);
  u32_vec_push(&pending, entry);
  while (pending.count && k->slots < MOST_SLOTS) {
    uint32_t at = u32_vec_pop(&pending);
    const struct location *location = &k->procedure->locations.at[at];
    bitset_remove(&waiting, at);
    enter(k, at);
    for (uint32_t i = 0; i < location->out_count; i++) {
      uint32_t id = location->first_out + i;
      uint32_t to = k->procedure->edges.at[id].to.id;
      slot_vec_clear(&after);
      slot_vec_append(&after, k->now.at, k->now.count);
      step(k, id, &after);
      if (arrive(k, to, &after) && bitset_add(&waiting, to))
        u32_vec_push(&pending, to);
    }
  }
  k->is_given_up = pending.count != 0;
  u32_vec_release(&pending);
  bitset_release(&waiting);
  slot_vec_release(&after);
}

struct known *known_new(struct program *program,
                        const struct procedure *procedure,
                        const struct inline_result *inlined,
                        struct targets *targets) {
  struct known *k = memory_new_zero(1, sizeof *k);
  k->program = program;
  k->terms = program->terms;
  k->procedure = procedure;
  k->inlined = inlined;
  k->targets = targets;
  k->states = memory_new_zero(procedure->locations.count, sizeof *k->states);
  k->constants = substitution_new(program->terms);
  find_relevant(k);
  if (!bitset_is_empty(&k->relevant))
    solve(k);
  else
    k->is_given_up = true;
  return k;
}

void known_free(struct known *k) {
  for (uint32_t i = 0; i < k->procedure->locations.count; i++)
    slot_vec_release(&k->states[i]);
  for (uint32_t i = 0; i < targets_blocks(k->targets)->count; i++)
    known_store_vec_release(&k->stores[i]);
  free(k->stores);
  free(k->states);
  substitution_free(k->constants);
  bitset_release(&k->relevant);
  bitset_release(&k->loads);
  bitset_release(&k->reached);
  tracked_cell_vec_release(&k->cells);
  slot_vec_release(&k->now);
  free(k);
}

// Queries

static bool can_tell(struct known *k, uint32_t edge) {
  uint32_t at = k->procedure->edges.at[edge].from.id;
  if (k->is_given_up || !bitset_has(&k->reached, at))
    return false;
  enter(k, at);
  return true;
}

// The only place where the address begins, and what is added to it.
static bool find_base(struct known *k, uint32_t edge, struct term address,
                      struct place *place, struct term *rest) {
  if (!can_tell(k, edge))
    return false;
  struct term t = substitution_apply(k->constants, address);
  *rest = term_const(k->terms, term_width(k->terms, address), 0);
  struct value value = term_op(k->terms, t) == OP_ADD
                           ? evaluate_base(k, t, rest)
                           : evaluate(k, t);
  *place = value.place;
  return value.kind == VALUE_PLACE;
}

void known_places(struct known *k, uint32_t edge, struct term address,
                  struct place_vec *into) {
  struct place place;
  struct term rest;
  struct place_vec all = {0};
  targets_of(k->targets, address, &all);
  bool is_exact = true;
  for (uint32_t i = 0; i < all.count; i++)
    is_exact &= all.at[i].modulus == 0;
  if (!is_exact && find_base(k, edge, address, &place, &rest))
    place_add(into, place_shift(place, 0, targets_divisor(k->targets, rest)));
  else
    place_unite(into, &all);
  place_vec_release(&all);
}

bool known_only_place(struct known *k, uint32_t edge, struct term address,
                      struct place *place) {
  struct term rest;
  return find_base(k, edge, address, place, &rest) &&
         term_is_const(k->terms, rest) && !term_value(k->terms, rest);
}

bool known_base(struct known *k, uint32_t edge, struct term address,
                uint32_t block, int64_t *lowest, int64_t *highest) {
  struct place place;
  struct term rest;
  if (!find_base(k, edge, address, &place, &rest))
    return targets_base(k->targets, address, block, lowest, highest);
  *lowest = *highest = place.offset + targets_start(k->targets, rest);
  return place.object == block;
}

bool known_constant(struct known *k, uint32_t edge, struct term t,
                    uint64_t *value) {
  if (!can_tell(k, edge))
    return false;
  t = substitution_apply(k->constants, t);
  if (!term_is_const(k->terms, t))
    return false;
  *value = (uint64_t)term_value(k->terms, t);
  return true;
}
