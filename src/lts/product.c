// The composition of views: states are tuples of component states, interned
// in one array of `count` words per state.
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/memory.h"
#include "lts/refusal.h"
#include "lts/view.h"

struct lts_product {
  struct lts_view *components;
  uint32_t count;
  struct bitset alphabet;
  struct owners owners;  // of the actions
  struct u32_vec tuples; // `count` words per state
  uint32_t state_count;
  uint32_t *slots; // 1 + state, 0 = free
  uint32_t slot_mask;
  uint32_t *next;             // scratch tuple
  struct lts_step_vec *steps; // scratch, per component: steps of its state
};

static void find_owners(struct lts_product *product) {
  const struct bitset **sets = memory_new(product->count * sizeof *sets);
  for (uint32_t i = 0; i < product->count; i++)
    sets[i] = product->components[i].alphabet;
  owners_init(&product->owners, sets, product->count,
              action_count(product->components[0].actions) + 1);
  free(sets);
}

// Tuples

const uint32_t *lts_product_tuple(const struct lts_product *product,
                                  uint32_t state) {
  return product->tuples.at + (size_t)state * product->count;
}

uint32_t lts_product_state_count(const struct lts_product *product) {
  return product->state_count;
}

static uint32_t find_slot(const struct lts_product *product,
                          const uint32_t *tuple) {
  uint32_t slot =
      (uint32_t)hash_numbers(tuple, product->count) & product->slot_mask;
  while (product->slots[slot] &&
         memcmp(lts_product_tuple(product, product->slots[slot] - 1), tuple,
                product->count * sizeof *tuple))
    slot = (slot + 1) & product->slot_mask;
  return slot;
}

static void grow_slots(struct lts_product *product) {
  uint32_t size = product->slots ? 2 * (product->slot_mask + 1) : 64;
  CHECK(size, "a product of more than 2^31 states");
  free(product->slots);
  product->slots = memory_new_zero(size, sizeof *product->slots);
  product->slot_mask = size - 1;
  for (uint32_t s = 0; s < product->state_count; s++)
    product->slots[find_slot(product, lts_product_tuple(product, s))] = s + 1;
}

static uint32_t find_state(struct lts_product *product, const uint32_t *tuple) {
  if (4 * (uint64_t)product->state_count >= 3 * (uint64_t)product->slot_mask)
    grow_slots(product);
  uint32_t slot = find_slot(product, tuple);
  if (!product->slots[slot]) {
    u32_vec_append(&product->tuples, tuple, product->count);
    product->slots[slot] = ++product->state_count;
  }
  return product->slots[slot] - 1;
}

// Steps

static void emit(struct lts_product *product, struct action action,
                 struct lts_step_vec *out) {
  lts_step_vec_push(
      out, (struct lts_step){action, find_state(product, product->next)});
}

// All ways in which the owners of an action, from number k on, can perform it.
static void synchronise(struct lts_product *product, struct action action,
                        uint32_t k, struct lts_step_vec *out) {
  if (k == product->owners.first[action.id + 1]) {
    emit(product, action, out);
    return;
  }
  uint32_t owner = product->owners.of[k];
  uint32_t before = product->next[owner];
  const struct lts_step_vec *steps = &product->steps[owner];
  struct lts_step_range range = lts_range_by(
      (struct lts_step_range){steps->at, steps->at + steps->count}, action);
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    product->next[owner] = step->target;
    synchronise(product, action, k + 1, out);
  }
  product->next[owner] = before;
}

static void interleave(struct lts_product *product, uint32_t component,
                       struct lts_step_vec *out) {
  uint32_t before = product->next[component];
  const struct lts_step_vec *steps = &product->steps[component];
  for (uint32_t i = 0; i < steps->count && action_is_tau(steps->at[i].action);
       i++) {
    product->next[component] = steps->at[i].target;
    emit(product, action_tau, out);
  }
  product->next[component] = before;
}

// Each action is handled where its first owner has it.
static void join(struct lts_product *product, uint32_t component,
                 struct lts_step_vec *out) {
  const struct lts_step_vec *steps = &product->steps[component];
  uint32_t last = ACTION_TAU;
  for (uint32_t i = 0; i < steps->count; i++) {
    struct action action = steps->at[i].action;
    if (action.id == last)
      continue;
    last = action.id;
    uint32_t first = product->owners.first[action.id];
    if (product->owners.of[first] == component)
      synchronise(product, action, first, out);
  }
}

static enum state_kind product_kind(void *data, uint32_t state) {
  struct lts_product *product = data;
  const uint32_t *tuple = lts_product_tuple(product, state);
  uint32_t stopped = 0, ended = 0;
  for (uint32_t i = 0; i < product->count; i++) {
    const struct lts_view *component = &product->components[i];
    switch (component->kind(component->data, tuple[i])) {
    case STATE_ERROR: return STATE_ERROR;
    case STATE_STOP: stopped++; break;
    case STATE_END: ended++; break;
    case STATE_PLAIN: break;
    }
  }
  if (ended == product->count)
    return STATE_END;
  return stopped + ended == product->count ? STATE_STOP : STATE_PLAIN;
}

static void product_steps(void *data, uint32_t state,
                          struct lts_step_vec *out) {
  struct lts_product *product = data;
  if (product_kind(data, state) != STATE_PLAIN)
    return;
  uint32_t begin = out->count;
  memcpy(product->next, lts_product_tuple(product, state),
         product->count * sizeof *product->next);
  for (uint32_t i = 0; i < product->count; i++) {
    const struct lts_view *component = &product->components[i];
    lts_step_vec_clear(&product->steps[i]);
    component->steps(component->data, product->next[i], &product->steps[i]);
  }
  for (uint32_t i = 0; i < product->count; i++) {
    interleave(product, i, out);
    join(product, i, out);
  }
  if (out->count > begin)
    qsort(out->at + begin, out->count - begin, sizeof *out->at,
          lts_step_compare);
}

static uint32_t product_initial(void *data) {
  struct lts_product *product = data;
  for (uint32_t i = 0; i < product->count; i++)
    product->next[i] =
        product->components[i].initial(product->components[i].data);
  return find_state(product, product->next);
}

static void product_describe(void *data, uint32_t state, struct strbuf *out) {
  struct lts_product *product = data;
  for (uint32_t i = 0; i < product->count; i++) {
    const struct lts_view *component = &product->components[i];
    strbuf_char(out, i ? ',' : '(');
    component->describe(component->data, lts_product_tuple(product, state)[i],
                        out);
  }
  strbuf_char(out, ')');
}

// Life cycle

struct lts_product *lts_product_new(const struct lts_view *components,
                                    uint32_t count) {
  CHECK(count, "a composition of nothing");
  struct lts_product *product = memory_new_zero(1, sizeof *product);
  product->count = count;
  product->components = memory_new(count * sizeof *components);
  memcpy(product->components, components, count * sizeof *components);
  for (uint32_t i = 0; i < count; i++) {
    CHECK(components[i].actions == components[0].actions,
          "systems over different action tables");
    bitset_unite(&product->alphabet, components[i].alphabet);
  }
  find_owners(product);
  product->next = memory_new(count * sizeof *product->next);
  product->steps = memory_new_zero(count, sizeof *product->steps);
  return product;
}

void lts_product_free(struct lts_product *product) {
  if (!product)
    return;
  for (uint32_t i = 0; i < product->count; i++)
    lts_step_vec_release(&product->steps[i]);
  free(product->steps);
  free(product->next);
  free(product->slots);
  u32_vec_release(&product->tuples);
  owners_release(&product->owners);
  bitset_release(&product->alphabet);
  free(product->components);
  free(product);
}

struct lts_view lts_product_view(struct lts_product *product) {
  return (struct lts_view){.data = product,
                           .actions = product->components[0].actions,
                           .alphabet = &product->alphabet,
                           .initial = product_initial,
                           .steps = product_steps,
                           .kind = product_kind,
                           .describe = product_describe};
}
