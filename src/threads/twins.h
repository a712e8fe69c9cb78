// Threads that do the same: twins. Of those that have not begun, the one with
// the lowest number begins.
//
// Let i < j be twins, and s a state in which neither has had a turn. For every
// execution E from s there is one E' in which i does what j does in E and the
// other way round, and everybody else does the same: so what is wrong in an
// execution that j begins is wrong, at the same line, in one that i begins, and
// j gets no turn in s. That holds where
//
//   the code of both is the same but for the names of variables and places, and
//   these are used by nobody else; neither has objects of its own whose
//   addresses are handed on, allocates memory or creates threads (those are
//   steps that are not compared);
//   both get the same argument, a constant, or do not look at it;
//   nobody asks who it is, waits on conditions, or is given their results;
//   nobody waits for one of them and not for the other: who does, waits for
//   both, and does nothing in between that others notice, so that in E' it can
//   do so when both have ended;
//   what is wrong is a call of a function: nothing that is undefined is a
//   violation, nor does anybody ask about races, deadlocks or formulas.
//
// What a lock holds of who has it is the number of a thread, which is i in E'
// where it is j in E: it is compared with nothing but the number of who looks.
// (A program that reads the bytes of a lock reads what is nobody's business.)
// Numbers of threads that pthread_create hands out are the same in both.
//
// With sleep sets (sleep.h): of an execution with a violation, all that come to
// the same by changing the order of independent turns, or by exchanging twins
// that have not begun, are a class. Whoever takes at each state the lowest
// thread with which one of the class can begin never takes a twin before its
// elder, for then the class has one with the elder; nor one that is asleep, for
// it would have been taken before. (Only those that were given a turn are put
// to sleep.) Where nobody can disturb a thread, the class has one that begins
// with it, as always.
#ifndef VOUCH_THREADS_TWINS_H
#define VOUCH_THREADS_TWINS_H

#include "threads/crew.h"

// By thread, the first one that has the same code; 0: none before it. Before
// operations are lowered.
void crew_find_twins(struct crew *crew);
// After they are, and steps are classified: forgets those that are none for
// another reason. Returns how many threads have an elder.
uint32_t crew_check_twins(struct crew *crew);

#endif
