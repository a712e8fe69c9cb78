// Terms from text: what term_print_smt writes, read back.
//
// The text may come from anywhere: what is no term, or has operands of the
// wrong sorts, is refused. Terms are simplified when built, so that what is
// read need not be what was written, but means the same.
#ifndef VOUCH_TERM_READ_SMT_H
#define VOUCH_TERM_READ_SMT_H

#include "term/term.h"

struct smt_symbols; // the variables that may occur, by what they are called

// Of these terms, which are variables.
struct smt_symbols *smt_symbols_new(const struct term_table *terms,
                                    const struct term *variables,
                                    uint32_t count);
void smt_symbols_free(struct smt_symbols *symbols);
// The variable whose text it is; or none.
struct term smt_symbols_find(const struct smt_symbols *symbols,
                             const char *text);

// The whole text as a term; or none.
struct term term_read_smt(struct term_table *terms,
                          const struct smt_symbols *symbols, const char *text);

#endif
