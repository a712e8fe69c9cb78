#include "threads/future.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "threads/slide.h"

enum { MOST_WORDS = 1 << 22 }; // of all sets together

// Sets of cells that are read, and behind them those that are written.
struct crew_futures {
  uint32_t words;     // of one set
  uint64_t *edges;    // by edge
  uint64_t *after;    // by location: from there on
  uint64_t *turns;    // by location: in the turn that begins there
  uint8_t *is_steady; // by location
  uint8_t *marks;     // of a walk, all clear between
  // Of all turns, steady or not, that begin at a location
  uint64_t *touched;
  struct turn_kind *kinds;
};

struct turn_kind {
  bool is_known;
  bool is_odd; // it has something whose order always matters
  bool allocates;
  uint32_t awaits; // threads, as bits
};

// Cells

struct cells {
  struct u32_vec variables, objects; // cells 1 ..
};

static uint32_t number_in(struct u32_vec *known, uint32_t id) {
  for (uint32_t i = 0; i < known->count; i++)
    if (known->at[i] == id)
      return i;
  return u32_vec_push(known, id);
}

static bool is_own_cell(const struct touched *it) {
  return it->object.id && !it->is_leaky && !it->is_free && !it->is_given;
}

// Cell 0 is what leaks, and what is not known.
static uint32_t cell_of(struct cells *cells, const struct touched *it,
                        uint32_t variables) {
  if (!variable_is_none(it->variable))
    return 1 + number_in(&cells->variables, it->variable.id);
  if (is_own_cell(it))
    return 1 + variables + number_in(&cells->objects, it->object.id);
  return 0;
}

static void count_cells(struct cells *cells,
                        const struct touched_vec *touched) {
  for (uint32_t i = 0; i < touched->count; i++)
    if (!variable_is_none(touched->at[i].variable))
      number_in(&cells->variables, touched->at[i].variable.id);
    else if (is_own_cell(&touched->at[i]))
      number_in(&cells->objects, touched->at[i].object.id);
}

// Sets

static uint64_t *set_at(uint64_t *sets, uint32_t words, uint32_t index) {
  return &sets[(size_t)index * 2 * words];
}

static bool join(uint64_t *into, const uint64_t *from, uint32_t words) {
  bool has_grown = false;
  for (uint32_t i = 0; i < 2 * words; i++) {
    has_grown |= (from[i] & ~into[i]) != 0;
    into[i] |= from[i];
  }
  return has_grown;
}

static bool conflict(const uint64_t *a, const uint64_t *b, uint32_t words) {
  for (uint32_t i = 0; i < words; i++)
    if ((a[words + i] & (b[i] | b[words + i])) || (b[words + i] & a[i]))
      return true;
  return false;
}

static void fill_edges(const struct crew *crew, struct crew_futures *f,
                       struct cells *cells, const struct touched_vec *touched) {
  uint32_t variables = cells->variables.count;
  for (uint32_t i = 0; i < touched->count; i++) {
    const struct touched *it = &touched->at[i];
    uint32_t cell = cell_of(cells, it, variables);
    bool writes = it->is_write || it->is_given;
    set_at(f->edges, f->words, it->edge)[writes * f->words + cell / 64] |=
        UINT64_C(1) << cell % 64;
  }
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    const struct crew_edge *edge = &crew->edges.at[i];
    uint64_t *set = set_at(f->edges, f->words, i);
    if (edge->op.kind == OPERATION_CALL)
      memset(set, 0xff, 2 * f->words * sizeof *set);
    else if (edge->op.kind == OPERATION_LIVE && edge->step == CREW_SHARED)
      set[f->words] |= 1; // lives end of what leaks
  }
}

// What comes after

static bool extend(const struct crew *crew, struct crew_futures *f,
                   const struct crew_edge *edge, uint32_t index) {
  uint64_t *into = set_at(f->after, f->words, edge->from);
  bool has_grown = join(into, set_at(f->edges, f->words, index), f->words);
  has_grown |= join(into, set_at(f->after, f->words, edge->to), f->words);
  if (edge->spawns)
    has_grown |= join(
        into, set_at(f->after, f->words, crew->threads.at[edge->spawns].start),
        f->words);
  return has_grown;
}

static void find_after(const struct crew *crew, struct crew_futures *f) {
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (uint32_t i = crew->edges.count - 1; i > 0; i--)
      if (crew->edges.at[i].from)
        has_grown |= extend(crew, f, &crew->edges.at[i], i);
  }
}

// Turns

enum { MOST_STATES = 2000 }; // of a turn

enum mark { MARK_NONE, MARK_OPEN, MARK_DONE };

struct walk {
  const struct crew *crew;
  struct crew_futures *futures;
  uint64_t *into;      // what the turn touches
  uint8_t *marks;      // twice the location, and whether a step is done
  struct u32_vec seen; // that are marked
};

// Does one of the edges that leave the location always lead on?
static bool always_leads_on(const struct crew *crew, uint32_t at) {
  struct term_table *terms = crew->program->terms;
  struct term any = term_false(terms);
  for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
       i++) {
    const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
    any = edge->op.kind == OPERATION_ASSUME
              ? term_or(terms, any, edge->op.assume.condition)
              : term_true(terms);
  }
  return term_is_true(terms, any);
}

static bool may_pass(const struct crew *crew, const struct crew_edge *edge) {
  return edge->to != crew->exit && edge->to != crew->undefined &&
         !edge->awaits && !edge->claims && !edge->exhausts &&
         edge->op.kind != OPERATION_CALL &&
         edge->op.kind != OPERATION_PERFORM &&
         edge->op.kind != OPERATION_UNSUPPORTED;
}

static bool walk(struct walk *w, uint32_t at, bool done) {
  const struct crew *crew = w->crew;
  uint32_t state = 2 * at + done;
  if (w->marks[state])
    return w->marks[state] == MARK_DONE; // else it is a loop
  w->marks[state] = MARK_OPEN;
  u32_vec_push(&w->seen, state);
  if (w->seen.count > MOST_STATES || !always_leads_on(crew, at))
    return false;
  for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
       i++) {
    const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
    if (!may_pass(crew, edge))
      return false;
    join(w->into,
         set_at(w->futures->edges, w->futures->words, crew->outs.at[i]),
         w->futures->words);
    bool is_over = done || edge->step == CREW_SHARED;
    bool goes_on = !is_over || bitset_has(&crew->inner, edge->to) ||
                   crew_slides(crew, edge->to);
    if (edge->to != crew->threads.at[edge->thread].end && goes_on &&
        !walk(w, edge->to, is_over))
      return false;
  }
  w->marks[state] = MARK_DONE;
  return true;
}

bool crew_comes_back(const struct crew *crew, uint32_t location) {
  struct bitset seen = {0};
  struct u32_vec open = {0};
  u32_vec_push(&open, location);
  bool found = false;
  while (open.count && !found) {
    uint32_t at = u32_vec_pop(&open);
    for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
         i++) {
      uint32_t to = crew->edges.at[crew->outs.at[i]].to;
      found |= to == location;
      if (bitset_add(&seen, to))
        u32_vec_push(&open, to);
    }
  }
  bitset_release(&seen);
  u32_vec_release(&open);
  return found;
}

bool crew_is_steady(const struct crew *crew, uint32_t location) {
  struct crew_futures *f = crew->futures;
  if (!f)
    return false;
  enum { STEADY_UNKNOWN, STEADY_NO, STEADY_YES };
  if (f->is_steady[location] != STEADY_UNKNOWN)
    return f->is_steady[location] == STEADY_YES;
  struct walk w = {.crew = crew,
                   .futures = f,
                   .into = set_at(f->turns, f->words, location),
                   .marks = f->marks};
  bool steady = walk(&w, location, false) && !crew_comes_back(crew, location);
  for (uint32_t i = 0; i < w.seen.count; i++)
    f->marks[w.seen.at[i]] = MARK_NONE;
  u32_vec_release(&w.seen);
  f->is_steady[location] = steady ? STEADY_YES : STEADY_NO;
  return steady;
}

bool crew_may_disturb(const struct crew *crew, uint32_t location,
                      uint32_t other) {
  const struct crew_futures *f = crew->futures;
  return conflict(set_at(f->turns, f->words, location),
                  set_at(f->after, f->words, other), f->words);
}

static uint64_t *touched_by(const struct crew_futures *f,
                            const struct bitset *edges) {
  uint64_t *set = memory_new_zero(2 * f->words, sizeof *set);
  BITSET_EACH (i, edges)
    join(set, set_at(f->edges, f->words, i), f->words);
  return set;
}

bool crew_edges_conflict(const struct crew *crew, const struct bitset *one,
                         const struct bitset *two) {
  const struct crew_futures *f = crew->futures;
  uint64_t *a = touched_by(f, one), *b = touched_by(f, two);
  bool found = conflict(a, b, f->words);
  free(a);
  free(b);
  return found;
}

// Any turn

static bool is_odd(const struct crew *crew, const struct crew_edge *edge) {
  return edge->to == crew->exit || edge->claims || edge->exhausts ||
         edge->op.kind == OPERATION_CALL ||
         edge->op.kind == OPERATION_PERFORM ||
         edge->op.kind == OPERATION_UNSUPPORTED;
}

// Adds what the edge does to the turn. True: the turn goes on behind it.
static bool pass(const struct crew *crew, uint32_t index, bool done,
                 uint64_t *touched, struct turn_kind *kind) {
  struct crew_futures *f = crew->futures;
  const struct crew_edge *edge = &crew->edges.at[index];
  join(touched, set_at(f->edges, f->words, index), f->words);
  kind->is_odd |= is_odd(crew, edge);
  kind->allocates |= edge->op.kind == OPERATION_ALLOCATE;
  if (edge->awaits)
    kind->awaits |= 1u << (edge->awaits - 1);
  if (edge->to == crew->exit || edge->to == crew->undefined ||
      edge->to == crew->threads.at[edge->thread].end)
    return false;
  return !done || bitset_has(&crew->inner, edge->to) ||
         crew_slides(crew, edge->to);
}

static const struct turn_kind *kind_of(const struct crew *crew,
                                       uint32_t location) {
  struct crew_futures *f = crew->futures;
  struct turn_kind *kind = &f->kinds[location];
  uint64_t *touched = set_at(f->touched, f->words, location);
  struct bitset seen = {0}; // twice the location, and whether a step is done
  struct u32_vec open = {0};
  if (kind->is_known)
    return kind;
  bitset_add(&seen, 2 * location);
  u32_vec_push(&open, 2 * location);
  while (open.count) {
    uint32_t state = u32_vec_pop(&open), at = state / 2;
    for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
         i++) {
      const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
      bool done = state % 2 || edge->step == CREW_SHARED;
      if (pass(crew, crew->outs.at[i], done, touched, kind) &&
          bitset_add(&seen, 2 * edge->to + done))
        u32_vec_push(&open, 2 * edge->to + done);
    }
  }
  bitset_release(&seen);
  u32_vec_release(&open);
  kind->is_known = true;
  return kind;
}

bool crew_may_clash(const struct crew *crew, uint32_t one, uint32_t a,
                    uint32_t other, uint32_t b) {
  const struct crew_futures *f = crew->futures;
  if (!f)
    return true;
  const struct turn_kind *x = kind_of(crew, a), *y = kind_of(crew, b);
  return x->is_odd || y->is_odd || (x->allocates && y->allocates) ||
         x->awaits >> other & 1 || y->awaits >> one & 1 ||
         conflict(set_at(f->touched, f->words, a),
                  set_at(f->touched, f->words, b), f->words);
}

// Everything

void crew_find_futures(struct crew *crew, const struct touched_vec *touched) {
  struct cells cells = {0};
  count_cells(&cells, touched);
  uint32_t count = 1 + cells.variables.count + cells.objects.count;
  uint32_t words = (count + 63) / 64;
  size_t sets = crew->edges.count + 3 * (size_t)crew->location_count;
  if (!crew->is_unbounded && sets * 2 * words <= MOST_WORDS) {
    struct crew_futures *f = memory_new_zero(1, sizeof *f);
    size_t bytes = 2 * words * sizeof(uint64_t);
    f->words = words;
    f->edges = memory_new_zero(crew->edges.count, bytes);
    f->after = memory_new_zero(crew->location_count, bytes);
    f->turns = memory_new_zero(crew->location_count, bytes);
    f->touched = memory_new_zero(crew->location_count, bytes);
    f->kinds = memory_new_zero(crew->location_count, sizeof *f->kinds);
    f->is_steady = memory_new_zero(crew->location_count, 1);
    f->marks = memory_new_zero(crew->location_count, 2);
    fill_edges(crew, f, &cells, touched);
    find_after(crew, f);
    crew->futures = f;
  }
  u32_vec_release(&cells.variables);
  u32_vec_release(&cells.objects);
}

void crew_release_futures(struct crew *crew) {
  struct crew_futures *f = crew->futures;
  if (!f)
    return;
  free(f->edges);
  free(f->after);
  free(f->turns);
  free(f->touched);
  free(f->kinds);
  free(f->is_steady);
  free(f->marks);
  free(f);
  crew->futures = NULL;
}
