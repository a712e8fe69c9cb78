#include "control/find.h"

#include <stdlib.h>

#include "base/memory.h"

// Keys

static uint32_t field_count(const struct control_find *find) {
  return 1 + find->steps->counters->count;
}

static struct location_id location_of(const struct control_find *find,
                                      uint32_t key) {
  return (struct location_id){
      packed_get(&find->keys, packed_at(&find->keys, key), 0)};
}

static uint32_t class_of(const struct control_find *find, uint32_t key,
                         uint32_t thread) {
  return packed_get(&find->keys, packed_at(&find->keys, key), 1 + thread);
}

void control_find_init(struct control_find *find,
                       const struct control_steps *steps,
                       const struct control_data *data, const uint32_t *classes,
                       uint32_t count) {
  *find = (struct control_find){.steps = steps,
                                .data = data,
                                .dd = transfer_dd(data->transfer),
                                .classes = classes,
                                .most_paths = 1};
  uint32_t *limits = memory_new_zero(field_count(find), sizeof *limits);
  limits[0] = steps->procedure->locations.count;
  for (uint32_t i = 1; i < field_count(find); i++)
    limits[i] = count;
  packed_init(&find->keys, limits, field_count(find));
  free(limits);
}

void control_find_release(struct control_find *find) {
  for (uint32_t i = 0; i < find->nodes.count; i++)
    dd_drop(find->dd, find->nodes.at[i].set);
  for (uint32_t i = 0; i < find->unions.count; i++)
    dd_drop(find->dd, find->unions.at[i]);
  for (uint32_t i = 0; i < find->paths.count; i++)
    edge_id_vec_release(&find->paths.at[i]);
  control_node_vec_release(&find->nodes);
  control_path_vec_release(&find->paths);
  for (uint32_t i = 0; i < find->queue.count; i++)
    u32_vec_release(&find->queue.at[i]);
  control_queue_vec_release(&find->queue);
  u32_vec_release(&find->places);
  dd_vec_release(&find->unions);
  u32_vec_release(&find->last);
  packed_release(&find->keys);
}

static uint32_t add_key(struct control_find *find, const uint64_t *tuple) {
  uint32_t key =
      packed_add(&find->keys, tuple, packed_hash(&find->keys, tuple));
  if (key == find->last.count) {
    u32_vec_push(&find->last, 0);
    dd_vec_push(&find->unions, dd_keep(find->dd, dd_false()));
  }
  return key;
}

// Reach

// Line 15: is it contained in one that was reached? Of joint sets only what is
// new is left.
static struct dd what_is_new(struct control_find *find, uint32_t key,
                             struct dd set) {
  if (!find->data->is_cartesian)
    return dd_minus(find->dd, set, find->unions.at[key]);
  for (uint32_t i = find->last.at[key]; i; i = find->nodes.at[i - 1].before)
    if (dd_is_false(dd_minus(find->dd, set, find->nodes.at[i - 1].set)))
      return dd_false();
  return set;
}

// Where the path puts each thread, the step included, and the mismatches on
// the way. `parent` is 1 + a node, or 0: then they are where they start.
static uint32_t follow(struct control_find *find, uint32_t parent,
                       const struct control_step *step) {
  uint32_t threads = find->steps->counters->count;
  uint32_t first = find->places.count;
  u32_vec_resize(&find->places, first + threads);
  uint32_t *places = find->places.at + first;
  const uint32_t *before = parent ? find->places.at + (parent - 1) * threads
                                  : find->steps->initial.at;
  uint32_t mismatches = parent ? find->nodes.at[parent - 1].mismatches : 0;
  for (uint32_t i = 0; i < threads; i++)
    places[i] = before[i];
  if (step && step->asks) {
    mismatches += places[step->asked.thread] != step->asked.place;
    places[step->asked.thread] = step->asked.place;
  }
  for (uint32_t i = 0; step && i < step->move_count; i++) {
    struct control_at at = find->steps->moves.at[step->first_move + i];
    places[at.thread] = at.place;
  }
  return mismatches;
}

static void enqueue(struct control_find *find, uint32_t node) {
  uint32_t mismatches = find->nodes.at[node].mismatches;
  if (find->queue.count <= mismatches)
    control_queue_vec_resize(&find->queue, mismatches + 1);
  u32_vec_push(&find->queue.at[mismatches], node);
}

static void arrive(struct control_find *find, uint32_t key, struct dd set,
                   uint32_t parent, struct edge_id edge) {
  struct dd added = what_is_new(find, key, set);
  if (dd_is_false(added))
    return;
  uint32_t mismatches =
      follow(find, parent, edge.id ? &find->steps->steps.at[edge.id] : NULL);
  dd_replace(find->dd, &find->unions.at[key],
             dd_or(find->dd, find->unions.at[key], added));
  struct control_node node = {.key = key,
                              .set = dd_keep(find->dd, added),
                              .parent = parent,
                              .edge = edge,
                              .before = find->last.at[key],
                              .mismatches = mismatches};
  find->last.at[key] = control_node_vec_push(&find->nodes, node) + 1;
  enqueue(find, find->nodes.count - 1);
}

// Lines 9 to 13.
static void rebuild_path(struct control_find *find, uint32_t node,
                         struct edge_id last) {
  struct edge_id_vec backwards = {0}, path = {0};
  edge_id_vec_push(&backwards, last);
  for (uint32_t i = node + 1; find->nodes.at[i - 1].parent;
       i = find->nodes.at[i - 1].parent)
    edge_id_vec_push(&backwards, find->nodes.at[i - 1].edge);
  while (backwards.count)
    edge_id_vec_push(&path, edge_id_vec_pop(&backwards));
  edge_id_vec_release(&backwards);
  DCHECK(procedure_is_path(find->steps->procedure, path.at, path.count),
         "a path to the error does not hang together");
  control_path_vec_push(&find->paths, path);
}

static bool may_pass(const struct control_find *find, uint32_t key,
                     const struct control_step *step) {
  return !step->asks || class_of(find, key, step->asked.thread) ==
                            find->classes[step->asked.place];
}

static uint32_t key_after(struct control_find *find, uint32_t key,
                          const struct control_step *step,
                          struct location_id to, uint64_t *tuple) {
  const uint64_t *before = packed_at(&find->keys, key);
  for (uint32_t i = 0; i < find->keys.words; i++)
    tuple[i] = before[i];
  packed_set(&find->keys, tuple, 0, to.id);
  for (uint32_t i = 0; i < step->move_count; i++) {
    struct control_at at = find->steps->moves.at[step->first_move + i];
    packed_set(&find->keys, tuple, 1 + at.thread, find->classes[at.place]);
  }
  return add_key(find, tuple);
}

// Lines 6 to 18 for one transition.
static void take(struct control_find *find, uint32_t number,
                 struct edge_id edge, uint64_t *tuple) {
  const struct control_step *step = &find->steps->steps.at[edge.id];
  struct control_node node = find->nodes.at[number];
  enum role role = question_role(find->steps->data_question, edge);
  if (role == ROLE_ENDS || !may_pass(find, node.key, step))
    return;
  if (role != ROLE_STEP) {
    rebuild_path(find, number, edge);
    return;
  }
  uint32_t scope = dd_scope_begin(find->dd);
  struct dd set = transfer_image(find->data->transfer, edge, node.set);
  if (find->data->is_cartesian)
    set = dd_hull(find->dd, set);
  struct location_id to = procedure_edge(find->steps->procedure, edge)->to;
  if (!dd_is_false(set))
    arrive(find, key_after(find, node.key, step, to, tuple), set, number + 1,
           edge);
  dd_scope_end(find->dd, scope);
}

static void expand(struct control_find *find, uint32_t number,
                   uint64_t *tuple) {
  const struct location *at = procedure_location(
      find->steps->procedure, location_of(find, find->nodes.at[number].key));
  for (uint32_t i = 0;
       i < at->out_count && find->paths.count < find->most_paths; i++)
    take(find, number, (struct edge_id){at->first_out + i}, tuple);
}

static void begin(struct control_find *find, uint64_t *tuple) {
  packed_set(&find->keys, tuple, 0, find->steps->procedure->entry.id);
  for (uint32_t i = 0; i < find->steps->initial.count; i++)
    packed_set(&find->keys, tuple, 1 + i,
               find->classes[find->steps->initial.at[i]]);
  uint32_t scope = dd_scope_begin(find->dd);
  struct dd set = transfer_initial(find->data->transfer);
  if (find->data->is_cartesian)
    set = dd_hull(find->dd, set);
  arrive(find, add_key(find, tuple), set, 0, (struct edge_id){0});
  dd_scope_end(find->dd, scope);
}

// The first node of those with the fewest mismatches that is left, or none. A
// node is never followed by one with fewer.
static uint32_t next_node(struct control_find *find, uint32_t *queue,
                          uint32_t *taken) {
  for (; *queue < find->queue.count; ++*queue, *taken = 0)
    if (*taken < find->queue.at[*queue].count)
      return find->queue.at[*queue].at[(*taken)++];
  return UINT32_MAX;
}

void control_find_run(struct control_find *find) {
  uint64_t *tuple = memory_new_zero(find->keys.words, sizeof *tuple);
  uint32_t queue = 0, taken = 0, node;
  begin(find, tuple);
  while (!find->is_stopped && find->paths.count < find->most_paths &&
         (node = next_node(find, &queue, &taken)) != UINT32_MAX) {
    find->is_stopped = poll_stops(find->poll);
    if (!find->is_stopped)
      expand(find, node, tuple);
  }
  free(tuple);
}

// What was reached

// Where anybody may have the next turn: the one location from which places of
// several threads are asked for.
static struct location_id head_of(const struct control_steps *steps) {
  uint32_t most = 0;
  struct location_id head = {0};
  for (uint32_t i = 1; i < steps->procedure->locations.count; i++) {
    const struct location *at = &steps->procedure->locations.at[i];
    uint32_t count = 0;
    for (uint32_t k = 0; k < at->out_count; k++)
      count += steps->steps.at[at->first_out + k].asks;
    if (count > most) {
      most = count;
      head.id = i;
    }
  }
  return head;
}

double control_find_states(struct control_find *find) {
  struct location_id head = head_of(find->steps);
  double states = 0;
  for (uint32_t i = 0; head.id && i < find->keys.count; i++)
    if (location_of(find, i).id == head.id)
      states += transfer_count(find->data->transfer, head, find->unions.at[i]);
  return states;
}

static struct term formula_of(struct control_find *find, uint32_t key) {
  struct term_table *terms = find->steps->data->program->terms;
  struct term formula =
      transfer_formula(find->data->transfer, find->unions.at[key]);
  for (uint32_t i = 0; i < find->steps->counters->count; i++)
    formula = term_and(
        terms, formula,
        control_is_in(find->steps, i, find->classes, class_of(find, key, i)));
  return formula;
}

struct term *control_find_invariants(struct control_find *find) {
  struct term_table *terms = find->steps->data->program->terms;
  uint32_t count = find->steps->procedure->locations.count;
  struct term *invariants = memory_new_zero(count, sizeof *invariants);
  for (uint32_t i = 1; i < count; i++)
    invariants[i] = term_false(terms);
  for (uint32_t i = 0; i < find->keys.count; i++) {
    struct term *at = &invariants[location_of(find, i).id];
    *at = term_or(terms, *at, formula_of(find, i));
  }
  return invariants;
}
