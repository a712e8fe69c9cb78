// Why a temporal formula holds or fails, or why that is not known, as data: a
// tree of claims.
//
// A claim says that a part of the formula holds, or fails, at a place of the
// source (or a state of a process) where something is known. It rests on those
// below it: a list in the order of printing, each with its depth. Where a claim
// was made before it is not repeated. Of a formula that is not known the claims
// are one behaviour, along which it is not known, and a question at its end.
#ifndef VOUCH_EVIDENCE_TREE_H
#define VOUCH_EVIDENCE_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/position.h"

struct tree_claim {
  uint32_t depth;
  struct position position; // of C
  struct name place;        // "f.c:7", "state WAIT"
  struct name known;        // "x == 2, y >= 3"; or none
  struct name formula;
  bool holds;
  bool is_open;     // it is not known
  bool is_repeated; // it was shown above
};

VEC_DEFINE(tree_claim_vec, struct tree_claim);

enum { MOST_TREE_CLAIMS = 40 };

struct tree {
  struct tree_claim_vec claims; // the first ones
  uint32_t count;               // all of them
  struct name question; // "whether x > 0 at f.c:7"; none: it is decided, or
                        // nothing that was found would help
};

#endif
