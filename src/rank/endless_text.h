// Why an execution never ends (endless.h), as the text of a certificate. Lines,
// beside comments, are
//
//   termination false
//   locations 12            of the automaton, and its edges,
//   edges 15
//   cuts 3                  cut points
//   lemma 1 FORMULA         holds whenever the cut point is reached
//   set 2 FORMULA           states at a cut point that need not be left
//   entry                   the stem begins; values at the start follow,
//   value 4 CONSTANT        of a variable, by its number,
//   edge 7                  and the edges of the stem, each with what it takes
//   move 2                  from a state of the set at the cut point, by
//   edge 8                  edges,
//   exit 0                  or blocks, by their exits, with the values that
//   value 1 CONSTANT        they take
#ifndef VOUCH_RANK_ENDLESS_TEXT_H
#define VOUCH_RANK_ENDLESS_TEXT_H

#include "rank/endless.h"

// What such a text begins with.
#define ENDLESS_FIRST "termination false"

void endless_print(const struct endless *endless,
                   const struct endless_frame *frame, struct strbuf *out);

// Fills the data, and the lemmas, which are empty. False, with the reason in
// `why`, when it cannot be read, or is about another automaton.
bool endless_read(const char *text, const struct blocks *blocks,
                  struct endless *endless, struct lemmas *lemmas,
                  struct strbuf *why);

#endif
