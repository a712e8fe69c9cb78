#include "pointsto/inclusion.h"

#include <stdlib.h>

#include "base/memory.h"
#include "pointsto/internal.h"

// Life cycle

struct inclusion *inclusion_new(unsigned word,
                                struct inclusion_listener listener) {
  struct inclusion *system = memory_new_zero(1, sizeof *system);
  system->word = word;
  system->listener = listener;
  node_vec_push(&system->nodes, (struct node){0});
  memory_vec_push(&system->objects, (struct memory){0});
  memory_vec_push(&system->objects, (struct memory){.escapes = true});
  place_vec_push(&system->places, (struct inclusion_place){0});
  place_vec_push(&system->places,
                 (struct inclusion_place){INCLUSION_UNKNOWN, true, 0});
  system->objects.at[INCLUSION_UNKNOWN].any_place = INCLUSION_UNKNOWN;
  system->unknown = inclusion_add_node(system);
  node_add(system, system->unknown, INCLUSION_UNKNOWN);
  return system;
}

static void uses_free(struct node_uses *uses) {
  if (!uses)
    return;
  shift_vec_release(&uses->shifts);
  access_vec_release(&uses->loads);
  access_vec_release(&uses->stores);
  u32_vec_release(&uses->copies_from);
  u32_vec_release(&uses->copies_to);
  u32_vec_release(&uses->watches);
  free(uses);
}

static void node_release(struct node *node) {
  sparse_set_release(&node->places);
  sparse_set_release(&node->fresh);
  sparse_set_release(&node->pending);
  u32_vec_release(&node->flows);
  uses_free(node->uses);
}

void inclusion_free(struct inclusion *system) {
  for (uint32_t i = 0; i < system->nodes.count; i++)
    node_release(&system->nodes.at[i]);
  for (uint32_t i = 0; i < system->objects.count; i++) {
    layout_release(&system->objects.at[i].layout);
    u32_vec_release(&system->objects.at[i].places);
    cell_vec_release(&system->objects.at[i].cells);
    cell_vec_release(&system->objects.at[i].readers);
    transfer_vec_release(&system->objects.at[i].transfers);
  }
  node_vec_release(&system->nodes);
  memory_vec_release(&system->objects);
  place_vec_release(&system->places);
  place_map_release(&system->place_numbers);
  sparse_set_release(&system->escaped_places);
  place_map_release(&system->cells);
  pair_map_release(&system->flows);
  u32_vec_release(&system->copies);
  free(system);
}

// Places

static uint32_t place_any(struct inclusion *system, uint32_t object) {
  struct memory *memory = &system->objects.at[object];
  if (memory->any_place)
    return memory->any_place;
  memory->any_place = place_vec_push(&system->places,
                                     (struct inclusion_place){object, true, 0});
  if (memory->escapes)
    sparse_set_add(&system->escaped_places, memory->any_place);
  return memory->any_place;
}

static bool is_in_reach(const struct layout *layout, int64_t offset) {
  if (!layout->has_size)
    return offset >= -INCLUSION_REACH && offset <= INCLUSION_REACH * 16;
  int64_t reach = layout->size + INCLUSION_MARGIN;
  return offset >= -reach && offset <= layout->size + reach;
}

static uint32_t place_number(struct inclusion *system, uint32_t object,
                             int64_t offset) {
  if (object == INCLUSION_UNKNOWN)
    return INCLUSION_UNKNOWN;
  struct memory *memory = &system->objects.at[object];
  offset = layout_normalise(&memory->layout, offset);
  struct place_key key = {object, 0, offset};
  uint32_t *found = place_map_find(&system->place_numbers, key);
  if (found)
    return *found;
  bool is_near = is_in_reach(&memory->layout, offset);
  if (!is_near && memory->layout.has_size)
    return 0;
  if (!is_near || memory->places.count >= INCLUSION_OBJECT_SPREAD)
    return place_any(system, object);
  uint32_t place = place_vec_push(
      &system->places, (struct inclusion_place){object, false, offset});
  place_map_put(&system->place_numbers, key, place);
  u32_vec_push(&memory->places, place);
  if (memory->escapes)
    sparse_set_add(&system->escaped_places, place);
  return place;
}

// Moves a place and adds what comes out.
static void add_moved(struct inclusion *system, uint32_t place, int64_t step,
                      uint32_t stride, struct sparse_set *into) {
  struct inclusion_place from = system->places.at[place];
  struct offset_vec offsets = {0};
  if (from.is_any_offset)
    sparse_set_add(into, place);
  else if (stride == STRIDE_BLUR ||
           !layout_move(&system->objects.at[from.object].layout, from.offset,
                        step, stride, &offsets))
    sparse_set_add(into, place_any(system, from.object));
  else
    for (uint32_t i = 0; i < offsets.count; i++) {
      uint32_t moved = place_number(system, from.object, offsets.at[i]);
      if (moved)
        sparse_set_add(into, moved);
    }
  offset_vec_release(&offsets);
}

// Nodes

uint32_t inclusion_add_node(struct inclusion *system) {
  uint32_t node = node_vec_push(&system->nodes, (struct node){0});
  system->nodes.at[node].parent = node;
  system->has_new_edges = true; // it has no place in the order yet
  return node;
}

struct node_uses *node_uses(struct inclusion *system, uint32_t node) {
  struct node *n = &system->nodes.at[node];
  if (!n->uses)
    n->uses = memory_new_zero(1, sizeof *n->uses);
  return n->uses;
}

// What a node need not hold because it holds UNKNOWN.
static const struct sparse_set *covered_places(const struct inclusion *system,
                                               uint32_t node) {
  bool is_anywhere =
      sparse_set_has(&system->nodes.at[node].places, INCLUSION_UNKNOWN);
  return is_anywhere ? &system->escaped_places : NULL;
}

static bool join_closed(struct inclusion *system, uint32_t node,
                        const struct sparse_set *places) {
  struct sparse_set closed = {0};
  uint32_t stride = system->nodes.at[node].stride;
  for (uint32_t p = sparse_set_next(places, 0); p != UINT32_MAX;
       p = sparse_set_next(places, p + 1)) {
    if (sparse_set_has(&system->nodes.at[node].places, p))
      continue;
    add_moved(system, p, 0, stride, &closed);
  }
  struct node *n = &system->nodes.at[node];
  bool is_new = sparse_set_join_new(&n->places, &closed,
                                    covered_places(system, node), &n->fresh);
  sparse_set_release(&closed);
  return is_new;
}

static bool node_join(struct inclusion *system, uint32_t node,
                      const struct sparse_set *places) {
  struct node *n = &system->nodes.at[node];
  if (sparse_set_is_empty(places))
    return false;
  if (n->stride)
    return join_closed(system, node, places);
  return sparse_set_join_new(&n->places, places, covered_places(system, node),
                             &n->fresh);
}

void node_add(struct inclusion *system, uint32_t node, uint32_t place) {
  struct sparse_set one = {0};
  sparse_set_add(&one, place);
  node_join(system, node_find(system, node), &one);
  sparse_set_release(&one);
}

void node_close(struct inclusion *system, uint32_t node, uint32_t stride) {
  struct node *n = &system->nodes.at[node];
  uint32_t a = n->stride, b = stride;
  while (b) {
    uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  if (a == n->stride)
    return;
  n->stride = a;
  struct sparse_set closed = {0};
  for (uint32_t p = sparse_set_next(&n->places, 0); p != UINT32_MAX;
       p = sparse_set_next(&system->nodes.at[node].places, p + 1))
    add_moved(system, p, 0, a, &closed);
  n = &system->nodes.at[node];
  sparse_set_join_new(&n->places, &closed, NULL, &n->fresh);
  sparse_set_release(&closed);
}

// Objects

uint32_t inclusion_add_object(struct inclusion *system, struct layout *layout,
                              bool is_writable) {
  struct memory memory = {.layout = *layout, .is_writable = is_writable};
  *layout = (struct layout){0};
  memory.written = inclusion_add_node(system);
  memory.read = inclusion_add_node(system);
  uint32_t object = memory_vec_push(&system->objects, memory);
  inclusion_flow(system, memory.written, memory.read);
  return object;
}

// Constraints

void inclusion_point(struct inclusion *system, uint32_t node, uint32_t object,
                     int64_t offset) {
  uint32_t place = node ? place_number(system, object, offset) : 0;
  if (place)
    node_add(system, node, place);
}

void inclusion_point_any(struct inclusion *system, uint32_t node,
                         uint32_t object) {
  if (node)
    node_add(system, node, place_any(system, object));
}

void inclusion_flow(struct inclusion *system, uint32_t from, uint32_t to) {
  if (!from || !to)
    return;
  from = node_find(system, from);
  to = node_find(system, to);
  if (from == to)
    return;
  bool is_new;
  pair_map_insert(&system->flows, (uint64_t)from << 32 | to, &is_new);
  if (!is_new)
    return;
  u32_vec_push(&system->nodes.at[from].flows, to);
  system->has_new_edges = true;
  system->may_step = true;
  system->propagations++;
  node_join(system, to, &system->nodes.at[from].places);
}

// Whether the node has the place's object at any offset too, or UNKNOWN and the
// object escapes: that says it all.
static bool is_covered(const struct inclusion *system, uint32_t node,
                       uint32_t place) {
  const struct sparse_set *places = &system->nodes.at[node].places;
  const struct memory *memory =
      &system->objects.at[system->places.at[place].object];
  if (place == INCLUSION_UNKNOWN)
    return false;
  return (memory->any_place && memory->any_place != place &&
          sparse_set_has(places, memory->any_place)) ||
         (memory->escapes && sparse_set_has(places, INCLUSION_UNKNOWN));
}

// The number of a place, normalised and within limits; 0 when it is so far
// outside its object that no pointer comes back from there.
static void shift_apply(struct inclusion *system, uint32_t from,
                        const struct shift *shift,
                        const struct sparse_set *places) {
  struct shift copy = *shift;
  struct sparse_set moved = {0};
  struct sparse_cursor at = {0};
  while (sparse_set_step(places, &at))
    if (!is_covered(system, from, at.member))
      add_moved(system, at.member, copy.step, copy.stride, &moved);
  system->propagations++;
  node_join(system, node_find(system, copy.to), &moved);
  sparse_set_release(&moved);
}

static void add_shift(struct inclusion *system, uint32_t from,
                      struct shift shift) {
  if (!from || !shift.to)
    return;
  from = node_find(system, from);
  struct node_uses *uses = node_uses(system, from);
  shift_vec_push(&uses->shifts, shift);
  system->may_step = true;
  shift_apply(system, from, &shift, &system->nodes.at[from].places);
}

void inclusion_shift(struct inclusion *system, uint32_t from, uint32_t to,
                     int64_t step, uint64_t stride) {
  if (step == 0 && stride == 0)
    inclusion_flow(system, from, to);
  else
    add_shift(
        system, from,
        (struct shift){.to = to,
                       .step = step,
                       .stride = stride > INT32_MAX ? 1 : (uint32_t)stride});
}

void inclusion_blur(struct inclusion *system, uint32_t from, uint32_t to) {
  add_shift(system, from, (struct shift){.to = to, .stride = STRIDE_BLUR});
}

// A use sees the places that are there already with the next wave.
static struct node_uses *add_use(struct inclusion *system, uint32_t node) {
  node = node_find(system, node);
  struct node *n = &system->nodes.at[node];
  sparse_set_join(&n->pending, &n->places);
  return node_uses(system, node);
}

void inclusion_load(struct inclusion *system, uint32_t address, uint32_t to,
                    unsigned bytes) {
  if (address && to)
    access_vec_push(&add_use(system, address)->loads,
                    (struct access_use){to, bytes});
}

void inclusion_store(struct inclusion *system, uint32_t address, uint32_t from,
                     unsigned bytes) {
  if (address && from)
    access_vec_push(&add_use(system, address)->stores,
                    (struct access_use){from, bytes});
}

void inclusion_copy(struct inclusion *system, uint32_t to, uint32_t from,
                    uint64_t size, uint64_t stride) {
  if (!to || !from)
    return;
  struct layout layout;
  bool is_array = !size && stride > 1 && stride <= INT32_MAX;
  layout_init_plain(&layout, (int64_t)size, false, 0,
                    is_array ? (int64_t)stride : 0);
  layout.size = (int64_t)size;
  uint32_t buffer = inclusion_add_object(system, &layout, true);
  uint32_t copy = u32_vec_push(&system->copies, buffer);
  u32_vec_push(&add_use(system, from)->copies_from, copy);
  u32_vec_push(&add_use(system, to)->copies_to, copy);
}

void inclusion_watch(struct inclusion *system, uint32_t node, uint32_t watch) {
  if (node)
    u32_vec_push(&add_use(system, node)->watches, watch);
}

void inclusion_leak(struct inclusion *system, uint32_t node) {
  if (!node || system->nodes.at[node_find(system, node)].leaks)
    return;
  add_use(system, node);
  system->nodes.at[node_find(system, node)].leaks = true;
}

void inclusion_escape(struct inclusion *system, uint32_t object) {
  struct memory *memory = &system->objects.at[object];
  if (memory->escapes)
    return;
  memory->escapes = true;
  for (uint32_t i = 0; i < memory->places.count; i++)
    sparse_set_add(&system->escaped_places, memory->places.at[i]);
  if (memory->any_place)
    sparse_set_add(&system->escaped_places, memory->any_place);
  if (memory->is_writable)
    node_add(system, memory->written, INCLUSION_UNKNOWN);
  inclusion_leak(system, system->objects.at[object].read);
  if (system->listener.escaped)
    system->listener.escaped(system->listener.context, object);
}

// Solving

static void use_place(struct inclusion *system, uint32_t node, uint32_t place) {
  struct inclusion_place at = system->places.at[place];
  struct node_uses *uses = system->nodes.at[node].uses;
  for (uint32_t i = 0; i < uses->loads.count; i++)
    memory_load_place(system, at, uses->loads.at[i].node,
                      uses->loads.at[i].bytes);
  for (uint32_t i = 0; i < uses->stores.count; i++)
    memory_store_place(system, at, uses->stores.at[i].node,
                       uses->stores.at[i].bytes);
  for (uint32_t i = 0; i < uses->copies_from.count; i++)
    memory_copy_from(system, system->copies.at[uses->copies_from.at[i]], at);
  for (uint32_t i = 0; i < uses->copies_to.count; i++)
    memory_copy_to(system, system->copies.at[uses->copies_to.at[i]], at);
  for (uint32_t i = 0; i < uses->watches.count; i++)
    system->listener.reached(system->listener.context, uses->watches.at[i], at);
}

static void use_pending(struct inclusion *system, uint32_t node) {
  struct sparse_set pending = system->nodes.at[node].pending;
  system->nodes.at[node].pending = (struct sparse_set){0};
  bool leaks = system->nodes.at[node].leaks;
  struct sparse_cursor at = {0};
  while (sparse_set_step(&pending, &at)) {
    if (leaks)
      inclusion_escape(system, system->places.at[at.member].object);
    if (system->nodes.at[node].uses && !is_covered(system, node, at.member))
      use_place(system, node, at.member);
  }
  sparse_set_release(&pending);
}

static void send_fresh(struct inclusion *system, uint32_t node) {
  struct sparse_set fresh = system->nodes.at[node].fresh;
  system->nodes.at[node].fresh = (struct sparse_set){0};
  for (uint32_t i = 0; i < system->nodes.at[node].flows.count; i++) {
    uint32_t to = node_find(system, system->nodes.at[node].flows.at[i]);
    if (to == node)
      continue;
    system->propagations++;
    node_join(system, to, &fresh);
  }
  struct node_uses *uses = system->nodes.at[node].uses;
  for (uint32_t i = 0; uses && i < uses->shifts.count; i++)
    shift_apply(system, node, &uses->shifts.at[i], &fresh);
  struct node *n = &system->nodes.at[node];
  if (uses || n->leaks)
    sparse_set_join(&n->pending, &fresh);
  sparse_set_release(&fresh);
}

static bool use_all(struct inclusion *system) {
  for (uint32_t i = 1; i < system->nodes.count; i++)
    if (!sparse_set_is_empty(&system->nodes.at[i].pending))
      use_pending(system, i);
  for (uint32_t i = 1; i < system->nodes.count; i++)
    if (!sparse_set_is_empty(&system->nodes.at[i].fresh) ||
        !sparse_set_is_empty(&system->nodes.at[i].pending))
      return true;
  return false;
}

// Cycles with a step cost a walk over everything; they are found soon after
// they appear, or a little later.
static bool closing_is_due(const struct inclusion *system) {
  return system->may_step && (system->waves < 4 || system->waves % 4 == 0);
}

void inclusion_solve(struct inclusion *system) {
  struct u32_vec order = {0};
  bool goes_on = true;
  while (goes_on) {
    if (closing_is_due(system)) {
      cycles_close(system);
      system->may_step = false;
    }
    if (system->has_new_edges || !order.count) {
      cycles_collapse(system, &order);
      system->has_new_edges = false;
    }
    system->waves++;
    for (uint32_t i = 0; i < order.count; i++)
      if (!sparse_set_is_empty(&system->nodes.at[order.at[i]].fresh))
        send_fresh(system, order.at[i]);
    goes_on = use_all(system);
  }
  u32_vec_release(&order);
}

// Queries

const struct sparse_set *inclusion_places(const struct inclusion *system,
                                          uint32_t node) {
  return &system->nodes.at[node ? node_find(system, node) : 0].places;
}

struct inclusion_place inclusion_place(const struct inclusion *system,
                                       uint32_t place) {
  return system->places.at[place];
}

bool inclusion_has_escaped(const struct inclusion *system, uint32_t object) {
  return system->objects.at[object].escapes;
}

const struct layout *inclusion_layout(const struct inclusion *system,
                                      uint32_t object) {
  return &system->objects.at[object].layout;
}

uint32_t inclusion_cell_count(const struct inclusion *system, uint32_t object) {
  return system->objects.at[object].cells.count;
}

int64_t inclusion_cell_offset(const struct inclusion *system, uint32_t object,
                              uint32_t index) {
  return system->objects.at[object].cells.at[index].offset;
}

void inclusion_move(const struct inclusion *system,
                    struct inclusion_place place, int64_t step, uint64_t stride,
                    struct offset_vec *offsets, bool *is_any) {
  *is_any = place.is_any_offset || place.object == INCLUSION_UNKNOWN ||
            stride == STRIDE_BLUR ||
            !layout_move(&system->objects.at[place.object].layout, place.offset,
                         step, stride, offsets);
}

static uint64_t set_bytes(const struct sparse_set *set) {
  return set->capacity * sizeof *set->at;
}

struct inclusion_figures inclusion_figures(const struct inclusion *system) {
  struct inclusion_figures figures = {.nodes = system->nodes.count - 1,
                                      .merged = system->merged,
                                      .edges = system->flows.count,
                                      .waves = system->waves,
                                      .propagations = system->propagations};
  for (uint32_t i = 1; i < system->nodes.count; i++) {
    const struct node *node = &system->nodes.at[i];
    figures.set_bytes += set_bytes(&node->places) + set_bytes(&node->fresh) +
                         set_bytes(&node->pending);
    figures.edges += node->uses ? node->uses->shifts.count : 0;
  }
  return figures;
}
