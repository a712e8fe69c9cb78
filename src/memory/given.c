#include "memory/given.h"

#include <stdlib.h>

#include "base/memory.h"
#include "library/routine.h"
#include "memory/entry_state.h"
#include "program/initial.h"

// Bits of all states together, at most.
enum { MOST_BITS = 1 << 29 };

// Null that the function wrote itself: where a test has excluded it, what is
// left is what else the variable holds.
enum { OWN_NULL = 4, BITS = 3 };

// A state has three bits for each variable of the program, cells among them:
// what is given, what is not, and a null that is not.
struct given {
  struct program *program;
  const struct procedure *procedure;
  const struct regions *regions;
  struct bitset *states; // by location
  struct bitset reached;
  uint32_t *last_in; // by location: an edge that leads there, or 0
  uint32_t *next_in; // by edge: another one that leads to the same location
  bool is_given_up;  // everything may be either
};

// Memory outside, as a variable: what callers left there, and what is written.
static const struct variable outside = {0};

// States

static enum giver get(const struct bitset *state, struct variable variable) {
  return (enum giver)(bitset_has(state, BITS * variable.id) +
                      2 * bitset_has(state, BITS * variable.id + 1) +
                      4 * bitset_has(state, BITS * variable.id + 2));
}

static void add(struct bitset *state, struct variable variable,
                enum giver giver) {
  for (uint32_t i = 0; i < BITS; i++)
    if ((unsigned)giver >> i & 1)
      bitset_add(state, BITS * variable.id + i);
}

// A null of its own that was added to, or that is only a part, is something
// else that is its own.
static enum giver without_null(enum giver giver) {
  unsigned bits = giver;
  return (enum giver)(
      bits & OWN_NULL ? (bits & ~(unsigned)OWN_NULL) | GIVER_ITSELF : bits);
}

static void set(struct bitset *state, struct variable variable,
                enum giver giver) {
  for (uint32_t i = 0; i < BITS; i++)
    bitset_remove(state, BITS * variable.id + i);
  add(state, variable, giver);
}

// Terms

// Can the variable be what an address begins with?
static bool is_base(const struct given *g, struct variable variable) {
  struct ctype type = program_variable(g->program, variable)->type;
  return targets_has_address(g->regions->targets, variable) ||
         (type.id &&
          ctype_bare(g->program->types, type)->kind == CTYPE_POINTER);
}

// Which of the variables count; the address of an object is the program's.
static enum giver of_variables(const struct given *g,
                               const struct bitset *state,
                               const struct variable_vec *variables,
                               bool is_pointer) {
  enum giver giver = GIVER_NONE;
  for (uint32_t i = 0; i < variables->count; i++) {
    struct variable variable = variables->at[i];
    bool is_address =
        program_variable(g->program, variable)->kind == VARIABLE_ADDRESS;
    if (is_address)
      giver |= GIVER_ITSELF;
    else if (!is_pointer || is_base(g, variable))
      giver |= get(state, variable);
  }
  return giver;
}

// A choice between terms may be one of constants. What is deeper than that may
// have one.
enum { CHOICE_DEPTH = 8 };

static bool has_choice(const struct given *g, struct term t, unsigned depth) {
  const struct term_table *terms = g->program->terms;
  bool found = depth > CHOICE_DEPTH || term_op(terms, t) == OP_ITE;
  for (uint32_t i = 0; i < term_arity(terms, t) && !found; i++)
    found = has_choice(g, term_operand(terms, t, i), depth + 1);
  return found;
}

static enum giver evaluate(const struct given *g, const struct bitset *state,
                           struct term t, bool is_pointer) {
  struct variable_vec variables = {0};
  const struct term_table *terms = g->program->terms;
  if (!is_pointer && term_is_const(terms, t) && term_value(terms, t) == 0)
    return (enum giver)OWN_NULL;
  program_variables_in(g->program, &t, 1, &variables);
  enum giver giver = of_variables(g, state, &variables, is_pointer);
  if (term_op(terms, t) != OP_VAR)
    giver = without_null(giver);
  if (!giver && is_pointer)
    giver = of_variables(g, state, &variables, false);
  if (!giver || has_choice(g, t, 0))
    giver |= GIVER_ITSELF;
  variable_vec_release(&variables);
  return giver;
}

// Memory

struct bytes {
  struct place place;
  uint64_t size; // 0: all that there are from there on
};

static bool touches(const struct region *region, const struct cell *cell,
                    const struct bytes *bytes) {
  if (bytes->place.modulus || cell_is_array(region, cell))
    return true;
  uint64_t from = (uint64_t)bytes->place.offset;
  bool is_before = cell->offset + cell->size <= from;
  bool is_behind = bytes->size && from + bytes->size <= cell->offset;
  return !is_before && !is_behind;
}

static bool covers(const struct region *region, const struct cell *cell,
                   const struct bytes *bytes) {
  return bytes->size && !bytes->place.modulus && !cell_is_array(region, cell) &&
         (uint64_t)bytes->place.offset <= cell->offset &&
         cell->offset + cell->size <=
             (uint64_t)bytes->place.offset + bytes->size;
}

// Are the bytes the whole cell and nothing else?
static bool is_cell(const struct region *region, const struct cell *cell,
                    const struct bytes *bytes) {
  return covers(region, cell, bytes) && bytes->size == cell->size;
}

static const struct block *block_of(const struct given *g, uint32_t block) {
  return &targets_blocks(g->regions->targets)->at[block];
}

static enum giver held(const struct given *g, const struct bitset *state,
                       const struct bytes *bytes) {
  const struct region *region = &g->regions->at.at[bytes->place.object];
  enum giver giver = GIVER_NONE;
  if (block_of(g, bytes->place.object)->kind == BLOCK_OUTSIDE)
    return get(state, outside);
  for (uint32_t i = 0; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    enum giver one = get(state, cell->variable);
    if (touches(region, cell, bytes))
      giver |= is_cell(region, cell, bytes) ? one : without_null(one);
  }
  return giver;
}

static enum giver held_at(const struct given *g, const struct bitset *state,
                          uint32_t edge, struct term address, uint64_t size) {
  struct place_vec places = {0};
  enum giver giver = GIVER_NONE;
  known_places(g->regions->known, edge, address, &places);
  for (uint32_t i = 0; i < places.count; i++) {
    struct bytes bytes = {places.at[i], size};
    giver |= held(g, state, &bytes);
  }
  place_vec_release(&places);
  return giver;
}

static void write_bytes(const struct given *g, struct bitset *state,
                        const struct bytes *bytes, enum giver giver,
                        bool is_only) {
  const struct region *region = &g->regions->at.at[bytes->place.object];
  enum block_kind kind = block_of(g, bytes->place.object)->kind;
  if (kind == BLOCK_OUTSIDE)
    add(state, outside, without_null(giver));
  is_only = is_only && kind != BLOCK_MANY;
  for (uint32_t i = 0; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    enum giver one = is_cell(region, cell, bytes) ? giver : without_null(giver);
    if (is_only && covers(region, cell, bytes))
      set(state, cell->variable, one);
    else if (touches(region, cell, bytes))
      add(state, cell->variable, one);
  }
}

static void write_at(const struct given *g, struct bitset *state, uint32_t edge,
                     struct term address, uint64_t size, enum giver giver) {
  struct place_vec places = {0};
  known_places(g->regions->known, edge, address, &places);
  for (uint32_t i = 0; i < places.count; i++) {
    struct bytes bytes = {places.at[i], size};
    write_bytes(g, state, &bytes, giver, places.count == 1);
  }
  place_vec_release(&places);
}

// Edges

static uint64_t size_of(const struct given *g, struct term value) {
  return sort_value_bytes(term_sort(g->program->terms, value));
}

static uint64_t constant_size(const struct given *g, struct term size) {
  return term_is_const(g->program->terms, size)
             ? (uint64_t)term_value(g->program->terms, size)
             : 0;
}

static void step_memory(const struct given *g, const struct operation *op,
                        uint32_t edge, const struct bitset *before,
                        struct bitset *after) {
  struct term address = op->memory.address;
  if (op->kind != OPERATION_STORE) {
    struct term target = program_term(g->program, op->memory.target);
    set(after, op->memory.target,
        held_at(g, before, edge, address, size_of(g, target)));
  }
  if (op->kind != OPERATION_LOAD)
    write_at(g, after, edge, address, size_of(g, op->memory.value),
             evaluate(g, after, op->memory.value, false));
}

static void step_block(const struct given *g, const struct operation *op,
                       uint32_t edge, const struct bitset *before,
                       struct bitset *after) {
  enum giver giver = GIVER_ITSELF;
  if (op->kind == OPERATION_COPY)
    giver = held_at(g, before, edge, op->block.source, 0);
  uint64_t size =
      op->kind == OPERATION_FILL ? constant_size(g, op->block.size) : 0;
  write_at(g, after, edge, op->block.address, size, giver);
}

// A new block has what was written there, or what was in the old one.
static void step_new(const struct given *g, uint32_t edge, enum giver giver,
                     struct bitset *after) {
  uint32_t block = targets_of_edge(g->regions->targets, edge);
  struct bytes bytes = {{block, 0, 1}, 0};
  if (block)
    write_bytes(g, after, &bytes, giver | GIVER_ITSELF, false);
}

// A routine of the library may leave a pointer of its own where an argument
// leads (posix_memalign, getline).
static void step_routine(const struct given *g, const struct operation *op,
                         uint32_t edge, struct bitset *after) {
  if (!op->call.callee.id)
    return;
  const struct procedure *callee =
      program_procedure(g->program, op->call.callee);
  struct routine routine =
      routine_find(name_text(g->program->names, callee->name));
  if (callee->is_defined || !routine_is_known(&routine))
    return;
  for (uint32_t i = 0; i < op->call.count; i++) {
    struct place_vec places = {0};
    if (routine_writes(&routine, i))
      known_places(g->regions->known, edge, op->call.arguments[i], &places);
    for (uint32_t k = 0; k < places.count; k++) {
      struct bytes bytes = {places.at[k], g->program->pointer_width / 8};
      write_bytes(g, after, &bytes, GIVER_ITSELF, false);
    }
    place_vec_release(&places);
  }
}

// Numbers may be the function's own where the call writes at all; pointers
// where it writes these (check/recall.h).
static void leave_own(const struct given *g, uint32_t block, bool is_pointer,
                      struct bitset *after) {
  const struct region *region = &g->regions->at.at[block];
  if (block_of(g, block)->kind == BLOCK_OUTSIDE)
    add(after, outside, GIVER_ITSELF);
  for (uint32_t i = 0; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    if (is_pointer || cell->size < g->program->pointer_width / 8)
      add(after, cell->variable, GIVER_ITSELF);
  }
}

// A function that is called inside of itself may leave what is its own in the
// globals that it writes, and wherever it can get.
static void step_recalled(const struct given *g, const struct operation *op,
                          struct bitset *after) {
  const struct procedure *callee =
      op->call.callee.id ? program_procedure(g->program, op->call.callee)
                         : NULL;
  struct bitset blocks = {0};
  if (!callee || !callee->recalls.id)
    return;
  for (uint32_t i = 1; i < g->program->variables.count; i++)
    if (call_can_write(g->program, op, (struct variable){i}))
      add(after, (struct variable){i}, GIVER_ITSELF);
  targets_changed(g->regions->targets, op, &blocks);
  BITSET_EACH (b, &blocks)
    if (b < g->regions->at.count)
      leave_own(g, b, callee->links, after);
  bitset_release(&blocks);
}

static void step_call(const struct given *g, const struct operation *op,
                      uint32_t edge, const struct bitset *before,
                      struct bitset *after) {
  enum giver giver = GIVER_NONE;
  if (targets_of_edge(g->regions->targets, edge) && op->call.count)
    giver = held_at(g, before, edge, op->call.arguments[0], 0);
  step_new(g, edge, giver, after);
  step_routine(g, op, edge, after);
  step_recalled(g, op, after);
  if (variable_is_none(op->call.target))
    return;
  set(after, op->call.target, GIVER_ITSELF);
  if (targets_has_address(g->regions->targets, op->call.target))
    add(after, outside, GIVER_ITSELF); // what the function gave may be there
}

static void step_assign(const struct given *g, const struct operation *op,
                        const struct bitset *before, struct bitset *after) {
  for (uint32_t i = 0; i < op->assign.count; i++)
    set(after, op->assign.bindings[i].target,
        evaluate(g, before, op->assign.bindings[i].value, false));
}

// A variable that is not null is not the function's own null.
static void step_test(const struct given *g, struct term t, bool holds,
                      struct bitset *after) {
  const struct term_table *terms = g->program->terms;
  enum term_op op = term_op(terms, t);
  if (op == OP_NOT)
    step_test(g, term_operand(terms, t, 0), !holds, after);
  if (op == (holds ? OP_AND : OP_OR))
    for (uint32_t i = 0; i < term_arity(terms, t); i++)
      step_test(g, term_operand(terms, t, i), holds, after);
  if (op != OP_EQ || holds)
    return;
  struct term a = term_operand(terms, t, 0), b = term_operand(terms, t, 1);
  bool is_first = term_op(terms, a) == OP_VAR;
  struct term number = is_first ? b : a, variable = is_first ? a : b;
  if (term_op(terms, variable) == OP_VAR && term_is_const(terms, number) &&
      term_value(terms, number) == 0)
    bitset_remove(after,
                  BITS * program_variable_of(g->program, variable).id + 2);
}

static void step(const struct given *g, uint32_t id,
                 const struct bitset *before, struct bitset *after) {
  const struct operation *op = &g->procedure->edges.at[id].op;
  struct variable_vec targets = {0};
  switch (op->kind) {
  case OPERATION_ASSIGN: step_assign(g, op, before, after); break;
  case OPERATION_ASSUME: step_test(g, op->assume.condition, true, after); break;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: step_memory(g, op, id, before, after); break;
  case OPERATION_COPY:
  case OPERATION_FILL: step_block(g, op, id, before, after); break;
  case OPERATION_CALL: step_call(g, op, id, before, after); break;
  case OPERATION_ALLOCATE: step_new(g, id, GIVER_ITSELF, after); // fall through
  default:
    operation_targets(op, &targets);
    for (uint32_t i = 0; i < targets.count; i++)
      set(after, targets.at[i], GIVER_ITSELF);
    variable_vec_release(&targets);
  }
}

// The entry

static void start_block(const struct given *g, uint32_t block,
                        struct bitset *state) {
  const struct region *region = &g->regions->at.at[block];
  struct object_id object = block_of(g, block)->object;
  if (!object.id)
    return;
  const struct object_info *info = program_object(g->program, object);
  if (!info->is_input && block_of(g, block)->kind != BLOCK_NAMED)
    return;
  bool is_own =
      !info->is_input && (info->kind != OBJECT_GLOBAL || region->is_constant ||
                          region->is_fixed || initial_object(g->program, info));
  for (uint32_t i = 0; i < region->cells.count; i++)
    add(state, region->cells.at[i].variable,
        is_own ? GIVER_ITSELF : GIVER_CALLERS);
}

// A null that the function may give itself, where it is called inside of
// itself.
static bool is_nullable(const struct starting *starting, uint32_t parameter) {
  return starting->is_inner && parameter < 64 &&
         starting->nullable >> parameter & 1;
}

static void start(const struct given *g, struct bitset *state) {
  const struct program *program = g->program;
  add(state, outside, GIVER_CALLERS);
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    if (info->kind == VARIABLE_GLOBAL)
      add(state, (struct variable){i},
          info->is_fixed || initial_variable(program, info) ? GIVER_ITSELF
                                                            : GIVER_CALLERS);
  }
  for (uint32_t i = 0; i < g->regions->variables.count; i++)
    set(state, g->regions->variables.at[i], GIVER_NONE);
  for (uint32_t i = 0; i < g->procedure->parameters.count; i++)
    set(state, g->procedure->parameters.at[i],
        is_nullable(&program->starting, i)
            ? (enum giver)(GIVER_CALLERS | OWN_NULL)
            : GIVER_CALLERS);
  for (uint32_t i = 1; i < g->regions->at.count; i++)
    start_block(g, i, state);
}

// Solving

static void solve(struct given *g) {
  struct u32_vec pending = {0};
  struct bitset waiting = {0}, after = {0};
  uint32_t entry = g->procedure->entry.id;
  start(g, &g->states[entry]);
  bitset_add(&g->reached, entry);
  u32_vec_push(&pending, entry);
  while (pending.count) {
    uint32_t at = u32_vec_pop(&pending);
    const struct location *location = &g->procedure->locations.at[at];
    bitset_remove(&waiting, at);
    for (uint32_t i = 0; i < location->out_count; i++) {
      uint32_t id = location->first_out + i;
      uint32_t to = g->procedure->edges.at[id].to.id;
      bitset_copy(&after, &g->states[at]);
      step(g, id, &g->states[at], &after);
      bool is_news = bitset_add(&g->reached, to);
      is_news |= bitset_unite(&g->states[to], &after);
      if (is_news && bitset_add(&waiting, to))
        u32_vec_push(&pending, to);
    }
  }
  u32_vec_release(&pending);
  bitset_release(&waiting);
  bitset_release(&after);
}

static void list_ways(struct given *g) {
  const struct procedure *procedure = g->procedure;
  g->last_in = memory_new_zero(procedure->locations.count, sizeof *g->last_in);
  g->next_in = memory_new_zero(procedure->edges.count, sizeof *g->next_in);
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    uint32_t to = procedure->edges.at[i].to.id;
    g->next_in[i] = g->last_in[to];
    g->last_in[to] = i;
  }
}

struct given *given_new(struct program *program,
                        const struct inline_result *inlined,
                        const struct regions *regions) {
  struct given *g = memory_new_zero(1, sizeof *g);
  g->program = program;
  g->procedure = inlined->procedure;
  g->regions = regions;
  g->states = memory_new_zero(g->procedure->locations.count, sizeof *g->states);
  g->is_given_up = (uint64_t)g->procedure->locations.count *
                       program->variables.count * BITS >
                   MOST_BITS;
  list_ways(g);
  if (!g->is_given_up)
    solve(g);
  return g;
}

void given_free(struct given *g) {
  if (!g)
    return;
  for (uint32_t i = 0; i < g->procedure->locations.count; i++)
    bitset_release(&g->states[i]);
  free(g->states);
  free(g->last_in);
  free(g->next_in);
  bitset_release(&g->reached);
  free(g);
}

static enum giver ask(const struct given *g, uint32_t edge, struct term t,
                      bool is_pointer) {
  uint32_t at = g->procedure->edges.at[edge].from.id;
  return g->is_given_up
             ? GIVER_EITHER
             : without_null(evaluate(g, &g->states[at], t, is_pointer));
}

enum giver given_pointer(const struct given *g, uint32_t edge,
                         struct term address) {
  return ask(g, edge, address, true);
}

bool given_is_base(const struct given *g, struct variable variable) {
  return program_variable(g->program, variable)->kind == VARIABLE_ADDRESS ||
         is_base(g, variable);
}

enum giver given_term(const struct given *g, uint32_t edge, struct term t) {
  return ask(g, edge, t, false);
}

enum giver given_way(const struct given *g, uint32_t edge, bool is_pointer) {
  enum giver giver = GIVER_NONE;
  uint32_t at = g->procedure->edges.at[edge].from.id;
  for (uint32_t i = g->last_in[at]; i; i = g->next_in[i]) {
    const struct operation *op = &g->procedure->edges.at[i].op;
    giver |= op->kind == OPERATION_ASSUME
                 ? ask(g, i, op->assume.condition, is_pointer)
                 : GIVER_ITSELF;
  }
  return giver;
}
