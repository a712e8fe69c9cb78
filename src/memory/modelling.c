#include "memory/modelling.h"

#include <string.h>

#include "program/access.h"

void modelling_begin(struct modelling *m, struct program *program,
                     const struct procedure *routine,
                     struct position position) {
  struct procedure *made = program_add_procedure(program, routine->name);
  *m = (struct modelling){.program = program,
                          .terms = program->terms,
                          .made = made,
                          .position = position,
                          .width = program->pointer_width};
  made->type = routine->type;
  made->position = position;
  made->is_defined = true;
  made->is_internal = true;
  made->kind = PROCEDURE_MODEL;
  made->result = routine->result;
  made->returns_integer = routine->returns_integer;
  made->entry = m->here = modelling_new_location(m);
  made->exit = modelling_new_location(m);
  made->undefined = modelling_new_location(m);
}

void modelling_emit_to(struct modelling *m, struct operation op,
                       struct location_id to, enum undefined_reason undefined) {
  procedure_add_edge(m->made, (struct edge){.from = m->here,
                                            .to = to,
                                            .position = m->position,
                                            .undefined = undefined,
                                            .op = op});
}

struct location_id modelling_new_location(struct modelling *m) {
  return procedure_add_location(m->made, m->position);
}

void modelling_emit(struct modelling *m, struct operation op) {
  struct location_id to = modelling_new_location(m);
  modelling_emit_to(m, op, to, UNDEFINED_NONE);
  m->here = to;
}

void modelling_go_to(struct modelling *m, struct location_id to) {
  modelling_emit_to(m, operation_skip(), to, UNDEFINED_NONE);
}

struct variable modelling_new_variable(struct modelling *m,
                                       enum variable_kind kind,
                                       const char *name, struct sort sort) {
  struct name n = intern(m->program->names, name);
  return program_add_variable(m->program,
                              (struct variable_info){.kind = kind,
                                                     .name = n,
                                                     .text = n,
                                                     .owner = m->made->self,
                                                     .is_made = true},
                              sort);
}

struct term modelling_term_of(const struct modelling *m,
                              struct variable variable) {
  return program_term(m->program, variable);
}

struct term modelling_argument(const struct modelling *m, uint32_t i) {
  return m->values[i];
}

struct term modelling_add_parameter(struct modelling *m, const char *name,
                                    struct term passed) {
  struct object_id object;
  uint64_t offset;
  struct variable parameter = modelling_new_variable(
      m, VARIABLE_PARAMETER, name, term_sort(m->terms, passed));
  variable_vec_push(&m->made->parameters, parameter);
  bool is_named = access_split(m->program, passed, &object, &offset) &&
                  program_object(m->program, object)->kind != OBJECT_FRAME;
  return m->is_literal && (is_named || term_is_const(m->terms, passed))
             ? passed
             : modelling_term_of(m, parameter);
}

const char *modelling_literal(const struct modelling *m, struct term address,
                              uint64_t *length) {
  struct object_id id;
  uint64_t offset;
  if (!access_split(m->program, address, &id, &offset))
    return NULL;
  const struct object_info *object = program_object(m->program, id);
  if (!object->is_constant || !object->bytes || offset >= object->size)
    return NULL;
  const char *text = (const char *)object->bytes + offset;
  *length = strnlen(text, object->size - offset);
  return *length < object->size - offset ? text : NULL;
}

struct term modelling_number(const struct modelling *m, unsigned width,
                             uint64_t value) {
  return term_const(m->terms, width, value);
}

void modelling_set(struct modelling *m, struct variable variable,
                   struct term value) {
  modelling_emit(m, operation_assign_one(m->program, variable, value));
}

struct variable modelling_new_counter(struct modelling *m, const char *name) {
  struct variable i =
      modelling_new_variable(m, VARIABLE_LOCAL, name, sort_bits(m->width));
  modelling_set(m, i, modelling_number(m, m->width, 0));
  return i;
}

void modelling_increment(struct modelling *m, struct variable i) {
  modelling_set(m, i,
                term_add(m->terms, modelling_term_of(m, i),
                         modelling_number(m, m->width, 1)));
}

void modelling_give(struct modelling *m, struct term value) {
  modelling_emit_to(
      m, (struct operation){.kind = OPERATION_RETURN, .ret = {.value = value}},
      m->made->exit, UNDEFINED_NONE);
}

// Where the condition holds; afterwards we are where it does not.
struct location_id modelling_branch(struct modelling *m,
                                    struct term condition) {
  struct location_id then = modelling_new_location(m);
  modelling_emit_to(m, operation_assume(condition), then, UNDEFINED_NONE);
  modelling_emit(m, operation_assume(term_not(m->terms, condition)));
  return then;
}

// Returns the value if the condition holds and goes on otherwise.
void modelling_give_if(struct modelling *m, struct term condition,
                       struct term value) {
  struct location_id then = modelling_branch(m, condition), rest = m->here;
  m->here = then;
  modelling_give(m, value);
  m->here = rest;
}

static void modelling_emit_check(struct modelling *m, enum access_kind access,
                                 struct term address, uint64_t bytes) {
  struct operation op = {
      .kind = OPERATION_INVALID,
      .invalid = {.access = access,
                  .address = address,
                  .size = modelling_number(m, m->width, bytes)}};
  modelling_emit_to(m, op, m->made->undefined,
                    m->assumes              ? UNDEFINED_IMPOSSIBLE
                    : access == ACCESS_READ ? UNDEFINED_INVALID_READ
                                            : UNDEFINED_INVALID_WRITE);
}

void modelling_load(struct modelling *m, struct variable target,
                    struct term address) {
  unsigned width = term_width(m->terms, modelling_term_of(m, target));
  modelling_emit_check(m, ACCESS_READ, address, width / 8);
  modelling_emit(
      m, (struct operation){.kind = OPERATION_LOAD,
                            .memory = {.target = target, .address = address}});
}

struct term modelling_byte_at(struct modelling *m, struct term base,
                              struct variable i, const char *name) {
  struct variable byte =
      modelling_new_variable(m, VARIABLE_TEMPORARY, name, sort_bits(8));
  modelling_load(m, byte, term_add(m->terms, base, modelling_term_of(m, i)));
  return modelling_term_of(m, byte);
}

void modelling_store(struct modelling *m, struct term address,
                     struct term value) {
  modelling_emit_check(m, ACCESS_WRITE, address,
                       term_width(m->terms, value) / 8);
  modelling_emit(
      m, (struct operation){.kind = OPERATION_STORE,
                            .memory = {.address = address, .value = value}});
}

struct term modelling_is_zero(const struct modelling *m, struct term byte) {
  return term_eq(m->terms, byte, modelling_number(m, 8, 0));
}

struct term modelling_is_at(const struct modelling *m, struct variable i,
                            struct term end) {
  return term_eq(m->terms, modelling_term_of(m, i), end);
}

struct term modelling_low_byte(const struct modelling *m, struct term t) {
  return term_extract(m->terms, 0, 8, t);
}

void modelling_stop_at_null(struct modelling *m, enum undefined_reason reason) {
  const char *access = reason == UNDEFINED_INVALID_WRITE  ? "write"
                       : reason == UNDEFINED_INVALID_CALL ? "call"
                                                          : "read";
  struct operation op = operation_assume(term_true(m->terms));
  op.assume.text =
      intern_format(m->program->names, "%s: %s through a null pointer",
                    name_text(m->program->names, m->made->name), access);
  modelling_emit_to(m, op, m->made->undefined, reason);
}

void modelling_exclude_null(struct modelling *m, struct term address,
                            struct term size, enum undefined_reason reason) {
  struct term zero = modelling_number(m, m->width, 0);
  struct term right = term_not(m->terms, term_eq(m->terms, size, zero));
  struct term left = term_eq(m->terms, address, zero);
  struct term is_bad = term_and(m->terms, left, right);
  uint64_t offset;
  struct object_id object;
  if (term_is_false(m->terms, is_bad) ||
      access_split(m->program, address, &object, &offset))
    return;
  struct location_id there = modelling_branch(m, is_bad), rest = m->here;
  m->here = there;
  modelling_stop_at_null(m, reason);
  m->here = rest;
}

void modelling_check_string(struct modelling *m, struct term s) {
  uint64_t length;
  if (!m->is_checked)
    return;
  if (modelling_literal(m, s, &length)) {
    m->assumes = true;
    return;
  }
  struct term no_limit = modelling_number(m, m->width, UINT64_MAX);
  modelling_exclude_null(m, s, no_limit, UNDEFINED_INVALID_READ);
  struct operation op = {
      .kind = OPERATION_INVALID,
      .invalid = {.access = ACCESS_STRING, .address = s, .size = no_limit}};
  modelling_emit_to(m, op, m->made->undefined, UNDEFINED_INVALID_READ);
  modelling_emit(m, operation_skip());
  m->assumes = true;
}

void modelling_check_apart(struct modelling *m, struct term to,
                           struct term from, struct term size) {
  uint64_t length;
  if (!m->is_checked || modelling_literal(m, from, &length))
    return;
  struct operation op = {.kind = OPERATION_INVALID,
                         .invalid = {.access = ACCESS_OVERLAP,
                                     .address = term_sub(m->terms, to, from),
                                     .size = size}};
  modelling_emit_to(m, op, m->made->undefined, UNDEFINED_OVERLAP);
  modelling_emit(m, operation_skip());
}

struct variable modelling_count_bytes(struct modelling *m, struct term s,
                                      struct term limit) {
  struct variable n = modelling_new_counter(m, "length");
  uint64_t length;
  if (m->is_checked && term_is_none(limit) &&
      modelling_literal(m, s, &length)) {
    modelling_set(m, n, modelling_number(m, m->width, length));
    return n;
  }
  struct location_id head = m->here, end = modelling_new_location(m);
  if (!term_is_none(limit)) {
    struct term is_far = modelling_is_at(m, n, limit);
    modelling_emit_to(m, operation_assume(is_far), end, UNDEFINED_NONE);
    modelling_emit(m, operation_assume(term_not(m->terms, is_far)));
  }
  struct term is_last =
      modelling_is_zero(m, modelling_byte_at(m, s, n, "byte"));
  modelling_emit_to(m, operation_assume(is_last), end, UNDEFINED_NONE);
  modelling_emit(m, operation_assume(term_not(m->terms, is_last)));
  modelling_increment(m, n);
  modelling_go_to(m, head);
  m->here = end;
  return n;
}

struct variable modelling_count_string(struct modelling *m, struct term s) {
  modelling_check_string(m, s);
  struct variable n = modelling_count_bytes(m, s, (struct term){0});
  m->assumes = false;
  return n;
}

void modelling_copy_bytes(struct modelling *m, struct term to, struct term from,
                          struct term size) {
  struct variable i = modelling_new_counter(m, "i");
  struct location_id head = m->here;
  struct location_id end = modelling_branch(m, modelling_is_at(m, i, size));
  struct term byte = modelling_byte_at(m, from, i, "byte");
  modelling_store(m, term_add(m->terms, to, modelling_term_of(m, i)), byte);
  modelling_increment(m, i);
  modelling_go_to(m, head);
  m->here = end;
}

// What comes next is a write there, or a skip.
static void need_room(struct modelling *m, struct term to, struct term size) {
  modelling_exclude_null(m, to, size, UNDEFINED_INVALID_WRITE);
  struct operation op = {
      .kind = OPERATION_INVALID,
      .invalid = {.access = ACCESS_WRITE, .address = to, .size = size}};
  modelling_emit_to(m, op, m->made->undefined, UNDEFINED_INVALID_WRITE);
}

// A literal, all at once.
static void copy_literal(struct modelling *m, struct term to, struct term from,
                         uint64_t length) {
  struct term size = modelling_number(m, m->width, length + 1);
  need_room(m, to, size);
  modelling_emit(m,
                 (struct operation){
                     .kind = OPERATION_COPY,
                     .block = {.address = to, .source = from, .size = size}});
}

// Where it is of interest, the room is looked at before the first byte is
// written.
static bool check_copy(struct modelling *m, struct term to, struct term from) {
  uint64_t length;
  if (!m->is_checked)
    return false;
  if (modelling_literal(m, from, &length)) {
    copy_literal(m, to, from, length);
    return true;
  }
  struct variable n = modelling_count_string(m, from);
  struct term size = term_add(m->terms, modelling_term_of(m, n),
                              modelling_number(m, m->width, 1));
  need_room(m, to, size);
  modelling_emit(m, operation_skip());
  modelling_check_apart(m, to, from, size);
  m->assumes = true;
  return false;
}

// Copies the string with its zero byte.
void modelling_copy_string(struct modelling *m, struct term to,
                           struct term from) {
  if (check_copy(m, to, from))
    return;
  struct variable i = modelling_new_counter(m, "i");
  struct location_id head = m->here;
  struct term byte = modelling_byte_at(m, from, i, "byte");
  modelling_store(m, term_add(m->terms, to, modelling_term_of(m, i)), byte);
  struct location_id end = modelling_branch(m, modelling_is_zero(m, byte));
  modelling_increment(m, i);
  modelling_go_to(m, head);
  m->here = end;
  m->assumes = false;
}
