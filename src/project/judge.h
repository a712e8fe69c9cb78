// What a check that ran as a process of its own came to.
#ifndef VOUCH_PROJECT_JUDGE_H
#define VOUCH_PROJECT_JUDGE_H

#include "project/store.h"

// Fills in verdict, reason and place, by the status of the process (waitpid)
// and the report that it left in the result; a report that is none is dropped.
// False when it could not begin, or somebody ended it, so that there is nothing
// to keep.
bool judge(int status, struct store_result *result);
// Appends the property that the report says is violated, or nothing.
void judge_part(const char *report, struct strbuf *part);

#endif
