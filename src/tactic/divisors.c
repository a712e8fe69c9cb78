#include "tactic/divisors.h"

#include <stdlib.h>

#include "base/memory.h"
#include "program/print.h"
#include "refine/sample.h"
#include "term/evaluate.h"
#include "term/variables.h"

enum {
  UNITS = 40000000,
  CHECK_UNITS = 600000, // what is hard is not worth it
  MOST_DIVISORS = 3,
  MOST_NUMBERS = 40, // variables
  MOST_AT_ONCE = 6   // of them, at one cut point
};

// ---- What is divided by what ------------------------------------------------

static bool is_remainder(const struct term_table *terms, struct term t) {
  return term_op(terms, t) == OP_UREM || term_op(terms, t) == OP_SREM;
}

static struct variable variable_of(const struct divisors *in, struct term t) {
  return term_op(in->program->terms, t) == OP_VAR
             ? program_variable_of(in->program, t)
             : (struct variable){0};
}

static bool is_number(const struct divisors *in, struct variable variable) {
  for (uint32_t i = 0; i < in->numbers.count; i++)
    if (variable_equal(in->numbers.at[i], variable))
      return true;
  return false;
}

static bool add_number(struct divisors *in, struct variable variable) {
  if (variable_is_none(variable) || is_number(in, variable) ||
      in->numbers.count == MOST_NUMBERS)
    return false;
  variable_vec_push(&in->numbers, variable);
  return true;
}

static void look_at(struct divisors *in, const struct question *question,
                    struct term t) {
  const struct term_table *terms = in->program->terms;
  struct term_vec parts = {0};
  term_collect(terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    if (!is_remainder(terms, parts.at[i]))
      continue;
    struct variable divisor =
        variable_of(in, term_operand(terms, parts.at[i], 1));
    if (variable_is_none(divisor))
      continue;
    add_number(in, variable_of(in, term_operand(terms, parts.at[i], 0)));
    if (in->prophecies.count < MOST_DIVISORS)
      prophecy_add(&in->prophecies, in->program, question->effects->procedure,
                   divisor);
  }
  term_vec_release(&parts);
}

static void find_divisors(struct divisors *in,
                          const struct question *question) {
  const struct effects *effects = question->effects;
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++) {
    if (question->roles[i] == ROLE_ENDS)
      continue;
    look_at(in, question, effects->at[i].guard);
    for (uint32_t k = 0; k < effects->at[i].binding_count; k++)
      look_at(in, question, effects->at[i].bindings[k].value);
  }
}

// ---- What comes from what ---------------------------------------------------

// The variables of a sum, case by case; false when it is no sum.
static bool summands(const struct divisors *in, struct term t,
                     struct variable_vec *into) {
  const struct term_table *terms = in->program->terms;
  switch (term_op(terms, t)) {
  case OP_VAR: variable_vec_push(into, variable_of(in, t)); return true;
  case OP_CONST: return true;
  case OP_ITE:
    return summands(in, term_operand(terms, t, 1), into) &&
           summands(in, term_operand(terms, t, 2), into);
  case OP_MUL:
    return term_is_const(terms, term_operand(terms, t, 1)) &&
           summands(in, term_operand(terms, t, 0), into);
  case OP_ADD:
    for (uint32_t i = 0; i < term_arity(terms, t); i++)
      if (!summands(in, term_operand(terms, t, i), into))
        return false;
    return true;
  default: return false;
  }
}

static void add_copy(struct divisors *in, struct binding binding) {
  for (uint32_t i = 0; i < in->copies.count; i++)
    if (variable_equal(in->copies.at[i].target, binding.target) &&
        term_equal(in->copies.at[i].value, binding.value))
      return;
  binding_vec_push(&in->copies, binding);
}

// Whatever has to do with a number by the binding is one, too.
static bool spread(struct divisors *in, struct binding binding) {
  struct variable_vec some = {0};
  bool is_one = false, changed = false;
  if (summands(in, binding.value, &some)) {
    variable_vec_push(&some, binding.target);
    for (uint32_t i = 0; i < some.count; i++)
      is_one |= is_number(in, some.at[i]);
    for (uint32_t i = 0; is_one && i < some.count; i++)
      changed |= add_number(in, some.at[i]);
    if (is_one && some.count > 2)
      bitset_add(&in->sums, binding.target.id);
    if (is_one && term_op(in->program->terms, binding.value) == OP_VAR)
      add_copy(in, binding);
  }
  variable_vec_release(&some);
  return changed;
}

static void find_numbers(struct divisors *in, const struct question *question) {
  const struct effects *effects = question->effects;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
      for (uint32_t k = 0;
           question->roles[i] != ROLE_ENDS && k < effects->at[i].binding_count;
           k++)
        changed |= spread(in, effects->at[i].bindings[k]);
  }
}

// ---- Candidates -------------------------------------------------------------

// Those that matter at the cut point, of the program's own if so wished.
static void numbers_at(const struct divisors *in, const struct bitset *live,
                       unsigned width, bool has_temporaries,
                       struct variable_vec *into) {
  const struct program *program = in->program;
  for (uint32_t i = 0; i < in->numbers.count; i++) {
    struct variable variable = in->numbers.at[i];
    const struct variable_info *info = program_variable(program, variable);
    if (into->count < MOST_AT_ONCE && bitset_has(live, variable.id) &&
        (has_temporaries || info->kind != VARIABLE_TEMPORARY) &&
        sort_is_bits(term_sort(program->terms, info->term)) &&
        term_width(program->terms, info->term) == width)
      variable_vec_push(into, variable);
  }
}

static void add_guess(const struct divisors *in, struct term t,
                      struct term_vec *into) {
  if (!term_is_literal(in->program->terms, t) && !term_vec_has(into, t))
    term_vec_push(into, t);
}

static void guess_of_numbers(const struct divisors *in,
                             const struct variable_vec *numbers,
                             struct term_vec *into) {
  struct term_table *terms = in->program->terms;
  for (uint32_t i = 0; i < numbers->count; i++) {
    struct term x = program_term(in->program, numbers->at[i]);
    add_guess(in, term_nonzero(terms, x), into);
    for (uint32_t k = 0; k < i; k++)
      add_guess(in,
                term_eq(terms, x, program_term(in->program, numbers->at[k])),
                into);
  }
}

static void guess_of_copy(const struct divisors *in,
                          const struct variable_vec *numbers,
                          struct binding copy, struct term_vec *into) {
  struct term_table *terms = in->program->terms;
  struct term x = program_term(in->program, copy.target), y = copy.value;
  struct term same = term_eq(terms, x, y);
  for (uint32_t i = 0; i < numbers->count; i++) {
    struct term z = program_term(in->program, numbers->at[i]);
    if (term_equal(z, x) || term_equal(z, y))
      continue;
    struct term less = term_compare(terms, OP_ULT, z, x);
    struct term more = term_compare(terms, OP_ULT, x, z);
    add_guess(in, term_or(terms, same, less), into);
    add_guess(in, term_or(terms, same, more), into);
  }
}

static bool has_number(const struct divisors *in,
                       const struct variable_vec *numbers, struct term t) {
  for (uint32_t i = 0; i < numbers->count; i++)
    if (term_equal(program_term(in->program, numbers->at[i]), t))
      return true;
  return false;
}

static void guess_of_copies(const struct divisors *in,
                            const struct variable_vec *numbers,
                            struct term_vec *into) {
  for (uint32_t i = 0; i < in->copies.count; i++) {
    struct binding copy = in->copies.at[i];
    if (has_number(in, numbers, program_term(in->program, copy.target)) &&
        has_number(in, numbers, copy.value))
      guess_of_copy(in, numbers, copy, into);
  }
}

// d divides the number.
static struct term divided(const struct divisors *in, struct variable number,
                           struct term d) {
  struct term_table *terms = in->program->terms;
  struct term x = program_term(in->program, number);
  return term_eq(terms, term_binary(terms, OP_UREM, x, d),
                 term_const(terms, term_width(terms, d), 0));
}

static void guess_of_pair(const struct divisors *in,
                          const struct variable_vec *numbers, uint32_t x,
                          uint32_t y, struct term d, struct term_vec *into) {
  struct term_table *terms = in->program->terms;
  struct term both = term_and(terms, divided(in, numbers->at[x], d),
                              divided(in, numbers->at[y], d));
  for (uint32_t z = 0; z < numbers->count; z++)
    if (z != x && z != y)
      add_guess(in, term_implies(terms, both, divided(in, numbers->at[z], d)),
                into);
}

static void guess_divided(const struct divisors *in,
                          const struct variable_vec *numbers, struct term d,
                          struct term_vec *into) {
  for (uint32_t x = 0; x < numbers->count; x++) {
    add_guess(in, divided(in, numbers->at[x], d), into);
    for (uint32_t y = 0; y < x; y++)
      if (bitset_has(&in->sums, numbers->at[x].id) ==
          bitset_has(&in->sums, numbers->at[y].id))
        guess_of_pair(in, numbers, x, y, d, into);
  }
}

static void guess_at(const struct divisors *in, const struct bitset *live,
                     struct term d, bool with_divisor, struct term_vec *into) {
  unsigned width = term_width(in->program->terms, d);
  struct variable_vec numbers = {0};
  numbers_at(in, live, width, !with_divisor, &numbers);
  if (with_divisor) {
    guess_divided(in, &numbers, d, into);
  } else {
    guess_of_numbers(in, &numbers, into);
    guess_of_copies(in, &numbers, into);
  }
  variable_vec_release(&numbers);
}

// ---- Candidates that executions contradict ----------------------------------

enum { MOST_ROWS = 40, SMALL_DIVISORS = 8 };

// What was seen in one execution, with a divisor.
static void set_row(const struct divisors *in, const struct sample_table *table,
                    uint32_t row, uint64_t divisor, struct assignment *values) {
  const struct program *program = in->program;
  for (uint32_t i = 0; i < table->columns.count; i++)
    assignment_set(values, program_term(program, table->columns.at[i]),
                   sample_value(table, row, i));
  for (uint32_t i = 0; i < in->prophecies.count; i++) {
    struct term d = program_term(program, in->prophecies.at[i].constant);
    assignment_set(values, d,
                   bits_truncate(divisor, term_width(program->terms, d)));
  }
}

static bool has_columns(const struct divisors *in,
                        const struct sample_table *table, struct term t) {
  struct variable_vec mentioned = {0};
  bool has_all = true;
  program_variables_in(in->program, &t, 1, &mentioned);
  for (uint32_t i = 0; i < mentioned.count && has_all; i++) {
    bool found = false;
    for (uint32_t k = 0; k < table->columns.count && !found; k++)
      found = variable_equal(table->columns.at[k], mentioned.at[i]);
    for (uint32_t k = 0; k < in->prophecies.count && !found; k++)
      found = variable_equal(in->prophecies.at[k].constant, mentioned.at[i]);
    has_all = found;
  }
  variable_vec_release(&mentioned);
  return has_all;
}

static void drop_contradicted(const struct divisors *in,
                              const struct sample_table *table,
                              struct assignment *values,
                              struct term_vec *guesses) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < guesses->count; i++)
    if (!has_columns(in, table, guesses->at[i]) ||
        term_evaluate(values, guesses->at[i]))
      guesses->at[kept++] = guesses->at[i];
  guesses->count = kept;
}

// Small divisors, and the numbers themselves.
static void try_rows(const struct divisors *in,
                     const struct sample_table *table,
                     struct term_vec *guesses) {
  uint32_t columns = table->columns.count;
  for (uint32_t row = 0; row < table->rows && row < MOST_ROWS; row++)
    for (uint32_t i = 0; i < SMALL_DIVISORS + columns; i++) {
      struct assignment *values = assignment_new(in->program->terms);
      set_row(in, table, row,
              i < SMALL_DIVISORS ? i + 1
                                 : sample_value(table, row, i - SMALL_DIVISORS),
              values);
      drop_contradicted(in, table, values, guesses);
      assignment_free(values);
    }
}

// ---- The proof --------------------------------------------------------------

static void foretell(struct divisors *in) {
  struct term_table *terms = in->program->terms;
  struct term come_true = prophecy_come_true(&in->prophecies, in->program);
  for (uint32_t i = 1; i < in->effects->procedure->edges.count; i++)
    if (in->question->roles[i] == ROLE_VIOLATES)
      in->effects->at[i].guard =
          term_and(terms, in->effects->at[i].guard, come_true);
}

static void log_lemmas(const struct divisors *in, const struct log *log,
                       const char *what) {
  struct strbuf text = {0};
  for (uint32_t cut = 0; cut < in->blocks->count; cut++)
    for (uint32_t i = 0; i < in->lemmas.at[cut].count; i++) {
      strbuf_clear(&text);
      program_print_term(in->program, in->lemmas.at[cut].at[i], &text);
      log_line(log, 3, "check", "%s at cut point %u: %s", what, cut,
               strbuf_text(&text));
    }
  strbuf_release(&text);
}

// What candidates are made and thrown away with.
struct finding {
  struct divisors *in;
  const struct log *log;
  struct flow_sets live;
  struct samples samples;
};

// About the numbers alone, or what the divisor divides.
static void find(struct finding *finding, struct term d, bool with_divisor) {
  struct divisors *in = finding->in;
  for (uint32_t cut = 1; cut < in->blocks->count; cut++) {
    guess_at(in, &finding->live.at[in->blocks->cuts[cut].id], d, with_divisor,
             &in->lemmas.at[cut]);
    try_rows(in, &finding->samples.at[cut], &in->lemmas.at[cut]);
  }
  log_lemmas(in, finding->log, "guess about divisors");
  lemmas_prove(&in->lemmas);
  log_lemmas(in, finding->log, "lemma about divisors");
}

static void add_to(struct term_vec *into, const struct term_vec *some) {
  for (uint32_t i = 0; i < some->count; i++)
    if (!term_vec_has(into, some->at[i]))
      term_vec_push(into, some->at[i]);
}

// One divisor after the other, each with what is known of the numbers:
// questions are small then, and what is inductive with that alone is so with
// the rest.
static void find_each(struct finding *finding) {
  struct divisors *in = finding->in;
  uint32_t count = in->blocks->count;
  struct term_vec *known = memory_new_zero(count, sizeof *known);
  struct term_vec *all = memory_new_zero(count, sizeof *all);
  for (uint32_t cut = 0; cut < count; cut++)
    add_to(&known[cut], &in->lemmas.at[cut]);
  for (uint32_t i = 0; i < in->prophecies.count; i++) {
    find(finding, program_term(in->program, in->prophecies.at[i].constant),
         true);
    for (uint32_t cut = 0; cut < count; cut++) {
      add_to(&all[cut], &in->lemmas.at[cut]);
      term_vec_clear(&in->lemmas.at[cut]);
      add_to(&in->lemmas.at[cut], &known[cut]);
    }
  }
  for (uint32_t cut = 0; cut < count; cut++) {
    term_vec_clear(&in->lemmas.at[cut]);
    add_to(&in->lemmas.at[cut], &all[cut]);
    term_vec_release(&known[cut]);
    term_vec_release(&all[cut]);
  }
  free(known);
  free(all);
}

// What is wrong about the numbers goes first, since it is easier to see without
// divisors.
static void find_lemmas(struct divisors *in, const struct log *log) {
  struct finding finding = {in, log, question_live(in->question), {0}};
  struct walk walk = {0};
  samples_collect(&finding.samples, in->blocks, &in->relevant, &walk);
  for (uint32_t i = 0; i < in->prophecies.count; i++)
    find(&finding, program_term(in->program, in->prophecies.at[i].constant),
         false);
  find_each(&finding);
  walk_release(&walk);
  samples_release(&finding.samples);
  flow_sets_release(&finding.live);
}

static bool prove(struct divisors *in, const struct log *log) {
  find_lemmas(in, log);
  bool suffices = lemmas_suffice(&in->lemmas);
  log_line(log, 2, "check", "%u divisors of %u numbers: %s",
           in->prophecies.count, in->numbers.count,
           suffices ? "a proof" : "no answer");
  return suffices;
}

bool divisors_prove(struct divisors *in, const struct question *question,
                    struct solver *solver, const struct log *log,
                    struct poll poll, struct term_vec *claims) {
  *in = (struct divisors){.program = question->effects->program};
  if (question->effects->base)
    return false;
  find_divisors(in, question);
  if (!in->prophecies.count)
    return false;
  find_numbers(in, question);
  in->effects = effects_derive(question->effects);
  in->question = question_about(question, in->effects);
  foretell(in);
  question_mark_variables(in->question, &in->relevant);
  in->blocks = blocks_new(in->question, &in->relevant);
  lemmas_init(&in->lemmas, in->blocks, &in->relevant, solver);
  in->lemmas.units = UNITS;
  in->lemmas.poll = poll;
  uint64_t usual = solver_limit(solver);
  solver_set_limit(solver, CHECK_UNITS);
  bool is_proved = in->blocks->is_complete && prove(in, log);
  if (is_proved) {
    lemmas_claims(&in->lemmas, claims);
  }
  solver_set_limit(solver, usual);
  return is_proved;
}

void divisors_release(struct divisors *in) {
  if (in->blocks) {
    lemmas_release(&in->lemmas);
    blocks_free(in->blocks);
  }
  question_free(in->question);
  if (in->effects)
    effects_free(in->effects);
  bitset_release(&in->relevant);
  bitset_release(&in->sums);
  binding_vec_release(&in->copies);
  variable_vec_release(&in->numbers);
  prophecy_vec_release(&in->prophecies);
}
