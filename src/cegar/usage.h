// What of a specification a proof has seen happen: which triggers matched,
// which arms of procedure abstractions were taken, which steps of the
// specification were exercised (spec-language.md).
//
// A proof knows more executions than there are, so what it has not seen cannot
// happen, and that is all that is reported.
#ifndef VOUCH_CEGAR_USAGE_H
#define VOUCH_CEGAR_USAGE_H

#include "cegar/cegar.h"
#include "check/conformance.h"

struct usage {
  struct spec_usage spec;
  struct bitset performed; // actions
};

// After VERDICT_TRUE.
void usage_init(struct usage *usage, const struct cegar *cegar);
void usage_release(struct usage *usage);

#endif
