#include "evidence/execution.h"

static void lane_release(struct lane *lane) {
  for (uint32_t i = 0; i < lane->waits.count; i++)
    bitset_release(&lane->waits.at[i].missing);
  waiting_vec_release(&lane->waits);
  step_vec_release(&lane->steps);
  given_vec_release(&lane->given);
  name_vec_release(&lane->inputs);
  strbuf_release(&lane->oracle);
  strbuf_release(&lane->deeds);
  lane_turn_vec_release(&lane->turns);
}

void execution_release(struct execution *execution) {
  for (uint32_t i = 0; i < execution->lanes.count; i++)
    lane_release(&execution->lanes.at[i]);
  for (uint32_t i = 0; i < execution->schedule.count; i++)
    bitset_release(&execution->schedule.at[i].lanes);
  lane_vec_release(&execution->lanes);
  joint_step_vec_release(&execution->schedule);
  name_vec_release(&execution->allowed);
  name_vec_release(&execution->refusing);
}

void execution_clear(struct execution *execution) {
  execution_release(execution);
  *execution = (struct execution){0};
}

struct lane *execution_add_lane(struct execution *execution, struct name name) {
  lane_vec_push(&execution->lanes, (struct lane){.name = name});
  return lane_vec_last(&execution->lanes);
}

struct joint_step *execution_add_action(struct execution *execution,
                                        struct name action) {
  joint_step_vec_push(&execution->schedule,
                      (struct joint_step){.action = action});
  return joint_step_vec_last(&execution->schedule);
}

struct step *lane_add(struct lane *lane, enum step_kind kind,
                      struct name text) {
  struct step step = {.kind = kind, .text = text};
  if (lane->steps.count)
    step.position = step_vec_last(&lane->steps)->position;
  step_vec_push(&lane->steps, step);
  return step_vec_last(&lane->steps);
}
