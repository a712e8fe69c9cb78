// Terms to instructions, in ascending order of handles, without recursion.
//
// Three things keep the code short. Terms over constants (addresses of global
// objects are constants here) are folded. A term that has the same word as its
// operand needs no instruction. In a sum, summands x * -1 and x * c become
// subtractions and scaled additions when nobody else uses the product.
#include "run/expression.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"

enum { NO_WORD = UINT32_MAX, LARGEST_SCALE = UINT16_MAX };

static struct node *node_of(const struct builder *builder, struct term t) {
  return &builder->nodes[t.id];
}

// What the term's operands read as: the shared register's owner.
static struct node *owner_of(const struct builder *builder, struct term t) {
  struct node *node = node_of(builder, t);
  while (node->alias)
    node = &builder->nodes[node->alias];
  return node;
}

struct operand builder_operand(const struct builder *builder, struct term t) {
  const struct node *node = node_of(builder, t);
  CHECK(node->stamp == builder->stamp, "operand of a term not computed");
  return node->operand;
}

struct term expression_source(const struct builder *builder, struct term t) {
  const struct node *owner = owner_of(builder, t);
  struct term source = {(uint32_t)(owner - builder->nodes)};
  return term_op(builder->terms, source) == OP_VAR ? source : (struct term){0};
}

// Collecting

static void reserve_nodes(struct builder *builder) {
  uint32_t count = term_count(builder->terms) + 1;
  if (count <= builder->node_capacity)
    return;
  count += count / 2;
  builder->nodes = memory_resize(builder->nodes, count * sizeof(struct node));
  memset(builder->nodes + builder->node_capacity, 0,
         (count - builder->node_capacity) * sizeof(struct node));
  builder->node_capacity = count;
}

static bool is_new(struct builder *builder, struct term t) {
  struct node *node = node_of(builder, t);
  if (node->stamp == builder->stamp)
    return false;
  *node = (struct node){.stamp = builder->stamp};
  return true;
}

static int compare_ids(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

// All terms below the roots that have no value yet, operands first, with the
// number of their uses. `order` doubles as the work list: a term's operands
// are pushed when the term is reached.
static void collect(struct builder *builder, const struct term *roots,
                    uint32_t count) {
  struct u32_vec *order = &builder->order;
  u32_vec_clear(order);
  reserve_nodes(builder);
  for (uint32_t i = 0; i < count; i++) {
    if (is_new(builder, roots[i]))
      u32_vec_push(order, roots[i].id);
    node_of(builder, roots[i])->uses++;
  }
  for (uint32_t i = 0; i < order->count; i++) {
    struct term t = {order->at[i]};
    uint32_t arity = term_arity(builder->terms, t);
    for (uint32_t k = 0; k < arity; k++) {
      struct term operand = term_operand(builder->terms, t, k);
      if (is_new(builder, operand))
        u32_vec_push(order, operand.id);
      node_of(builder, operand)->uses++;
    }
  }
  qsort(order->at, order->count, sizeof *order->at, compare_ids);
}

// Folding products into sums

static bool is_constant_term(const struct builder *builder, struct term t) {
  return term_is_literal(builder->terms, t);
}

static bool is_scale(const struct builder *builder, struct term factor,
                     unsigned width) {
  if (!is_constant_term(builder, factor))
    return false;
  u128 value = term_value(builder->terms, factor);
  return value == bits_mask(width) || (width == 64 && value <= LARGEST_SCALE);
}

static bool is_used_once(const struct builder *builder, struct term t) {
  return node_of(builder, t)->uses == 1;
}

static void fold_summand(struct builder *builder, struct term summand,
                         uint32_t reader) {
  unsigned width = builder_width(builder, summand);
  if (term_op(builder->terms, summand) != OP_MUL || width > 64 ||
      !is_used_once(builder, summand) ||
      !is_scale(builder, term_operand(builder->terms, summand, 1), width))
    return;
  struct node *product = node_of(builder, summand);
  product->is_folded = true;
  product->reader = reader;
  struct term factor = term_operand(builder->terms, summand, 0);
  if (width == 64 && term_op(builder->terms, factor) == OP_SEXT &&
      builder_width(builder, term_operand(builder->terms, factor, 0)) == 32 &&
      is_used_once(builder, factor) &&
      term_value(builder->terms, term_operand(builder->terms, summand, 1)) <=
          LARGEST_SCALE) {
    node_of(builder, factor)->is_folded = true;
    node_of(builder, factor)->reader = reader;
  }
}

static void fold_products(struct builder *builder) {
  for (uint32_t i = builder->order.count; i-- > 0;) {
    struct term t = {builder->order.at[i]};
    struct node *node = node_of(builder, t);
    if (!node->is_folded)
      node->reader = i;
    if (term_op(builder->terms, t) != OP_ADD)
      continue;
    uint32_t arity = term_arity(builder->terms, t);
    for (uint32_t k = 0; k < arity; k++)
      fold_summand(builder, term_operand(builder->terms, t, k), i);
  }
}

// Instruction choice

struct opcode_pair {
  uint16_t registers; // d := a op b
  uint16_t constant;  // d := a op k
};

static const struct opcode_pair binary_opcodes[OP_COUNT] = {
    [OP_ADD] = {CODE_ADD, CODE_ADD_K},
    [OP_MUL] = {CODE_MUL, CODE_MUL_K},
    [OP_UDIV] = {CODE_UDIV, CODE_UDIV_K},
    [OP_SDIV] = {CODE_SDIV, CODE_SDIV_K},
    [OP_UREM] = {CODE_UREM, CODE_UREM_K},
    [OP_SREM] = {CODE_SREM, CODE_SREM_K},
    [OP_BVAND] = {CODE_AND, CODE_AND_K},
    [OP_BVOR] = {CODE_OR, CODE_OR_K},
    [OP_BVXOR] = {CODE_XOR, CODE_XOR_K},
    [OP_AND] = {CODE_AND, CODE_AND_K},
    [OP_OR] = {CODE_OR, CODE_OR_K},
    [OP_SHL] = {CODE_SHL, CODE_SHL_K},
    [OP_LSHR] = {CODE_LSHR, CODE_LSHR_K},
    [OP_ASHR] = {CODE_ASHR, CODE_ASHR_K},
    [OP_EQ] = {CODE_EQ, CODE_EQ_K},
    [OP_ULT] = {CODE_ULT, CODE_ULT_K},
    [OP_ULE] = {CODE_ULE, CODE_ULE_K},
    [OP_SLT] = {CODE_SLT, CODE_SLT_K},
    [OP_SLE] = {CODE_SLE, CODE_SLE_K},
};

// k op a as a op' k
static const uint16_t swapped_opcodes[OP_COUNT] = {
    [OP_EQ] = CODE_EQ_K,     [OP_ULT] = CODE_UGT_K,   [OP_ULE] = CODE_UGE_K,
    [OP_SLT] = CODE_SGT_K,   [OP_SLE] = CODE_SGE_K,   [OP_MUL] = CODE_MUL_K,
    [OP_BVAND] = CODE_AND_K, [OP_BVOR] = CODE_OR_K,   [OP_BVXOR] = CODE_XOR_K,
    [OP_AND] = CODE_AND_K,   [OP_OR] = CODE_OR_K,
};

static const uint16_t float32_opcodes[OP_COUNT] = {
    [OP_FADD] = CODE_FADD32, [OP_FSUB] = CODE_FSUB32, [OP_FMUL] = CODE_FMUL32,
    [OP_FDIV] = CODE_FDIV32, [OP_FEQ] = CODE_FEQ32,   [OP_FLT] = CODE_FLT32,
    [OP_FLE] = CODE_FLE32,
};

static const uint16_t float64_opcodes[OP_COUNT] = {
    [OP_FADD] = CODE_FADD64, [OP_FSUB] = CODE_FSUB64, [OP_FMUL] = CODE_FMUL64,
    [OP_FDIV] = CODE_FDIV64, [OP_FEQ] = CODE_FEQ64,   [OP_FLT] = CODE_FLT64,
    [OP_FLE] = CODE_FLE64,
};

static enum instruction_op for_width(enum instruction_op op, unsigned width) {
  if (width != 32)
    return op;
  switch (op) {
  case CODE_ADD: return CODE_ADD32;
  case CODE_ADD_K: return CODE_ADD32_K;
  case CODE_SUB: return CODE_SUB32;
  case CODE_MUL: return CODE_MUL32;
  case CODE_MUL_K: return CODE_MUL32_K;
  default: return op;
  }
}

// Emission of one term

// The term being emitted and the register it should go to, if any.
struct target {
  struct term term;
  unsigned width;
  uint32_t hint;
};

static uint32_t result_word(struct builder *builder,
                            const struct target *target) {
  if (target->hint != NO_WORD)
    return target->hint;
  node_of(builder, target->term)->is_temporary = true;
  return builder_temporary(builder, target->width).word;
}

static void set_register(struct builder *builder, const struct target *target,
                         uint32_t word) {
  node_of(builder, target->term)->operand = (struct operand){
      .is_constant = false, .width = target->width, .word = word};
}

static void set_constant(struct builder *builder, const struct target *target,
                         u128 value) {
  node_of(builder, target->term)->operand =
      (struct operand){.is_constant = true,
                       .width = target->width,
                       .value = bits_truncate(value, target->width)};
}

// The term has its operand's word: whoever uses it uses the operand.
static void set_alias(struct builder *builder, const struct target *target,
                      struct term operand) {
  struct node *node = node_of(builder, target->term);
  struct node *owner = owner_of(builder, operand);
  node->alias = operand.id;
  owner->uses += node->uses;
  node->operand = node_of(builder, operand)->operand;
  node->operand.width = target->width;
}

// One use of the term has been emitted.
static void consume(struct builder *builder, struct term t) {
  struct node *node = owner_of(builder, t);
  CHECK(node->uses > 0, "a term is used more often than counted");
  if (--node->uses || !node->is_temporary || node->operand.is_constant)
    return;
  u32_vec_push(node->operand.width > 64 ? &builder->free_pairs
                                        : &builder->free_words,
               node->operand.word);
}

static struct term operand_term(const struct builder *builder,
                                struct term t, uint32_t index) {
  return term_operand(builder->terms, t, index);
}

static const struct operand *value_of(const struct builder *builder,
                                      struct term t) {
  return &node_of(builder, t)->operand;
}

// The operand in a register; a constant is put into a temporary, which stays
// taken until the edge ends.
static uint32_t word_of(struct builder *builder, struct term t) {
  return builder_register(builder, t).word;
}

static void emit_general(struct builder *builder, const struct target *target,
                         enum term_op op, unsigned low) {
  struct general general = {
      .op = op, .result_width = target->width, .low = low};
  uint32_t arity = term_arity(builder->terms, target->term);
  CHECK(arity <= 2, "operator %s with %u operands", term_op_name(op), arity);
  general.a = builder_register(builder, operand_term(builder, target->term, 0));
  if (arity == 2)
    general.b =
        builder_register(builder, operand_term(builder, target->term, 1));
  uint32_t index = general_vec_push(&builder->generals, general);
  uint32_t word = result_word(builder, target);
  builder_emit(builder, CODE_GENERAL, 0, word, index, 0);
  set_register(builder, target, word);
}

static bool is_shift(enum term_op op) {
  return op == OP_SHL || op == OP_LSHR || op == OP_ASHR;
}

static void emit_binary(struct builder *builder, const struct target *target,
                        enum term_op op) {
  struct term a = operand_term(builder, target->term, 0);
  struct term b = operand_term(builder, target->term, 1);
  const struct operand *x = value_of(builder, a), *y = value_of(builder, b);
  unsigned width = x->width;
  unsigned aux = 64 - width;
  struct opcode_pair pair = binary_opcodes[op];
  bool constant_fits = !is_shift(op) || (y->is_constant && y->value < width);
  uint32_t word;
  if (y->is_constant && constant_fits) {
    uint32_t k = builder_constant(builder, (uint64_t)y->value);
    uint32_t left = word_of(builder, a);
    word = result_word(builder, target);
    builder_emit(builder, for_width(pair.constant, width), aux, word, left, k);
  } else if (x->is_constant && swapped_opcodes[op]) {
    uint32_t k = builder_constant(builder, (uint64_t)x->value);
    uint32_t right = word_of(builder, b);
    word = result_word(builder, target);
    builder_emit(builder, for_width(swapped_opcodes[op], width), aux, word,
                 right, k);
  } else {
    uint32_t left = word_of(builder, a), right = word_of(builder, b);
    word = result_word(builder, target);
    builder_emit(builder, for_width(pair.registers, width), aux, word, left,
                 right);
  }
  set_register(builder, target, word);
}

static void emit_unary_constant(struct builder *builder,
                                const struct target *target,
                                enum instruction_op op, struct term a,
                                uint64_t k) {
  uint32_t from = word_of(builder, a);
  uint32_t word = result_word(builder, target);
  builder_emit(builder, op, 0, word, from, builder_constant(builder, k));
  set_register(builder, target, word);
}

// Sums and n-ary Boolean operators: a chain of instructions on one register.

struct link {
  enum instruction_op op;
  unsigned aux;
  uint32_t b;
};

VEC_DEFINE(link_vec, struct link);

// Emits the links after a first value. Only the last may write the hinted
// register, which an earlier link's operand may still need.
static void emit_chain(struct builder *builder, const struct target *target,
                       uint32_t first, const struct link_vec *chain) {
  uint32_t accumulator = first;
  uint32_t scratch = NO_WORD;
  for (uint32_t i = 0; i < chain->count; i++) {
    const struct link *link = &chain->at[i];
    uint32_t to;
    if (i + 1 == chain->count) {
      to = result_word(builder, target);
    } else {
      if (scratch == NO_WORD)
        scratch = builder_temporary(builder, 64).word;
      to = scratch;
    }
    builder_emit(builder, link->op, link->aux, to, accumulator, link->b);
    accumulator = to;
  }
  if (scratch != NO_WORD)
    u32_vec_push(&builder->free_words, scratch);
  set_register(builder, target, accumulator);
}

static void emit_connective(struct builder *builder,
                            const struct target *target, enum term_op op) {
  struct link_vec chain = {0};
  uint32_t arity = term_arity(builder->terms, target->term);
  uint32_t first = word_of(builder, operand_term(builder, target->term, 0));
  for (uint32_t i = 1; i < arity; i++) {
    uint32_t b = word_of(builder, operand_term(builder, target->term, i));
    link_vec_push(&chain,
                  (struct link){binary_opcodes[op].registers, 63, b});
  }
  emit_chain(builder, target, first, &chain);
  link_vec_release(&chain);
}

struct sum {
  u128 constant;
  struct term first; // a summand to start with, or none
  struct link_vec chain;
};

static struct link scaled_link(struct builder *builder, struct term product) {
  struct term factor = operand_term(builder, product, 0);
  u128 scale = term_value(builder->terms, operand_term(builder, product, 1));
  unsigned width = builder_width(builder, product);
  if (scale > LARGEST_SCALE || width != 64)
    return (struct link){for_width(CODE_SUB, width), 64 - width,
                         word_of(builder, factor)};
  if (node_of(builder, factor)->is_folded)
    return (struct link){CODE_INDEX_SEXT32, (unsigned)scale,
                         word_of(builder, operand_term(builder, factor, 0))};
  return (struct link){CODE_INDEX, (unsigned)scale, word_of(builder, factor)};
}

static void add_summand(struct builder *builder, struct sum *sum,
                        struct term summand, unsigned width) {
  const struct node *node = node_of(builder, summand);
  if (node->is_folded)
    link_vec_push(&sum->chain, scaled_link(builder, summand));
  else if (node->operand.is_constant)
    sum->constant += node->operand.value;
  else if (term_is_none(sum->first))
    sum->first = summand;
  else
    link_vec_push(&sum->chain,
                  (struct link){for_width(CODE_ADD, width), 64 - width,
                                word_of(builder, summand)});
}

static bool is_index(enum instruction_op op) {
  return op == CODE_INDEX || op == CODE_INDEX_SEXT32;
}

// Starts a sum without a plain summand: from the constant, together with the
// first scaled index if there is one.
static void start_sum(struct builder *builder, struct sum *sum, uint32_t word) {
  struct link *link = &sum->chain.at[0];
  uint64_t constant = (uint64_t)sum->constant;
  sum->constant = 0;
  if (!is_index(link->op)) {
    builder_emit_word(builder, CODE_CONST, word, constant);
    return;
  }
  builder_emit(builder,
               link->op == CODE_INDEX ? CODE_INDEX_K : CODE_INDEX_SEXT32_K,
               link->aux, word, builder_constant(builder, constant), link->b);
  memmove(link, link + 1, --sum->chain.count * sizeof *link);
}

static void emit_summands(struct builder *builder, const struct target *target,
                          struct sum *sum) {
  uint32_t first;
  if (!term_is_none(sum->first)) {
    first = word_of(builder, sum->first);
  } else if (sum->chain.count == 1 && is_index(sum->chain.at[0].op)) {
    uint32_t word = result_word(builder, target);
    start_sum(builder, sum, word);
    set_register(builder, target, word);
    return;
  } else {
    first = builder_temporary(builder, 64).word;
    start_sum(builder, sum, first);
  }
  if (sum->constant || !sum->chain.count)
    link_vec_push(
        &sum->chain,
        (struct link){for_width(CODE_ADD_K, target->width), 64 - target->width,
                      builder_constant(builder, (uint64_t)sum->constant)});
  emit_chain(builder, target, first, &sum->chain);
}

static void emit_sum(struct builder *builder, const struct target *target) {
  struct sum sum = {0};
  uint32_t arity = term_arity(builder->terms, target->term);
  for (uint32_t i = 0; i < arity; i++)
    add_summand(builder, &sum, operand_term(builder, target->term, i),
                target->width);
  sum.constant = bits_truncate(sum.constant, target->width);
  emit_summands(builder, target, &sum);
  link_vec_release(&sum.chain);
}

static void emit_ite(struct builder *builder, const struct target *target) {
  struct term condition = operand_term(builder, target->term, 0);
  struct term then = operand_term(builder, target->term, 1);
  struct term otherwise = operand_term(builder, target->term, 2);
  const struct operand *x = value_of(builder, then);
  const struct operand *y = value_of(builder, otherwise);
  bool is_wide = target->width > 64;
  if (!is_wide && x->is_constant && y->is_constant && y->value == 0 &&
      x->value == 1) {
    set_alias(builder, target, condition);
    return;
  }
  uint32_t c = word_of(builder, condition);
  uint32_t a = word_of(builder, then), b = word_of(builder, otherwise);
  // Not into the hinted register, which may be one of the operands.
  struct target own = {target->term, target->width, NO_WORD};
  uint32_t word = result_word(builder, &own);
  builder_emit(builder, is_wide ? CODE_MOVE_WIDE : CODE_MOVE, 0, word, b, 0);
  builder_emit(builder, is_wide ? CODE_MOVE_IF_WIDE : CODE_MOVE_IF, 0, word, a,
               c);
  set_register(builder, target, word);
}

static void emit_extract(struct builder *builder,
                         const struct target *target) {
  struct term a = operand_term(builder, target->term, 0);
  unsigned low = term_extract_low(builder->terms, target->term);
  unsigned from = value_of(builder, a)->width;
  bool crosses = low < 64 && low + target->width > 64;
  if (crosses && from > 64) {
    emit_general(builder, target, OP_EXTRACT, low);
    return;
  }
  uint32_t from_word = word_of(builder, a) + low / 64;
  uint32_t word = result_word(builder, target);
  builder_emit(builder, CODE_EXTRACT, 64 - target->width, word, from_word,
               low % 64);
  set_register(builder, target, word);
}

static void emit_sign_extension(struct builder *builder,
                                const struct target *target) {
  struct term a = operand_term(builder, target->term, 0);
  unsigned from = value_of(builder, a)->width;
  uint32_t from_word = word_of(builder, a);
  uint32_t word = result_word(builder, target);
  bool is_common = from == 32 && target->width == 64;
  builder_emit(builder, is_common ? CODE_SEXT32TO64 : CODE_SEXT, 64 - from,
               word, from_word, 64 - target->width);
  set_register(builder, target, word);
}

static void emit_concat(struct builder *builder, const struct target *target) {
  struct term high = operand_term(builder, target->term, 0);
  struct term low = operand_term(builder, target->term, 1);
  uint32_t a = word_of(builder, high), b = word_of(builder, low);
  uint32_t word = result_word(builder, target);
  builder_emit(builder, CODE_CONCAT, value_of(builder, low)->width, word, a, b);
  set_register(builder, target, word);
}

// An operator on up to 64 bits, operands not all constant.
static void emit_narrow(struct builder *builder, const struct target *target,
                        enum term_op op) {
  struct term a = operand_term(builder, target->term, 0);
  unsigned width = value_of(builder, a)->width;
  const uint16_t *floats = width == 32   ? float32_opcodes
                           : width == 64 ? float64_opcodes
                                         : NULL;
  if (floats && floats[op]) {
    uint32_t x = word_of(builder, a);
    uint32_t y = word_of(builder, operand_term(builder, target->term, 1));
    uint32_t word = result_word(builder, target);
    builder_emit(builder, floats[op], 0, word, x, y);
    set_register(builder, target, word);
    return;
  }
  switch (op) {
  case OP_NOT:
    emit_unary_constant(builder, target, CODE_XOR_K, a, 1);
    return;
  case OP_BVNOT:
    emit_unary_constant(builder, target, CODE_XOR_K, a,
                        (uint64_t)bits_mask(width));
    return;
  case OP_ADD: emit_sum(builder, target); return;
  case OP_AND:
  case OP_OR: emit_connective(builder, target, op); return;
  case OP_ITE: emit_ite(builder, target); return;
  case OP_ZEXT: set_alias(builder, target, a); return;
  case OP_SEXT: emit_sign_extension(builder, target); return;
  case OP_EXTRACT: emit_extract(builder, target); return;
  case OP_CONCAT: emit_concat(builder, target); return;
  default:
    if (binary_opcodes[op].registers)
      emit_binary(builder, target, op);
    else
      emit_general(builder, target, op, 0);
  }
}

static void emit_wide(struct builder *builder, const struct target *target,
                      enum term_op op) {
  switch (op) {
  case OP_ITE: emit_ite(builder, target); return;
  case OP_EXTRACT:
    if (target->width <= 64)
      emit_extract(builder, target);
    else
      emit_general(builder, target, op,
                   term_extract_low(builder->terms, target->term));
    return;
  default: emit_general(builder, target, op, 0);
  }
}

// Wide sums have any number of summands: a chain of general operators.
static void emit_wide_sum(struct builder *builder,
                          const struct target *target) {
  uint32_t arity = term_arity(builder->terms, target->term);
  struct slot sum =
      builder_register(builder, operand_term(builder, target->term, 0));
  uint32_t word = builder_temporary(builder, target->width).word;
  node_of(builder, target->term)->is_temporary = true;
  for (uint32_t i = 1; i < arity; i++) {
    struct term b = operand_term(builder, target->term, i);
    struct general general = {.op = OP_ADD,
                              .a = sum,
                              .b = builder_register(builder, b),
                              .result_width = target->width};
    uint32_t index = general_vec_push(&builder->generals, general);
    builder_emit(builder, CODE_GENERAL, 0, word, index, 0);
    sum.word = word;
  }
  set_register(builder, target, word);
}

// Constants

u128 general_value(const struct general *general, u128 a, u128 b) {
  unsigned width = general->a.width;
  switch (general->op) {
  case OP_NOT: return !a;
  case OP_AND: return a & b;
  case OP_OR: return a | b;
  case OP_EQ: return a == b;
  case OP_EXTRACT: return bits_truncate(a >> general->low,
                                        general->result_width);
  case OP_CONCAT: return a << general->b.width | b;
  default: break;
  }
  switch (term_op_class(general->op)) {
  case OP_CLASS_COMPARE: return bits_compare(general->op, width, a, b);
  case OP_CLASS_UNARY: return bits_unary(general->op, width, a);
  case OP_CLASS_BINARY: return bits_binary(general->op, width, a, b);
  case OP_CLASS_CONVERT:
    return bits_convert(general->op, width, general->result_width, a);
  default: BUG("operator %s has no value", term_op_name(general->op));
  }
}

static bool has_constant_operands(const struct builder *builder,
                                  struct term t) {
  uint32_t arity = term_arity(builder->terms, t);
  for (uint32_t i = 0; i < arity; i++) {
    const struct node *node =
        node_of(builder, operand_term(builder, t, i));
    if (node->is_folded || !node->operand.is_constant)
      return false;
  }
  return true;
}

static u128 fold(const struct builder *builder, const struct target *target,
                 enum term_op op) {
  uint32_t arity = term_arity(builder->terms, target->term);
  const struct operand *a =
      value_of(builder, operand_term(builder, target->term, 0));
  if (op == OP_ITE)
    return value_of(builder,
                    operand_term(builder, target->term, a->value ? 1 : 2))
        ->value;
  u128 value = a->value;
  struct general general = {
      .op = op, .a = {0, a->width}, .result_width = target->width};
  if (op == OP_EXTRACT)
    general.low = term_extract_low(builder->terms, target->term);
  if (arity == 1)
    return general_value(&general, value, 0);
  for (uint32_t i = 1; i < arity; i++) {
    const struct operand *b =
        value_of(builder, operand_term(builder, target->term, i));
    general.b.width = b->width;
    value = general_value(&general, value, b->value);
  }
  return value;
}

// Leaves

bool builder_static_address(const struct builder *builder, struct term t,
                            uint64_t *address) {
  if (term_op(builder->terms, t) != OP_VAR)
    return false;
  const struct variable_info *info = program_variable(
      builder->program, program_variable_of(builder->program, t));
  if (info->kind != VARIABLE_ADDRESS)
    return false;
  const struct space_object *object =
      builder->environment->objects[info->object.id];
  if (!object)
    return false;
  *address = object->base;
  return true;
}

static void emit_global(struct builder *builder, const struct target *target,
                        struct variable variable) {
  struct slot global = builder->environment->globals[variable.id];
  struct target own = {target->term, target->width, NO_WORD};
  uint32_t word = result_word(builder, &own);
  builder_emit(builder, CODE_GLOBAL_GET, 0, word, global.word, 0);
  if (target->width > 64)
    builder_emit(builder, CODE_GLOBAL_GET, 0, word + 1, global.word + 1, 0);
  set_register(builder, target, word);
}

static void emit_variable(struct builder *builder,
                          const struct target *target) {
  struct variable variable =
      program_variable_of(builder->program, target->term);
  const struct variable_info *info =
      program_variable(builder->program, variable);
  uint64_t address;
  if (builder_static_address(builder, target->term, &address)) {
    set_constant(builder, target, address);
  } else if (info->kind == VARIABLE_GLOBAL) {
    emit_global(builder, target, variable);
  } else if (info->kind == VARIABLE_ADDRESS &&
             program_object(builder->program, info->object)->kind !=
                 OBJECT_FRAME) {
    struct target own = {target->term, target->width, NO_WORD};
    uint32_t word = result_word(builder, &own);
    builder_emit(builder, CODE_THREAD_LOCAL, 0, word, info->object.id, 0);
    set_register(builder, target, word);
  } else {
    set_register(builder, target, builder->code->variables[info->slot].word);
  }
}

static bool is_narrow(const struct builder *builder,
                      const struct target *target) {
  uint32_t arity = term_arity(builder->terms, target->term);
  for (uint32_t i = 0; i < arity; i++)
    if (builder_width(builder, operand_term(builder, target->term, i)) > 64)
      return false;
  return target->width <= 64;
}

static void emit_term(struct builder *builder, const struct target *target) {
  enum term_op op = term_op(builder->terms, target->term);
  if (op == OP_VAR) {
    emit_variable(builder, target);
  } else if (is_constant_term(builder, target->term)) {
    set_constant(builder, target, term_value(builder->terms, target->term));
  } else if (has_constant_operands(builder, target->term)) {
    set_constant(builder, target, fold(builder, target, op));
  } else if (is_narrow(builder, target)) {
    emit_narrow(builder, target, op);
  } else if (op == OP_ADD) {
    emit_wide_sum(builder, target);
  } else {
    emit_wide(builder, target, op);
  }
}

// The uses that the term made of its operands, and those of folded operands.
static void consume_operands(struct builder *builder, struct term t) {
  uint32_t arity = term_arity(builder->terms, t);
  for (uint32_t i = 0; i < arity; i++) {
    struct term operand = operand_term(builder, t, i);
    if (!node_of(builder, operand)->is_folded) {
      consume(builder, operand);
      continue;
    }
    struct term factor = operand_term(builder, operand, 0);
    if (node_of(builder, factor)->is_folded)
      consume(builder, operand_term(builder, factor, 0));
    else
      consume(builder, factor);
  }
}

// Hints

// The last position at which the old value of a register is read. Aliases are
// not known before emission, so every operator that may be one counts as one,
// which is only more careful.
static bool may_alias(enum term_op op) {
  return op == OP_ZEXT || op == OP_ITE;
}

struct reads {
  struct u32_vec last; // by position in the order: last reader, transitively
};

static uint32_t position_of(const struct builder *builder, struct term t) {
  const uint32_t *found =
      bsearch(&t.id, builder->order.at, builder->order.count,
              sizeof *builder->order.at, compare_ids);
  return found ? (uint32_t)(found - builder->order.at) : UINT32_MAX;
}

static void find_last_reads(const struct builder *builder,
                            const struct term *roots, uint32_t count,
                            struct reads *reads) {
  u32_vec_resize(&reads->last, builder->order.count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at = position_of(builder, roots[i]);
    if (at != UINT32_MAX)
      reads->last.at[at] = UINT32_MAX;
  }
  for (uint32_t i = builder->order.count; i-- > 0;) {
    struct term t = {builder->order.at[i]};
    uint32_t arity = term_arity(builder->terms, t);
    uint32_t read = node_of(builder, t)->reader;
    if (may_alias(term_op(builder->terms, t)) && reads->last.at[i] > read)
      read = reads->last.at[i];
    for (uint32_t k = 0; k < arity; k++) {
      uint32_t at = position_of(builder, operand_term(builder, t, k));
      if (at != UINT32_MAX && reads->last.at[at] < read)
        reads->last.at[at] = read;
    }
  }
}

// True if nothing emitted after the position reads what the variable holds
// before.
static bool is_free_after(const struct builder *builder,
                          const struct reads *reads, struct term variable,
                          uint32_t position) {
  uint32_t at = position_of(builder, variable);
  return at == UINT32_MAX || reads->last.at[at] <= position;
}

// hint_words[i] is the register that the i-th term of the order goes to.
static void place_hints(const struct builder *builder,
                        const struct term *roots, uint32_t count,
                        const struct builder_hint *hints, uint32_t hint_count,
                        struct u32_vec *hint_words) {
  struct reads reads = {0};
  if (hint_count)
    find_last_reads(builder, roots, count, &reads);
  for (uint32_t i = 0; i < hint_count; i++) {
    uint32_t at = position_of(builder, hints[i].term);
    if (at == UINT32_MAX || hint_words->at[at] != NO_WORD ||
        node_of(builder, hints[i].term)->is_folded ||
        !is_free_after(builder, &reads, hints[i].variable, at))
      continue;
    hint_words->at[at] = hints[i].word;
  }
  u32_vec_release(&reads.last);
}

void expression_compute(struct builder *builder, const struct term *roots,
                        uint32_t count, const struct builder_hint *hints,
                        uint32_t hint_count) {
  struct u32_vec hint_words = {0};
  builder->stamp++;
  collect(builder, roots, count);
  fold_products(builder);
  u32_vec_resize(&hint_words, builder->order.count);
  for (uint32_t i = 0; i < hint_words.count; i++)
    hint_words.at[i] = NO_WORD;
  place_hints(builder, roots, count, hints, hint_count, &hint_words);
  for (uint32_t i = 0; i < builder->order.count; i++) {
    struct term t = {builder->order.at[i]};
    if (node_of(builder, t)->is_folded)
      continue;
    struct target target = {t, builder_width(builder, t), hint_words.at[i]};
    emit_term(builder, &target);
    consume_operands(builder, t);
  }
  u32_vec_release(&hint_words);
}
