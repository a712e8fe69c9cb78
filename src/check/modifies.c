#include "check/modifies.h"

#include <string.h>

#include "library/routine.h"

// Bytes of an object that may be written.
struct range {
  uint32_t object;
  uint64_t first, end;
};

VEC_DEFINE(range_vec, struct range);

struct looking {
  const struct component *component;
  const struct spec_proc *proc;
  struct range_vec ranges;
  bool writes_nothing; // code that we do not see
  struct strbuf *why;
};

// ---- What is listed ---------------------------------------------------------

static struct object_id target_of_variable(const struct looking *looking,
                                           struct variable variable) {
  const struct entry_pointer_vec *pointers =
      &looking->component->behaviour->plain.removal.entry.pointers;
  for (uint32_t i = 0; i < pointers->count; i++)
    if (variable_equal(pointers->at[i].variable, variable))
      return pointers->at[i].target;
  return (struct object_id){0};
}

static struct object_id target_of_memory(const struct looking *looking,
                                         struct object_id holder,
                                         uint64_t offset) {
  const struct entry_pointer_vec *pointers =
      &looking->component->behaviour->plain.removal.entry.pointers;
  for (uint32_t i = 0; i < pointers->count; i++)
    if (variable_is_none(pointers->at[i].variable) &&
        pointers->at[i].holder.id == holder.id &&
        pointers->at[i].offset == offset)
      return pointers->at[i].target;
  return (struct object_id){0};
}

static bool locate(const struct looking *looking, struct term address,
                   struct object_id *object, uint64_t *offset);

// The object that a pointer of the specification points to at the entry.
static struct object_id pointee(const struct looking *looking,
                                struct term variable) {
  const struct program *program = looking->component->program;
  const struct spec_place *place =
      scope_place_of(&looking->proc->scope, variable);
  struct object_id holder;
  uint64_t offset;
  if (!place) {
    struct variable known = program_variable_of(program, variable);
    return variable_is_none(known) ? (struct object_id){0}
           : program_variable(program, known)->kind == VARIABLE_ADDRESS
               ? program_variable(program, known)->object
               : target_of_variable(looking, known);
  }
  const struct variable_vec *parameters =
      &looking->component->behaviour->plain.inlining.procedure->parameters;
  uint32_t argument = place->kind == PLACE_PARAMETER
                          ? scope_argument(&looking->proc->scope, place->index)
                          : UINT32_MAX;
  if (argument < parameters->count)
    return target_of_variable(looking, parameters->at[argument]);
  if (place->kind == PLACE_MEMORY &&
      locate(looking, place->address, &holder, &offset))
    return target_of_memory(looking, holder, offset);
  return (struct object_id){0};
}

// An address as an object and an offset. False when it is another form.
static bool locate(const struct looking *looking, struct term address,
                   struct object_id *object, uint64_t *offset) {
  const struct term_table *terms = looking->component->program->terms;
  struct term base = address;
  *offset = 0;
  if (term_op(terms, address) == OP_ADD && term_arity(terms, address) == 2) {
    struct term a = term_operand(terms, address, 0);
    struct term b = term_operand(terms, address, 1);
    base = term_is_const(terms, a) ? b : a;
    if (!term_is_const(terms, a) && !term_is_const(terms, b))
      return false;
    *offset = (uint64_t)term_value(terms, term_is_const(terms, a) ? a : b);
  }
  if (term_op(terms, base) != OP_VAR)
    return false;
  *object = pointee(looking, base);
  return object->id != 0;
}

static void list_ranges(struct looking *looking) {
  for (uint32_t i = 0; i < looking->proc->modifies.count; i++) {
    const struct spec_lvalue *lvalue = &looking->proc->modifies.at[i];
    struct object_id object;
    uint64_t offset;
    if (term_is_none(lvalue->address) || !term_is_none(lvalue->count) ||
        !locate(looking, lvalue->address, &object, &offset))
      continue; // how far a computed range goes is not looked at
    if (lvalue->is_whole) {
      range_vec_push(&looking->ranges,
                     (struct range){object.id, 0, UINT64_MAX});
      continue;
    }
    uint64_t size =
        ctype_bare(looking->component->program->types, lvalue->type)->bit_size /
        8;
    range_vec_push(&looking->ranges,
                   (struct range){object.id, offset, offset + size});
  }
}

// ---- What is written --------------------------------------------------------

static bool is_listed_variable(const struct looking *looking,
                               struct variable variable) {
  for (uint32_t i = 0; i < looking->proc->modifies.count; i++)
    if (variable_equal(looking->proc->modifies.at[i].variable, variable))
      return true;
  return false;
}

static uint64_t end_of(const struct looking *looking, uint32_t object) {
  const struct entry_object *input =
      entry_state_find(&looking->component->behaviour->plain.removal.entry,
                       (struct object_id){object});
  return input && !input->has_size ? UINT64_MAX
                                   : program_object(looking->component->program,
                                                    (struct object_id){object})
                                         ->size;
}

// The elements of a region that repeats are anywhere in it.
static bool is_listed_cell(const struct looking *looking, uint32_t object,
                           const struct region *region,
                           const struct cell *cell) {
  uint64_t first = region->period ? 0 : cell->offset;
  uint64_t end = region->period ? end_of(looking, object)
                 : cell->end    ? cell->end
                                : cell->offset + cell->size;
  for (uint32_t i = 0; i < looking->ranges.count; i++) {
    const struct range *range = &looking->ranges.at[i];
    if (range->object == object && range->first <= first && end <= range->end)
      return true;
  }
  return false;
}

static bool is_outer(const struct looking *looking, uint32_t object) {
  return removal_is_older(&looking->component->behaviour->plain.removal,
                          object);
}

static bool may_write_cell(const struct looking *looking,
                           struct variable variable, struct strbuf *what) {
  const struct regions *regions =
      &looking->component->behaviour->plain.removal.regions;
  const struct program *program = looking->component->program;
  for (uint32_t o = 1; o < regions->at.count; o++) {
    const struct region *region = &regions->at.at[o];
    for (uint32_t i = 0; i < region->cells.count; i++) {
      if (!variable_equal(region->cells.at[i].variable, variable))
        continue;
      if (!is_outer(looking, o) ||
          is_listed_cell(looking, o, region, &region->cells.at[i]))
        return true;
      strbuf_add(what, name_text(program->names,
                                 program_variable(program, variable)->text));
      return false;
    }
  }
  return true; // a variable of the pass itself
}

static bool may_write(const struct looking *looking, struct variable variable,
                      struct strbuf *what) {
  const struct program *program = looking->component->program;
  const struct variable_info *info = program_variable(program, variable);
  if (bitset_has(&looking->component->behaviour->own, variable.id))
    return may_write_cell(looking, variable, what);
  if (info->kind != VARIABLE_GLOBAL || is_listed_variable(looking, variable))
    return true;
  strbuf_add(what, name_text(program->names, info->text));
  return false;
}

// Input objects are named after the pointers to them (entry_state.h).
static void add_what(struct strbuf *out, const char *what) {
  static const char input[] = "in.";
  size_t prefix = strlen(input);
  if (strncmp(what, input, prefix)) {
    strbuf_add(out, what);
    return;
  }
  strbuf_add(out, "what `");
  strbuf_bytes(out, what + prefix, strcspn(what + prefix, ".@["));
  strbuf_add(out, "` points to");
}

static bool complain(const struct looking *looking, const struct edge *edge,
                     const char *what) {
  strbuf_add(looking->why,
             "conforms, but `modifies` is not proved: it may change ");
  add_what(looking->why, what);
  strbuf_add(looking->why, " at ");
  position_print(looking->component->program->names, edge->position,
                 looking->why);
  return false;
}

// Is it an edge of the program's own code, which does not call code that we do
// not see, unless an abstraction says what that does?
static bool is_guarded(const struct looking *looking,
                       const struct inline_origin *origin) {
  const struct procedure *procedure =
      program_procedure(looking->component->program, origin->procedure);
  const struct operation *op = &procedure_edge(procedure, origin->edge)->op;
  if (procedure->kind == PROCEDURE_MODEL)
    return false;
  if (op->kind != OPERATION_CALL)
    return true;
  const struct procedure *callee =
      op->call.callee.id
          ? program_procedure(looking->component->program, op->call.callee)
          : NULL;
  return callee && (callee->outside == OUTSIDE_KEEPS ||
                    (callee->outside == OUTSIDE_FILLS && callee->filled.id));
}

static bool check_edge(const struct looking *looking, struct effects *effects,
                       uint32_t id) {
  const struct effect *effect = &effects->at[id];
  struct strbuf what = {0};
  bool ok = true;
  if (is_guarded(looking,
                 plain_component_written(&looking->component->behaviour->plain,
                                         (struct edge_id){id})))
    return true;
  for (uint32_t i = 0; i < effect->binding_count && ok; i++)
    ok = may_write(looking, effect->bindings[i].target, &what);
  for (uint32_t i = 0; i < effect->havoc_count && ok; i++)
    ok = may_write(looking, effect->havocked[i], &what);
  if (!ok)
    complain(looking, &effects->procedure->edges.at[id], strbuf_text(&what));
  strbuf_release(&what);
  return ok;
}

// ---- Memory, as the code with pointers writes it ----------------------------

enum { ANY_SIZE = 0 };

static const struct block *block_of(const struct looking *looking,
                                    uint32_t block) {
  return &targets_blocks(looking->component->behaviour->plain.removal.targets)
              ->at[block];
}

// Are all bytes listed that `size` bytes at the place can be?
static bool is_listed_place(const struct looking *looking, struct place place,
                            uint64_t size) {
  uint64_t first = (uint64_t)place.offset, end = first + size;
  if (targets_leaves(looking->component->behaviour->plain.removal.targets,
                     place, size == ANY_SIZE ? UINT64_MAX : size))
    return false;
  if (place.modulus || size == ANY_SIZE) {
    first = 0;
    end = end_of(looking, place.object);
  }
  for (uint32_t i = 0; i < looking->ranges.count; i++) {
    const struct range *range = &looking->ranges.at[i];
    if (range->object == place.object && range->first <= first &&
        end <= range->end)
      return true;
  }
  return false;
}

static bool may_write_place(const struct looking *looking, struct place place,
                            uint64_t size, struct strbuf *what) {
  const struct block *block = block_of(looking, place.object);
  if (block->kind == BLOCK_OUTSIDE) {
    strbuf_add(what, "memory that is not known");
    return false;
  }
  if (!is_outer(looking, place.object) || is_listed_place(looking, place, size))
    return true;
  const struct program *program = looking->component->program;
  const struct object_info *object = program_object(program, block->object);
  if (object->is_constant)
    return true;
  strbuf_add(what, name_text(program->names, object->name));
  return false;
}

static bool may_write_at(const struct looking *looking, struct term address,
                         uint64_t size, struct strbuf *what) {
  struct place_vec places = {0};
  targets_of(looking->component->behaviour->plain.removal.targets, address,
             &places);
  bool ok = true;
  for (uint32_t i = 0; i < places.count && ok; i++)
    ok = may_write_place(looking, places.at[i], size, what);
  place_vec_release(&places);
  return ok;
}

static uint64_t bytes_of(const struct looking *looking, struct term value) {
  const struct term_table *terms = looking->component->program->terms;
  struct sort sort = term_sort(terms, value);
  return sort_is_bits(sort) ? (sort_width(sort) + 7) / 8 : 1;
}

static uint64_t size_of(const struct looking *looking, struct term size) {
  const struct term_table *terms = looking->component->program->terms;
  return term_is_const(terms, size) ? (uint64_t)term_value(terms, size)
                                    : ANY_SIZE;
}

// Code that we do not see writes what it can get at.
static bool may_call_unseen(const struct looking *looking,
                            struct strbuf *what) {
  const struct targets *targets =
      looking->component->behaviour->plain.removal.targets;
  bool ok = true;
  for (uint32_t b = 1; b < targets_blocks(targets)->count && ok; b++)
    if (b != targets_outside(targets) && targets_escapes(targets, b))
      ok = may_write_place(looking, (struct place){b, 0, 1}, ANY_SIZE, what);
  return ok;
}

// Whatever can be reached from where the argument points.
static bool may_write_behind(const struct looking *looking,
                             struct term argument, struct strbuf *what) {
  struct targets *targets =
      looking->component->behaviour->plain.removal.targets;
  struct place_vec places = {0};
  struct bitset first = {0}, reached = {0};
  targets_of(targets, argument, &places);
  for (uint32_t i = 0; i < places.count; i++)
    bitset_add(&first, places.at[i].object);
  bitset_copy(&reached, &first);
  targets_reach(targets, &reached);
  bitset_subtract(&reached, &first);
  bool ok = true;
  for (uint32_t b = bitset_next(&reached, 0); b != UINT32_MAX && ok;
       b = bitset_next(&reached, b + 1))
    ok = may_write_place(looking, (struct place){b, 0, 1}, ANY_SIZE, what);
  place_vec_release(&places);
  bitset_release(&first);
  bitset_release(&reached);
  return ok;
}

static bool may_call(const struct looking *looking, const struct operation *op,
                     struct strbuf *what) {
  const struct program *program = looking->component->program;
  if (!op->call.callee.id)
    return looking->writes_nothing || may_call_unseen(looking, what);
  const struct procedure *callee = program_procedure(program, op->call.callee);
  struct routine routine =
      routine_find(name_text(program->names, callee->name));
  bool ok = true;
  int list = routine_list(&routine);
  for (uint32_t i = 0; i < op->call.count && ok; i++) {
    if (routine_writes(&routine, i))
      ok = may_write_at(looking, op->call.arguments[i], ANY_SIZE, what);
    if (ok && (routine_changes_held(&routine, i) || (int)i == list))
      ok = may_write_behind(looking, op->call.arguments[i], what);
  }
  bool is_known = routine_is_contained(&routine) || callee->is_noreturn ||
                  looking->writes_nothing;
  return ok && (is_known || may_call_unseen(looking, what));
}

static bool may_perform(const struct looking *looking,
                        const struct operation *op, struct strbuf *what) {
  switch (op->kind) {
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    return may_write_at(looking, op->memory.address,
                        bytes_of(looking, op->memory.value), what);
  case OPERATION_COPY:
  case OPERATION_FILL:
    return may_write_at(looking, op->block.address,
                        size_of(looking, op->block.size), what);
  case OPERATION_CALL: return may_call(looking, op, what);
  default: return true;
  }
}

static bool check_operation(const struct looking *looking, uint32_t id) {
  const struct edge *edge =
      &looking->component->behaviour->plain.inlining.procedure->edges.at[id];
  struct strbuf what = {0};
  bool ok =
      is_guarded(
          looking,
          &looking->component->behaviour->plain.inlining.origins.at[id]) ||
      may_perform(looking, &edge->op, &what);
  if (!ok)
    complain(looking, edge, strbuf_text(&what));
  strbuf_release(&what);
  return ok;
}

bool modifies_is_kept(const struct component *component,
                      const struct component_options *options,
                      const struct conformance *conformance,
                      struct strbuf *why) {
  const struct spec_check *check = conformance->check;
  if (check->item->check.goal != GOAL_PROC ||
      !conformance->spec->procs.at[check->proc].has_modifies)
    return true;
  struct looking looking = {.component = component,
                            .proc = &conformance->spec->procs.at[check->proc],
                            .writes_nothing = options->is_task,
                            .why = why};
  bool ok = true;
  list_ranges(&looking);
  struct procedure *plain = component->behaviour->plain.procedure;
  struct effects *effects =
      behaviour_effects(component->behaviour, options, plain);
  for (uint32_t i = 1; i < plain->edges.count && ok; i++)
    ok = check_edge(&looking, effects, i);
  const struct edge_vec *edges =
      &component->behaviour->plain.inlining.procedure->edges;
  for (uint32_t i = 1; i < edges->count && ok; i++)
    ok = check_operation(&looking, i);
  effects_free(effects);
  range_vec_release(&looking.ranges);
  return ok;
}
