// A proof that executions end, as the text of a certificate: what is known at
// cut points, and levels with their measures (prove.h). Lines, beside comments,
// are
//
//   termination true
//   locations 12            of the automaton, and its edges,
//   edges 15
//   cuts 3                  cut points, and rounds between them
//   rounds 4
//   lemma 1 FORMULA         holds whenever the cut point is reached;
//   wrapped 1 FORMULA       also if signed numbers wrap
//   never 3                 rounds that are never taken
//   level 2 rounds 1 2 over 1
//                           a group, its rounds, and those that are over then
//   value TERM              the measure of the level before
//   floor CONSTANT
#ifndef VOUCH_RANK_MEASURE_TEXT_H
#define VOUCH_RANK_MEASURE_TEXT_H

#include "rank/prove.h"
#include "refine/lemma.h"

void measures_print(const struct prove *prove, const struct lemmas *lemmas,
                    const struct lemmas *wrapped, struct strbuf *out);

// Fills the lemmas, which are empty, and the levels. False, with the reason in
// `why`, when it cannot be read, or is about another automaton.
bool measures_read(const char *text, struct prove *prove, struct lemmas *lemmas,
                   struct lemmas *wrapped, struct strbuf *why);

#endif
