// Recursion without returns.
//
// A program that never ends either stays in a loop of some activation, or calls
// deeper and deeper. Both are seen in executions that never return from a
// recursive call: whenever one is made, the execution either goes on behind it,
// with any result and any globals that the callee may have changed, or it
// forgets everybody who waits and goes on in the callee. (B. Cook, A. Podelski,
// A. Rybalchenko: Summarization for termination: no return! Formal Methods in
// System Design, 2009.) Recursion has become a loop:
//
//   next = none; main's code; a call of f(e) is  havoc deeper;
//     deeper:      next = f; argument = e; leave everything
//     not deeper:  havoc result and globals
//   while (next == f) { next = none; f(argument); assume(next != none); }
//
// One procedure of each cycle of calls is treated so; the others are inlined.
// So a proof that the new program ends is one that the old one does. Only
// recursive procedures that write no memory, and have no objects of their own,
// are treated so.
//
// A descent leaves nothing open: whenever a recursive call is made, it goes on
// in the callee, and where the callee returns, it ends. What it does is what
// the program does as long as no recursive call returns, with the same inputs
// in the same order: if it goes on for ever, so does the program, deeper and
// deeper. There memory may be written.
#ifndef VOUCH_RANK_UNRETURNED_H
#define VOUCH_RANK_UNRETURNED_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "program/program.h"

// What results of recursive calls are said to come from.
#define UNRETURNED_RESULT "what a recursive call gives"
// What the choices are called that the original does not make.
#define UNRETURNED_CHOICE "vouch.deeper"

enum unreturned {
  UNRETURNED_OR_BEHIND, // it goes on in the callee, or behind the call
  UNRETURNED_DESCENT,   // in the callee
  UNRETURNED_RETURNING  // in the callee, with the caller forgotten or not
};

// Rewrites the draft if there is recursion below the entry, and says so. False
// when there is some that cannot be treated: `why`.
bool recursion_unreturn(struct program *program, struct procedure_id entry,
                        enum unreturned kind, bool *is_rewritten,
                        struct strbuf *why);

#endif
