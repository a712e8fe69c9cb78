// Two runs of a project: what is new, what is gone.
#ifndef VOUCH_PROJECT_DIFFERENCE_H
#define VOUCH_PROJECT_DIFFERENCE_H

#include "project/store.h"

// One of the two: a finished run of a store.
struct side {
  struct store *store;
  int64_t run;
};

// Appends new violations, those that are gone, proofs that are lost and won,
// checks that came and went. True when there are new violations or lost proofs.
bool difference_print(const struct side *before, const struct side *after,
                      struct strbuf *out);

#endif
