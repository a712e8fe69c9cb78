// From terms to nodes. A value carries pointers if an operand does; how far an
// operator preserves offsets:
//
//   x                       exactly
//   p + 8, p + 24 * i       moved by a constant and multiples of a constant
//   p - q                   an integer, unless they cannot share an object
//   c ? p : q, wide pieces  exactly
//   p & ~7, p ^ q, p / 8    the same objects at any offset
//   comparisons, p % n, floating point, and everything of fewer bits than a
//   pointer has             no pointer
//
// A sum of a pointer and an integer points where the pointer does, whatever the
// integer was made of (C's pointer arithmetic). Which summand is the pointer is
// known from the types of variables; a sum of integers only may point where any
// of them does.
#include "pointsto/analysis.h"
#include "program/initial.h"

// Parts of a term

static void add_part(struct split *split, struct part part) {
  part_vec_push(&split->parts, part);
}

static bool is_narrow(const struct points_to *analysis, struct term t) {
  struct sort sort = term_sort(analysis->program->terms, t);
  return !sort_is_bits(sort) || sort_width(sort) < analysis->word * 8;
}

// What C says about a value.
enum value_class { CLASS_INTEGER, CLASS_UNTYPED };

static enum value_class variable_class(const struct points_to *analysis,
                                       struct term t) {
  const struct program *program = analysis->program;
  struct variable variable = program_variable_of(program, t);
  if (variable_is_none(variable))
    return CLASS_UNTYPED;
  const struct variable_info *info = program_variable(program, variable);
  enum ctype_kind kind = ctype_bare(program->types, info->type)->kind;
  bool is_integer = info->kind != VARIABLE_ADDRESS &&
                    (kind == CTYPE_INT || kind == CTYPE_ENUM ||
                     kind == CTYPE_BOOL || kind == CTYPE_FLOAT);
  return is_integer ? CLASS_INTEGER : CLASS_UNTYPED;
}

static enum value_class value_class(const struct points_to *analysis,
                                    struct term t) {
  switch (term_op(analysis->program->terms, t)) {
  case OP_VAR: return variable_class(analysis, t);
  case OP_ADD:
  case OP_ITE:
  case OP_EXTRACT:
  case OP_CONCAT: return CLASS_UNTYPED;
  default: return CLASS_INTEGER;
  }
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
    divisor =
        common_divisor(divisor_at(terms, term_operand(terms, t, 1), depth - 1),
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
  enum value_class class;
};

VEC_DEFINE(summand_vec, struct summand);

static int64_t signed_value(const struct term_table *terms, struct term t) {
  unsigned width = term_width(terms, t);
  u128 value = term_value(terms, t);
  return width >= 64
             ? (int64_t)(uint64_t)value
             : (int64_t)((uint64_t)value << (64 - width)) >> (64 - width);
}

static void split_summands(const struct points_to *analysis, struct term sum,
                           struct summand_vec *summands, int64_t *constant) {
  const struct term_table *terms = analysis->program->terms;
  for (uint32_t i = 0; i < term_arity(terms, sum); i++) {
    struct term t = term_operand(terms, sum, i);
    struct summand summand = {t, 1, analysis_divisor(terms, t), CLASS_INTEGER};
    if (term_is_const(terms, t)) {
      *constant += signed_value(terms, t);
      continue;
    }
    if (term_op(terms, t) == OP_MUL &&
        term_is_const(terms, term_operand(terms, t, 1))) {
      summand.term = term_operand(terms, t, 0);
      summand.coefficient = signed_value(terms, term_operand(terms, t, 1));
    }
    summand.class = value_class(analysis, summand.term);
    summand_vec_push(summands, summand);
  }
}

// How many summands with the coefficient are of the class, and the last one.
static uint32_t count_summands(const struct summand_vec *summands,
                               int64_t coefficient, enum value_class class,
                               uint32_t *last) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < summands->count; i++)
    if (summands->at[i].coefficient == coefficient &&
        summands->at[i].class == class) {
      count++;
      *last = i;
    }
  return count;
}

static uint64_t stride_of_others(const struct summand_vec *summands,
                                 uint32_t except) {
  uint64_t stride = 0;
  for (uint32_t i = 0; i < summands->count; i++)
    if (i != except)
      stride = common_divisor(stride, summands->at[i].divisor);
  return stride;
}

// The pointer among the summands; without one, all of them.
static void split_sum(const struct points_to *analysis, struct term sum,
                      struct split *split) {
  struct summand_vec summands = {0};
  int64_t constant = 0;
  split_summands(analysis, sum, &summands, &constant);
  uint32_t base = 0, taken = 0;
  uint32_t bases = count_summands(&summands, 1, CLASS_UNTYPED, &base);
  uint32_t subtracted = count_summands(&summands, -1, CLASS_UNTYPED, &taken);
  if (bases == 1 && subtracted == 1) {
    split->minuend = summands.at[base].term;
    split->subtrahend = summands.at[taken].term;
  } else {
    for (uint32_t i = 0; i < summands.count; i++) {
      const struct summand *summand = &summands.at[i];
      bool is_base =
          summand->coefficient == 1 && summand->class == CLASS_UNTYPED;
      bool is_exact =
          (is_base || !bases) && summand->coefficient == 1 && !subtracted;
      if (is_base || !bases)
        add_part(split, (struct part){.from = summand->term,
                                      .step = constant,
                                      .stride = stride_of_others(&summands, i),
                                      .is_blurred = !is_exact});
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
  if (is_narrow(analysis, t))
    return;
  switch (term_op(analysis->program->terms, t)) {
  case OP_ADD: split_sum(analysis, t, split); break;
  case OP_ITE: split_operands(analysis, t, 1, 2, false, split); break;
  case OP_EXTRACT:
  case OP_ZEXT:
  case OP_SEXT: split_operands(analysis, t, 0, 0, false, split); break;
  case OP_CONCAT: split_operands(analysis, t, 0, 1, false, split); break;
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
  case OP_BVNOT:
  case OP_UDIV:
  case OP_SDIV: split_operands(analysis, t, 0, 0, true, split); break;
  case OP_BVAND:
  case OP_BVOR:
  case OP_BVXOR:
  case OP_MUL: split_operands(analysis, t, 0, UINT32_MAX, true, split); break;
  default: break;
  }
}

void split_release(struct split *split) {
  part_vec_release(&split->parts);
}

// Nodes

uint32_t analysis_variable(struct points_to *analysis,
                           struct variable variable) {
  if (variable_is_none(variable))
    return 0;
  const struct program *program = analysis->program;
  struct sort sort = term_sort(program->terms, program_term(program, variable));
  if (!sort_is_bits(sort) || sort_width(sort) < analysis->word * 8)
    return 0;
  if (analysis->variables.count <= variable.id)
    u32_vec_resize(&analysis->variables, program->variables.count);
  uint32_t node = analysis->variables.at[variable.id];
  if (node)
    return node;
  node = inclusion_add_node(analysis->system);
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
  bool is_trusted = (analysis->options.trusts_initial || info->is_hidden) &&
                    initial_variable(program, info);
  if (info->kind == VARIABLE_GLOBAL && analysis->options.is_open &&
      !info->is_fixed && !is_trusted) {
    inclusion_flow(analysis->system, analysis->unknown, node);
    inclusion_leak(analysis->system, node);
  }
  return node;
}

uint32_t analysis_moved(struct points_to *analysis, uint32_t node, int64_t step,
                        uint64_t stride) {
  if (!node)
    return 0;
  uint32_t moved = inclusion_add_node(analysis->system);
  inclusion_shift(analysis->system, node, moved, step, stride);
  return moved;
}

uint32_t analysis_blurred(struct points_to *analysis, uint32_t node) {
  if (!node)
    return 0;
  uint32_t blurred = inclusion_add_node(analysis->system);
  inclusion_blur(analysis->system, node, blurred);
  return blurred;
}

static void flow_part(struct points_to *analysis, const struct part *part,
                      uint32_t to) {
  uint32_t from = analysis_value(analysis, part->from);
  if (!from)
    return;
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
  return !part->is_blurred && !part->step && !part->stride;
}

static uint32_t make_value(struct points_to *analysis, struct term t) {
  struct split split = {0};
  split_term(analysis, t, &split);
  uint32_t node = 0;
  if (split.parts.count == 1 && is_exact(&split.parts.at[0])) {
    node = analysis_value(analysis, split.parts.at[0].from);
  } else if (split.parts.count || !term_is_none(split.minuend)) {
    node = inclusion_add_node(analysis->system);
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
      term_is_literal(terms, t) || is_narrow(analysis, t))
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
    found =
        sparse_set_has(&objects, inclusion_place(analysis->system, p).object);
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
