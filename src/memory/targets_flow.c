// What operations do to values and memory.
#include "library/routine.h"
#include "memory/targeting.h"
#include "memory/unseen.h"
#include "program/access.h"

unsigned targets_bytes_of(const struct targets *t, struct term value) {
  return sort_value_bytes(term_sort(t->program->terms, value));
}

// What lies beyond an input object is an element like it: where that has
// addresses, so have the others, of memory outside.
static void load_place(struct targets *t, struct place at, uint64_t size,
                       struct place_vec *into) {
  targets_get(t, at, size, into);
  if (targets_leaves(t, at, size) &&
      targets_hold(t, targets_any_element(t, at), size))
    targets_add_outside(t, into);
}

bool targets_loads_half(const struct targets *t, const struct operation *op) {
  return t->options.halves_are_open && t->program->pointer_width == 64 &&
         op->kind == OPERATION_LOAD &&
         targets_bytes_of(t, program_term(t->program, op->memory.target)) ==
             TARGETS_HALF;
}

static void flow_load(struct targets *t, const struct operation *op) {
  struct place_vec places = {0}, value = {0};
  struct term target = program_term(t->program, op->memory.target);
  bool is_half = targets_loads_half(t, op);
  targets_evaluate(t, op->memory.address, MOST_DEPTH, &places);
  for (uint32_t i = 0; i < places.count; i++)
    if (is_half)
      targets_get_half(t, places.at[i], &value);
    else
      load_place(t, places.at[i], targets_bytes_of(t, target), &value);
  targets_set_value(t, op->memory.target, &value);
  place_vec_release(&places);
  place_vec_release(&value);
}

static void flow_store(struct targets *t, const struct operation *op) {
  struct place_vec places = {0}, value = {0};
  targets_evaluate(t, op->memory.value, MOST_DEPTH, &value);
  if (value.count) {
    targets_evaluate(t, op->memory.address, MOST_DEPTH, &places);
    for (uint32_t i = 0; i < places.count; i++) {
      if (!targets_is_block(t, places.at[i].object))
        targets_escape(t, &value);
      else
        targets_put(t, places.at[i], targets_bytes_of(t, op->memory.value),
                    &value);
    }
  }
  place_vec_release(&places);
  place_vec_release(&value);
}

// One content, moved from one place to another.
static void copy_content(struct targets *t, const struct content *content,
                         struct place from, struct place to, uint64_t size) {
  struct place_vec value = {0};
  bool leaves = targets_leaves(t, from, size);
  if (leaves)
    from = targets_any_element(t, from);
  if (!place_overlaps(content->at, content->size, from, size))
    return;
  bool is_exact = content->at.modulus == 0 && from.modulus == 0;
  bool is_inside =
      is_exact && content->at.offset >= from.offset &&
      (uint64_t)(content->at.offset - from.offset) + content->size <= size;
  struct place at = to;
  if (is_inside || (is_exact && size == any_size))
    at = place_shift(to, content->at.offset - from.offset, 0);
  else
    at = place_shift(place_shift(to, content->at.offset - from.offset, 0), 0,
                     common_divisor(content->at.modulus, from.modulus));
  if (is_exact && !is_inside) {
    at = (struct place){to.object, 0, 1};
    targets_add_blurred(&value, &content->value);
  } else {
    place_unite(&value, &content->value);
  }
  if (leaves)
    targets_add_outside(t, &value);
  targets_put(t, at, content->size, &value);
  place_vec_release(&value);
}

static void copy_between(struct targets *t, struct place from, struct place to,
                         uint64_t size) {
  if (!targets_is_block(t, from.object)) {
    struct place_vec value = {0};
    targets_get(t, from, any_size, &value);
    if (targets_is_block(t, to.object))
      targets_put(t, (struct place){to.object, 0, 1}, any_size, &value);
    place_vec_release(&value);
    return;
  }
  // The vector may move while it grows: a block can be copied into itself.
  for (uint32_t i = 0; i < t->contents[from.object].count; i++) {
    struct content content = t->contents[from.object].at[i];
    struct place_vec value = {0};
    place_unite(&value, &content.value);
    content.value = value;
    if (!targets_is_block(t, to.object))
      targets_escape(t, &value);
    else
      copy_content(t, &content, from, to, size);
    place_vec_release(&value);
  }
}

static void flow_copy(struct targets *t, const struct operation *op) {
  struct place_vec from = {0}, to = {0};
  targets_evaluate(t, op->block.source, MOST_DEPTH, &from);
  targets_evaluate(t, op->block.address, MOST_DEPTH, &to);
  uint64_t size = any_size;
  if (term_is_const(t->program->terms, op->block.size))
    size = (uint64_t)term_value(t->program->terms, op->block.size);
  targets_note_extent(t, &from, size);
  targets_note_extent(t, &to, size);
  for (uint32_t i = 0; i < from.count; i++)
    for (uint32_t k = 0; k < to.count; k++)
      copy_between(t, from.at[i], to.at[k], size);
  place_vec_release(&from);
  place_vec_release(&to);
}

// Nesting is that of the declaration.
void targets_put_typed(struct targets *t, struct place at, struct ctype type,
                       const struct place_vec *value) {
  const struct ctype_info *info = ctype_bare(t->program->types, type);
  switch (info->kind) {
  case CTYPE_POINTER:
    targets_put(t, at, t->program->pointer_width / 8, value);
    break;
  case CTYPE_STRUCT:
  case CTYPE_UNION:
    for (uint32_t i = 0; i < info->field_count; i++)
      targets_put_typed(
          t, place_shift(at, (int64_t)(info->fields[i].bit_offset / 8), 0),
          info->fields[i].type, value);
    break;
  case CTYPE_ARRAY:
    targets_put_typed(
        t,
        place_shift(at, 0,
                    ctype_bare(t->program->types, info->target)->bit_size / 8),
        info->target, value);
    break;
  case CTYPE_INT:
  case CTYPE_BOOL:
  case CTYPE_ENUM:
  case CTYPE_FLOAT: break;
  default: targets_put(t, (struct place){at.object, 0, 1}, any_size, value);
  }
}

static bool is_pointer_variable(const struct targets *t,
                                struct variable variable) {
  const struct variable_info *info = program_variable(t->program, variable);
  return ctype_bare(t->program->types, info->type)->kind == CTYPE_POINTER;
}

bool targets_holds_pointer(const struct targets *t, struct variable variable) {
  const struct variable_info *info = program_variable(t->program, variable);
  enum ctype_kind kind = ctype_bare(t->program->types, info->type)->kind;
  struct sort sort = term_sort(t->program->terms, info->term);
  return kind == CTYPE_POINTER ||
         (kind == CTYPE_UNKNOWN &&
          sort_equal(sort, sort_bits(t->program->pointer_width)));
}

// Nobody writes to constants.
void targets_put_unknown(struct targets *t, uint32_t block,
                         const struct place_vec *value) {
  struct ctype type = {0};
  struct object_id object = t->blocks.at[block].object;
  if (object.id && program_object(t->program, object)->is_constant)
    return;
  const struct entry_object *input =
      t->options.entry ? entry_state_find(t->options.entry, object) : NULL;
  struct place at = {block, 0, 0};
  if (input)
    type = input->type;
  else if (object.id)
    type = program_object(t->program, object)->type;
  if (input && input->most > input->least)
    at = place_shift(at, 0, input->least);
  targets_put_typed(t, at, type, value);
}

// Can the result be an address, by its type?
static bool returns_pointer(const struct targets *t,
                            const struct procedure *callee) {
  const struct ctype_table *types = t->program->types;
  const struct ctype_info *info = ctype_bare(types, callee->type);
  if (info->kind != CTYPE_FUNCTION)
    return !callee->returns_integer &&
           sort_equal(callee->result, sort_bits(t->program->pointer_width));
  return ctype_bare(types, info->target)->kind == CTYPE_UNKNOWN ||
         entry_type_has_pointers(types, info->target);
}

// Is there room for an address in the variable?
static bool holds_addresses(const struct targets *t, struct variable variable) {
  struct sort sort =
      term_sort(t->program->terms, program_term(t->program, variable));
  return sort_is_bits(sort) && sort_width(sort) >= t->program->pointer_width;
}

// What code that we do not see can leave behind: anything it can name, in every
// pointer that it can write.
static void flow_unseen(struct targets *t, const struct operation *op) {
  struct place_vec value = {0};
  targets_escape_globals(t);
  targets_close_escaped(t);
  targets_add_outside(t, &value);
  BITSET_EACH (b, &t->escaped)
    targets_put_unknown(t, b, &value);
  for (uint32_t i = 1; i < t->variable_count; i++)
    if (targets_holds_pointer(t, (struct variable){i}) &&
        call_can_write(t->program, op, (struct variable){i}))
      targets_set_value(t, (struct variable){i}, &value);
  place_vec_release(&value);
}

// What a call that a specification describes can know: what it is given, what
// is reachable from there, and what is outside. A function of the program knows
// the globals, too, and does not show what it knows to anybody else. One of
// which only is said what all change that nobody sees gives no addresses of
// globals that it was not given.
static void list_known(struct targets *t, const struct procedure *callee,
                       const struct place_vec *arguments,
                       struct place_vec *into) {
  struct bitset blocks = {0};
  bool is_own = callee->kind == PROCEDURE_ASSUMED_BODY;
  if (!is_own) {
    targets_escape(t, arguments);
    if (!unseen_is_described(callee))
      targets_escape_globals(t);
    targets_close_escaped(t);
  }
  for (uint32_t i = 0; i < arguments->count; i++)
    if (targets_is_block(t, arguments->at[i].object))
      bitset_add(&blocks, arguments->at[i].object);
  for (uint32_t i = 1; is_own && i < t->variable_count; i++)
    if (t->program->variables.at[i].kind == VARIABLE_GLOBAL)
      for (uint32_t k = 0; k < t->values[i].count; k++)
        if (targets_is_block(t, t->values[i].at[k].object))
          bitset_add(&blocks, t->values[i].at[k].object);
  targets_reach(t, &blocks);
  BITSET_EACH (b, &blocks)
    place_add(into, (struct place){b, 0, 1});
  targets_add_outside(t, into);
  bitset_release(&blocks);
}

static void flow_described(struct targets *t, const struct operation *op,
                           const struct procedure *callee,
                           const struct place_vec *arguments) {
  struct place_vec known = {0}, filled = {0};
  bool has_target = !variable_is_none(op->call.target);
  list_known(t, callee, arguments, &known);
  if (has_target && holds_addresses(t, op->call.target))
    targets_set_value(t, op->call.target, &known);
  if (unseen_is_described(callee))
    targets_flow_changed(t, op, &known);
  if (callee->outside == OUTSIDE_FILLS)
    targets_evaluate(t, op->call.arguments[op->call.count - 1], MOST_DEPTH,
                     &filled);
  for (uint32_t i = 0; i < filled.count; i++)
    if (targets_is_block(t, filled.at[i].object) && callee->filled.id)
      targets_put_typed(t, filled.at[i], callee->filled, &known);
    else if (targets_is_block(t, filled.at[i].object))
      targets_put_unknown(t, filled.at[i].object, &known);
  place_vec_release(&known);
  place_vec_release(&filled);
}

// Where a routine that returns pointers into its arguments, or what is there,
// can point.
static void list_returned(struct targets *t, const struct operation *op,
                          const struct routine *routine,
                          struct place_vec *into) {
  for (uint32_t i = 0; i < op->call.count; i++) {
    struct place_vec places = {0}, held = {0};
    targets_evaluate(t, op->call.arguments[i], MOST_DEPTH, &places);
    if (routine_returns_into(routine, i))
      targets_add_blurred(into, &places);
    for (uint32_t k = 0; routine_returns_held(routine, i) && k < places.count;
         k++)
      targets_get(t, (struct place){places.at[k].object, 0, 1}, any_size,
                  &held);
    targets_add_blurred(into, &held);
    place_vec_release(&places);
    place_vec_release(&held);
  }
}

static void flow_argument(struct targets *t, uint32_t part,
                          struct variable parameter, struct term argument) {
  struct place_vec value = {0};
  targets_evaluate(t, argument, MOST_DEPTH, &value);
  targets_set_value(
      t, inline_formal(t->program, t->options.inlined, part, parameter),
      &value);
  place_vec_release(&value);
}

// A call of a kept procedure, whose body is a part of this one.
static void flow_kept(struct targets *t, const struct operation *op,
                      uint32_t part) {
  const struct procedure *callee =
      program_procedure(t->program, op->call.callee);
  for (uint32_t i = 0; i < op->call.count; i++)
    flow_argument(t, part, callee->parameters.at[i], op->call.arguments[i]);
  if (!variable_is_none(callee->variadic) && !term_is_none(op->call.variadic))
    flow_argument(t, part, callee->variadic, op->call.variadic);
  struct variable result = t->options.inlined->parts.at[part].result;
  struct place_vec value = {0};
  if (!variable_is_none(result) && !variable_is_none(op->call.target)) {
    place_unite(&value, &t->values[result.id]);
    targets_set_value(t, op->call.target, &value);
  }
  place_vec_release(&value);
}

// A pointer that is read from a file or a pipe, from this place on: it may be
// any address that the program has written there.
static void put_received(struct targets *t, struct place at, struct ctype type,
                         struct place from, const struct place_vec *value) {
  const struct ctype_table *types = t->program->types;
  const struct ctype_info *info = ctype_bare(types, type);
  uint64_t size = t->program->pointer_width / 8;
  bool is_before =
      !at.modulus && !from.modulus && at.offset + (int64_t)size <= from.offset;
  if (info->kind == CTYPE_POINTER && !is_before)
    targets_put(t, at, size, value);
  if (info->kind == CTYPE_STRUCT || info->kind == CTYPE_UNION)
    for (uint32_t i = 0; i < info->field_count; i++)
      put_received(
          t, place_shift(at, (int64_t)(info->fields[i].bit_offset / 8), 0),
          info->fields[i].type, from, value);
  if (info->kind == CTYPE_ARRAY)
    put_received(
        t, place_shift(at, 0, ctype_bare(types, info->target)->bit_size / 8),
        info->target, from, value);
}

static void flow_received(struct targets *t, struct term argument) {
  struct place_vec places = {0}, value = {0};
  targets_evaluate(t, argument, MOST_DEPTH, &places);
  targets_add_anywhere(t, &value);
  for (uint32_t i = 0; i < places.count; i++) {
    struct place from = places.at[i];
    struct object_id object = t->blocks.at[from.object].object;
    if (targets_is_block(t, from.object) && object.id)
      put_received(t, (struct place){from.object, 0, 0},
                   program_object(t->program, object)->type, from, &value);
  }
  place_vec_release(&places);
  place_vec_release(&value);
}

// Everything the arguments' targets hold, and the arguments.
static void flow_call(struct targets *t, const struct operation *op,
                      uint32_t edge) {
  struct place_vec arguments = {0}, result = {0};
  for (uint32_t i = 0; i < op->call.count; i++)
    targets_evaluate(t, op->call.arguments[i], MOST_DEPTH, &arguments);
  if (!term_is_none(op->call.variadic))
    targets_evaluate(t, op->call.variadic, MOST_DEPTH, &arguments);
  struct routine routine = {0};
  const struct procedure *callee = NULL;
  if (op->call.callee.id) {
    callee = program_procedure(t->program, op->call.callee);
    routine = routine_find(name_text(t->program->names, callee->name));
  }
  if (callee && callee->outside != OUTSIDE_WRITES) {
    flow_described(t, op, callee, &arguments);
    place_vec_release(&arguments);
    return;
  }
  bool is_known =
      routine_is_contained(&routine) || (callee && callee->is_noreturn);
  bool returns_argument = routine_returns_argument(&routine);
  if (!is_known)
    targets_escape(t, &arguments);
  bool has_target = !variable_is_none(op->call.target);
  bool gives_pointer = has_target && (!callee || returns_pointer(t, callee));
  if (t->of_edge[edge])
    place_add(&result, (struct place){t->of_edge[edge], 0, 0});
  else if (gives_pointer &&
           (!returns_argument || routine_returns_own(&routine)))
    place_add(&result, (struct place){t->outside, 0, 1});
  bool returns = !is_known || returns_argument;
  if (gives_pointer && holds_addresses(t, op->call.target) && returns) {
    if (is_known)
      list_returned(t, op, &routine, &result);
    else
      targets_add_blurred(&result, &arguments);
    if (!is_known)
      targets_add_outside(t, &result);
  }
  // What realloc moves, and what copying routines copy.
  struct place_vec moved = {0};
  for (uint32_t i = 0; i < arguments.count; i++)
    targets_get(t, (struct place){arguments.at[i].object, 0, 1}, any_size,
                &moved);
  struct place_vec blurred = {0};
  targets_add_blurred(&blurred, &moved);
  if (t->of_edge[edge])
    targets_put(t, (struct place){t->of_edge[edge], 0, 1}, any_size, &blurred);
  for (uint32_t i = 0; i < op->call.count; i++) {
    struct place_vec stored = {0};
    if (routine_receives(&routine, i))
      flow_received(t, op->call.arguments[i]);
    place_unite(&stored, &blurred);
    int source;
    bool stores = routine_stores_at(&routine, i, &source);
    if (stores && source >= 0 && (uint32_t)source < op->call.count) {
      struct place_vec into = {0};
      targets_evaluate(t, op->call.arguments[source], MOST_DEPTH, &into);
      targets_add_blurred(&stored, &into);
      place_vec_release(&into);
    } else if (stores && source != STORES_HELD) {
      targets_add_outside(t, &stored);
    }
    if (!routine_writes(&routine, i) || !stored.count) {
      place_vec_release(&stored);
      continue;
    }
    struct place_vec written = {0};
    targets_evaluate(t, op->call.arguments[i], MOST_DEPTH, &written);
    for (uint32_t k = 0; k < written.count; k++)
      if (targets_is_block(t, written.at[k].object))
        targets_put(t, (struct place){written.at[k].object, 0, 1}, any_size,
                    &stored);
    place_vec_release(&stored);
    place_vec_release(&written);
  }
  place_vec_release(&moved);
  place_vec_release(&blurred);
  if (has_target)
    targets_set_value(t, op->call.target, &result);
  if (!is_known && !t->options.unknown_writes_nothing)
    flow_unseen(t, op);
  place_vec_release(&arguments);
  place_vec_release(&result);
}

// An input of pointer type is no address of ours. What the machine gives may be
// one, whatever its type: kernels take addresses from registers as numbers.
static void flow_havoc(struct targets *t, const struct operation *op) {
  struct place_vec outside = {0}, anywhere = {0};
  bool is_machine = program_is_of_machine(t->program, op);
  place_add(&outside, (struct place){t->outside, 0, 1});
  targets_add_anywhere(t, &anywhere);
  for (uint32_t i = 0; i < op->havoc.count; i++) {
    struct variable target = op->havoc.targets[i];
    if (op->havoc.origin == ORIGIN_INPUT && is_pointer_variable(t, target))
      targets_set_value(t, target, &outside);
    else if (is_machine && holds_addresses(t, target))
      targets_set_value(t, target, &anywhere);
  }
  place_vec_release(&outside);
  place_vec_release(&anywhere);
}

// Nor is a number that is written as one, beyond the first and last page.
static void flow_number(struct targets *t, const struct binding *binding) {
  const struct term_table *terms = t->program->terms;
  struct place_vec value = {0};
  if (term_is_const(terms, binding->value) &&
      access_is_number(terms, binding->value) &&
      is_pointer_variable(t, binding->target)) {
    place_add(&value, (struct place){t->outside, 0, 1});
    targets_set_value(t, binding->target, &value);
  }
  place_vec_release(&value);
}

// Which elements of input objects are got at also matters where no address is
// moved.
static void note_address(struct targets *t, const struct operation *op) {
  struct place_vec places = {0};
  if (t->options.entry)
    targets_evaluate(t, op->memory.address, MOST_DEPTH, &places);
  place_vec_release(&places);
}

void targets_flow(struct targets *t, uint32_t id) {
  const struct operation *op = &t->procedure->edges.at[id].op;
  struct place_vec value = {0};
  switch (op->kind) {
  case OPERATION_ASSIGN:
    for (uint32_t i = 0; i < op->assign.count; i++) {
      place_vec_clear(&value);
      targets_evaluate(t, op->assign.bindings[i].value, MOST_DEPTH, &value);
      targets_set_value(t, op->assign.bindings[i].target, &value);
      flow_number(t, &op->assign.bindings[i]);
    }
    break;
  case OPERATION_HAVOC: flow_havoc(t, op); break;
  case OPERATION_LOAD:
    note_address(t, op);
    flow_load(t, op);
    break;
  case OPERATION_STORE:
    note_address(t, op);
    flow_store(t, op);
    break;
  case OPERATION_UPDATE:
    note_address(t, op);
    flow_load(t, op);
    flow_store(t, op);
    break;
  case OPERATION_COPY: flow_copy(t, op); break;
  case OPERATION_ALLOCATE:
    place_add(&value, (struct place){t->of_edge[id], 0, 0});
    targets_set_value(t, op->allocate.target, &value);
    break;
  case OPERATION_CALL: {
    uint32_t part =
        t->options.inlined ? inline_part_called(t->options.inlined, op) : 0;
    if (part)
      flow_kept(t, op, part);
    else
      flow_call(t, op, id);
    break;
  }
  case OPERATION_THREAD:
    for (uint32_t i = 0; i < op->thread.count; i++)
      targets_evaluate(t, op->thread.arguments[i], MOST_DEPTH, &value);
    targets_escape(t, &value);
    break;
  default: break;
  }
  place_vec_release(&value);
}
