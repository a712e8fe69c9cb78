// What calls of functions change of which the same is said as of all that
// nobody sees (unseen.h).
#include "memory/targeting.h"
#include "program/lowering.h"

static const struct procedure *callee_of(const struct targets *t,
                                         const struct operation *call) {
  return program_procedure(t->program, call->call.callee);
}

static void list_passed(struct targets *t, const struct operation *call,
                        struct bitset *blocks) {
  struct place_vec places = {0};
  for (uint32_t i = 0; i < call->call.count; i++)
    targets_evaluate(t, call->call.arguments[i], MOST_DEPTH, &places);
  if (!term_is_none(call->call.variadic))
    targets_evaluate(t, call->call.variadic, MOST_DEPTH, &places);
  for (uint32_t i = 0; i < places.count; i++)
    if (targets_is_block(t, places.at[i].object))
      bitset_add(blocks, places.at[i].object);
  place_vec_release(&places);
}

void targets_changed(struct targets *t, const struct operation *call,
                     struct bitset *blocks) {
  if (callee_of(t, call)->outside == OUTSIDE_LED) {
    list_passed(t, call, blocks);
    targets_reach(t, blocks);
  }
  for (uint32_t i = 1; i < t->program->objects.count; i++)
    if (t->program->objects.at[i].is_listed)
      bitset_add(blocks, i);
}

// A struct that is returned is written where the caller wants it.
static void flow_result(struct targets *t, const struct operation *call,
                        const struct place_vec *known) {
  const struct procedure *callee = callee_of(t, call);
  uint32_t result = lowering_result(callee);
  struct place_vec places = {0};
  if (result >= call->call.count)
    return;
  targets_evaluate(t, call->call.arguments[result], MOST_DEPTH, &places);
  struct ctype type = lowering_type(t->program, callee, result).type;
  for (uint32_t i = 0; i < places.count; i++)
    if (targets_is_block(t, places.at[i].object))
      targets_put_typed(t, places.at[i], type, known);
  place_vec_release(&places);
}

void targets_flow_changed(struct targets *t, const struct operation *call,
                          const struct place_vec *known) {
  struct bitset changed = {0};
  const struct procedure *callee = callee_of(t, call);
  if (!callee->recalls.id || callee->links)
    targets_changed(t, call, &changed);
  BITSET_EACH (b, &changed)
    targets_put_unknown(t, b, known);
  bitset_release(&changed);
  flow_result(t, call, known);
  for (uint32_t i = 1; i < t->variable_count; i++)
    if (targets_holds_pointer(t, (struct variable){i}) &&
        call_can_write(t->program, call, (struct variable){i}))
      targets_set_value(t, (struct variable){i}, known);
}
