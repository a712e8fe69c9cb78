// Values of arrays are chains of exceptions: links (index, element) that end
// in a link for all other indices. A chain is extended without copying, so the
// value of a STORE is one link before the value of its array. The value of an
// array term is the number of its first link; link 0 is zero everywhere.

#include "term/evaluate.h"

#include "base/map.h"
#include "term/internal.h"

enum { NO_LINK = UINT32_MAX };

struct link {
  uint32_t next; // NO_LINK: the element at all other indices
  u128 index;
  u128 element;
};

VEC_DEFINE(link_vec, struct link);
VEC_DEFINE(value_vec, u128);

struct assignment {
  const struct term_table *terms; // borrowed
  struct value_vec variables;     // by variable index; absent ones are zero
  struct link_vec links;
  uint32_t kept_links;      // of variables; those after it are of results
  struct value_vec results; // by term, valid where the stamp is the current
  struct u32_vec stamps;
  uint32_t stamp;
  struct term_vec stack;
};

struct assignment *assignment_new(const struct term_table *terms) {
  struct assignment *a = memory_new_zero(1, sizeof *a);
  a->terms = terms;
  a->stamp = 1;
  link_vec_push(&a->links, (struct link){.next = NO_LINK});
  a->kept_links = 1;
  return a;
}

void assignment_free(struct assignment *a) {
  if (!a)
    return;
  value_vec_release(&a->variables);
  link_vec_release(&a->links);
  value_vec_release(&a->results);
  u32_vec_release(&a->stamps);
  term_vec_release(&a->stack);
  free(a);
}

// What was computed no longer holds.
static void forget_results(struct assignment *a) {
  a->links.count = a->kept_links;
  if (++a->stamp != 0)
    return;
  memset(a->stamps.at, 0, a->stamps.count * sizeof *a->stamps.at);
  a->stamp = 1;
}

void assignment_clear(struct assignment *a) {
  a->kept_links = 1;
  value_vec_clear(&a->variables);
  forget_results(a);
}

static u128 *variable_value(struct assignment *a, struct term variable) {
  uint32_t index = term_variable_index(a->terms, variable);
  if (index >= a->variables.count)
    value_vec_resize(&a->variables, index + 1);
  return &a->variables.at[index];
}

void assignment_set(struct assignment *a, struct term variable, u128 value) {
  struct sort sort = term_sort(a->terms, variable);
  CHECK(!sort_is_array(sort), "an array is set by its elements");
  forget_results(a);
  *variable_value(a, variable) = bits_truncate(value, sort_value_bits(sort));
}

static void prepend_link(struct assignment *a, struct term variable,
                         uint32_t next, u128 index, u128 element) {
  struct sort sort = term_sort(a->terms, variable);
  CHECK(sort_is_array(sort), "elements of a variable that is no array");
  forget_results(a);
  struct link link = {next, bits_truncate(index, sort_index_width(sort)),
                      bits_truncate(element, sort_width(sort))};
  *variable_value(a, variable) = link_vec_push(&a->links, link);
  a->kept_links = a->links.count;
}

void assignment_set_default(struct assignment *a, struct term variable,
                            u128 element) {
  prepend_link(a, variable, NO_LINK, 0, element);
}

void assignment_set_element(struct assignment *a, struct term variable,
                            u128 index, u128 element) {
  uint32_t next = (uint32_t)*variable_value(a, variable);
  prepend_link(a, variable, next, index, element);
}

// Arrays

static u128 element_at(const struct assignment *a, uint32_t link, u128 index) {
  const struct link *at = &a->links.at[link];
  while (at->next != NO_LINK && at->index != index)
    at = &a->links.at[at->next];
  return at->element;
}

static u128 default_element(const struct assignment *a, uint32_t link) {
  while (a->links.at[link].next != NO_LINK)
    link = a->links.at[link].next;
  return a->links.at[link].element;
}

static inline uint64_t index_hash(u128 index) {
  return hash_mix((uint64_t)(index >> 64), (uint64_t)index);
}

static inline bool index_equal(u128 a, u128 b) {
  return a == b;
}

MAP_DEFINE(index_set, u128, bool, index_hash, index_equal);

static void add_indices(const struct assignment *a, uint32_t link,
                        struct index_set *into) {
  for (; a->links.at[link].next != NO_LINK; link = a->links.at[link].next)
    index_set_put(into, a->links.at[link].index, true);
}

// The defaults count unless there is an exception for every index.
static bool arrays_equal(const struct assignment *a, struct sort sort,
                         uint32_t left, uint32_t right) {
  struct index_set indices = {0};
  add_indices(a, left, &indices);
  add_indices(a, right, &indices);
  unsigned width = sort_index_width(sort);
  bool is_complete = width < 32 && indices.count == (uint32_t)1 << width;
  bool equal =
      is_complete || default_element(a, left) == default_element(a, right);
  for (uint32_t i = 0; equal && i < indices.count; i++) {
    u128 index = indices.entries[i].key;
    equal = element_at(a, left, index) == element_at(a, right, index);
  }
  index_set_release(&indices);
  return equal;
}

// Operators on the values of their operands

static u128 value_of_boolean(const struct assignment *a, struct term t,
                             const u128 *v) {
  uint32_t arity = arity_of(a->terms, t);
  u128 all = 1, any = 0;
  switch (op_of(a->terms, t)) {
  case OP_NOT: return !v[0];
  case OP_ITE: return v[0] ? v[1] : v[2];
  case OP_EQ: {
    struct sort sort = sort_of(a->terms, operand_of(a->terms, t, 0));
    if (!sort_is_array(sort))
      return v[0] == v[1];
    return arrays_equal(a, sort, (uint32_t)v[0], (uint32_t)v[1]);
  }
  default: break;
  }
  for (uint32_t i = 0; i < arity; i++) {
    all &= v[i];
    any |= v[i];
  }
  return is_op(a->terms, t, OP_AND) ? all : any;
}

static u128 value_of_array(struct assignment *a, struct term t, const u128 *v) {
  switch (op_of(a->terms, t)) {
  case OP_SELECT: return element_at(a, (uint32_t)v[0], v[1]);
  case OP_STORE:
    return link_vec_push(&a->links, (struct link){(uint32_t)v[0], v[1], v[2]});
  default: return link_vec_push(&a->links, (struct link){NO_LINK, 0, v[0]});
  }
}

static u128 value_of_leaf(const struct assignment *a, struct term t) {
  if (!is_op(a->terms, t, OP_VAR))
    return term_value(a->terms, t);
  uint32_t index = term_variable_index(a->terms, t);
  return index < a->variables.count ? a->variables.at[index] : 0;
}

static u128 value_of_binary(const struct assignment *a, struct term t,
                            const u128 *v) {
  enum term_op op = op_of(a->terms, t);
  unsigned width = width_of(a->terms, t);
  u128 result = v[0];
  for (uint32_t i = 1; i < arity_of(a->terms, t); i++)
    result = bits_binary(op, width, result, v[i]);
  return result;
}

static u128 value_of_piece(const struct assignment *a, struct term t,
                           const u128 *v) {
  if (is_op(a->terms, t, OP_EXTRACT))
    return bits_truncate(v[0] >> node_of(a->terms, t)->low,
                         width_of(a->terms, t));
  return v[0] << width_of(a->terms, operand_of(a->terms, t, 1)) | v[1];
}

static u128 compute(struct assignment *a, struct term t, const u128 *v) {
  enum term_op op = op_of(a->terms, t);
  if (arity_of(a->terms, t) == 0)
    return value_of_leaf(a, t);
  unsigned from = width_of(a->terms, operand_of(a->terms, t, 0));
  switch (term_op_class(op)) {
  case OP_CLASS_LEAF: break;
  case OP_CLASS_BOOLEAN: return value_of_boolean(a, t, v);
  case OP_CLASS_COMPARE: return bits_compare(op, from, v[0], v[1]);
  case OP_CLASS_UNARY: return bits_unary(op, from, v[0]);
  case OP_CLASS_BINARY: return value_of_binary(a, t, v);
  case OP_CLASS_CONVERT:
    return bits_convert(op, from, width_of(a->terms, t), v[0]);
  case OP_CLASS_PIECE: return value_of_piece(a, t, v);
  case OP_CLASS_ARRAY: return value_of_array(a, t, v);
  }
  BUG("operator without a class");
}

static bool is_computed(const struct assignment *a, struct term t) {
  return a->stamps.at[t.id] == a->stamp;
}

// Computes t if its operands are; otherwise pushes those that are not.
static bool step(struct assignment *a, struct term t) {
  u128 operands[TERM_MAX_ARITY];
  uint32_t pending = a->stack.count;
  for (uint32_t i = 0; i < arity_of(a->terms, t); i++) {
    struct term operand = operand_of(a->terms, t, i);
    if (!is_computed(a, operand))
      term_vec_push(&a->stack, operand);
    operands[i] = a->results.at[operand.id];
  }
  if (a->stack.count > pending)
    return false;
  a->results.at[t.id] = compute(a, t, operands);
  a->stamps.at[t.id] = a->stamp;
  return true;
}

// Of an array: its first link, which lasts until results are forgotten.
static u128 evaluate(struct assignment *a, struct term t) {
  uint32_t count = a->terms->nodes.count;
  if (a->stamps.count < count) {
    u32_vec_resize(&a->stamps, count);
    value_vec_resize(&a->results, count);
  }
  term_vec_push(&a->stack, t);
  while (a->stack.count > 0) {
    struct term top = *term_vec_last(&a->stack);
    if (is_computed(a, top) || step(a, top))
      term_vec_pop(&a->stack);
  }
  return a->results.at[t.id];
}

u128 term_evaluate(struct assignment *a, struct term t) {
  CHECK(!sort_is_array(term_sort(a->terms, t)), "the value of an array");
  return evaluate(a, t);
}

void assignment_update(struct assignment *a, const struct term *variables,
                       const struct term *values, uint32_t count) {
  struct value_vec results = {0};
  bool has_arrays = false;
  for (uint32_t i = 0; i < count; i++) {
    value_vec_push(&results, evaluate(a, values[i]));
    has_arrays |= sort_is_array(term_sort(a->terms, values[i]));
  }
  if (has_arrays)
    a->kept_links = a->links.count;
  forget_results(a);
  for (uint32_t i = 0; i < count; i++)
    *variable_value(a, variables[i]) = results.at[i];
  value_vec_release(&results);
}

void assignment_take(struct assignment *a, struct term variable,
                     struct assignment *from, struct term value) {
  CHECK(a->terms == from->terms, "values of terms of another table");
  u128 link = evaluate(from, value);
  if (!sort_is_array(term_sort(a->terms, variable))) {
    assignment_set(a, variable, link);
    return;
  }
  struct u32_vec chain = {0};
  uint32_t at = (uint32_t)link;
  for (; from->links.at[at].next != NO_LINK; at = from->links.at[at].next)
    u32_vec_push(&chain, at);
  assignment_set_default(a, variable, from->links.at[at].element);
  while (chain.count) {
    const struct link *exception = &from->links.at[u32_vec_pop(&chain)];
    assignment_set_element(a, variable, exception->index, exception->element);
  }
  u32_vec_release(&chain);
}

struct term assignment_constant(struct assignment *a, struct term_table *terms,
                                struct term t) {
  struct sort sort = term_sort(terms, t);
  u128 value = evaluate(a, t);
  if (sort_is_bool(sort))
    return term_bool(terms, value);
  if (!sort_is_array(sort))
    return term_const(terms, sort_width(sort), value);
  struct u32_vec chain = {0};
  uint32_t at = (uint32_t)value;
  for (; a->links.at[at].next != NO_LINK; at = a->links.at[at].next)
    u32_vec_push(&chain, at);
  unsigned index = sort_index_width(sort), element = sort_width(sort);
  struct term array = term_const_array(
      terms, index, term_const(terms, element, a->links.at[at].element));
  while (chain.count) {
    const struct link *link = &a->links.at[u32_vec_pop(&chain)];
    array = term_store(terms, array, term_const(terms, index, link->index),
                       term_const(terms, element, link->element));
  }
  u32_vec_release(&chain);
  return array;
}
