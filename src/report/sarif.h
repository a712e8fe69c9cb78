// A result as SARIF 2.1.0 (OASIS), for code scanning: a result for each row
// that fails or is not known, with the steps of its execution as a code flow.
#ifndef VOUCH_REPORT_SARIF_H
#define VOUCH_REPORT_SARIF_H

#include "evidence/result.h"

void sarif_print(const struct result *result, struct strbuf *out);

#endif
