// A result as JSON, for other programs.
//
//   { "format": 1, "tool": "vouch", "version": "...",
//     "verdict": "true" | "false" | "unknown",
//     "property": "no-overflow" (of false), "reason": "..." (of unknown),
//     "vacuous": "why" (of true, if nothing could have been violated),
//     "rows": [ { "number", "file", "line", "column", "function", "property",
//                 "text", "status", "reason" } ],
//     "ledger": { "checked": [...], "assumed": [...], "defaulted": [...],
//                 "not checked": [...] },
//     "statistics": { ... } }
//
// `format` changes when a reader would have to.
#ifndef VOUCH_REPORT_JSON_H
#define VOUCH_REPORT_JSON_H

#include "evidence/result.h"

enum { JSON_FORMAT = 1 };

void json_print(const struct result *result, struct strbuf *out);
// The statistics alone.
void json_print_stats(const struct stats *stats, struct strbuf *out);

#endif
