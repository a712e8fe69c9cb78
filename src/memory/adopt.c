#include "memory/adopt.h"

#include <string.h>

#include "base/bitset.h"
#include "evidence/execution.h"
#include "memory/targets.h"
#include "program/inline.h"
#include "program/pass.h"

#define OWN_CHOICE "own@choice"
#define OWN_ADDRESS "own@address"

static bool is_named(const struct program *program, struct variable variable,
                     const char *name) {
  return !strcmp(
      name_text(program->names, program_variable(program, variable)->name),
      name);
}

bool is_own_choice(const struct program *program, struct variable variable) {
  return is_named(program, variable, OWN_CHOICE);
}

bool is_own_address(const struct program *program, struct variable variable) {
  return is_named(program, variable, OWN_ADDRESS);
}

// Something indeterminate that is taken for a pointer.
struct orphan {
  struct procedure_id procedure; // as written
  struct variable variable;      // of that, or none:
  struct object_id object;       // a frame object of it, or none:
  struct edge_id edge;           // that allocates
  uint64_t offset;               // in the object, or in what is allocated
  struct name text;              // what it is called in C
  struct ctype type;
  struct position position;
  struct variable own;    // the address of its object
  struct variable choice; // whether it has one
};

VEC_DEFINE(orphan_vec, struct orphan);

struct adopting {
  struct program *program;
  struct term_table *terms;
  struct targets *targets;
  struct inline_result inlined;
  struct bitset wanted; // variables whose value leads nowhere, by id
  struct bitset loads;  // edges that were looked at
  struct orphan_vec found;
};

static unsigned pointer_bytes(const struct adopting *a) {
  return a->program->pointer_width / 8;
}

// Where addresses come from

static bool leads_nowhere(struct adopting *a, struct term t) {
  struct place_vec places = {0};
  targets_of(a->targets, t, &places);
  bool is_nowhere = !places.count;
  place_vec_release(&places);
  return is_nowhere;
}

// A variable that may hold a pointer, by its width and type.
static bool may_point(const struct adopting *a, struct term t) {
  if (term_op(a->terms, t) != OP_VAR)
    return false;
  struct variable variable = program_variable_of(a->program, t);
  if (variable_is_none(variable))
    return false;
  const struct variable_info *info = program_variable(a->program, variable);
  enum ctype_kind kind = ctype_bare(a->program->types, info->type)->kind;
  return info->kind != VARIABLE_ADDRESS &&
         sort_equal(term_sort(a->terms, t),
                    sort_bits(a->program->pointer_width)) &&
         (kind == CTYPE_POINTER || kind == CTYPE_UNKNOWN);
}

// The pointers that an address is computed from. True when there is a new one.
static bool want(struct adopting *a, struct term t) {
  bool is_new = false;
  if (may_point(a, t))
    return bitset_add(&a->wanted, program_variable_of(a->program, t).id);
  if (term_op(a->terms, t) != OP_ADD && term_op(a->terms, t) != OP_ITE)
    return false;
  for (uint32_t i = 0; i < term_arity(a->terms, t); i++)
    is_new |= want(a, term_operand(a->terms, t, i));
  return is_new;
}

static bool want_address(struct adopting *a, struct term address) {
  return leads_nowhere(a, address) && want(a, address);
}

static void want_accesses(struct adopting *a) {
  const struct edge_vec *edges = &a->inlined.procedure->edges;
  for (uint32_t i = 1; i < edges->count; i++) {
    const struct operation *op = &edges->at[i].op;
    switch (op->kind) {
    case OPERATION_LOAD:
    case OPERATION_STORE:
    case OPERATION_UPDATE: want_address(a, op->memory.address); break;
    case OPERATION_COPY:
      want_address(a, op->block.address);
      want_address(a, op->block.source);
      break;
    case OPERATION_FILL: want_address(a, op->block.address); break;
    default: break;
    }
  }
}

// Orphans

static bool is_same(const struct orphan *one, const struct orphan *other) {
  return one->procedure.id == other->procedure.id &&
         variable_equal(one->variable, other->variable) &&
         one->object.id == other->object.id && one->edge.id == other->edge.id &&
         one->offset == other->offset;
}

static void find(struct adopting *a, struct orphan orphan) {
  for (uint32_t i = 0; i < a->found.count; i++)
    if (is_same(&a->found.at[i], &orphan))
      return;
  if (a->found.count < ADOPT_MOST)
    orphan_vec_push(&a->found, orphan);
}

static void find_variable(struct adopting *a, uint32_t edge,
                          struct variable copy) {
  struct variable variable = inline_original(a->program, &a->inlined, copy);
  const struct variable_info *info = program_variable(a->program, variable);
  find(a, (struct orphan){
              .procedure = a->inlined.origins.at[edge].procedure,
              .variable = variable,
              .text = name_is_none(info->text) ? info->name : info->text,
              .type = info->type,
              .position = position_is_known(info->position)
                              ? info->position
                              : a->inlined.procedure->edges.at[edge].position});
}

// The frame object of a procedure as written that an object is a copy of.
static bool original_object(const struct adopting *a, struct object_id copy,
                            struct orphan *orphan) {
  const struct object_vec *copies = &a->inlined.procedure->objects;
  for (uint32_t n = 1; n < a->inlined.instances.count; n++) {
    const struct inline_instance *instance = &a->inlined.instances.at[n];
    const struct object_vec *objects =
        &program_procedure(a->program, instance->procedure)->objects;
    for (uint32_t i = 0; i < objects->count; i++)
      if (copies->at[instance->first_object + i].id == copy.id) {
        orphan->procedure = instance->procedure;
        orphan->object = objects->at[i];
        return true;
      }
  }
  return false;
}

// One of the bytes that nobody wrote: of a frame object, or allocated.
static void find_bytes(struct adopting *a, struct place place,
                       struct orphan orphan) {
  const struct block *block = &targets_blocks(a->targets)->at[place.object];
  uint64_t room = block->size ? block->size : UINT64_MAX;
  if (place.modulus || place.offset < 0 ||
      (uint64_t)place.offset + pointer_bytes(a) > room)
    return;
  orphan.offset = (uint64_t)place.offset;
  if (block->kind == BLOCK_NAMED &&
      program_object(a->program, block->object)->kind == OBJECT_FRAME) {
    if (original_object(a, block->object, &orphan))
      find(a, orphan);
    return;
  }
  if (!block->edge)
    return;
  const struct edge *edge = &a->inlined.procedure->edges.at[block->edge];
  if (edge->op.kind != OPERATION_ALLOCATE || edge->op.allocate.is_zeroed)
    return;
  orphan.procedure = a->inlined.origins.at[block->edge].procedure;
  orphan.edge = a->inlined.origins.at[block->edge].edge;
  find(a, orphan);
}

static void find_loaded(struct adopting *a, uint32_t edge) {
  const struct edge *load = &a->inlined.procedure->edges.at[edge];
  struct variable target =
      inline_original(a->program, &a->inlined, load->op.memory.target);
  const struct variable_info *info = program_variable(a->program, target);
  struct place_vec places = {0};
  targets_of(a->targets, load->op.memory.address, &places);
  for (uint32_t i = 0; i < places.count; i++)
    find_bytes(a, places.at[i],
               (struct orphan){.text = name_is_none(info->text) ? info->name
                                                                : info->text,
                               .type = info->type,
                               .position = load->position});
  place_vec_release(&places);
}

// Where the wanted variables get their values. True when others are wanted now.
static bool trace_back(struct adopting *a, uint32_t id) {
  const struct operation *op = &a->inlined.procedure->edges.at[id].op;
  bool is_new = false;
  switch (op->kind) {
  case OPERATION_ASSIGN:
    for (uint32_t i = 0; i < op->assign.count; i++)
      if (bitset_has(&a->wanted, op->assign.bindings[i].target.id))
        is_new |= want(a, op->assign.bindings[i].value);
    break;
  case OPERATION_LOAD:
    if (bitset_has(&a->wanted, op->memory.target.id) &&
        bitset_add(&a->loads, id))
      find_loaded(a, id);
    break;
  case OPERATION_HAVOC:
    for (uint32_t i = 0; i < op->havoc.count; i++)
      if (op->havoc.origin == ORIGIN_UNINITIALISED &&
          bitset_has(&a->wanted, op->havoc.targets[i].id))
        find_variable(a, id, op->havoc.targets[i]);
    break;
  default: break;
  }
  return is_new;
}

static void find_orphans(struct adopting *a) {
  bool goes_on = true;
  want_accesses(a);
  while (goes_on) {
    goes_on = false;
    for (uint32_t i = 1; i < a->inlined.procedure->edges.count; i++)
      goes_on |= trace_back(a, i);
  }
}

// Edges

struct giving {
  struct program *program;
  struct procedure *procedure;
  const struct orphan *orphan;
  struct position position; // of what is added
};

static void add_edge(const struct giving *g, struct location_id from,
                     struct location_id to, struct operation op) {
  procedure_add_edge(
      g->procedure,
      (struct edge){.from = from, .to = to, .position = g->position, .op = op});
}

static struct location_id
add_step(const struct giving *g, struct location_id from, struct operation op) {
  struct location_id to = procedure_add_location(g->procedure, g->position);
  add_edge(g, from, to, op);
  return to;
}

static void add_invalid(const struct giving *g, struct location_id from,
                        enum access_kind access, struct term address) {
  struct term size = term_const(g->program->terms, g->program->pointer_width,
                                g->program->pointer_width / 8);
  procedure_add_edge(g->procedure,
                     (struct edge){.from = from,
                                   .to = g->procedure->undefined,
                                   .position = g->position,
                                   .undefined = access == ACCESS_READ
                                                    ? UNDEFINED_INVALID_READ
                                                    : UNDEFINED_INVALID_WRITE,
                                   .op = {.kind = OPERATION_INVALID,
                                          .invalid = {.access = access,
                                                      .address = address,
                                                      .size = size}}});
}

static struct variable add_variable(const struct giving *g, const char *name,
                                    enum variable_kind kind, struct ctype type,
                                    unsigned width) {
  struct variable_info info = {.kind = kind,
                               .name = intern(g->program->names, name),
                               .text = g->orphan->text,
                               .type = type,
                               .is_internal = true,
                               .is_hidden = true,
                               .is_made = true,
                               .position = g->orphan->position};
  if (kind == VARIABLE_GLOBAL)
    info.initial = term_const(g->program->terms, width, 0);
  else
    info.owner = g->procedure->self;
  return program_add_variable(g->program, info, sort_bits(width));
}

// At the start, before everything else: an object, and whether it is of use.
static void add_object(struct program *program, struct procedure *entry,
                       const struct orphan *orphan) {
  struct giving g = {program, entry, orphan, orphan->position};
  struct location_id first = procedure_add_location(entry, orphan->position);
  struct location_id at =
      add_step(&g, first,
               operation_havoc(program, &orphan->choice, 1, ORIGIN_INPUT,
                               intern(program->names, OWN_OBJECT)));
  struct operation allocate = {.kind = OPERATION_ALLOCATE};
  allocate.allocate.target = orphan->own;
  allocate.allocate.size =
      term_const(program->terms, program->pointer_width, ADOPT_SIZE);
  allocate.allocate.alignment = 16;
  allocate.allocate.kind = ALLOCATION_HEAP;
  add_edge(&g, at, entry->entry, allocate);
  entry->entry = first;
}

// Between the two locations the pointer in the variable gets the address.
static void give_variable(const struct giving *g, struct location_id yes,
                          struct location_id no, struct location_id to) {
  struct term own = program_term(g->program, g->orphan->own);
  struct term value = program_term(g->program, g->orphan->variable);
  add_edge(g, yes, to,
           operation_assign_one(g->program, g->orphan->variable, own));
  add_edge(g, no, to,
           operation_assume(term_not(g->program->terms,
                                     term_eq(g->program->terms, value, own))));
}

// The same for one in memory.
static void give_bytes(const struct giving *g, struct term address,
                       struct location_id yes, struct location_id no,
                       struct location_id to) {
  struct program *program = g->program;
  struct term own = program_term(program, g->orphan->own);
  struct operation store = {.kind = OPERATION_STORE};
  store.memory.address = address;
  store.memory.value = own;
  add_invalid(g, yes, ACCESS_WRITE, address);
  add_edge(g, yes, to, store);
  struct variable held = add_variable(g, "held", VARIABLE_TEMPORARY,
                                      g->orphan->type, program->pointer_width);
  struct operation load = {.kind = OPERATION_LOAD};
  load.memory.target = held;
  load.memory.address = address;
  add_invalid(g, no, ACCESS_READ, address);
  no = add_step(g, no, load);
  add_edge(g, no, to,
           operation_assume(term_not(
               program->terms,
               term_eq(program->terms, program_term(program, held), own))));
}

static struct term base_address(const struct giving *g,
                                const struct edge *allocation) {
  return program_term(
      g->program, allocation
                      ? allocation->op.allocate.target
                      : program_object(g->program, g->orphan->object)->address);
}

static void give(const struct giving *g, const struct edge *allocation,
                 struct location_id from, struct location_id to) {
  struct program *program = g->program;
  struct term is_given =
      term_nonzero(program->terms, program_term(program, g->orphan->choice));
  struct location_id yes = add_step(g, from, operation_assume(is_given));
  struct location_id no =
      add_step(g, from, operation_assume(term_not(program->terms, is_given)));
  if (!variable_is_none(g->orphan->variable)) {
    give_variable(g, yes, no, to);
    return;
  }
  struct term offset =
      term_const(program->terms, program->pointer_width, g->orphan->offset);
  give_bytes(g, term_add(program->terms, base_address(g, allocation), offset),
             yes, no, to);
}

// Does the bytes' life begin, or the variable become indeterminate, here?
static bool is_orphaned_by(const struct giving *g, uint32_t id) {
  const struct operation *op = &g->procedure->edges.at[id].op;
  const struct orphan *orphan = g->orphan;
  if (orphan->edge.id)
    return orphan->edge.id == id;
  if (!variable_is_none(orphan->variable)) {
    bool is_named = false;
    for (uint32_t i = 0; op->kind == OPERATION_HAVOC && i < op->havoc.count;
         i++)
      is_named |= variable_equal(op->havoc.targets[i], orphan->variable);
    return is_named && op->havoc.origin == ORIGIN_UNINITIALISED;
  }
  bool is_named = false;
  struct term address = program_term(
      g->program, program_object(g->program, orphan->object)->address);
  for (uint32_t i = 0; op->kind == OPERATION_LIVE && i < op->live.count; i++)
    is_named |= term_equal(op->live.addresses[i], address);
  return is_named &&
         (op->live.life == LIFE_BEGINS || op->live.life == LIFE_RENEWS);
}

// A frame object lives from the entry on unless an edge says otherwise.
static void give_everywhere(struct program *program,
                            const struct orphan *orphan) {
  struct giving g = {program, program_procedure(program, orphan->procedure),
                     orphan, orphan->position};
  uint32_t count = g.procedure->edges.count;
  bool begins = !orphan->object.id;
  for (uint32_t i = 1; i < count; i++) {
    if (!is_orphaned_by(&g, i))
      continue;
    struct edge edge = g.procedure->edges.at[i];
    begins |=
        edge.op.kind == OPERATION_LIVE && edge.op.live.life == LIFE_BEGINS;
    g.position = edge.position;
    struct location_id after = procedure_add_location(g.procedure, g.position);
    g.procedure->edges.at[i].to = after;
    give(&g, orphan->edge.id ? &edge : NULL, after, edge.to);
  }
  if (begins)
    return;
  g.position = g.procedure->position;
  struct location_id first = procedure_add_location(g.procedure, g.position);
  give(&g, NULL, first, g.procedure->entry);
  g.procedure->entry = first;
}

// Objects are allocated before anything gets one; edges keep their numbers
// until the procedures are sealed.
static void change(struct adopting *a, struct procedure_id entry) {
  struct program *program = a->program;
  for (uint32_t i = 0; i < a->found.count; i++) {
    struct orphan *orphan = &a->found.at[i];
    struct giving g = {.program = program, .orphan = orphan};
    orphan->own = add_variable(&g, OWN_ADDRESS, VARIABLE_GLOBAL, orphan->type,
                               program->pointer_width);
    orphan->choice =
        add_variable(&g, OWN_CHOICE, VARIABLE_GLOBAL, (struct ctype){0}, 8);
    give_everywhere(program, orphan);
  }
  for (uint32_t i = 0; i < a->found.count; i++)
    add_object(program, program_procedure(program, entry), &a->found.at[i]);
  for (uint32_t i = 1; i < program->procedures.count; i++)
    if (!program->procedures.at[i]->is_sealed &&
        program->procedures.at[i]->is_defined)
      procedure_seal(program->procedures.at[i]);
  pass_done(program, "adopt pointers");
}

// One round: the pointers that were found, or 0.
static uint32_t adopt(struct program *program, struct procedure_id entry,
                      bool unknown_writes_nothing) {
  struct adopting a = {.program = program, .terms = program->terms};
  uint32_t count = 0;
  if (program_inline(program, entry, INLINE_EDGE_LIMIT, &a.inlined)) {
    struct targets_options options = {.unknown_writes_nothing =
                                          unknown_writes_nothing,
                                      .halves_are_open = true};
    a.targets = targets_new(program, a.inlined.procedure, &options);
    if (!targets_is_given_up(a.targets))
      find_orphans(&a);
    targets_free(a.targets);
    change(&a, entry);
    count = a.found.count;
  }
  inline_result_release(&a.inlined);
  bitset_release(&a.wanted);
  bitset_release(&a.loads);
  orphan_vec_release(&a.found);
  return count;
}

uint32_t pointers_adopt(struct program *program, struct procedure_id entry,
                        bool unknown_writes_nothing) {
  uint32_t sum = 0, count = 1;
  for (int i = 0; i < ADOPT_DEPTH && count; i++)
    sum += count = adopt(program, entry, unknown_writes_nothing);
  return sum;
}
