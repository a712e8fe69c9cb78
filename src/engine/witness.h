// Is a set of invariants a proof? They stand in the program as assertions
// (spec/annotate.h). What each of them says of the start of a round of its loop
// is taken as a lemma there; the witness is a proof if the lemmas are inductive
// and exclude every violation, that of an invariant included
// (refine/lemma.h). Where they are not enough the default engine is asked about
// all of it, and the answer says so.
#ifndef VOUCH_ENGINE_WITNESS_H
#define VOUCH_ENGINE_WITNESS_H

#include "engine/engine.h"

void run_witness(struct engine_context *context, const struct demand *demand,
                 struct result *result);

#endif
