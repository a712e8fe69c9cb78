#include "abstraction/interval.h"

#include "abstraction/predicate.h"

static int compare_values(const void *a, const void *b) {
  u128 x = *(const u128 *)a, y = *(const u128 *)b;
  return (x > y) - (x < y);
}

static void sort_once(struct u128_vec *values) {
  qsort(values->at, values->count, sizeof *values->at, compare_values);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < values->count; i++)
    if (values->at[i] != values->at[kept - 1])
      values->at[kept++] = values->at[i];
  values->count = kept;
}

// An atom that compares a variable with a constant.
static bool is_cut(const struct term_table *terms, struct term atom,
                   struct term *variable, u128 *constant) {
  switch (term_op(terms, atom)) {
  case OP_EQ:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: break;
  default: return false;
  }
  struct term a = term_operand(terms, atom, 0);
  struct term b = term_operand(terms, atom, 1);
  bool is_first = term_op(terms, a) == OP_VAR && term_is_const(terms, b);
  bool is_second = term_op(terms, b) == OP_VAR && term_is_const(terms, a);
  if (!is_first && !is_second)
    return false;
  *variable = is_first ? a : b;
  *constant = term_value(terms, is_first ? b : a);
  return true;
}

// Where some comparison can change: at the constants, right after them, and
// where signed and unsigned order begin.
static bool add_cut(const struct term_table *terms, struct term atom,
                    struct term *variable, struct u128_vec *values) {
  struct term compared;
  u128 constant;
  if (!is_cut(terms, atom, &compared, &constant) ||
      (!term_is_none(*variable) && !term_equal(*variable, compared)))
    return false;
  unsigned width = term_width(terms, compared);
  if (term_is_none(*variable)) {
    u128_vec_push(values, 0);
    u128_vec_push(values, (u128)1 << (width - 1));
  }
  *variable = compared;
  u128_vec_push(values, constant);
  u128_vec_push(values, bits_truncate(constant + 1, width));
  return true;
}

struct term interval_variable(const struct term_table *terms,
                              const struct term *list, uint32_t count,
                              struct u128_vec *values) {
  struct term_vec atoms = {0};
  struct term variable = {0};
  bool ok = true;
  for (uint32_t i = 0; i < count; i++)
    predicate_atoms(terms, list[i], &atoms);
  for (uint32_t i = 0; i < atoms.count && ok; i++)
    ok = add_cut(terms, atoms.at[i], &variable, values);
  term_vec_release(&atoms);
  if (!ok || !values->count)
    return (struct term){0};
  sort_once(values);
  for (uint32_t i = 1; i < values->count; i++)
    DCHECK(values->at[i - 1] < values->at[i], "intervals are not ascending");
  return variable;
}
