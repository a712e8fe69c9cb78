// Promises as edges of a program (promise.h).
#include "program/promise.h"

#include "program/pass.h"

struct writer {
  struct program *program;
  const struct promise_vec *promises;
  struct promise_breach_vec *breaches; // or null
  struct procedure *into;
};

// A term for every column of a procedure's promises.
struct meaning {
  const struct promise_scope *scope;
  struct term columns[PROMISE_COLUMNS];
};

static const struct promise_scope *scope_of(const struct writer *w,
                                            struct procedure_id procedure) {
  for (uint32_t i = 0; i < w->promises->count; i++)
    if (w->promises->at[i].scope.procedure.id == procedure.id)
      return &w->promises->at[i].scope;
  return NULL;
}

static bool is_about(const struct writer *w, uint32_t promise,
                     const struct meaning *meaning, bool is_required) {
  const struct promise *one = &w->promises->at[promise];
  return one->scope.procedure.id == meaning->scope->procedure.id &&
         one->is_required == is_required;
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

// A copy of a column that nothing else writes. Columns have names of their own,
// for breaches are told apart by the text of their conditions.
static struct variable add_copy(const struct writer *w,
                                const struct promise_scope *scope,
                                uint32_t column, struct sort sort) {
  struct strbuf text = {0};
  strbuf_format(&text, "promised.%u.%u", scope->procedure.id, column);
  struct name name = intern(w->program->names, strbuf_text(&text));
  strbuf_release(&text);
  return program_add_variable(w->program,
                              (struct variable_info){.kind = VARIABLE_TEMPORARY,
                                                     .name = name,
                                                     .text = name,
                                                     .owner = w->into->self},
                              sort);
}

static struct term global_of(const struct writer *w,
                             const struct meaning *meaning, uint32_t index) {
  return program_term(w->program, meaning->scope->globals[index]);
}

static void copy(const struct writer *w, struct meaning *meaning,
                 uint32_t column, struct term value,
                 struct binding_vec *bindings) {
  struct variable made = add_copy(w, meaning->scope, column,
                                  term_sort(w->program->terms, value));
  binding_vec_push(bindings, (struct binding){made, value});
  meaning->columns[column] = program_term(w->program, made);
}

// Copies what the columns are at the entry, on an edge to the location.
static void copy_entry(const struct writer *w, struct position position,
                       const struct term *arguments,
                       struct location_id from, struct location_id to,
                       struct meaning *meaning) {
  struct binding_vec bindings = {0};
  for (uint32_t i = 0; i < COLUMN_AFTER; i++)
    if (promise_has(w->program, meaning->scope, i))
      copy(w, meaning, i,
           i < COLUMN_BEFORE ? arguments[i]
                             : global_of(w, meaning, i - COLUMN_BEFORE),
           &bindings);
  add_edge(w, position, from, to,
           bindings.count
               ? operation_assign(w->program, bindings.at, bindings.count)
               : operation_skip(),
           UNDEFINED_NONE);
  binding_vec_release(&bindings);
}

// What the columns are at the return.
static void take_return(const struct writer *w, struct term result,
                        struct meaning *meaning) {
  for (uint32_t i = 0; i < PROMISE_GLOBALS; i++)
    if (!variable_is_none(meaning->scope->globals[i]))
      meaning->columns[COLUMN_AFTER + i] = global_of(w, meaning, i);
  meaning->columns[COLUMN_RESULT] = result;
}

// A call that ignores the result leaves nothing that some promises speak of.
static bool can_say(const struct promise *promise,
                    const struct meaning *meaning) {
  bool is_bound =
      promise->kind == PROMISE_AT_LEAST || promise->kind == PROMISE_AT_MOST;
  bool says_result = is_bound ? promise->subject == COLUMN_RESULT
                              : promise->coefficients[COLUMN_RESULT] != 0;
  return !says_result || !term_is_none(meaning->columns[COLUMN_RESULT]);
}

static struct term all_conditions(const struct writer *w,
                                  const struct meaning *meaning,
                                  bool is_required) {
  struct term all = term_true(w->program->terms);
  for (uint32_t i = 0; i < w->promises->count; i++)
    if (is_about(w, i, meaning, is_required) &&
        can_say(&w->promises->at[i], meaning))
      all = term_and(w->program->terms, all,
                     promise_condition(w->program, &w->promises->at[i],
                                       meaning->columns));
  return all;
}

static struct variable add_choice(const struct writer *w) {
  struct name name = intern(w->program->names, PROMISE_CHOICE);
  return program_add_variable(w->program,
                              (struct variable_info){.kind = VARIABLE_TEMPORARY,
                                                     .name = name,
                                                     .text = name,
                                                     .owner = w->into->self},
                              sort_bits(32));
}

// The promise that was chosen is broken, or it goes on.
static void write_breach(const struct writer *w, const struct meaning *meaning,
                         uint32_t promise, struct variable choice,
                         struct position position, struct location_id from,
                         struct location_id next) {
  struct term_table *terms = w->program->terms;
  struct term kept = promise_condition(w->program, &w->promises->at[promise],
                                       meaning->columns);
  struct term broken = term_not(terms, kept);
  struct term is_chosen = term_eq(terms, program_term(w->program, choice),
                                  term_const(terms, 32, promise));
  struct location_id at = procedure_add_location(w->into, position);
  add_edge(w, position, from, at, operation_assume(is_chosen), UNDEFINED_NONE);
  add_edge(w, position, at, w->into->undefined, operation_assume(broken),
           UNDEFINED_PROMISE);
  add_edge(w, position, at, next, operation_assume(kept), UNDEFINED_NONE);
  promise_breach_vec_push(w->breaches,
                          (struct promise_breach){broken, promise});
}

// One promise, whichever, is looked at: so none hides that another is broken.
// Where it goes on.
static struct location_id write_breaches(const struct writer *w,
                                         const struct meaning *meaning,
                                         bool is_required,
                                         struct position position,
                                         struct location_id at) {
  struct term_table *terms = w->program->terms;
  if (!w->breaches)
    return at;
  struct variable choice = add_choice(w);
  struct location_id chooses = procedure_add_location(w->into, position);
  struct location_id next = procedure_add_location(w->into, position);
  struct term is_other = term_true(terms);
  add_edge(w, position, at, chooses,
           operation_havoc(w->program, &choice, 1, ORIGIN_APPROXIMATION,
                           intern(w->program->names, "promise")),
           UNDEFINED_NONE);
  for (uint32_t i = 0; i < w->promises->count; i++) {
    if (!is_about(w, i, meaning, is_required))
      continue;
    write_breach(w, meaning, i, choice, position, chooses, next);
    is_other = term_and(terms, is_other,
                        term_not(terms, term_eq(terms,
                                                program_term(w->program, choice),
                                                term_const(terms, 32, i))));
  }
  add_edge(w, position, chooses, next, operation_assume(is_other),
           UNDEFINED_NONE);
  return next;
}

// Before the call there is what it requires; behind it, what it promises.
static void write_call(const struct writer *w, uint32_t id) {
  struct edge call = w->into->edges.at[id];
  struct meaning meaning = {.scope = scope_of(w, call.op.call.callee)};
  struct location_id before = procedure_add_location(w->into, call.position);
  struct location_id after = procedure_add_location(w->into, call.position);
  copy_entry(w, call.position, call.op.call.arguments, call.from, before,
             &meaning);
  before = write_breaches(w, &meaning, true, call.position, before);
  take_return(w,
              variable_is_none(call.op.call.target)
                  ? (struct term){0}
                  : program_term(w->program, call.op.call.target),
              &meaning);
  add_edge(w, call.position, after, call.to,
           operation_assume(all_conditions(w, &meaning, false)),
           UNDEFINED_NONE);
  w->into->edges.at[id].from = before;
  w->into->edges.at[id].to = after;
}

// The body begins with what is required, and returns with what is promised.
static void write_body(const struct writer *w, uint32_t count) {
  struct procedure *into = w->into;
  struct meaning meaning = {.scope = scope_of(w, into->self)};
  struct term parameters[PROMISE_PARAMETERS];
  for (uint32_t i = 0; i < into->parameters.count && i < PROMISE_PARAMETERS;
       i++)
    parameters[i] = program_term(w->program, into->parameters.at[i]);
  struct location_id entry = procedure_add_location(into, into->position);
  struct location_id copied = procedure_add_location(into, into->position);
  copy_entry(w, into->position, parameters, entry, copied, &meaning);
  add_edge(w, into->position, copied, into->entry,
           operation_assume(all_conditions(w, &meaning, true)), UNDEFINED_NONE);
  into->entry = entry;
  for (uint32_t i = 1; i < count; i++) {
    struct edge edge = into->edges.at[i];
    if (edge.op.kind != OPERATION_RETURN)
      continue;
    take_return(w, edge.op.ret.value, &meaning);
    into->edges.at[i].from =
        write_breaches(w, &meaning, false, edge.position, edge.from);
  }
}

static void write(struct writer *w, struct procedure *procedure) {
  uint32_t count = procedure->edges.count;
  bool has_changed = false;
  w->into = procedure;
  for (uint32_t i = 1; i < count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    if (op->kind == OPERATION_CALL && op->call.callee.id &&
        scope_of(w, op->call.callee)) {
      write_call(w, i);
      has_changed = true;
    }
  }
  if (scope_of(w, procedure->self)) {
    write_body(w, count);
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
