#include "check/target.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

static const char *const error_functions[] = {
    "__assert_fail",    "__assert",    "__assert_perror_fail",
    "__VERIFIER_error", "reach_error", "__VERIFIER_assert_fail"};

static bool is_convention(const char *function) {
  for (size_t i = 0; i < sizeof error_functions / sizeof *error_functions; i++)
    if (is_procedure_named(function, error_functions[i]))
      return true;
  return false;
}

bool is_leak_target(enum target_kind kind) {
  return kind == TARGET_TRACKED || kind == TARGET_FREED;
}

bool target_rules_ask_memory(const struct target_rules *rules) {
  return rules->checks_deref || rules->checks_free || rules->leaks;
}

bool target_is_error(const struct target_rules *rules, const char *function) {
  if (!rules->checks_calls)
    return false;
  return rules->error_function
             ? is_procedure_named(function, rules->error_function)
             : is_convention(function);
}

enum target_kind target_kind_of_call(const struct target_rules *rules,
                                     const struct program *program,
                                     const struct procedure *callee) {
  if (callee->kind == PROCEDURE_LABEL)
    return TARGET_LABEL;
  return target_is_error(rules, name_text(program->names, callee->name))
             ? TARGET_CALL
             : TARGET_NONE;
}

static enum target_kind kind_of_leak(const struct target_rules *rules) {
  switch (rules->leaks) {
  case LEAKS_TRACKED: return TARGET_TRACKED;
  case LEAKS_FREED: return TARGET_FREED;
  default: return TARGET_NONE;
  }
}

enum target_kind target_kind_of_undefined(const struct target_rules *rules,
                                          enum undefined_reason reason) {
  switch (reason) {
  case UNDEFINED_OVERFLOW:
  case UNDEFINED_DIVISION_OVERFLOW:
  case UNDEFINED_SHIFT_OVERFLOW:
  case UNDEFINED_SHIFT_RANGE:
    return rules->checks_overflow ? TARGET_OVERFLOW : TARGET_NONE;
  case UNDEFINED_DIVISION_BY_ZERO:
    return rules->checks_div0 ? TARGET_DIV0 : TARGET_NONE;
  case UNDEFINED_INVALID_READ:
  case UNDEFINED_INVALID_WRITE:
  case UNDEFINED_IN_PLACE:
  case UNDEFINED_INVALID_CALL:
  case UNDEFINED_OVERLAP:
  case UNDEFINED_MEMBER:
    return rules->checks_deref ? TARGET_DEREF : TARGET_NONE;
  case UNDEFINED_LEAK: return rules->checks_leaks ? TARGET_LEAK : TARGET_NONE;
  case UNDEFINED_LOST: return rules->checks_lost ? TARGET_LOST : TARGET_NONE;
  case UNDEFINED_INVALID_FREE:
    return rules->checks_free ? TARGET_FREE : TARGET_NONE;
  case UNDEFINED_LEFT: return kind_of_leak(rules);
  case UNDEFINED_RACE: return rules->checks_races ? TARGET_RACE : TARGET_NONE;
  case UNDEFINED_DEADLOCK:
    return rules->checks_deadlock ? TARGET_DEADLOCK : TARGET_NONE;
  case UNDEFINED_REQUIREMENT:
    return rules->checks_requirements ? TARGET_REQUIREMENT : TARGET_NONE;
  case UNDEFINED_PROMISE:
    return rules->checks_promises ? TARGET_PROMISE : TARGET_NONE;
  case UNDEFINED_FORBIDDEN:
    return rules->checks_specification ? TARGET_CONFORMANCE : TARGET_NONE;
  default: return TARGET_NONE;
  }
}

static const struct procedure *callee_of(const struct program *program,
                                         const struct edge *edge) {
  if (edge->op.kind != OPERATION_CALL || !edge->op.call.callee.id)
    return NULL;
  return program_procedure(program, edge->op.call.callee);
}

enum target_kind target_kind_of_edge(const struct target_rules *rules,
                                     const struct program *program,
                                     const struct edge *edge) {
  if (edge->undefined != UNDEFINED_NONE)
    return target_kind_of_undefined(rules, edge->undefined);
  if (rules->leaks && leak_is_site(program, &edge->op))
    return kind_of_leak(rules);
  const struct procedure *callee = callee_of(program, edge);
  return callee ? target_kind_of_call(rules, program, callee) : TARGET_NONE;
}

// The string that an argument points to, or null.
static const char *string_argument(const struct program *program,
                                   const struct operation *op, uint32_t index) {
  if (index >= op->call.count ||
      term_op(program->terms, op->call.arguments[index]) != OP_VAR)
    return NULL;
  struct variable variable =
      program_variable_of(program, op->call.arguments[index]);
  struct object_id object = program_variable(program, variable)->object;
  if (!object.id)
    return NULL;
  const struct object_info *info = program_object(program, object);
  bool is_text = info->bytes && info->size && !info->bytes[info->size - 1];
  return is_text ? (const char *)info->bytes : NULL;
}

static struct name text_of_call(struct program *program,
                                const struct edge *edge) {
  const struct procedure *callee = callee_of(program, edge);
  const char *name = name_text(program->names, callee->name);
  if (callee->kind == PROCEDURE_LABEL)
    return callee->name;
  const char *condition =
      strcmp(name, "__assert_fail") && strcmp(name, "__assert")
          ? NULL
          : string_argument(program, &edge->op, 0);
  return condition ? intern_format(program->names, "assert(%s)", condition)
                   : intern_format(program->names, "%s()", name);
}

struct name target_promise(struct interner *names, struct term condition) {
  return intern_format(names, "promise %u", condition.id);
}

static struct name text_in(const struct edge *edge) {
  return edge->op.kind == OPERATION_INVALID ? edge->op.invalid.text
                                            : edge->op.assume.text;
}

// "f requires n > 0"
static struct name text_of_requirement(struct program *program,
                                       const struct edge *edge) {
  return edge ? text_in(edge) : intern(program->names, "what a call requires");
}

static struct name text_of(struct program *program, enum target_kind kind,
                           const struct edge *edge) {
  switch (kind) {
  case TARGET_OVERFLOW: return intern(program->names, "no overflow");
  case TARGET_DIV0: return intern(program->names, "no division by zero");
  case TARGET_DEREF: return intern(program->names, "valid access");
  case TARGET_LEAK: return intern(program->names, "no block is lost");
  case TARGET_LOST:
    return intern(program->names, "no block that is given or allocated is lost");
  case TARGET_FREE: return intern(program->names, "valid free");
  case TARGET_TRACKED:
    return intern(program->names, "memory of here is not lost");
  case TARGET_FREED:
    return intern(program->names,
                  "memory of here is freed before the program ends");
  case TARGET_RACE: return text_in(edge);
  case TARGET_DEADLOCK: return intern(program->names, "no deadlock");
  case TARGET_REQUIREMENT: return text_of_requirement(program, edge);
  case TARGET_PROMISE:
    return target_promise(program->names, edge->op.assume.condition);
  default: return text_of_call(program, edge);
  }
}

static int compare_numbers(uint32_t a, uint32_t b) {
  return (a > b) - (a < b);
}

static int compare(const void *left, const void *right) {
  const struct check_target *a = left, *b = right;
  int order = compare_numbers(a->position.file.id, b->position.file.id);
  if (!order)
    order = compare_numbers(a->position.line, b->position.line);
  if (!order)
    order = compare_numbers(a->position.column, b->position.column);
  if (!order)
    order = compare_numbers(a->procedure.id, b->procedure.id);
  if (!order)
    order = compare_numbers(a->kind, b->kind);
  return order ? order : compare_numbers(a->text.id, b->text.id);
}

struct check_target target_of(struct program *program,
                              const struct target_rules *rules,
                              const struct procedure *procedure,
                              const struct edge *edge) {
  struct check_target target = {
      .kind = target_kind_of_edge(rules, program, edge),
      .procedure = program_writer(program, procedure, edge)->self,
      .position = edge->position};
  if (target.kind != TARGET_NONE)
    target.text = text_of(program, target.kind, edge);
  if (target.kind == TARGET_RACE)
    target.other = edge->op.kind == OPERATION_INVALID ? edge->op.invalid.other
                                                      : edge->op.assume.other;
  return target;
}

void targets_collect(struct check_target_vec *targets, struct program *program,
                     const struct target_rules *rules,
                     const struct procedure *procedure) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    if (edge->undefined == UNDEFINED_FORBIDDEN)
      continue; // the claim of the specification is one row
    struct check_target target = target_of(program, rules, procedure, edge);
    if (target.kind != TARGET_NONE)
      check_target_vec_push(targets, target);
  }
}

void targets_sort(struct check_target_vec *targets) {
  uint32_t found = targets->count, kept = 0;
  if (found)
    qsort(targets->at, found, sizeof *targets->at, compare);
  for (uint32_t i = 0; i < found; i++)
    if (!kept || compare(&targets->at[i], &targets->at[kept - 1]))
      targets->at[kept++] = targets->at[i];
  targets->count = kept;
}

struct check_target target_of_undefined(struct program *program,
                                        const struct target_rules *rules,
                                        const struct procedure *procedure,
                                        struct position position,
                                        enum undefined_reason reason) {
  struct check_target target = {.kind = target_kind_of_undefined(rules, reason),
                                .procedure = procedure->self,
                                .position = position};
  if (target.kind != TARGET_NONE)
    target.text = text_of(program, target.kind, NULL);
  return target;
}

// Each once, in the order of the source.
static bool is_sorted(const struct check_target_vec *targets) {
  for (uint32_t i = 1; i < targets->count; i++)
    if (compare(&targets->at[i - 1], &targets->at[i]) >= 0)
      return false;
  return true;
}

struct check_target *targets_lookup(const struct check_target_vec *targets,
                                    const struct check_target *target) {
  DCHECK(is_sorted(targets), "targets are not in the order of the source");
  return targets->count ? bsearch(target, targets->at, targets->count,
                                  sizeof *targets->at, compare)
                        : NULL;
}

struct check_target target_of_given(struct program *program,
                                    const struct procedure *procedure) {
  return (struct check_target){.kind = TARGET_LOST,
                               .procedure = procedure->self,
                               .position = procedure->position,
                               .text = text_of(program, TARGET_LOST, NULL)};
}

uint32_t targets_find(const struct check_target_vec *targets,
                      const struct check_target *target) {
  const struct check_target *found = targets_lookup(targets, target);
  CHECK(found, "a target that was not collected");
  return (uint32_t)(found - targets->at);
}

const char *target_property(enum target_kind kind) {
  switch (kind) {
  case TARGET_OVERFLOW: return "no-overflow";
  case TARGET_DIV0: return "no-div0";
  case TARGET_DEREF: return "valid-deref";
  case TARGET_LEAK: return "no-leak";
  case TARGET_LOST: return "no-loss";
  case TARGET_FREE: return "valid-free";
  case TARGET_TRACKED: return "valid-memtrack";
  case TARGET_FREED: return "valid-memcleanup";
  case TARGET_RACE: return "no-data-race";
  case TARGET_DEADLOCK: return "no-deadlock";
  case TARGET_REQUIREMENT: return "requires";
  case TARGET_CONFORMANCE: return "conformance";
  default: return "unreach-call";
  }
}

// Where a line can have several such targets, with the column.
static struct name place_of(const struct program *program,
                            const struct check_target *target) {
  struct position position = target->position;
  if (!position_is_known(position))
    return intern_format(
        program->names, "in %s",
        name_text(program->names,
                  program_procedure(program, target->procedure)->name));
  if (target->kind != TARGET_OVERFLOW && target->kind != TARGET_DIV0 &&
      target->kind != TARGET_REQUIREMENT)
    position.column = 0;
  struct strbuf text = {0};
  position_print(program->names, position, &text);
  struct name place = intern(program->names, strbuf_text(&text));
  strbuf_release(&text);
  return place;
}

void targets_rows(const struct check_target_vec *targets,
                  const struct program *program, struct result_row_vec *into) {
  result_row_vec_clear(into);
  for (uint32_t i = 0; i < targets->count; i++) {
    const struct check_target *target = &targets->at[i];
    result_row_vec_push(
        into,
        (struct result_row){
            .property = target_property(target->kind),
            .function = program_procedure(program, target->procedure)->name,
            .position = target->position,
            .place = place_of(program, target),
            .text = target->text,
            .status = target->status,
            .reason = target->reason,
            .is_unusual = target->is_unusual});
  }
}
