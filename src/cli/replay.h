// Runs the first counterexample of a result natively, in the folder that
// --replay names, and says whether the violation shows there, too.
#ifndef VOUCH_CLI_REPLAY_H
#define VOUCH_CLI_REPLAY_H

#include <stdio.h>

#include "base/options.h"
#include "evidence/result.h"

void replay_run(const struct options *options, const struct result *result,
                FILE *out);

#endif
