#include "threads/deadlock.h"

// Where threads stop

static bool is_end(const struct crew *crew, uint32_t at) {
  if (at == crew->exit || at == crew->undefined)
    return true;
  for (uint32_t k = 0; k < crew->threads.count; k++)
    if (crew->threads.at[k].end == at)
      return true;
  return false;
}

// Does the edge only look?
static bool only_looks(const struct crew_edge *edge) {
  return edge->is_settled &&
         (edge->op.kind == OPERATION_LOAD || edge->op.kind == OPERATION_ASSUME);
}

void crew_find_stuck(struct crew *crew) {
  for (uint32_t at = 1; at < crew->location_count; at++)
    if (bitset_has(&crew->inner, at) && !is_end(crew, at) &&
        crew->first_out.at[at] == crew->first_out.at[at + 1])
      bitset_add(&crew->stuck, at);
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (crew->edges.at[i].awaits)
      bitset_add(&crew->to_stuck, crew->edges.at[i].from);
  BITSET_EACH (at, &crew->stuck)
    bitset_add(&crew->to_stuck, at);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < crew->edges.count; i++) {
      const struct crew_edge *edge = &crew->edges.at[i];
      if (only_looks(edge) && bitset_has(&crew->to_stuck, edge->to))
        changed |= bitset_add(&crew->to_stuck, edge->from);
    }
  }
}

// The product

static bool is_started(const struct product *p, uint32_t thread) {
  return p->at[thread] && p->at[thread] != p->crew->threads.at[thread].end;
}

bool deadlock_may_be(const struct product *p) {
  bool found = false;
  for (uint32_t k = 0; k < p->crew->threads.count; k++) {
    if (!is_started(p, k))
      continue;
    if (!bitset_has(&p->crew->to_stuck, p->at[k]))
      return false;
    found = true;
  }
  return found;
}

// The next thread after that one; the number of threads if there is none.
static uint32_t next_of(const struct product *p, uint32_t thread) {
  while (++thread < p->crew->threads.count)
    if (is_started(p, thread))
      return thread;
  return thread;
}

static uint32_t first_of(const struct product *p) {
  return is_started(p, 0) ? 0 : next_of(p, 0);
}

void deadlock_begin(struct product *p, struct product_choice *choice) {
  product_set_after(p);
  product_set(p, FIELD_TURN, first_of(p) + 1);
  product_set(p, FIELD_STUCK, 1);
  product_choice_add(choice);
}

// The thread has to wait: on to the next one.
static void pass(struct product *p, struct location_id from, uint32_t thread) {
  uint32_t next = next_of(p, thread);
  if (next < p->crew->threads.count) {
    product_set_after(p);
    product_set(p, FIELD_TURN, next + 1);
    product_add_edge(p, from, product_location(p, (struct position){0}),
                     operation_skip(), NULL);
    return;
  }
  struct operation op = operation_assume(term_true(p->program->terms));
  product_add_edge(p, from, p->made->undefined, op, NULL)->undefined =
      UNDEFINED_DEADLOCK;
}

void deadlock_run(struct product *p, struct location_id from, uint32_t thread) {
  const struct crew *crew = p->crew;
  uint32_t at = p->at[thread];
  if (bitset_has(&crew->stuck, at))
    pass(p, from, thread);
  for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
       i++) {
    const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
    if (product_awaits(p, edge))
      pass(p, from, thread);
    else if (only_looks(edge) && bitset_has(&crew->to_stuck, edge->to)) {
      product_set_after(p);
      p->after[thread] = edge->to;
      product_add_edge(p, from, product_location(p, edge->position), edge->op,
                       edge);
    }
  }
}
