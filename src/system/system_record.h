// What a check of a system found, as evidence: the trace with who performs
// what, and what each component does, in a lane of its own.
#ifndef VOUCH_SYSTEM_SYSTEM_RECORD_H
#define VOUCH_SYSTEM_SYSTEM_RECORD_H

#include "evidence/result.h"
#include "system/system.h"

// After the search: executions, remarks and ledger.
void system_record(const struct system_check *system, struct result *into);

#endif
