// Random scalar programs, and an executor for them: procedures f1, f2, ... that
// call only those before them, on 8-bit variables, without memory.
#ifndef VOUCH_TEST_PROGRAM_RANDOM_PROGRAM_H
#define VOUCH_TEST_PROGRAM_RANDOM_PROGRAM_H

#include "fixture.h"

#include "term/evaluate.h"

enum { RANDOM_GLOBALS = 2, RANDOM_LOCALS = 4, RANDOM_LENGTH = 12 };

struct random_program {
  struct fixture fx;
  struct random random;
  uint32_t procedures;
};

// Globals come first; of the locals, two parameters and two temporaries.
static inline struct variable random_variable(struct random_program *p) {
  uint32_t pick =
      random_below(&p->random, RANDOM_GLOBALS + p->fx.f->variables.count);
  if (pick < RANDOM_GLOBALS)
    return (struct variable){1 + pick};
  return p->fx.f->variables.at[pick - RANDOM_GLOBALS];
}

static inline struct term random_value(struct random_program *p) {
  struct term_table *terms = p->fx.program->terms;
  struct term a = value_of(&p->fx, random_variable(p));
  struct term b = value_of(&p->fx, random_variable(p));
  switch (random_below(&p->random, 5)) {
  case 0: return constant(&p->fx, 8, random_below(&p->random, 256));
  case 1: return term_add(terms, a, b);
  case 2: return term_binary(terms, OP_MUL, a, b);
  case 3: return term_sub(terms, a, b);
  default: return a;
  }
}

static inline struct operation random_assign(struct random_program *p) {
  struct binding bindings[2];
  uint32_t count = random_below(&p->random, 3);
  for (uint32_t i = 0; i < count; i++)
    bindings[i] = (struct binding){random_variable(p), random_value(p)};
  if (count == 2 && variable_equal(bindings[0].target, bindings[1].target))
    count = 1;
  return operation_assign(p->fx.program, bindings, count);
}

static inline struct operation random_call(struct random_program *p) {
  struct term arguments[2] = {random_value(p), random_value(p)};
  struct operation call = {.kind = OPERATION_CALL};
  call.call.callee.id = 1 + random_below(&p->random, p->fx.f->self.id - 1);
  call.call.count = 2;
  call.call.arguments = program_copy_terms(p->fx.program, arguments, 2);
  if (random_below(&p->random, 4))
    call.call.target = random_variable(p);
  return call;
}

// Leaves `here` by one statement or a branch. Only branches lead back.
static inline void random_statement(struct random_program *p,
                                    const struct location_id *locations,
                                    uint32_t here) {
  struct fixture *fx = &p->fx;
  struct location_id from = locations[here], next = locations[here + 1];
  struct location_id back = locations[random_below(&p->random, here + 1)];
  struct location_id skip =
      locations[here + 1 + random_below(&p->random, RANDOM_LENGTH - here)];
  uint32_t choice = random_below(&p->random, 10);
  if (choice == 0) {
    struct term condition = term_compare(fx->program->terms, OP_ULT,
                                         random_value(p), random_value(p));
    edge(fx, from, random_below(&p->random, 2) ? back : skip,
         operation_assume(condition));
    edge(fx, from, next,
         operation_assume(term_not(fx->program->terms, condition)));
  } else if (choice == 1) {
    edge(fx, from, fx->f->exit, op_return(random_value(p)));
  } else if (choice == 2) {
    undefined_edge(fx, from, UNDEFINED_UNREACHABLE, random_assign(p));
  } else if (choice < 5 && fx->f->self.id > 1) {
    edge(fx, from, next, random_call(p));
  } else {
    edge(fx, from, choice == 5 ? skip : next, random_assign(p));
  }
}

static inline void random_variables(struct random_program *p) {
  static const enum variable_kind kinds[RANDOM_LOCALS] = {
      VARIABLE_PARAMETER, VARIABLE_PARAMETER, VARIABLE_TEMPORARY,
      VARIABLE_TEMPORARY};
  static const char *const names[RANDOM_LOCALS] = {"a", "b", "t", "u"};
  for (uint32_t i = 0; i < RANDOM_LOCALS; i++)
    variable(&p->fx, kinds[i], names[i], p->fx.type_char);
}

// Locals are written before they are read, as inlining expects.
static inline void random_procedure(struct random_program *p) {
  struct fixture *fx = &p->fx;
  char name[16];
  snprintf(name, sizeof name, "f%u", ++p->procedures);
  struct procedure *f = begin(fx, name, 10 * p->procedures);
  f->result = sort_bits(8);
  random_variables(p);
  struct location_id locations[RANDOM_LENGTH + 1];
  for (uint32_t i = 0; i <= RANDOM_LENGTH; i++)
    locations[i] = location(fx, 10 * p->procedures + 1 + i % 9);
  if (random_below(&p->random, 3) == 0)
    procedure_location(f, locations[3])->label = name_of(fx, "label");
  struct binding initial[] = {
      {f->variables.at[2], constant(fx, 8, 0)},
      {f->variables.at[3], value_of(fx, f->variables.at[0])}};
  edge(fx, f->entry, locations[0], operation_assign(fx->program, initial, 2));
  for (uint32_t i = 0; i < RANDOM_LENGTH; i++)
    random_statement(p, locations, i);
  edge(fx, locations[RANDOM_LENGTH], f->exit, op_return(random_value(p)));
  procedure_seal(f);
}

static inline void random_program_init(struct random_program *p, uint64_t seed,
                                       uint32_t procedures) {
  *p = (struct random_program){.random = {seed}};
  fixture_init(&p->fx);
  variable(&p->fx, VARIABLE_GLOBAL, "g", p->fx.type_char);
  variable(&p->fx, VARIABLE_GLOBAL, "h", p->fx.type_char);
  for (uint32_t i = 0; i < procedures; i++)
    random_procedure(p);
}

static inline void random_program_release(struct random_program *p) {
  fixture_release(&p->fx);
}

// Execution

enum execution_end { END_RETURN, END_UNDEFINED, END_STEPS };

// Every loop has a branch, and only branches count as steps: inlining and
// merging keep their number.
struct execution {
  struct program *program;
  struct assignment *values;
  uint32_t steps; // left
  u128 result;
};

static inline void execution_init(struct execution *x, struct program *program,
                                  uint32_t steps) {
  *x = (struct execution){.program = program, .steps = steps};
  x->values = assignment_new(program->terms);
}

static inline void execution_release(struct execution *x) {
  assignment_free(x->values);
}

static inline u128 execution_get(struct execution *x, struct variable v) {
  return term_evaluate(x->values, program_term(x->program, v));
}

static inline void execution_set(struct execution *x, struct variable v,
                                 u128 value) {
  assignment_set(x->values, program_term(x->program, v), value);
}

static inline enum execution_end execute(struct execution *x,
                                         const struct procedure *procedure);

// There is no recursion, so nobody uses the callee's variables.
static inline enum execution_end execute_call(struct execution *x,
                                              const struct operation *op) {
  const struct procedure *callee =
      program_procedure(x->program, op->call.callee);
  u128 arguments[2];
  for (uint32_t i = 0; i < 2; i++)
    arguments[i] = term_evaluate(x->values, op->call.arguments[i]);
  for (uint32_t i = 0; i < 2; i++)
    execution_set(x, callee->parameters.at[i], arguments[i]);
  enum execution_end end = execute(x, callee);
  if (end == END_RETURN && !variable_is_none(op->call.target))
    execution_set(x, op->call.target, x->result);
  return end;
}

static inline void execute_assign(struct execution *x,
                                  const struct operation *op) {
  u128 values[128];
  assert_in_range(op->assign.count, 0, 128);
  for (uint32_t i = 0; i < op->assign.count; i++)
    values[i] = term_evaluate(x->values, op->assign.bindings[i].value);
  for (uint32_t i = 0; i < op->assign.count; i++)
    execution_set(x, op->assign.bindings[i].target, values[i]);
}

// The one enabled edge that leaves the location.
static inline const struct edge *enabled_edge(struct execution *x,
                                              const struct procedure *procedure,
                                              struct location_id here) {
  const struct location *from = procedure_location(procedure, here);
  for (uint32_t i = 0; i < from->out_count; i++) {
    const struct edge *found = &procedure->edges.at[from->first_out + i];
    if (found->op.kind != OPERATION_ASSUME ||
        term_evaluate(x->values, found->op.assume.condition))
      return found;
  }
  fail_msg("the program blocks");
  return NULL;
}

static inline enum execution_end execute(struct execution *x,
                                         const struct procedure *procedure) {
  struct location_id here = procedure->entry;
  for (;;) {
    const struct edge *taken = enabled_edge(x, procedure, here);
    const struct operation *op = &taken->op;
    if (op->kind == OPERATION_RETURN) {
      x->result = term_evaluate(x->values, op->ret.value);
      return END_RETURN;
    }
    enum execution_end end = END_RETURN;
    if (op->kind == OPERATION_ASSUME && !x->steps--)
      return END_STEPS;
    if (op->kind == OPERATION_ASSIGN)
      execute_assign(x, op);
    if (op->kind == OPERATION_CALL)
      end = execute_call(x, op);
    if (taken->undefined != UNDEFINED_NONE)
      return END_UNDEFINED;
    if (end != END_RETURN)
      return end;
    here = taken->to;
  }
}

// Runs both on the same random arguments and globals and compares everything
// that can be seen from outside. The procedures have the same parameters in
// the same order, not necessarily the same variables. Returns the end.
static inline enum execution_end compare_executions(struct random_program *p,
                                                    const struct procedure *a,
                                                    const struct procedure *b) {
  struct execution x, y;
  execution_init(&x, p->fx.program, 40);
  execution_init(&y, p->fx.program, 40);
  for (uint32_t i = 0; i < RANDOM_GLOBALS + a->parameters.count; i++) {
    bool is_global = i < RANDOM_GLOBALS;
    uint32_t k = i - RANDOM_GLOBALS;
    u128 value = random_below(&p->random, 256);
    execution_set(
        &x, is_global ? (struct variable){i + 1} : a->parameters.at[k], value);
    execution_set(
        &y, is_global ? (struct variable){i + 1} : b->parameters.at[k], value);
  }
  enum execution_end end = execute(&x, a);
  assert_int_equal(execute(&y, b), end);
  assert_int_equal(x.steps, y.steps);
  assert_true(x.result == y.result || end != END_RETURN);
  for (uint32_t i = 1; i <= RANDOM_GLOBALS; i++)
    assert_true(execution_get(&x, (struct variable){i}) ==
                execution_get(&y, (struct variable){i}));
  execution_release(&x);
  execution_release(&y);
  return end;
}

#endif
