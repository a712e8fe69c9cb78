// Arrays: SELECT, STORE, CONST_ARRAY.

#include "term/internal.h"

// A SELECT looks through this many STOREs to other indices at most; if that is
// not enough it stays where it was, so that it is not looked at again.
enum { MAX_STORES = 256 };

static void check_index(const struct term_table *terms, struct term array,
                        struct term index) {
  struct sort sort = sort_of(terms, array);
  CHECK(sort_is_array(sort), "index into a term that is no array");
  CHECK(sort_equal(sort_of(terms, index), sort_bits(sort_index_width(sort))),
        "index of the wrong sort");
}

struct term term_select(struct term_table *terms, struct term array,
                        struct term index) {
  check_index(terms, array, index);
  struct sort sort = sort_bits(width_of(terms, array));
  struct term at = array;
  unsigned steps = 0;
  for (; is_op(terms, at, OP_STORE) && steps < MAX_STORES; steps++) {
    if (term_equal(operand_of(terms, at, 1), index))
      return operand_of(terms, at, 2);
    if (!sum_differs(terms, operand_of(terms, at, 1), index))
      break;
    at = operand_of(terms, at, 0);
  }
  if (is_op(terms, at, OP_CONST_ARRAY))
    return operand_of(terms, at, 0);
  if (steps == MAX_STORES)
    at = array;
  return make_2(terms, OP_SELECT, sort, at, index);
}

struct term term_store(struct term_table *terms, struct term array,
                       struct term index, struct term value) {
  check_index(terms, array, index);
  struct sort sort = sort_of(terms, array);
  CHECK(sort_equal(sort_of(terms, value), sort_bits(sort_width(sort))),
        "element of the wrong sort");
  if (is_op(terms, array, OP_STORE) &&
      term_equal(operand_of(terms, array, 1), index))
    array = operand_of(terms, array, 0);
  if (is_op(terms, array, OP_CONST_ARRAY) &&
      term_equal(operand_of(terms, array, 0), value))
    return array;
  if (is_op(terms, value, OP_SELECT) &&
      term_equal(operand_of(terms, value, 0), array) &&
      term_equal(operand_of(terms, value, 1), index))
    return array;
  return make_3(terms, OP_STORE, sort, array, index, value);
}

struct term term_const_array(struct term_table *terms, unsigned index_width,
                             struct term value) {
  CHECK(sort_is_bits(sort_of(terms, value)), "element that is no bit-vector");
  struct sort sort = sort_array(index_width, width_of(terms, value));
  return make_1(terms, OP_CONST_ARRAY, sort, value);
}
