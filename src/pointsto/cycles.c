// Strongly connected components of the inclusion graph, after Tarjan, without
// recursion. Two uses: components of plain inclusions are collapsed; in those
// that shifts take part in, cycles that do not add up to 0 are closed.
#include <stdlib.h>

#include "base/memory.h"
#include "pointsto/internal.h"

struct search {
  struct inclusion *system;
  bool follows_shifts;
  uint32_t *number; // order of discovery, 0: not yet
  uint32_t *low;
  uint32_t *component;     // its number, 0: still open
  struct u32_vec open;     // nodes without a component, in order of discovery
  struct u32_vec path;     // nodes being visited
  struct u32_vec next;     // the next edge of each
  struct u32_vec finished; // nodes, component by component
  uint32_t counter;
  uint32_t components;
};

static void search_init(struct search *search, struct inclusion *system,
                        bool follows_shifts) {
  *search = (struct search){.system = system, .follows_shifts = follows_shifts};
  search->number = memory_new_zero(system->nodes.count, sizeof(uint32_t));
  search->low = memory_new_zero(system->nodes.count, sizeof(uint32_t));
  search->component = memory_new_zero(system->nodes.count, sizeof(uint32_t));
}

static void search_release(struct search *search) {
  free(search->number);
  free(search->low);
  free(search->component);
  u32_vec_release(&search->open);
  u32_vec_release(&search->path);
  u32_vec_release(&search->next);
  u32_vec_release(&search->finished);
}

// The target of an edge of the node. False when there is no such edge.
static bool edge_target(const struct search *search, uint32_t node,
                        uint32_t index, uint32_t *target) {
  const struct node *n = &search->system->nodes.at[node];
  if (index < n->flows.count) {
    *target = node_find(search->system, n->flows.at[index]);
  } else {
    index -= n->flows.count;
    if (!search->follows_shifts || !n->uses || index >= n->uses->shifts.count)
      return false;
    const struct shift *shift = &n->uses->shifts.at[index];
    *target = shift->stride == STRIDE_BLUR
                  ? node
                  : node_find(search->system, shift->to);
  }
  return true;
}

static void discover(struct search *search, uint32_t node) {
  search->number[node] = search->low[node] = ++search->counter;
  u32_vec_push(&search->open, node);
  u32_vec_push(&search->path, node);
  u32_vec_push(&search->next, 0);
}

static void finish(struct search *search, uint32_t node) {
  search->path.count--;
  search->next.count--;
  if (search->path.count) {
    uint32_t parent = search->path.at[search->path.count - 1];
    if (search->low[node] < search->low[parent])
      search->low[parent] = search->low[node];
  }
  if (search->low[node] != search->number[node])
    return;
  search->components++;
  uint32_t member;
  do {
    member = u32_vec_pop(&search->open);
    search->component[member] = search->components;
    u32_vec_push(&search->finished, member);
  } while (member != node);
}

static void visit(struct search *search, uint32_t root) {
  discover(search, root);
  while (search->path.count) {
    uint32_t node = search->path.at[search->path.count - 1];
    uint32_t target;
    if (!edge_target(search, node, search->next.at[search->next.count - 1]++,
                     &target))
      finish(search, node);
    else if (!search->number[target])
      discover(search, target);
    else if (!search->component[target] &&
             search->number[target] < search->low[node])
      search->low[node] = search->number[target];
  }
}

static void search_run(struct search *search) {
  for (uint32_t i = 1; i < search->system->nodes.count; i++)
    if (search->system->nodes.at[i].parent == i && !search->number[i])
      visit(search, i);
}

// Collapsing

// What one of two sets has and the other has not.
static void add_difference(struct sparse_set *into, const struct sparse_set *a,
                           const struct sparse_set *b) {
  struct sparse_set both = {0};
  sparse_set_join(&both, a);
  sparse_set_join_new(&both, b, NULL, into);
  sparse_set_release(&both);
}

static void merge_uses(struct inclusion *system, uint32_t into, uint32_t from) {
  struct node_uses *old = system->nodes.at[from].uses;
  if (!old)
    return;
  struct node_uses *uses = node_uses(system, into);
  shift_vec_append(&uses->shifts, old->shifts.at, old->shifts.count);
  access_vec_append(&uses->loads, old->loads.at, old->loads.count);
  access_vec_append(&uses->stores, old->stores.at, old->stores.count);
  u32_vec_append(&uses->copies_from, old->copies_from.at,
                 old->copies_from.count);
  u32_vec_append(&uses->copies_to, old->copies_to.at, old->copies_to.count);
  u32_vec_append(&uses->watches, old->watches.at, old->watches.count);
  shift_vec_release(&old->shifts);
  access_vec_release(&old->loads);
  access_vec_release(&old->stores);
  u32_vec_release(&old->copies_from);
  u32_vec_release(&old->copies_to);
  u32_vec_release(&old->watches);
  free(old);
  system->nodes.at[from].uses = NULL;
}

// What only one of them had is new to the flows and uses of the other.
static void merge(struct inclusion *system, uint32_t into, uint32_t from) {
  merge_uses(system, into, from);
  struct node *a = &system->nodes.at[into], *b = &system->nodes.at[from];
  add_difference(&a->fresh, &a->places, &b->places);
  add_difference(&a->fresh, &b->places, &a->places);
  sparse_set_join(&a->fresh, &b->fresh);
  sparse_set_join(&a->pending, &b->pending);
  sparse_set_join(&a->places, &b->places);
  u32_vec_append(&a->flows, b->flows.at, b->flows.count);
  a->leaks |= b->leaks;
  uint32_t stride = b->stride;
  sparse_set_release(&b->places);
  sparse_set_release(&b->fresh);
  sparse_set_release(&b->pending);
  u32_vec_release(&b->flows);
  b->parent = into;
  system->merged++;
  if (stride)
    node_close(system, into, stride);
}

// Targets as representatives, each once.
static void tidy_flows(struct inclusion *system, uint32_t node) {
  struct u32_vec *flows = &system->nodes.at[node].flows;
  for (uint32_t i = 0; i < flows->count; i++)
    flows->at[i] = node_find(system, flows->at[i]);
  if (flows->count > 1)
    qsort(flows->at, flows->count, sizeof *flows->at, compare_u32);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < flows->count; i++)
    if (flows->at[i] != node && (!kept || flows->at[kept - 1] != flows->at[i]))
      flows->at[kept++] = flows->at[i];
  flows->count = kept;
}

void cycles_collapse(struct inclusion *system, struct u32_vec *order) {
  struct search search;
  search_init(&search, system, false);
  search_run(&search);
  u32_vec_clear(order);
  uint64_t before = system->merged;
  // Components are finished targets first.
  for (uint32_t i = search.finished.count; i-- > 0;) {
    uint32_t node = search.finished.at[i];
    uint32_t last = order->count ? order->at[order->count - 1] : 0;
    if (last && search.component[last] == search.component[node])
      merge(system, last, node);
    else
      u32_vec_push(order, node);
  }
  if (system->merged > before)
    for (uint32_t i = 0; i < order->count; i++)
      tidy_flows(system, order->at[i]);
  search_release(&search);
}

// Closing

// Distances from the first node of a component along its edges; an edge that
// disagrees is part of a cycle that adds up to the difference.
struct survey {
  struct search *search;
  int64_t *distance;
  bool *is_known;
  uint64_t divisor;
};

static void survey_edge(struct survey *survey, uint32_t from, uint32_t to,
                        int64_t step, struct u32_vec *queue) {
  if (survey->search->component[to] != survey->search->component[from])
    return;
  int64_t distance = survey->distance[from] + step;
  if (!survey->is_known[to]) {
    survey->is_known[to] = true;
    survey->distance[to] = distance;
    u32_vec_push(queue, to);
    return;
  }
  int64_t difference = distance - survey->distance[to];
  survey->divisor = common_divisor(
      survey->divisor, (uint64_t)(difference < 0 ? -difference : difference));
}

static void survey_node(struct survey *survey, uint32_t node,
                        struct u32_vec *queue) {
  struct inclusion *system = survey->search->system;
  const struct node *n = &system->nodes.at[node];
  for (uint32_t i = 0; i < n->flows.count; i++)
    survey_edge(survey, node, node_find(system, n->flows.at[i]), 0, queue);
  for (uint32_t i = 0; n->uses && i < n->uses->shifts.count; i++) {
    const struct shift *shift = &n->uses->shifts.at[i];
    uint32_t to = node_find(system, shift->to);
    if (shift->stride == STRIDE_BLUR ||
        survey->search->component[to] != survey->search->component[node])
      continue;
    survey->divisor = common_divisor(survey->divisor, shift->stride);
    survey_edge(survey, node, to, shift->step, queue);
  }
}

static void close_component(struct survey *survey, const uint32_t *members,
                            uint32_t count) {
  struct u32_vec queue = {0};
  survey->divisor = 0;
  survey->is_known[members[0]] = true;
  survey->distance[members[0]] = 0;
  u32_vec_push(&queue, members[0]);
  for (uint32_t i = 0; i < queue.count; i++)
    survey_node(survey, queue.at[i], &queue);
  uint64_t stride = survey->divisor > INT32_MAX ? 1 : survey->divisor;
  for (uint32_t i = 0; i < count && stride; i++)
    node_close(survey->search->system, members[i], (uint32_t)stride);
  u32_vec_release(&queue);
}

static bool has_shifts(const struct inclusion *system, uint32_t node) {
  const struct node_uses *uses = system->nodes.at[node].uses;
  return uses && uses->shifts.count;
}

void cycles_close(struct inclusion *system) {
  struct search search;
  search_init(&search, system, true);
  search_run(&search);
  struct survey survey = {
      &search, memory_new_zero(system->nodes.count, sizeof(int64_t)),
      memory_new_zero(system->nodes.count, sizeof(bool)), 0};
  const uint32_t *finished = search.finished.at;
  for (uint32_t i = 0, end; i < search.finished.count; i = end) {
    bool may_step = false;
    for (end = i;
         end < search.finished.count &&
         search.component[finished[end]] == search.component[finished[i]];
         end++)
      may_step |= has_shifts(system, finished[end]);
    if (may_step)
      close_component(&survey, finished + i, end - i);
  }
  free(survey.distance);
  free(survey.is_known);
  search_release(&search);
}
