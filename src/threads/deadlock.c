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

// Does it change nothing but what it computes anew when it is taken again?
static bool is_repeatable(const struct crew *crew,
                          const struct crew_edge *edge) {
  const struct operation *op = &edge->op;
  bool is_so = op->kind == OPERATION_ASSIGN;
  for (uint32_t i = 0; is_so && i < op->assign.count; i++)
    is_so =
        program_variable(crew->program, op->assign.bindings[i].target)->kind ==
        VARIABLE_TEMPORARY;
  return is_so || op->kind == OPERATION_LOAD || op->kind == OPERATION_ASSUME;
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

// Backwards to the first locations at which others have their turns. False when
// something was done on the way.
static bool find_entries(const struct crew *crew, uint32_t at,
                         struct bitset *seen, struct bitset *entries) {
  bool ok = true;
  for (uint32_t i = 1; i < crew->edges.count && ok; i++) {
    const struct crew_edge *edge = &crew->edges.at[i];
    if (edge->to != at || !bitset_add(seen, edge->from))
      continue;
    ok = is_repeatable(crew, edge);
    if (!bitset_has(&crew->inner, edge->from))
      bitset_add(entries, edge->from);
    else
      ok = ok && find_entries(crew, edge->from, seen, entries);
  }
  return ok;
}

uint32_t crew_stuck_entry(const struct crew *crew, uint32_t stuck) {
  struct bitset seen = {0}, entries = {0};
  bool ok =
      find_entries(crew, stuck, &seen, &entries) && bitset_count(&entries) == 1;
  uint32_t entry = ok ? bitset_next(&entries, 0) : 0;
  bitset_release(&seen);
  bitset_release(&entries);
  return entry;
}

static bool is_reached(const struct crew *crew, uint32_t at) {
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (crew->edges.at[i].to == at)
      return true;
  return false;
}

bool crew_has_stuck_entries(const struct crew *crew) {
  bool has = true;
  BITSET_EACH (at, &crew->stuck)
    has = has && (!is_reached(crew, at) || crew_stuck_entry(crew, at));
  return has;
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
