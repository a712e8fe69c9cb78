// A component together with its specification: one automaton in which the
// specification is violated exactly where an edge leads to the undefined
// outcome for the reason FORBIDDEN.
//
// Locations are pairs of a location of the component and a state of the
// specification. The specification is determinised on the way: a state is the
// set of states in which it can be after the actions performed so far, weakly,
// projected on its alphabet (spec-language.md, `refines`), so inclusion of
// traces is reachability of a forbidden edge. Only pairs are made that the
// control flow can reach, and only the sets that they need.
//
//   PERFORM of an action outside the alphabet, or nothing visible: a skip
//   PERFORM of an action that the set allows: a skip to the next set
//   PERFORM of any other, of ERROR, of what must not happen: forbidden
//   RETURN: a branch for each case that the specification tells apart, and
//     forbidden where the set does not allow it; as it is when the
//     specification does not speak of returns
//
// With a property `for each` object, one that is arbitrary and never changes is
// watched, and the position is that of its automaton: what is performed about
// an object is a branch on whether it is that one. A violation by some value of
// the variable is one by that object; without any, no object violates the
// property.
//
// Without any system nothing is forbidden but ERROR: then the product is the
// component with its actions as labels, and PERFORM operations stay.
//
// A procedure that is checked against its own abstraction has one specification
// for each arm; which one counts is known from its entry on.
//
// The product shares its variables with the component (procedure.frame). Each
// of its edges stands for one edge of the component.
#ifndef VOUCH_WEAVE_PRODUCT_H
#define VOUCH_WEAVE_PRODUCT_H

#include "program/program.h"
#include "program/provenance.h"
#include "weave/monitor.h"

struct product {
  struct procedure *procedure;  // "f (with its specification)", owned
  struct provenance provenance; // one edge of the component each
  struct u32_vec originals;     // the same if the edge is a copy of it, else 0
  struct u32_vec positions;     // by edge: of the specification before it
  struct u32_vec actions;       // by edge: what it performs, as far as the
                                // specification cares; 0: nothing
  struct u32_vec locations;     // by location: of the component; 0: between two
  struct variable watched;      // the object; or none
  struct monitor monitor;
};

enum { PRODUCT_EDGE_LIMIT = 4000000 };

// Makes the product of a sealed procedure, sealed. Conditions on
// returns speak of the procedure as written; `copies` has the component's
// variables in their place. False when it takes too many edges; `why` says so.
bool product_init(struct product *product, struct program *program,
                  const struct procedure *component,
                  const struct specification *specification,
                  struct substitution *copies, struct strbuf *why);
void product_release(struct product *product);

#endif
