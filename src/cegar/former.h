// A former proof, of the program before an edit, say: where the search begins.
//
// What it tracked is known as texts, as reports tell them. Those that the
// program still compares are tracked from the start. They are only seeds: the
// abstraction decides, and a text that fits something else costs time and
// nothing more.
#ifndef VOUCH_CEGAR_FORMER_H
#define VOUCH_CEGAR_FORMER_H

#include "cegar/cegar.h"

void former_seed(struct cegar *cegar, const struct interner *texts);

#endif
