#include "paths/address.h"

#include "term/variables.h"

void addresses_init(struct addresses *addresses,
                    const struct program *program) {
  *addresses = (struct addresses){.terms = program->terms,
                                  .name = intern(program->names, "object"),
                                  .width = program->pointer_width,
                                  .settling = substitution_new(program->terms)};
}

void addresses_release(struct addresses *addresses) {
  term_vec_release(&addresses->of_object);
  u32_vec_release(&addresses->object_of);
  path_mention_map_release(&addresses->mentions);
  substitution_free(addresses->settling);
}

struct term address_of(struct addresses *addresses, uint32_t object) {
  while (addresses->of_object.count <= object) {
    struct term address = term_variable(addresses->terms, addresses->name,
                                        sort_bits(addresses->width));
    uint32_t index = term_variable_index(addresses->terms, address);
    u32_vec_resize(&addresses->object_of, index + 1);
    addresses->object_of.at[index] = addresses->of_object.count + 1;
    term_vec_push(&addresses->of_object, address);
  }
  return addresses->of_object.at[object];
}

// 1 + the number of the object whose address the term is, or 0.
static uint32_t is_address(const struct addresses *addresses, struct term t) {
  if (term_op(addresses->terms, t) != OP_VAR)
    return 0;
  uint32_t index = term_variable_index(addresses->terms, t);
  return index < addresses->object_of.count ? addresses->object_of.at[index]
                                            : 0;
}

bool addresses_in(struct addresses *addresses, struct term t) {
  const bool *known = path_mention_map_find(&addresses->mentions, t.id);
  if (known)
    return *known;
  struct term_vec variables = {0};
  bool found = false;
  term_variables(addresses->terms, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count && !found; i++)
    found = is_address(addresses, variables.at[i]);
  term_vec_release(&variables);
  path_mention_map_put(&addresses->mentions, t.id, found);
  return found;
}

// A term as addresses that are added, addresses that are subtracted (1 + number
// of the object, or 0), and a rest without any.
struct linear {
  uint32_t plus, minus;
  struct term rest;
};

static bool add_summand(struct addresses *addresses, struct term t,
                        struct linear *into) {
  struct term_table *terms = addresses->terms;
  uint32_t *sign = &into->plus, object = is_address(addresses, t);
  if (!object && !addresses_in(addresses, t)) {
    into->rest = term_add(terms, into->rest, t);
    return true;
  }
  if (!object && term_op(terms, t) == OP_MUL) {
    struct term factor = term_operand(terms, t, 1);
    object = is_address(addresses, term_operand(terms, t, 0));
    if (!term_equal(factor, term_const(terms, addresses->width, (u128)0 - 1)))
      return false;
    sign = &into->minus;
  }
  if (!object || *sign)
    return false;
  *sign = object;
  return true;
}

static bool decompose(struct addresses *addresses, struct term t,
                      struct linear *into) {
  struct term_table *terms = addresses->terms;
  bool ok = sort_equal(term_sort(terms, t), sort_bits(addresses->width));
  if (!ok)
    return false;
  *into = (struct linear){.rest = term_const(terms, addresses->width, 0)};
  if (term_op(terms, t) != OP_ADD)
    return add_summand(addresses, t, into);
  for (uint32_t i = 0; i < term_arity(terms, t) && ok; i++)
    ok = add_summand(addresses, term_operand(terms, t, i), into);
  return ok;
}

bool address_decode(struct addresses *addresses, struct term t,
                    uint32_t *object, struct term *offset, bool *is_number) {
  struct linear linear;
  *is_number = term_is_const(addresses->terms, t);
  if (*is_number || !decompose(addresses, t, &linear) || !linear.plus ||
      linear.minus)
    return false;
  *object = linear.plus - 1;
  *offset = linear.rest;
  return true;
}

// Comparisons

static int64_t signed_value(const struct addresses *addresses, struct term t) {
  u128 value = term_value(addresses->terms, t);
  return addresses->width == 32 ? (int32_t)value : (int64_t)value;
}

// Can one not lie where the other does? An object that is no more may be where
// a later one is, literals may share bytes, and one without bytes may be
// anywhere.
static bool are_apart(const struct path_object *a,
                      const struct path_object *b) {
  return a->is_alive && b->is_alive && !(a->is_literal && b->is_literal) &&
         (a->size || a->is_heap || a->function.id) &&
         (b->size || b->is_heap || b->function.id);
}

// Are the two the same address? Both in one term: their difference is zero.
static bool decide_equation(struct addresses *addresses,
                            const struct path_state *state,
                            const struct linear *difference, bool *truth) {
  if (!term_is_const(addresses->terms, difference->rest))
    return false;
  int64_t offset = signed_value(addresses, difference->rest);
  uint32_t plus = difference->plus, minus = difference->minus;
  uint64_t plus_size = plus ? state->objects.at[plus - 1].size : 0;
  uint64_t minus_size = minus ? state->objects.at[minus - 1].size : 0;
  *truth = false;
  if (plus && minus &&
      !are_apart(&state->objects.at[plus - 1], &state->objects.at[minus - 1]))
    return false;
  if (plus && minus)
    return offset >= 0 ? (uint64_t)offset < plus_size || offset == 0
                       : (uint64_t)-offset < minus_size;
  return plus ? offset >= 0 && (uint64_t)offset <= plus_size
              : offset <= 0 && (uint64_t)-offset <= minus_size;
}

static bool settle_equation(struct addresses *addresses,
                            const struct path_state *state, struct term a,
                            struct term b, struct term *settled) {
  struct term_table *terms = addresses->terms;
  struct linear difference;
  bool truth;
  if (!sort_equal(term_sort(terms, a), sort_bits(addresses->width)) ||
      !decompose(addresses, term_sub(terms, a, b), &difference))
    return false;
  if (!difference.plus && !difference.minus) {
    *settled =
        term_eq(terms, difference.rest, term_const(terms, addresses->width, 0));
    return true;
  }
  if (!decide_equation(addresses, state, &difference, &truth))
    return false;
  *settled = term_bool(terms, truth);
  return true;
}

// Which comes first, of two places in one object.
static bool settle_order(struct addresses *addresses,
                         const struct path_state *state, enum term_op op,
                         struct term a, struct term b, struct term *settled) {
  struct term_table *terms = addresses->terms;
  uint32_t object, other;
  struct term offset, other_offset;
  bool is_number;
  if ((op != OP_ULT && op != OP_ULE) ||
      !address_decode(addresses, a, &object, &offset, &is_number) ||
      !address_decode(addresses, b, &other, &other_offset, &is_number) ||
      object != other || !term_is_const(terms, offset) ||
      !term_is_const(terms, other_offset))
    return false;
  uint64_t size = state->objects.at[object].size;
  if (term_value(terms, offset) > size ||
      term_value(terms, other_offset) > size)
    return false;
  *settled = term_compare(terms, op, offset, other_offset);
  return true;
}

static bool is_comparison(enum term_op op) {
  return op == OP_EQ || op == OP_ULT || op == OP_ULE || op == OP_SLT ||
         op == OP_SLE;
}

// One comparison, whose parts are settled.
static bool settle_one(struct addresses *addresses,
                       const struct path_state *state, struct term t,
                       struct term *settled) {
  struct term_table *terms = addresses->terms;
  enum term_op op = term_op(terms, t);
  struct term a = term_operand(terms, t, 0), b = term_operand(terms, t, 1);
  return op == OP_EQ ? settle_equation(addresses, state, a, b, settled)
                     : settle_order(addresses, state, op, a, b, settled);
}

bool addresses_settle(struct addresses *addresses,
                      const struct path_state *state, struct term t,
                      struct term *settled) {
  struct term_table *terms = addresses->terms;
  struct term_vec parts = {0};
  bool ok = true;
  *settled = t;
  if (!addresses_in(addresses, t))
    return true;
  substitution_clear(addresses->settling);
  term_collect(terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && ok; i++) {
    struct term part = parts.at[i], decided;
    if (!is_comparison(term_op(terms, part)) || !addresses_in(addresses, part))
      continue;
    struct term now = substitution_apply(addresses->settling, part);
    if (!is_comparison(term_op(terms, now)) || !addresses_in(addresses, now))
      continue;
    ok = settle_one(addresses, state, now, &decided);
    if (ok)
      substitution_set_term(addresses->settling, part, decided);
  }
  term_vec_release(&parts);
  *settled = substitution_apply(addresses->settling, t);
  return ok && !addresses_in(addresses, *settled);
}
