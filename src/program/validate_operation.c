// What the edges do: sorts, scopes, targets, and the INVALID siblings that
// make operations on memory total.
#include "program/access.h"
#include "program/internal.h"

static const struct operation *op_of(const struct validator *v) {
  return &v->edge->op;
}

static struct sort sort_of(const struct validator *v, struct term t) {
  return term_sort(v->program->terms, t);
}

static struct sort target_sort(const struct validator *v,
                               struct variable target) {
  return sort_of(v, program_term(v->program, target));
}

// Handles

static bool check_targets(struct validator *v) {
  variable_vec_clear(&v->targets);
  operation_targets(op_of(v), &v->targets);
  bool is_sound = true;
  for (uint32_t i = 0; i < v->targets.count; i++) {
    struct variable target = v->targets.at[i];
    if (target.id && target.id < v->program->variables.count)
      continue;
    validator_report(v, "writes no variable");
    is_sound = false;
  }
  return is_sound;
}

static bool check_terms(struct validator *v) {
  term_vec_clear(&v->terms);
  operation_terms(op_of(v), &v->terms);
  bool is_sound = true;
  for (uint32_t i = 0; i < v->terms.count; i++) {
    if (validate_is_term(v, v->terms.at[i]))
      continue;
    validator_report(v, "reads no term");
    is_sound = false;
  }
  return is_sound;
}

static void check_target(struct validator *v, struct variable target) {
  const struct variable_info *info = program_variable(v->program, target);
  const char *name = validate_name(v, target);
  if (info->kind == VARIABLE_ADDRESS)
    validator_report(v, "writes the address `%s`", name);
  if (info->owner.id && info->owner.id != v->procedure->frame.id)
    validator_report(v, "writes `%s` of another procedure", name);
  if (v->written[target.id] == v->step)
    validator_report(v, "writes `%s` twice", name);
  v->written[target.id] = v->step;
}

// Sorts

static bool need_pointer(struct validator *v, struct term t, const char *what) {
  struct sort pointer = sort_bits(v->program->pointer_width);
  if (term_is_none(t))
    validator_report(v, "has no %s", what);
  else if (!sort_equal(sort_of(v, t), pointer))
    validator_report(v, "the %s is not of pointer width", what);
  else
    return true;
  return false;
}

static bool need_target(struct validator *v, struct variable target) {
  if (variable_is_none(target))
    validator_report(v, "has no target");
  return !variable_is_none(target);
}

static bool need_bits(struct validator *v, struct term t) {
  if (term_is_none(t))
    validator_report(v, "has no value");
  else if (!sort_is_bits(sort_of(v, t)))
    validator_report(v, "the value is not a bit-vector");
  else
    return true;
  return false;
}

static void check_assign(struct validator *v, const struct binding *binding) {
  if (!need_target(v, binding->target))
    return;
  if (term_is_none(binding->value))
    validator_report(v, "has no value");
  else if (!sort_equal(target_sort(v, binding->target),
                       sort_of(v, binding->value)))
    validator_report(v, "assigns a value of another sort to `%s`",
                     validate_name(v, binding->target));
}

static void check_assume(struct validator *v, struct term condition) {
  if (term_is_none(condition) || !sort_is_bool(sort_of(v, condition)))
    validator_report(v, "the condition is not Boolean");
}

static void check_invalid(struct validator *v, const struct operation *op) {
  need_pointer(v, op->invalid.address, "address");
  bool has_size =
      op->invalid.access == ACCESS_READ || op->invalid.access == ACCESS_WRITE ||
      op->invalid.access >= ACCESS_STRING;
  if (has_size)
    need_pointer(v, op->invalid.size, "size");
  else if (!term_is_none(op->invalid.size))
    validator_report(v, "the access has a size");
  if (v->edge->to.id != v->procedure->undefined.id)
    validator_report(v, "an invalid access does not lead to undefined");
}

// Siblings

// Sizes are terms; that of a LOAD or STORE is a number of bytes.
struct need {
  enum access_kind access;
  struct term address;
  struct term size; // none: it is `bytes`
  uint64_t bytes;
};

static bool same_size(const struct validator *v, const struct need *need,
                      struct term size) {
  if (need->access == ACCESS_FREE || need->access == ACCESS_CALL)
    return true;
  if (!term_is_none(need->size))
    return term_equal(need->size, size);
  return validate_is_term(v, size) && term_is_const(v->program->terms, size) &&
         term_value(v->program->terms, size) == need->bytes;
}

static bool has_sibling(const struct validator *v, const struct need *need) {
  const struct location *from = procedure_location(v->procedure, v->edge->from);
  for (uint32_t i = 0; i < from->out_count; i++) {
    const struct operation *op =
        &v->procedure->edges.at[from->first_out + i].op;
    if (op->kind == OPERATION_INVALID && op->invalid.access == need->access &&
        term_equal(op->invalid.address, need->address) &&
        same_size(v, need, op->invalid.size))
      return true;
  }
  return false;
}

static bool is_valid(const struct validator *v, const struct need *need) {
  const struct term_table *terms = v->program->terms;
  uint64_t bytes = need->bytes;
  if (!term_is_none(need->size)) {
    if (!term_is_const(terms, need->size))
      return false;
    bytes = (uint64_t)term_value(terms, need->size);
  }
  return access_is_valid(v->program, need->access, need->address, bytes);
}

static void need_sibling(struct validator *v, struct need need) {
  if (!is_valid(v, &need) && !has_sibling(v, &need))
    validator_report(v, "has no sibling for an invalid %s",
                     access_kind_name(need.access));
}

// Operations on memory

// What may be written may be read, so an UPDATE needs one sibling only.
static void check_memory(struct validator *v, const struct operation *op) {
  bool is_store = op->kind == OPERATION_STORE;
  if (!need_pointer(v, op->memory.address, "address"))
    return;
  if (!is_store && !need_target(v, op->memory.target))
    return;
  struct term moved =
      is_store ? op->memory.value : program_term(v->program, op->memory.target);
  if (!need_bits(v, moved))
    return;
  if (op->kind == OPERATION_UPDATE &&
      (!need_bits(v, op->memory.value) ||
       !sort_equal(sort_of(v, moved), sort_of(v, op->memory.value))))
    validator_report(v, "reads and writes different sorts");
  struct need need = {op->kind == OPERATION_LOAD ? ACCESS_READ : ACCESS_WRITE,
                      op->memory.address,
                      {0},
                      (term_width(v->program->terms, moved) + 7) / 8};
  need_sibling(v, need);
}

static void check_block(struct validator *v, const struct operation *op) {
  if (!need_pointer(v, op->block.address, "address") ||
      !need_pointer(v, op->block.size, "size"))
    return;
  need_sibling(
      v, (struct need){ACCESS_WRITE, op->block.address, op->block.size, 0});
  if (op->kind == OPERATION_FILL)
    need_bits(v, op->block.value);
  else if (need_pointer(v, op->block.source, "source"))
    need_sibling(
        v, (struct need){ACCESS_READ, op->block.source, op->block.size, 0});
}

static void check_allocate(struct validator *v, const struct operation *op) {
  need_pointer(v, op->allocate.size, "size");
  if (need_target(v, op->allocate.target))
    need_pointer(v, program_term(v->program, op->allocate.target), "target");
  uint32_t alignment = op->allocate.alignment;
  if (!alignment || (alignment & (alignment - 1)))
    validator_report(v, "allocates with alignment %u", alignment);
}

static void check_free(struct validator *v, const struct operation *op) {
  if (need_pointer(v, op->free.address, "address"))
    need_sibling(
        v, (struct need){.access = ACCESS_FREE, .address = op->free.address});
}

// Calls

static void check_arguments(struct validator *v, const struct operation *op,
                            const struct procedure *callee) {
  const char *name = name_text(v->program->names, callee->name);
  if (op->call.count != callee->parameters.count) {
    validator_report(v, "passes %u arguments to `%s`, which takes %u",
                     op->call.count, name, callee->parameters.count);
    return;
  }
  for (uint32_t i = 0; i < op->call.count; i++)
    if (!sort_equal(sort_of(v, op->call.arguments[i]),
                    target_sort(v, callee->parameters.at[i])))
      validator_report(v, "argument %u of `%s` has another sort", i + 1, name);
}

// A declaration may come without its parameters.
static void check_direct(struct validator *v, const struct operation *op) {
  if (op->call.callee.id >= v->program->procedures.count) {
    validator_report(v, "calls no procedure");
    return;
  }
  const struct procedure *callee =
      program_procedure(v->program, op->call.callee);
  const char *name = name_text(v->program->names, callee->name);
  if (callee->is_defined || callee->parameters.count)
    check_arguments(v, op, callee);
  if (callee->is_defined && !callee->is_variadic &&
      !term_is_none(op->call.variadic))
    validator_report(v, "passes variable arguments to `%s`", name);
  if (!variable_is_none(op->call.target) &&
      !sort_equal(target_sort(v, op->call.target), callee->result))
    validator_report(v, "the result of `%s` has another sort", name);
}

static void check_call(struct validator *v, const struct operation *op) {
  if (!term_is_none(op->call.variadic))
    need_pointer(v, op->call.variadic, "area of variable arguments");
  if (op->call.callee.id && !term_is_none(op->call.function))
    validator_report(v, "is both a direct and an indirect call");
  else if (op->call.callee.id)
    check_direct(v, op);
  else if (need_pointer(v, op->call.function, "function"))
    need_sibling(
        v, (struct need){.access = ACCESS_CALL, .address = op->call.function});
}

static void check_return(struct validator *v, const struct operation *op) {
  struct sort result = {0};
  if (!term_is_none(op->ret.value))
    result = sort_of(v, op->ret.value);
  if (!sort_equal(result, v->procedure->result))
    validator_report(v, "returns a value of another sort");
}

static void check_thread(struct validator *v, const struct operation *op) {
  static const uint32_t counts[THREAD_ACTION_COUNT] = {
      [THREAD_CREATE] = 3, [THREAD_JOIN] = 2,     [THREAD_EXIT] = 1,
      [THREAD_LOCK] = 1,   [THREAD_UNLOCK] = 1,   [THREAD_WAIT] = 2,
      [THREAD_SIGNAL] = 1, [THREAD_BROADCAST] = 1,
      [THREAD_READ_LOCK] = 1,   [THREAD_WRITE_LOCK] = 1,
      [THREAD_UNLOCK_EITHER] = 1, [THREAD_SPIN_LOCK] = 1,
      [THREAD_SPIN_UNLOCK] = 1, [THREAD_DOWN] = 1,
      [THREAD_UP] = 1,          [THREAD_MEET] = 1,
      [THREAD_JOIN_NUMBER] = 2, [THREAD_TIMED_WAIT] = 3};
  if (op->thread.action >= THREAD_ACTION_COUNT)
    validator_report(v, "is no thread action");
  else if (op->thread.count != counts[op->thread.action])
    validator_report(v, "thread action %s has %u arguments",
                     thread_action_name(op->thread.action), op->thread.count);
}

static void check_live(struct validator *v, const struct operation *op) {
  if (!op->live.count)
    validator_report(v, "has no objects");
  for (uint32_t i = 0; i < op->live.count; i++) {
    struct object_id object;
    uint64_t offset;
    struct term address = op->live.addresses[i];
    if (!need_pointer(v, address, "address") || op->live.life == LIFE_ENDS)
      continue;
    if (!access_split(v->program, address, &object, &offset) || offset ||
        program_object(v->program, object)->kind != OBJECT_FRAME)
      validator_report(v, "begins the life of what is no frame object");
  }
}

static void check_perform(struct validator *v, const struct operation *op) {
  if (!term_is_none(op->perform.object))
    need_pointer(v, op->perform.object, "object");
  if (term_is_none(op->perform.address))
    return;
  need_pointer(v, op->perform.address, "address");
  need_pointer(v, op->perform.size, "size");
  for (uint32_t i = 0; i < op->perform.count; i++)
    need_pointer(v, op->perform.ranges[i], "range");
}

static void check_kind(struct validator *v, const struct operation *op) {
  switch (op->kind) {
  case OPERATION_ASSIGN:
    for (uint32_t i = 0; i < op->assign.count; i++)
      check_assign(v, &op->assign.bindings[i]);
    return;
  case OPERATION_ASSUME: check_assume(v, op->assume.condition); return;
  case OPERATION_INVALID: check_invalid(v, op); return;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: check_memory(v, op); return;
  case OPERATION_COPY:
  case OPERATION_FILL: check_block(v, op); return;
  case OPERATION_ALLOCATE: check_allocate(v, op); return;
  case OPERATION_FREE: check_free(v, op); return;
  case OPERATION_LIVE: check_live(v, op); return;
  case OPERATION_CALL: check_call(v, op); return;
  case OPERATION_RETURN: check_return(v, op); return;
  case OPERATION_THREAD: check_thread(v, op); return;
  case OPERATION_PERFORM:
    check_perform(v, op);
    return;
  case OPERATION_HAVOC:
  case OPERATION_UNSUPPORTED: return;
  case OPERATION_KIND_COUNT: break;
  }
  validator_report(v, "is no operation");
}

void validate_operation(struct validator *v) {
  const struct operation *op = op_of(v);
  if (!check_targets(v) || !check_terms(v))
    return;
  for (uint32_t i = 0; i < v->targets.count; i++)
    check_target(v, v->targets.at[i]);
  for (uint32_t i = 0; i < v->terms.count; i++)
    validate_scope(v, v->terms.at[i]);
  check_kind(v, op);
}
