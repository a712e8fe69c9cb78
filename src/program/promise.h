// What a recursive procedure requires of its callers and promises of what it
// does, and how that becomes part of a program.
//
// A promise is a condition over columns: the values that the parameters and
// some globals had at the entry, the values of these globals at the return, and
// the result. It is an affine relation modulo 2^w, or a bound of a column by a
// constant or another column, perhaps only for some values of a column at the
// entry; or that the procedure never returns. One that is required speaks of
// the entry alone. Columns are told by their place, so that a promise fits the
// program whenever it is loaded.
//
// Written into a program, what is required is assumed where the procedure
// begins, and what is promised behind every call of it. Where it is called,
// what breaks a requirement, and where it returns, what breaks a promise, is an
// edge to the undefined outcome (UNDEFINED_PROMISE). If no execution of the
// bodies, from any state that callers may give them, takes such an edge, then
// every call finds what is required and every one that returns keeps what is
// promised: by induction over time, for what a body relies on lies before what
// it has to show.
#ifndef VOUCH_PROGRAM_PROMISE_H
#define VOUCH_PROGRAM_PROMISE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/strbuf.h"
#include "program/program.h"

enum { PROMISE_PARAMETERS = 6, PROMISE_GLOBALS = 4 };

// Columns: parameters, globals at the entry, globals at the return, the result.
enum {
  COLUMN_BEFORE = PROMISE_PARAMETERS,
  COLUMN_AFTER = COLUMN_BEFORE + PROMISE_GLOBALS,
  COLUMN_RESULT = COLUMN_AFTER + PROMISE_GLOBALS,
  PROMISE_COLUMNS
};

enum promise_kind {
  PROMISE_AFFINE,   // coefficients * columns == constant
  PROMISE_AT_LEAST, // subject >= bound
  PROMISE_AT_MOST,  // subject <= bound
  PROMISE_NEVER     // there is no return
};

enum promise_guard { GUARD_NONE, GUARD_AT_MOST, GUARD_ABOVE };

// What promises of a procedure can speak of: numbers.
struct promise_scope {
  struct procedure_id procedure;
  struct variable globals[PROMISE_GLOBALS]; // none behind the last
};

struct promise {
  struct promise_scope scope;
  bool is_required; // of callers
  enum promise_kind kind;
  uint64_t coefficients[PROMISE_COLUMNS]; // of AFFINE, by column
  uint32_t subject;                       // of a bound: the column
  bool bound_is_column;
  uint32_t bound;    // the column
  uint64_t constant; // of AFFINE; the bound, unless it is a column
  enum promise_guard guard;
  uint32_t guarded; // the column of the guard, at the entry
  uint64_t guard_constant;
};

VEC_DEFINE(promise_vec, struct promise);

// Which promise an edge to the undefined outcome breaks, by its condition.
struct promise_breach {
  struct term condition;
  uint32_t promise; // its index
};

VEC_DEFINE(promise_breach_vec, struct promise_breach);

// Globals that the procedure, or what it calls, reads or writes: those first
// that are written.
struct promise_scope promise_scope_of(const struct program *program,
                                      const struct procedure *procedure);
// Is there such a column? What are its type and its width?
bool promise_has(const struct program *program,
                 const struct promise_scope *scope, uint32_t column);
struct ctype promise_type(const struct program *program,
                          const struct promise_scope *scope, uint32_t column);
unsigned promise_width(const struct program *program,
                       const struct promise_scope *scope, uint32_t column);

// Can everything that calls the procedure be seen to call it, in a check that
// begins at `entry`? Only then can it require something.
bool promise_may_require(const struct program *program,
                         struct procedure_id entry, uint32_t procedure);

bool promises_equal(const struct promise *a, const struct promise *b);
// The condition, with a term for every column that there is.
struct term promise_condition(const struct program *program,
                              const struct promise *promise,
                              const struct term *columns);
// Appends it as C: "n <= 0 -> result == n + m".
void promise_print(const struct program *program, const struct promise *promise,
                   struct strbuf *out);

// The text of variables that choose, by its index, the promise that is looked
// at where some could be broken.
#define PROMISE_CHOICE "promised.choice"

// Writes the promises into all procedures that call, and, with `breaches`, what
// breaks them. The breaches are appended.
void promises_write(struct program *program, const struct promise_vec *promises,
                    struct promise_breach_vec *breaches);

#endif
