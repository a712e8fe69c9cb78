#include "exact/formula.h"

#include "base/bitset.h"

void mu_table_release(struct mu_table *table) {
  mu_node_vec_release(&table->nodes);
}

static uint32_t add(struct mu_table *table, struct mu_node node) {
  return mu_node_vec_push(&table->nodes, node);
}

static uint32_t lower(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

uint32_t mu_constant(struct mu_table *table, bool value) {
  return add(table, (struct mu_node){.kind = value ? MU_TRUE : MU_FALSE,
                                     .lowest = MU_CLOSED});
}

uint32_t mu_atom(struct mu_table *table, uint32_t atom, bool is_negated) {
  return add(table, (struct mu_node){.kind = is_negated ? MU_NOT_ATOM : MU_ATOM,
                                     .a = atom,
                                     .lowest = MU_CLOSED});
}

uint32_t mu_join(struct mu_table *table, enum mu_kind kind, uint32_t a,
                 uint32_t b) {
  return add(table,
             (struct mu_node){.kind = kind,
                              .a = a,
                              .b = b,
                              .lowest = lower(mu_node(table, a)->lowest,
                                              mu_node(table, b)->lowest)});
}

uint32_t mu_if(struct mu_table *table, uint32_t atom, uint32_t a, uint32_t b) {
  uint32_t is = mu_join(table, MU_AND, mu_atom(table, atom, false), a);
  uint32_t not = mu_join(table, MU_AND, mu_atom(table, atom, true), b);
  return mu_join(table, MU_OR, is, not );
}

uint32_t mu_modal(struct mu_table *table, enum mu_kind kind, uint32_t a) {
  return add(table, (struct mu_node){.kind = kind,
                                     .a = a,
                                     .lowest = mu_node(table, a)->lowest});
}

uint32_t mu_open(struct mu_table *table, enum mu_kind kind) {
  return add(table, (struct mu_node){.kind = kind, .level = table->depth++});
}

uint32_t mu_variable(struct mu_table *table, uint32_t fixpoint) {
  return add(table,
             (struct mu_node){.kind = MU_VARIABLE,
                              .a = fixpoint,
                              .lowest = mu_node(table, fixpoint)->level});
}

void mu_close(struct mu_table *table, uint32_t fixpoint, uint32_t body) {
  struct mu_node *node = &table->nodes.at[fixpoint];
  uint32_t lowest = mu_node(table, body)->lowest;
  node->a = body;
  node->lowest = lowest < node->level ? lowest : MU_CLOSED;
  table->depth--;
}

static bool has_parts(const struct mu_node *node) {
  return node->kind > MU_NOT_ATOM && node->kind != MU_VARIABLE;
}

static void deepen(struct mu_table *table, uint32_t f, uint32_t depth,
                   struct u32_vec *depths) {
  struct mu_node *node = &table->nodes.at[f];
  if (!has_parts(node) || depths->at[f] > depth)
    return;
  depths->at[f] = depth + 1;
  if (mu_is_fixpoint(node))
    node->level = depth++;
  deepen(table, node->a, depth, depths);
  if (node->kind == MU_AND || node->kind == MU_OR)
    deepen(table, node->b, depth, depths);
}

static uint32_t find_lowest(struct mu_table *table, uint32_t f,
                            struct bitset *done) {
  struct mu_node *node = &table->nodes.at[f];
  if (node->kind == MU_VARIABLE)
    node->lowest = mu_node(table, node->a)->level;
  if (!has_parts(node) || !bitset_add(done, f))
    return node->lowest;
  uint32_t lowest = find_lowest(table, node->a, done);
  if (node->kind == MU_AND || node->kind == MU_OR)
    lowest = lower(lowest, find_lowest(table, node->b, done));
  if (mu_is_fixpoint(node) && lowest >= node->level)
    lowest = MU_CLOSED;
  node->lowest = lowest;
  return lowest;
}

void mu_set_levels(struct mu_table *table, uint32_t root) {
  struct u32_vec depths = {0};
  struct bitset done = {0};
  u32_vec_resize(&depths, table->nodes.count);
  deepen(table, root, 0, &depths);
  find_lowest(table, root, &done);
  u32_vec_release(&depths);
  bitset_release(&done);
}

static void collect(const struct mu_table *table, uint32_t f,
                    struct mu_fragment *into) {
  const struct mu_node *node = mu_node(table, f);
  into->has_some |= node->kind == MU_SOME;
  into->has_all |= node->kind == MU_ALL;
  switch (node->kind) {
  case MU_AND:
  case MU_OR: collect(table, node->b, into); // fall through
  case MU_SOME:
  case MU_ALL:
  case MU_LEAST:
  case MU_GREATEST: collect(table, node->a, into); break;
  default: break;
  }
}

struct mu_fragment mu_fragment(const struct mu_table *table, uint32_t f) {
  struct mu_fragment fragment = {0};
  collect(table, f, &fragment);
  return fragment;
}

struct printing {
  const struct mu_table *table;
  void (*atom)(const void *context, uint32_t number, struct strbuf *out);
  const void *context;
  struct strbuf *out;
};

static void print(const struct printing *p, uint32_t f);

static void print_inner(const struct printing *p, uint32_t f) {
  enum mu_kind kind = mu_node(p->table, f)->kind;
  bool needs = kind == MU_AND || kind == MU_OR || kind == MU_LEAST ||
               kind == MU_GREATEST;
  strbuf_add(p->out, needs ? "(" : "");
  print(p, f);
  strbuf_add(p->out, needs ? ")" : "");
}

static void print(const struct printing *p, uint32_t f) {
  const struct mu_node *node = mu_node(p->table, f);
  switch (node->kind) {
  case MU_TRUE: strbuf_add(p->out, "true"); break;
  case MU_FALSE: strbuf_add(p->out, "false"); break;
  case MU_NOT_ATOM: strbuf_char(p->out, '!'); // fall through
  case MU_ATOM: p->atom(p->context, node->a, p->out); break;
  case MU_AND:
  case MU_OR:
    print_inner(p, node->a);
    strbuf_add(p->out, node->kind == MU_AND ? " && " : " || ");
    print_inner(p, node->b);
    break;
  case MU_SOME:
  case MU_ALL:
    strbuf_add(p->out, node->kind == MU_SOME ? "<> " : "[] ");
    print_inner(p, node->a);
    break;
  case MU_VARIABLE:
    strbuf_format(p->out, "Z%u", mu_node(p->table, node->a)->level);
    break;
  case MU_LEAST:
  case MU_GREATEST:
    strbuf_format(p->out, "%s Z%u. ", node->kind == MU_LEAST ? "mu" : "nu",
                  node->level);
    print(p, node->a);
    break;
  }
}

void mu_print(const struct mu_table *table, uint32_t f,
              void (*atom)(const void *context, uint32_t number,
                           struct strbuf *out),
              const void *context, struct strbuf *out) {
  struct printing printing = {table, atom, context, out};
  print(&printing, f);
}
