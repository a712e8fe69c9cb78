// Shifts and sums of constants that clang computed though C gives them no
// value.
//
// Where code is made for an operation, its check stays (checks.h). Not so in
// initialisers that are constant altogether, and in arguments of builtins:
// there clang puts in a number. But it warns, and tells where. Such a place is
// met again by its line: if the line is straight code of a function that has no
// check for it, and the operator stands there outside of the brackets of calls
// and macros, it is undefined to come there; if it cannot be said whether the
// line evaluates it, nothing is said about what follows. An initialiser of a
// static object has no place in the code: nothing is said about the program.
#ifndef VOUCH_FRONTEND_FOLDED_H
#define VOUCH_FRONTEND_FOLDED_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/vec.h"
#include "program/program.h"

struct folded {
  struct name file; // as the compiler calls it
  uint32_t line;
  uint32_t column;
  enum undefined_reason reason;
  bool is_read; // in the text, which the preprocessor may have left out: where
                // there is no code on the line, there is nothing
};

VEC_DEFINE(folded_vec, struct folded);

struct body;
struct translator;

// Appends what the compiler's messages tell.
void folded_read(const char *messages, struct interner *names,
                 struct folded_vec *into);

// Appends what it does not tell, as the text of the file shows it
// (folded_quotient.c).
void folded_look(const char *file, struct interner *names,
                 struct folded_vec *into);

// Where a function meets one.
struct suspect {
  struct folded what;
  bool is_certain;   // its line is straight code
  bool is_nowhere;   // no code has its line
  uint32_t last_met; // the block, see body.wholes
};

VEC_DEFINE(suspect_vec, struct suspect);

// Those of the function that is about to be translated; told of the static
// initialisers if it is where the program starts.
void folded_begin(struct body *body, bool is_start);
// Before an instruction is translated.
void folded_meet(struct body *body, LLVMValueRef instruction);
// The files' static initialisers among them: to be done before any function.
void folded_place(struct translator *translator);

#endif
