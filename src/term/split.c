#include "term/split.h"

#include "base/map.h"

enum { MOST_SPLITS = 24, LARGEST_RESULT = 4000 };

HANDLE_MAP_DEFINE(split_map, struct term, struct term);

// The term with every occurrence of one term in it replaced by another.
static struct term replace(struct term_table *terms, struct term t,
                           struct term old, struct term new) {
  struct term_vec parts = {0};
  struct term_vec operands = {0};
  struct split_map done = {0};
  term_collect(terms, &t, 1, &parts);
  split_map_put(&done, old, new);
  for (uint32_t i = 0; i < parts.count; i++) {
    struct term part = parts.at[i];
    bool changed = false;
    if (term_equal(part, old))
      continue;
    term_vec_clear(&operands);
    for (uint32_t k = 0; k < term_arity(terms, part); k++) {
      struct term operand = term_operand(terms, part, k);
      struct term *found = split_map_find(&done, operand);
      changed |= found != NULL;
      term_vec_push(&operands, found ? *found : operand);
    }
    if (changed)
      split_map_put(&done, part, term_rebuild(terms, part, operands.at));
  }
  struct term *found = split_map_find(&done, t);
  struct term result = found ? *found : t;
  split_map_release(&done);
  term_vec_release(&parts);
  term_vec_release(&operands);
  return result;
}

// The first element that is read after a write at another index, or none.
static struct term find_read(const struct term_table *terms, struct term t) {
  struct term_vec parts = {0};
  struct term found = {0};
  term_collect(terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && term_is_none(found); i++)
    if (term_op(terms, parts.at[i]) == OP_SELECT &&
        term_op(terms, term_operand(terms, parts.at[i], 0)) == OP_STORE)
      found = parts.at[i];
  term_vec_release(&parts);
  return found;
}

bool term_is_atom(const struct term_table *terms, struct term t) {
  switch (term_op(terms, t)) {
  case OP_TRUE:
  case OP_FALSE:
  case OP_NOT:
  case OP_AND:
  case OP_OR:
  case OP_ITE: return false;
  case OP_EQ: return !sort_is_bool(term_sort(terms, term_operand(terms, t, 0)));
  default: return true;
  }
}

static struct term split(struct term_table *terms, struct term t,
                         unsigned *left);

static struct term split_atom(struct term_table *terms, struct term t,
                              unsigned *left) {
  struct term read = *left ? find_read(terms, t) : (struct term){0};
  if (term_is_none(read))
    return t;
  --*left;
  struct term store = term_operand(terms, read, 0);
  struct term index = term_operand(terms, read, 1);
  struct term is_here = term_eq(terms, term_operand(terms, store, 1), index);
  struct term here = replace(terms, t, read, term_operand(terms, store, 2));
  struct term before = term_select(terms, term_operand(terms, store, 0), index);
  struct term there = replace(terms, t, read, before);
  here = split(terms, here, left);
  there = split(terms, there, left);
  is_here = split(terms, is_here, left);
  struct term second = term_and(terms, term_not(terms, is_here), there);
  struct term first = term_and(terms, is_here, here);
  return term_or(terms, first, second);
}

// As deep as the Boolean structure, which is flat.
static struct term split(struct term_table *terms, struct term t,
                         unsigned *left) {
  if (term_is_literal(terms, t) || term_op(terms, t) == OP_VAR)
    return t;
  if (term_is_atom(terms, t))
    return split_atom(terms, t, left);
  struct term_vec operands = {0};
  for (uint32_t i = 0; i < term_arity(terms, t); i++)
    term_vec_push(&operands, split(terms, term_operand(terms, t, i), left));
  struct term result = term_rebuild(terms, t, operands.at);
  term_vec_release(&operands);
  return result;
}

struct term term_split_selects(struct term_table *terms, struct term t) {
  if (!sort_is_bool(term_sort(terms, t)) || term_is_none(find_read(terms, t)) ||
      term_tree_size(terms, t) > LARGEST_RESULT)
    return t;
  unsigned left = MOST_SPLITS;
  struct term result = split(terms, t, &left);
  return term_tree_size(terms, result) > LARGEST_RESULT ? t : result;
}
