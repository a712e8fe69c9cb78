// pthread_once as what it does: who comes first calls the routine, others wait
// until it has returned. Before inlining, so that the routine is inlined, too.
#ifndef VOUCH_THREADS_ONCE_H
#define VOUCH_THREADS_ONCE_H

#include "program/program.h"

// In all procedures of a draft, where the routine is known. The control's word
// is 0 at first, as PTHREAD_ONCE_INIT says, 1 while the routine runs, then 2.
void once_write_out(struct program *program);

#endif
