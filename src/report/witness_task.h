// What witnesses of both formats say of the task.
#ifndef VOUCH_REPORT_WITNESS_TASK_H
#define VOUCH_REPORT_WITNESS_TASK_H

#include "evidence/result.h"

// The property, as the property files of the competition write it.
void witness_task_property(const struct result *result, struct strbuf *out);
// Now, or SOURCE_DATE_EPOCH: 2026-01-31T12:00:00Z.
void witness_task_time(struct strbuf *out);

#endif
