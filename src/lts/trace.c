#include "lts/trace.h"

#include "base/check.h"
#include "lts/weak.h"

void trace_project(const struct lts_action_vec *trace,
                   const struct bitset *alphabet, struct lts_action_vec *into) {
  for (uint32_t i = 0; i < trace->count; i++)
    if (bitset_has(alphabet, trace->at[i].id))
      lts_action_vec_push(into, trace->at[i]);
}

bool trace_equal(const struct lts_action_vec *a,
                 const struct lts_action_vec *b) {
  if (a->count != b->count)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (!action_equal(a->at[i], b->at[i]))
      return false;
  return true;
}

bool lts_performs(const struct lts *lts, const struct lts_action_vec *trace) {
  struct tau_walk walk;
  struct u32_vec from = {0};
  tau_walk_init(&walk, lts);
  tau_walk_run(&walk, lts->initial);
  for (uint32_t i = 0; i < trace->count && walk.reached.count; i++) {
    u32_vec_clear(&from);
    u32_vec_append(&from, walk.reached.at, walk.reached.count);
    tau_walk_begin(&walk);
    for (uint32_t k = 0; k < from.count; k++) {
      struct lts_step_range steps = lts_steps_by(lts, from.at[k], trace->at[i]);
      for (const struct lts_step *s = steps.begin; s < steps.end; s++)
        tau_walk_add(&walk, s->target, from.at[k]);
    }
    tau_walk_close(&walk);
  }
  bool performs = walk.reached.count > 0;
  tau_walk_release(&walk);
  u32_vec_release(&from);
  return performs;
}

// What follows anything else than the next action of the trace.
static void add_others(struct lts_builder *builder, uint32_t from,
                       struct action next, struct action skipped, uint32_t any,
                       const struct bitset *alphabet) {
  BITSET_EACH (a, alphabet) {
    struct action action = {a};
    if (action_equal(action, skipped))
      lts_builder_step(builder, from, action, from);
    else if (!action_equal(action, next))
      lts_builder_step(builder, from, action, any);
  }
}

struct lts *lts_all_but(struct action_table *actions,
                        const struct lts_action_vec *trace,
                        const struct bitset *alphabet, bool skips_last) {
  CHECK(trace->count, "everything but the empty trace");
  struct lts_builder builder;
  lts_builder_init(&builder, actions);
  uint32_t last = trace->count - 1, any = trace->count;
  struct action none = {0};
  struct action skipped = skips_last ? trace->at[last] : none;
  lts_builder_states(&builder, trace->count + 1);
  for (uint32_t i = 0; i < trace->count; i++) {
    add_others(&builder, i, trace->at[i], i < last ? skipped : none, any,
               alphabet);
    if (i < last)
      lts_builder_step(&builder, i, trace->at[i], i + 1);
  }
  add_others(&builder, any, none, none, any, alphabet);
  BITSET_EACH (a, alphabet)
    lts_builder_alphabet(&builder, (struct action){a});
  return lts_builder_finish(&builder);
}
