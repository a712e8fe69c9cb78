// C expressions of a specification as terms.
//
// A scope says what the names of an expression stand for: the parameters and
// the result of a procedure, the globals of the program, constants. Each thing
// that has a value only when the specification meets the program is a place
// with a variable of its own in the terms:
//
//   PARAMETER  the i-th argument of the call, or the parameter at entry
//   RESULT     what the procedure returns ($)
//   MEMORY     the bytes at an address, at entry or at the return; the address
//              is a term over earlier places and over addresses of objects.
//              Where the address is not valid the value is arbitrary. What the
//              result points to is as it is at the return
//   OLD        a global that lives in a variable, as it was at entry
//   UNKNOWN    a name that nothing explains, when there is no program
//
// Globals that live in variables of the program stand for themselves. So an
// engine substitutes actual arguments for parameters, loads memory places in
// order, and has a formula over the program's own variables.
//
// A place's variable has the width of its C type (bits, also for _Bool);
// scope_fit turns an actual term into that form.
#ifndef VOUCH_SPEC_SCOPE_H
#define VOUCH_SPEC_SCOPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/vec.h"
#include "program/lowering.h"
#include "term/substitute.h"

enum place_kind {
  PLACE_PARAMETER,
  PLACE_RESULT,
  PLACE_MEMORY,
  PLACE_OLD,
  PLACE_UNKNOWN
};

struct spec_place {
  enum place_kind kind;
  struct term variable;
  struct ctype type;
  struct name text;    // as C: "family", "$", "c->state"
  uint32_t index;      // PARAMETER: counts from 0
  struct term address; // MEMORY
  bool is_later;       // MEMORY: at the return
  struct term global;  // OLD
};

VEC_DEFINE(spec_place_vec, struct spec_place);

struct spec_scope {
  struct spec_place_vec places;
  struct lowered_vec lowered; // by parameter; none: nobody knows which
                              // arguments the parameters are
  bool returns_in_memory;     // the result lies where an argument says,
  uint32_t result_argument;   // namely this one
};

void spec_scope_release(struct spec_scope *scope);
// The place of a parameter, of the result, or behind a variable; null if none.
const struct spec_place *scope_parameter(const struct spec_scope *scope,
                                         uint32_t index);
const struct spec_place *scope_result(const struct spec_scope *scope);
const struct spec_place *scope_place_of(const struct spec_scope *scope,
                                        struct term variable);
// Is one of the places UNKNOWN?
bool scope_has_unknown(const struct spec_scope *scope);
// Is the parameter a struct of which there is a copy, or the result one that
// is returned in memory, whose address the place then is?
bool scope_is_copied(const struct spec_scope *scope,
                     const struct spec_place *place);
// Does the term say something of the result?
bool scope_mentions_result(const struct term_table *terms,
                           const struct spec_scope *scope, struct term term);
// The value of such a place or a parameter's at a call with these arguments (or
// at an entry with these parameters), in the form of the place. None: not
// known.
struct term scope_actual(struct term_table *terms,
                         const struct ctype_table *types,
                         const struct spec_scope *scope,
                         const struct spec_place *place,
                         const struct term *arguments, uint32_t count);
// Sets all parameters' places so, as far as known.
void scope_set_actuals(struct term_table *terms,
                       const struct ctype_table *types,
                       const struct spec_scope *scope,
                       const struct term *arguments, uint32_t count,
                       struct substitution *into);
// The only argument that is the parameter, or UINT32_MAX.
uint32_t scope_argument(const struct spec_scope *scope, uint32_t parameter);
// A term of the program as a value for the place: Booleans become bits, other
// widths are truncated or extended by the sign of the place's type.
struct term scope_fit(struct term_table *terms, const struct ctype_table *types,
                      const struct spec_place *place, struct term actual);

#endif
