// A result as SARIF 2.1.0 (OASIS), for code scanning: a result for each row
// that fails or is not known, with the steps of its execution as a code flow.
#ifndef VOUCH_REPORT_SARIF_H
#define VOUCH_REPORT_SARIF_H

#include "evidence/result.h"
#include "report/json_value.h"

void sarif_print(const struct result *result, struct strbuf *out);

// For whoever has violations that are no rows of one result: an empty log and
// its run, a place of a result, what it says.
json_t *sarif_new(json_t **run);
void sarif_set_place(json_t *location, const char *file, uint32_t line,
                     uint32_t column);
void sarif_set_message(json_t *object, const char *text);

#endif
