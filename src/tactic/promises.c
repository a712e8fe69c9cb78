#include "tactic/promises.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "refine/affine.h"
#include "run/run.h"

enum {
  RUNS = 100,
  RUN_STEPS = 20000,
  CONSTANTS = 8,    // of the body
  LEAST_POINTS = 4, // from which something is guessed
  MOST_PROMISES = 60
};

// Arguments and results, a row for each call: parameters as far as promises
// speak of them (others are 0), and the result last.
enum { COLUMNS = PROMISE_PARAMETERS + 1, RESULT = PROMISE_PARAMETERS };

struct guessing {
  const struct program *program;
  const struct procedure *procedure;
  struct promise_vec *into;
  struct u64_vec constants; // of the body
  struct u64_vec rows;
  uint32_t count; // of rows
  uint64_t random;
};

// Samples

static void add_constant(struct guessing *g, uint64_t value) {
  for (uint32_t i = 0; i < g->constants.count; i++)
    if (g->constants.at[i] == value)
      return;
  if (g->constants.count < CONSTANTS)
    u64_vec_push(&g->constants, value);
}

static void find_constants(struct guessing *g) {
  const struct term_table *terms = g->program->terms;
  struct term_vec used = {0}, all = {0};
  for (uint32_t i = 1; i < g->procedure->edges.count; i++)
    operation_terms(&g->procedure->edges.at[i].op, &used);
  term_collect(terms, used.at, used.count, &all);
  add_constant(g, 0);
  for (uint32_t i = 0; i < all.count; i++)
    if (term_op(terms, all.at[i]) == OP_CONST &&
        term_width(terms, all.at[i]) == sort_width(g->procedure->result))
      add_constant(g, (uint64_t)term_value(terms, all.at[i]));
  term_vec_release(&used);
  term_vec_release(&all);
}

static uint64_t draw(struct guessing *g) {
  g->random ^= g->random << 13;
  g->random ^= g->random >> 7;
  g->random ^= g->random << 17;
  return g->random;
}

// Small numbers, and those near constants of the body.
static uint64_t draw_argument(struct guessing *g) {
  uint64_t number = draw(g) >> 16;
  if (number & 1)
    return (number >> 1) % 12 - 2;
  return g->constants.at[(number >> 1) % g->constants.count] +
         (number >> 12) % 7 - 3;
}

static uint64_t truncated(uint64_t value, unsigned width) {
  return width < 64 ? value & (((uint64_t)1 << width) - 1) : value;
}

static void write_oracle(struct guessing *g, uint64_t *row,
                         struct strbuf *oracle) {
  const struct program *program = g->program;
  strbuf_add(oracle, "vouch-oracle 1\nrest zero\n");
  for (uint32_t i = 0; i < PROMISE_PARAMETERS; i++) {
    row[i] = 0;
    if (!promise_takes(program, g->procedure, i, false))
      continue;
    const struct variable_info *info =
        program_variable(program, g->procedure->parameters.at[i]);
    row[i] =
        truncated(draw_argument(g), term_width(program->terms, info->term));
    strbuf_format(oracle, "parameter %s %llu\n",
                  name_text(program->names, info->name),
                  (unsigned long long)row[i]);
  }
}

static void run_once(struct guessing *g, FILE *nowhere) {
  const struct program *program = g->program;
  uint64_t row[COLUMNS];
  struct strbuf oracle = {0};
  struct diag *diag = diag_new(program->names, nowhere);
  struct run_result result;
  write_oracle(g, row, &oracle);
  struct run_options options = {
      .oracle_text = strbuf_text(&oracle),
      .max_steps = RUN_STEPS,
      .havoc_externals = true,
      .is_isolated = true,
      .entry = name_text(program->names, g->procedure->name),
      .streams = {.in = nowhere, .out = nowhere, .err = nowhere}};
  run_program(program, &options, diag, &result);
  if (result.has_returned) {
    row[RESULT] = (uint64_t)result.returned;
    for (uint32_t i = 0; i < COLUMNS; i++)
      u64_vec_push(&g->rows, row[i]);
    g->count++;
  }
  run_result_release(&result);
  diag_free(diag);
  strbuf_release(&oracle);
}

static void collect(struct guessing *g) {
  FILE *nowhere = fopen("/dev/null", "r+");
  if (!nowhere)
    return;
  for (uint32_t i = 0; i < RUNS; i++)
    run_once(g, nowhere);
  fclose(nowhere);
}

static uint64_t value(const struct guessing *g, uint32_t row, uint32_t column) {
  return g->rows.at[(size_t)row * COLUMNS + column];
}

// Guards

static bool is_signed(const struct guessing *g, struct ctype type) {
  return ctype_is_signed(g->program->types, type);
}

static struct ctype type_of(const struct guessing *g, uint32_t column) {
  return column == RESULT
             ? ctype_bare(g->program->types, g->procedure->type)->target
             : program_variable(g->program, g->procedure->parameters.at[column])
                   ->type;
}

static unsigned width_of(const struct guessing *g, uint32_t column) {
  return column == RESULT
             ? sort_width(g->procedure->result)
             : term_width(g->program->terms,
                          program_term(g->program,
                                       g->procedure->parameters.at[column]));
}

// As the type of the column orders them.
static bool is_at_most(const struct guessing *g, uint32_t column, uint64_t a,
                       uint64_t b) {
  unsigned width = width_of(g, column);
  a = truncated(a, width), b = truncated(b, width);
  return is_signed(g, type_of(g, column))
             ? bits_signed(a, width) <= bits_signed(b, width)
             : a <= b;
}

static bool is_guarded(const struct guessing *g, const struct promise *promise,
                       uint32_t row) {
  if (promise->guard == GUARD_NONE)
    return true;
  uint64_t actual = value(g, row, promise->guarded);
  bool below = is_at_most(g, promise->guarded, actual, promise->guard_constant);
  return promise->guard == GUARD_AT_MOST ? below : !below;
}

// Candidates under the guard of a promise

// What is promised in any case need not be promised under a guard.
static bool is_known(const struct guessing *g, struct promise promise) {
  promise.guard = GUARD_NONE;
  promise.guarded = 0;
  promise.guard_constant = 0;
  for (uint32_t i = 0; i < g->into->count; i++)
    if (promises_equal(&g->into->at[i], &promise))
      return true;
  return false;
}

static void add(struct guessing *g, const struct promise *promise) {
  if (g->into->count < MOST_PROMISES && !is_known(g, *promise))
    promise_vec_push(g->into, *promise);
}

// With the result in them.
static void add_relations(struct guessing *g, const struct promise *guard,
                          const struct affine *affine,
                          const uint32_t *columns) {
  for (uint32_t i = 0; i < affine->count; i++) {
    const uint64_t *relation =
        &affine->relations.at[(size_t)i * (affine->columns + 1)];
    struct promise promise = *guard;
    promise.kind = PROMISE_AFFINE;
    promise.scale = relation[affine->columns - 1];
    promise.constant = relation[affine->columns];
    for (uint32_t k = 0; k + 1 < affine->columns; k++)
      promise.coefficients[columns[k]] = relation[k];
    if (promise.scale)
      add(g, &promise);
  }
}

static void guess_relations(struct guessing *g, const struct promise *guard) {
  uint32_t columns[COLUMNS], count = 0, rows = 0;
  struct u64_vec points = {0};
  for (uint32_t i = 0; i < PROMISE_PARAMETERS; i++)
    if (promise_takes(g->program, g->procedure, i, true))
      columns[count++] = i;
  columns[count++] = RESULT;
  for (uint32_t r = 0; r < g->count; r++) {
    if (!is_guarded(g, guard, r))
      continue;
    for (uint32_t k = 0; k < count; k++)
      u64_vec_push(&points, value(g, r, columns[k]));
    rows++;
  }
  if (rows >= count + LEAST_POINTS) {
    struct affine affine;
    affine_find(&affine, sort_width(g->procedure->result), count, points.at,
                rows);
    add_relations(g, guard, &affine, columns);
    affine_release(&affine);
  }
  u64_vec_release(&points);
}

static bool holds_of_rows(const struct guessing *g,
                          const struct promise *promise) {
  uint32_t seen = 0;
  for (uint32_t r = 0; r < g->count; r++) {
    if (!is_guarded(g, promise, r))
      continue;
    uint64_t result = value(g, r, RESULT);
    uint64_t bound = promise->bound_is_parameter ? value(g, r, promise->bound)
                                                 : promise->constant;
    if (promise->kind == PROMISE_AT_MOST
            ? !is_at_most(g, RESULT, result, bound)
            : !is_at_most(g, RESULT, bound, result))
      return false;
    seen++;
  }
  return seen >= LEAST_POINTS;
}

static void guess_bound(struct guessing *g, struct promise promise) {
  for (int kind = PROMISE_AT_LEAST; kind <= PROMISE_AT_MOST; kind++) {
    promise.kind = (enum promise_kind)kind;
    if (holds_of_rows(g, &promise))
      add(g, &promise);
  }
}

// By what was seen, and by parameters.
static void guess_bounds(struct guessing *g, const struct promise *guard) {
  struct promise promise = *guard;
  for (uint32_t r = 0; r < g->count; r++) {
    bool is_new = is_guarded(g, guard, r);
    for (uint32_t k = 0; k < r && is_new; k++)
      is_new = value(g, k, RESULT) != value(g, r, RESULT);
    promise.constant = value(g, r, RESULT);
    if (is_new)
      guess_bound(g, promise);
  }
  promise.bound_is_parameter = true;
  for (uint32_t i = 0; i < PROMISE_PARAMETERS; i++) {
    promise.bound = i;
    if (promise_takes(g->program, g->procedure, i, true))
      guess_bound(g, promise);
  }
}

static void guess_under(struct guessing *g, const struct promise *guard) {
  guess_relations(g, guard);
  guess_bounds(g, guard);
}

// On either side of a constant, and of the number before it: n < 101 and n <=
// 100 are the same.
static void guess_beside_constants(struct guessing *g, uint32_t parameter) {
  struct promise guard = {.procedure = g->procedure->self,
                          .guarded = parameter};
  for (uint32_t i = 0; i < 2 * g->constants.count; i++)
    for (int kind = GUARD_AT_MOST; kind <= GUARD_ABOVE; kind++) {
      guard.guard = (enum promise_guard)kind;
      guard.guard_constant =
          truncated(g->constants.at[i / 2] - (i & 1), width_of(g, parameter));
      guess_under(g, &guard);
    }
}

void promises_guess(const struct program *program,
                    const struct procedure *procedure,
                    struct promise_vec *into) {
  struct guessing g = {.program = program,
                       .procedure = procedure,
                       .into = into,
                       .random = 0x9e3779b97f4a7c15u};
  struct promise guard = {.procedure = procedure->self};
  if (!promise_is_possible(program, procedure))
    return;
  find_constants(&g);
  collect(&g);
  guess_under(&g, &guard);
  for (uint32_t i = 0; i < PROMISE_PARAMETERS; i++)
    if (promise_takes(program, procedure, i, true))
      guess_beside_constants(&g, i);
  u64_vec_release(&g.constants);
  u64_vec_release(&g.rows);
}
