#include "bp/execute.h"

#include "base/hash.h"
#include "bp/concrete.h"
#include "bp/record.h"
#include "bp/world.h"

struct executing {
  const struct bp_code *code;
  struct worlds *worlds;
  uint64_t random;
  uint64_t found; // states that can come next
  struct world next;
  struct happening happening;
};

// Each of those that can come next is as likely as any other.
static bool choose(void *context, struct world *world,
                   const struct happening *happening) {
  struct executing *e = context;
  if (hash_random(&e->random) % ++e->found) {
    world_release(world);
    return true;
  }
  world_release(&e->next);
  e->next = *world;
  e->happening = *happening;
  return true;
}

// A row that a thread violates where it is, or UINT32_MAX.
static uint32_t find_violation(const struct executing *e,
                               const struct world *world) {
  const struct bp *bp = e->code->bp;
  uint32_t found = UINT32_MAX;
  for (uint32_t i = 0; i < world->threads.count; i++) {
    const struct thread *t = &world->threads.at[i];
    bool *values = world_values(e->worlds, world, i);
    for (uint32_t r = 0; r < e->code->rows.count; r++) {
      const struct bp_row *row = &e->code->rows.at[r];
      if (found == UINT32_MAX && row->procedure == t->procedure &&
          (row->kind == BP_ROW_ABORTIF || row->statement == t->statement) &&
          world_may_run(world, i) && bp_can_be(bp, row->failed, values, true))
        found = r;
    }
    free(values);
  }
  return found;
}

// An assertion of `*` fails or not, as chance will have it; one of something
// that is false always does.
static bool fails_now(struct executing *e, const struct world *world,
                      uint32_t row) {
  const struct bp_row *at = &e->code->rows.at[row];
  bool is_certain = true;
  for (uint32_t i = 0; i < world->threads.count; i++) {
    const struct thread *t = &world->threads.at[i];
    bool *values = world_values(e->worlds, world, i);
    if (t->procedure == at->procedure && t->statement == at->statement)
      is_certain &= !bp_can_be(e->code->bp, at->failed, values, false);
    free(values);
  }
  return is_certain || hash_random(&e->random) & 1;
}

static struct position blocked_at(const struct executing *e,
                                  const struct world *world) {
  for (uint32_t i = 0; i < world->threads.count; i++) {
    const struct thread *t = &world->threads.at[i];
    if (world_may_run(world, i))
      return e->code->bp->procedures.at[t->procedure]
          .statements.at[t->statement]
          .position;
  }
  return (struct position){0};
}

static struct world take_next(struct executing *e) {
  struct world next = e->next;
  e->next = (struct world){0};
  e->found = 0;
  return next;
}

static struct bp_run_result run(struct executing *e, uint64_t most_steps,
                                struct bp_record *record) {
  struct bp_run_result result = {.end = BP_RUN_STOPPED};
  struct world world = take_next(e);
  for (; result.steps < most_steps; result.steps++) {
    uint32_t row = find_violation(e, &world);
    worlds_next(e->worlds, &world, choose, e);
    bool fails = row != UINT32_MAX && fails_now(e, &world, row);
    if (fails || !e->found) {
      result.end = fails                 ? BP_RUN_VIOLATED
                   : world.threads.count ? BP_RUN_BLOCKED
                                         : BP_RUN_ENDED;
      result.row = row;
      result.position = blocked_at(e, &world);
      break;
    }
    world_sort(e->worlds, &e->next);
    bp_record_happening(record, e->worlds, &world, &e->next, &e->happening);
    world_release(&world);
    world = take_next(e);
  }
  world_release(&e->next);
  world_release(&world);
  return result;
}

static void tell_beginning(struct executing *e, struct bp_record *record) {
  bool *values = world_values(e->worlds, &e->next, 0);
  bp_record_values(record, e->code->bp->main, 0, NULL, values);
  free(values);
}

struct bp_run_result bp_execute(const struct bp_code *code,
                                const struct bp_run_options *options,
                                struct diag *sources,
                                struct execution *execution) {
  struct executing e = {
      .code = code, .worlds = worlds_new(code->bp, 0), .random = options->seed};
  struct bp_record record = {
      .bp = code->bp,
      .sources = sources,
      .lane = execution_add_lane(execution, (struct name){0})};
  struct bp_run_result result = {.end = BP_RUN_BLOCKED};
  worlds_begin_somehow(e.worlds, &e.random, choose, &e);
  if (e.found) {
    tell_beginning(&e, &record);
    result = run(&e, options->most_steps, &record);
  }
  worlds_free(e.worlds);
  return result;
}
