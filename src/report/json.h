// A check as JSON, for other programs.
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

#include "base/stats.h"
#include "check/verdict.h"
#include "report/ledger.h"

enum { JSON_FORMAT = 1 };

struct json_facts {
  const struct program *program; // null when nothing could be loaded
  enum verdict verdict;
  const char *property; // of FALSE
  const char *reason;   // of UNKNOWN
  const char *vacuity;  // of TRUE: why nothing could be violated, or null
  const struct check_target_vec *targets;
  const struct ledger *ledger;
  const struct stats *stats;
};

void json_print(const struct json_facts *facts, struct strbuf *out);
// A string with its quotes.
void json_string(const char *text, struct strbuf *out);

#endif
