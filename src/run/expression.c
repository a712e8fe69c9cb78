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
#include "run/plan.h"

// What the term's operands read as: the shared register's owner.
static struct node *owner_of(const struct builder *builder, struct term t) {
  struct node *node = node_of(builder, t);
  while (node->alias)
    node = &builder->scratch->nodes[node->alias];
  return node;
}

struct operand builder_operand(const struct builder *builder, struct term t) {
  const struct node *node = node_of(builder, t);
  CHECK(node->stamp == builder->scratch->stamp,
        "operand of a term not computed");
  return node->operand;
}

struct term expression_source(const struct builder *builder, struct term t) {
  const struct node *owner = owner_of(builder, t);
  struct term source = {(uint32_t)(owner - builder->scratch->nodes)};
  return term_op(builder->terms, source) == OP_VAR ? source : (struct term){0};
}

// Instruction choice

struct opcode_pair {
  uint16_t registers; // d := a op b
  uint16_t constant;  // d := a op k
};

static const struct opcode_pair binary_opcodes[OP_COUNT] = {
    [OP_ADD] = {CODE_ADD, CODE_ADD_K},    [OP_MUL] = {CODE_MUL, CODE_MUL_K},
    [OP_UDIV] = {CODE_UDIV, CODE_UDIV_K}, [OP_SDIV] = {CODE_SDIV, CODE_SDIV_K},
    [OP_UREM] = {CODE_UREM, CODE_UREM_K}, [OP_SREM] = {CODE_SREM, CODE_SREM_K},
    [OP_BVAND] = {CODE_AND, CODE_AND_K},  [OP_BVOR] = {CODE_OR, CODE_OR_K},
    [OP_BVXOR] = {CODE_XOR, CODE_XOR_K},  [OP_AND] = {CODE_AND, CODE_AND_K},
    [OP_OR] = {CODE_OR, CODE_OR_K},       [OP_SHL] = {CODE_SHL, CODE_SHL_K},
    [OP_LSHR] = {CODE_LSHR, CODE_LSHR_K}, [OP_ASHR] = {CODE_ASHR, CODE_ASHR_K},
    [OP_EQ] = {CODE_EQ, CODE_EQ_K},       [OP_ULT] = {CODE_ULT, CODE_ULT_K},
    [OP_ULE] = {CODE_ULE, CODE_ULE_K},    [OP_SLT] = {CODE_SLT, CODE_SLT_K},
    [OP_SLE] = {CODE_SLE, CODE_SLE_K},
};

// k op a as a op' k
static const uint16_t swapped_opcodes[OP_COUNT] = {
    [OP_EQ] = CODE_EQ_K,     [OP_ULT] = CODE_UGT_K, [OP_ULE] = CODE_UGE_K,
    [OP_SLT] = CODE_SGT_K,   [OP_SLE] = CODE_SGE_K, [OP_MUL] = CODE_MUL_K,
    [OP_BVAND] = CODE_AND_K, [OP_BVOR] = CODE_OR_K, [OP_BVXOR] = CODE_XOR_K,
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
  if (target->hint != BUILDER_NO_WORD)
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

static struct term operand_term(const struct builder *builder, struct term t,
                                uint32_t index) {
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
  uint32_t scratch = BUILDER_NO_WORD;
  for (uint32_t i = 0; i < chain->count; i++) {
    const struct link *link = &chain->at[i];
    uint32_t to;
    if (i + 1 == chain->count) {
      to = result_word(builder, target);
    } else {
      if (scratch == BUILDER_NO_WORD)
        scratch = builder_temporary(builder, 64).word;
      to = scratch;
    }
    builder_emit(builder, link->op, link->aux, to, accumulator, link->b);
    accumulator = to;
  }
  if (scratch != BUILDER_NO_WORD)
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
    link_vec_push(&chain, (struct link){binary_opcodes[op].registers, 63, b});
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
  if (scale > PLAN_LARGEST_SCALE || width != 64)
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
  struct target own = {target->term, target->width, BUILDER_NO_WORD};
  uint32_t word = result_word(builder, &own);
  builder_emit(builder, is_wide ? CODE_MOVE_WIDE : CODE_MOVE, 0, word, b, 0);
  builder_emit(builder, is_wide ? CODE_MOVE_IF_WIDE : CODE_MOVE_IF, 0, word, a,
               c);
  set_register(builder, target, word);
}

static void emit_extract(struct builder *builder, const struct target *target) {
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
  case OP_NOT: emit_unary_constant(builder, target, CODE_XOR_K, a, 1); return;
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
  case OP_EXTRACT:
    return bits_truncate(a >> general->low, general->result_width);
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
    const struct node *node = node_of(builder, operand_term(builder, t, i));
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
  struct target own = {target->term, target->width, BUILDER_NO_WORD};
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
    struct target own = {target->term, target->width, BUILDER_NO_WORD};
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

static void emit_select(struct builder *builder, const struct target *target) {
  struct term array = operand_term(builder, target->term, 0);
  CHECK(term_op(builder->terms, array) == OP_VAR,
        "an element of an array that is no variable");
  uint32_t a = word_of(builder, array);
  uint32_t b = word_of(builder, operand_term(builder, target->term, 1));
  uint32_t word = result_word(builder, target);
  builder_emit(builder, CODE_ARRAY_GET, target->width, word, a, b);
  set_register(builder, target, word);
}

static void emit_term(struct builder *builder, const struct target *target) {
  enum term_op op = term_op(builder->terms, target->term);
  if (op == OP_VAR) {
    emit_variable(builder, target);
  } else if (op == OP_SELECT) {
    emit_select(builder, target);
  } else if (term_is_literal(builder->terms, target->term)) {
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

void expression_compute(struct builder *builder, const struct term *roots,
                        uint32_t count, const struct builder_hint *hints,
                        uint32_t hint_count) {
  struct u32_vec words = {0};
  plan_terms(builder, roots, count);
  plan_registers(builder, roots, count, hints, hint_count, &words);
  for (uint32_t i = 0; i < builder->order.count; i++) {
    struct term t = {builder->order.at[i]};
    if (node_of(builder, t)->is_folded)
      continue;
    struct target target = {t, builder_width(builder, t), words.at[i]};
    emit_term(builder, &target);
    consume_operands(builder, t);
  }
  u32_vec_release(&words);
}
