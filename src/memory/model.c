#include "memory/model.h"

#include <string.h>

#include "memory/contract.h"
#include "memory/models.h"
#include "program/pass.h"

// Routines

static void model_strlen(struct modelling *m) {
  struct variable n = modelling_count_string(m, modelling_argument(m, 0));
  modelling_give(m, modelling_term_of(m, n));
}

static void model_strnlen(struct modelling *m) {
  struct variable n = modelling_new_counter(m, "length");
  struct location_id head = m->here;
  modelling_give_if(m, modelling_is_at(m, n, modelling_argument(m, 1)),
                    modelling_term_of(m, n));
  modelling_give_if(
      m,
      modelling_is_zero(
          m, modelling_byte_at(m, modelling_argument(m, 0), n, "byte")),
      modelling_term_of(m, n));
  modelling_increment(m, n);
  modelling_go_to(m, head);
}

enum order { ORDER_LESS, ORDER_MORE, ORDER_OTHER };

// Any value that stands for that order of the arguments.
static void give_order(struct modelling *m, enum order order) {
  struct variable sign =
      modelling_new_variable(m, VARIABLE_TEMPORARY, "order", m->made->result);
  struct term zero = modelling_number(m, sort_width(m->made->result), 0);
  struct term value = modelling_term_of(m, sign);
  modelling_emit(m, operation_havoc(m->program, &sign, 1, ORIGIN_ASSUMPTION,
                                    m->made->name));
  struct term holds =
      order == ORDER_LESS   ? term_compare(m->terms, OP_SLT, value, zero)
      : order == ORDER_MORE ? term_compare(m->terms, OP_SLT, zero, value)
                            : term_nonzero(m->terms, value);
  modelling_emit(m, operation_assume(holds));
  modelling_give(m, value);
}

static void check_access(struct modelling *m, enum access_kind access,
                         struct term address, struct term size) {
  modelling_exclude_null(m, address, size,
                         access == ACCESS_WRITE ? UNDEFINED_INVALID_WRITE
                                                : UNDEFINED_INVALID_READ);
  struct operation op = {
      .kind = OPERATION_INVALID,
      .invalid = {.access = access, .address = address, .size = size}};
  modelling_emit_to(m, op, m->made->undefined,
                    access == ACCESS_WRITE ? UNDEFINED_INVALID_WRITE
                                           : UNDEFINED_INVALID_READ);
  modelling_emit(m, operation_skip());
}

// All bytes that memcmp is given must be there.
static void check_compared(struct modelling *m) {
  for (uint32_t i = 0; m->is_checked && i < 2; i++) {
    check_access(m, ACCESS_READ, modelling_argument(m, i),
                 modelling_argument(m, 2));
    m->assumes = true;
  }
}

// A letter as strcasecmp sees it.
static struct term lower(struct modelling *m, struct term byte) {
  struct term from = modelling_number(m, 8, 'A');
  struct term up = term_add(m->terms, byte, modelling_number(m, 8, 'a' - 'A'));
  struct term is_upper =
      term_compare(m->terms, OP_ULE, term_sub(m->terms, byte, from),
                   modelling_number(m, 8, 'Z' - 'A'));
  return term_ite(m->terms, is_upper, up, byte);
}

enum letters { LETTERS_DIFFER, LETTERS_FOLDED };

static void compare_bytes(struct modelling *m, bool has_end, bool has_zero,
                          enum letters letters) {
  if (!has_zero)
    check_compared(m);
  struct term zero = modelling_number(m, sort_width(m->made->result), 0);
  struct variable i = modelling_new_counter(m, "i");
  struct location_id head = m->here;
  if (has_end)
    modelling_give_if(m, modelling_is_at(m, i, modelling_argument(m, 2)), zero);
  struct term a = modelling_byte_at(m, modelling_argument(m, 0), i, "left");
  struct term b = modelling_byte_at(m, modelling_argument(m, 1), i, "right");
  if (letters == LETTERS_FOLDED) {
    a = lower(m, a);
    b = lower(m, b);
  }
  struct location_id less =
      modelling_branch(m, term_compare(m->terms, OP_ULT, a, b));
  struct location_id more =
      modelling_branch(m, term_compare(m->terms, OP_ULT, b, a));
  if (has_zero)
    modelling_give_if(m, modelling_is_zero(m, a), zero);
  modelling_increment(m, i);
  modelling_go_to(m, head);
  m->here = less;
  give_order(m, ORDER_LESS);
  m->here = more;
  give_order(m, ORDER_MORE);
}

static void model_strcmp(struct modelling *m) {
  compare_bytes(m, false, true, LETTERS_DIFFER);
}
static void model_strncmp(struct modelling *m) {
  compare_bytes(m, true, true, LETTERS_DIFFER);
}
static void model_memcmp(struct modelling *m) {
  compare_bytes(m, true, false, LETTERS_DIFFER);
}
static void model_strcasecmp(struct modelling *m) {
  compare_bytes(m, false, true, LETTERS_FOLDED);
}
static void model_strncasecmp(struct modelling *m) {
  compare_bytes(m, true, true, LETTERS_FOLDED);
}

// Of bytes that differ it is only told that they do.
static void model_bcmp(struct modelling *m) {
  check_compared(m);
  struct term zero = modelling_number(m, sort_width(m->made->result), 0);
  struct variable i = modelling_new_counter(m, "i");
  struct location_id head = m->here;
  modelling_give_if(m, modelling_is_at(m, i, modelling_argument(m, 2)), zero);
  struct term a = modelling_byte_at(m, modelling_argument(m, 0), i, "left");
  struct term b = modelling_byte_at(m, modelling_argument(m, 1), i, "right");
  struct location_id differ =
      modelling_branch(m, term_not(m->terms, term_eq(m->terms, a, b)));
  modelling_increment(m, i);
  modelling_go_to(m, head);
  m->here = differ;
  give_order(m, ORDER_OTHER);
}

static void model_strcpy(struct modelling *m) {
  modelling_copy_string(m, modelling_argument(m, 0), modelling_argument(m, 1));
  modelling_give(m, modelling_argument(m, 0));
}

// As many bytes as are copied must not overlap; the rest is only filled.
static void check_strncpy(struct modelling *m) {
  struct term to = modelling_argument(m, 0), from = modelling_argument(m, 1);
  struct term end = modelling_argument(m, 2);
  uint64_t length;
  check_access(m, ACCESS_STRING, from, end);
  check_access(m, ACCESS_WRITE, to, end);
  m->assumes = true;
  if (modelling_literal(m, from, &length))
    return;
  struct term n = modelling_term_of(m, modelling_count_bytes(m, from, end));
  struct term more = term_add(m->terms, n, modelling_number(m, m->width, 1));
  struct term is_less = term_compare(m->terms, OP_ULT, n, end);
  modelling_check_apart(m, to, from, term_ite(m->terms, is_less, more, end));
}

static void model_strncpy(struct modelling *m) {
  if (m->is_checked)
    check_strncpy(m);
  struct variable i = modelling_new_counter(m, "i");
  struct location_id head = m->here;
  struct term to = modelling_argument(m, 0), end = modelling_argument(m, 2);
  modelling_give_if(m, modelling_is_at(m, i, end), to);
  struct term byte = modelling_byte_at(m, modelling_argument(m, 1), i, "byte");
  modelling_store(m, term_add(m->terms, to, modelling_term_of(m, i)), byte);
  modelling_increment(m, i);
  struct location_id rest = modelling_branch(m, modelling_is_zero(m, byte));
  modelling_go_to(m, head);
  m->here = rest; // the rest is zero
  modelling_give_if(m, modelling_is_at(m, i, end), to);
  struct term right = modelling_number(m, 8, 0);
  struct term left = term_add(m->terms, to, modelling_term_of(m, i));
  modelling_store(m, left, right);
  modelling_increment(m, i);
  modelling_go_to(m, rest);
}

static void model_strcat(struct modelling *m) {
  struct variable n = modelling_count_string(m, modelling_argument(m, 0));
  modelling_copy_string(
      m, term_add(m->terms, modelling_argument(m, 0), modelling_term_of(m, n)),
      modelling_argument(m, 1));
  modelling_give(m, modelling_argument(m, 0));
}

static void model_stpcpy(struct modelling *m) {
  struct term to = modelling_argument(m, 0), from = modelling_argument(m, 1);
  struct variable n = modelling_count_string(m, from);
  modelling_copy_string(m, to, from);
  modelling_give(m, term_add(m->terms, to, modelling_term_of(m, n)));
}

static void model_strncat(struct modelling *m) {
  struct term from = modelling_argument(m, 1), limit = modelling_argument(m, 2);
  struct variable n = modelling_count_string(m, modelling_argument(m, 0));
  struct term end =
      term_add(m->terms, modelling_argument(m, 0), modelling_term_of(m, n));
  if (m->is_checked) {
    check_access(m, ACCESS_STRING, from, limit);
    m->assumes = true;
  }
  struct term more =
      modelling_term_of(m, modelling_count_bytes(m, from, limit));
  struct term size = term_add(m->terms, more, modelling_number(m, m->width, 1));
  if (m->is_checked) {
    modelling_check_apart(m, end, from, size);
    check_access(m, ACCESS_WRITE, end, size);
  }
  modelling_copy_bytes(m, end, from, more);
  modelling_store(m, term_add(m->terms, end, more), modelling_number(m, 8, 0));
  modelling_give(m, modelling_argument(m, 0));
}

// Up to the byte and with it: no more is read or written.
static void model_memccpy(struct modelling *m) {
  struct term to = modelling_argument(m, 0);
  struct variable i = modelling_new_counter(m, "i");
  struct location_id head = m->here;
  modelling_give_if(m, modelling_is_at(m, i, modelling_argument(m, 3)),
                    modelling_number(m, m->width, 0));
  struct term byte = modelling_byte_at(m, modelling_argument(m, 1), i, "byte");
  modelling_store(m, term_add(m->terms, to, modelling_term_of(m, i)), byte);
  modelling_increment(m, i);
  struct term is_last =
      term_eq(m->terms, byte, modelling_low_byte(m, modelling_argument(m, 2)));
  modelling_give_if(m, is_last,
                    term_add(m->terms, to, modelling_term_of(m, i)));
  modelling_go_to(m, head);
}

static void find_byte(struct modelling *m, bool has_end) {
  if (!has_end)
    modelling_check_string(m, modelling_argument(m, 0));
  struct variable i = modelling_new_counter(m, "i");
  struct location_id head = m->here;
  struct term null = modelling_number(m, m->width, 0);
  if (has_end)
    modelling_give_if(m, modelling_is_at(m, i, modelling_argument(m, 2)), null);
  struct term byte = modelling_byte_at(m, modelling_argument(m, 0), i, "byte");
  struct term right =
      term_add(m->terms, modelling_argument(m, 0), modelling_term_of(m, i));
  struct term left =
      term_eq(m->terms, byte, modelling_low_byte(m, modelling_argument(m, 1)));
  modelling_give_if(m, left, right);
  if (!has_end)
    modelling_give_if(m, modelling_is_zero(m, byte), null);
  modelling_increment(m, i);
  modelling_go_to(m, head);
}

static void model_strchr(struct modelling *m) {
  find_byte(m, false);
}
static void model_memchr(struct modelling *m) {
  find_byte(m, true);
}

// It is taken to be there.
static void model_rawmemchr(struct modelling *m) {
  struct variable i = modelling_new_counter(m, "i");
  struct location_id head = m->here;
  struct term byte = modelling_byte_at(m, modelling_argument(m, 0), i, "byte");
  struct term is_found =
      term_eq(m->terms, byte, modelling_low_byte(m, modelling_argument(m, 1)));
  modelling_give_if(
      m, is_found,
      term_add(m->terms, modelling_argument(m, 0), modelling_term_of(m, i)));
  modelling_increment(m, i);
  modelling_go_to(m, head);
}

static struct term allocate(struct modelling *m, struct term size,
                            bool is_zeroed) {
  struct variable made =
      modelling_new_variable(m, VARIABLE_LOCAL, "made", sort_bits(m->width));
  modelling_emit(m, (struct operation){.kind = OPERATION_ALLOCATE,
                                       .allocate = {.target = made,
                                                    .size = size,
                                                    .alignment = 16,
                                                    .kind = ALLOCATION_HEAP,
                                                    .is_zeroed = is_zeroed,
                                                    .may_fail = true}});
  return modelling_term_of(m, made);
}

// A copy of the string, of which `n` bytes were counted, with a zero byte. They
// are not counted once more for the copy: that the room made for them suffices
// would be a question about what the string holds.
static void give_copy(struct modelling *m, struct variable n) {
  struct term length = modelling_term_of(m, n);
  struct term size =
      term_add(m->terms, length, modelling_number(m, m->width, 1));
  struct term null = modelling_number(m, m->width, 0);
  struct term address = allocate(m, size, false);
  modelling_give_if(m, term_eq(m->terms, address, null), null);
  m->assumes = m->is_checked;
  modelling_copy_bytes(m, address, modelling_argument(m, 0), length);
  struct term right = modelling_number(m, 8, 0);
  struct term left = term_add(m->terms, address, length);
  modelling_store(m, left, right);
  modelling_give(m, address);
}

static void model_strdup(struct modelling *m) {
  give_copy(m, modelling_count_string(m, modelling_argument(m, 0)));
}

static void model_strndup(struct modelling *m) {
  struct term from = modelling_argument(m, 0), end = modelling_argument(m, 1);
  if (m->is_checked) {
    check_access(m, ACCESS_STRING, from, end);
    m->assumes = true;
  }
  give_copy(m, modelling_count_bytes(m, from, end));
}

// Called by their names these are operations of the automaton (frontend).

static void model_malloc(struct modelling *m) {
  modelling_give(m, allocate(m, modelling_argument(m, 0), false));
}

// Null when the product does not fit.
static void model_calloc(struct modelling *m) {
  struct term count = modelling_argument(m, 0), size = modelling_argument(m, 1);
  struct term zero = modelling_number(m, m->width, 0);
  struct term most = modelling_number(m, m->width, UINT64_MAX);
  struct term fitting = term_binary(m->terms, OP_UDIV, most, size);
  struct term is_more = term_compare(m->terms, OP_ULT, fitting, count);
  struct term is_some = term_not(m->terms, term_eq(m->terms, size, zero));
  struct term overflows = term_and(m->terms, is_some, is_more);
  if (!term_is_false(m->terms, overflows))
    modelling_give_if(m, overflows, zero);
  struct term product = term_binary(m->terms, OP_MUL, count, size);
  modelling_give(m, allocate(m, product, true));
}

static void model_free(struct modelling *m) {
  struct term address = modelling_argument(m, 0);
  struct operation invalid = {
      .kind = OPERATION_INVALID,
      .invalid = {.access = ACCESS_FREE, .address = address}};
  modelling_emit_to(m, invalid, m->made->undefined, UNDEFINED_INVALID_FREE);
  modelling_emit(m, (struct operation){.kind = OPERATION_FREE,
                                       .free = {.address = address}});
  modelling_give(m, (struct term){0});
}

enum trait {
  TRAIT_LITERAL = 1,   // literals that it gets are worth knowing
  TRAIT_LOCALE = 2,    // what letters are the program may have changed
  TRAIT_BASE = 4,      // its third argument is the base of a number
  TRAIT_UNCHECKED = 8, // where accesses are checked its contract is enough
};

// Types: p is a pointer, a size or a long, i an int, q has 64 bits, v nothing.
struct model {
  const char *name;
  const char *parameters;
  char result;
  void (*make)(struct modelling *m);
  unsigned traits;
};

enum {
  PARSES = TRAIT_LITERAL | TRAIT_LOCALE,
  PARSES_BASE = PARSES | TRAIT_BASE
};

static const struct model models[] = {
    {"strlen", "p", 'p', model_strlen, 0},
    {"strnlen", "pp", 'p', model_strnlen, 0},
    {"strcmp", "pp", 'i', model_strcmp, 0},
    {"strncmp", "ppp", 'i', model_strncmp, 0},
    {"memcmp", "ppp", 'i', model_memcmp, 0},
    {"bcmp", "ppp", 'i', model_bcmp, 0},
    {"strcasecmp", "pp", 'i', model_strcasecmp, TRAIT_LOCALE},
    {"strncasecmp", "ppp", 'i', model_strncasecmp, TRAIT_LOCALE},
    {"strcpy", "pp", 'p', model_strcpy, 0},
    {"stpcpy", "pp", 'p', model_stpcpy, 0},
    {"strncpy", "ppp", 'p', model_strncpy, 0},
    {"strcat", "pp", 'p', model_strcat, 0},
    {"strncat", "ppp", 'p', model_strncat, 0},
    {"memccpy", "ppip", 'p', model_memccpy, 0},
    {"strchr", "pi", 'p', model_strchr, 0},
    {"rawmemchr", "pi", 'p', model_rawmemchr, 0},
    {"memchr", "pip", 'p', model_memchr, 0},
    {"strdup", "p", 'p', model_strdup, 0},
    {"strndup", "pp", 'p', model_strndup, 0},
    {"malloc", "p", 'p', model_malloc, 0},
    {"calloc", "pp", 'p', model_calloc, 0},
    {"free", "p", 'v', model_free, 0},
    {"strrchr", "pi", 'p', model_strrchr, 0},
    {"rindex", "pi", 'p', model_strrchr, 0},
    {"strspn", "pp", 'p', model_strspn, TRAIT_LITERAL},
    {"strcspn", "pp", 'p', model_strcspn, TRAIT_LITERAL},
    {"strpbrk", "pp", 'p', model_strpbrk, TRAIT_LITERAL},
    {"strstr", "pp", 'p', model_strstr, TRAIT_LITERAL},
    {"strtok_r", "ppp", 'p', model_strtok_r, TRAIT_LITERAL | TRAIT_UNCHECKED},
    {"__strtok_r", "ppp", 'p', model_strtok_r, TRAIT_LITERAL | TRAIT_UNCHECKED},
    {"atoi", "p", 'i', model_atoi, PARSES},
    {"atol", "p", 'p', model_atol, PARSES},
    {"atoll", "p", 'q', model_atoll, PARSES},
    {"strtol", "ppi", 'p', model_strtol, PARSES_BASE},
    {"strtoll", "ppi", 'q', model_strtoll, PARSES_BASE},
    {"strtoul", "ppi", 'p', model_strtoul, PARSES_BASE},
    {"strtoull", "ppi", 'q', model_strtoull, PARSES_BASE},
};

static const struct model *find_model(const char *name) {
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
    if (!strcmp(models[i].name, name))
      return &models[i];
  return NULL;
}

static struct sort sort_of(const struct program *program, char letter) {
  if (letter == 'v')
    return (struct sort){0};
  return sort_bits(letter == 'i'   ? 32
                   : letter == 'q' ? 64
                                   : program->pointer_width);
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

// Is it what the routine does here?
static bool applies(const struct program *program, const struct operation *call,
                    const struct model *model, bool is_checked) {
  if ((model->traits & TRAIT_LOCALE) && program_find(program, "setlocale"))
    return false;
  if ((model->traits & TRAIT_BASE) && !model_knows_base(program, call))
    return false;
  return !(is_checked && (model->traits & TRAIT_UNCHECKED));
}

static struct procedure *make_body(struct program *program,
                                   const struct operation *call,
                                   const struct model *model,
                                   struct position position, bool is_checked) {
  static const char *const names[] = {"first", "second", "third", "fourth"};
  struct modelling m;
  modelling_begin(&m, program, program_procedure(program, call->call.callee),
                  position);
  m.is_checked = is_checked;
  m.is_literal = is_checked || (model->traits & TRAIT_LITERAL);
  for (uint32_t i = 0; model->parameters[i]; i++)
    m.values[i] =
        modelling_add_parameter(&m, names[i], call->call.arguments[i]);
  model->make(&m);
  procedure_seal(m.made);
  pass_made(program, m.made, "model");
  return m.made;
}

// A body for the call, or null.
static struct procedure *body_for(struct program *program,
                                  const struct operation *call,
                                  struct position position, bool is_checked) {
  const struct procedure *callee =
      program_procedure(program, call->call.callee);
  if (callee->is_defined)
    return NULL;
  const struct model *model =
      find_model(name_text(program->names, callee->name));
  if (model && fits(program, call, callee, model) &&
      applies(program, call, model, is_checked))
    return make_body(program, call, model, position, is_checked);
  return contract_body(program, call, position, is_checked);
}

// The body that the edge's call gets, or null.
static struct procedure *model_call(struct program *program, struct edge *edge,
                                    bool checks_memory) {
  if (edge->op.kind != OPERATION_CALL || !edge->op.call.callee.id ||
      program_procedure(program, edge->op.call.callee)->is_error)
    return NULL;
  contract_pass_state(program, &edge->op);
  struct procedure *body =
      body_for(program, &edge->op, edge->position, checks_memory);
  if (body)
    edge->op.call.callee = body->self;
  return body;
}

// Bodies that were made call their routines as they are.
static uint32_t model_calls(struct program *program, bool checks_memory) {
  uint32_t count = 0, procedures = program->procedures.count;
  for (uint32_t i = 1; i < procedures; i++) {
    struct procedure *procedure = program->procedures.at[i];
    bool is_written =
        procedure->is_defined && procedure->kind != PROCEDURE_MODEL;
    for (uint32_t k = 1; is_written && k < procedure->edges.count; k++)
      count +=
          model_call(program, &procedure->edges.at[k], checks_memory) != NULL;
  }
  pass_done(program, "add models");
  return count;
}

uint32_t models_add(struct program *program, bool checks_memory) {
  if (checks_memory)
    contract_add_streams(program);
  return model_calls(program, checks_memory);
}

uint32_t models_add_resolved(struct program *program, bool checks_memory) {
  return model_calls(program, checks_memory);
}
