// Predicates of the reason by nested interpolants.
#include "slam/newton_internal.h"

// A stretch of a sequence: an event, or a callee that returned, summed up.
struct stretch {
  uint32_t first, last; // events
  struct term formula;
};

VEC_DEFINE(stretch_vec, struct stretch);

static struct term between(const struct newton *n, uint32_t first,
                           uint32_t last) {
  struct term all = term_true(n->terms);
  for (uint32_t i = 0; i < n->core.count; i++)
    if (n->core.at[i] >= first && n->core.at[i] <= last)
      all = term_and(n->terms, all, n->formulas[n->core.at[i]]);
  return all;
}

static uint32_t find_leave(const struct newton *n, uint32_t enter,
                           uint32_t last) {
  for (uint32_t i = enter + 1; i <= last; i++)
    if (n->events->at[i].kind == EVENT_LEAVE &&
        n->events->at[i].partner == enter)
      return i;
  return UINT32_MAX;
}

// The events from first to last, callees that return among them as one.
static void list_stretches(const struct newton *n, uint32_t first,
                           uint32_t last, struct stretch_vec *into) {
  for (uint32_t i = first; i <= last; i++) {
    uint32_t leave = n->events->at[i].kind == EVENT_ENTER
                         ? find_leave(n, i, last)
                         : UINT32_MAX;
    stretch_vec_push(into, (struct stretch){i, i, between(n, i, i)});
    if (leave == UINT32_MAX || leave <= i + 1)
      continue;
    stretch_vec_push(
        into, (struct stretch){i + 1, leave - 1, between(n, i + 1, leave - 1)});
    i = leave - 1;
  }
}

// The term over what there is behind the event; none if it says more.
static struct term over_program(const struct newton *n, uint32_t event,
                                struct term t) {
  const struct reading *reading = &n->readings[event];
  struct substitution *s = substitution_new(n->terms);
  for (uint32_t i = 0; i < reading->versions.count; i++)
    substitution_set(s, reading->versions.at[i], reading->names.at[i]);
  struct term result = substitution_apply(s, t);
  substitution_free(s);
  return result;
}

static bool has_bit(const struct newton *n, struct term t) {
  if (term_op(n->terms, t) == OP_EXTRACT &&
      sort_width(term_sort(n->terms, t)) == 1)
    return true;
  for (uint32_t i = 0; i < term_arity(n->terms, t); i++)
    if (has_bit(n, term_operand(n->terms, t, i)))
      return true;
  return false;
}

// Atoms about single bits are left out: they come from blasting, and there are
// too many of them before they say anything of the number.
static uint32_t track(const struct newton *n, uint32_t event, struct term t,
                      struct tracked *tracked) {
  enum { LARGEST = 400 };
  struct term_vec atoms = {0};
  uint32_t added = 0;
  t = over_program(n, event, t);
  predicate_atoms(n->terms, t, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++)
    if (term_tree_size(n->terms, atoms.at[i]) < LARGEST &&
        !has_bit(n, atoms.at[i]))
      added += tracked_add(tracked, n->readings[event].part, atoms.at[i]);
  term_vec_release(&atoms);
  return added;
}

static bool interpolate(struct newton *n, const struct term_vec *steps,
                        struct term *into) {
  enum { UNITS = 2000000 }; // it helps soon, or hardly at all
  uint64_t limit = solver_limit(n->solver);
  solver_set_limit(n->solver, UNITS);
  bool ok = steps->count > 1 &&
            solver_interpolate(n->solver, steps->at, steps->count, into);
  solver_set_limit(n->solver, limit);
  return ok;
}

// Sums up what returned, one after the other, against all the rest.
static void sum_up(struct newton *n, struct stretch_vec *items,
                   struct term goal, struct tracked *tracked, uint32_t *added) {
  for (uint32_t i = 0; i < items->count; i++) {
    struct stretch *one = &items->at[i];
    if (one->first == one->last || term_is_true(n->terms, one->formula))
      continue;
    struct term rest = goal, summary;
    for (uint32_t k = 0; k < items->count; k++)
      if (k != i)
        rest = term_and(n->terms, rest, items->at[k].formula);
    struct term_vec steps = {0};
    term_vec_push(&steps, one->formula);
    term_vec_push(&steps, rest);
    if (interpolate(n, &steps, &summary)) {
      one->formula = summary;
      *added += track(n, one->last, summary, tracked);
    }
    term_vec_release(&steps);
  }
}

static uint32_t nest(struct newton *n, uint32_t first, uint32_t last,
                     struct term goal, struct tracked *tracked,
                     uint32_t depth) {
  struct stretch_vec items = {0};
  struct term_vec steps = {0};
  struct u32_vec places = {0};
  uint32_t added = 0;
  list_stretches(n, first, last, &items);
  sum_up(n, &items, goal, tracked, &added);
  for (uint32_t i = 0; i < items.count; i++)
    if (!term_is_true(n->terms, items.at[i].formula)) {
      term_vec_push(&steps, items.at[i].formula);
      u32_vec_push(&places, items.at[i].last);
    }
  if (!term_is_true(n->terms, goal))
    term_vec_push(&steps, goal);
  struct term *into = memory_new_zero(steps.count + 1u, sizeof *into);
  bool ok = interpolate(n, &steps, into);
  for (uint32_t i = 0; ok && i + 1 < steps.count; i++)
    added += track(n, places.at[i], into[i], tracked);
  for (uint32_t i = 0; i < items.count && depth; i++)
    if (items.at[i].first != items.at[i].last &&
        !term_is_true(n->terms, items.at[i].formula))
      added +=
          nest(n, items.at[i].first, items.at[i].last,
               term_not(n->terms, items.at[i].formula), tracked, depth - 1);
  free(into);
  stretch_vec_release(&items);
  term_vec_release(&steps);
  u32_vec_release(&places);
  return added;
}

uint32_t newton_by_interpolants(struct newton *n, struct tracked *tracked) {
  enum { MOST_NESTED = 6 };
  uint32_t added = nest(n, 0, n->events->count - 1, term_true(n->terms),
                        tracked, MOST_NESTED);
  return added + tracked_add_returned(tracked);
}
