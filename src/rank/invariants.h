// More of what is known at loop heads: the conditions of the program
// themselves.
//
// Samples (tactic/loops.h) do not get everywhere, and what a branch before a
// loop has made sure of often holds in it. So every comparison of the program,
// and its contrary, is a candidate at every cut point, beside what is known
// already; those that are inductive together are kept (refine/lemma.h).
#ifndef VOUCH_RANK_INVARIANTS_H
#define VOUCH_RANK_INVARIANTS_H

#include "rank/loose.h"
#include "refine/lemma.h"

// The comparisons of the program, as they are written and as blocks see them.
void conditions_collect(const struct loose *loose, struct term_vec *into);
// Nothing that was known is lost, unless the effort was not enough.
void invariants_extend(struct lemmas *lemmas, const struct loose *loose);
// Those of them that also hold if signed numbers wrap.
void invariants_loosen(const struct lemmas *lemmas, const struct loose *loose,
                       struct lemmas *into);

#endif
