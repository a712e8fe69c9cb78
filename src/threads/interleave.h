// The interleavings of a crew as one sequential procedure.
//
// A location of the product is where each thread is, or that it has not
// started, and whose turn it is. Who has the turn runs until it has done a step
// that others may notice, and not in the middle of what is one step (inner
// locations); then anybody may have the next turn. Which thread that is, is an
// input: a havoc of `$next`, so that edges of a location stay exclusive, and a
// model of a path is a schedule.
//
// That no turn ends after a local step, nor after one that moves right, loses
// no state in which a thread does something wrong: such steps of a thread can
// be done later, right before its next step that ends a turn, and those that
// no such step follows change nothing for the others (Lipton's reduction, with
// the steps that move right only; so nothing has to be known of what comes
// after, and no loop is a special case).
#ifndef VOUCH_THREADS_INTERLEAVE_H
#define VOUCH_THREADS_INTERLEAVE_H

#include "threads/crew.h"

enum { INTERLEAVE_MOST = 400000 }; // edges

// For formulas, which ask what can follow a state: a turn is one step, and a
// location between two turns, where everybody may go on who can, has a label.
// Nothing else is a state of the threads: to have been given the turn is none.
// Behind INTERLEAVE_TURN the label has a `1` for each thread that had the turn
// before, or has not begun, or has ended, and a `0` for each other one; and a
// last one, which is `0` if nothing was done in that turn. With `is_fair` a
// thread that has to wait may have a turn, in which it does nothing: then an
// execution in which each of them is again and again `1` is one in which nobody
// who can always go on never does.
#define INTERLEAVE_TURN "$turn"

struct interleave_options {
  bool switches_always;        // also after local steps: for comparison
  bool keeps_states;           // labels, and no step slides (slide.h)
  bool is_fair;                // with keeps_states
  bool sleeps;                 // see sleep.h
  bool finds_races;            // see probe.h
  bool finds_deadlocks;        // see deadlock.h
  uint32_t limit;              // of edges
  uint32_t most_interruptions; // turns of others while a thread could go on; 0:
                               // any number. Else executions with more are
                               // left out, and those in which a thread begins
                               // before one with a lower number that does the
                               // same: only violations count
};

// Puts the product in the place of the crew's procedure. False: too large.
bool crew_interleave(struct crew *crew,
                     const struct interleave_options *options,
                     struct strbuf *why);

#endif
