// A course: one execution, with numbers, that the value of a formula rests on.
//
// Where a claim of the tree (justify.h) rests on one certain step, every
// concrete state can make it; so an execution is walked concretely, from values
// that an initial state stands for. Guards and assignments are computed, what
// the environment chooses is asked of the solver, one step at a time. Where a
// claim rests on several others (all steps of a state, both parts of a
// formula), one of them is followed if that is about the same execution, and
// otherwise the course ends: executions branch there.
//
// Of a claim about executions that go on for ever the course ends where all
// values are what they were before, or has the beginning; that it can go on so
// is what was proved. In an LTL formula every condition of the automaton gets
// its turn.
#ifndef VOUCH_EXACT_COURSE_H
#define VOUCH_EXACT_COURSE_H

#include "abstraction/walk.h"
#include "exact/abstract.h"
#include "exact/temporal.h"

enum course_end {
  COURSE_LOST,    // no values were found for a step
  COURSE_SHOWN,   // what is seen there decides
  COURSE_ENDS,    // the program ends
  COURSE_REPEATS, // everything is what it was before
  COURSE_GOES_ON, // it is long, and goes on
  COURSE_BRANCHES // from there several executions matter
};

struct course {
  struct walk walk; // from the entry of the function
  enum course_end end;
  bool has_steps; // of the program, after the first state
  bool is_over;   // the program has ended there
  bool is_stuck;  // or nobody can go on any more
};

// Of a formula that was decided.
void course_find(struct course *course, struct abstract *abstract,
                 const struct temporal *temporal,
                 const struct temporal_value *value);
void course_release(struct course *course);

#endif
