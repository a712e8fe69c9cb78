// Why the end of an execution is wrong, in words.
//
//   assert(t < 100) fails: t is 105
//   write of 9 bytes out of bounds: at offset 0 of `name`
//
// The values are those that the execution gave last to what the text of the
// row mentions.
#ifndef VOUCH_REPORT_BLAME_H
#define VOUCH_REPORT_BLAME_H

#include "evidence/result.h"

// Appends nothing when the last step says it.
void blame_print(const struct result *result, const struct execution *execution,
                 struct strbuf *out);

#endif
