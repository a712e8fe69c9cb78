// Columns: the numbers of a state that measures are summed up from.
//
// For a group of rounds these are the variables that its relations depend on,
// as their types read them, and what its comparisons compare: of a < b the
// difference b - a, and of a != b the distance, which an unsigned counter that
// wraps makes smaller, too. All are as wide as needed for small sums of them.
#ifndef VOUCH_RANK_COLUMN_H
#define VOUCH_RANK_COLUMN_H

#include "rank/rounds.h"

enum { COLUMN_MOST = 40, COLUMN_MARGIN = 8 };

struct column {
  struct term value; // signed, of the width of all columns
  struct name text;
  bool is_variable;
  bool has_floor; // signed overflow may be what ends it
};

VEC_DEFINE(column_vec, struct column);

struct columns {
  struct column_vec at;
  unsigned width;
  struct term floor; // for those that have one
  bool is_exact;     // nothing overflows in the group: none has a floor, and
                     // signed numbers may go round the circle
};

void columns_init(struct columns *columns, const struct rounds *rounds,
                  uint32_t group, bool is_exact);
void columns_release(struct columns *columns);

#endif
