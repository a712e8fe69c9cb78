// Texts that are walked through: who looks at each byte before he goes on does
// not get behind the end of a text whose last byte is zero.
//
//   i = 0; while (s[i]) i++;      where s has n bytes, n != 0 and s[n - 1] == 0
//
// i < n holds all the time: i is less than n, what is there is not zero, so
// that i is not n - 1, and i + 1 is less than n, too. Ranges (cases.h) do not
// see that, and predicates see it after many rounds, for each text that is
// walked through, in each place. So such facts are followed forwards:
//
//   inside    x + c < n          x an index or a pointer, n the size of a text
//   end       a[n - 1] == 0      of the array that holds it
//   some      n != 0
//   byte      b == a[x + c]      read there
//   same      x == y + c
//   condition of bytes alone     it holds
//
// Assignments of a variable plus a number move them, and where the conditions
// say that a byte is not zero there is one more inside. What ways have in
// common is kept where they meet. Edges whose condition contradicts what is
// inside are left out: the meaning is the same, run by run. No solver is asked.
//
// Wants a procedure in which memory is variables already (propagate.h says
// which of these are changed by whom).
#ifndef VOUCH_PROGRAM_TEXTS_H
#define VOUCH_PROGRAM_TEXTS_H

#include "program/propagate.h"

// Changes the sealed procedure in place; `origin` of each edge is the number
// that it had. False when nothing was done: also where it would take long.
bool program_walk_texts(struct program *program, struct procedure *procedure,
                        const struct propagate_options *options);

#endif
