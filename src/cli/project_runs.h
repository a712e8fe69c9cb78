// Runs of a project that are over: told, and compared.
#ifndef VOUCH_CLI_PROJECT_RUNS_H
#define VOUCH_CLI_PROJECT_RUNS_H

#include "base/options.h"

// Prints the results of the last run of a store. Returns an exit code.
int project_list(const char *store);
// Prints what changed: of `diff` alone from the last run but one to the last
// one, of `diff A B` from the last run of one store to that of another. The
// exit code says whether something got worse.
int project_diff(const char *store, const struct text_vec *operands);

#endif
