#include "exact/evaluate.h"

#include <stdlib.h>

#include "base/memory.h"

void evaluation_init(struct evaluation *e, const struct modal *modal,
                     const struct mu_table *table,
                     const struct modal_atom_vec *atoms, struct poll poll) {
  *e = (struct evaluation){
      .modal = modal, .table = table, .atoms = atoms, .poll = poll};
  for (int side = 0; side < 2; side++) {
    e->values[side] =
        memory_new_zero(table->nodes.count + 1, sizeof *e->values[side]);
    e->is_settled[side] =
        memory_new_zero(table->nodes.count + 1, sizeof *e->is_settled[side]);
    e->has_begun[side] =
        memory_new_zero(table->nodes.count + 1, sizeof *e->has_begun[side]);
    e->orders[side] =
        memory_new_zero(table->nodes.count + 1, sizeof *e->orders[side]);
  }
}

void evaluation_release(struct evaluation *e) {
  for (int side = 0; side < 2; side++) {
    for (uint32_t i = 0; i < e->table->nodes.count; i++) {
      bitset_release(&e->values[side][i]);
      u32_vec_release(&e->orders[side][i]);
    }
    free(e->values[side]);
    free(e->orders[side]);
    free(e->is_settled[side]);
    free(e->has_begun[side]);
  }
}

// ---- At a state -------------------------------------------------------------

static bool holds(const struct evaluation *e, enum mu_side side, uint32_t f,
                  uint32_t state);

static bool some_of(const struct evaluation *e, enum mu_side side, uint32_t f,
                    struct u32_range states) {
  for (const uint32_t *at = states.begin; at < states.end; at++)
    if (holds(e, side, f, *at))
      return true;
  return false;
}

static bool all_of(const struct evaluation *e, enum mu_side side, uint32_t f,
                   struct u32_range states) {
  for (const uint32_t *at = states.begin; at < states.end; at++)
    if (!holds(e, side, f, *at))
      return false;
  return true;
}

static bool some_step(const struct evaluation *e, enum mu_side side, uint32_t f,
                      uint32_t state) {
  if (side == MU_POSSIBLE)
    return some_of(e, side, f, modal_may_of(e->modal, state));
  uint32_t end = modal_end_set(e->modal, state);
  for (uint32_t s = modal_first_set(e->modal, state); s < end; s++)
    if (all_of(e, side, f, modal_set(e->modal, s)))
      return true;
  return false;
}

static bool all_steps(const struct evaluation *e, enum mu_side side, uint32_t f,
                      uint32_t state) {
  if (side == MU_CERTAIN)
    return all_of(e, side, f, modal_may_of(e->modal, state));
  uint32_t end = modal_end_set(e->modal, state);
  for (uint32_t s = modal_first_set(e->modal, state); s < end; s++)
    if (!some_of(e, side, f, modal_set(e->modal, s)))
      return false;
  return true;
}

static bool modal_holds(const struct evaluation *e, enum mu_side side,
                        const struct mu_node *node, uint32_t state) {
  if (bitset_has(&e->modal->open, state))
    return side == MU_POSSIBLE;
  return node->kind == MU_SOME ? some_step(e, side, node->a, state)
                               : all_steps(e, side, node->a, state);
}

static bool atom_holds(const struct evaluation *e, enum mu_side side,
                       const struct mu_node *node, uint32_t state) {
  const struct modal_atom *atom = &e->atoms->at[node->a];
  bool is_negated = node->kind == MU_NOT_ATOM;
  bool takes_certain = (side == MU_CERTAIN) != is_negated;
  return bitset_has(takes_certain ? &atom->certain : &atom->possible, state) !=
         is_negated;
}

// By its parts.
static bool computed(const struct evaluation *e, enum mu_side side,
                     const struct mu_node *node, uint32_t state) {
  switch (node->kind) {
  case MU_TRUE: return true;
  case MU_FALSE: return false;
  case MU_ATOM:
  case MU_NOT_ATOM: return atom_holds(e, side, node, state);
  case MU_AND:
    return holds(e, side, node->a, state) && holds(e, side, node->b, state);
  case MU_OR:
    return holds(e, side, node->a, state) || holds(e, side, node->b, state);
  case MU_SOME:
  case MU_ALL: return modal_holds(e, side, node, state);
  case MU_VARIABLE: return bitset_has(&e->values[side][node->a], state);
  case MU_LEAST:
  case MU_GREATEST: break; // they are kept
  }
  return false;
}

static bool holds(const struct evaluation *e, enum mu_side side, uint32_t f,
                  uint32_t state) {
  const struct mu_node *node = mu_node(e->table, f);
  return mu_is_fixpoint(node) || e->is_settled[side][f]
             ? bitset_has(&e->values[side][f], state)
             : computed(e, side, node, state);
}

bool evaluation_holds(const struct evaluation *e, enum mu_side side, uint32_t f,
                      uint32_t state) {
  return holds(e, side, f, state);
}

// ---- Everywhere -------------------------------------------------------------

static void settle(struct evaluation *e, enum mu_side side, uint32_t f);

static bool is_leaf(const struct mu_node *node) {
  return node->kind <= MU_NOT_ATOM || node->kind == MU_VARIABLE;
}

// What f is computed from and is kept: its closed parts, once, and the
// fixpoints in it whose variables' surroundings may have changed.
static void settle_inside(struct evaluation *e, enum mu_side side, uint32_t f) {
  const struct mu_node *node = mu_node(e->table, f);
  uint32_t parts[2] = {node->a, node->b};
  uint32_t count = is_leaf(node)                                 ? 0
                   : node->kind == MU_AND || node->kind == MU_OR ? 2
                                                                 : 1;
  for (uint32_t i = 0; i < count; i++) {
    const struct mu_node *part = mu_node(e->table, parts[i]);
    if (is_leaf(part))
      continue;
    if (part->lowest == MU_CLOSED || mu_is_fixpoint(part))
      settle(e, side, parts[i]);
    else
      settle_inside(e, side, parts[i]);
  }
}

// Is the fixpoint one that has others inside that depend on it?
static bool has_open_inside(const struct mu_table *table, uint32_t f) {
  const struct mu_node *node = mu_node(table, f);
  if (is_leaf(node) || node->lowest == MU_CLOSED)
    return false;
  if (mu_is_fixpoint(node))
    return true;
  return has_open_inside(table, node->a) ||
         ((node->kind == MU_AND || node->kind == MU_OR) &&
          has_open_inside(table, node->b));
}

// After how many others it changed.
static void note_order(struct evaluation *e, enum mu_side side, uint32_t f,
                       uint32_t state, uint32_t when) {
  struct u32_vec *orders = &e->orders[side][f];
  if (orders->count < e->modal->count)
    u32_vec_resize(orders, e->modal->count);
  orders->at[state] = when;
}

uint32_t evaluation_order(const struct evaluation *e, enum mu_side side,
                          uint32_t fixpoint, uint32_t state) {
  const struct u32_vec *orders = &e->orders[side][fixpoint];
  return state < orders->count ? orders->at[state] : 0;
}

static uint32_t least_of(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

static uint32_t greatest_of(uint32_t a, uint32_t b) {
  return a > b ? a : b;
}

uint32_t evaluation_found(const struct evaluation *e, enum mu_side side,
                          uint32_t f, uint32_t state) {
  const struct mu_node *node = mu_node(e->table, f);
  bool wants = side == MU_CERTAIN;
  if (holds(e, side, f, state) != wants)
    return UINT32_MAX;
  if (node->kind == MU_VARIABLE)
    return evaluation_order(e, side, node->a, state);
  if (node->kind != MU_AND && node->kind != MU_OR)
    return 0;
  uint32_t a = evaluation_found(e, side, node->a, state);
  uint32_t b = evaluation_found(e, side, node->b, state);
  return (node->kind == MU_AND) == wants ? greatest_of(a, b) : least_of(a, b);
}

// Takes over the values of the body; true when one changed.
static bool sweep(struct evaluation *e, enum mu_side side, uint32_t f,
                  uint32_t body, bool is_least) {
  struct bitset *value = &e->values[side][f];
  bool is_changed = false;
  for (uint32_t s = e->modal->count; s-- > 0;) {
    if (bitset_has(value, s) == is_least)
      continue;
    if (holds(e, side, body, s) != is_least)
      continue;
    is_changed = true;
    if (f != body)
      note_order(e, side, f, s, ++e->changes);
    if (is_least)
      bitset_add(value, s);
    else
      bitset_remove(value, s);
  }
  e->is_stopped |= poll_stops(e->poll);
  return is_changed && !e->is_stopped;
}

// Is what changes while it is computed definite, and stays so when more is
// tracked?
static bool finds_definite(const struct mu_node *node, enum mu_side side) {
  return node->lowest == MU_CLOSED &&
         (node->kind == MU_LEAST) == (side == MU_CERTAIN);
}

static uint32_t count_definite(const struct evaluation *e, enum mu_side side,
                               uint32_t f) {
  uint32_t count = bitset_count(&e->values[side][f]);
  return side == MU_CERTAIN ? count : e->modal->count - count;
}

static void begin(struct evaluation *e, enum mu_side side, uint32_t f,
                  bool is_least) {
  struct bitset *value = &e->values[side][f];
  if (e->has_begun[side][f]) {
    e->known += count_definite(e, side, f);
    return;
  }
  bitset_clear(value);
  for (uint32_t s = 0; !is_least && s < e->modal->count; s++)
    bitset_add(value, s);
}

static void iterate(struct evaluation *e, enum mu_side side, uint32_t f) {
  const struct mu_node *node = mu_node(e->table, f);
  bool is_least = node->kind == MU_LEAST;
  bool is_nested = has_open_inside(e->table, node->a);
  begin(e, side, f, is_least);
  bool is_changed;
  settle_inside(e, side, f);
  do {
    is_changed = sweep(e, side, f, node->a, is_least);
    if (is_changed && is_nested)
      settle_inside(e, side, f);
  } while (is_changed);
  if (finds_definite(node, side))
    e->found += count_definite(e, side, f);
}

static void settle(struct evaluation *e, enum mu_side side, uint32_t f) {
  const struct mu_node *node = mu_node(e->table, f);
  if (e->is_settled[side][f] || e->is_stopped)
    return;
  if (mu_is_fixpoint(node)) {
    iterate(e, side, f);
  } else {
    settle_inside(e, side, f);
    sweep(e, side, f, f, true);
  }
  e->is_settled[side][f] = node->lowest == MU_CLOSED;
}

void evaluation_run(struct evaluation *e, uint32_t f) {
  settle(e, MU_CERTAIN, f);
  settle(e, MU_POSSIBLE, f);
}

enum verdict evaluation_verdict(const struct evaluation *e, uint32_t f,
                                bool is_some) {
  const struct u32_vec *initial = &e->modal->initial;
  uint32_t certain = 0, possible = 0;
  if (e->is_stopped)
    return VERDICT_UNKNOWN;
  for (uint32_t i = 0; i < initial->count; i++) {
    certain += holds(e, MU_CERTAIN, f, initial->at[i]);
    possible += holds(e, MU_POSSIBLE, f, initial->at[i]);
  }
  if (is_some ? certain > 0 : certain == initial->count)
    return VERDICT_TRUE;
  if (is_some ? possible == 0 : possible < initial->count)
    return VERDICT_FALSE;
  return VERDICT_UNKNOWN;
}
