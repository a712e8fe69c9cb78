// From terms to nodes. A value carries pointers if an operand does; how far an
// operator preserves offsets:
//
//   x                       exactly
//   p + 8, p + 24 * i       moved by a constant and multiples of a constant
//   p - q                   an integer, unless they cannot share an object
//   c ? p : q, conversions  exactly
//   p & ~7, p ^ q, p / 8    the same objects at any offset
//   comparisons, p % n, floating point, and all arithmetic on fewer bits than
//   a pointer has           no pointer
//
// In a sum of a pointer (by its C type) and an integer, UNKNOWN in the integer
// does not count.
#include "pointer/analysis.h"

#include "base/check.h"
#include "pointer/internal.h"

// Parts of a term

static void add_part(struct split *split, struct part part) {
  part_vec_push(&split->parts, part);
}

static bool is_narrow(const struct points_to *analysis, struct term t) {
  struct sort sort = term_sort(analysis->program->terms, t);
  return !sort_is_bits(sort) || sort_width(sort) < analysis->word * 8;
}

static bool has_pointer_type(const struct points_to *analysis, struct term t) {
  const struct program *program = analysis->program;
  if (term_op(program->terms, t) != OP_VAR)
    return false;
  struct variable variable = program_variable_of(program, t);
  if (variable_is_none(variable))
    return false;
  const struct variable_info *info = program_variable(program, variable);
  enum ctype_kind kind = ctype_bare(program->types, info->type)->kind;
  return info->kind == VARIABLE_ADDRESS || kind == CTYPE_POINTER ||
         kind == CTYPE_ARRAY;
}

static bool has_integer_type(const struct points_to *analysis, struct term t) {
  const struct program *program = analysis->program;
  if (term_op(program->terms, t) != OP_VAR)
    return false;
  struct variable variable = program_variable_of(program, t);
  if (variable_is_none(variable))
    return false;
  const struct variable_info *info = program_variable(program, variable);
  enum ctype_kind kind = ctype_bare(program->types, info->type)->kind;
  return kind == CTYPE_INT || kind == CTYPE_ENUM || kind == CTYPE_BOOL;
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static uint64_t power_of_two_in(uint64_t value) {
  return value & (~value + 1);
}

static uint64_t absolute(const struct term_table *terms, struct term constant) {
  u128 value = term_value(terms, constant);
  unsigned width = term_width(terms, constant);
  if (width > 64)
    return 1;
  bool is_negative = width < 128 && (value >> (width - 1) & 1);
  return (uint64_t)(is_negative ? bits_truncate(-value, width) : value);
}

// Multiplication wraps: of a factor that is no power of two only its power of
// two survives when the value is narrower than an address. At full width an
// index is taken not to wrap.
static uint64_t divisor_at(const struct term_table *terms, struct term t,
                           int depth) {
  if (term_is_const(terms, t))
    return absolute(terms, t);
  if (!sort_is_bits(term_sort(terms, t)) || depth == 0)
    return 1;
  uint64_t divisor = 1;
  switch (term_op(terms, t)) {
  case OP_MUL:
    divisor = divisor_at(terms, term_operand(terms, t, 0), depth - 1) *
              divisor_at(terms, term_operand(terms, t, 1), depth - 1);
    break;
  case OP_ADD:
    divisor = 0;
    for (uint32_t i = 0; i < term_arity(terms, t); i++)
      divisor = common_divisor(
          divisor, divisor_at(terms, term_operand(terms, t, i), depth - 1));
    break;
  case OP_ITE:
    divisor = common_divisor(
        divisor_at(terms, term_operand(terms, t, 1), depth - 1),
        divisor_at(terms, term_operand(terms, t, 2), depth - 1));
    break;
  case OP_SHL: {
    struct term by = term_operand(terms, t, 1);
    if (term_is_const(terms, by) && term_value(terms, by) < 31)
      divisor = (uint64_t)1 << (unsigned)term_value(terms, by);
    break;
  }
  case OP_ZEXT:
  case OP_SEXT:
    return power_of_two_in(
        divisor_at(terms, term_operand(terms, t, 0), depth - 1));
  default: break;
  }
  return divisor > INT32_MAX ? power_of_two_in(divisor) : divisor;
}

uint64_t analysis_divisor(const struct term_table *terms, struct term t) {
  return divisor_at(terms, t, 16);
}

// Sums

struct summand {
  struct term term; // without its coefficient
  int64_t coefficient;
  uint64_t divisor; // of the whole
  bool is_pointer;  // by its type
};

VEC_DEFINE(summand_vec, struct summand);

static int64_t signed_value(const struct term_table *terms, struct term t) {
  unsigned width = term_width(terms, t);
  u128 value = term_value(terms, t);
  return width >= 64 ? (int64_t)(uint64_t)value
                     : (int64_t)((uint64_t)value << (64 - width)) >>
                           (64 - width);
}

static void split_summands(const struct points_to *analysis, struct term sum,
                           struct summand_vec *summands, int64_t *constant) {
  const struct term_table *terms = analysis->program->terms;
  for (uint32_t i = 0; i < term_arity(terms, sum); i++) {
    struct term t = term_operand(terms, sum, i);
    struct summand summand = {t, 1, analysis_divisor(terms, t), false};
    if (term_is_const(terms, t)) {
      *constant += signed_value(terms, t);
      continue;
    }
    if (term_op(terms, t) == OP_MUL &&
        term_is_const(terms, term_operand(terms, t, 1))) {
      summand.term = term_operand(terms, t, 0);
      summand.coefficient = signed_value(terms, term_operand(terms, t, 1));
    }
    summand.is_pointer = has_pointer_type(analysis, summand.term);
    summand_vec_push(summands, summand);
  }
}

// A summand that may be what a sum points with: not scaled, and as wide as an
// address from the start.
static bool is_base(const struct points_to *analysis,
                    const struct summand *summand) {
  enum term_op op = term_op(analysis->program->terms, summand->term);
  return summand->coefficient == 1 && op != OP_SEXT && op != OP_ZEXT;
}

static bool is_subtracted(const struct points_to *analysis,
                          const struct summand *summand) {
  enum term_op op = term_op(analysis->program->terms, summand->term);
  return summand->coefficient == -1 && op != OP_SEXT && op != OP_ZEXT &&
         !has_integer_type(analysis, summand->term);
}

static uint64_t stride_of_others(const struct summand_vec *summands,
                                 uint32_t except) {
  uint64_t stride = 0;
  for (uint32_t i = 0; i < summands->count; i++)
    if (i != except)
      stride = common_divisor(stride, summands->at[i].divisor);
  return stride;
}

static void split_sum(const struct points_to *analysis, struct term sum,
                      struct split *split) {
  struct summand_vec summands = {0};
  int64_t constant = 0;
  split_summands(analysis, sum, &summands, &constant);
  uint32_t typed = 0, bases = 0, subtracted = 0, base = 0, taken = 0;
  for (uint32_t i = 0; i < summands.count; i++) {
    typed += is_base(analysis, &summands.at[i]) && summands.at[i].is_pointer;
    if (is_base(analysis, &summands.at[i]))
      bases++, base = i;
    if (is_subtracted(analysis, &summands.at[i]))
      subtracted++, taken = i;
  }
  if (bases == 1 && subtracted == 1) {
    split->minuend = summands.at[base].term;
    split->subtrahend = summands.at[taken].term;
  } else {
    for (uint32_t i = 0; i < summands.count; i++) {
      const struct summand *summand = &summands.at[i];
      bool is_this = is_base(analysis, summand) &&
                     (!typed || summand->is_pointer) && !subtracted;
      add_part(split, (struct part){
                          .from = summand->term,
                          .step = constant,
                          .stride = stride_of_others(&summands, i),
                          .is_blurred = !is_this,
                          .loses_unknown = typed && !summand->is_pointer});
    }
  }
  summand_vec_release(&summands);
}

static void split_operands(const struct points_to *analysis, struct term t,
                           uint32_t first, uint32_t last, bool is_blurred,
                           struct split *split) {
  const struct term_table *terms = analysis->program->terms;
  for (uint32_t i = first; i <= last && i < term_arity(terms, t); i++)
    add_part(split, (struct part){.from = term_operand(terms, t, i),
                                  .is_blurred = is_blurred});
}

void split_term(const struct points_to *analysis, struct term t,
                struct split *split) {
  bool narrow = is_narrow(analysis, t);
  const struct term_table *terms = analysis->program->terms;
  switch (term_op(terms, t)) {
  case OP_ADD:
    if (!narrow)
      split_sum(analysis, t, split);
    break;
  case OP_ITE: split_operands(analysis, t, 1, 2, false, split); break;
  case OP_ZEXT:
  case OP_SEXT:
  case OP_EXTRACT: split_operands(analysis, t, 0, 0, false, split); break;
  case OP_CONCAT:
    split_operands(analysis, t, 0, 1,
                   is_narrow(analysis, term_operand(terms, t, 0)) ||
                       is_narrow(analysis, term_operand(terms, t, 1)),
                   split);
    break;
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: split_operands(analysis, t, 0, 0, true, split); break;
  case OP_BVAND:
  case OP_BVOR: split_operands(analysis, t, 0, UINT32_MAX, true, split); break;
  case OP_BVXOR:
  case OP_MUL:
    if (!narrow)
      split_operands(analysis, t, 0, UINT32_MAX, true, split);
    break;
  case OP_BVNOT:
  case OP_UDIV:
  case OP_SDIV:
    if (!narrow)
      split_operands(analysis, t, 0, 0, true, split);
    break;
  default: break;
  }
}

void split_release(struct split *split) {
  part_vec_release(&split->parts);
}

// Nodes

uint32_t analysis_new_node(struct points_to *analysis, unsigned width) {
  return inclusion_add_node(analysis->system, width < analysis->word * 8);
}

uint32_t analysis_variable(struct points_to *analysis,
                           struct variable variable) {
  if (variable_is_none(variable))
    return 0;
  const struct program *program = analysis->program;
  struct sort sort = term_sort(program->terms, program_term(program, variable));
  if (!sort_is_bits(sort))
    return 0;
  if (analysis->variables.count <= variable.id)
    u32_vec_resize(&analysis->variables, program->variables.count);
  uint32_t node = analysis->variables.at[variable.id];
  if (node)
    return node;
  node = analysis_new_node(analysis, sort_width(sort));
  analysis->variables.at[variable.id] = node;
  const struct variable_info *info = program_variable(program, variable);
  if (info->kind == VARIABLE_ADDRESS) {
    struct memory_object object =
        analysis_program_object(analysis, info->object);
    inclusion_point(analysis->system, node,
                    analysis_system_object(analysis, object), 0);
  }
  if (info->kind == VARIABLE_GLOBAL && !term_is_none(info->initial))
    inclusion_flow(analysis->system, analysis_value(analysis, info->initial),
                   node);
  if (info->kind == VARIABLE_GLOBAL && analysis->options.is_open) {
    inclusion_flow(analysis->system, analysis->unknown, node);
    inclusion_leak(analysis->system, node);
  }
  return node;
}

uint32_t analysis_moved(struct points_to *analysis, uint32_t node,
                        int64_t step, uint64_t stride) {
  if (!node)
    return 0;
  uint32_t moved = inclusion_add_node(analysis->system, false);
  inclusion_shift(analysis->system, node, moved, step, stride);
  return moved;
}

uint32_t analysis_blurred(struct points_to *analysis, uint32_t node) {
  if (!node)
    return 0;
  uint32_t blurred = inclusion_add_node(analysis->system, false);
  inclusion_blur(analysis->system, node, blurred);
  return blurred;
}

// A node that drops UNKNOWN on the way.
static uint32_t without_unknown(struct points_to *analysis, uint32_t node) {
  uint32_t narrow = inclusion_add_node(analysis->system, true);
  inclusion_flow(analysis->system, node, narrow);
  return narrow;
}

static void flow_part(struct points_to *analysis, const struct part *part,
                      uint32_t to) {
  uint32_t from = analysis_value(analysis, part->from);
  if (!from)
    return;
  if (part->loses_unknown)
    from = without_unknown(analysis, from);
  if (part->is_blurred)
    inclusion_blur(analysis->system, from, to);
  else
    inclusion_shift(analysis->system, from, to, part->step, part->stride);
}

static void add_difference(struct points_to *analysis,
                           const struct split *split, uint32_t to) {
  uint32_t from = analysis_value(analysis, split->minuend);
  if (from)
    difference_vec_push(
        &analysis->differences,
        (struct difference){from, analysis_value(analysis, split->subtrahend),
                            to, false});
}

static bool is_exact(const struct part *part) {
  return !part->is_blurred && !part->loses_unknown && !part->step &&
         !part->stride;
}

static uint32_t make_value(struct points_to *analysis, struct term t) {
  struct split split = {0};
  split_term(analysis, t, &split);
  uint32_t node = 0;
  if (split.parts.count == 1 && is_exact(&split.parts.at[0])) {
    node = analysis_value(analysis, split.parts.at[0].from);
  } else if (split.parts.count || !term_is_none(split.minuend)) {
    node = analysis_new_node(analysis,
                             term_width(analysis->program->terms, t));
    for (uint32_t i = 0; i < split.parts.count; i++)
      flow_part(analysis, &split.parts.at[i], node);
    if (!term_is_none(split.minuend))
      add_difference(analysis, &split, node);
  }
  split_release(&split);
  return node;
}

uint32_t analysis_value(struct points_to *analysis, struct term t) {
  const struct term_table *terms = analysis->program->terms;
  if (term_is_none(t) || !sort_is_bits(term_sort(terms, t)) ||
      term_is_literal(terms, t))
    return 0;
  if (term_op(terms, t) == OP_VAR)
    return analysis_variable(analysis,
                             program_variable_of(analysis->program, t));
  const uint32_t *found = number_map_find(&analysis->terms, t.id);
  if (found)
    return *found;
  uint32_t node = make_value(analysis, t);
  number_map_put(&analysis->terms, t.id, node);
  return node;
}

// Differences

// UNKNOWN is not one object: that both may be anywhere says nothing.
static bool share_an_object(const struct points_to *analysis, uint32_t a,
                            uint32_t b) {
  const struct sparse_set *x = inclusion_places(analysis->system, a);
  const struct sparse_set *y = inclusion_places(analysis->system, b);
  struct sparse_set objects = {0};
  bool found = false;
  for (uint32_t p = sparse_set_next(x, 0); p != UINT32_MAX;
       p = sparse_set_next(x, p + 1))
    sparse_set_add(&objects, inclusion_place(analysis->system, p).object);
  sparse_set_remove(&objects, INCLUSION_UNKNOWN);
  for (uint32_t p = sparse_set_next(y, 0); p != UINT32_MAX && !found;
       p = sparse_set_next(y, p + 1))
    found = sparse_set_has(&objects,
                           inclusion_place(analysis->system, p).object);
  sparse_set_release(&objects);
  return found;
}

bool analysis_settle_differences(struct points_to *analysis) {
  bool changed = false;
  for (uint32_t i = 0; i < analysis->differences.count; i++) {
    struct difference *d = &analysis->differences.at[i];
    if (d->is_pointer ||
        sparse_set_is_empty(inclusion_places(analysis->system, d->from)))
      continue;
    if (d->subtracted && share_an_object(analysis, d->from, d->subtracted))
      continue;
    d->is_pointer = true;
    changed = true;
    inclusion_blur(analysis->system, d->from, d->to);
  }
  return changed;
}
