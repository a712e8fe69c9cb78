// After which operations another thread may go on, where threads are followed
// step by step: those that touch what threads may share, those that perform an
// action of a specification, and where objects end to which others may have
// pointers. A schedule counts them (run/schedule.h), so that runs and products
// agree about it.
#ifndef VOUCH_PROGRAM_TURN_H
#define VOUCH_PROGRAM_TURN_H

#include "program/program.h"

// The end of an atomic section is none, though another thread may go on there.
bool operation_is_turn(const struct program *program,
                       const struct operation *op);

#endif
