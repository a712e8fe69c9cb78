// The table of terms: nodes, sharing of equal nodes, queries and leaves.

#include "base/hash.h"
#include "term/internal.h"

enum { FIRST_SLOTS = 1024, CONST_WORDS = 4 };

// Sharing

static uint64_t hash_node(enum term_op op, struct sort sort, unsigned low,
                          const uint32_t *words, uint32_t count) {
  uint64_t hash =
      hash_mix((uint64_t)op << 40 | (uint64_t)low << 32 | sort.code, count);
  uint32_t i = 0;
  for (; i + 1 < count; i += 2)
    hash = hash_mix(hash, (uint64_t)words[i] << 32 | words[i + 1]);
  return i < count ? hash_mix(hash, words[i]) : hash;
}

static uint32_t word_count(const struct node *node) {
  return node->op == OP_CONST ? CONST_WORDS : node->arity;
}

static bool is_node(const struct term_table *terms, uint32_t id,
                    enum term_op op, struct sort sort, unsigned low,
                    const uint32_t *words, uint32_t count) {
  const struct node *node = &terms->nodes.at[id];
  if (node->op != op || node->sort.code != sort.code || node->low != low ||
      word_count(node) != count)
    return false;
  const uint32_t *own = &terms->words.at[node->first];
  for (uint32_t i = 0; i < count; i++)
    if (own[i] != words[i])
      return false;
  return true;
}

// The slot of the node, or the free one where it belongs.
static uint32_t find_slot(const struct term_table *terms, enum term_op op,
                          struct sort sort, unsigned low, const uint32_t *words,
                          uint32_t count) {
  uint32_t slot =
      (uint32_t)hash_node(op, sort, low, words, count) & terms->slot_mask;
  while (terms->slots[slot] &&
         !is_node(terms, terms->slots[slot], op, sort, low, words, count))
    slot = (slot + 1) & terms->slot_mask;
  return slot;
}

static void insert_id(struct term_table *terms, uint32_t id) {
  const struct node *node = &terms->nodes.at[id];
  uint32_t slot =
      (uint32_t)hash_node((enum term_op)node->op, node->sort, node->low,
                          &terms->words.at[node->first], word_count(node)) &
      terms->slot_mask;
  while (terms->slots[slot])
    slot = (slot + 1) & terms->slot_mask;
  terms->slots[slot] = id;
}

static void set_slots(struct term_table *terms, uint64_t count) {
  CHECK(count <= UINT32_MAX, "more than 2^30 terms");
  free(terms->slots);
  terms->slots = memory_new_zero(count, sizeof *terms->slots);
  terms->slot_mask = (uint32_t)count - 1;
  for (uint32_t id = 1; id < terms->nodes.count; id++)
    if (terms->nodes.at[id].op != OP_VAR)
      insert_id(terms, id);
}

static uint32_t sum_tree_sizes(const struct term_table *terms,
                               const uint32_t *operands, uint32_t arity) {
  uint64_t size = 1;
  for (uint32_t i = 0; i < arity; i++)
    size += terms->nodes.at[operands[i]].tree_size;
  return size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

static struct term append_node(struct term_table *terms, enum term_op op,
                               struct sort sort, unsigned low,
                               const uint32_t *words, uint32_t count) {
  bool is_leaf = op == OP_CONST || op == OP_VAR;
  uint32_t arity = is_leaf ? 0 : count;
  struct node node = {
      .op = (uint8_t)op,
      .low = (uint8_t)low,
      .arity = (uint16_t)arity,
      .sort = sort,
      .first = terms->words.count,
      .tree_size = sum_tree_sizes(terms, words, arity),
  };
  u32_vec_append(&terms->words, words, count);
  return (struct term){node_vec_push(&terms->nodes, node)};
}

static struct term share_node(struct term_table *terms, enum term_op op,
                              struct sort sort, unsigned low,
                              const uint32_t *words, uint32_t count) {
  uint32_t slot = find_slot(terms, op, sort, low, words, count);
  if (terms->slots[slot])
    return (struct term){terms->slots[slot]};
  struct term t = append_node(terms, op, sort, low, words, count);
  DCHECK(is_normal(terms, t), "%s of %u operands is not in normal form",
         term_op_name(op), count);
  terms->slots[slot] = t.id;
  if (++terms->shared_count > terms->slot_mask / 2)
    set_slots(terms, 2 * ((uint64_t)terms->slot_mask + 1));
  DCHECK(terms->slots[find_slot(terms, op, sort, low, words, count)] == t.id,
         "a term is not found again");
  return t;
}

// An array of terms is one of words: both are handles.
static const uint32_t *ids_of(const struct term *operands) {
  return &operands->id;
}

struct term make_term(struct term_table *terms, enum term_op op,
                      struct sort sort, unsigned low,
                      const struct term *operands, uint32_t arity) {
  DCHECK(arity <= TERM_MAX_ARITY, "%u operands", arity);
  return share_node(terms, op, sort, low, ids_of(operands), arity);
}

struct term find_term(const struct term_table *terms, enum term_op op,
                      struct sort sort, unsigned low,
                      const struct term *operands, uint32_t arity) {
  uint32_t slot = find_slot(terms, op, sort, low, ids_of(operands), arity);
  return (struct term){terms->slots[slot]};
}

// Life cycle

struct term_table *term_table_new(struct interner *names) {
  struct term_table *terms = memory_new_zero(1, sizeof *terms);
  terms->names = names;
  node_vec_push(&terms->nodes, (struct node){0});
  set_slots(terms, FIRST_SLOTS);
  struct term t = share_node(terms, OP_TRUE, sort_bool(), 0, NULL, 0);
  struct term f = share_node(terms, OP_FALSE, sort_bool(), 0, NULL, 0);
  CHECK(t.id == TERM_ID_TRUE && f.id == TERM_ID_FALSE, "order of literals");
  return terms;
}

void term_table_free(struct term_table *terms) {
  if (!terms)
    return;
  node_vec_release(&terms->nodes);
  u32_vec_release(&terms->words);
  term_vec_release(&terms->variables);
  free(terms->slots);
  free(terms);
}

uint32_t term_count(const struct term_table *terms) {
  return terms->nodes.count - 1;
}

const struct interner *term_names(const struct term_table *terms) {
  return terms->names;
}

// Queries

static const struct node *checked_node(const struct term_table *terms,
                                       struct term t) {
  CHECK(t.id > 0 && t.id < terms->nodes.count, "no term %u", t.id);
  return node_of(terms, t);
}

enum term_op term_op(const struct term_table *terms, struct term t) {
  return (enum term_op)checked_node(terms, t)->op;
}

struct sort term_sort(const struct term_table *terms, struct term t) {
  return checked_node(terms, t)->sort;
}

unsigned term_width(const struct term_table *terms, struct term t) {
  struct sort sort = term_sort(terms, t);
  CHECK(sort_is_bits(sort), "width of a term that is no bit-vector");
  return sort_width(sort);
}

uint32_t term_arity(const struct term_table *terms, struct term t) {
  return checked_node(terms, t)->arity;
}

struct term term_operand(const struct term_table *terms, struct term t,
                         uint32_t index) {
  CHECK(index < checked_node(terms, t)->arity, "no operand %u", index);
  return operand_of(terms, t, index);
}

bool term_is_const(const struct term_table *terms, struct term t) {
  return checked_node(terms, t)->op == OP_CONST;
}

bool term_is_true(const struct term_table *terms, struct term t) {
  (void)terms;
  return t.id == TERM_ID_TRUE;
}

bool term_is_false(const struct term_table *terms, struct term t) {
  (void)terms;
  return t.id == TERM_ID_FALSE;
}

bool term_is_literal(const struct term_table *terms, struct term t) {
  return t.id == TERM_ID_TRUE || t.id == TERM_ID_FALSE ||
         term_is_const(terms, t);
}

u128 term_value(const struct term_table *terms, struct term t) {
  CHECK(term_is_literal(terms, t), "value of a term that is no literal");
  return is_const(terms, t) ? value_of(terms, t) : t.id == TERM_ID_TRUE;
}

static const uint32_t *variable_words(const struct term_table *terms,
                                      struct term t) {
  CHECK(term_op(terms, t) == OP_VAR, "term %u is no variable", t.id);
  return &terms->words.at[node_of(terms, t)->first];
}

struct name term_variable_name(const struct term_table *terms, struct term t) {
  return (struct name){variable_words(terms, t)[0]};
}

uint32_t term_variable_index(const struct term_table *terms, struct term t) {
  return variable_words(terms, t)[1];
}

uint32_t term_variable_count(const struct term_table *terms) {
  return terms->variables.count;
}

struct term term_variable_at(const struct term_table *terms, uint32_t index) {
  CHECK(index < terms->variables.count, "no variable %u", index);
  return terms->variables.at[index];
}

unsigned term_extract_low(const struct term_table *terms, struct term t) {
  CHECK(term_op(terms, t) == OP_EXTRACT, "term %u is no EXTRACT", t.id);
  return node_of(terms, t)->low;
}

uint32_t term_tree_size(const struct term_table *terms, struct term t) {
  return checked_node(terms, t)->tree_size;
}

// Leaves

struct term term_true(struct term_table *terms) {
  (void)terms;
  return (struct term){TERM_ID_TRUE};
}

struct term term_false(struct term_table *terms) {
  (void)terms;
  return (struct term){TERM_ID_FALSE};
}

struct term term_bool(struct term_table *terms, bool value) {
  return value ? term_true(terms) : term_false(terms);
}

struct term term_const(struct term_table *terms, unsigned width, u128 value) {
  CHECK(width >= 1 && width <= BITS_MAX_WIDTH, "constant of %u bits", width);
  u128 bits = bits_truncate(value, width);
  uint32_t words[CONST_WORDS];
  for (unsigned i = 0; i < CONST_WORDS; i++)
    words[i] = (uint32_t)(bits >> (32 * i));
  return share_node(terms, OP_CONST, sort_bits(width), 0, words, CONST_WORDS);
}

struct term term_variable(struct term_table *terms, struct name name,
                          struct sort sort) {
  uint32_t words[] = {name.id, terms->variables.count};
  struct term t = append_node(terms, OP_VAR, sort, 0, words, 2);
  term_vec_push(&terms->variables, t);
  return t;
}

struct term term_variable_again(struct term_table *terms,
                                struct term variable) {
  return term_variable(terms, term_variable_name(terms, variable),
                       term_sort(terms, variable));
}
