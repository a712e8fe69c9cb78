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

// ---- Writes -----------------------------------------------------------------

// What is made of a write to an array, at an index without arrays.
typedef void visit_store(const struct watch *watch, struct variable array,
                         struct term written, struct term value,
                         struct term_vec *into);

static void visit_chain(const struct watch *watch, struct binding binding,
                        visit_store *visit, struct term_vec *into) {
  const struct term_table *terms = watch->program->terms;
  struct term store = binding.value;
  for (; term_op(terms, store) == OP_STORE;
       store = term_operand(terms, store, 0)) {
    struct term written = watch_translate(watch, term_operand(terms, store, 1));
    if (!term_is_none(written))
      visit(watch, binding.target, written, term_operand(terms, store, 2),
            into);
  }
}

static void visit_stores(const struct watch *watch, visit_store *visit,
                         struct term_vec *into) {
  const struct effects *effects = watch->question->effects;
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
    for (uint32_t k = 0; k < effects->at[i].binding_count; k++)
      if (watch->question->roles[i] != ROLE_ENDS)
        visit_chain(watch, effects->at[i].bindings[k], visit, into);
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

static void add_foretold(const struct watch *watch, struct term t,
                         struct term_vec *into) {
  struct term of_constants = watch_foretold(watch, t);
  if (!term_equal(t, of_constants) && !is_about_elements(watch, of_constants))
    add_both(watch, of_constants, MOST_POSITIONS, into);
}

// The comparisons of the program, of the constants, one by one and together.
static void add_comparisons(const struct watch *watch, struct term condition,
                            struct term_vec *into) {
  struct term_vec atoms = {0};
  predicate_atoms(watch->program->terms, condition, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++)
    add_foretold(watch, atoms.at[i], into);
  if (atoms.count > 1)
    add_foretold(watch, condition, into);
  term_vec_release(&atoms);
}

// An index at which the array is written, and that of a fixed element of it.
static void add_distance(const struct watch *watch, struct variable array,
                         struct term written, struct term value,
                         struct term_vec *into) {
  (void)value;
  struct term_table *terms = watch->program->terms;
  for (uint32_t i = 0; i < watch->elements.count; i++) {
    const struct element *element = &watch->elements.at[i];
    if (!element->is_fixed || !variable_equal(element->array, array))
      continue;
    add_both(watch, term_compare(terms, OP_SLT, written, element->index),
             MOST_POSITIONS, into);
    add_both(watch, term_compare(terms, OP_SLT, element->index, written),
             MOST_POSITIONS, into);
  }
}

// How far loops have come.
static void guess_orders(const struct watch *watch, bool more,
                         struct term_vec *into) {
  for (uint32_t i = 0; i < watch->steering.count; i++)
    for (uint32_t k = 0; k < watch->prophecies.count; k++)
      add_order(watch, watch->steering.at[i], watch->prophecies.at[k].constant,
                into);
  if (more)
    visit_stores(watch, add_distance, into);
}

// Where elements are not: the contrary of what leads to a violation.
static void guess_elsewhere(const struct watch *watch, struct term_vec *into) {
  struct term_table *terms = watch->program->terms;
  for (uint32_t i = 0; i < watch->approaches.count; i++) {
    const struct term_vec *lasting = &watch->approaches.at[i].lasting;
    struct term all = term_true(terms);
    for (uint32_t k = 0; k < lasting->count; k++) {
      struct term t = watch_foretold(watch, lasting->at[k]);
      if (!term_equal(t, lasting->at[k]))
        all = term_and(terms, all, t);
    }
    add(watch, term_not(terms, all), MOST_POSITIONS, into);
  }
}

static void guess_positions(const struct watch *watch, struct term_vec *into) {
  const struct effects *effects = watch->effects;
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
                      struct term written, struct term value,
                      struct term_vec *into) {
  struct variable_vec variables = {0};
  program_variables_in(watch->program, &written, 1, &variables);
  for (uint32_t i = 0; i < watch->elements.count; i++) {
    const struct element *element = &watch->elements.at[i];
    for (uint32_t k = 0; k < variables.count; k++)
      if (element->is_fixed && variable_equal(element->array, array))
        add_write(watch, element, variables.at[k], written, value, into);
  }
  variable_vec_release(&variables);
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

// What was copied is the same.
static void add_copies(const struct watch *watch, struct term_vec *into) {
  const struct program *program = watch->program;
  struct term_table *terms = program->terms;
  for (uint32_t i = 0; i < watch->elements.count; i++)
    for (uint32_t k = 0; k < i; k++) {
      struct term a = program_term(program, watch->elements.at[i].holder);
      struct term b = program_term(program, watch->elements.at[k].holder);
      if (watch->elements.at[i].is_fixed && watch->elements.at[k].is_fixed &&
          sort_equal(term_sort(terms, a), term_sort(terms, b)))
        add(watch, term_eq(terms, a, b), MOST_VALUES, into);
    }
}

// ---- Both -------------------------------------------------------------------

static void push_all(const struct term_vec *from, struct term_vec *into) {
  term_vec_append(into, from->at, from->count);
}

// P, R || P, and, where elements are elsewhere, anything.
static void combine(const struct watch *watch, struct term value,
                    const struct term_vec *orders,
                    const struct term_vec *elsewhere,
                    const struct term_vec *positions, struct term_vec *into) {
  struct term_table *terms = watch->program->terms;
  term_vec_push(into, value);
  for (uint32_t i = 0; i < positions->count; i++)
    term_vec_push(into, term_or(terms, positions->at[i], value));
  for (uint32_t k = 0; k < elsewhere->count; k++) {
    struct term rest = term_or(terms, elsewhere->at[k], value);
    term_vec_push(into, rest);
    for (uint32_t i = 0; i < orders->count; i++)
      term_vec_push(into, term_or(terms, orders->at[i], rest));
  }
}

void watch_guess(const struct watch *watch, bool more, struct term_vec *into) {
  struct term_vec orders = {0}, elsewhere = {0}, positions = {0}, values = {0};
  add_reads(watch, &values);
  if (more) {
    visit_stores(watch, add_store, &values);
    add_copies(watch, &values);
    add_likenesses(watch, &values);
  }
  guess_orders(watch, more, &orders);
  guess_elsewhere(watch, &elsewhere);
  push_all(&orders, &positions);
  guess_positions(watch, &positions);
  push_all(&positions, into);
  for (uint32_t i = 0; i < values.count; i++)
    combine(watch, values.at[i], &orders, &elsewhere, &positions, into);
  term_vec_release(&orders);
  term_vec_release(&elsewhere);
  term_vec_release(&positions);
  term_vec_release(&values);
}
