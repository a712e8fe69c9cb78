// Tests of a condition that was just computed, for each way it was computed by.
//
// `while (a && b)` is compiled to a variable that is 0 where a does not hold,
// and whether b does otherwise; then it is tested:
//
//   t = 0 -> J    t = b -> J    J: [t] -> D    J: [!t] -> E
//
// What is known where a and b hold is lost at J, where the ways meet. So each
// way gets tests of its own (jump threading), behind its assignment:
//
//   t = 0, [1] -> E    t = b, [b] -> D    t = b, [!b] -> E
//
// The meaning is the same, run by run.
#ifndef VOUCH_PROGRAM_THREADING_H
#define VOUCH_PROGRAM_THREADING_H

#include "program/program.h"

// Changes the sealed procedure in place; `origin` of each edge is the number
// that it had, or that of the test it stands for. False when nothing was done.
bool program_thread_tests(struct program *program, struct procedure *procedure);

#endif
