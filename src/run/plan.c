#include "run/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// Collecting

// Fresh from the system and not touched: of millions of terms a run computes
// few.
static void reserve_nodes(struct builder *builder) {
  struct code_scratch *scratch = builder->scratch;
  uint32_t count = term_count(builder->terms) + 1;
  if (count <= scratch->capacity)
    return;
  count += count / 2;
  struct node *nodes = memory_new_zero(count, sizeof *nodes);
  if (scratch->capacity)
    memcpy(nodes, scratch->nodes, scratch->capacity * sizeof *nodes);
  free(scratch->nodes);
  scratch->nodes = nodes;
  scratch->capacity = count;
}

static bool is_new(struct builder *builder, struct term t) {
  struct node *node = node_of(builder, t);
  if (node->stamp == builder->scratch->stamp)
    return false;
  *node = (struct node){.stamp = builder->scratch->stamp};
  return true;
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
  if (order->count)
    qsort(order->at, order->count, sizeof *order->at, compare_u32);
}

// Folding products into sums

static bool is_scale(const struct builder *builder, struct term factor,
                     unsigned width) {
  if (!term_is_literal(builder->terms, factor))
    return false;
  u128 value = term_value(builder->terms, factor);
  return value == bits_mask(width) ||
         (width == 64 && value <= PLAN_LARGEST_SCALE);
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
          PLAN_LARGEST_SCALE) {
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
              sizeof *builder->order.at, compare_u32);
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
      uint32_t at = position_of(builder, term_operand(builder->terms, t, k));
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

void plan_terms(struct builder *builder, const struct term *roots,
                uint32_t count) {
  builder->scratch->stamp++;
  collect(builder, roots, count);
  fold_products(builder);
}

void plan_registers(const struct builder *builder, const struct term *roots,
                    uint32_t count, const struct builder_hint *hints,
                    uint32_t hint_count, struct u32_vec *words) {
  struct reads reads = {0};
  u32_vec_resize(words, builder->order.count);
  for (uint32_t i = 0; i < words->count; i++)
    words->at[i] = BUILDER_NO_WORD;
  if (hint_count)
    find_last_reads(builder, roots, count, &reads);
  for (uint32_t i = 0; i < hint_count; i++) {
    uint32_t at = position_of(builder, hints[i].term);
    if (at == UINT32_MAX || words->at[at] != BUILDER_NO_WORD ||
        node_of(builder, hints[i].term)->is_folded ||
        !is_free_after(builder, &reads, hints[i].variable, at))
      continue;
    words->at[at] = hints[i].word;
  }
  u32_vec_release(&reads.last);
}
