// What the files that print SMT-LIB 2 share.
#ifndef VOUCH_TERM_SMT_PRINTER_H
#define VOUCH_TERM_SMT_PRINTER_H

#include "base/strbuf.h"
#include "term/term.h"

// print_smt.c: #x.. or #b..
void smt_print_const(unsigned width, u128 value, struct strbuf *out);
// print_smt_float.c: an assertion that says which number the bits of a
// floating-point operator with an exact meaning are (float_format.h).
void smt_print_float_meaning(const struct term_table *terms, struct term t,
                             struct strbuf *out);

#endif
