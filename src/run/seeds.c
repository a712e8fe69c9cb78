#include "run/seeds.h"

#include "run/library_state.h"

void seeds_set(struct library_call *call) {
  struct seeds *seeds = &library_of(call)->seeds;
  seeds->skewed = (uint32_t)argument(call, 0) ^ 1;
  seeds->index = 0;
}

void seeds_follow(struct library_call *call) {
  struct seeds *seeds = &library_of(call)->seeds;
  struct drawn_number next = {.seed = seeds->skewed ^ 1,
                              .index = seeds->index++,
                              .value = call->result};
  for (uint32_t i = 0; i < seeds->drawn.count; i++) {
    const struct drawn_number *known = &seeds->drawn.at[i];
    if (known->seed != next.seed || known->index != next.index)
      continue;
    if (known->value != next.value)
      machine_stop(call->machine, OUTCOME_ORACLE,
                   "%s returns another number after the same seed",
                   library_name(call));
    return;
  }
  drawn_vec_push(&seeds->drawn, next);
}
