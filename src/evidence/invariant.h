// What a proof says of places of the source, in C: where control is there, this
// holds of the variables that can be named there.
#ifndef VOUCH_EVIDENCE_INVARIANT_H
#define VOUCH_EVIDENCE_INVARIANT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/position.h"

struct invariant {
  struct position position; // of a loop: its first keyword
  struct name function;
  struct name text; // an expression of C, and not just `1`
  bool is_loop;     // it holds whenever the condition of the loop is looked at
};

VEC_DEFINE(invariant_vec, struct invariant);

#endif
