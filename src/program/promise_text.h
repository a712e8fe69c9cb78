// Promises as lines of a certificate, which outlive the run:
//
//   promise 5 ensures when 0 above 3 atleast 14 constant 7
//   promise 5 requires atmost 0 column 1
//   promise 5 ensures affine 0 14*1 0*4294967295
//   promise 5 ensures never
//
// that is: of the procedure with that number, who has to see to it (`requires`:
// callers; `ensures`: the procedure), perhaps for some values of a column at
// the entry only, and the claim about columns (promise.h), which are told by
// their places; of an affine relation the constant, and each coefficient behind
// its column. Which globals columns are about is read off the program.
#ifndef VOUCH_PROGRAM_PROMISE_TEXT_H
#define VOUCH_PROGRAM_PROMISE_TEXT_H

#include "program/promise.h"

// Appends the line, with its end.
void promise_text_print(const struct promise *promise, struct strbuf *out);
// The line without the word `promise`. False when it is none of this program:
// the procedure has no body, a column is no number or not there, widths differ,
// or what is required is not about the entry alone.
bool promise_text_read(const struct program *program, const char *text,
                       struct promise *promise);

#endif
