// Predicates of the reason: conditions with their preconditions, and values.
#include "slam/newton_internal.h"
#include "term/variables.h"

// Weakest preconditions

static bool mentions_changed(struct newton *n, struct edge_id edge,
                             struct term t) {
  const struct effect *effect = &n->parts->effects->at[edge.id];
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    if (term_mentions(n->terms, t,
                      program_term(n->program, effect->havocked[i])))
      return true;
  return false;
}

// What is needed before the callee's entry, in the caller.
static struct term before_enter(struct newton *n, const struct event *enter,
                                struct term t) {
  uint32_t callee = n->parts->calls[enter->edge.id]->part;
  if (!parts_scope(n->parts, callee, t).is_formal)
    return (struct term){0};
  struct link *link = link_of(n->parts, enter->edge);
  struct term before = link_passed(link, t);
  return before;
}

// What is needed where the callee returns, over what it can return; none if the
// caller's own variables matter, too.
static struct term before_leave(struct newton *n, const struct event *leave,
                                struct term t) {
  const struct kept_call *call = n->parts->calls[leave->edge.id];
  struct variable result = n->parts->at.at[call->part].result;
  if (!variable_is_none(call->target) && !variable_is_none(result))
    t = term_replace(n->terms, t, program_term(n->program, call->target),
                     program_term(n->program, result));
  bool is_returned = parts_scope(n->parts, call->part, t).is_visible;
  return is_returned ? t : (struct term){0};
}

// Where a walk back along the trace is: before event `at`, in an activation.
struct walk_back {
  uint32_t at;
  uint32_t activation, part;
  struct term needed;
};

// A callee that returned: over it, if it cannot change what is needed, or into
// it.
static void step_leave(struct newton *n, struct walk_back *walk,
                       bool goes_inside) {
  const struct event *leave = &n->events->at[walk->at];
  bool is_changed = mentions_changed(n, leave->edge, walk->needed);
  if (is_changed && goes_inside && leave->partner + 1 < walk->at) {
    const struct event *first = &n->events->at[leave->partner + 1];
    walk->needed = before_leave(n, leave, walk->needed);
    walk->activation = first->activation;
    walk->part = first->part;
  } else if (is_changed) {
    walk->needed = (struct term){0};
  } else {
    walk->at = leave->partner;
  }
}

static void step_back(struct newton *n, struct walk_back *walk,
                      bool goes_inside) {
  const struct event *event = &n->events->at[walk->at];
  if (event->kind == EVENT_LEAVE && event->activation == walk->activation) {
    step_leave(n, walk, goes_inside);
  } else if (event->kind == EVENT_ENTER) {
    walk->needed = before_enter(n, event, walk->needed);
    walk->activation = event->activation;
    walk->part = event->part;
  } else if (event->kind == EVENT_STEP &&
             event->activation == walk->activation) {
    walk->needed = effects_before(n->parts->effects, event->edge, walk->needed);
  }
}

// From the event on back to where nothing more can be said.
static uint32_t go_back(struct newton *n, uint32_t from, struct term t,
                        bool goes_inside, struct tracked *tracked) {
  struct walk_back walk = {from, n->events->at[from].activation,
                           n->events->at[from].part, t};
  uint32_t added = tracked_add(tracked, walk.part, t);
  while (walk.at > 0) {
    walk.at--;
    step_back(n, &walk, goes_inside);
    if (term_is_none(walk.needed))
      break;
    added += tracked_add(tracked, walk.part, walk.needed);
  }
  return added;
}

static uint32_t by_conditions(struct newton *n, bool goes_inside,
                              struct tracked *tracked) {
  uint32_t added = 0;
  for (uint32_t i = 0; i < n->core.count; i++) {
    const struct event *event = &n->events->at[n->core.at[i]];
    struct term guard = n->parts->effects->at[event->edge.id].guard;
    if (event->kind == EVENT_STEP && !term_is_true(n->terms, guard))
      added += go_back(n, n->core.at[i], guard, goes_inside, tracked);
  }
  return added + tracked_add_returned(tracked);
}

uint32_t newton_by_conditions(struct newton *n, struct tracked *tracked) {
  return by_conditions(n, false, tracked);
}

uint32_t newton_by_returns(struct newton *n, struct tracked *tracked) {
  return by_conditions(n, true, tracked);
}

// Values

uint32_t newton_by_values(struct newton *n, struct tracked *tracked) {
  uint32_t added = 0;
  for (uint32_t i = 0; i < n->core.count; i++) {
    const struct event *event = &n->events->at[n->core.at[i]];
    const struct effect *effect = &n->parts->effects->at[event->edge.id];
    for (uint32_t k = 0; event->kind == EVENT_STEP && k < effect->binding_count;
         k++) {
      struct term target = program_term(n->program, effect->bindings[k].target);
      struct term value = effect->bindings[k].value;
      if (!term_mentions(n->terms, value, target) &&
          !sort_is_array(term_sort(n->terms, target)))
        added +=
            tracked_add(tracked, event->part, term_eq(n->terms, target, value));
    }
  }
  return added + tracked_add_returned(tracked);
}

// Counts

// The constant that the variable is behind the event, or none.
static struct term constant_behind(const struct newton *n, uint32_t event,
                                   struct term variable) {
  const struct reading *reading = &n->readings[event];
  for (uint32_t i = reading->names.count; i-- > 0;)
    if (term_equal(reading->names.at[i], variable)) {
      struct term *known =
          version_map_find(&n->known, reading->versions.at[i].id);
      return known ? *known : (struct term){0};
    }
  return (struct term){0};
}

static bool is_small(const struct newton *n, struct term t) {
  enum { SMALL = 4 };
  uint64_t mask = sort_width(term_sort(n->terms, t)) >= 64
                      ? UINT64_MAX
                      : (UINT64_C(1) << sort_width(term_sort(n->terms, t))) - 1;
  uint64_t value = (uint64_t)term_value(n->terms, t);
  return value <= SMALL || value + SMALL > mask;
}

static uint32_t track_count(struct newton *n, uint32_t event,
                            struct term variable, uint32_t part,
                            struct tracked *tracked) {
  struct term known = constant_behind(n, event, variable);
  if (term_is_none(known) || !is_small(n, known))
    return 0;
  return tracked_add(tracked, part, term_eq(n->terms, variable, known));
}

uint32_t newton_by_counts(struct newton *n, struct tracked *tracked) {
  uint32_t added = 0;
  for (uint32_t i = 0; i < n->core.count; i++) {
    uint32_t at = n->core.at[i];
    const struct event *event = &n->events->at[at];
    const struct effect *effect = &n->parts->effects->at[event->edge.id];
    for (uint32_t k = 0; event->kind == EVENT_STEP && k < effect->binding_count;
         k++) {
      struct term target = program_term(n->program, effect->bindings[k].target);
      if (!term_mentions(n->terms, effect->bindings[k].value, target))
        continue;
      added += at ? track_count(n, at - 1, target, event->part, tracked) : 0;
      added += track_count(n, at, target, event->part, tracked);
    }
  }
  return added;
}
