// Constructors by operator, and walks over whole terms.

#include "base/map.h"
#include "term/internal.h"
#include "term/variables.h"

static void check_operands(const struct term_table *terms, enum term_op op,
                           struct term a, struct term b) {
  CHECK(term_op_class(op) == OP_CLASS_BINARY, "%s is not binary",
        term_op_name(op));
  CHECK(sort_is_bits(sort_of(terms, a)) &&
            sort_equal(sort_of(terms, a), sort_of(terms, b)),
        "%s of different sorts", term_op_name(op));
}

struct term term_unary(struct term_table *terms, enum term_op op,
                       struct term a) {
  CHECK(sort_is_bits(sort_of(terms, a)), "%s of no bit-vector",
        term_op_name(op));
  switch (op) {
  case OP_BVNOT: return bitwise_not(terms, a);
  case OP_FNEG: return float_unary(terms, a);
  default: BUG("%s is not unary", term_op_name(op));
  }
}

struct term term_binary(struct term_table *terms, enum term_op op,
                        struct term a, struct term b) {
  check_operands(terms, op, a, b);
  switch (op) {
  case OP_ADD: return term_add(terms, a, b);
  case OP_MUL: return term_mul(terms, a, b);
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM: return divide_binary(terms, op, a, b);
  case OP_BVAND:
  case OP_BVOR:
  case OP_BVXOR: return bitwise_binary(terms, op, a, b);
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: return shift_binary(terms, op, a, b);
  default: return float_binary(terms, op, a, b);
  }
}

// ADD of all operands; a sum in normal form has one more than fits at once
// only if the last is a constant.
static struct term rebuild_sum(struct term_table *terms,
                               const struct term *operands, uint32_t count) {
  if (count <= TERM_MAX_FLAT)
    return sum_of(terms, operands, count);
  return term_add(terms, sum_of(terms, operands, count - 1),
                  operands[count - 1]);
}

static struct term rebuild_boolean(struct term_table *terms, enum term_op op,
                                   const struct term *operands,
                                   uint32_t count) {
  switch (op) {
  case OP_NOT: return term_not(terms, operands[0]);
  case OP_AND: return term_and_all(terms, operands, count);
  case OP_OR: return term_or_all(terms, operands, count);
  case OP_EQ: return term_eq(terms, operands[0], operands[1]);
  default: return term_ite(terms, operands[0], operands[1], operands[2]);
  }
}

static struct term rebuild_array(struct term_table *terms, enum term_op op,
                                 struct sort sort,
                                 const struct term *operands) {
  switch (op) {
  case OP_SELECT: return term_select(terms, operands[0], operands[1]);
  case OP_STORE:
    return term_store(terms, operands[0], operands[1], operands[2]);
  default: return term_const_array(terms, sort_index_width(sort), operands[0]);
  }
}

struct term term_rebuild(struct term_table *terms, struct term like,
                         const struct term *operands) {
  enum term_op op = term_op(terms, like);
  struct sort sort = sort_of(terms, like);
  uint32_t arity = arity_of(terms, like);
  switch (term_op_class(op)) {
  case OP_CLASS_LEAF: return like;
  case OP_CLASS_BOOLEAN: return rebuild_boolean(terms, op, operands, arity);
  case OP_CLASS_COMPARE:
    return term_compare(terms, op, operands[0], operands[1]);
  case OP_CLASS_UNARY: return term_unary(terms, op, operands[0]);
  case OP_CLASS_BINARY:
    if (op == OP_ADD)
      return rebuild_sum(terms, operands, arity);
    return term_binary(terms, op, operands[0], operands[1]);
  case OP_CLASS_CONVERT:
    return term_convert(terms, op, sort_width(sort), operands[0]);
  case OP_CLASS_PIECE:
    if (op == OP_CONCAT)
      return term_concat(terms, operands[0], operands[1]);
    return term_extract(terms, node_of(terms, like)->low, sort_width(sort),
                        operands[0]);
  case OP_CLASS_ARRAY: return rebuild_array(terms, op, sort, operands);
  }
  BUG("operator without a class");
}

// Collection

NUMBER_MAP_DEFINE(id_set, uint32_t, bool);

// The terms found so far are the work list as well. Ascending handles put
// operands first.
void term_collect(const struct term_table *terms, const struct term *roots,
                  uint32_t count, struct term_vec *into) {
  struct id_set seen = {0};
  uint32_t start = into->count;
  bool is_new;
  for (uint32_t i = 0; i < count; i++) {
    id_set_insert(&seen, roots[i].id, &is_new);
    if (is_new)
      term_vec_push(into, roots[i]);
  }
  for (uint32_t next = start; next < into->count; next++) {
    struct term t = into->at[next];
    for (uint32_t i = 0; i < arity_of(terms, t); i++) {
      struct term operand = operand_of(terms, t, i);
      id_set_insert(&seen, operand.id, &is_new);
      if (is_new)
        term_vec_push(into, operand);
    }
  }
  if (into->count > start)
    qsort(into->at + start, into->count - start, sizeof *into->at,
          compare_terms);
  id_set_release(&seen);
}

// Leaves are the last ones found, most of them again and again: constants are
// not looked up, and of the others only variables are kept and sorted.
static void find_variables(const struct term_table *terms, struct term t,
                           struct id_set *seen, struct term_vec *open,
                           struct term_vec *into) {
  enum term_op op = term_op(terms, t);
  bool is_new = false;
  if (op != OP_VAR && !arity_of(terms, t))
    return;
  id_set_insert(seen, t.id, &is_new);
  if (is_new)
    term_vec_push(op == OP_VAR ? into : open, t);
}

void term_variables(const struct term_table *terms, const struct term *roots,
                    uint32_t count, struct term_vec *into) {
  struct id_set seen = {0};
  struct term_vec open = {0};
  uint32_t start = into->count;
  for (uint32_t i = 0; i < count; i++)
    find_variables(terms, roots[i], &seen, &open, into);
  for (uint32_t next = 0; next < open.count; next++) {
    struct term t = open.at[next];
    for (uint32_t i = 0; i < arity_of(terms, t); i++)
      find_variables(terms, operand_of(terms, t, i), &seen, &open, into);
  }
  if (into->count > start + 1)
    qsort(into->at + start, into->count - start, sizeof *into->at,
          compare_terms);
  term_vec_release(&open);
  id_set_release(&seen);
}
