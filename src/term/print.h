// Terms as text: readable C for people, SMT-LIB 2 for solvers.
//
// C text uses the fewest parentheses that C's precedences need, writes
// `a > b` for b < a where the constant then stands on the right, `x - y` for
// x + y * -1, and signed constants where the operator is signed. Names and
// constants are the user's: the printer asks for them through `struct
// c_names`, whose functions may be null. Text longer than a limit is cut with
// "..." so that a heavily shared term cannot explode.
#ifndef VOUCH_TERM_PRINT_H
#define VOUCH_TERM_PRINT_H

#include "base/strbuf.h"
#include "term/term.h"

// C's binding strengths, loosest first, for whoever joins texts to texts.
enum c_precedence {
  C_COMMA,
  C_CONDITIONAL,
  C_LOGICAL_OR,
  C_LOGICAL_AND,
  C_BIT_OR,
  C_BIT_XOR,
  C_BIT_AND,
  C_EQUALITY,
  C_RELATION,
  C_SHIFT,
  C_SUM,
  C_PRODUCT,
  C_UNARY,
  C_POSTFIX,
  C_PRIMARY
};

enum c_sign { C_SIGN_UNKNOWN, C_SIGNED, C_UNSIGNED, C_BOOL, C_POINTER };

struct c_names {
  void *context;
  // Appends the C text of a variable or of a SELECT and returns how tightly it
  // binds. Returns false to have the printer use its own default.
  bool (*write)(void *context, struct term t, struct strbuf *out,
                enum c_precedence *precedence);
  // How the C type of a variable, or of an array variable's elements, reads its
  // bits. Unknown is taken as signed.
  enum c_sign (*sign)(void *context, struct term variable);
  // Appends the name of a constant that is compared with or stored in a term
  // that mentions the variable (an enumerator, say). False when it has none.
  bool (*constant)(void *context, struct term variable, u128 value,
                   struct strbuf *out);
};

// Appends the term as C; names may be null. Returns its binding strength.
enum c_precedence term_print_c(const struct term_table *terms, struct term t,
                               const struct c_names *names, struct strbuf *out);

// Appends the term as SMT-LIB 2 with `let` for shared subterms. Variables are
// written by term_print_smt_variable: |name#index|, unique and free of
// characters that solvers reject. (cvc5 takes a CONST_ARRAY only of a
// constant.)
void term_print_smt(const struct term_table *terms, struct term t,
                    struct strbuf *out);
// Appends (declare-fun ...) for every variable, and for every operator that
// SMT-LIB does not have on bits (floating point), that occurs in the terms; and
// assertions that say what these mean, where that is exact (float_format.h).
void term_print_smt_declarations(const struct term_table *terms,
                                 const struct term *roots, uint32_t count,
                                 struct strbuf *out);

#endif
