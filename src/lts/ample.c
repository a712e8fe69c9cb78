#include "lts/ample.h"

struct owner_range {
  const uint32_t *begin, *end;
};

static struct owner_range owners_of(const struct ample *ample,
                                    struct action action) {
  const uint32_t *first = ample->owners->first + action.id;
  return (struct owner_range){ample->owners->of + first[0],
                              ample->owners->of + first[1]};
}

static bool offers(const struct row *row, struct action action) {
  struct lts_step_range range = lts_range_by(row->steps, action);
  return range.begin < range.end;
}

static void include(struct ample *ample, uint32_t part) {
  if (bitset_add(&ample->closed, part))
    u32_vec_push(&ample->pending, part);
}

// What the action asks for, which a part of the set offers: one that does not
// offer it, if there is one, or all that have it.
static void follow_action(struct ample *ample, const struct row *rows,
                          struct action action) {
  struct owner_range owners = owners_of(ample, action);
  const uint32_t *missing = NULL;
  for (const uint32_t *it = owners.begin; it < owners.end; it++) {
    if (offers(&rows[*it], action))
      continue;
    if (bitset_has(&ample->closed, *it))
      return;
    missing = missing ? missing : it;
  }
  if (missing)
    include(ample, *missing);
  else
    for (const uint32_t *it = owners.begin; it < owners.end; it++)
      include(ample, *it);
}

static void close_from(struct ample *ample, const struct row *rows,
                       uint32_t part) {
  bitset_clear(&ample->closed);
  u32_vec_clear(&ample->pending);
  include(ample, part);
  while (ample->pending.count) {
    const struct row *row = &rows[u32_vec_pop(&ample->pending)];
    const struct lts_step *step = row->steps.begin;
    for (; step < row->steps.end; step++)
      if (step == row->steps.begin ||
          !action_equal(step->action, step[-1].action))
        follow_action(ample, rows, step->action);
  }
}

// Can nobody wait, as it is now, without offering the action?
static bool is_always_offered(const struct ample *ample, const struct row *rows,
                              struct action action) {
  struct owner_range owners = owners_of(ample, action);
  for (const uint32_t *it = owners.begin; it < owners.end; it++)
    for (const uint32_t *w = rows[*it].waits; w < rows[*it].waits_end; w++)
      if (!bitset_has(&ample->waits[*w].offer, action.id))
        return false;
  return true;
}

static bool has_busy_part(const struct ample *ample, const struct row *rows) {
  BITSET_EACH (p, &ample->closed)
    if (rows[p].waits == rows[p].waits_end)
      return true;
  return false;
}

static bool is_ample(const struct ample *ample, struct action action,
                     const struct bitset *closed) {
  return bitset_has(closed, *owners_of(ample, action).begin);
}

// How many of the enabled actions are ample for the closed set; 0 when nothing
// may be put off.
static uint32_t count_ample(const struct ample *ample, const struct row *rows,
                            const struct lts_action_vec *enabled) {
  uint32_t count = 0;
  bool keeps_deadlocks = !ample->asks_deadlock || has_busy_part(ample, rows);
  for (uint32_t i = 0; i < enabled->count; i++) {
    struct action action = enabled->at[i];
    if (!is_ample(ample, action, &ample->closed))
      continue;
    if (ample->visible && bitset_has(ample->visible, action.id))
      return 0;
    keeps_deadlocks = keeps_deadlocks || is_always_offered(ample, rows, action);
    count++;
  }
  return keeps_deadlocks ? count : 0;
}

static void bring_forward(struct ample *ample, struct lts_action_vec *enabled) {
  uint32_t front = 0;
  for (uint32_t i = 0; i < enabled->count; i++) {
    struct action action = enabled->at[i];
    if (!is_ample(ample, action, &ample->best))
      continue;
    enabled->at[i] = enabled->at[front];
    enabled->at[front++] = action;
  }
}

uint32_t ample_choose(struct ample *ample, const struct row *rows,
                      struct lts_action_vec *enabled) {
  uint32_t least = enabled->count;
  for (uint32_t i = 0; i < enabled->count && least > 1; i++) {
    close_from(ample, rows, *owners_of(ample, enabled->at[i]).begin);
    uint32_t count = count_ample(ample, rows, enabled);
    if (!count || count >= least)
      continue;
    least = count;
    bitset_copy(&ample->best, &ample->closed);
  }
  if (least < enabled->count)
    bring_forward(ample, enabled);
  return least;
}

void ample_release(struct ample *ample) {
  bitset_release(&ample->closed);
  bitset_release(&ample->best);
  u32_vec_release(&ample->pending);
}
