// Which thread goes on, in a run of a program with threads.
//
// An event of a thread is an operation after which another one may go on
// (program/turn.h) when it is done, an attempt of one that has to wait, and the
// end of the thread. A schedule is a sequence of runs: a thread, and how many
// events it has before the next one has its turn. Between its events a thread
// is not interrupted, nor in an atomic section: there events count, and the
// turn ends with the section.
//
//   by slices   nobody said anything: each runs for a while (threads.h)
//   by chance   after every event anybody, as the seed says
//   as given    by an oracle's `schedule` lines; when they are used up, whoever
//               runs goes on, and when that has to wait, the others
//
// What happened can be recorded as such lines.
#ifndef VOUCH_RUN_SCHEDULE_H
#define VOUCH_RUN_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum schedule_kind { SCHEDULE_SLICES, SCHEDULE_CHANCE, SCHEDULE_GIVEN };

struct schedule_run {
  uint32_t thread; // 1 is main
  uint32_t events;
};

VEC_DEFINE(schedule_run_vec, struct schedule_run);

struct schedule {
  enum schedule_kind kind;
  struct schedule_run_vec runs; // that are given
  uint32_t at;                  // the one at hand
  uint32_t done;                // events of it
  uint64_t state;               // of chance
  uint32_t next;                // the thread that is to go on; 0: whoever
  bool is_due;                  // its turn has ended, but a section has not
  struct schedule_run_vec past; // as it happened
};

struct machine;
struct thread;

void schedule_release(struct schedule *schedule);
// Is there a turn that the oracle gave?
bool schedule_says(const struct schedule *schedule);
// Adds an event to runs.
void schedule_add(struct schedule_run_vec *runs, uint32_t thread);
// The thread had an event: does its turn end here?
bool schedule_event(struct machine *machine, const struct thread *thread);
// The same of the end of an atomic section, which is no event.
bool schedule_section_ends(struct machine *machine);

#endif
