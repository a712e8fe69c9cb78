#include "run/schedule.h"

#include "base/hash.h"
#include "run/machine.h"

void schedule_release(struct schedule *schedule) {
  schedule_run_vec_release(&schedule->runs);
  schedule_run_vec_release(&schedule->past);
}

bool schedule_says(const struct schedule *schedule) {
  return schedule->kind == SCHEDULE_GIVEN &&
         schedule->at < schedule->runs.count;
}

void schedule_add(struct schedule_run_vec *runs, uint32_t thread) {
  if (!runs->count || runs->at[runs->count - 1].thread != thread)
    schedule_run_vec_push(runs, (struct schedule_run){thread, 0});
  runs->at[runs->count - 1].events++;
}

// The thread itself half of the time, if it can go on at all.
static uint32_t choose(struct machine *machine, const struct thread *thread) {
  struct schedule *schedule = &machine->schedule;
  uint32_t count = machine->threads.count;
  uint64_t chance = hash_random(&schedule->state);
  if (thread->state == THREAD_READY && chance & 1)
    return thread->id;
  if (thread->state == THREAD_WAITING) // so that all are tried in a row
    chance = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at = (uint32_t)((thread->id + (chance >> 8) + i) % count);
    if (machine->threads.at[at]->state != THREAD_FINISHED)
      return at + 1;
  }
  return 0;
}

static uint32_t follow(struct schedule *schedule, const struct thread *thread) {
  if (schedule->at >= schedule->runs.count)
    return thread->state == THREAD_READY ? thread->id : 0;
  if (++schedule->done >= schedule->runs.at[schedule->at].events) {
    schedule->done = 0;
    schedule->at++;
  }
  return schedule->at < schedule->runs.count
             ? schedule->runs.at[schedule->at].thread
             : thread->id;
}

static bool ends_turn(struct machine *machine) {
  struct schedule *schedule = &machine->schedule;
  bool is_other = schedule->next != machine->current->id;
  schedule->is_due = is_other && machine->atomic_owner != 0;
  return is_other && machine->atomic_owner == 0;
}

bool schedule_event(struct machine *machine, const struct thread *thread) {
  struct schedule *schedule = &machine->schedule;
  if (schedule->kind == SCHEDULE_SLICES || machine->nesting)
    return false;
  schedule_add(&schedule->past, thread->id);
  if (schedule->is_due && schedule->kind == SCHEDULE_GIVEN)
    return ends_turn(machine); // what is left of its section counts no more
  schedule->next = schedule->kind == SCHEDULE_CHANCE ? choose(machine, thread)
                                                     : follow(schedule, thread);
  return ends_turn(machine);
}

bool schedule_section_ends(struct machine *machine) {
  return machine->schedule.is_due && ends_turn(machine);
}
