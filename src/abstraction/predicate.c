#include "abstraction/predicate.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/intern.h"
#include "base/map.h"
#include "base/memory.h"
#include "term/split.h"
#include "term/variables.h"

struct predicate_info {
  struct term positive;
  struct term negative;
  struct term unit;
  struct u32_vec support;
};

VEC_DEFINE(info_vec, struct predicate_info);

HANDLE_MAP_DEFINE(term_map, struct term, uint32_t);

struct predicate_table {
  struct term_table *terms;
  struct info_vec infos;   // [0] unused
  struct term_map by_term; // positive and negative term -> predicate
  struct interner *sets;   // of predicates, as their sorted numbers
};

struct predicate_table *predicate_table_new(struct term_table *terms) {
  struct predicate_table *table = memory_new_zero(1, sizeof *table);
  table->terms = terms;
  table->sets = interner_new();
  info_vec_push(&table->infos, (struct predicate_info){0});
  return table;
}

void predicate_table_free(struct predicate_table *table) {
  for (uint32_t i = 1; i < table->infos.count; i++)
    u32_vec_release(&table->infos.at[i].support);
  info_vec_release(&table->infos);
  term_map_release(&table->by_term);
  interner_free(table->sets);
  free(table);
}

uint32_t predicate_count(const struct predicate_table *table) {
  return table->infos.count - 1;
}

// They are few, and mostly in order.
static void sort(struct predicate_vec *members) {
  for (uint32_t i = 1; i < members->count; i++) {
    struct predicate one = members->at[i];
    uint32_t k = i;
    for (; k > 0 && members->at[k - 1].id > one.id; k--)
      members->at[k] = members->at[k - 1];
    members->at[k] = one;
  }
}

uint32_t predicate_set(struct predicate_table *table,
                       const struct predicate_vec *members) {
  struct predicate_vec sorted = {0};
  predicate_vec_append(&sorted, members->at, members->count);
  sort(&sorted);
  struct name name = intern_bytes(table->sets, (const char *)sorted.at,
                                  sorted.count * sizeof *sorted.at);
  predicate_vec_release(&sorted);
  return name.id;
}

// Atoms

// The Boolean structure of a term is walked from the top; below an atom there
// is nothing to find.
void predicate_atoms(const struct term_table *terms, struct term t,
                     struct term_vec *atoms) {
  if (term_is_atom(terms, t)) {
    term_vec_push(atoms, t);
    return;
  }
  struct term_vec work = {0};
  struct term_map seen = {0};
  term_vec_push(&work, t);
  while (work.count) {
    struct term part = term_vec_pop(&work);
    bool is_new;
    term_map_insert(&seen, part, &is_new);
    if (!is_new || term_is_literal(terms, part))
      continue;
    if (term_is_atom(terms, part)) {
      term_vec_push(atoms, part);
      continue;
    }
    for (uint32_t i = term_arity(terms, part); i-- > 0;)
      term_vec_push(&work, term_operand(terms, part, i));
  }
  term_vec_release(&work);
  term_map_release(&seen);
}

void term_support(const struct term_table *terms, struct term t,
                  struct u32_vec *into) {
  struct term_vec parts = {0};
  term_variables(terms, &t, 1, &parts);
  uint32_t first = into->count;
  for (uint32_t i = 0; i < parts.count; i++)
    u32_vec_push(into, term_variable_index(terms, parts.at[i]));
  if (into->count > first)
    qsort(into->at + first, into->count - first, sizeof *into->at, compare_u32);
  for (uint32_t i = first + 1; i < into->count; i++)
    DCHECK(into->at[i - 1] < into->at[i], "a support is not ascending");
  term_vec_release(&parts);
}

// The term that a comparison is about.
static struct term unit_of(struct term_table *terms, struct term atom) {
  switch (term_op(terms, atom)) {
  case OP_EQ:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: break;
  default: return atom;
  }
  struct term a = term_operand(terms, atom, 0);
  struct term b = term_operand(terms, atom, 1);
  if (term_is_const(terms, b))
    return a;
  if (term_is_const(terms, a))
    return b;
  return term_eq(terms, a, b);
}

static struct predicate add(struct predicate_table *table, struct term atom) {
  struct term opposite = term_not(table->terms, atom);
  bool is_first = atom.id < opposite.id;
  struct predicate_info info = {
      .positive = is_first ? atom : opposite,
      .negative = is_first ? opposite : atom,
      .unit = unit_of(table->terms, is_first ? atom : opposite)};
  // A negation is not a comparison: !b is about b.
  if (term_op(table->terms, info.positive) == OP_NOT) {
    struct term swapped = info.positive;
    info.positive = info.negative;
    info.negative = swapped;
    info.unit = unit_of(table->terms, info.positive);
  }
  term_support(table->terms, atom, &info.support);
  struct predicate predicate = {info_vec_push(&table->infos, info)};
  term_map_put(&table->by_term, info.positive, predicate.id);
  term_map_put(&table->by_term, info.negative, predicate.id);
  DCHECK(term_is_atom(table->terms, info.positive) &&
             term_equal(term_not(table->terms, info.positive), info.negative),
         "a predicate is no atom and its negation");
  return predicate;
}

struct predicate predicate_lookup(const struct predicate_table *table,
                                  struct term atom, bool *is_negated) {
  uint32_t *known = term_map_find(&table->by_term, atom);
  struct predicate predicate = {known ? *known : 0};
  if (known)
    *is_negated = !term_equal(table->infos.at[*known].positive, atom);
  return predicate;
}

struct predicate predicate_of(struct predicate_table *table, struct term atom,
                              bool *is_negated) {
  struct predicate predicate = predicate_lookup(table, atom, is_negated);
  if (predicate.id)
    return predicate;
  add(table, atom);
  return predicate_lookup(table, atom, is_negated);
}

struct term predicate_term(const struct predicate_table *table,
                           struct predicate predicate) {
  return table->infos.at[predicate.id].positive;
}

struct term predicate_literal(const struct predicate_table *table,
                              struct predicate predicate, bool value) {
  const struct predicate_info *info = &table->infos.at[predicate.id];
  return value ? info->positive : info->negative;
}

struct term predicate_unit(const struct predicate_table *table,
                           struct predicate predicate) {
  return table->infos.at[predicate.id].unit;
}

const struct u32_vec *predicate_support(const struct predicate_table *table,
                                        struct predicate predicate) {
  return &table->infos.at[predicate.id].support;
}
