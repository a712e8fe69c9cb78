// Can the trace happen, and if not, why not.
#include "slam/newton_internal.h"
#include "term/variables.h"

// Can these events happen together? If not, the core is kept.
static enum answer check_events(struct newton *n, const struct bitset *events) {
  struct query *query = query_new(n->solver, PURPOSE_FEASIBILITY);
  struct term_vec list = {0};
  struct u32_vec places = {0}, core = {0};
  for (uint32_t i = 0; i < n->events->count; i++)
    if (bitset_has(events, i) && !term_is_true(n->terms, n->formulas[i])) {
      term_vec_push(&list, n->formulas[i]);
      u32_vec_push(&places, i);
    }
  enum answer answer = query_check(query, list.at, list.count);
  if (answer == ANSWER_UNSAT)
    query_core(query, true, &core);
  for (uint32_t i = 0; i < core.count; i++)
    u32_vec_push(&n->core, places.at[core.at[i]]);
  query_free(query);
  term_vec_release(&list);
  u32_vec_release(&places);
  u32_vec_release(&core);
  return answer;
}

static bool is_condition(const struct newton *n, uint32_t event) {
  const struct event *e = &n->events->at[event];
  return e->kind == EVENT_STEP &&
         !term_is_true(n->terms, n->parts->effects->at[e->edge.id].guard);
}

// Adds the event and those that give its variables their values, and theirs;
// and the versions that these speak of.
static void add_with_values(const struct newton *n, uint32_t event,
                            struct bitset *events, struct bitset *versions) {
  struct u32_vec open = {0};
  struct term_vec variables = {0};
  u32_vec_push(&open, event);
  while (open.count) {
    uint32_t one = u32_vec_pop(&open);
    if (!bitset_add(events, one))
      continue;
    term_vec_clear(&variables);
    term_variables(n->terms, &n->formulas[one], 1, &variables);
    for (uint32_t i = 0; i < variables.count; i++) {
      uint32_t *by = event_map_find(&n->written, variables.at[i].id);
      bitset_add(versions, variables.at[i].id);
      if (by)
        u32_vec_push(&open, *by);
    }
  }
  term_vec_release(&variables);
  u32_vec_release(&open);
}

static bool speaks_only_of(const struct newton *n, uint32_t event,
                           const struct bitset *versions) {
  struct term_vec variables = {0};
  bool is_so = true;
  term_variables(n->terms, &n->formulas[event], 1, &variables);
  for (uint32_t i = 0; is_so && i < variables.count; i++)
    is_so = bitset_has(versions, variables.at[i].id);
  term_vec_release(&variables);
  return is_so;
}

// The condition with the values that it is about, from the initial ones on, and
// the conditions before it that are about nothing else.
static void about_condition(const struct newton *n, uint32_t condition,
                            struct bitset *events) {
  struct bitset versions = {0};
  bitset_add(events, 0);
  add_with_values(n, condition, events, &versions);
  for (uint32_t i = 0; i < condition; i++)
    if (is_condition(n, i) && speaks_only_of(n, i, &versions))
      bitset_add(events, i);
  bitset_release(&versions);
}

// A condition of the trace, with what it is about.
struct own_reason {
  uint32_t condition;
  uint64_t size; // of the formulas
  struct bitset events;
};

VEC_DEFINE(own_reason_vec, struct own_reason);

static void add_own_reason(const struct newton *n, uint32_t condition,
                           struct own_reason_vec *into) {
  struct own_reason one = {.condition = condition};
  about_condition(n, condition, &one.events);
  BITSET_EACH (e, &one.events)
    one.size += term_tree_size(n->terms, n->formulas[e]);
  own_reason_vec_push(into, one);
}

static int compare_reasons(const void *a, const void *b) {
  const struct own_reason *left = a, *right = b;
  if (left->size != right->size)
    return left->size < right->size ? -1 : 1;
  return left->condition > right->condition ? -1 : 1;
}

// The conditions before the last one, the smallest first.
static void list_own_reasons(const struct newton *n,
                             struct own_reason_vec *into) {
  enum { MOST = 48 };
  uint32_t at = n->events->count;
  while (at-- > 0 && into->count < MOST)
    if (is_condition(n, at))
      add_own_reason(n, at, into);
  if (into->count > 1)
    qsort(into->at + 1, into->count - 1, sizeof *into->at, compare_reasons);
}

// A condition that contradicts its own values, however control came to it: the
// last one, which most often is what the violation is about, or one that is
// about little. What else is wrong with the trace, a loop that does not end
// there, say, may be no matter, and need many predicates.
static bool find_own_reason(struct newton *n) {
  enum { UNITS = 200000 };
  struct own_reason_vec list = {0};
  uint64_t limit = solver_limit(n->solver);
  bool found = false;
  solver_set_limit(n->solver, UNITS);
  list_own_reasons(n, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    found = found || check_events(n, &list.at[i].events) == ANSWER_UNSAT;
    bitset_release(&list.at[i].events);
  }
  solver_set_limit(n->solver, limit);
  own_reason_vec_release(&list);
  return found;
}

enum answer newton_check(struct newton *n) {
  struct bitset all = {0};
  if (find_own_reason(n))
    return ANSWER_UNSAT;
  for (uint32_t i = 0; i < n->events->count; i++)
    bitset_add(&all, i);
  enum answer answer = check_events(n, &all);
  bitset_release(&all);
  return answer;
}

void newton_reason(const struct newton *n, struct bitset *edges) {
  for (uint32_t i = 0; i < n->core.count; i++)
    bitset_add(edges, n->events->at[n->core.at[i]].edge.id);
}
