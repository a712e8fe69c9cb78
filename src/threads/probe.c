#include "threads/probe.h"

#include "base/check.h"
#include "program/exchange.h"
#include "threads/races.h"

// Pairs

// The one that comes first has the lower number, unless the other one frees.
static bool may_race(const struct product *p, uint32_t first, uint32_t second) {
  if (first == second || !product_can_run(p, first) ||
      !product_can_run(p, second))
    return false;
  return first < second ? crew_may_race(p->crew, p->at[first], p->at[second])
                        : crew_may_free(p->crew, p->at[first], p->at[second]);
}

uint32_t probe_count(struct product *p) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->crew->threads.count; i++)
    for (uint32_t k = 0; k < p->crew->threads.count; k++)
      count += may_race(p, i, k);
  return count;
}

void probe_begin(struct product *p, struct product_choice *choice) {
  for (uint32_t i = 0; i < p->crew->threads.count; i++)
    for (uint32_t k = 0; k < p->crew->threads.count; k++)
      if (may_race(p, i, k)) {
        product_set_after(p);
        product_set(p, FIELD_TURN, i + 1);
        product_set(p, FIELD_DONE, 0);
        product_set(p, FIELD_RIVAL, k + 1);
        product_choice_add(choice);
      }
}

// Steps of either thread

static bool is_first(const struct product *p) {
  return !product_get(p, FIELD_SEEN);
}

// Goes on as it does, unless its turn ends.
static void step(struct product *p, struct location_id from,
                 const struct crew_edge *edge) {
  const struct crew *crew = p->crew;
  if (edge->to == crew->undefined) {
    product_add_edge(p, from, p->made->undefined, edge->op, edge);
    return;
  }
  bool done = product_get(p, FIELD_DONE) || edge->step == CREW_SHARED;
  if (edge->to == crew->exit || product_awaits(p, edge) || edge->spawns ||
      edge->to == crew->threads.at[edge->thread].end ||
      (done && !bitset_has(&crew->inner, edge->to)))
    return;
  product_set_after(p);
  p->after[edge->thread] = edge->to;
  product_set(p, FIELD_DONE, done);
  product_set(p, FIELD_PAST, 0);
  product_add_edge(p, from, product_location(p, edge->position), edge->op,
                   edge);
}

static void step_all(struct product *p, struct location_id from, uint32_t at) {
  const struct crew *crew = p->crew;
  for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1]; i++)
    step(p, from, &crew->edges.at[crew->outs.at[i]]);
}

// The edge with accesses that leaves the location; 0: there is none.
static uint32_t accessing(const struct product *p, uint32_t at) {
  const struct crew *crew = p->crew;
  uint32_t first;
  for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1]; i++)
    if (crew_accesses_of(crew, crew->outs.at[i], &first))
      return crew->outs.at[i];
  return 0;
}

// The first thread

// It makes the access that was chosen, and the other one goes on.
static void make(struct product *p, struct location_id from) {
  struct crew *crew = p->crew;
  uint32_t index = crew->accesses.at[product_get(p, FIELD_SEEN) - 1].edge;
  const struct crew_edge *made = &crew->edges.at[index];
  for (uint32_t i = crew->first_out.at[made->from];
       i < crew->first_out.at[made->from + 1]; i++) {
    const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
    if (edge->to == crew->undefined)
      product_add_edge(p, from, p->made->undefined, edge->op, edge);
    if (edge != made)
      continue;
    product_set_after(p);
    p->after[edge->thread] = edge->to;
    product_set(p, FIELD_TURN, product_get(p, FIELD_RIVAL));
    product_set(p, FIELD_DONE, 0);
    product_add_edge(p, from, product_location(p, edge->position), edge->op,
                     edge);
  }
}

// May any access of the other thread conflict with it? What frees comes second.
static bool has_rival(const struct product *p, uint32_t access) {
  const struct crew *crew = p->crew;
  for (uint32_t i = 0;
       i < crew->accesses.count && !crew->accesses.at[access].is_free; i++)
    if (crew->edges.at[crew->accesses.at[i].edge].thread + 1 ==
            product_get(p, FIELD_RIVAL) &&
        crew_may_conflict(crew, access, i))
      return true;
  return false;
}

// The address is kept before the access is made: that may change what it is
// computed from.
static void see(struct product *p, uint32_t access,
                struct product_choice *choice) {
  const struct crew_access *it = &p->crew->accesses.at[access];
  product_set_after(p);
  product_set(p, FIELD_SEEN, access + 1);
  if (!variable_is_none(it->variable)) {
    product_choice_add(choice);
    return;
  }
  struct location_id to = product_location(p, (struct position){0});
  struct operation op = operation_assign_one(p->program, p->seen, it->address);
  product_choice_add_through(choice, &op, 1, to);
}

static void choose_access(struct product *p, struct location_id from,
                          uint32_t edge) {
  const struct crew *crew = p->crew;
  uint32_t first, ways = 0;
  uint32_t count = crew_accesses_of(crew, edge, &first);
  bool goes_on = bitset_has(&crew->inner, crew->edges.at[edge].to);
  for (uint32_t i = 0; i < count; i++)
    ways += has_rival(p, first + i);
  if (!ways) {
    step_all(p, from, crew->edges.at[edge].from);
    return;
  }
  struct product_choice choice = product_choose(p, from, ways + goes_on);
  for (uint32_t i = 0; i < count; i++)
    if (has_rival(p, first + i))
      see(p, first + i, &choice);
  if (goes_on) {
    product_set_after(p);
    product_set(p, FIELD_PAST, 1);
    product_choice_add(&choice);
  }
}

// The second thread

// Do the bytes that were seen and these overlap?
static struct term overlap(const struct product *p, const struct crew_access *a,
                           const struct crew_access *b) {
  struct term_table *terms = p->program->terms;
  if (!variable_is_none(a->variable))
    return term_true(terms);
  struct term seen = program_term(p->program, p->seen);
  struct term behind = term_sub(terms, b->address, seen);
  struct term before = term_sub(terms, seen, b->address);
  return term_or(terms, term_compare(terms, OP_ULT, behind, a->size),
                 term_compare(terms, OP_ULT, before, b->size));
}

static bool is_before(struct position a, struct position b) {
  return a.file.id != b.file.id ? a.file.id < b.file.id : a.line < b.line;
}

// A row for two lines: what lies behind the operation is a race.
static void collide_by(struct product *p, struct location_id from,
                       struct operation op, const struct crew_edge *seen,
                       const struct crew_edge *now) {
  bool is_seen_first = is_before(seen->position, now->position);
  const struct crew_edge *row = is_seen_first ? seen : now;
  struct position other = is_seen_first ? now->position : seen->position;
  struct strbuf text = {0};
  other.column = 0;
  strbuf_add(&text, "no data race with ");
  position_print(p->program->names, other, &text);
  struct name said = intern(p->program->names, strbuf_text(&text));
  strbuf_release(&text);
  if (op.kind == OPERATION_INVALID) {
    op.invalid.text = said;
    op.invalid.other = other;
  } else {
    op.assume.text = said;
    op.assume.other = other;
  }
  struct edge *edge = product_add_edge(p, from, p->made->undefined, op, now);
  edge->undefined = UNDEFINED_RACE;
  edge->position = row->position;
  edge->position.column = 0;
  p->made->sources.at[edge->origin].procedure = row->procedure;
  p->made->sources.at[edge->origin].is_event = false;
}

static void collide(struct product *p, struct location_id from,
                    struct term condition, const struct crew_edge *seen,
                    const struct crew_edge *now) {
  collide_by(p, from, operation_assume(condition), seen, now);
}

// Did a compare-and-exchange write?
static struct term has_written(const struct product *p, uint32_t access) {
  const struct crew *crew = p->crew;
  struct exchange exchange = {0};
  bool is_known = exchange_of(
      p->program, &crew->edges.at[crew->accesses.at[access].edge].op,
      &exchange);
  CHECK(is_known, "access %u is no exchange", access);
  return term_eq(p->program->terms, program_term(p->program, exchange.old),
                 exchange.wanted);
}

// Must the second one be made first, to know whether it conflicts?
static bool comes_late(const struct crew_access *seen,
                       const struct crew_access *now) {
  return now->is_free || (now->is_exchange && !seen->is_write);
}

// A block that was freed just now was accessed just before.
static void collide_freed(struct product *p, struct location_id from,
                          const struct crew_edge *seen,
                          const struct crew_edge *now) {
  struct operation op = {
      .kind = OPERATION_INVALID,
      .invalid = {
          .access = ACCESS_READ,
          .address = program_term(p->program, p->seen),
          .size = term_const(p->program->terms, p->program->pointer_width, 1)}};
  collide_by(p, from, op, seen, now);
}

// The second thread makes its access, and then they are compared; or, in a
// section, it is not the one.
static void compare_late(struct product *p, struct location_id from,
                         uint32_t seen, uint32_t access, struct term meets) {
  const struct crew *crew = p->crew;
  const struct crew_access *it = &crew->accesses.at[access];
  const struct crew_edge *made = &crew->edges.at[it->edge];
  const struct crew_edge *first = &crew->edges.at[crew->accesses.at[seen].edge];
  bool goes_on = bitset_has(&crew->inner, made->to);
  struct location_id before = product_add_location(p);
  struct location_id after = product_add_location(p);
  struct operation op = operation_assume(meets);
  struct product_choice choice = product_choose(p, from, 1 + goes_on);
  product_choice_add_through(&choice, &op, 1, before);
  if (goes_on) {
    product_set_after(p);
    product_set(p, FIELD_PAST, 1);
    product_choice_add(&choice);
  }
  for (uint32_t i = crew->first_out.at[made->from];
       i < crew->first_out.at[made->from + 1]; i++) {
    const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
    if (edge == made || edge->to == crew->undefined)
      product_add_edge(p, before, edge == made ? after : p->made->undefined,
                       edge->op, edge);
  }
  if (it->is_free)
    collide_freed(p, after, first, made);
  else
    collide(p, after, has_written(p, access), first, made);
}

static void compare(struct product *p, struct location_id from, uint32_t edge) {
  const struct crew *crew = p->crew;
  struct term_table *terms = p->program->terms;
  uint32_t first, seen = product_get(p, FIELD_SEEN) - 1;
  uint32_t count = crew_accesses_of(crew, edge, &first);
  const struct crew_access *past = &crew->accesses.at[seen];
  struct term others = term_true(terms);
  for (uint32_t i = 0; i < count; i++) {
    const struct crew_access *now = &crew->accesses.at[first + i];
    if (!crew_may_conflict(crew, seen, first + i))
      continue;
    struct term meets = now->is_free ? term_true(terms) : overlap(p, past, now);
    if (comes_late(past, now)) { // no other access of the edge conflicts
      compare_late(p, from, seen, first + i, meets);
      return;
    }
    if (past->is_exchange && !now->is_write)
      meets = term_and(terms, meets, has_written(p, seen));
    collide(p, from, term_and(terms, others, meets),
            &crew->edges.at[past->edge], &crew->edges.at[edge]);
    others = term_and(terms, others, term_not(terms, meets));
  }
  if (term_is_true(terms, others)) {
    step_all(p, from, crew->edges.at[edge].from);
  } else if (bitset_has(&crew->inner, crew->edges.at[edge].to)) {
    product_set_after(p);
    product_set(p, FIELD_PAST, 1);
    product_add_edge(p, from, product_location(p, (struct position){0}),
                     operation_assume(others), NULL);
  }
}

void probe_run(struct product *p, struct location_id from, uint32_t thread) {
  uint32_t at = p->at[thread];
  uint32_t edge = accessing(p, at);
  bool is_rival = product_get(p, FIELD_RIVAL) == thread + 1;
  if (!is_first(p) && !is_rival)
    make(p, from);
  else if (!edge || product_get(p, FIELD_PAST))
    step_all(p, from, at);
  else if (is_rival)
    compare(p, from, edge);
  else
    choose_access(p, from, edge);
}
