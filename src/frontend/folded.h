// Operations on constants that clang computes though C gives them no value.
//
// Where code is made for an operation, its check stays (checks.h). Not so where
// clang computes the expression around it: in conditions, in initialisers that
// are constant altogether, in arguments of builtins. It puts in a number there.
// But it warns, and tells where. Such an operation gets a mark (marks.h), and
// the file is compiled again: then code is made for it wherever it is
// evaluated, and nowhere else. Of quotients that do not fit it does not warn:
// they are looked for in the text, generously, because a mark changes nothing.
//
// A mark cannot be where C wants a constant, nor where no text has the operator
// (-DSHIFT=1<<40). What is left over by that may be
//
// - an operation whose check is there all the same;
// - a constant of the language (a label, an enumerator, a bound): the report
//   tells of it, but no execution comes there;
// - anything else: nothing is said about the function that has it, or about the
//   program where it stands outside of functions.
#ifndef VOUCH_FRONTEND_FOLDED_H
#define VOUCH_FRONTEND_FOLDED_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/vec.h"

// In a text that the compiler reads. Lines and columns count from 1.
struct spot {
  struct name file; // as the compiler calls it
  uint32_t line;
  uint32_t column;
};

struct folded {
  struct spot use;  // where the compiler, or the text, says it is
  struct spot sign; // the same, or in the macro that the use expands
  struct spot end;  // behind the operand of a minus; no line if binary
  const char *mark; // what is put before the operator, behind a minus of
                    // one operand; null if it cannot be marked
  bool is_constant; // where C wants a constant
  bool is_doubtful; // may well have a value: without a mark it is nothing
};

VEC_DEFINE(folded_vec, struct folded);

struct body;
struct translator;

// Appends what the compiler's messages tell. Files are relative to the
// directory, or to ours if it is null.
void folded_read(const char *messages, struct interner *names,
                 const char *directory, struct folded_vec *into);

// Appends quotients of the text of a file that may not fit (quotients.c).
void folded_look(const char *file, struct interner *names,
                 const char *directory, struct folded_vec *into);

// What has no mark, told once; to be done before any function.
void folded_place(struct translator *translator);
// The same for a function that is about to be translated.
void folded_begin(struct body *body, bool is_start);

#endif
