#include "program/flow.h"

#include <stdlib.h>

#include "base/memory.h"

void flow_into_init(struct flow_into *into, const struct procedure *procedure) {
  uint32_t locations = procedure->locations.count;
  uint32_t edges = procedure->edges.count;
  into->first = memory_new_zero(locations + 2, sizeof *into->first);
  into->at = memory_new_zero(edges, sizeof *into->at);
  for (uint32_t i = 1; i < edges; i++)
    into->first[procedure->edges.at[i].to.id + 2]++;
  for (uint32_t i = 2; i < locations + 2; i++)
    into->first[i] += into->first[i - 1];
  for (uint32_t i = 1; i < edges; i++)
    into->at[into->first[procedure->edges.at[i].to.id + 1]++] = i;
}

void flow_into_release(struct flow_into *into) {
  free(into->first);
  free(into->at);
}

static bool passes_all(const void *context, uint32_t edge) {
  (void)context, (void)edge;
  return true;
}

void flow_reach(const struct procedure *procedure, struct location_id from,
                flow_filter *passes, const void *context,
                struct bitset *reached) {
  struct u32_vec pending = {0};
  if (!passes)
    passes = passes_all;
  if (bitset_add(reached, from.id))
    u32_vec_push(&pending, from.id);
  while (pending.count) {
    const struct location *at = &procedure->locations.at[u32_vec_pop(&pending)];
    for (uint32_t i = 0; i < at->out_count; i++) {
      uint32_t edge = at->first_out + i;
      uint32_t to = procedure->edges.at[edge].to.id;
      if (bitset_has(reached, to) || !passes(context, edge))
        continue;
      bitset_add(reached, to);
      u32_vec_push(&pending, to);
    }
  }
  u32_vec_release(&pending);
}

// Order

struct step {
  uint32_t location;
  uint32_t next; // of its edges
};

VEC_DEFINE(step_vec, struct step);

enum colour { WHITE, ACTIVE, DONE };

static void order_walk(struct flow_order *order,
                       const struct procedure *procedure, flow_filter *passes,
                       const void *context, uint8_t *colours) {
  struct step_vec stack = {0};
  uint32_t place = order->count;
  step_vec_push(&stack, (struct step){.location = procedure->entry.id});
  colours[procedure->entry.id] = ACTIVE;
  while (stack.count) {
    struct step *top = step_vec_last(&stack);
    const struct location *at = &procedure->locations.at[top->location];
    if (top->next == at->out_count) {
      colours[top->location] = DONE;
      order->place[top->location] = --place;
      order->locations[place] = top->location;
      step_vec_pop(&stack);
      continue;
    }
    uint32_t edge = at->first_out + top->next++;
    uint32_t to = procedure->edges.at[edge].to.id;
    if (colours[to] == DONE || !passes(context, edge))
      continue;
    if (colours[to] == ACTIVE) {
      bitset_add(&order->heads, to);
    } else {
      colours[to] = ACTIVE;
      step_vec_push(&stack, (struct step){.location = to});
    }
  }
  step_vec_release(&stack);
}

void flow_order_init(struct flow_order *order,
                     const struct procedure *procedure, flow_filter *passes,
                     const void *context) {
  uint32_t count = procedure->locations.count;
  *order = (struct flow_order){
      .place = memory_new_zero(count, sizeof *order->place),
      .locations = memory_new_zero(count, sizeof *order->locations),
      .count = count};
  uint8_t *colours = memory_new_zero(count, sizeof *colours);
  order_walk(order, procedure, passes ? passes : passes_all, context, colours);
  free(colours);
}

void flow_order_release(struct flow_order *order) {
  free(order->place);
  free(order->locations);
  bitset_release(&order->heads);
}

// Kosaraju: backwards from the location that is left last, then from the last
// that this did not meet, and so on.
uint32_t *flow_components(const struct procedure *procedure) {
  uint32_t *component =
      memory_new_zero(procedure->locations.count, sizeof *component);
  struct flow_order order;
  struct flow_into into;
  struct u32_vec pending = {0};
  flow_order_init(&order, procedure, NULL, NULL);
  flow_into_init(&into, procedure);
  for (uint32_t place = 0; place < order.count; place++) {
    uint32_t root = order.locations[place];
    if (!root || component[root])
      continue;
    component[root] = root;
    u32_vec_push(&pending, root);
    while (pending.count) {
      uint32_t at = u32_vec_pop(&pending);
      for (uint32_t i = into.first[at]; i < into.first[at + 1]; i++) {
        uint32_t from = procedure->edges.at[into.at[i]].from.id;
        if (component[from])
          continue;
        component[from] = root;
        u32_vec_push(&pending, from);
      }
    }
  }
  u32_vec_release(&pending);
  flow_order_release(&order);
  flow_into_release(&into);
  return component;
}

// Fixpoints

void flow_solve(const struct procedure *procedure, flow_step *step,
                void *context) {
  struct bitset pending = {0};
  bitset_add(&pending, procedure->entry.id);
  for (uint32_t at = procedure->entry.id; at != UINT32_MAX;
       at = bitset_next(&pending, 0)) {
    const struct location *location = &procedure->locations.at[at];
    bitset_remove(&pending, at);
    for (uint32_t i = 0; i < location->out_count; i++) {
      uint32_t edge = location->first_out + i;
      if (step(context, edge))
        bitset_add(&pending, procedure->edges.at[edge].to.id);
    }
  }
  bitset_release(&pending);
}

struct back {
  const struct procedure *procedure;
  flow_before *before;
  void *context;
  struct bitset *sets; // by location
  struct bitset scratch;
};

// True if the set of the location grows.
static bool back_from(struct back *back, uint32_t id) {
  const struct location *location = &back->procedure->locations.at[id];
  bool grows = false;
  for (uint32_t i = 0; i < location->out_count; i++) {
    uint32_t edge = location->first_out + i;
    bitset_copy(&back->scratch,
                &back->sets[back->procedure->edges.at[edge].to.id]);
    grows |= back->before(back->context, edge, &back->scratch) &&
             bitset_unite(&back->sets[id], &back->scratch);
  }
  return grows;
}

struct flow_sets flow_solve_back(const struct procedure *procedure,
                                 flow_before *before, void *context) {
  uint32_t count = procedure->locations.count;
  struct back back = {.procedure = procedure,
                      .before = before,
                      .context = context,
                      .sets = memory_new_zero(count, sizeof *back.sets)};
  struct flow_into into;
  struct bitset pending = {0};
  flow_into_init(&into, procedure);
  for (uint32_t i = 1; i < count; i++)
    bitset_add(&pending, i);
  while (!bitset_is_empty(&pending))
    for (uint32_t at = count; at-- > 1;)
      if (bitset_remove(&pending, at) && back_from(&back, at))
        for (uint32_t i = into.first[at]; i < into.first[at + 1]; i++)
          bitset_add(&pending, procedure->edges.at[into.at[i]].from.id);
  flow_into_release(&into);
  bitset_release(&pending);
  bitset_release(&back.scratch);
  return (struct flow_sets){back.sets, count};
}

void flow_sets_release(struct flow_sets *sets) {
  for (uint32_t i = 0; i < sets->count; i++)
    bitset_release(&sets->at[i]);
  free(sets->at);
  *sets = (struct flow_sets){0};
}
