#include "program/promise.h"

#include "program/callgraph.h"
#include "program/taken.h"

// Columns

static bool is_number(const struct program *program, struct sort sort,
                      struct ctype type) {
  enum ctype_kind kind = ctype_bare(program->types, type)->kind;
  return (kind == CTYPE_INT || kind == CTYPE_ENUM || kind == CTYPE_BOOL) &&
         sort_is_bits(sort) && sort_width(sort) <= 64;
}

// The variable that a column is about, or none.
static struct variable variable_of(const struct program *program,
                                   const struct promise_scope *scope,
                                   uint32_t column) {
  const struct procedure *procedure =
      program_procedure(program, scope->procedure);
  if (column < COLUMN_BEFORE)
    return column < procedure->parameters.count
               ? procedure->parameters.at[column]
               : (struct variable){0};
  return column < COLUMN_RESULT
             ? scope->globals[(column - COLUMN_BEFORE) % PROMISE_GLOBALS]
             : (struct variable){0};
}

struct ctype promise_type(const struct program *program,
                          const struct promise_scope *scope, uint32_t column) {
  const struct procedure *procedure =
      program_procedure(program, scope->procedure);
  return column == COLUMN_RESULT
             ? ctype_bare(program->types, procedure->type)->target
             : program_variable(program, variable_of(program, scope, column))
                   ->type;
}

static struct sort sort_of(const struct program *program,
                           const struct promise_scope *scope, uint32_t column) {
  return column == COLUMN_RESULT
             ? program_procedure(program, scope->procedure)->result
             : term_sort(
                   program->terms,
                   program_term(program, variable_of(program, scope, column)));
}

unsigned promise_width(const struct program *program,
                       const struct promise_scope *scope, uint32_t column) {
  return sort_width(sort_of(program, scope, column));
}

bool promise_has(const struct program *program,
                 const struct promise_scope *scope, uint32_t column) {
  if (column != COLUMN_RESULT &&
      variable_is_none(variable_of(program, scope, column)))
    return false;
  return is_number(program, sort_of(program, scope, column),
                   promise_type(program, scope, column));
}

static bool is_signed(const struct program *program,
                      const struct promise_scope *scope, uint32_t column) {
  return ctype_is_signed(program->types, promise_type(program, scope, column));
}

// Scopes

static bool is_of_interest(const struct program *program,
                           struct variable variable) {
  const struct variable_info *info = program_variable(program, variable);
  return info->kind == VARIABLE_GLOBAL && !info->is_fixed && !info->is_made &&
         is_number(program, term_sort(program->terms, info->term), info->type);
}

static void add_global(const struct program *program,
                       struct promise_scope *scope, struct variable variable) {
  if (!is_of_interest(program, variable))
    return;
  for (uint32_t i = 0; i < PROMISE_GLOBALS; i++) {
    if (variable_equal(scope->globals[i], variable))
      return;
    if (variable_is_none(scope->globals[i])) {
      scope->globals[i] = variable;
      return;
    }
  }
}

static void add_globals_of(const struct program *program,
                           const struct procedure *procedure, bool writes,
                           struct promise_scope *scope) {
  struct variable_vec found = {0};
  struct term_vec terms = {0};
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (writes)
      operation_targets(&procedure->edges.at[i].op, &found);
    else
      operation_terms(&procedure->edges.at[i].op, &terms);
  program_variables_in(program, terms.at, terms.count, &found);
  for (uint32_t i = 0; i < found.count; i++)
    add_global(program, scope, found.at[i]);
  variable_vec_release(&found);
  term_vec_release(&terms);
}

struct promise_scope promise_scope_of(const struct program *program,
                                      const struct procedure *procedure) {
  struct promise_scope scope = {.procedure = procedure->self};
  struct callgraph graph;
  callgraph_init(&graph, program, procedure->self);
  for (int writes = 1; writes >= 0; writes--)
    for (uint32_t i = 0; i < graph.order.count; i++)
      add_globals_of(program, program_procedure(program, graph.order.at[i]),
                     writes, &scope);
  callgraph_release(&graph);
  return scope;
}

static bool has_procedure(const struct procedure_id_vec *list, uint32_t id) {
  for (uint32_t i = 0; i < list->count; i++)
    if (list->at[i].id == id)
      return true;
  return false;
}

bool promise_may_require(const struct program *program,
                         struct procedure_id entry, uint32_t procedure) {
  struct bitset taken = {0};
  program_find_taken(program, &taken);
  bool is_called_otherwise = bitset_has(&taken, procedure) ||
                             entry.id == procedure ||
                             program->entry.id == procedure ||
                             has_procedure(&program->constructors, procedure) ||
                             has_procedure(&program->destructors, procedure);
  bitset_release(&taken);
  return !is_called_otherwise;
}

bool promises_equal(const struct promise *a, const struct promise *b) {
  bool equal = a->scope.procedure.id == b->scope.procedure.id &&
               a->is_required == b->is_required && a->kind == b->kind &&
               a->subject == b->subject && a->constant == b->constant &&
               a->bound_is_column == b->bound_is_column &&
               a->bound == b->bound && a->guard == b->guard &&
               a->guarded == b->guarded &&
               a->guard_constant == b->guard_constant;
  for (uint32_t i = 0; i < PROMISE_COLUMNS && equal; i++)
    equal = a->coefficients[i] == b->coefficients[i];
  return equal;
}

// Conditions

static struct term at_most(const struct program *program,
                           const struct promise *promise, uint32_t column,
                           struct term a, struct term b) {
  return term_compare(
      program->terms,
      is_signed(program, &promise->scope, column) ? OP_SLE : OP_ULE, a, b);
}

static struct term guard_of(const struct program *program,
                            const struct promise *promise,
                            const struct term *columns) {
  struct term_table *terms = program->terms;
  if (promise->guard == GUARD_NONE)
    return term_true(terms);
  struct term value = columns[promise->guarded];
  struct term constant =
      term_const(terms, term_width(terms, value), promise->guard_constant);
  struct term below =
      at_most(program, promise, promise->guarded, value, constant);
  return promise->guard == GUARD_AT_MOST ? below : term_not(terms, below);
}

static struct term relation_of(const struct program *program,
                               const struct promise *promise,
                               const struct term *columns) {
  struct term_table *terms = program->terms;
  struct term sum = {0};
  for (uint32_t i = 0; i < PROMISE_COLUMNS; i++) {
    if (!promise->coefficients[i])
      continue;
    unsigned width = term_width(terms, columns[i]);
    struct term product = term_binary(
        terms, OP_MUL, term_const(terms, width, promise->coefficients[i]),
        columns[i]);
    sum = term_is_none(sum) ? product : term_add(terms, sum, product);
  }
  return term_eq(terms, sum,
                 term_const(terms, term_width(terms, sum), promise->constant));
}

static struct term bound_of(const struct program *program,
                            const struct promise *promise,
                            const struct term *columns) {
  struct term_table *terms = program->terms;
  struct term subject = columns[promise->subject];
  struct term bound =
      promise->bound_is_column
          ? columns[promise->bound]
          : term_const(terms, term_width(terms, subject), promise->constant);
  return promise->kind == PROMISE_AT_MOST
             ? at_most(program, promise, promise->subject, subject, bound)
             : at_most(program, promise, promise->subject, bound, subject);
}

static struct term claim_of(const struct program *program,
                            const struct promise *promise,
                            const struct term *columns) {
  switch (promise->kind) {
  case PROMISE_NEVER: return term_false(program->terms);
  case PROMISE_AFFINE: return relation_of(program, promise, columns);
  default: return bound_of(program, promise, columns);
  }
}

struct term promise_condition(const struct program *program,
                              const struct promise *promise,
                              const struct term *columns) {
  return term_implies(program->terms, guard_of(program, promise, columns),
                      claim_of(program, promise, columns));
}

// Text

static void print_number(uint64_t value, unsigned width, bool is_negative_too,
                         struct strbuf *out) {
  if (is_negative_too)
    strbuf_format(out, "%lld", (long long)bits_signed(value, width));
  else
    strbuf_format(out, "%llu", (unsigned long long)value);
}

// "n", "old(depth)", "depth", "result". In what is required all is old.
static void print_column(const struct program *program,
                         const struct promise *promise, uint32_t column,
                         struct strbuf *out) {
  if (column == COLUMN_RESULT) {
    strbuf_add(out, "result");
    return;
  }
  struct variable variable = variable_of(program, &promise->scope, column);
  const char *text =
      name_text(program->names, program_variable(program, variable)->text);
  bool is_old =
      !promise->is_required && column >= COLUMN_BEFORE && column < COLUMN_AFTER;
  strbuf_format(out, is_old ? "old(%s)" : "%s", text);
}

static void print_product(const struct program *program,
                          const struct promise *promise, uint32_t column,
                          bool is_first, struct strbuf *out) {
  unsigned width = promise_width(program, &promise->scope, column);
  int64_t number = (int64_t)bits_signed(promise->coefficients[column], width);
  uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  strbuf_add(out,
             is_first ? (number < 0 ? "-" : "") : (number < 0 ? " - " : " + "));
  if (size != 1)
    strbuf_format(out, "%llu * ", (unsigned long long)size);
  print_column(program, promise, column, out);
}

// What comes last, the result or a global at the return, is told first.
static void print_relation(const struct program *program,
                           const struct promise *promise, struct strbuf *out) {
  bool is_first = true;
  unsigned width = 0;
  for (uint32_t i = PROMISE_COLUMNS; i-- > 0;) {
    if (!promise->coefficients[i])
      continue;
    print_product(program, promise, i, is_first, out);
    width = promise_width(program, &promise->scope, i);
    is_first = false;
  }
  strbuf_add(out, " == ");
  print_number(promise->constant, width, true, out);
}

static void print_constant(const struct program *program,
                           const struct promise *promise, uint32_t column,
                           uint64_t value, struct strbuf *out) {
  print_number(value, promise_width(program, &promise->scope, column),
               is_signed(program, &promise->scope, column), out);
}

static void print_bound(const struct program *program,
                        const struct promise *promise, struct strbuf *out) {
  print_column(program, promise, promise->subject, out);
  strbuf_add(out, promise->kind == PROMISE_AT_MOST ? " <= " : " >= ");
  if (promise->bound_is_column)
    print_column(program, promise, promise->bound, out);
  else
    print_constant(program, promise, promise->subject, promise->constant, out);
}

static void print_guard(const struct program *program,
                        const struct promise *promise, struct strbuf *out) {
  static const char *const words[] = {"", " <= ", " > "};
  if (promise->guard == GUARD_NONE)
    return;
  print_column(program, promise, promise->guarded, out);
  strbuf_add(out, words[promise->guard]);
  print_constant(program, promise, promise->guarded, promise->guard_constant,
                 out);
  strbuf_add(out, " -> ");
}

void promise_print(const struct program *program, const struct promise *promise,
                   struct strbuf *out) {
  print_guard(program, promise, out);
  if (promise->kind == PROMISE_NEVER)
    strbuf_add(out, "false");
  else if (promise->kind == PROMISE_AFFINE)
    print_relation(program, promise, out);
  else
    print_bound(program, promise, out);
}
