#include "certify/composition.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/vec.h"

enum { MOST_TUPLES = 2000000, MOST_CHOICES = 100000, POLLED_EACH = 256 };

// A tuple is a row of numbers: the state of each component, and behind them
// the set of states of the specification, a bit for each.
struct search {
  struct composition *of;
  uint32_t width, set_at, set_words;
  struct u32_vec rows;  // tuples, as they were met
  struct u32_vec slots; // of a hash table: the number of a tuple plus 1
  uint32_t *next;       // the tuple that is being made
  struct strbuf *why;
  bool is_wrong;
};

static const uint32_t *row(const struct search *search, uint32_t number) {
  return search->rows.at + (size_t)number * search->width;
}

static void refute(struct search *search, const char *what, const char *whom) {
  if (!search->is_wrong)
    strbuf_format(search->why, "not certified: %s%s", what, whom);
  search->is_wrong = true;
}

// Tuples

static uint32_t *slot_of(struct search *search, const uint32_t *tuple) {
  uint32_t mask = search->slots.count - 1;
  uint32_t at = (uint32_t)hash_numbers(tuple, search->width) & mask;
  while (search->slots.at[at] &&
         memcmp(row(search, search->slots.at[at] - 1), tuple,
                search->width * sizeof *tuple) != 0)
    at = (at + 1) & mask;
  return &search->slots.at[at];
}

static void make_room(struct search *search) {
  uint32_t count = search->of->tuples;
  if (2 * count < search->slots.count)
    return;
  uint32_t size = search->slots.count ? 2 * search->slots.count : 1024;
  u32_vec_clear(&search->slots);
  for (uint32_t i = 0; i < size; i++)
    u32_vec_push(&search->slots, 0);
  for (uint32_t i = 0; i < count; i++)
    *slot_of(search, row(search, i)) = i + 1;
}

// The tuple `next` is reached.
static void meet(struct search *search) {
  make_room(search);
  uint32_t *slot = slot_of(search, search->next);
  if (*slot)
    return;
  if (search->of->tuples == MOST_TUPLES) {
    refute(search, "the composition is too large", "");
    return;
  }
  *slot = ++search->of->tuples;
  for (uint32_t i = 0; i < search->width; i++)
    u32_vec_push(&search->rows, search->next[i]);
}

// The specification

static bool set_has(const uint32_t *set, uint32_t state) {
  return set[state / 32] >> state % 32 & 1;
}

static void set_add(uint32_t *set, uint32_t state) {
  set[state / 32] |= (uint32_t)1 << state % 32;
}

// With all that it comes to silently.
static void close_set(const struct lts *specification, uint32_t *set) {
  for (bool grows = true; grows;) {
    grows = false;
    for (uint32_t s = 0; s < specification->state_count; s++) {
      struct lts_step_range steps = lts_steps(specification, s);
      if (!set_has(set, s))
        continue;
      for (const struct lts_step *step = steps.begin; step < steps.end; step++)
        if (action_is_tau(step->action) && !set_has(set, step->target)) {
          set_add(set, step->target);
          grows = true;
        }
    }
  }
}

// Where it can be after the action; false when it does not allow it.
static bool follow_specification(struct search *search, const uint32_t *before,
                                 struct action action) {
  const struct lts *specification = search->of->specification;
  uint32_t *after = search->next + search->set_at;
  bool is_allowed = false;
  memset(after, 0, search->set_words * sizeof *after);
  for (uint32_t s = 0; s < specification->state_count; s++) {
    struct lts_step_range steps = lts_steps(specification, s);
    if (!set_has(before, s))
      continue;
    for (const struct lts_step *step = steps.begin; step < steps.end; step++)
      if (action_equal(step->action, action)) {
        set_add(after, step->target);
        is_allowed = true;
      }
  }
  close_set(specification, after);
  return is_allowed;
}

// Steps

static const char *text_of(const struct search *search, struct action action) {
  return action_text(search->of->parts[0].lts->actions, action);
}

// What the tuple performs, once `next` has the components' states.
static void perform(struct search *search, const uint32_t *from,
                    struct action action) {
  struct composition *of = search->of;
  const uint32_t *set = from + search->set_at;
  if (bitset_has(of->forbidden, action.id))
    refute(search, "the components can perform ", text_of(search, action));
  if (!of->specification ||
      !bitset_has(&of->specification->alphabet, action.id)) {
    memcpy(search->next + search->set_at, set, search->set_words * sizeof *set);
  } else {
    of->is_heard = true;
    if (!follow_specification(search, set, action))
      refute(search, "the specification does not allow ",
             text_of(search, action));
  }
  meet(search);
}

static bool takes_part(const struct composition *of, uint32_t part,
                       struct action action) {
  return bitset_has(of->parts[part].alphabet, action.id);
}

static bool may_stay_out(const struct composition *of, uint32_t part,
                         struct action action) {
  return !takes_part(of, part, action) ||
         bitset_has(of->parts[part].uncertain, action.id);
}

static void perform_joined(struct search *search, uint32_t from,
                           struct action action) {
  uint32_t *copy = memory_new(search->width * sizeof *copy);
  memcpy(copy, row(search, from), search->width * sizeof *copy);
  perform(search, copy, action); // which may move the rows
  free(copy);
}

// All ways in which the components from `part` on can take part.
static void join(struct search *search, uint32_t from, uint32_t part,
                 struct action action, bool is_taken) {
  struct composition *of = search->of;
  if (part == of->count) {
    if (is_taken)
      perform_joined(search, from, action);
    return;
  }
  uint32_t state = row(search, from)[part];
  if (may_stay_out(of, part, action)) {
    search->next[part] = state;
    join(search, from, part + 1, action, is_taken);
  }
  if (!takes_part(of, part, action))
    return;
  struct lts_step_range steps = lts_steps(of->parts[part].lts, state);
  for (const struct lts_step *step = steps.begin; step < steps.end; step++)
    if (action_equal(step->action, action)) {
      search->next[part] = step->target;
      join(search, from, part + 1, action, true);
    }
}

// Does no component before it have to take part?
static bool is_first(const struct composition *of, uint32_t part,
                     struct action action) {
  for (uint32_t i = 0; i < part; i++)
    if (!may_stay_out(of, i, action))
      return false;
  return true;
}

// One component, alone or as the first of those that take part. A way to wait
// is a mark on its way, which nobody else sees.
static void leave_by(struct search *search, uint32_t from, uint32_t part) {
  const struct composed_part *one = &search->of->parts[part];
  uint32_t state = row(search, from)[part];
  struct lts_step_range steps = lts_steps(one->lts, state);
  struct action last = {0};
  for (const struct lts_step *step = steps.begin; step < steps.end; step++) {
    if (!takes_part(search->of, part, step->action)) {
      memcpy(search->next, row(search, from),
             search->width * sizeof *search->next);
      search->next[part] = step->target;
      meet(search);
    } else if (!action_equal(step->action, last) &&
               is_first(search->of, part, step->action)) {
      join(search, from, 0, step->action, false);
    }
    last = step->action; // steps by one action stand together
  }
}

// Getting stuck

static const struct lts_wait *way_of(const struct composition *of,
                                     struct action action) {
  for (uint32_t i = 0; i < of->wait_count; i++)
    if (action_equal(of->waits[i].action, action))
      return &of->waits[i];
  return NULL;
}

// Each has chosen a way: is there something that all who have it offer?
static bool goes_on(const struct composition *of,
                    const struct lts_wait *const *chosen) {
  bool have_ended = true;
  for (uint32_t i = 0; i < of->count; i++) {
    have_ended &= chosen[i]->terminates;
    BITSET_EACH (a, &chosen[i]->offer) {
      bool is_offered = true; // a component alone needs nobody
      for (uint32_t k = 0; k < of->count && is_offered; k++)
        is_offered = !takes_part(of, k, (struct action){a}) ||
                     bitset_has(&chosen[k]->offer, a);
      if (is_offered)
        return true;
    }
  }
  return have_ended;
}

// Goes through all choices of ways from `part` on.
static void choose(struct search *search, uint32_t from, uint32_t part,
                   const struct lts_wait **chosen, uint32_t *left) {
  const struct composition *of = search->of;
  if (part == of->count) {
    if (!*left || !--*left)
      refute(search, "there are too many ways to wait", "");
    else if (!goes_on(of, chosen))
      refute(search, "the components can get stuck", "");
    return;
  }
  const struct composed_part *one = &of->parts[part];
  struct lts_step_range steps = lts_steps(one->lts, row(search, from)[part]);
  for (const struct lts_step *step = steps.begin;
       step < steps.end && !search->is_wrong; step++) {
    if (!bitset_has(one->waits, step->action.id))
      continue;
    chosen[part] = way_of(of, step->action);
    if (!chosen[part])
      refute(search, "it is not said what is offered by ",
             text_of(search, step->action));
    else
      choose(search, from, part + 1, chosen, left);
  }
}

static void look_for_stuck(struct search *search, uint32_t number) {
  const struct lts_wait **chosen =
      memory_new_zero(search->of->count, sizeof *chosen);
  uint32_t left = MOST_CHOICES;
  choose(search, number, 0, chosen, &left);
  free(chosen);
}

// The search

static void begin(struct search *search) {
  const struct composition *of = search->of;
  const struct lts *specification = of->specification;
  search->set_at = of->count;
  search->set_words =
      specification ? (specification->state_count + 31) / 32 : 0;
  search->width = search->set_at + search->set_words;
  search->next = memory_new_zero(search->width, sizeof *search->next);
  for (uint32_t i = 0; i < of->count; i++)
    search->next[i] = of->parts[i].lts->initial;
  if (specification) {
    set_add(search->next + search->set_at, specification->initial);
    close_set(specification, search->next + search->set_at);
  }
  meet(search);
}

static bool is_stopped(struct search *search, uint32_t number) {
  if (number % POLLED_EACH == 0 && poll_stops(search->of->poll))
    refute(search, "the composition takes too long", "");
  return search->is_wrong;
}

bool composition_holds(struct composition *composition, struct strbuf *why) {
  struct search search = {.of = composition, .why = why};
  composition->tuples = 0;
  composition->is_heard = false;
  begin(&search);
  for (uint32_t i = 0; i < composition->tuples && !is_stopped(&search, i);
       i++) {
    for (uint32_t part = 0; part < composition->count; part++)
      leave_by(&search, i, part);
    if (!composition->specification)
      look_for_stuck(&search, i);
  }
  free(search.next);
  u32_vec_release(&search.rows);
  u32_vec_release(&search.slots);
  return !search.is_wrong;
}
