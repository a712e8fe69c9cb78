// Where the value of a term can point.
#include "memory/targeting.h"
#include "term/variables.h"

static void evaluate_variable(struct targets *t, struct term term,
                              struct place_vec *into) {
  struct variable variable = program_variable_of(t->program, term);
  if (variable_is_none(variable) || variable.id >= t->variable_count)
    return;
  const struct variable_info *info = program_variable(t->program, variable);
  if (info->kind == VARIABLE_ADDRESS &&
      program_object(t->program, info->object)->is_external)
    place_add(into, (struct place){t->outside, 0, 1});
  else if (info->kind == VARIABLE_ADDRESS)
    place_add(into, (struct place){info->object.id, 0, 0});
  else
    place_unite(into, &t->values[variable.id]);
  t->work += into->count;
}

static uint64_t magnitude(const struct term_table *terms, struct term c) {
  i128 value = bits_signed(term_value(terms, c), term_width(terms, c));
  return (uint64_t)(value < 0 ? -value : value);
}

// A number that divides the value of the term; 0 when the value is 0.
static uint64_t divisor(const struct term_table *terms, struct term x,
                        unsigned depth) {
  if (term_is_const(terms, x))
    return magnitude(terms, x);
  if (depth == 0)
    return 1;
  switch (term_op(terms, x)) {
  case OP_MUL: {
    struct term c = term_operand(terms, x, 1);
    return term_is_const(terms, c) ? magnitude(terms, c) : 1;
  }
  case OP_ADD: {
    uint64_t common = 0;
    for (uint32_t i = 0; i < term_arity(terms, x); i++)
      common = common_divisor(
          common, divisor(terms, term_operand(terms, x, i), depth - 1));
    return common;
  }
  case OP_SHL: {
    struct term c = term_operand(terms, x, 1);
    return term_is_const(terms, c) && term_value(terms, c) < 30
               ? (uint64_t)1 << (unsigned)term_value(terms, c)
               : 1;
  }
  case OP_ITE:
    return common_divisor(divisor(terms, term_operand(terms, x, 1), depth - 1),
                          divisor(terms, term_operand(terms, x, 2), depth - 1));
  case OP_ZEXT:
  case OP_SEXT: {
    // The narrow value may have wrapped: only powers of two survive that.
    uint64_t d = divisor(terms, term_operand(terms, x, 0), depth - 1);
    return d ? d & -d : 0;
  }
  default: return 1;
  }
}

static bool is_minus(const struct term_table *terms, struct term x) {
  if (term_op(terms, x) != OP_MUL)
    return false;
  struct term c = term_operand(terms, x, 1);
  return term_is_const(terms, c) &&
         term_value(terms, c) == bits_mask(term_width(terms, c));
}

static bool share_object(const struct place_vec *a, const struct place_vec *b) {
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t k = 0; k < b->count; k++)
      if (a->at[i].object == b->at[k].object)
        return true;
  return false;
}

static bool is_only_anywhere(const struct targets *t,
                             const struct place_vec *places) {
  return places->count == 1 && places->at[0].object == t->anywhere;
}

// A pointer plus numbers keeps its objects; which summand is the pointer shows
// in what it can hold. A difference of pointers is a number. Gives the places
// without the numbers that are not constant, and what each of those is a
// multiple of.
static void evaluate_base(struct targets *t, struct term term, unsigned depth,
                          struct place_vec *into, struct stride_vec *strides) {
  const struct term_table *terms = t->program->terms;
  struct place_vec base = {0}, part = {0}, taken = {0};
  int64_t constant = 0;
  uint32_t bases = 0;
  bool is_anywhere = false;
  for (uint32_t i = 0; i < term_arity(terms, term); i++) {
    struct term summand = term_operand(terms, term, i);
    place_vec_clear(&part);
    if (term_is_const(terms, summand)) {
      constant += (int64_t)bits_signed(term_value(terms, summand),
                                       term_width(terms, summand));
      continue;
    }
    if (is_minus(terms, summand)) {
      targets_evaluate(t, term_operand(terms, summand, 0), depth, &part);
      stride_vec_push(strides,
                      part.count ? 1 : divisor(terms, summand, MOST_DEPTH));
      place_unite(&taken, &part);
      continue;
    }
    targets_evaluate(t, summand, depth, &part);
    if (is_only_anywhere(t, &part)) {
      is_anywhere = true;
      stride_vec_push(strides, 1);
    } else if (part.count) {
      bases++;
      place_unite(&base, &part);
    } else {
      stride_vec_push(strides, divisor(terms, summand, MOST_DEPTH));
    }
  }
  if (bases == 1 && share_object(&base, &taken))
    place_vec_clear(&base); // a difference of pointers: a number
  if (bases > 1)
    stride_vec_push(strides, 1);
  if (is_anywhere && !bases)
    targets_add_anywhere(t, into);
  for (uint32_t i = 0; i < base.count; i++)
    place_add(into, place_shift(base.at[i], constant, 0));
  place_vec_release(&base);
  place_vec_release(&part);
  place_vec_release(&taken);
}

static void evaluate_sum(struct targets *t, struct term term, unsigned depth,
                         struct place_vec *into) {
  struct place_vec base = {0};
  struct stride_vec strides = {0};
  uint64_t stride = 0;
  evaluate_base(t, term, depth, &base, &strides);
  // Nobody goes from element to element with a part of an address.
  if (term_width(t->program->terms, term) >= t->program->pointer_width)
    targets_note_steps(t, &base, &strides);
  for (uint32_t i = 0; i < strides.count; i++)
    stride = common_divisor(stride, strides.at[i]);
  for (uint32_t i = 0; i < base.count; i++)
    place_add(into, place_shift(base.at[i], 0, stride));
  place_vec_release(&base);
  stride_vec_release(&strides);
}

// Offsets are lost.
void targets_add_blurred(struct place_vec *into, const struct place_vec *from) {
  place_unite_blurred(into, from);
}

static void evaluate_pieces(struct targets *t, struct term term, unsigned depth,
                            struct place_vec *into) {
  const struct term_table *terms = t->program->terms;
  struct place_vec part = {0};
  for (uint32_t i = 0; i < term_arity(terms, term); i++)
    targets_evaluate(t, term_operand(terms, term, i), depth, &part);
  targets_add_blurred(into, &part);
  place_vec_release(&part);
}

// Whatever the term's variables can hold.
static void evaluate_leaves(struct targets *t, struct term term,
                            struct place_vec *into) {
  struct term_vec parts = {0};
  struct place_vec found = {0};
  term_variables(t->program->terms, &term, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    evaluate_variable(t, parts.at[i], &found);
  targets_add_blurred(into, &found);
  place_vec_release(&found);
  term_vec_release(&parts);
}

void targets_evaluate(struct targets *t, struct term term, unsigned depth,
                      struct place_vec *into) {
  const struct term_table *terms = t->program->terms;
  if (depth == 0) {
    evaluate_leaves(t, term, into);
    return;
  }
  switch (term_op(terms, term)) {
  case OP_VAR: evaluate_variable(t, term, into); return;
  case OP_ADD: evaluate_sum(t, term, depth - 1, into); return;
  case OP_ITE:
    targets_evaluate(t, term_operand(terms, term, 1), depth - 1, into);
    targets_evaluate(t, term_operand(terms, term, 2), depth - 1, into);
    return;
  case OP_EXTRACT:
  case OP_CONCAT:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_BVAND:
  case OP_BVOR:
  case OP_BVXOR:
  case OP_BVNOT:
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
  case OP_MUL: evaluate_pieces(t, term, depth - 1, into); return;
  default: return; // truth values, quotients, floating point
  }
}

void targets_of(struct targets *t, struct term pointer,
                struct place_vec *into) {
  targets_evaluate(t, pointer, MOST_DEPTH, into);
}

static int64_t start_of(const struct term_table *terms, struct term x,
                        unsigned depth) {
  if (term_is_const(terms, x))
    return (int64_t)bits_signed(term_value(terms, x), term_width(terms, x));
  if (depth == 0)
    return 0;
  int64_t sum = 0;
  switch (term_op(terms, x)) {
  case OP_ADD:
    for (uint32_t i = 0; i < term_arity(terms, x); i++)
      sum += start_of(terms, term_operand(terms, x, i), depth - 1);
    return sum;
  case OP_MUL: {
    struct term c = term_operand(terms, x, 1);
    sum = start_of(terms, term_operand(terms, x, 0), depth - 1);
    if (!term_is_const(terms, c) || sum > 0x7fffffff || sum < -0x7fffffff ||
        magnitude(terms, c) > 0x7fffffff)
      return 0;
    return sum *
           (int64_t)bits_signed(term_value(terms, c), term_width(terms, c));
  }
  case OP_ZEXT:
  case OP_SEXT: return start_of(terms, term_operand(terms, x, 0), depth - 1);
  default: return 0;
  }
}

int64_t targets_start(const struct targets *t, struct term term) {
  return start_of(t->program->terms, term, 6);
}

bool targets_base(struct targets *t, struct term address, uint32_t block,
                  int64_t *lowest, int64_t *highest) {
  const struct term_table *terms = t->program->terms;
  struct place_vec base = {0};
  struct stride_vec strides = {0};
  bool is_known = true, is_first = true;
  int64_t ahead = 0;
  *lowest = *highest = 0;
  if (term_op(terms, address) == OP_ADD) {
    evaluate_base(t, address, MOST_DEPTH, &base, &strides);
    for (uint32_t i = 0; i < term_arity(terms, address); i++)
      if (!term_is_const(terms, term_operand(terms, address, i)))
        ahead += targets_start(t, term_operand(terms, address, i));
  } else {
    targets_of(t, address, &base);
  }
  for (uint32_t i = 0; i < base.count; i++) {
    if (base.at[i].object != block)
      continue;
    is_known &= base.at[i].modulus == 0;
    if (is_first || base.at[i].offset < *lowest)
      *lowest = base.at[i].offset;
    if (is_first || base.at[i].offset > *highest)
      *highest = base.at[i].offset;
    is_first = false;
  }
  *lowest += ahead;
  *highest += ahead;
  place_vec_release(&base);
  stride_vec_release(&strides);
  return is_known && !is_first;
}

uint64_t targets_divisor(const struct targets *t, struct term term) {
  return divisor(t->program->terms, term, MOST_DEPTH);
}
