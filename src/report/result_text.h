// The parts of a result for people.
//
//   proof: 2 predicates of 1 branch
//     f.c:3: x > 0
//   [1] f.c:12    assert(x > 0)  holds
//   [2] f.c:14:9  no overflow    fails
//   checked      assertions and error functions (1 place)
#ifndef VOUCH_REPORT_RESULT_TEXT_H
#define VOUCH_REPORT_RESULT_TEXT_H

#include "evidence/result.h"
#include "report/style.h"

void proof_print(const struct result *result, struct strbuf *out);
// Why a temporal formula holds or fails, a line for each claim.
void tree_print(const struct result *result, struct strbuf *out);
void remarks_print(const struct result *result, struct strbuf *out);
// A row for each, in the order of the program.
void rows_print(const struct result *result, struct text_style style,
                struct strbuf *out);
void ledger_print(const struct result *result, struct strbuf *out);
// "true (vacuous: why)"; without what is violated, which the line says where
// this stands.
void verdict_print_inline(const struct result *result, struct strbuf *out);
// The line that counts: "RESULT: true".
void verdict_print(const struct result *result, struct text_style style,
                   struct strbuf *out);

#endif
