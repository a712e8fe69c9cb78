// The layout of locations and the choice between edges.
#ifndef VOUCH_RUN_BRANCH_H
#define VOUCH_RUN_BRANCH_H

#include "run/compiler.h"

// Lays out all locations that can be reached from the entry.
void branch_compile(struct compiler *compiler);

#endif
