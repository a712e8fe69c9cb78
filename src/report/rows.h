// The table of a check: a row for each target, in the order of the program.
//
//   [1] f.c:12    assert(x > 0)  holds
//   [2] f.c:14:9  no overflow    fails
#ifndef VOUCH_REPORT_ROWS_H
#define VOUCH_REPORT_ROWS_H

#include "base/strbuf.h"
#include "check/target.h"

void rows_print(const struct program *program,
                const struct check_target_vec *targets, struct strbuf *out);
// "assert(x > 0) at f.c:12"
void row_print(const struct program *program, const struct check_target *target,
               struct strbuf *out);
// "f.c:12"; with the column where a line can have several such targets.
void row_print_place(const struct program *program,
                     const struct check_target *target, struct strbuf *out);

#endif
