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
//     "executions": [ { "row", "what", "schedule": [ { "action", "lanes" } ],
//                       "lanes": [ { "name", "inputs": [...], "oracle",
//                                    "steps": [ { "kind", "text", "value",
//                                                 "file", "line", "thread",
//                                                 "state", "forbidden" } ]
//                                  } ] } ] (of false),
//     "invariants": [ { "file", "line", "column", "function", "holds",
//                       "loop" } ] (of a proof),
//     "annotation": [ { "file", "line", "column", "holds" } ] (of a proof that
//                   says what each thread knows),
//     "statistics": { ... } }
//
// `format` changes when a reader would have to. The schema is
// doc/report.schema.json, which tests compare with what is printed.
#ifndef VOUCH_REPORT_JSON_H
#define VOUCH_REPORT_JSON_H

#include "evidence/result.h"

enum { JSON_FORMAT = 1 };

void json_print(const struct result *result, struct strbuf *out);
// What several checks come to, with the report of each, as json_print wrote it,
// in "checks".
void json_print_many(const struct result *sum, const struct name *checks,
                     const struct strbuf *reports, uint32_t count,
                     struct strbuf *out);
// The statistics alone.
void json_print_stats(const struct stats *stats, struct strbuf *out);

#endif
