// Which steps of a lane say nothing that others do not say.
//
// A round goes from a line to the next time that control comes to it. Of four
// rounds or more in a row those are folded that come to no line, perform no
// action and rest on no note that is not in a round that is shown; the first
// and the last are shown. Lines that do not matter (matter.h) are folded where
// they are. If the lane is long even so, the middle of what is
// left is folded, too. What is folded are gaps between steps that are shown:
// they are in order, each begins with a LINE, and no two overlap.
#ifndef VOUCH_REPORT_FOLD_H
#define VOUCH_REPORT_FOLD_H

#include "evidence/execution.h"

struct gap {
  uint32_t first, end; // steps: end is the first behind it
  uint32_t lines;      // that control came to
  uint32_t rounds;     // that it stands for; 0: it is the middle of a lane
  bool is_idle;        // or what does not matter
};

VEC_DEFINE(gap_vec, struct gap);

// The steps before `from` are not looked at. `idle` are steps of whole lines
// that do not matter.
void fold_lane(const struct lane *lane, uint32_t from,
               const struct bitset *idle, struct gap_vec *into);

#endif
