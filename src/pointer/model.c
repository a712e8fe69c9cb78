#include "pointer/model.h"

#include <string.h>

// A body in the making.
struct modelling {
  struct program *program;
  struct term_table *terms;
  struct procedure *made;
  struct position position; // of the call
  struct location_id here;
  unsigned width; // of pointers and sizes
};

// The pieces that bodies are made of

static void emit_to(struct modelling *m, struct operation op,
                    struct location_id to, enum undefined_reason undefined) {
  procedure_add_edge(m->made, (struct edge){.from = m->here,
                                            .to = to,
                                            .position = m->position,
                                            .undefined = undefined,
                                            .op = op});
}

static struct location_id new_location(struct modelling *m) {
  return procedure_add_location(m->made, m->position);
}

static void emit(struct modelling *m, struct operation op) {
  struct location_id to = new_location(m);
  emit_to(m, op, to, UNDEFINED_NONE);
  m->here = to;
}

static void go_to(struct modelling *m, struct location_id to) {
  emit_to(m, operation_skip(), to, UNDEFINED_NONE);
}

static struct variable new_variable(struct modelling *m,
                                    enum variable_kind kind, const char *name,
                                    struct sort sort) {
  struct name n = intern(m->program->names, name);
  return program_add_variable(
      m->program,
      (struct variable_info){
          .kind = kind, .name = n, .text = n, .owner = m->made->self},
      sort);
}

static struct term term_of(const struct modelling *m,
                           struct variable variable) {
  return program_term(m->program, variable);
}

static struct term argument(const struct modelling *m, uint32_t i) {
  return term_of(m, m->made->parameters.at[i]);
}

static struct term number(const struct modelling *m, unsigned width,
                          uint64_t value) {
  return term_const(m->terms, width, value);
}

static void set(struct modelling *m, struct variable variable,
                struct term value) {
  emit(m, operation_assign_one(m->program, variable, value));
}

static struct variable new_counter(struct modelling *m, const char *name) {
  struct variable i =
      new_variable(m, VARIABLE_LOCAL, name, sort_bits(m->width));
  set(m, i, number(m, m->width, 0));
  return i;
}

static void increment(struct modelling *m, struct variable i) {
  set(m, i, term_add(m->terms, term_of(m, i), number(m, m->width, 1)));
}

static void give(struct modelling *m, struct term value) {
  emit_to(m,
          (struct operation){.kind = OPERATION_RETURN, .ret = {.value = value}},
          m->made->exit, UNDEFINED_NONE);
}

// Where the condition holds; afterwards we are where it does not.
static struct location_id branch(struct modelling *m, struct term condition) {
  struct location_id then = new_location(m);
  emit_to(m, operation_assume(condition), then, UNDEFINED_NONE);
  emit(m, operation_assume(term_not(m->terms, condition)));
  return then;
}

// Returns the value if the condition holds and goes on otherwise.
static void give_if(struct modelling *m, struct term condition,
                    struct term value) {
  struct location_id then = branch(m, condition), rest = m->here;
  m->here = then;
  give(m, value);
  m->here = rest;
}

static void emit_check(struct modelling *m, enum access_kind access,
                       struct term address) {
  struct operation op = {.kind = OPERATION_INVALID,
                         .invalid = {.access = access,
                                     .address = address,
                                     .size = number(m, m->width, 1)}};
  emit_to(m, op, m->made->undefined,
          access == ACCESS_READ ? UNDEFINED_INVALID_READ
                                : UNDEFINED_INVALID_WRITE);
}

static struct term byte_at(struct modelling *m, struct term base,
                           struct variable i, const char *name) {
  struct variable byte =
      new_variable(m, VARIABLE_TEMPORARY, name, sort_bits(8));
  struct term address = term_add(m->terms, base, term_of(m, i));
  emit_check(m, ACCESS_READ, address);
  emit(m, (struct operation){.kind = OPERATION_LOAD,
                             .memory = {.target = byte, .address = address}});
  return term_of(m, byte);
}

static void put_byte(struct modelling *m, struct term address,
                     struct term value) {
  emit_check(m, ACCESS_WRITE, address);
  emit(m, (struct operation){.kind = OPERATION_STORE,
                             .memory = {.address = address, .value = value}});
}

static struct term is_zero(const struct modelling *m, struct term byte) {
  return term_eq(m->terms, byte, number(m, 8, 0));
}

static struct term is_at(const struct modelling *m, struct variable i,
                         struct term end) {
  return term_eq(m->terms, term_of(m, i), end);
}

static struct term low_byte(const struct modelling *m, struct term t) {
  return term_extract(m->terms, 0, 8, t);
}

// Counts to the end of the string; ends where its zero byte is.
static struct variable count_string(struct modelling *m, struct term s) {
  struct variable n = new_counter(m, "length");
  struct location_id head = m->here;
  struct location_id end = branch(m, is_zero(m, byte_at(m, s, n, "byte")));
  increment(m, n);
  go_to(m, head);
  m->here = end;
  return n;
}

// Copies the string with its zero byte.
static void copy_string(struct modelling *m, struct term to, struct term from) {
  struct variable i = new_counter(m, "i");
  struct location_id head = m->here;
  struct term byte = byte_at(m, from, i, "byte");
  put_byte(m, term_add(m->terms, to, term_of(m, i)), byte);
  struct location_id end = branch(m, is_zero(m, byte));
  increment(m, i);
  go_to(m, head);
  m->here = end;
}

// Routines

static void model_strlen(struct modelling *m) {
  struct variable n = count_string(m, argument(m, 0));
  give(m, term_of(m, n));
}

static void model_strnlen(struct modelling *m) {
  struct variable n = new_counter(m, "length");
  struct location_id head = m->here;
  give_if(m, is_at(m, n, argument(m, 1)), term_of(m, n));
  give_if(m, is_zero(m, byte_at(m, argument(m, 0), n, "byte")), term_of(m, n));
  increment(m, n);
  go_to(m, head);
}

// Any value of the sign.
static void give_sign(struct modelling *m, bool is_negative) {
  struct variable sign =
      new_variable(m, VARIABLE_TEMPORARY, "order", m->made->result);
  struct term zero = number(m, sort_width(m->made->result), 0);
  struct term value = term_of(m, sign);
  emit(m,
       operation_havoc(m->program, &sign, 1, ORIGIN_ASSUMPTION, m->made->name));
  emit(m, operation_assume(is_negative
                               ? term_compare(m->terms, OP_SLT, value, zero)
                               : term_compare(m->terms, OP_SLT, zero, value)));
  give(m, value);
}

static void compare_bytes(struct modelling *m, bool has_end, bool has_zero) {
  struct term zero = number(m, sort_width(m->made->result), 0);
  struct variable i = new_counter(m, "i");
  struct location_id head = m->here;
  if (has_end)
    give_if(m, is_at(m, i, argument(m, 2)), zero);
  struct term a = byte_at(m, argument(m, 0), i, "left");
  struct term b = byte_at(m, argument(m, 1), i, "right");
  struct location_id less = branch(m, term_compare(m->terms, OP_ULT, a, b));
  struct location_id more = branch(m, term_compare(m->terms, OP_ULT, b, a));
  if (has_zero)
    give_if(m, is_zero(m, a), zero);
  increment(m, i);
  go_to(m, head);
  m->here = less;
  give_sign(m, true);
  m->here = more;
  give_sign(m, false);
}

static void model_strcmp(struct modelling *m) {
  compare_bytes(m, false, true);
}
static void model_strncmp(struct modelling *m) {
  compare_bytes(m, true, true);
}
static void model_memcmp(struct modelling *m) {
  compare_bytes(m, true, false);
}

static void model_strcpy(struct modelling *m) {
  copy_string(m, argument(m, 0), argument(m, 1));
  give(m, argument(m, 0));
}

static void model_strncpy(struct modelling *m) {
  struct variable i = new_counter(m, "i");
  struct location_id head = m->here;
  struct term to = argument(m, 0), end = argument(m, 2);
  give_if(m, is_at(m, i, end), to);
  struct term byte = byte_at(m, argument(m, 1), i, "byte");
  put_byte(m, term_add(m->terms, to, term_of(m, i)), byte);
  increment(m, i);
  struct location_id rest = branch(m, is_zero(m, byte));
  go_to(m, head);
  m->here = rest; // the rest is zero
  give_if(m, is_at(m, i, end), to);
  put_byte(m, term_add(m->terms, to, term_of(m, i)), number(m, 8, 0));
  increment(m, i);
  go_to(m, rest);
}

static void model_strcat(struct modelling *m) {
  struct variable n = count_string(m, argument(m, 0));
  copy_string(m, term_add(m->terms, argument(m, 0), term_of(m, n)),
              argument(m, 1));
  give(m, argument(m, 0));
}

static void find_byte(struct modelling *m, bool has_end) {
  struct variable i = new_counter(m, "i");
  struct location_id head = m->here;
  struct term null = number(m, m->width, 0);
  if (has_end)
    give_if(m, is_at(m, i, argument(m, 2)), null);
  struct term byte = byte_at(m, argument(m, 0), i, "byte");
  give_if(m, term_eq(m->terms, byte, low_byte(m, argument(m, 1))),
          term_add(m->terms, argument(m, 0), term_of(m, i)));
  if (!has_end)
    give_if(m, is_zero(m, byte), null);
  increment(m, i);
  go_to(m, head);
}

static void model_strchr(struct modelling *m) {
  find_byte(m, false);
}
static void model_memchr(struct modelling *m) {
  find_byte(m, true);
}

static void model_strdup(struct modelling *m) {
  struct variable made =
      new_variable(m, VARIABLE_LOCAL, "made", sort_bits(m->width));
  struct variable n = count_string(m, argument(m, 0));
  struct term size = term_add(m->terms, term_of(m, n), number(m, m->width, 1));
  emit(m, (struct operation){.kind = OPERATION_ALLOCATE,
                             .allocate = {.target = made,
                                          .size = size,
                                          .alignment = 16,
                                          .kind = ALLOCATION_HEAP,
                                          .may_fail = true}});
  struct term null = number(m, m->width, 0);
  give_if(m, term_eq(m->terms, term_of(m, made), null), null);
  copy_string(m, term_of(m, made), argument(m, 0));
  give(m, term_of(m, made));
}

// Types: p is a pointer or a size, i an int, v nothing.
struct model {
  const char *name;
  const char *parameters;
  char result;
  void (*make)(struct modelling *m);
};

static const struct model models[] = {
    {"strlen", "p", 'p', model_strlen},
    {"strnlen", "pp", 'p', model_strnlen},
    {"strcmp", "pp", 'i', model_strcmp},
    {"strncmp", "ppp", 'i', model_strncmp},
    {"memcmp", "ppp", 'i', model_memcmp},
    {"strcpy", "pp", 'p', model_strcpy},
    {"strncpy", "ppp", 'p', model_strncpy},
    {"strcat", "pp", 'p', model_strcat},
    {"strchr", "pi", 'p', model_strchr},
    {"memchr", "pip", 'p', model_memchr},
    {"strdup", "p", 'p', model_strdup},
};

static const struct model *find_model(const char *name) {
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
    if (!strcmp(models[i].name, name))
      return &models[i];
  return NULL;
}

static struct sort sort_of(const struct program *program, char letter) {
  return sort_bits(letter == 'i' ? 32 : program->pointer_width);
}

static bool fits(const struct program *program, const struct operation *op,
                 const struct procedure *callee, const struct model *model) {
  if (op->call.count != strlen(model->parameters) ||
      !term_is_none(op->call.variadic) ||
      !sort_equal(callee->result, sort_of(program, model->result)))
    return false;
  for (uint32_t i = 0; i < op->call.count; i++)
    if (!sort_equal(term_sort(program->terms, op->call.arguments[i]),
                    sort_of(program, model->parameters[i])))
      return false;
  return true;
}

static struct procedure *make_body(struct program *program,
                                   const struct procedure *routine,
                                   const struct model *model,
                                   struct position position) {
  struct procedure *made = program_add_procedure(program, routine->name);
  struct modelling m = {.program = program,
                        .terms = program->terms,
                        .made = made,
                        .position = position,
                        .width = program->pointer_width};
  made->type = routine->type;
  made->position = position;
  made->is_defined = true;
  made->is_internal = true;
  made->result = routine->result;
  for (uint32_t i = 0; model->parameters[i]; i++)
    variable_vec_push(&made->parameters,
                      new_variable(&m, VARIABLE_PARAMETER,
                                   i == 0   ? "first"
                                   : i == 1 ? "second"
                                            : "third",
                                   sort_of(program, model->parameters[i])));
  made->entry = m.here = new_location(&m);
  made->exit = new_location(&m);
  made->undefined = new_location(&m);
  model->make(&m);
  procedure_seal(made);
  return made;
}

uint32_t models_add(struct program *program) {
  uint32_t count = 0, procedures = program->procedures.count;
  for (uint32_t i = 1; i < procedures; i++) {
    struct procedure *procedure = program->procedures.at[i];
    for (uint32_t k = 1; procedure->is_defined && k < procedure->edges.count;
         k++) {
      struct edge *edge = &procedure->edges.at[k];
      if (edge->op.kind != OPERATION_CALL || !edge->op.call.callee.id)
        continue;
      const struct procedure *callee =
          program_procedure(program, edge->op.call.callee);
      const struct model *model =
          callee->is_defined
              ? NULL
              : find_model(name_text(program->names, callee->name));
      if (!model || !fits(program, &edge->op, callee, model))
        continue;
      edge->op.call.callee =
          make_body(program, callee, model, edge->position)->self;
      count++;
    }
  }
  return count;
}
