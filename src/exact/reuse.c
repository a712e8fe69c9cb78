#include "exact/reuse.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"

NUMBER_MAP_DEFINE(number_map, uint64_t, uint32_t);

struct reuse {
  struct interner *keys;        // of states, as bytes
  struct number_map by_key;     // states of the model
  struct u32_vec predicates;    // that were tracked, ids
  struct u32_vec first;         // of these, by location, and one more
  struct number_map by_product; // states of the product, by those of the model
  struct bitset *values[2];     // by side and formula
  uint32_t count;               // of formulas
};

struct reuse *reuse_new(void) {
  struct reuse *reuse = memory_new_zero(1, sizeof *reuse);
  reuse->keys = interner_new();
  return reuse;
}

static void forget(struct reuse *r) {
  interner_free(r->keys);
  number_map_clear(&r->by_key);
  number_map_clear(&r->by_product);
  u32_vec_clear(&r->predicates);
  u32_vec_clear(&r->first);
  for (int side = 0; side < 2; side++) {
    for (uint32_t i = 0; i < r->count; i++)
      bitset_release(&r->values[side][i]);
    free(r->values[side]);
    r->values[side] = NULL;
  }
  r->count = 0;
}

void reuse_free(struct reuse *r) {
  forget(r);
  number_map_release(&r->by_key);
  number_map_release(&r->by_product);
  u32_vec_release(&r->predicates);
  u32_vec_release(&r->first);
  free(r);
}

// ---- Keeping ----------------------------------------------------------------

static void keep_predicates(struct reuse *r, const struct abstract *a) {
  u32_vec_push(&r->first, 0);
  for (uint32_t l = 0; l < a->effects->procedure->locations.count; l++) {
    const struct predicate_vec *tracked =
        l ? precision_at(a->precision, (struct location_id){l}) : NULL;
    for (uint32_t i = 0; tracked && i < tracked->count; i++)
      u32_vec_push(&r->predicates, tracked->at[i].id);
    u32_vec_push(&r->first, r->predicates.count);
  }
}

// The truth value of a predicate in a state; false when it has none. New ones
// come behind the others, as a rule.
static bool truth_in(const struct abstract *a, const struct abstract_state *s,
                     uint32_t predicate, uint32_t likely, bool *value) {
  const struct predicate_vec *tracked = precision_at(a->precision, s->location);
  for (uint32_t i = 0; i < tracked->count; i++) {
    uint32_t at = (likely + i) % tracked->count;
    if (tracked->at[at].id != predicate)
      continue;
    *value = a->truths.at[s->first + at] != 0;
    return true;
  }
  return false;
}

// What the state says of the predicates that were kept. False when it does not
// say it all.
static bool write_key(const struct reuse *r, const struct abstract *a,
                      uint32_t number, struct strbuf *key) {
  const struct abstract_state *state = &a->states.at[number];
  uint32_t at = state->location.id;
  strbuf_bytes(key, (const char *)&at, sizeof at);
  strbuf_bytes(key, (const char *)&state->action, sizeof state->action);
  for (uint32_t i = r->first.at[at]; i < r->first.at[at + 1]; i++) {
    bool value;
    if (!truth_in(a, state, r->predicates.at[i], i - r->first.at[at], &value))
      return false;
    strbuf_char(key, value ? '1' : '0');
  }
  return at != 0; // elsewhere nothing is known
}

static void keep_states(struct reuse *r, const struct abstract *a) {
  for (uint32_t s = 0; s < a->states.count; s++) {
    struct strbuf key = {0};
    if (write_key(r, a, s, &key)) {
      struct name name = intern_bytes(r->keys, strbuf_text(&key), key.length);
      number_map_put(&r->by_key, name.id, s);
    }
    strbuf_release(&key);
  }
}

static uint64_t product_key(const struct product_model *product, uint32_t state,
                            uint32_t number) {
  return (uint64_t)state << 32 | product->modes.at[number];
}

static void keep_product(struct reuse *r, const struct product_model *product) {
  for (uint32_t s = 0; s < product->states.count; s++)
    number_map_put(&r->by_product,
                   product_key(product, product->states.at[s], s), s);
}

static bool is_kept(const struct mu_node *node, enum mu_side side) {
  return node->lowest == MU_CLOSED &&
         node->kind == (side == MU_CERTAIN ? MU_LEAST : MU_GREATEST);
}

static void keep_values(struct reuse *r, const struct evaluation *e) {
  r->count = e->table->nodes.count;
  for (int side = 0; side < 2; side++) {
    r->values[side] = memory_new_zero(r->count + 1, sizeof *r->values[side]);
    for (uint32_t f = 0; f < r->count; f++)
      if (is_kept(mu_node(e->table, f), side))
        bitset_copy(&r->values[side][f], &e->values[side][f]);
  }
}

void reuse_keep(struct reuse *r, const struct abstract *abstract,
                const struct temporal *temporal,
                const struct temporal_value *value) {
  forget(r);
  r->keys = interner_new();
  keep_predicates(r, abstract);
  keep_states(r, abstract);
  if (temporal->has_modes)
    keep_product(r, &value->product);
  keep_values(r, &value->evaluation);
}

// ---- Beginning --------------------------------------------------------------

// By state of the new model: that of the old one, or UINT32_MAX.
static void find_states(const struct reuse *r, const struct abstract *a,
                        struct u32_vec *into) {
  for (uint32_t s = 0; s < a->states.count; s++) {
    struct strbuf key = {0};
    uint32_t *known = NULL;
    if (write_key(r, a, s, &key)) {
      struct name name = intern_bytes(r->keys, strbuf_text(&key), key.length);
      known = number_map_find(&r->by_key, name.id);
    }
    u32_vec_push(into, known ? *known : UINT32_MAX);
    strbuf_release(&key);
  }
}

static void find_product(const struct reuse *r,
                         const struct product_model *product,
                         struct u32_vec *states) {
  struct u32_vec found = {0};
  for (uint32_t s = 0; s < product->states.count; s++) {
    uint32_t state = states->at[product->states.at[s]];
    const uint32_t *known =
        state == UINT32_MAX
            ? NULL
            : number_map_find(&r->by_product, product_key(product, state, s));
    u32_vec_push(&found, known ? *known : UINT32_MAX);
  }
  u32_vec_release(states);
  *states = found;
}

// Where nothing was known before nothing is certain, and everything possible.
static void begin_values(const struct reuse *r, const struct u32_vec *states,
                         enum mu_side side, uint32_t f, struct bitset *into) {
  const struct bitset *known = &r->values[side][f];
  for (uint32_t s = 0; s < states->count; s++) {
    bool is_new = states->at[s] == UINT32_MAX;
    if (is_new ? side == MU_POSSIBLE : bitset_has(known, states->at[s]))
      bitset_add(into, s);
  }
}

void reuse_begin(const struct reuse *r, const struct abstract *abstract,
                 const struct temporal *temporal,
                 struct temporal_value *value) {
  struct evaluation *e = &value->evaluation;
  struct u32_vec states = {0};
  if (!r->count)
    return;
  find_states(r, abstract, &states);
  if (temporal->has_modes)
    find_product(r, &value->product, &states);
  for (int side = 0; side < 2; side++)
    for (uint32_t f = 0; f < r->count; f++)
      if (is_kept(mu_node(e->table, f), side)) {
        begin_values(r, &states, side, f, &e->values[side][f]);
        e->has_begun[side][f] = true;
      }
  u32_vec_release(&states);
}
