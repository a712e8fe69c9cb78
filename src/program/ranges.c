#include "program/ranges.h"

#include <stdlib.h>

#include "base/memory.h"
#include "term/substitute.h"

// Larger terms are not looked into: parts that are shared would be looked at
// again and again.
enum { MOST_TREE = 1200 };

static uint64_t mask_of(unsigned width) {
  return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

struct range range_any(unsigned width) {
  return (struct range){0, mask_of(width)};
}

static struct range single(uint64_t value) {
  return (struct range){value, value};
}

static struct range hull(struct range a, struct range b) {
  return (struct range){a.low < b.low ? a.low : b.low,
                        a.high > b.high ? a.high : b.high};
}

static const struct term_table *table(const struct ranges *ranges) {
  return ranges->program->terms;
}

static struct term part(const struct ranges *ranges, struct term t,
                        uint32_t i) {
  return term_operand(table(ranges), t, i);
}

static bool is_bits(const struct ranges *ranges, struct term t) {
  return sort_is_bits(term_sort(table(ranges), t)) &&
         term_width(table(ranges), t) <= 64;
}

// Terms

static struct range evaluate(const struct ranges *ranges, struct term t);
static enum truth decide(const struct ranges *ranges, struct term t);

static struct range of_variable(const struct ranges *ranges, struct term t) {
  struct variable variable = program_variable_of(ranges->program, t);
  uint32_t slot = variable_is_none(variable) ? 0 : ranges->slot_of[variable.id];
  return slot ? ranges->at[slot - 1] : range_any(term_width(table(ranges), t));
}

// Both ends wrap equally often, or nothing is known.
static struct range of_sum(const struct ranges *ranges, struct term t) {
  unsigned width = term_width(table(ranges), t);
  u128 low = 0, high = 0;
  for (uint32_t i = 0; i < term_arity(table(ranges), t); i++) {
    struct range range = evaluate(ranges, part(ranges, t, i));
    low += range.low;
    high += range.high;
  }
  if (low >> width != high >> width)
    return range_any(width);
  return (struct range){(uint64_t)low & mask_of(width),
                        (uint64_t)high & mask_of(width)};
}

static struct range of_product(const struct ranges *ranges, struct term t) {
  unsigned width = term_width(table(ranges), t);
  struct range all = single(1);
  for (uint32_t i = 0; i < term_arity(table(ranges), t); i++) {
    struct range range = evaluate(ranges, part(ranges, t, i));
    u128 high = (u128)all.high * range.high;
    bool is_single = range_is_single(all) && range_is_single(range);
    if (high > mask_of(width) && !is_single)
      return range_any(width);
    all.low = (uint64_t)((u128)all.low * range.low) & mask_of(width);
    all.high = (uint64_t)high & mask_of(width);
  }
  return all;
}

static struct range of_extended(const struct ranges *ranges, struct term t) {
  struct term inner = part(ranges, t, 0);
  unsigned from = term_width(table(ranges), inner);
  unsigned to = term_width(table(ranges), t);
  struct range range = evaluate(ranges, inner);
  uint64_t sign = (uint64_t)1 << (from - 1);
  if (term_op(table(ranges), t) == OP_ZEXT || range.high < sign)
    return range;
  if (range.low < sign)
    return range_any(to);
  uint64_t added = mask_of(to) & ~mask_of(from);
  return (struct range){range.low | added, range.high | added};
}

static struct range of_extract(const struct ranges *ranges, struct term t) {
  struct term inner = part(ranges, t, 0);
  unsigned width = term_width(table(ranges), t);
  unsigned low = term_extract_low(table(ranges), t);
  if (!is_bits(ranges, inner))
    return range_any(width);
  struct range range = evaluate(ranges, inner);
  uint64_t first = range.low >> low, last = range.high >> low;
  if (width < 64 && first >> width != last >> width)
    return range_any(width);
  return (struct range){first & mask_of(width), last & mask_of(width)};
}

static struct range of_concat(const struct ranges *ranges, struct term t) {
  struct term right = part(ranges, t, 1);
  unsigned by = term_width(table(ranges), right);
  struct range high = evaluate(ranges, part(ranges, t, 0));
  struct range low = evaluate(ranges, right);
  return (struct range){high.low << by | low.low, high.high << by | low.high};
}

static struct range of_choice(const struct ranges *ranges, struct term t) {
  enum truth truth = decide(ranges, part(ranges, t, 0));
  if (truth == TRUTH_YES)
    return evaluate(ranges, part(ranges, t, 1));
  if (truth == TRUTH_NO)
    return evaluate(ranges, part(ranges, t, 2));
  return hull(evaluate(ranges, part(ranges, t, 1)),
              evaluate(ranges, part(ranges, t, 2)));
}

// Operators of two operands whose second one is a number.
static struct range of_pair(const struct ranges *ranges, struct term t) {
  unsigned width = term_width(table(ranges), t);
  struct range a = evaluate(ranges, part(ranges, t, 0));
  struct range b = evaluate(ranges, part(ranges, t, 1));
  uint64_t by = b.low;
  bool are_single = range_is_single(a) && range_is_single(b);
  switch (term_op(table(ranges), t)) {
  case OP_BVAND:
    if (are_single)
      return single(a.low & by);
    return (struct range){0, a.high < b.high ? a.high : b.high};
  case OP_BVOR: return are_single ? single(a.low | by) : range_any(width);
  case OP_BVXOR: return are_single ? single(a.low ^ by) : range_any(width);
  default: break;
  }
  if (!range_is_single(b))
    return range_any(width);
  switch (term_op(table(ranges), t)) {
  case OP_LSHR:
    return by >= width ? single(0) : (struct range){a.low >> by, a.high >> by};
  case OP_SHL:
    if (by >= width)
      return single(0);
    if (a.high > mask_of(width) >> by)
      return range_any(width);
    return (struct range){a.low << by, a.high << by};
  case OP_UDIV:
    return by ? (struct range){a.low / by, a.high / by} : range_any(width);
  case OP_UREM:
    return !by ? range_any(width) : a.high < by ? a : (struct range){0, by - 1};
  default: return range_any(width);
  }
}

static struct range evaluate(const struct ranges *ranges, struct term t) {
  const struct term_table *terms = table(ranges);
  if (term_is_const(terms, t))
    return single((uint64_t)term_value(terms, t));
  unsigned width = term_width(terms, t);
  switch (term_op(terms, t)) {
  case OP_VAR: return of_variable(ranges, t);
  case OP_ADD: return of_sum(ranges, t);
  case OP_MUL: return of_product(ranges, t);
  case OP_ZEXT:
  case OP_SEXT: return of_extended(ranges, t);
  case OP_EXTRACT: return of_extract(ranges, t);
  case OP_CONCAT: return of_concat(ranges, t);
  case OP_ITE: return of_choice(ranges, t);
  case OP_BVNOT: {
    struct range range = evaluate(ranges, part(ranges, t, 0));
    return (struct range){~range.high & mask_of(width),
                          ~range.low & mask_of(width)};
  }
  case OP_BVAND:
  case OP_BVOR:
  case OP_BVXOR:
  case OP_LSHR:
  case OP_SHL:
  case OP_UDIV:
  case OP_UREM:
    return term_arity(terms, t) == 2 ? of_pair(ranges, t) : range_any(width);
  default: return range_any(width);
  }
}

struct range ranges_of(const struct ranges *ranges, struct term t) {
  return term_tree_size(table(ranges), t) > MOST_TREE
             ? range_any(term_width(table(ranges), t))
             : evaluate(ranges, t);
}

// Conditions

static enum truth truth_not(enum truth truth) {
  return truth == TRUTH_OPEN ? TRUTH_OPEN
         : truth == TRUTH_NO ? TRUTH_YES
                             : TRUTH_NO;
}

static enum truth decide_many(const struct ranges *ranges, struct term t,
                              enum truth absorbing) {
  enum truth all = truth_not(absorbing);
  for (uint32_t i = 0; i < term_arity(table(ranges), t); i++) {
    enum truth truth = decide(ranges, part(ranges, t, i));
    if (truth == absorbing)
      return absorbing;
    if (truth == TRUTH_OPEN)
      all = TRUTH_OPEN;
  }
  return all;
}

static enum truth decide_equal(const struct ranges *ranges, struct term t) {
  struct term a = part(ranges, t, 0), b = part(ranges, t, 1);
  if (sort_is_bool(term_sort(table(ranges), a))) {
    enum truth first = decide(ranges, a), second = decide(ranges, b);
    if (first == TRUTH_OPEN || second == TRUTH_OPEN)
      return TRUTH_OPEN;
    return first == second ? TRUTH_YES : TRUTH_NO;
  }
  if (!is_bits(ranges, a))
    return TRUTH_OPEN;
  struct range first = evaluate(ranges, a), second = evaluate(ranges, b);
  if (first.high < second.low || second.high < first.low)
    return TRUTH_NO;
  return range_is_single(first) && range_equal(first, second) ? TRUTH_YES
                                                              : TRUTH_OPEN;
}

// In the order of signed numbers, which is that of unsigned ones with the sign
// bit the other way round.
static struct range flip(struct range range, unsigned width) {
  uint64_t sign = (uint64_t)1 << (width - 1);
  if ((range.low & sign) != (range.high & sign))
    return range_any(width);
  return (struct range){range.low ^ sign, range.high ^ sign};
}

static enum truth decide_less(const struct ranges *ranges, struct term t) {
  struct term left = part(ranges, t, 0), right = part(ranges, t, 1);
  enum term_op op = term_op(table(ranges), t);
  if (!is_bits(ranges, left))
    return TRUTH_OPEN;
  struct range a = evaluate(ranges, left), b = evaluate(ranges, right);
  if (op == OP_SLT || op == OP_SLE) {
    a = flip(a, term_width(table(ranges), left));
    b = flip(b, term_width(table(ranges), left));
  }
  if (op == OP_ULT || op == OP_SLT)
    return a.high < b.low ? TRUTH_YES : b.high <= a.low ? TRUTH_NO : TRUTH_OPEN;
  return a.high <= b.low ? TRUTH_YES : b.high < a.low ? TRUTH_NO : TRUTH_OPEN;
}

// a < b is the opposite of b <= a.
static bool are_opposite(const struct ranges *ranges, struct term a,
                         struct term b) {
  enum term_op first = term_op(table(ranges), a);
  enum term_op second = term_op(table(ranges), b);
  bool are_orders = (first == OP_ULT && second == OP_ULE) ||
                    (first == OP_ULE && second == OP_ULT) ||
                    (first == OP_SLT && second == OP_SLE) ||
                    (first == OP_SLE && second == OP_SLT);
  return are_orders && term_equal(part(ranges, a, 0), part(ranges, b, 1)) &&
         term_equal(part(ranges, a, 1), part(ranges, b, 0));
}

static enum truth find_literal(const struct ranges *ranges, struct term t) {
  const struct literals *literals = &ranges->literals;
  for (uint32_t i = 0; i < literals->count; i++) {
    if (term_equal(literals->at[i], t))
      return literals->holds[i] ? TRUTH_YES : TRUTH_NO;
    if (are_opposite(ranges, literals->at[i], t))
      return literals->holds[i] ? TRUTH_NO : TRUTH_YES;
  }
  return TRUTH_OPEN;
}

static enum truth decide_order(const struct ranges *ranges, struct term t) {
  enum truth truth = find_literal(ranges, t);
  return truth == TRUTH_OPEN ? decide_less(ranges, t) : truth;
}

static enum truth decide(const struct ranges *ranges, struct term t) {
  switch (term_op(table(ranges), t)) {
  case OP_TRUE: return TRUTH_YES;
  case OP_FALSE: return TRUTH_NO;
  case OP_NOT: return truth_not(decide(ranges, part(ranges, t, 0)));
  case OP_AND: return decide_many(ranges, t, TRUTH_NO);
  case OP_OR: return decide_many(ranges, t, TRUTH_YES);
  case OP_EQ: {
    enum truth truth = find_literal(ranges, t);
    return truth == TRUTH_OPEN ? decide_equal(ranges, t) : truth;
  }
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: return decide_order(ranges, t);
  default: return find_literal(ranges, t);
  }
}

enum truth ranges_decide(const struct ranges *ranges, struct term condition) {
  return term_tree_size(table(ranges), condition) > MOST_TREE
             ? TRUTH_OPEN
             : decide(ranges, condition);
}

// Learning

static bool narrow(struct ranges *ranges, struct term t, struct range range);

static bool narrow_variable(struct ranges *ranges, struct term t,
                            struct range range) {
  struct variable variable = program_variable_of(ranges->program, t);
  uint32_t slot = variable_is_none(variable) ? 0 : ranges->slot_of[variable.id];
  if (!slot)
    return true;
  struct range *at = &ranges->at[slot - 1];
  struct range met = {range.low > at->low ? range.low : at->low,
                      range.high < at->high ? range.high : at->high};
  if (met.low > met.high)
    return false;
  *at = met;
  return true;
}

// One of two summands: what is left when the other one is taken away, if their
// sum never wraps.
static bool narrow_summand(struct ranges *ranges, struct term t, uint32_t i,
                           struct range sum) {
  uint64_t most = mask_of(term_width(table(ranges), t));
  struct term one = part(ranges, t, i);
  struct range a = evaluate(ranges, one);
  struct range b = evaluate(ranges, part(ranges, t, !i));
  if (a.high > most - b.high)
    return true;
  if (sum.high < b.low)
    return false;
  struct range left = {sum.low > b.high ? sum.low - b.high : 0,
                       sum.high - b.low};
  return narrow(ranges, one, left);
}

// A number added to something: that is in the range moved back, if it does not
// wrap.
static bool narrow_sum(struct ranges *ranges, struct term t,
                       struct range range) {
  const struct term_table *terms = table(ranges);
  uint64_t mask = mask_of(term_width(terms, t));
  if (term_arity(terms, t) != 2)
    return true;
  bool is_first = term_is_const(terms, part(ranges, t, 0));
  struct term number = part(ranges, t, !is_first);
  if (!term_is_const(terms, number))
    return narrow_summand(ranges, t, 0, range) &&
           narrow_summand(ranges, t, 1, range);
  uint64_t by = (uint64_t)term_value(terms, number);
  struct range moved = {(range.low - by) & mask, (range.high - by) & mask};
  return moved.low > moved.high ||
         narrow(ranges, part(ranges, t, is_first), moved);
}

static bool narrow(struct ranges *ranges, struct term t, struct range range) {
  switch (term_op(table(ranges), t)) {
  case OP_VAR: return narrow_variable(ranges, t, range);
  case OP_ZEXT: {
    struct term inner = part(ranges, t, 0);
    struct range any = range_any(term_width(table(ranges), inner));
    if (range.low > any.high)
      return false;
    if (range.high > any.high)
      range.high = any.high;
    return narrow(ranges, inner, range);
  }
  case OP_ADD: return narrow_sum(ranges, t, range);
  default: return true;
  }
}

static bool learn(struct ranges *ranges, struct term t, bool holds);

static bool learn_equal(struct ranges *ranges, struct term t, bool holds) {
  struct term a = part(ranges, t, 0), b = part(ranges, t, 1);
  if (!is_bits(ranges, a))
    return true;
  struct range first = evaluate(ranges, a), second = evaluate(ranges, b);
  if (holds)
    return narrow(ranges, a, second) && narrow(ranges, b, first);
  if (!range_is_single(second))
    return true;
  if (first.low == second.low && first.low < first.high)
    first.low++;
  else if (first.high == second.low && first.low < first.high)
    first.high--;
  else
    return !range_equal(first, second);
  return narrow(ranges, a, first);
}

// Back to unsigned numbers, where that is one range.
static bool narrow_ordered(struct ranges *ranges, struct term t,
                           struct range range, bool is_signed) {
  unsigned width = term_width(table(ranges), t);
  return narrow(ranges, t, is_signed ? flip(range, width) : range);
}

// a < b, or a <= b.
static bool learn_ordered(struct ranges *ranges, struct term left,
                          struct term right, bool is_strict, bool is_signed) {
  if (!is_bits(ranges, left))
    return true;
  unsigned width = term_width(table(ranges), left);
  struct range a = evaluate(ranges, left), b = evaluate(ranges, right);
  if (is_signed) {
    a = flip(a, width);
    b = flip(b, width);
  }
  if (is_strict && (b.high == 0 || a.low == mask_of(width)))
    return false;
  uint64_t most = b.high - is_strict, least = a.low + is_strict;
  if (a.low > most || least > b.high)
    return false;
  if (a.high > most)
    a.high = most;
  if (b.low < least)
    b.low = least;
  return narrow_ordered(ranges, left, a, is_signed) &&
         narrow_ordered(ranges, right, b, is_signed);
}

static bool learn_less(struct ranges *ranges, struct term t, bool holds) {
  struct term a = part(ranges, t, 0), b = part(ranges, t, 1);
  enum term_op op = term_op(table(ranges), t);
  bool is_strict = op == OP_ULT || op == OP_SLT;
  bool is_signed = op == OP_SLT || op == OP_SLE;
  return holds ? learn_ordered(ranges, a, b, is_strict, is_signed)
               : learn_ordered(ranges, b, a, !is_strict, is_signed);
}

static bool learn_all(struct ranges *ranges, struct term t, bool holds) {
  for (uint32_t i = 0; i < term_arity(table(ranges), t); i++)
    if (!learn(ranges, part(ranges, t, i), holds))
      return false;
  return true;
}

// One of them is as it should be: if only one can be, that one.
static bool learn_some(struct ranges *ranges, struct term t, bool holds) {
  struct term only = {0};
  uint32_t count = 0;
  for (uint32_t i = 0; i < term_arity(table(ranges), t); i++) {
    struct term one = part(ranges, t, i);
    enum truth truth = decide(ranges, one);
    if (truth == (holds ? TRUTH_NO : TRUTH_YES))
      continue;
    only = one;
    count++;
  }
  return count != 0 && (count > 1 || learn(ranges, only, holds));
}

static bool learn(struct ranges *ranges, struct term t, bool holds) {
  switch (term_op(table(ranges), t)) {
  case OP_TRUE: return holds;
  case OP_FALSE: return !holds;
  case OP_NOT: return learn(ranges, part(ranges, t, 0), !holds);
  case OP_AND:
    return holds ? learn_all(ranges, t, true) : learn_some(ranges, t, false);
  case OP_OR:
    return holds ? learn_some(ranges, t, true) : learn_all(ranges, t, false);
  case OP_EQ: return learn_equal(ranges, t, holds);
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: return learn_less(ranges, t, holds);
  default: return true;
  }
}

// Literals

static void add_literal(struct ranges *ranges, struct term t, bool holds) {
  struct literals *literals = &ranges->literals;
  if (literals->count == sizeof literals->at / sizeof *literals->at ||
      find_literal(ranges, t) != TRUTH_OPEN)
    return;
  literals->at[literals->count] = t;
  literals->holds[literals->count++] = holds;
}

static bool gather(struct ranges *ranges, struct term t, bool holds);

static bool gather_all(struct ranges *ranges, struct term t, bool holds) {
  for (uint32_t i = 0; i < term_arity(table(ranges), t); i++)
    if (!gather(ranges, part(ranges, t, i), holds))
      return false;
  return true;
}

// One of them is as it should be: the only one that can.
static bool gather_some(struct ranges *ranges, struct term t, bool holds) {
  struct term only = {0};
  uint32_t count = 0;
  for (uint32_t i = 0; i < term_arity(table(ranges), t); i++) {
    enum truth truth = decide(ranges, part(ranges, t, i));
    if (truth == (holds ? TRUTH_YES : TRUTH_NO))
      return true;
    if (truth != TRUTH_OPEN)
      continue;
    only = part(ranges, t, i);
    count++;
  }
  return count != 0 && (count > 1 || gather(ranges, only, holds));
}

// Takes the condition apart into what must hold if it does. False: it cannot.
static bool gather(struct ranges *ranges, struct term t, bool holds) {
  switch (term_op(table(ranges), t)) {
  case OP_NOT: return gather(ranges, part(ranges, t, 0), !holds);
  case OP_AND:
    return holds ? gather_all(ranges, t, true) : gather_some(ranges, t, false);
  case OP_OR:
    return holds ? gather_some(ranges, t, true) : gather_all(ranges, t, false);
  default: break;
  }
  enum truth truth = decide(ranges, t);
  if (truth == TRUTH_OPEN)
    add_literal(ranges, t, holds);
  return truth != (holds ? TRUTH_NO : TRUTH_YES);
}

// What one part says is of use for those before it, too.
static bool gather_again(struct ranges *ranges, struct term condition,
                         bool holds) {
  uint32_t before;
  do {
    before = ranges->literals.count;
    if (!gather(ranges, condition, holds))
      return false;
  } while (ranges->literals.count != before);
  return true;
}

bool ranges_learn(struct ranges *ranges, struct term condition, bool holds) {
  if (term_tree_size(table(ranges), condition) > MOST_TREE)
    return true;
  ranges->literals.count = 0;
  bool can =
      gather_again(ranges, condition, holds) && learn(ranges, condition, holds);
  ranges->literals.count = 0;
  return can;
}

bool ranges_agree(struct ranges *ranges, const struct term_vec *facts,
                  struct term condition) {
  bool can = true;
  if (term_tree_size(table(ranges), condition) > MOST_TREE)
    return true;
  ranges->literals.count = 0;
  for (uint32_t i = 0; i < facts->count && can; i++)
    can = gather(ranges, facts->at[i], true);
  can = can && gather_again(ranges, condition, true);
  ranges->literals.count = 0;
  return can;
}

// Shorter conditions

static void replace_literals(const struct literals *literals,
                             struct term_table *terms,
                             struct substitution *known) {
  for (uint32_t i = 0; i < literals->count; i++) {
    struct term t = literals->at[i];
    struct term value =
        literals->holds[i] ? term_true(terms) : term_false(terms);
    struct term opposite = term_not(terms, t);
    substitution_set_term(known, t, value);
    if (term_op(terms, opposite) != OP_NOT)
      substitution_set_term(known, opposite, term_not(terms, value));
  }
}

// Of what the condition consists of all that is no literal, or has several
// parts of which one holds.
static struct term without_literals(const struct ranges *ranges, struct term t,
                                    bool holds, struct substitution *known) {
  struct term_table *terms = ranges->program->terms;
  enum term_op op = term_op(terms, t);
  if (op == OP_NOT)
    return without_literals(ranges, part(ranges, t, 0), !holds, known);
  if (op != (holds ? OP_AND : OP_OR)) {
    struct term rest = substitution_apply(known, t);
    return holds ? rest : term_not(terms, rest);
  }
  struct term all = term_true(terms);
  for (uint32_t i = 0; i < term_arity(terms, t); i++)
    all = term_and(terms, all,
                   without_literals(ranges, part(ranges, t, i), holds, known));
  return all;
}

struct term ranges_shorten(struct program *program, struct term condition) {
  struct term_table *terms = program->terms;
  enum term_op op = term_op(terms, condition);
  if ((op != OP_AND && op != OP_NOT) ||
      term_tree_size(terms, condition) > MOST_TREE)
    return condition;
  uint32_t *slots = memory_new_zero(program->variables.count, sizeof *slots);
  struct ranges nothing = {.program = program, .slot_of = slots};
  struct term all = term_false(terms);
  if (gather_again(&nothing, condition, true)) {
    struct substitution *known = substitution_new(terms);
    replace_literals(&nothing.literals, terms, known);
    all = without_literals(&nothing, condition, true, known);
    for (uint32_t i = 0; i < nothing.literals.count; i++) {
      struct term t = nothing.literals.at[i];
      all = term_and(terms, all,
                     nothing.literals.holds[i] ? t : term_not(terms, t));
    }
    substitution_free(known);
  }
  free(slots);
  return all;
}
