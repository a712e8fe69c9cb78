// States that were followed one by one, as formulas.
#include <stdlib.h>

#include "abstraction/finite.h"
#include "abstraction/follow.h"
#include "base/memory.h"

struct telling {
  struct finite *finite;
  struct follow *follow;
  struct term_table *terms;
  struct term *at;              // by location
  struct value_vec *touched;    // by number of a variable: indices of an array
  struct follow_read_vec reads; // of one state
};

// Values behave alike from one that stands for them up to the next.
static bool next_value(const struct value_vec *values, uint64_t value,
                       uint64_t *next) {
  bool found = false;
  for (uint32_t i = 0; i < values->count; i++)
    if (values->at[i] > value && (!found || values->at[i] < *next)) {
      *next = values->at[i];
      found = true;
    }
  return found;
}

// Those that the value stands for.
static struct term alike(struct telling *t, struct term variable,
                         uint32_t class, uint64_t value) {
  unsigned width = term_width(t->terms, variable);
  struct term from = term_const(t->terms, width, value);
  struct term known = term_compare(t->terms, OP_ULE, from, variable);
  uint64_t next = 0;
  if (!next_value(&t->finite->values[class], value, &next))
    return known;
  return term_and(t->terms, known,
                  term_compare(t->terms, OP_ULT, variable,
                               term_const(t->terms, width, next)));
}

static struct term fact(struct telling *t, uint32_t index, uint64_t value) {
  struct term variable =
      program_term(t->finite->effects->program, t->finite->variables.at[index]);
  if (sort_is_bool(term_sort(t->terms, variable)))
    return value ? variable : term_not(t->terms, variable);
  if (finite_is_tame(t->finite, index))
    return alike(t, variable, finite_class(t->finite, index), value);
  unsigned width = term_width(t->terms, variable);
  return term_eq(t->terms, variable, term_const(t->terms, width, value));
}

// What the array has at the index in a state.
static bool element_at(struct telling *t, uint32_t state,
                       struct variable variable, uint64_t index,
                       uint64_t *value) {
  struct value_element element;
  bool is_known = false;
  for (uint32_t k = 0; follow_element(t->follow, state, variable, k, &element);
       k++)
    if (k == 0 || element.index == index) {
      is_known = element.value.is_known;
      *value = element.value.bits;
    }
  return is_known;
}

// Its elements, at the indices that are ever told apart: cvc5 does not take
// whole arrays with an element for all others.
static struct term array_fact(struct telling *t, uint32_t state,
                              uint32_t number) {
  struct variable variable = t->finite->variables.at[number];
  struct term array = program_term(t->finite->effects->program, variable);
  struct sort sort = term_sort(t->terms, array);
  struct term known = term_true(t->terms);
  for (uint32_t i = 0; i < t->touched[number].count; i++) {
    uint64_t index = t->touched[number].at[i], value;
    if (!element_at(t, state, variable, index, &value))
      continue;
    struct term at = term_const(t->terms, sort_index_width(sort), index);
    known = term_and(t->terms, known,
                     term_eq(t->terms, term_select(t->terms, array, at),
                             term_const(t->terms, sort_width(sort), value)));
  }
  return known;
}

static bool is_array(const struct telling *t, uint32_t index) {
  return sort_is_array(
      term_sort(t->terms, program_term(t->finite->effects->program,
                                       t->finite->variables.at[index])));
}

static void touch(struct value_vec *touched, uint64_t index) {
  for (uint32_t i = 0; i < touched->count; i++)
    if (touched->at[i] == index)
      return;
  value_vec_push(touched, index);
}

// Those that differ from the others, and those that are looked at.
static void touch_elements(struct telling *t, uint32_t state) {
  struct value_element element;
  for (uint32_t i = 0; i < t->finite->variables.count; i++)
    for (uint32_t k = 0; follow_element(
             t->follow, state, t->finite->variables.at[i], k, &element);
         k++)
      touch(&t->touched[i], element.index);
  follow_read_vec_clear(&t->reads);
  follow_reads(t->follow, state, &t->reads);
  for (uint32_t i = 0; i < t->reads.count; i++)
    touch(&t->touched[t->reads.at[i].array], t->reads.at[i].index);
}

static void tell_state(struct telling *t, uint32_t state) {
  struct location_id location = follow_location(t->follow, state);
  struct term all = term_true(t->terms);
  uint64_t value;
  BITSET_EACH (index, &t->finite->live.at[location.id])
    if (is_array(t, index))
      all = term_and(t->terms, all, array_fact(t, state, index));
    else if (follow_value(t->follow, state, t->finite->variables.at[index],
                          &value))
      all = term_and(t->terms, all, fact(t, index, value));
  t->at[location.id] = term_or(t->terms, t->at[location.id], all);
}

bool finite_formulas(struct finite *finite, const struct finite_limits *limits,
                     struct term *at) {
  struct program *program = finite->effects->program;
  struct telling t = {.finite = finite,
                      .follow = follow_new(finite, NULL, limits),
                      .terms = program->terms,
                      .at = at,
                      .touched = memory_new_zero(finite->variables.count + 1,
                                                 sizeof(struct value_vec))};
  struct follow_step_vec steps = {0};
  for (uint32_t i = 0; i < finite->effects->procedure->locations.count; i++)
    at[i] = term_false(program->terms);
  bool ok = follow_start(t.follow, &steps);
  for (uint32_t done = 0; ok && done < follow_count(t.follow); done++) {
    follow_step_vec_clear(&steps);
    ok = follow_steps(t.follow, done, &steps);
    if (ok)
      touch_elements(&t, done);
  }
  for (uint32_t done = 0; ok && done < follow_count(t.follow); done++)
    tell_state(&t, done);
  for (uint32_t i = 0; i < finite->variables.count; i++)
    value_vec_release(&t.touched[i]);
  free(t.touched);
  follow_read_vec_release(&t.reads);
  follow_free(t.follow);
  follow_step_vec_release(&steps);
  return ok;
}
