// Time and memory limits of commands that nothing polls.
#ifndef VOUCH_CLI_LIMITS_H
#define VOUCH_CLI_LIMITS_H

#include "base/options.h"

// At the end of the time the process ends, with `RESULT: unknown (time limit)`.
void limits_set(const struct options *options);

#endif
