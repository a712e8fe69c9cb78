// Reports of several checks in one file: each check writes its own, in a process
// of its own perhaps, into a file of a folder that is gone afterwards.
#ifndef VOUCH_CLI_MANY_H
#define VOUCH_CLI_MANY_H

#include "base/diag.h"
#include "base/options.h"
#include "evidence/result.h"

struct many {
  char *folder;            // null: nothing is collected
  const char *path;        // of the whole
  struct strbuf part;      // of the check at hand
  struct options options;  // for it, shallow
  struct name_vec checks;  // so far
};

// If --json is the only file that is asked for. False, after a complaint, when
// it cannot be collected.
bool many_init(struct many *many, const struct options *options,
               struct diag *diag);
void many_release(struct many *many);
// The options with which the next check is to report.
const struct options *many_next(struct many *many, struct name check);
// Writes what was collected; the sum is what all of it comes to.
bool many_write(const struct many *many, const struct result *sum,
                struct diag *diag);

#endif
