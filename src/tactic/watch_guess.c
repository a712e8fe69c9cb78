// Candidates for invariants about fixed elements: a statement about them, P, or
// that a loop has not come to them yet, R. Most are wrong; refine/lemma.h keeps
// what is inductive.
#include "abstraction/predicate.h"
#include "tactic/watch_internal.h"
#include "term/variables.h"

enum { MOST_VALUES = 24, MOST_POSITIONS = 32, LARGEST = 40 };

static void add(const struct watch *watch, struct term t, uint32_t most,
                struct term_vec *into) {
  const struct term_table *terms = watch->program->terms;
  if (!term_is_none(t) && !term_is_literal(terms, t) && into->count < most &&
      term_tree_size(terms, t) <= LARGEST && !term_vec_has(into, t))
    term_vec_push(into, t);
}

static void add_both(const struct watch *watch, struct term t, uint32_t most,
                     struct term_vec *into) {
  if (term_is_none(t))
    return;
  add(watch, t, most, into);
  add(watch, term_not(watch->program->terms, t), most, into);
}

// Does it speak of elements that are fixed, and of no others, and not of what
// is gone where a loop begins again?
static bool is_about_fixed(const struct watch *watch, struct term t) {
  const struct program *program = watch->program;
  bool has_fixed = false, has_near = false;
  if (!program_has_only(program, t, ~(1u << VARIABLE_TEMPORARY)))
    return false;
  for (uint32_t i = 0; i < watch->elements.count; i++) {
    const struct element *element = &watch->elements.at[i];
    if (term_mentions(program->terms, t,
                      program_term(program, element->holder)))
      *(element->is_fixed ? &has_fixed : &has_near) = true;
  }
  return has_fixed && !has_near;
}

static bool is_about_elements(const struct watch *watch, struct term t) {
  bool found = false;
  for (uint32_t i = 0; i < watch->elements.count && !found; i++)
    found = term_mentions(
        watch->program->terms, t,
        program_term(watch->program, watch->elements.at[i].holder));
  return found;
}

// ---- Where loops are --------------------------------------------------------

static void add_order(const struct watch *watch, struct variable variable,
                      struct variable constant, struct term_vec *into) {
  const struct program *program = watch->program;
  struct term_table *terms = program->terms;
  struct term a = program_term(program, variable);
  struct term b = program_term(program, constant);
  if (!sort_equal(term_sort(terms, a), term_sort(terms, b)) ||
      !sort_is_bits(term_sort(terms, a)))
    return;
  bool is_signed = ctype_is_signed(program->types,
                                   program_variable(program, variable)->type);
  enum term_op less = is_signed ? OP_SLT : OP_ULT;
  add_both(watch, term_compare(terms, less, a, b), MOST_POSITIONS, into);
  add_both(watch, term_compare(terms, less, b, a), MOST_POSITIONS, into);
}

// The comparisons of the program, of the constants.
static void add_comparisons(const struct watch *watch, struct term condition,
                            struct term_vec *into) {
  struct term_vec atoms = {0};
  predicate_atoms(watch->program->terms, condition, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++) {
    struct term t = watch_foretold(watch, atoms.at[i]);
    if (!term_equal(t, atoms.at[i]) && !is_about_elements(watch, t))
      add_both(watch, t, MOST_POSITIONS, into);
  }
  term_vec_release(&atoms);
}

static void guess_positions(const struct watch *watch, struct term_vec *into) {
  const struct effects *effects = watch->effects;
  for (uint32_t i = 0; i < watch->steering.count; i++)
    for (uint32_t k = 0; k < watch->prophecies.count; k++)
      add_order(watch, watch->steering.at[i], watch->prophecies.at[k].constant,
                into);
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
    if (watch->question->roles[i] == ROLE_STEP)
      add_comparisons(watch, effects->at[i].guard, into);
}

// ---- What elements are ------------------------------------------------------

// What ways to violations compare.
static void add_reads(const struct watch *watch, struct term_vec *into) {
  struct term_vec atoms = {0};
  for (uint32_t i = 0; i < watch->approaches.count; i++) {
    const struct term_vec *reads = &watch->approaches.at[i].reads;
    for (uint32_t k = 0; k < reads->count; k++) {
      struct term t =
          watch_translate(watch, watch_foretold(watch, reads->at[k]));
      if (!term_is_none(t))
        predicate_atoms(watch->program->terms, t, &atoms);
    }
  }
  for (uint32_t i = 0; i < atoms.count; i++)
    if (is_about_fixed(watch, atoms.at[i]))
      add_both(watch, atoms.at[i], MOST_VALUES, into);
  term_vec_release(&atoms);
}

// A write at an index that is that of a fixed element for some variable: it has
// then what is written.
static void add_write(const struct watch *watch, const struct element *element,
                      struct variable variable, struct term written,
                      struct term value, struct term_vec *into) {
  const struct program *program = watch->program;
  struct term_table *terms = program->terms;
  for (uint32_t i = 0; i < watch->prophecies.count; i++) {
    struct term constant =
        program_term(program, watch->prophecies.at[i].constant);
    struct term old = program_term(program, variable);
    if (!sort_equal(term_sort(terms, old), term_sort(terms, constant)) ||
        !term_equal(term_replace(terms, written, old, constant),
                    element->index))
      continue;
    struct term held = program_term(program, element->holder);
    struct term now =
        watch_translate(watch, term_replace(terms, value, old, constant));
    struct term equation = term_is_none(now) ? now : term_eq(terms, held, now);
    if (!term_is_none(now) && is_about_fixed(watch, equation))
      add(watch, equation, MOST_VALUES, into);
  }
}

static void add_store(const struct watch *watch, struct variable array,
                      struct term store, struct term_vec *into) {
  struct term_table *terms = watch->program->terms;
  struct term written = watch_translate(watch, term_operand(terms, store, 1));
  struct variable_vec variables = {0};
  if (term_is_none(written))
    return;
  program_variables_in(watch->program, &written, 1, &variables);
  for (uint32_t i = 0; i < watch->elements.count; i++) {
    const struct element *element = &watch->elements.at[i];
    for (uint32_t k = 0; k < variables.count; k++)
      if (element->is_fixed && variable_equal(element->array, array))
        add_write(watch, element, variables.at[k], written,
                  term_operand(terms, store, 2), into);
  }
  variable_vec_release(&variables);
}

static void add_stores(const struct watch *watch, struct term_vec *into) {
  const struct effects *effects = watch->question->effects;
  const struct term_table *terms = watch->program->terms;
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
    for (uint32_t k = 0; k < effects->at[i].binding_count; k++) {
      struct binding binding = effects->at[i].bindings[k];
      while (term_op(terms, binding.value) == OP_STORE) {
        if (watch->question->roles[i] != ROLE_ENDS)
          add_store(watch, binding.target, binding.value, into);
        binding.value = term_operand(terms, binding.value, 0);
      }
    }
}

// What is compared with an element near a loop may hold of the fixed ones.
static void add_likeness(const struct watch *watch, struct term atom,
                         struct term_vec *into) {
  const struct program *program = watch->program;
  struct term t = atom;
  for (uint32_t i = 0; i < watch->elements.count; i++)
    for (uint32_t k = 0; k < watch->elements.count; k++) {
      const struct element *near = &watch->elements.at[i];
      const struct element *fixed = &watch->elements.at[k];
      if (!near->is_fixed && fixed->is_fixed &&
          variable_equal(near->array, fixed->array))
        t = term_replace(program->terms, t, program_term(program, near->holder),
                         program_term(program, fixed->holder));
    }
  if (!term_equal(t, atom) && is_about_fixed(watch, t))
    add_both(watch, t, MOST_VALUES, into);
}

static void add_likenesses(const struct watch *watch, struct term_vec *into) {
  const struct effects *effects = watch->effects;
  struct term_vec atoms = {0};
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
    if (watch->question->roles[i] != ROLE_ENDS)
      predicate_atoms(watch->program->terms, effects->at[i].guard, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++)
    add_likeness(watch, atoms.at[i], into);
  term_vec_release(&atoms);
}

// ---- Both -------------------------------------------------------------------

void watch_guess(const struct watch *watch, struct term_vec *into) {
  struct term_table *terms = watch->program->terms;
  struct term_vec positions = {0}, values = {0};
  add_reads(watch, &values);
  add_stores(watch, &values);
  add_likenesses(watch, &values);
  guess_positions(watch, &positions);
  for (uint32_t i = 0; i < positions.count; i++)
    term_vec_push(into, positions.at[i]);
  for (uint32_t i = 0; i < values.count; i++) {
    term_vec_push(into, values.at[i]);
    for (uint32_t k = 0; k < positions.count; k++)
      term_vec_push(into, term_or(terms, positions.at[k], values.at[i]));
  }
  term_vec_release(&positions);
  term_vec_release(&values);
}
