// Small programs made by hand: a builder with one procedure at hand and the C
// types that tests like to use.
#ifndef VOUCH_TEST_PROGRAM_FIXTURE_H
#define VOUCH_TEST_PROGRAM_FIXTURE_H

#include "../unit.h"

#include "program/program.h"

struct fixture {
  struct interner *names;
  struct program *program;
  struct procedure *f; // the procedure that is being built
  struct ctype type_int, type_char, type_unsigned, type_bool;
};

static inline struct name name_of(struct fixture *fx, const char *text) {
  return intern(fx->names, text);
}

static inline struct ctype basic_type(struct fixture *fx, enum ctype_kind kind,
                                      const char *name, unsigned bits,
                                      bool is_signed) {
  return ctype_add(fx->program->types,
                   (struct ctype_info){.kind = kind,
                                       .name = name_of(fx, name),
                                       .bit_size = bits,
                                       .is_signed = is_signed});
}

static inline struct ctype pointer_to(struct fixture *fx, struct ctype target) {
  return ctype_add(fx->program->types,
                   (struct ctype_info){.kind = CTYPE_POINTER,
                                       .bit_size = fx->program->pointer_width,
                                       .target = target});
}

static inline struct ctype array_of(struct fixture *fx, struct ctype element,
                                    uint64_t count) {
  uint64_t bits = ctype_bare(fx->program->types, element)->bit_size;
  return ctype_add(fx->program->types,
                   (struct ctype_info){.kind = CTYPE_ARRAY,
                                       .target = element,
                                       .count = count,
                                       .bit_size = count * bits});
}

static inline struct ctype qualified(struct fixture *fx, const char *qualifier,
                                     struct ctype target) {
  uint64_t bits = ctype_bare(fx->program->types, target)->bit_size;
  return ctype_add(fx->program->types,
                   (struct ctype_info){.kind = CTYPE_QUALIFIED,
                                       .name = name_of(fx, qualifier),
                                       .target = target,
                                       .bit_size = bits});
}

// An empty name is an anonymous member.
static inline struct cfield field_at(struct fixture *fx, const char *name,
                                     struct ctype type, uint64_t byte) {
  uint64_t bits = ctype_bare(fx->program->types, type)->bit_size;
  return (struct cfield){.name = *name ? name_of(fx, name) : (struct name){0},
                         .type = type,
                         .bit_offset = byte * 8,
                         .bit_size = bits};
}

static inline struct ctype record(struct fixture *fx, enum ctype_kind kind,
                                  const char *tag, uint64_t bytes,
                                  struct cfield *fields, uint32_t count) {
  return ctype_add(
      fx->program->types,
      (struct ctype_info){.kind = kind,
                          .name = *tag ? name_of(fx, tag) : (struct name){0},
                          .bit_size = bytes * 8,
                          .fields = fields,
                          .field_count = count});
}

static inline struct ctype function_type(struct fixture *fx,
                                         struct ctype result,
                                         struct ctype *parameters,
                                         uint32_t count, bool is_variadic) {
  return ctype_add(fx->program->types,
                   (struct ctype_info){.kind = CTYPE_FUNCTION,
                                       .target = result,
                                       .parameters = parameters,
                                       .parameter_count = count,
                                       .is_variadic = is_variadic});
}

static inline struct position at(struct fixture *fx, uint32_t line,
                                 uint32_t column) {
  return (struct position){name_of(fx, "a.c"), line, column};
}

static inline struct location_id location(struct fixture *fx, uint32_t line) {
  return procedure_add_location(fx->f, at(fx, line, 3));
}

static inline struct variable variable(struct fixture *fx,
                                       enum variable_kind kind,
                                       const char *name, struct ctype type) {
  struct variable_info info = {.kind = kind, .type = type};
  info.name = name_of(fx, name);
  if (kind != VARIABLE_TEMPORARY)
    info.text = info.name;
  if (kind != VARIABLE_GLOBAL)
    info.owner = fx->f->self;
  uint64_t bits = ctype_bare(fx->program->types, type)->bit_size;
  struct variable added =
      program_add_variable(fx->program, info, sort_bits((unsigned)bits));
  if (kind == VARIABLE_PARAMETER)
    variable_vec_push(&fx->f->parameters, added);
  return added;
}

static inline struct object_id object(struct fixture *fx, enum object_kind kind,
                                      const char *name, struct ctype type) {
  struct object_info info = {.kind = kind, .type = type, .alignment = 4};
  info.name = name_of(fx, name);
  info.size = ctype_bare(fx->program->types, type)->bit_size / 8;
  if (kind == OBJECT_FRAME)
    info.owner = fx->f->self;
  if (kind == OBJECT_FUNCTION)
    info.procedure = fx->f->self;
  return program_add_object(fx->program, info);
}

static inline struct term value_of(struct fixture *fx, struct variable v) {
  return program_term(fx->program, v);
}

static inline struct term address_of(struct fixture *fx, struct object_id id,
                                     uint64_t offset) {
  struct term_table *terms = fx->program->terms;
  return term_add(
      terms,
      program_term(fx->program, program_object(fx->program, id)->address),
      term_const(terms, fx->program->pointer_width, offset));
}

static inline struct term constant(struct fixture *fx, unsigned width,
                                   u128 value) {
  return term_const(fx->program->terms, width, value);
}

static inline struct term pointer_size(struct fixture *fx, u128 value) {
  return constant(fx, fx->program->pointer_width, value);
}

static inline void edge(struct fixture *fx, struct location_id from,
                        struct location_id to, struct operation op) {
  struct position position = procedure_location(fx->f, from)->position;
  procedure_add_edge(
      fx->f,
      (struct edge){.from = from, .to = to, .position = position, .op = op});
}

static inline void undefined_edge(struct fixture *fx, struct location_id from,
                                  enum undefined_reason reason,
                                  struct operation op) {
  struct position position = procedure_location(fx->f, from)->position;
  procedure_add_edge(fx->f, (struct edge){.from = from,
                                          .to = fx->f->undefined,
                                          .position = position,
                                          .undefined = reason,
                                          .op = op});
}

static inline struct operation op_return(struct term value) {
  return (struct operation){.kind = OPERATION_RETURN, .ret.value = value};
}

static inline struct operation op_load(struct variable target,
                                       struct term address) {
  return (struct operation){.kind = OPERATION_LOAD,
                            .memory = {.target = target, .address = address}};
}

static inline struct operation op_store(struct term address,
                                        struct term value) {
  return (struct operation){.kind = OPERATION_STORE,
                            .memory = {.address = address, .value = value}};
}

static inline struct operation
op_invalid(enum access_kind access, struct term address, struct term size) {
  return (struct operation){.kind = OPERATION_INVALID,
                            .invalid = {access, address, size}};
}

// Starts another procedure, with entry, exit and undefined locations 1 to 3.
static inline struct procedure *begin(struct fixture *fx, const char *name,
                                      uint32_t line) {
  fx->f = program_add_procedure(fx->program, name_of(fx, name));
  fx->f->position = at(fx, line, 5);
  fx->f->is_defined = true;
  fx->f->entry = location(fx, line);
  fx->f->exit = location(fx, line);
  fx->f->undefined = procedure_add_location(fx->f, (struct position){0});
  return fx->f;
}

static inline void fixture_init(struct fixture *fx) {
  fx->names = interner_new();
  fx->program = program_new(fx->names, 64);
  fx->f = NULL;
  fx->type_int = basic_type(fx, CTYPE_INT, "int", 32, true);
  fx->type_char = basic_type(fx, CTYPE_INT, "char", 8, true);
  fx->type_unsigned = basic_type(fx, CTYPE_INT, "unsigned int", 32, false);
  fx->type_bool = basic_type(fx, CTYPE_BOOL, "_Bool", 8, false);
}

static inline void fixture_release(struct fixture *fx) {
  program_free(fx->program);
  interner_free(fx->names);
}

#endif
