// A counterexample of a system for people: the trace with who performs what,
// then what each component does, in a lane of its own.
#ifndef VOUCH_REPORT_LANES_H
#define VOUCH_REPORT_LANES_H

#include <stdio.h>

#include "check/system.h"

// After VERDICT_FALSE.
void lanes_print(const struct system_check *system, FILE *out);

#endif
