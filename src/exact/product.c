#include "exact/product.h"

#include "base/map.h"

NUMBER_MAP_DEFINE(triple_map, uint64_t, uint32_t);

enum { START = 0xffffff }; // before the first node

struct making {
  struct product_model *product;
  const struct modal *modal;
  const struct modal_atom_vec *atoms;
  const struct automaton *automaton;
  struct triple_map known;
};

static uint32_t state_of(struct making *m, uint32_t state, uint32_t node,
                         bool is_unread) {
  uint64_t key =
      ((uint64_t)state << 32) | (uint64_t)node << 1 | (uint64_t)is_unread;
  bool is_new;
  uint32_t *number = triple_map_insert(&m->known, key, &is_new);
  if (is_new) {
    *number = u32_vec_push(&m->product->states, state);
    u32_vec_push(&m->product->nodes, node);
    if (is_unread)
      bitset_add(&m->product->unread, *number);
  }
  return *number;
}

// ---- The automaton reads ----------------------------------------------------

static bool literals_hold(const struct making *m,
                          const struct automaton_node *node, uint32_t state,
                          bool is_certain) {
  for (uint32_t i = 0; i < node->literals.count; i++) {
    const struct automaton_literal *literal = &node->literals.at[i];
    const struct modal_atom *atom = &m->atoms->at[literal->atom];
    bool takes_certain = is_certain != literal->is_negated;
    if (bitset_has(takes_certain ? &atom->certain : &atom->possible, state) ==
        literal->is_negated)
      return false;
  }
  return true;
}

static void read_by(struct making *m, uint32_t state, uint32_t node) {
  const struct automaton_node *read = &m->automaton->nodes.at[node];
  struct modal *made = &m->product->modal;
  if (!literals_hold(m, read, state, false))
    return;
  uint32_t target = state_of(m, state, node, false);
  modal_may(made, target);
  if (literals_hold(m, read, state, true))
    modal_must(made, &target, 1);
}

static void read(struct making *m, uint32_t state, uint32_t node) {
  const struct automaton_node_vec *nodes = &m->automaton->nodes;
  if (node == START) {
    for (uint32_t i = 0; i < nodes->count; i++)
      if (nodes->at[i].is_initial)
        read_by(m, state, i);
    return;
  }
  for (uint32_t i = 0; i < nodes->at[node].next.count; i++)
    read_by(m, state, nodes->at[node].next.at[i]);
}

// ---- The model steps --------------------------------------------------------

static void step_certainly(struct making *m, struct u32_range set,
                           uint32_t node) {
  struct u32_vec targets = {0};
  for (const uint32_t *at = set.begin; at < set.end; at++)
    u32_vec_push(&targets, state_of(m, *at, node, true));
  modal_must(&m->product->modal, targets.at, targets.count);
  u32_vec_release(&targets);
}

static void step(struct making *m, uint32_t state, uint32_t node) {
  struct u32_range may = modal_may_of(m->modal, state);
  uint32_t end = modal_end_set(m->modal, state);
  if (bitset_has(&m->modal->open, state))
    modal_set_open(&m->product->modal);
  for (const uint32_t *at = may.begin; at < may.end; at++)
    modal_may(&m->product->modal, state_of(m, *at, node, true));
  for (uint32_t set = modal_first_set(m->modal, state); set < end; set++)
    step_certainly(m, modal_set(m->modal, set), node);
}

static void complete(struct making *m) {
  struct product_model *product = m->product;
  uint32_t number = product->modal.count;
  uint32_t state = product->states.at[number], node = product->nodes.at[number];
  if (bitset_has(&product->unread, number))
    read(m, state, node);
  else if (m->automaton->nodes.at[node].is_done)
    modal_step(&product->modal, number);
  else
    step(m, state, node);
  modal_complete(&product->modal);
}

// Every condition holds where nothing is owed, and nowhere before reading.
static void mark_accepting(struct making *m) {
  struct product_model *product = m->product;
  for (uint32_t c = 0; c < m->automaton->conditions; c++) {
    struct modal_atom value = {0};
    for (uint32_t s = 0; s < product->modal.count; s++) {
      const struct automaton_node *node =
          product->nodes.at[s] == START
              ? NULL
              : &m->automaton->nodes.at[product->nodes.at[s]];
      if (bitset_has(&product->unread, s) ||
          !(node->is_done || bitset_has(&node->accepting, c)))
        continue;
      bitset_add(&value.certain, s);
      bitset_add(&value.possible, s);
    }
    modal_atom_vec_push(&product->values, value);
  }
}

// What is accepted whatever follows is, also if it is not fair: executions that
// are cut off are none that anybody could be unfair in.
static void mark_fair(struct making *m, uint32_t atom) {
  struct product_model *product = m->product;
  const struct modal_atom *of = &m->atoms->at[atom];
  struct modal_atom value = {0};
  for (uint32_t s = 0; s < product->modal.count; s++) {
    if (bitset_has(&product->unread, s))
      continue;
    bool is_done = m->automaton->nodes.at[product->nodes.at[s]].is_done;
    if (is_done || bitset_has(&of->certain, product->states.at[s]))
      bitset_add(&value.certain, s);
    if (is_done || bitset_has(&of->possible, product->states.at[s]))
      bitset_add(&value.possible, s);
  }
  modal_atom_vec_push(&product->values, value);
}

bool product_model_init(struct product_model *product,
                        const struct modal *modal,
                        const struct modal_atom_vec *atoms,
                        const struct automaton *automaton,
                        const struct u32_vec *fair, uint32_t limit) {
  struct making m = {product, modal, atoms, automaton, {0}};
  *product = (struct product_model){0};
  modal_init(&product->modal);
  for (uint32_t i = 0; i < modal->initial.count; i++)
    u32_vec_push(&product->modal.initial,
                 state_of(&m, modal->initial.at[i], START, true));
  while (product->modal.count < product->states.count &&
         product->states.count <= limit)
    complete(&m);
  bool is_whole = product->modal.count == product->states.count;
  if (is_whole)
    mark_accepting(&m);
  for (uint32_t i = 0; is_whole && i < fair->count; i++)
    mark_fair(&m, fair->at[i]);
  triple_map_release(&m.known);
  return is_whole;
}

void product_model_release(struct product_model *product) {
  modal_release(&product->modal);
  modal_atoms_release(&product->values);
  u32_vec_release(&product->states);
  u32_vec_release(&product->nodes);
  bitset_release(&product->unread);
}

// nu Y. [] ((!F || Z) && Y)
static uint32_t finitely_often(struct mu_table *table, uint32_t condition,
                               uint32_t z) {
  uint32_t y = mu_open(table, MU_GREATEST);
  uint32_t accepting = mu_atom(table, condition, true);
  uint32_t not_again = mu_join(table, MU_OR, accepting, mu_variable(table, z));
  uint32_t body = mu_modal(
      table, MU_ALL, mu_join(table, MU_AND, not_again, mu_variable(table, y)));
  mu_close(table, y, body);
  return y;
}

uint32_t product_none(struct mu_table *table, uint32_t conditions) {
  uint32_t z = mu_open(table, MU_LEAST);
  uint32_t body = conditions ? finitely_often(table, 0, z)
                             : mu_modal(table, MU_ALL, mu_variable(table, z));
  for (uint32_t c = 1; c < conditions; c++)
    body = mu_join(table, MU_OR, body, finitely_often(table, c, z));
  mu_close(table, z, body);
  return z;
}
