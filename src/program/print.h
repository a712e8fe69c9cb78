// Programs as text: a stable listing for people and gold files, and DOT.
//
// Terms show the user's text ("x"). Operations and listings tell variables
// apart by their names ("x.2"), except that temporaries they read appear as
// the expression they hold. Procedures must be sealed.
#ifndef VOUCH_PROGRAM_PRINT_H
#define VOUCH_PROGRAM_PRINT_H

#include "base/strbuf.h"
#include "program/program.h"
#include "term/print.h"

// Names, signs and constants of the program's variables for term_print_c.
// The context is the program; the result may outlive the call, not the program.
struct c_names program_c_names(const struct program *program);

void program_print_term(const struct program *program, struct term t,
                        struct strbuf *out);
void program_print_operation(const struct program *program,
                             const struct operation *op, struct strbuf *out);
void program_print_procedure(const struct program *program,
                             const struct procedure *procedure,
                             struct strbuf *out);
// Globals, then procedures, in order.
void program_print(const struct program *program, struct strbuf *out);

void program_dot_procedure(const struct program *program,
                           const struct procedure *procedure,
                           struct strbuf *out);

#endif
