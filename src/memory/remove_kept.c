// Calls of kept procedures, and what their parts start with (program/inline.h).
//
// A call of a kept procedure becomes a havoc of all that the procedure may
// change: the variables without an owner (globals, cells of memory, tops of
// heap areas) that its part writes, or those of the procedures that it calls,
// and the result. What belongs to the activation that calls, its variables and
// the cells of its frame objects that nobody else can reach (activation.h),
// stays, and so do locals and single heap objects that neither an argument nor
// a global leads to. That covers every execution of the callee that returns;
// one that does not return, or violates something, is one of its part.
//
// A part starts with any values of what it reads and what anything in the
// program writes; the rest still is as it was at the start of the program.
// Pointers have any values, and an access through one goes to one of the places
// that callers can pass (targets.h), whatever that value is: any two of them
// may be the same.
//
// Where a procedure does something that is not modelled, we do not know what it
// may change, so that a call of it is not modelled either. Nor is one of a
// procedure that performs actions of a specification: they would be lost.
//
// Two passes over all edges, before they are sealed, and a closure over calls.
#include "library/routine.h"
#include "memory/remover.h"

#include "base/memory.h"

// What a part does.
struct conduct {
  struct bitset mod;   // variables without an owner that it may write
  struct bitset ref;   // likewise: that it reads
  struct bitset calls; // parts
  struct name strange; // what is not modelled, or none
};

struct conducts {
  struct remover *r;
  struct conduct *at; // by part
  uint32_t count;
  struct bitset written; // by any part
  struct bitset known;   // blocks that every procedure can get at
};

static bool is_shared(const struct conducts *c, struct variable variable) {
  const struct variable_info *info = program_variable(c->r->program, variable);
  return !info->owner.id && info->kind == VARIABLE_GLOBAL &&
         !variable_equal(variable, c->r->removal->failure);
}

static void note_target(struct conducts *c, struct conduct *conduct,
                        struct variable variable) {
  if (!is_shared(c, variable))
    return;
  bitset_add(&conduct->mod, variable.id);
  bitset_add(&c->written, variable.id);
}

static bool is_own(const struct conducts *c, uint32_t variable) {
  return variable >= c->r->first_own;
}

// As effects take it (abstraction/effect.h): memory is written by the havoc
// that follows the call.
static void note_unseen(struct conducts *c, struct conduct *conduct,
                        const struct operation *op) {
  const struct program *program = c->r->program;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  struct routine routine =
      routine_find(name_text(program->names, callee->name));
  if (c->r->options.unknown_writes_nothing || routine_is_pure(&routine))
    return;
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (!is_own(c, i) && call_can_write(program, op, (struct variable){i}))
      note_target(c, conduct, (struct variable){i});
}

static void note_call(struct conducts *c, struct conduct *conduct,
                      const struct operation *op) {
  uint32_t part = inline_part_called(c->r->inlined, op);
  if (part)
    bitset_add(&conduct->calls, part);
  else if (op->call.callee.id)
    note_unseen(c, conduct, op);
  else
    conduct->strange = intern(c->r->program->names, UNSEEN_CALL);
}

static void note_reads(struct conducts *c, struct conduct *conduct,
                       const struct operation *op) {
  struct term_vec terms = {0}, parts = {0};
  operation_terms(op, &terms);
  term_collect(c->r->terms, terms.at, terms.count, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    if (term_op(c->r->terms, parts.at[i]) != OP_VAR)
      continue;
    struct variable variable = program_variable_of(c->r->program, parts.at[i]);
    if (!variable_is_none(variable) && is_shared(c, variable))
      bitset_add(&conduct->ref, variable.id);
  }
  term_vec_release(&terms);
  term_vec_release(&parts);
}

static void note_edge(struct conducts *c, const struct edge *edge) {
  struct conduct *conduct = &c->at[inline_part_of(c->r->inlined, edge->origin)];
  struct variable_vec targets = {0};
  operation_targets(&edge->op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    note_target(c, conduct, targets.at[i]);
  variable_vec_release(&targets);
  note_reads(c, conduct, &edge->op);
  if (edge->op.kind == OPERATION_CALL)
    note_call(c, conduct, &edge->op);
  if (edge->op.kind == OPERATION_UNSUPPORTED)
    conduct->strange = edge->op.unsupported.what;
  if (edge->op.kind == OPERATION_PERFORM)
    conduct->strange = intern(c->r->program->names,
                              "actions of functions that are kept (--keep)");
}

// What is called is done. Frames that only the callee's activation has are
// written there, too, which is no harm: who calls leaves its own out.
static bool close_over(struct conducts *c, struct conduct *caller) {
  bool changed = false;
  BITSET_EACH (i, &caller->calls) {
    const struct conduct *callee = &c->at[i];
    BITSET_EACH (v, &callee->mod)
      changed |= bitset_add(&caller->mod, v);
    if (name_is_none(caller->strange) && !name_is_none(callee->strange)) {
      caller->strange = callee->strange;
      changed = true;
    }
  }
  return changed;
}

// Cells of the part's frame objects that are its activation's alone.
static void list_private(const struct conducts *c, uint32_t part,
                         struct bitset *into) {
  const struct inline_result *inlined = c->r->inlined;
  if (!inlined->parts.at[part].is_recursive)
    return;
  for (uint32_t n = 1; n < inlined->instances.count; n++) {
    const struct inline_instance *instance = &inlined->instances.at[n];
    uint32_t count =
        program_procedure(c->r->program, instance->procedure)->objects.count;
    for (uint32_t i = 0; instance->part == part && i < count; i++) {
      const struct region *region = remover_region_of(
          c->r, c->r->from->objects.at[instance->first_object + i].id);
      for (uint32_t k = 0; k < region->cells.count; k++)
        bitset_add(into, region->cells.at[k].variable.id);
    }
  }
}

static void add_blocks(const struct conducts *c, struct term pointer,
                       struct bitset *into) {
  struct place_vec places = {0};
  targets_of(c->r->removal->targets, pointer, &places);
  for (uint32_t i = 0; i < places.count; i++)
    bitset_add(into, places.at[i].object);
  place_vec_release(&places);
}

// Objects that are no locals, what code that we do not see has got at, and what
// globals hold.
static void find_known(struct conducts *c) {
  const struct program *program = c->r->program;
  struct targets *targets = c->r->removal->targets;
  for (uint32_t b = 1; b < targets_blocks(targets)->count; b++) {
    const struct block *block = remover_block_of(c->r, b);
    if (targets_escapes(targets, b) ||
        (block->kind == BLOCK_NAMED &&
         program_object(program, block->object)->kind != OBJECT_FRAME))
      bitset_add(&c->known, b);
  }
  for (uint32_t i = 1; i < c->r->first_own; i++)
    if (program->variables.at[i].kind == VARIABLE_GLOBAL &&
        targets_has_address(targets, (struct variable){i}))
      add_blocks(c, program->variables.at[i].term, &c->known);
}

// Cells of locals and of objects that are allocated once that the call, as the
// program has it, gives no way to.
static void list_out_of_reach(const struct conducts *c,
                              const struct operation *call,
                              struct bitset *into) {
  struct bitset reached = {0};
  bitset_unite(&reached, &c->known);
  for (uint32_t i = 0; i < call->call.count; i++)
    add_blocks(c, call->call.arguments[i], &reached);
  if (!term_is_none(call->call.variadic))
    add_blocks(c, call->call.variadic, &reached);
  targets_reach(c->r->removal->targets, &reached);
  for (uint32_t b = 1; b < c->r->regions->at.count; b++) {
    const struct block *block = remover_block_of(c->r, b);
    const struct region *region = remover_region_of(c->r, b);
    bool is_single = block->kind == BLOCK_NAMED || block->kind == BLOCK_ONCE;
    for (uint32_t k = 0;
         is_single && !bitset_has(&reached, b) && k < region->cells.count; k++)
      bitset_add(into, region->cells.at[k].variable.id);
  }
  bitset_release(&reached);
}

static struct operation havoc_of(const struct conducts *c,
                                 const struct variable_vec *targets,
                                 struct name what) {
  return targets->count
             ? operation_havoc(c->r->program, targets->at, targets->count,
                               ORIGIN_APPROXIMATION, what)
             : operation_skip();
}

static struct operation effect_of_call(const struct conducts *c,
                                       const struct edge *edge) {
  uint32_t part = inline_part_called(c->r->inlined, &edge->op);
  const struct conduct *callee = &c->at[part];
  if (!name_is_none(callee->strange))
    return operation_unsupported(callee->strange);
  struct bitset spared = {0};
  struct variable_vec targets = {0};
  list_private(c, inline_part_of(c->r->inlined, edge->origin), &spared);
  list_out_of_reach(c, &c->r->from->edges.at[edge->origin].op, &spared);
  if (!variable_is_none(edge->op.call.target))
    variable_vec_push(&targets, edge->op.call.target);
  BITSET_EACH (v, &callee->mod)
    if (!bitset_has(&spared, v) && v != edge->op.call.target.id)
      variable_vec_push(&targets, (struct variable){v});
  struct operation op =
      havoc_of(c, &targets,
               program_procedure(c->r->program, edge->op.call.callee)->name);
  variable_vec_release(&targets);
  bitset_release(&spared);
  return op;
}

// The havoc of the parameters, with all that is shared.
static struct operation start_of(const struct conducts *c,
                                 const struct edge *edge) {
  uint32_t part = inline_part_of(c->r->inlined, edge->origin);
  const struct procedure *procedure =
      program_procedure(c->r->program, c->r->inlined->parts.at[part].procedure);
  struct variable_vec targets = {0};
  if (edge->op.kind == OPERATION_HAVOC)
    operation_targets(&edge->op, &targets);
  const struct bitset *read = &c->at[part].ref;
  BITSET_EACH (v, read)
    if (bitset_has(&c->written, v))
      variable_vec_push(&targets, (struct variable){v});
  struct operation op = havoc_of(c, &targets, procedure->name);
  variable_vec_release(&targets);
  return op;
}

static void note_kept_call(struct conducts *c, struct edge *edge,
                           uint32_t part) {
  struct kept_call call = {.part = part,
                           .target = edge->op.call.target,
                           .variadic = edge->op.call.variadic};
  term_vec_append(&call.arguments, edge->op.call.arguments,
                  edge->op.call.count);
  kept_call_vec_push(&c->r->removal->kept_calls, call);
  edge->kept_call = c->r->removal->kept_calls.count;
}

// The first of the edges that lead into a part is the one that was marked.
static void rewrite(struct conducts *c) {
  for (uint32_t i = 1; i < c->r->made->edges.count; i++) {
    struct edge *edge = &c->r->made->edges.at[i];
    uint32_t part = inline_part_called(c->r->inlined, &edge->op);
    if (part) {
      note_kept_call(c, edge, part);
      edge->op = effect_of_call(c, edge);
    } else if (bitset_has(&c->r->starts, i))
      edge->op = start_of(c, edge);
  }
}

void remover_settle_kept(struct remover *r) {
  struct conducts c = {.r = r, .count = r->inlined->parts.count};
  if (c.count == 1)
    return;
  c.at = memory_new_zero(c.count, sizeof *c.at);
  for (uint32_t i = 1; i < r->made->edges.count; i++)
    note_edge(&c, &r->made->edges.at[i]);
  bool grows = true;
  while (grows) {
    grows = false;
    for (uint32_t i = 0; i < c.count; i++)
      grows |= close_over(&c, &c.at[i]);
  }
  find_known(&c);
  rewrite(&c);
  r->removal->kept_parts = c.count;
  r->removal->kept_private =
      memory_new_zero(c.count, sizeof *r->removal->kept_private);
  for (uint32_t i = 0; i < c.count; i++)
    list_private(&c, i, &r->removal->kept_private[i]);
  for (uint32_t i = 0; i < c.count; i++) {
    bitset_release(&c.at[i].mod);
    bitset_release(&c.at[i].ref);
    bitset_release(&c.at[i].calls);
  }
  bitset_release(&c.written);
  bitset_release(&c.known);
  free(c.at);
}

struct location_id remover_start_part(struct remover *r,
                                      const struct operation *op,
                                      struct location_id from) {
  bitset_add(&r->starts, r->made->edges.count);
  return remover_emit(r, from, *op);
}
