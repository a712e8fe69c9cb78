// Boolean programs as text, in the dialect of SLAM: what is printed can be read
// again, and is then the same program.
#ifndef VOUCH_BP_PRINT_H
#define VOUCH_BP_PRINT_H

#include "base/strbuf.h"
#include "bp/bp.h"

void bp_print(const struct bp *bp, struct strbuf *out);
// An expression over the variables of a procedure.
void bp_print_expr(const struct bp *bp, uint32_t procedure, struct bp_expr expr,
                   struct strbuf *out);

#endif
