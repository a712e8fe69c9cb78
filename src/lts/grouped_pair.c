#include <stdio.h>

#include "base/check.h"
#include "base/map.h"
#include "lts/grouped_internal.h"
#include "lts/packed.h"

NUMBER_MAP_DEFINE(pair_map, uint64_t, uint32_t);

struct composer {
  struct grouped *grouped;
  const struct lts *side[2];
  struct bitset alphabet[2]; // without waits
  const struct bitset *hidden;
  struct wait_table waits[2];
  struct pair_map known; // two waits: what they are together
  struct packed packed;
  struct lts_builder builder;
};

// Waits of two

uint32_t grouped_find_wait(const struct grouped *grouped,
                           struct action action) {
  for (uint32_t w = 0; w < grouped->waits.count; w++)
    if (action_equal(grouped->waits.at[w].action, action))
      return w;
  BUG("an action that is no way to wait");
}

// What two members offer together.
static struct bitset unite_offers(const struct composer *composer,
                                  const struct lts_wait *x,
                                  const struct lts_wait *y) {
  struct bitset offer = {0};
  BITSET_EACH (a, &x->offer)
    if (bitset_has(&composer->alphabet[0], a) &&
        (!bitset_has(&composer->alphabet[1], a) || bitset_has(&y->offer, a)))
      bitset_add(&offer, a);
  BITSET_EACH (a, &y->offer)
    if (bitset_has(&composer->alphabet[1], a) &&
        !bitset_has(&composer->alphabet[0], a))
      bitset_add(&offer, a);
  return offer;
}

// The wait with that offer, which is taken over.
static uint32_t find_offer(struct grouped *grouped, struct bitset offer,
                           bool terminates) {
  for (uint32_t w = 0; w < grouped->waits.count; w++)
    if (grouped->waits.at[w].terminates == terminates &&
        bitset_equal(&grouped->waits.at[w].offer, &offer)) {
      bitset_release(&offer);
      return w;
    }
  // Names with a blank are nobody else's.
  char name[32];
  snprintf(name, sizeof name, "waits %u", grouped->waits.count);
  struct action action = action_intern(grouped->actions, name);
  bitset_add(&grouped->wait_actions, action.id);
  return lts_wait_vec_push(&grouped->waits,
                           (struct lts_wait){action, offer, terminates});
}

// STATE_NONE if they do not wait: something hidden is possible.
static uint32_t join_waits(struct composer *composer, uint32_t x, uint32_t y) {
  struct grouped *grouped = composer->grouped;
  uint64_t key = (uint64_t)x << 32 | y;
  uint32_t *known = pair_map_find(&composer->known, key);
  if (known)
    return *known;
  struct lts_wait *first = &grouped->waits.at[x];
  struct lts_wait *second = &grouped->waits.at[y];
  struct bitset offer = unite_offers(composer, first, second);
  bool terminates = first->terminates && second->terminates;
  uint32_t both = STATE_NONE;
  if (bitset_intersects(&offer, composer->hidden))
    bitset_release(&offer);
  else
    both = find_offer(grouped, offer, terminates);
  pair_map_put(&composer->known, key, both);
  if (both != STATE_NONE)
    wait_pair_vec_push(&grouped->pairs, (struct wait_pair){x, y, both});
  return both;
}

// States and steps

static uint32_t find_pair(struct composer *composer, uint32_t x, uint32_t y) {
  struct packed *packed = &composer->packed;
  uint64_t tuple[2] = {0};
  packed_set(packed, tuple, 0, x);
  packed_set(packed, tuple, 1, y);
  return packed_add(packed, tuple, packed_hash(packed, tuple));
}

static void add_step(struct composer *composer, uint32_t from,
                     struct action action, uint32_t x, uint32_t y) {
  lts_edge_vec_push(&composer->builder.edges,
                    (struct lts_edge){from, action, find_pair(composer, x, y)});
}

static bool is_wait(const struct composer *composer, struct action action) {
  return bitset_has(&composer->grouped->wait_actions, action.id);
}

// The steps of the first member, alone or with the second.
static void step_first(struct composer *composer, uint32_t from, uint32_t x,
                       uint32_t y) {
  struct lts_step_range range = lts_steps(composer->side[0], x);
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    if (is_wait(composer, step->action))
      continue;
    if (!bitset_has(&composer->alphabet[1], step->action.id)) {
      add_step(composer, from, step->action, step->target, y);
      continue;
    }
    struct lts_step_range other =
        lts_steps_by(composer->side[1], y, step->action);
    for (const struct lts_step *with = other.begin; with < other.end; with++)
      add_step(composer, from, step->action, step->target, with->target);
  }
}

static void step_second(struct composer *composer, uint32_t from, uint32_t x,
                        uint32_t y) {
  struct lts_step_range range = lts_steps(composer->side[1], y);
  for (const struct lts_step *step = range.begin; step < range.end; step++)
    if (!is_wait(composer, step->action) &&
        !bitset_has(&composer->alphabet[0], step->action.id))
      add_step(composer, from, step->action, x, step->target);
}

// The number of the sink is not known before all states are: see finish.
static void add_waits(struct composer *composer, uint32_t from, uint32_t x,
                      uint32_t y) {
  const struct wait_table *a = &composer->waits[0], *b = &composer->waits[1];
  for (uint32_t i = a->first[x]; i < a->first[x + 1]; i++)
    for (uint32_t j = b->first[y]; j < b->first[y + 1]; j++) {
      uint32_t both = join_waits(composer, a->choices.at[i], b->choices.at[j]);
      if (both != STATE_NONE)
        lts_edge_vec_push(
            &composer->builder.edges,
            (struct lts_edge){from, composer->grouped->waits.at[both].action,
                              STATE_NONE});
    }
}

static bool is_error(const struct composer *composer, uint32_t x, uint32_t y) {
  return lts_kind(composer->side[0], x) == STATE_ERROR ||
         lts_kind(composer->side[1], y) == STATE_ERROR;
}

static void expand(struct composer *composer, uint32_t number) {
  const uint64_t *tuple = packed_at(&composer->packed, number);
  uint32_t x = packed_get(&composer->packed, tuple, 0);
  uint32_t y = packed_get(&composer->packed, tuple, 1);
  lts_builder_state(&composer->builder);
  if (is_error(composer, x, y)) {
    lts_builder_kind(&composer->builder, number, STATE_ERROR);
    return;
  }
  step_first(composer, number, x, y);
  step_second(composer, number, x, y);
  add_waits(composer, number, x, y);
}

static struct lts *finish(struct composer *composer) {
  uint32_t sink = lts_builder_state(&composer->builder);
  struct lts_edge_vec *edges = &composer->builder.edges;
  for (uint32_t i = 0; i < edges->count; i++)
    if (edges->at[i].to == STATE_NONE)
      edges->at[i].to = sink;
  return lts_builder_finish(&composer->builder);
}

static void composer_init(struct composer *composer) {
  struct grouped *grouped = composer->grouped;
  uint32_t limits[2];
  lts_builder_init(&composer->builder, grouped->actions);
  for (int i = 0; i < 2; i++) {
    limits[i] = composer->side[i]->state_count;
    bitset_copy(&composer->alphabet[i], &composer->side[i]->alphabet);
    bitset_subtract(&composer->alphabet[i], &grouped->wait_actions);
    bitset_unite(&composer->builder.alphabet, &composer->alphabet[i]);
    wait_table_init(&composer->waits[i], composer->side[i], grouped->waits.at,
                    grouped->waits.count);
  }
  packed_init(&composer->packed, limits, 2);
  wait_pair_vec_clear(&grouped->pairs);
}

struct lts *grouped_compose(struct grouped *grouped, const struct lts *a,
                            const struct lts *b, const struct bitset *hidden) {
  struct composer composer = {
      .grouped = grouped, .side = {a, b}, .hidden = hidden};
  composer_init(&composer);
  find_pair(&composer, a->initial, b->initial);
  uint32_t k = 0;
  for (; k < composer.packed.count && composer.packed.count <= grouped->limit;
       k++)
    expand(&composer, k);
  bool within = k == composer.packed.count;
  grouped->composed += k;
  if (k > grouped->largest)
    grouped->largest = k;
  struct lts *result = within ? finish(&composer) : NULL;
  lts_builder_release(&composer.builder);
  for (int i = 0; i < 2; i++) {
    bitset_release(&composer.alphabet[i]);
    wait_table_release(&composer.waits[i]);
  }
  pair_map_release(&composer.known);
  packed_release(&composer.packed);
  return result;
}
