// A counterexample as C: a file that, compiled together with the unchanged
// files of the program, makes it take the same path natively.
//
// It defines, weakly, the functions that the program does not define and that
// the execution asked for a value: each gives its values in their order, then
// zeros. Allocations fail where the execution had them fail, and have its
// bytes. Threads have their turns as they had them there (turns.runtime). It is
// made of the oracle of the lane (run/oracle.h describes the text), of which it
// reads the lines that can be forced from outside; the others are told.
#ifndef VOUCH_REPORT_HARNESS_H
#define VOUCH_REPORT_HARNESS_H

#include "evidence/result.h"
#include "report/alone.h"

// What a program exits with whose threads wait for each other, that reached an
// error function, that a sanitizer stopped, whose assumption was false, that
// went another way.
enum {
  HARNESS_STUCK = 76,
  HARNESS_REACHED = 77,
  HARNESS_SANITIZED = 78,
  HARNESS_BLOCKED = 79,
  HARNESS_ASTRAY = 80
};

struct harness {
  struct strbuf source;      // C
  struct strbuf input;       // what the standard input has
  struct name_vec arguments; // of main, without its name, in their order
  struct strbuf unforced; // what nobody can force, or empty: "volatile reads"
  struct strbuf lacking;  // what we do not, or empty: "files"
  bool has_uninitialised; // values that C leaves indeterminate matter, perhaps
  bool wraps;             // allocations
  bool has_turns;         // of threads (turns.runtime)
  bool is_alone;          // it has a main: a function, or components, run alone
  struct alone alone;
  bool rests_at_zero; // what the execution does not say is zero
};

// Of the first lane of the execution, which violates the property.
void harness_make(const struct result *result,
                  const struct execution *execution, const char *property,
                  struct harness *harness);
// Appends a function that gives zero, for what the execution does not call or
// says nothing of.
void harness_stub(const struct harness *harness, const char *name,
                  struct strbuf *out);
void harness_release(struct harness *harness);
// Appends commands for gdb that stop at the steps of the lane.
void harness_debug(const struct result *result, const struct lane *lane,
                   struct strbuf *out);

#endif
