// Boolean structure: NOT, AND, OR, EQ of Booleans, ITE.
//
// AND and OR are flattened one level at a time: operands of the same operator
// are spliced in when the result has at most TERM_MAX_FLAT operands, otherwise
// they stay as they are. What was not spliced is too long to be spliced again,
// so rebuilding a term gives the same term.

#include "term/internal.h"

// Negation

static enum term_op negated_comparison(enum term_op op) {
  switch (op) {
  case OP_ULT: return OP_ULE;
  case OP_ULE: return OP_ULT;
  case OP_SLT: return OP_SLE;
  case OP_SLE: return OP_SLT;
  default: return OP_NONE;
  }
}

struct term term_not(struct term_table *terms, struct term a) {
  CHECK(sort_is_bool(sort_of(terms, a)), "NOT of a term that is not Boolean");
  enum term_op op = op_of(terms, a);
  if (op == OP_TRUE || op == OP_FALSE)
    return term_bool(terms, op == OP_FALSE);
  if (op == OP_NOT)
    return operand_of(terms, a, 0);
  enum term_op negated = negated_comparison(op);
  if (negated != OP_NONE)
    return make_2(terms, negated, sort_bool(), operand_of(terms, a, 1),
                  operand_of(terms, a, 0));
  return make_1(terms, OP_NOT, sort_bool(), a);
}

static bool is_negation(const struct term_table *terms, struct term t) {
  enum term_op op = op_of(terms, t);
  return op == OP_NOT || op == OP_ULE || op == OP_SLE;
}

// Strips what makes a Boolean a negation (NOT, and ULE and SLE, which are
// negations of the strict comparisons); true if there was any.
static bool strip_negation(struct term_table *terms, struct term *t) {
  if (!is_negation(terms, *t))
    return false;
  *t = term_not(terms, *t);
  return true;
}

// The negation of a term if it exists already, else none.
static struct term find_negation(const struct term_table *terms,
                                 struct term t) {
  enum term_op op = op_of(terms, t);
  if (op == OP_NOT)
    return operand_of(terms, t, 0);
  enum term_op negated = negated_comparison(op);
  if (negated == OP_NONE)
    return find_term(terms, OP_NOT, sort_bool(), 0, &t, 1);
  struct term swapped[] = {operand_of(terms, t, 1), operand_of(terms, t, 0)};
  return find_term(terms, negated, sort_bool(), 0, swapped, 2);
}

static bool are_complements(const struct term_table *terms, struct term a,
                            struct term b) {
  return term_equal(find_negation(terms, a), b);
}

// Conjunction and disjunction

// Short lists are mostly sorted already, being made of sorted lists.
static void sort_terms(struct term *list, uint32_t count) {
  if (count > 2 * TERM_MAX_FLAT) {
    qsort(list, count, sizeof *list, compare_terms);
    return;
  }
  for (uint32_t i = 1; i < count; i++)
    for (uint32_t j = i; j > 0 && list[j - 1].id > list[j].id; j--)
      swap_terms(&list[j - 1], &list[j]);
}

static bool list_has(const struct term *list, uint32_t count, struct term t) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (list[middle].id < t.id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && term_equal(list[low], t);
}

// Sorts, drops duplicates and the neutral operand.
static uint32_t normalise_list(struct term *list, uint32_t count,
                               struct term neutral) {
  sort_terms(list, count);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool is_old = kept > 0 && term_equal(list[kept - 1], list[i]);
    if (!is_old && !term_equal(list[i], neutral))
      list[kept++] = list[i];
  }
  return kept;
}

// The length after splicing in the operands of operands with the same op.
static uint64_t spliced_length(const struct term_table *terms, enum term_op op,
                               const struct term *list, uint32_t count) {
  uint64_t length = 0;
  for (uint32_t i = 0; i < count; i++)
    length += is_op(terms, list[i], op) ? arity_of(terms, list[i]) : 1;
  return length;
}

static uint32_t splice(const struct term_table *terms, enum term_op op,
                       const struct term *list, uint32_t count,
                       struct term *into) {
  uint32_t length = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_op(terms, list[i], op)) {
      into[length++] = list[i];
      continue;
    }
    for (uint32_t j = 0; j < arity_of(terms, list[i]); j++)
      into[length++] = operand_of(terms, list[i], j);
  }
  return length;
}

// Of two complements one is a negation, so looking at those is enough.
static bool has_complements(const struct term_table *terms,
                            const struct term *list, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (is_negation(terms, list[i])) {
      struct term negation = find_negation(terms, list[i]);
      if (!term_is_none(negation) && list_has(list, count, negation))
        return true;
    }
  return false;
}

// Combines runs of operands until few enough are left.
static uint32_t group(struct term_table *terms, enum term_op op,
                      struct term *list, uint32_t count) {
  while (count > TERM_MAX_FLAT) {
    uint32_t groups = 0;
    for (uint32_t i = 0; i < count; i += TERM_MAX_FLAT) {
      uint32_t size = count - i < TERM_MAX_FLAT ? count - i : TERM_MAX_FLAT;
      list[groups++] =
          size == 1 ? list[i]
                    : make_term(terms, op, sort_bool(), 0, &list[i], size);
    }
    count = groups;
    sort_terms(list, count);
  }
  return count;
}

// The list is scratch space of the caller.
static struct term junction(struct term_table *terms, enum term_op op,
                            struct term *list, uint32_t count) {
  struct term neutral = term_bool(terms, op == OP_AND);
  struct term absorbing = term_bool(terms, op != OP_AND);
  struct term flat[TERM_MAX_FLAT];
  count = normalise_list(list, count, neutral);
  if (spliced_length(terms, op, list, count) <= TERM_MAX_FLAT) {
    count = splice(terms, op, list, count, flat);
    list = flat;
    count = normalise_list(list, count, neutral);
  }
  if (count == 0)
    return neutral;
  if (list_has(list, count, absorbing) || has_complements(terms, list, count))
    return absorbing;
  count = group(terms, op, list, count);
  if (count == 1)
    return list[0];
  return make_term(terms, op, sort_bool(), 0, list, count);
}

static struct term junction_all(struct term_table *terms, enum term_op op,
                                const struct term *operands, uint32_t count) {
  struct term small[2 * TERM_MAX_FLAT];
  bool is_small = count <= 2 * TERM_MAX_FLAT;
  struct term *list =
      is_small ? small : memory_new((size_t)count * sizeof *list);
  for (uint32_t i = 0; i < count; i++) {
    CHECK(sort_is_bool(sort_of(terms, operands[i])), "operand of %s",
          term_op_name(op));
    list[i] = operands[i];
  }
  struct term result = junction(terms, op, list, count);
  if (!is_small)
    free(list);
  return result;
}

struct term term_and(struct term_table *terms, struct term a, struct term b) {
  return junction_all(terms, OP_AND, (struct term[]){a, b}, 2);
}

struct term term_or(struct term_table *terms, struct term a, struct term b) {
  return junction_all(terms, OP_OR, (struct term[]){a, b}, 2);
}

struct term term_and_all(struct term_table *terms, const struct term *operands,
                         uint32_t count) {
  return junction_all(terms, OP_AND, operands, count);
}

struct term term_or_all(struct term_table *terms, const struct term *operands,
                        uint32_t count) {
  return junction_all(terms, OP_OR, operands, count);
}

struct term term_implies(struct term_table *terms, struct term a,
                         struct term b) {
  return term_or(terms, term_not(terms, a), b);
}

// Equality

static struct term equal_bools(struct term_table *terms, struct term a,
                               struct term b) {
  bool negated = strip_negation(terms, &a) != strip_negation(terms, &b);
  order_operands(terms, &a, &b);
  struct term result;
  if (term_equal(a, b))
    result = term_true(terms);
  else if (a.id == TERM_ID_TRUE) // literals have the smallest handles
    result = b;
  else if (a.id == TERM_ID_FALSE)
    result = term_not(terms, b);
  else
    result = make_2(terms, OP_EQ, sort_bool(), a, b);
  return negated ? term_not(terms, result) : result;
}

struct term term_eq(struct term_table *terms, struct term a, struct term b) {
  struct sort sort = sort_of(terms, a);
  CHECK(sort_equal(sort, sort_of(terms, b)), "EQ of different sorts");
  if (term_equal(a, b))
    return term_true(terms);
  if (sort_is_bool(sort))
    return equal_bools(terms, a, b);
  if (sort_is_bits(sort))
    return compare_equal(terms, a, b);
  order_operands(terms, &a, &b);
  return make_2(terms, OP_EQ, sort_bool(), a, b);
}

// If-then-else

bool has_const_branches(const struct term_table *terms, struct term t) {
  return is_op(terms, t, OP_ITE) && is_const(terms, operand_of(terms, t, 1)) &&
         is_const(terms, operand_of(terms, t, 2));
}

// The greater constant comes first, whatever that does to the condition.
struct term ite_of_consts(struct term_table *terms, struct term condition,
                          unsigned width, u128 then, u128 otherwise) {
  if (then == otherwise || condition.id == TERM_ID_TRUE)
    return term_const(terms, width, then);
  if (condition.id == TERM_ID_FALSE)
    return term_const(terms, width, otherwise);
  if (then < otherwise)
    return ite_of_consts(terms, term_not(terms, condition), width, otherwise,
                         then);
  struct term a = term_const(terms, width, then);
  struct term b = term_const(terms, width, otherwise);
  return make_3(terms, OP_ITE, sort_bits(width), condition, a, b);
}

// The condition is not literal and not a negation.
static struct term ite_of_bools(struct term_table *terms, struct term condition,
                                struct term then, struct term otherwise) {
  struct term c = condition;
  if (then.id == TERM_ID_TRUE || term_equal(then, c))
    return term_or(terms, c, otherwise);
  if (otherwise.id == TERM_ID_FALSE || term_equal(otherwise, c))
    return term_and(terms, c, then);
  if (then.id == TERM_ID_FALSE || are_complements(terms, then, c))
    return term_and(terms, term_not(terms, c), otherwise);
  if (otherwise.id == TERM_ID_TRUE || are_complements(terms, otherwise, c))
    return term_or(terms, term_not(terms, c), then);
  if (are_complements(terms, then, otherwise))
    return term_eq(terms, c, then);
  if (is_op(terms, then, OP_NOT) && is_op(terms, otherwise, OP_NOT))
    return term_not(terms, make_3(terms, OP_ITE, sort_bool(), c,
                                  operand_of(terms, then, 0),
                                  operand_of(terms, otherwise, 0)));
  return make_3(terms, OP_ITE, sort_bool(), c, then, otherwise);
}

// Whether the condition is an equation of exactly these two terms.
static bool equates(const struct term_table *terms, struct term condition,
                    struct term a, struct term b) {
  if (!is_op(terms, condition, OP_EQ))
    return false;
  struct term x = operand_of(terms, condition, 0);
  struct term y = operand_of(terms, condition, 1);
  return (term_equal(x, a) && term_equal(y, b)) ||
         (term_equal(x, b) && term_equal(y, a));
}

// A branch that asks the same question again knows the answer.
static struct term branch_under(const struct term_table *terms,
                                struct term condition, struct term branch,
                                bool answer) {
  if (is_op(terms, branch, OP_ITE) &&
      term_equal(operand_of(terms, branch, 0), condition))
    return operand_of(terms, branch, answer ? 1 : 2);
  return branch;
}

struct term term_ite(struct term_table *terms, struct term condition,
                     struct term then, struct term otherwise) {
  struct sort sort = sort_of(terms, then);
  CHECK(sort_is_bool(sort_of(terms, condition)), "ITE without a condition");
  CHECK(sort_equal(sort, sort_of(terms, otherwise)), "ITE of different sorts");
  if (condition.id == TERM_ID_TRUE || condition.id == TERM_ID_FALSE)
    return condition.id == TERM_ID_TRUE ? then : otherwise;
  if (strip_negation(terms, &condition))
    swap_terms(&then, &otherwise);
  then = branch_under(terms, condition, then, true);
  otherwise = branch_under(terms, condition, otherwise, false);
  if (term_equal(then, otherwise) || equates(terms, condition, then, otherwise))
    return otherwise;
  if (sort_is_bool(sort))
    return ite_of_bools(terms, condition, then, otherwise);
  if (is_const(terms, then) && is_const(terms, otherwise))
    return ite_of_consts(terms, condition, sort_width(sort),
                         value_of(terms, then), value_of(terms, otherwise));
  return make_3(terms, OP_ITE, sort, condition, then, otherwise);
}
