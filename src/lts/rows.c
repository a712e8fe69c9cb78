#include "lts/rows.h"

#include <stdlib.h>

#include "base/memory.h"

// ---- Sources ----------------------------------------------------------------

static bool lts_source_steps(void *context, uint32_t state,
                             struct lts_step_vec *into) {
  struct lts_step_range steps = lts_steps(context, state);
  lts_step_vec_append(into, steps.begin, (uint32_t)(steps.end - steps.begin));
  return true;
}

struct row_source row_source_of(const struct lts *lts) {
  return (struct row_source){(void *)lts, lts->initial, lts_source_steps};
}

// ---- Rows -------------------------------------------------------------------

enum row_state { ROW_NONE, ROW_READY, ROW_LOST };

struct place {
  enum row_state state;
  uint32_t source; // the state of the source
  uint32_t first, count;
  uint32_t wait_first, wait_count;
};

VEC_DEFINE(place_vec, struct place);

// A state of the source on the way, or, with LEAVES, the end of what follows
// from it.
enum { LEAVES = 1u << 31 };

struct rows {
  struct row_source source;
  const struct bitset *visible;
  struct u32_vec wait_of;   // by action: index + 1
  struct u32_vec number_of; // by state of the source: number + 1
  struct place_vec places;  // by number
  struct lts_step_vec steps;
  struct u32_vec waits;
  // Going through silence
  struct u32_vec stack;
  struct u32_vec stamps; // by state of the source: 2 * stamp on the way, + 1
                         // when it has been left
  uint32_t stamp;
  struct lts_step_vec some;
  bool loops_silently;
};

static uint32_t *entry_of(struct u32_vec *by, uint32_t index) {
  if (index >= by->count)
    u32_vec_resize(by, index < 64 ? 64 : index + index / 2);
  return &by->at[index];
}

static uint32_t number_of(struct rows *rows, uint32_t state) {
  uint32_t *number = entry_of(&rows->number_of, state);
  if (!*number)
    *number =
        place_vec_push(&rows->places, (struct place){.source = state}) + 1;
  return *number - 1;
}

static void add_wait(struct rows *rows, uint32_t first, uint32_t wait) {
  for (uint32_t k = first; k < rows->waits.count; k++)
    if (rows->waits.at[k] == wait)
      return;
  u32_vec_push(&rows->waits, wait);
}

static uint32_t wait_of(const struct rows *rows, struct action action) {
  return action.id < rows->wait_of.count ? rows->wait_of.at[action.id] : 0;
}

// Takes the steps of one state of the source; what is silent comes later.
static bool take_steps(struct rows *rows, uint32_t state, uint32_t wait_first) {
  lts_step_vec_clear(&rows->some);
  if (!rows->source.steps(rows->source.context, state, &rows->some))
    return false;
  for (uint32_t i = 0; i < rows->some.count; i++) {
    struct lts_step step = rows->some.at[i];
    if (wait_of(rows, step.action))
      add_wait(rows, wait_first, wait_of(rows, step.action) - 1);
    else if (!bitset_has(rows->visible, step.action.id))
      u32_vec_push(&rows->stack, step.target);
    else
      lts_step_vec_push(
          &rows->steps,
          (struct lts_step){step.action, number_of(rows, step.target)});
  }
  return true;
}

// Everything that silence leads to, depth first.
static bool close(struct rows *rows, uint32_t state, uint32_t wait_first) {
  uint32_t on_way = 2 * ++rows->stamp;
  u32_vec_clear(&rows->stack);
  u32_vec_push(&rows->stack, state);
  while (rows->stack.count) {
    uint32_t top = u32_vec_pop(&rows->stack);
    uint32_t *stamp = entry_of(&rows->stamps, top & ~LEAVES);
    if (top & LEAVES) {
      *stamp = on_way + 1;
      continue;
    }
    rows->loops_silently |= *stamp == on_way;
    if (*stamp >= on_way)
      continue;
    *stamp = on_way;
    u32_vec_push(&rows->stack, top | LEAVES);
    if (!take_steps(rows, top, wait_first))
      return false;
  }
  return true;
}

static void sort_steps(struct rows *rows, uint32_t first) {
  uint32_t count = rows->steps.count - first, kept = 0;
  struct lts_step *steps = rows->steps.at + first;
  if (!count)
    return;
  qsort(steps, count, sizeof *steps, lts_step_compare);
  for (uint32_t i = 0; i < count; i++)
    if (!i || lts_step_compare(&steps[kept - 1], &steps[i]))
      steps[kept++] = steps[i];
  rows->steps.count = first + kept;
}

static void make_row(struct rows *rows, uint32_t number) {
  uint32_t first = rows->steps.count, wait_first = rows->waits.count;
  bool ok = close(rows, rows->places.at[number].source, wait_first);
  sort_steps(rows, first);
  struct place *place = &rows->places.at[number];
  place->state = ok ? ROW_READY : ROW_LOST;
  place->first = first;
  place->count = rows->steps.count - first;
  place->wait_first = wait_first;
  place->wait_count = rows->waits.count - wait_first;
}

bool rows_at(struct rows *rows, uint32_t state, struct row *row) {
  if (rows->places.at[state].state == ROW_NONE)
    make_row(rows, state);
  const struct place *place = &rows->places.at[state];
  const struct lts_step *steps = rows->steps.at + place->first;
  const uint32_t *waits = rows->waits.at + place->wait_first;
  *row = (struct row){
      {steps, steps + place->count}, waits, waits + place->wait_count};
  return place->state == ROW_READY;
}

bool rows_loop_silently(const struct rows *rows) {
  return rows->loops_silently;
}

// ---- Life cycle -------------------------------------------------------------

struct rows *rows_new(struct row_source source, const struct bitset *visible,
                      const struct lts_wait *waits, uint32_t wait_count,
                      const struct bitset *own) {
  struct rows *rows = memory_new_zero(1, sizeof *rows);
  rows->source = source;
  rows->visible = visible;
  for (uint32_t w = 0; w < wait_count; w++)
    if (bitset_has(own, waits[w].action.id))
      *entry_of(&rows->wait_of, waits[w].action.id) = w + 1;
  number_of(rows, source.initial);
  return rows;
}

void rows_free(struct rows *rows) {
  if (!rows)
    return;
  u32_vec_release(&rows->wait_of);
  u32_vec_release(&rows->number_of);
  place_vec_release(&rows->places);
  lts_step_vec_release(&rows->steps);
  u32_vec_release(&rows->waits);
  u32_vec_release(&rows->stack);
  u32_vec_release(&rows->stamps);
  lts_step_vec_release(&rows->some);
  free(rows);
}
