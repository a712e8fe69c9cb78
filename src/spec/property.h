// Property files (`.prp`) as the software verification competition writes them:
// one property per line,
//
//   CHECK( init(main()), LTL(G ! call(reach_error())) )
//
// where init names the entry function and the formula is one of
//
//   G ! call(NAME())                            no call of NAME is reached;
//                                               older files name it
//                                               __VERIFIER_error
//   G ! label(NAME)                             the C label is not reached
//   G ! overflow                                no signed overflow
//   G ! data-race                               no data race
//   F end                                       every execution ends
//   G valid-memcleanup                          all memory is freed at the end
//   G valid-free, valid-deref, valid-memtrack   memory safety, three lines
//
// COVER(..) instead of CHECK(..) asks for tests; it is read and not looked
// into. White space inside is free. Any other formula is kept as text: user LTL
// with quoted C atoms, `[]("x > 0" ==> <>("y == 0"))`, which is read elsewhere.
// Blank lines are skipped; any other line is an error. Nothing here says which
// properties an engine can check.
//
// All texts are interned, so a property owns nothing.
#ifndef VOUCH_SPEC_PROPERTY_H
#define VOUCH_SPEC_PROPERTY_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/intern.h"
#include "base/position.h"
#include "base/vec.h"

enum property_kind {
  PROPERTY_UNREACH_CALL,
  PROPERTY_UNREACH_LABEL,
  PROPERTY_OVERFLOW,
  PROPERTY_DATA_RACE,
  PROPERTY_TERMINATION,
  PROPERTY_MEMCLEANUP,
  PROPERTY_VALID_FREE,
  PROPERTY_VALID_DEREF,
  PROPERTY_VALID_MEMTRACK,
  PROPERTY_LTL,
  PROPERTY_COVERAGE, // what tests should reach: nothing that can be violated
};

struct property {
  enum property_kind kind;
  struct name entry;        // the function of init, without its parentheses
  struct name function;     // UNREACH_CALL: the one not to be called;
                            // UNREACH_LABEL: the label; else none
  struct name formula;      // the text inside LTL(..), trimmed
  struct position position; // of the formula
};

VEC_DEFINE(property_vec, struct property);

// Appends the properties of a file, in order. False, after telling why, when it
// cannot be read, has no property or has a line that is none; then nothing was
// appended. `names` must be the interner of `diag`.
bool property_read(struct property_vec *properties, const char *path,
                   struct interner *names, struct diag *diag);

// The word that results use: "unreach-call" in false(unreach-call).
const char *property_kind_text(enum property_kind kind);

#endif
