#include "rank/repeat.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "rank/draw.h"
#include "rank/taint.h"

enum { STEPS = 6000, WALKS = 40, MOST_STEPS = 48000 };

// A visit of a loop head: the state, as terms without variables.
struct visit {
  uint32_t cut;
  uint32_t steps; // of the walk before it
  uint32_t first; // of its values in the table
  uint32_t count;
};

VEC_DEFINE(visit_vec, struct visit);
NUMBER_MAP_DEFINE(visit_map, uint64_t, uint32_t); // hash -> a visit

struct repeating {
  struct lasso *lasso;
  struct program *program;
  uint32_t *cut_of;      // by location: index of the cut point + 1
  struct bitset *needed; // by group: variables
  struct draw draw;      // of inputs
  struct term_vec constants;
  struct walk walk;
  struct visit_vec visits;
  struct u32_vec values;
  struct visit_map known;
  bool is_found;
  struct visit again; // the second visit of a state
  uint32_t begun;     // steps before the first one
};

static u128 draw_value(void *context, struct edge_id edge,
                       struct variable variable) {
  struct repeating *it = context;
  (void)edge;
  (void)variable;
  return draw_next(&it->draw);
}

static bool is_same(const struct repeating *it, const struct visit *a,
                    const struct visit *b) {
  return a->cut == b->cut && a->count == b->count &&
         !memcmp(&it->values.at[a->first], &it->values.at[b->first],
                 a->count * sizeof *it->values.at);
}

static struct visit take_visit(struct repeating *it, uint32_t cut,
                               struct assignment *values) {
  struct visit visit = {
      .cut = cut, .steps = it->walk.path.count, .first = it->values.count};
  BITSET_EACH (id, &it->needed[it->lasso->rounds->group[cut]]) {
    struct term_table *terms = it->program->terms;
    struct term value = assignment_constant(
        values, terms, program_term(it->program, (struct variable){id}));
    if (sort_is_array(term_sort(terms, value)))
      value = array_in_order(terms, value);
    u32_vec_push(&it->values, value.id);
  }
  visit.count = it->values.count - visit.first;
  return visit;
}

static void arrive(void *context, struct location_id location,
                   struct assignment *values) {
  struct repeating *it = context;
  uint32_t cut = it->cut_of[location.id];
  if (it->is_found || !cut || !it->lasso->rounds->group[cut - 1])
    return;
  struct visit visit = take_visit(it, cut - 1, values);
  uint64_t hash =
      hash_mix(cut, hash_numbers(&it->values.at[visit.first], visit.count));
  uint32_t *before = visit_map_find(&it->known, hash);
  if (before && is_same(it, &it->visits.at[*before], &visit)) {
    it->is_found = true;
    it->again = visit;
    it->begun = it->visits.at[*before].steps;
  } else if (!before) {
    visit_map_put(&it->known, hash, visit_vec_push(&it->visits, visit));
  }
}

static void walk_once(struct repeating *it, uint32_t way) {
  const struct blocks *blocks = it->lasso->blocks;
  struct walk_source source = {
      .value = draw_value, .arrive = arrive, .context = it};
  walk_release(&it->walk);
  visit_vec_clear(&it->visits);
  u32_vec_clear(&it->values);
  visit_map_release(&it->known);
  it->draw = (struct draw){.random = way + 1,
                           .way = way,
                           .terms = it->program->terms,
                           .constants = &it->constants};
  it->is_found = false;
  walk_run(&it->walk, blocks->question,
           &it->lasso->rank->component->slice.variables, &source, STEPS);
}

// Has anything that is no input a part in it?
static bool is_untainted(const struct repeating *it) {
  const struct lasso *lasso = it->lasso;
  struct edge_id_vec path = {.at = it->walk.path.at, .count = it->again.steps};
  struct bitset tainted = {0};
  bool ok = !taint_decides(lasso->blocks->effects,
                           &lasso->rank->component->behaviour->own, &path,
                           it->begun, &tainted) &&
            !bitset_intersects(
                &tainted, &it->needed[lasso->rounds->group[it->again.cut]]);
  bitset_release(&tainted);
  return ok;
}

// The same, element by element of arrays: is what is known of the state the
// same, whatever the rest is?
static bool is_known(const struct repeating *it) {
  const struct lasso *lasso = it->lasso;
  const struct bitset *needed =
      &it->needed[lasso->rounds->group[it->again.cut]];
  struct certainty known;
  struct term_vec before = {0};
  uint32_t at = 0;
  certainty_of(&known, lasso, &it->walk);
  certainty_follow(&known, it->begun);
  BITSET_EACH (id, needed)
    term_vec_push(&before, certainty_value(&known, (struct variable){id}));
  bool ok = certainty_repeat(&known, it->again.steps);
  BITSET_EACH (id, needed)
    ok = ok && term_equal(before.at[at++],
                          certainty_value(&known, (struct variable){id}));
  term_vec_release(&before);
  certainty_release(&known);
  return ok;
}

// The state is the set, and the way back to it the move.
static void record(struct repeating *it) {
  struct endless *endless = &it->lasso->endless;
  struct endless_frame frame = lasso_frame(it->lasso);
  struct term_table *terms = it->program->terms;
  struct term set = term_true(terms);
  uint32_t at = it->again.first;
  BITSET_EACH (id, &it->needed[it->lasso->rounds->group[it->again.cut]])
    set = term_and(terms, set,
                   term_eq(terms,
                           program_term(it->program, (struct variable){id}),
                           (struct term){it->values.at[at++]}));
  endless_clear(endless);
  endless_set_vec_push(&endless->sets,
                       (struct endless_set){it->again.cut, set});
  endless_take_stem(endless, &frame, &it->walk, it->begun);
  endless_take_path(endless, &frame, &it->walk, it->begun, it->again.steps,
                    it->again.cut);
}

static bool shows(struct repeating *it) {
  struct lasso *lasso = it->lasso;
  if (!it->is_found || (!is_untainted(it) && !is_known(it)))
    return false;
  walk_shorten(&it->walk, it->again.steps);
  if (!lasso_runs(lasso, &it->walk))
    return false;
  record(it);
  lasso->head = it->again.cut;
  strbuf_format(&lasso->why, "the state is met again after %u steps",
                it->again.steps - it->begun);
  return true;
}

bool repeat_find(struct lasso *lasso, const struct term_vec *conditions) {
  const struct blocks *blocks = lasso->blocks;
  uint32_t locations = blocks->effects->procedure->locations.count;
  struct repeating it = {
      .lasso = lasso,
      .program = blocks->effects->program,
      .cut_of = memory_new_zero(locations, sizeof *it.cut_of),
      .needed = memory_new_zero(blocks->count + 1, sizeof *it.needed)};
  for (uint32_t i = 0; i < blocks->count; i++) {
    it.cut_of[blocks->cuts[i].id] = i + 1;
    rounds_depend(lasso->rounds, i + 1, &it.needed[i + 1]);
  }
  draw_find_constants(it.program->terms, conditions, &it.constants);
  bool found = false;
  uint32_t steps = 0;
  for (uint32_t way = 0; way < WALKS && steps < MOST_STEPS && !found; way++) {
    walk_once(&it, way);
    steps += it.walk.path.count;
    found = shows(&it);
  }
  term_vec_release(&it.constants);
  walk_release(&it.walk);
  visit_vec_release(&it.visits);
  u32_vec_release(&it.values);
  visit_map_release(&it.known);
  for (uint32_t i = 0; i <= blocks->count; i++)
    bitset_release(&it.needed[i]);
  free(it.needed);
  free(it.cut_of);
  return found;
}
