// What a recursive procedure promises of its result, and how that becomes part
// of a program.
//
// A promise is a condition over the values that the parameters had at the
// entry, and the result: an affine relation modulo 2^w, or a bound of the
// result by a constant or a parameter; perhaps only for some values of a
// parameter. It speaks of parameters by their place, so that it fits the
// program whenever it is loaded.
//
// Written into a program, a promise is assumed behind every call of the
// procedure, and where the procedure returns, what breaks the promise is an
// edge to the undefined outcome (UNDEFINED_PROMISE). If no execution of the
// body, from any state that callers may give it, takes such an edge, then every
// call that returns keeps the promise: by induction over the order in which
// calls return, for the calls that the body makes return before it does.
#ifndef VOUCH_PROGRAM_PROMISE_H
#define VOUCH_PROGRAM_PROMISE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "program/program.h"

enum { PROMISE_PARAMETERS = 6 }; // that a promise can speak of

enum promise_kind {
  PROMISE_AFFINE,   // coefficients * parameters + scale * result == constant
  PROMISE_AT_LEAST, // result >= bound
  PROMISE_AT_MOST   // result <= bound
};

enum promise_guard { GUARD_NONE, GUARD_AT_MOST, GUARD_ABOVE };

struct promise {
  struct procedure_id procedure;
  enum promise_kind kind;
  uint64_t coefficients[PROMISE_PARAMETERS]; // of AFFINE, by parameter
  uint64_t scale;                            // of AFFINE
  uint64_t constant; // of AFFINE; the bound, unless it is a parameter
  bool bound_is_parameter;
  uint32_t bound; // the parameter
  enum promise_guard guard;
  uint32_t guarded; // the parameter of the guard
  uint64_t guard_constant;
};

VEC_DEFINE(promise_vec, struct promise);

// Which promise an edge to the undefined outcome breaks, by its condition.
struct promise_breach {
  struct term condition;
  uint32_t promise; // its index
};

VEC_DEFINE(promise_breach_vec, struct promise_breach);

// Can something be promised of the procedure: has it a result that is a number?
bool promise_is_possible(const struct program *program,
                         const struct procedure *procedure);
// Is the parameter a number that promises can speak of? Relations are between
// numbers of the result's width only.
bool promise_takes(const struct program *program,
                   const struct procedure *procedure, uint32_t parameter,
                   bool is_related);
bool promises_equal(const struct promise *a, const struct promise *b);
// Appends it as C: "n <= 0 -> result == n + m".
void promise_print(const struct program *program, const struct promise *promise,
                   struct strbuf *out);

// Writes the promises into all procedures that call, and, with `breaches`, into
// those that promise. The breaches are appended.
void promises_write(struct program *program, const struct promise_vec *promises,
                    struct promise_breach_vec *breaches);

#endif
