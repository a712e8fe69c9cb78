// `vouch bp check`: can a Boolean program violate what it asserts?
//
// Sequential programs are decided by summaries, or for comparison one valuation
// after the other; with threads all interleavings are explored. Every violation
// is done again statement by statement before it is called one.
#ifndef VOUCH_BP_CHECK_H
#define VOUCH_BP_CHECK_H

#include "base/diag.h"
#include "bp/code.h"
#include "evidence/result.h"

struct bp_check_options {
  const char *label;                  // besides SLIC_ERROR; may be null
  bool stops_at_first;                // violation
  bool is_explicit;                   // one valuation after the other
  uint32_t most_threads;              // alive at a time; 0: no limit
  uint64_t limit;                     // of states that are explored one by one
  const char *(*stop)(void *context); // polled now and then: why to give up, or
                                      // null; may be null itself
  void *context;
  uint64_t *reached; // if not null: how many valuations come to a location, of
                     // the code that is made of the program
};

// Fills a result, which begins zeroed but for its names. `sources` is for lines
// of source. The program gets expressions.
void bp_check(struct bp *bp, const struct bp_check_options *options,
              struct diag *sources, struct result *result);

#endif
