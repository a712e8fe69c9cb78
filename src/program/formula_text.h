// Formulas about variables of a program as text that outlives the run: SMT-LIB
// in which a variable is |NAME.ID|, its name and its number in the program. (In
// term/print.h the number is one of the table of terms, which depends on what
// else was looked at.)
#ifndef VOUCH_PROGRAM_FORMULA_TEXT_H
#define VOUCH_PROGRAM_FORMULA_TEXT_H

#include "base/strbuf.h"
#include "program/program.h"

void formula_text_print(const struct program *program, struct term t,
                        struct strbuf *out);
// The same where variables have a second name each, for what they held before
// (at the entry of a function): `earlier`, by variable id, none for those that
// have none. These are |NAME.ID@|.
void formula_text_print_both(const struct program *program, struct term t,
                             const struct term *earlier, struct strbuf *out);
// The formula as term_print_smt would write it. False when it speaks of
// anything that is no variable of the program.
bool formula_text_resolve(const struct program *program, const char *text,
                          struct strbuf *out);
bool formula_text_resolve_both(const struct program *program, const char *text,
                               const struct term *earlier, struct strbuf *out);

#endif
