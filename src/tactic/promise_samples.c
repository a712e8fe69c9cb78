#include "tactic/promise_samples.h"

#include <stdio.h>

#include "base/diag.h"
#include "run/run.h"

enum {
  RUNS = 120, // the first half with globals as they are initially
  RUN_STEPS = 20000,
  CONSTANTS = 8
};

struct sampling {
  struct promise_samples *samples;
  FILE *nowhere;
  uint64_t random;
  bool is_initial; // globals are as the program starts with them
  const struct promise_vec *required; // or null
};

static void add_constant(struct promise_samples *samples, uint64_t value) {
  for (uint32_t i = 0; i < samples->constants.count; i++)
    if (samples->constants.at[i] == value)
      return;
  if (samples->constants.count < CONSTANTS)
    u64_vec_push(&samples->constants, value);
}

// Those of a width that a column has.
static bool is_wide_as_column(const struct promise_samples *samples,
                              unsigned width) {
  for (uint32_t i = 0; i < PROMISE_COLUMNS; i++)
    if (promise_has(samples->program, &samples->scope, i) &&
        promise_width(samples->program, &samples->scope, i) == width)
      return true;
  return false;
}

static void find_constants(struct promise_samples *samples,
                           const struct procedure *procedure) {
  const struct term_table *terms = samples->program->terms;
  struct term_vec used = {0}, all = {0};
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    operation_terms(&procedure->edges.at[i].op, &used);
  term_collect(terms, used.at, used.count, &all);
  add_constant(samples, 0);
  for (uint32_t i = 0; i < all.count; i++)
    if (term_op(terms, all.at[i]) == OP_CONST &&
        is_wide_as_column(samples, term_width(terms, all.at[i])))
      add_constant(samples, (uint64_t)term_value(terms, all.at[i]));
  term_vec_release(&used);
  term_vec_release(&all);
}

static uint64_t draw(struct sampling *s) {
  s->random ^= s->random << 13;
  s->random ^= s->random >> 7;
  s->random ^= s->random << 17;
  return s->random;
}

static uint64_t draw_number(struct sampling *s) {
  const struct u64_vec *constants = &s->samples->constants;
  uint64_t number = draw(s) >> 16;
  if (number & 1)
    return (number >> 1) % 12 - 2;
  return constants->at[(number >> 1) % constants->count] + (number >> 12) % 7 -
         3;
}

static uint64_t truncated(uint64_t value, unsigned width) {
  return width < 64 ? value & (((uint64_t)1 << width) - 1) : value;
}

uint64_t promise_initial(const struct program *program,
                         const struct promise_scope *scope, uint32_t column) {
  struct term initial =
      program_variable(program, scope->globals[column - COLUMN_BEFORE])
          ->initial;
  return !term_is_none(initial) && term_op(program->terms, initial) == OP_CONST
             ? (uint64_t)term_value(program->terms, initial)
             : 0;
}

// As the type of the column orders them.
static bool is_below(const struct promise_samples *samples, uint32_t column,
                     uint64_t a, uint64_t b) {
  const struct program *program = samples->program;
  unsigned width = promise_width(program, &samples->scope, column);
  return ctype_is_signed(program->types,
                         promise_type(program, &samples->scope, column))
             ? bits_signed(a, width) < bits_signed(b, width)
             : a < b;
}

// The value, or the bound that it does not keep.
static uint64_t as_required(const struct sampling *s, uint32_t column,
                            uint64_t value) {
  for (uint32_t i = 0; s->required && i < s->required->count; i++) {
    const struct promise *one = &s->required->at[i];
    if (!one->is_required || one->subject != column ||
        one->scope.procedure.id != s->samples->scope.procedure.id)
      continue;
    bool is_broken =
        one->kind == PROMISE_AT_MOST
            ? is_below(s->samples, column, one->constant, value)
            : is_below(s->samples, column, value, one->constant);
    value = is_broken ? one->constant : value;
  }
  return value;
}

static void write_value(const struct sampling *s, uint32_t column,
                        uint64_t value, struct strbuf *oracle) {
  const struct program *program = s->samples->program;
  const struct promise_scope *scope = &s->samples->scope;
  bool is_parameter = column < COLUMN_BEFORE;
  struct variable variable =
      is_parameter ? program_procedure(program, scope->procedure)
                         ->parameters.at[column]
                   : scope->globals[column - COLUMN_BEFORE];
  strbuf_format(
      oracle, "%s %s %llu\n", is_parameter ? "parameter" : "global",
      name_text(program->names, program_variable(program, variable)->name),
      (unsigned long long)value);
}

static void write_oracle(struct sampling *s, uint64_t *row,
                         struct strbuf *oracle) {
  const struct program *program = s->samples->program;
  const struct promise_scope *scope = &s->samples->scope;
  strbuf_add(oracle, "vouch-oracle 1\nrest zero\n");
  for (uint32_t i = 0; i < COLUMN_AFTER; i++) {
    row[i] = 0;
    if (!promise_has(program, scope, i))
      continue;
    row[i] = truncated(i >= COLUMN_BEFORE && s->is_initial
                           ? promise_initial(program, scope, i)
                           : draw_number(s),
                       promise_width(program, scope, i));
    row[i] = as_required(s, i, row[i]);
    write_value(s, i, row[i], oracle);
  }
}

static void take_row(struct promise_samples *samples, uint64_t *row,
                     const struct run_result *result,
                     struct assignment *final) {
  for (uint32_t i = COLUMN_AFTER; i < COLUMN_RESULT; i++)
    row[i] = promise_has(samples->program, &samples->scope, i)
                 ? (uint64_t)term_evaluate(
                       final,
                       program_term(samples->program,
                                    samples->scope.globals[i - COLUMN_AFTER]))
                 : 0;
  row[COLUMN_RESULT] = (uint64_t)result->returned;
  u64_vec_append(&samples->rows, row, PROMISE_COLUMNS);
  samples->count++;
}

static void run_once(struct sampling *s) {
  struct promise_samples *samples = s->samples;
  const struct program *program = samples->program;
  uint64_t row[PROMISE_COLUMNS];
  struct strbuf oracle = {0};
  struct diag *diag = diag_new(program->names, s->nowhere);
  struct assignment *final = assignment_new(program->terms);
  struct run_result result;
  write_oracle(s, row, &oracle);
  struct run_options options = {
      .oracle_text = strbuf_text(&oracle),
      .max_steps = RUN_STEPS,
      .havoc_externals = true,
      .is_isolated = true,
      .final = final,
      .entry = name_text(
          program->names,
          program_procedure(program, samples->scope.procedure)->name),
      .streams = {.in = s->nowhere, .out = s->nowhere, .err = s->nowhere}};
  run_program(program, &options, diag, &result);
  if (result.has_returned)
    take_row(samples, row, &result, final);
  run_result_release(&result);
  assignment_free(final);
  diag_free(diag);
  strbuf_release(&oracle);
}

static void collect(struct sampling *s) {
  for (uint32_t i = 0; i < RUNS; i++) {
    s->is_initial = i < RUNS / 2;
    run_once(s);
    if (s->is_initial)
      s->samples->initial = s->samples->count;
  }
}

void promise_samples_init(struct promise_samples *samples,
                          const struct program *program,
                          const struct procedure *procedure,
                          const struct promise_vec *required) {
  *samples =
      (struct promise_samples){.program = program,
                               .scope = promise_scope_of(program, procedure)};
  struct sampling s = {.samples = samples,
                       .nowhere = fopen("/dev/null", "r+"),
                       .required = required,
                       .random = 0x9e3779b97f4a7c15u};
  find_constants(samples, procedure);
  if (!s.nowhere)
    return;
  collect(&s);
  fclose(s.nowhere);
}

void promise_samples_release(struct promise_samples *samples) {
  u64_vec_release(&samples->constants);
  u64_vec_release(&samples->rows);
}

uint64_t promise_sample(const struct promise_samples *samples, uint32_t row,
                        uint32_t column) {
  return samples->rows.at[(size_t)row * PROMISE_COLUMNS + column];
}
