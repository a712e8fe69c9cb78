// What a run does, written down while it happens: the steps of a lane
// (evidence/execution.h), so that what a person reads is what was run.
//
// The code of a run that is recorded has instructions that call these
// functions: where control comes to a location, before and after what an edge
// does, and where a function begins. Lines of source have no text yet, only
// their position: most runs are not shown to anybody.
//
// Of values those are told that changed, those that come from outside, and what
// is read of the entry state, when that happens first. Variables that no C
// program declares are not told.
//
// A long run is told from both ends: when there are too many steps, half of
// them are left out of the middle, and a note says so.
#ifndef VOUCH_RUN_RECORDER_H
#define VOUCH_RUN_RECORDER_H

#include "evidence/execution.h"
#include "run/deeds.h"
#include "run/machine.h"

struct recorder; // opaque

// Calls of a specification that is woven in, or null.
struct recorder *recorder_new(struct machine *machine, struct lane *lane,
                              const struct woven_call_vec *calls);
void recorder_free(struct recorder *recorder); // may be null

// Control comes to a location of the frame's procedure.
void recorder_arrive(struct recorder *recorder, const struct frame *frame,
                     struct location_id location);
// A function begins, with its arguments.
void recorder_enter(struct recorder *recorder, const struct frame *frame);
// An edge is about to do something, to `size` bytes at the address if it
// touches memory; and it has.
void recorder_before(struct recorder *recorder, const struct frame *frame,
                     struct edge_id edge, uint64_t address, uint64_t size);
void recorder_after(struct recorder *recorder, const struct frame *frame,
                    struct edge_id edge);

// Someone is about to write these bytes, and will have when the call of the
// library, or whatever it is, has ended.
void recorder_touch(struct recorder *recorder, uint64_t address, uint64_t size);
void recorder_settle(struct recorder *recorder);
// A global that is a variable, and not in memory, has another value.
void recorder_global(struct recorder *recorder, struct variable global);

// What a function that nobody models returned, and that it changed no more than
// is said of it: the execution rests on that.
void recorder_assume(struct recorder *recorder, struct procedure_id function,
                     unsigned width, u128 value);
// A variable of the environment has the text in this execution.
void recorder_environment(struct recorder *recorder, const char *name,
                          const char *text);
// The thread at hand did something that a native run counts, too (turns.h).
void recorder_turn(struct recorder *recorder);
// The run has ended, with this outcome.
void recorder_finish(struct recorder *recorder);

#endif
