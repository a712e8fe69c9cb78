#include "program/promise.h"

#include "program/pass.h"

static bool is_number(const struct program *program, struct sort sort,
                      struct ctype type) {
  enum ctype_kind kind = ctype_bare(program->types, type)->kind;
  return (kind == CTYPE_INT || kind == CTYPE_ENUM || kind == CTYPE_BOOL) &&
         sort_is_bits(sort) && sort_width(sort) <= 64;
}

static struct ctype result_type(const struct program *program,
                                const struct procedure *procedure) {
  return ctype_bare(program->types, procedure->type)->target;
}

bool promise_is_possible(const struct program *program,
                         const struct procedure *procedure) {
  return is_number(program, procedure->result, result_type(program, procedure));
}

bool promise_takes(const struct program *program,
                   const struct procedure *procedure, uint32_t parameter,
                   bool is_related) {
  if (parameter >= procedure->parameters.count ||
      parameter >= PROMISE_PARAMETERS)
    return false;
  const struct variable_info *info =
      program_variable(program, procedure->parameters.at[parameter]);
  struct sort sort = term_sort(program->terms, info->term);
  return is_number(program, sort, info->type) &&
         (!is_related || sort_width(sort) == sort_width(procedure->result));
}

bool promises_equal(const struct promise *a, const struct promise *b) {
  bool equal = a->procedure.id == b->procedure.id && a->kind == b->kind &&
               a->scale == b->scale && a->constant == b->constant &&
               a->bound_is_parameter == b->bound_is_parameter &&
               a->bound == b->bound && a->guard == b->guard &&
               a->guarded == b->guarded &&
               a->guard_constant == b->guard_constant;
  for (uint32_t i = 0; i < PROMISE_PARAMETERS && equal; i++)
    equal = a->coefficients[i] == b->coefficients[i];
  return equal;
}

// Conditions

// What stands for the parameters and the result.
struct meaning {
  struct program *program;
  const struct procedure *procedure;
  struct term parameters[PROMISE_PARAMETERS];
  struct term result;
};

static struct term at_most(const struct meaning *meaning, bool is_signed,
                           struct term a, struct term b) {
  return term_compare(meaning->program->terms, is_signed ? OP_SLE : OP_ULE, a,
                      b);
}

static bool is_signed_parameter(const struct meaning *meaning, uint32_t i) {
  const struct program *program = meaning->program;
  return ctype_is_signed(
      program->types,
      program_variable(program, meaning->procedure->parameters.at[i])->type);
}

static struct term guard_of(const struct meaning *meaning,
                            const struct promise *promise) {
  struct term_table *terms = meaning->program->terms;
  if (promise->guard == GUARD_NONE)
    return term_true(terms);
  struct term value = meaning->parameters[promise->guarded];
  struct term constant =
      term_const(terms, term_width(terms, value), promise->guard_constant);
  struct term below = at_most(
      meaning, is_signed_parameter(meaning, promise->guarded), value, constant);
  return promise->guard == GUARD_AT_MOST ? below : term_not(terms, below);
}

static struct term product(struct term_table *terms, uint64_t factor,
                           struct term t) {
  return term_binary(terms, OP_MUL,
                     term_const(terms, term_width(terms, t), factor), t);
}

static struct term relation_of(const struct meaning *meaning,
                               const struct promise *promise) {
  struct term_table *terms = meaning->program->terms;
  struct term sum = product(terms, promise->scale, meaning->result);
  for (uint32_t i = 0; i < PROMISE_PARAMETERS; i++)
    if (promise->coefficients[i])
      sum = term_add(
          terms, sum,
          product(terms, promise->coefficients[i], meaning->parameters[i]));
  return term_eq(terms, sum,
                 term_const(terms, term_width(terms, sum), promise->constant));
}

static struct term bound_of(const struct meaning *meaning,
                            const struct promise *promise) {
  struct program *program = meaning->program;
  bool is_signed =
      ctype_is_signed(program->types, result_type(program, meaning->procedure));
  struct term bound =
      promise->bound_is_parameter
          ? meaning->parameters[promise->bound]
          : term_const(program->terms,
                       term_width(program->terms, meaning->result),
                       promise->constant);
  return promise->kind == PROMISE_AT_MOST
             ? at_most(meaning, is_signed, meaning->result, bound)
             : at_most(meaning, is_signed, bound, meaning->result);
}

static struct term condition_of(const struct meaning *meaning,
                                const struct promise *promise) {
  return term_implies(meaning->program->terms, guard_of(meaning, promise),
                      promise->kind == PROMISE_AFFINE
                          ? relation_of(meaning, promise)
                          : bound_of(meaning, promise));
}

// Text

static void print_number(uint64_t value, unsigned width, bool is_signed,
                         struct strbuf *out) {
  if (is_signed)
    strbuf_format(out, "%lld", (long long)bits_signed(value, width));
  else
    strbuf_format(out, "%llu", (unsigned long long)value);
}

static const char *parameter_name(const struct program *program,
                                  const struct procedure *procedure,
                                  uint32_t i) {
  return name_text(
      program->names,
      program_variable(program, procedure->parameters.at[i])->text);
}

static void print_product(uint64_t factor, unsigned width, const char *what,
                          bool is_first, struct strbuf *out) {
  int64_t number = (int64_t)bits_signed(factor, width);
  if (!number)
    return;
  uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  strbuf_add(out,
             is_first ? (number < 0 ? "-" : "") : (number < 0 ? " - " : " + "));
  if (size != 1)
    strbuf_format(out, "%llu * ", (unsigned long long)size);
  strbuf_add(out, what);
}

static void print_relation(const struct program *program,
                           const struct procedure *procedure,
                           const struct promise *promise, struct strbuf *out) {
  unsigned width = sort_width(procedure->result);
  print_product(promise->scale, width, "result", true, out);
  for (uint32_t i = 0; i < PROMISE_PARAMETERS; i++)
    if (promise->coefficients[i])
      print_product(promise->coefficients[i], width,
                    parameter_name(program, procedure, i), false, out);
  strbuf_add(out, " == ");
  print_number(promise->constant, width, true, out);
}

static void print_guard(const struct program *program,
                        const struct procedure *procedure,
                        const struct promise *promise, struct strbuf *out) {
  static const char *const words[] = {"", "<=", ">"};
  const struct variable_info *info =
      program_variable(program, procedure->parameters.at[promise->guarded]);
  strbuf_format(out, "%s %s ", name_text(program->names, info->text),
                words[promise->guard]);
  print_number(promise->guard_constant, term_width(program->terms, info->term),
               ctype_is_signed(program->types, info->type), out);
  strbuf_add(out, " -> ");
}

void promise_print(const struct program *program, const struct promise *promise,
                   struct strbuf *out) {
  const struct procedure *procedure =
      program_procedure(program, promise->procedure);
  if (promise->guard != GUARD_NONE)
    print_guard(program, procedure, promise, out);
  if (promise->kind == PROMISE_AFFINE) {
    print_relation(program, procedure, promise, out);
    return;
  }
  strbuf_add(out,
             promise->kind == PROMISE_AT_MOST ? "result <= " : "result >= ");
  if (promise->bound_is_parameter)
    strbuf_add(out, parameter_name(program, procedure, promise->bound));
  else
    print_number(
        promise->constant, sort_width(procedure->result),
        ctype_is_signed(program->types, result_type(program, procedure)), out);
}

// Writing

struct writer {
  struct program *program;
  const struct promise_vec *promises;
  struct promise_breach_vec *breaches; // or null
  struct procedure *into;
};

static bool promises_something(const struct writer *w,
                               struct procedure_id procedure) {
  for (uint32_t i = 0; i < w->promises->count; i++)
    if (w->promises->at[i].procedure.id == procedure.id)
      return true;
  return false;
}

static void add_edge(const struct writer *w, struct position position,
                     struct location_id from, struct location_id to,
                     struct operation op, enum undefined_reason undefined) {
  procedure_add_edge(w->into, (struct edge){.from = from,
                                            .to = to,
                                            .position = position,
                                            .undefined = undefined,
                                            .op = op});
}

// A copy that nothing else writes.
static struct variable add_copy(const struct writer *w, const char *text,
                                struct sort sort) {
  struct name name = intern(w->program->names, text);
  return program_add_variable(w->program,
                              (struct variable_info){.kind = VARIABLE_TEMPORARY,
                                                     .name = name,
                                                     .text = name,
                                                     .owner = w->into->self},
                              sort);
}

// Copies of the values that the parameters get, on an edge to the location.
static void copy_arguments(const struct writer *w, struct position position,
                           const struct term *arguments, uint32_t count,
                           struct location_id from, struct location_id to,
                           struct meaning *meaning) {
  struct binding bindings[PROMISE_PARAMETERS];
  uint32_t used = 0;
  for (uint32_t i = 0; i < count && i < PROMISE_PARAMETERS; i++) {
    if (!promise_takes(w->program, meaning->procedure, i, false))
      continue;
    struct variable copy =
        add_copy(w, "promised", term_sort(w->program->terms, arguments[i]));
    bindings[used++] = (struct binding){copy, arguments[i]};
    meaning->parameters[i] = program_term(w->program, copy);
  }
  add_edge(w, position, from, to,
           used ? operation_assign(w->program, bindings, used)
                : operation_skip(),
           UNDEFINED_NONE);
}

static struct term all_conditions(const struct writer *w,
                                  const struct meaning *meaning) {
  struct term all = term_true(w->program->terms);
  for (uint32_t i = 0; i < w->promises->count; i++)
    if (w->promises->at[i].procedure.id == meaning->procedure->self.id)
      all = term_and(w->program->terms, all,
                     condition_of(meaning, &w->promises->at[i]));
  return all;
}

// Behind the call its promises hold.
static void write_call(const struct writer *w, uint32_t id) {
  struct edge call = w->into->edges.at[id];
  struct meaning meaning = {
      .program = w->program,
      .procedure = program_procedure(w->program, call.op.call.callee),
      .result = program_term(w->program, call.op.call.target)};
  struct location_id before = procedure_add_location(w->into, call.position);
  struct location_id after = procedure_add_location(w->into, call.position);
  copy_arguments(w, call.position, call.op.call.arguments, call.op.call.count,
                 call.from, before, &meaning);
  add_edge(w, call.position, after, call.to,
           operation_assume(all_conditions(w, &meaning)), UNDEFINED_NONE);
  w->into->edges.at[id].from = before;
  w->into->edges.at[id].to = after;
}

// What is returned keeps each promise, or breaks it.
static void write_return(const struct writer *w, uint32_t id,
                         struct meaning *meaning) {
  struct edge edge = w->into->edges.at[id];
  struct location_id at = edge.from;
  meaning->result = edge.op.ret.value;
  for (uint32_t i = 0; i < w->promises->count; i++) {
    if (w->promises->at[i].procedure.id != w->into->self.id)
      continue;
    struct term kept = condition_of(meaning, &w->promises->at[i]);
    struct term broken = term_not(w->program->terms, kept);
    struct location_id next = procedure_add_location(w->into, edge.position);
    add_edge(w, edge.position, at, w->into->undefined, operation_assume(broken),
             UNDEFINED_PROMISE);
    add_edge(w, edge.position, at, next, operation_assume(kept),
             UNDEFINED_NONE);
    promise_breach_vec_push(w->breaches, (struct promise_breach){broken, i});
    at = next;
  }
  w->into->edges.at[id].from = at;
}

static void write_returns(const struct writer *w, uint32_t count) {
  struct procedure *into = w->into;
  struct meaning meaning = {.program = w->program, .procedure = into};
  struct term parameters[PROMISE_PARAMETERS];
  uint32_t taken = 0;
  for (; taken < into->parameters.count && taken < PROMISE_PARAMETERS; taken++)
    parameters[taken] = program_term(w->program, into->parameters.at[taken]);
  struct location_id entry = procedure_add_location(into, into->position);
  copy_arguments(w, into->position, parameters, taken, entry, into->entry,
                 &meaning);
  into->entry = entry;
  for (uint32_t i = 1; i < count; i++)
    if (into->edges.at[i].op.kind == OPERATION_RETURN)
      write_return(w, i, &meaning);
}

static bool is_promising_call(const struct writer *w,
                              const struct operation *op) {
  return op->kind == OPERATION_CALL && op->call.callee.id &&
         !variable_is_none(op->call.target) &&
         promises_something(w, op->call.callee);
}

static void write(struct writer *w, struct procedure *procedure) {
  uint32_t count = procedure->edges.count;
  bool has_changed = false;
  w->into = procedure;
  for (uint32_t i = 1; i < count; i++)
    if (is_promising_call(w, &procedure->edges.at[i].op)) {
      write_call(w, i);
      has_changed = true;
    }
  if (w->breaches && promises_something(w, procedure->self)) {
    write_returns(w, count);
    has_changed = true;
  }
  if (has_changed)
    procedure_seal(procedure);
}

void promises_write(struct program *program, const struct promise_vec *promises,
                    struct promise_breach_vec *breaches) {
  struct writer w = {
      .program = program, .promises = promises, .breaches = breaches};
  for (uint32_t i = 1; i < program->procedures.count; i++)
    if (program->procedures.at[i]->is_defined)
      write(&w, program->procedures.at[i]);
  pass_done(program, "write promises");
}
