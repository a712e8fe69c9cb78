// Threads that do the same, any number of them, one by one: a kind.
//
// For who reasons about threads modularly (control/modular.h). Of a routine
// that is created any number of times, or often, there are two threads in the
// crew, which have the same code and nothing else in common: any two of the
// kind can be these. Each may be born any number of times; whoever follows one
// of them has others of its kind beside it, as the other one.
//
// That two stand for all means that nothing may depend on which of them a
// thread is. What they have of their own (variables, local objects) others
// never see; there is no kind of threads that ask who they are, or hand out
// addresses of their locals, or have thread-local objects, or allocate memory,
// whose blocks would be named after them. What locks hold of who has them, the
// id of a thread, is a number that is only ever compared for equality: that of
// one of a kind is KINDS_ID + its number in the crew, and that of a third one
// anything else. What pthread_create hands out is any number, and who joins
// with one that is of a kind waits for any of these.
//
// How many of a kind there are is counted: those that run, and those that ended
// and were not joined. Such counters are variables of the program.
#ifndef VOUCH_THREADS_KINDS_H
#define VOUCH_THREADS_KINDS_H

#include "threads/crew.h"

enum { KINDS_ID = 0x60000000 };

// Marks the threads that are of a kind, and adds the counters of all.
void crew_note_kinds(struct crew *crew);
// Makes two ways of what is assigned by a condition, as a compare-and-exchange
// is: what holds after it is then what each way assigns.
void crew_split_choices(struct crew *crew);
// After operations are lowered. False, and `why`, if something depends on which
// of a kind a thread is.
bool crew_check_kinds(struct crew *crew, struct strbuf *why);

#endif
