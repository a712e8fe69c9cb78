// What a proof rests on, as data: claims at places of the source, in C.
#ifndef VOUCH_EVIDENCE_PROOF_H
#define VOUCH_EVIDENCE_PROOF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/position.h"
#include "base/strbuf.h"
#include "evidence/contract.h"
#include "evidence/invariant.h"

enum proof_kind {
  PROOF_NONE,       // nothing is told
  PROOF_PREDICATES, // an abstraction by predicates: the claims are those
  PROOF_LEMMAS,     // inductive invariants at cut points
  PROOF_COVERAGE,   // all executions were unrolled
  PROOF_ELEMENTS,   // the same as LEMMAS, of single elements of arrays: "any i"
                    // in the claims is what i is where the property would be
                    // violated
  PROOF_DIVISORS,   // the same, of what divides what: "any d" likewise
  PROOF_EXECUTION,  // there is only one, and it was run
  PROOF_EXECUTIONS, // all were followed, with inputs left open
  PROOF_VALUES,     // all states were followed, one by one
  PROOF_ORDER,      // all orders of turns of threads were asked about at once
  PROOF_MODULAR     // of threads: what each knows at its places, whatever the
                    // others do (Owicki and Gries)
};

struct claim {
  struct position position;
  struct name text;
};

VEC_DEFINE(claim_vec, struct claim);

// Texts can be long, and nobody reads many.
enum { MOST_CLAIMS = 20 };

// What holds at a location of the automaton that was checked.
struct formula {
  uint32_t location;
  struct name text; // SMT-LIB
};

VEC_DEFINE(formula_vec, struct formula);

struct proof {
  enum proof_kind kind;
  struct claim_vec claims;         // the first ones
  uint32_t claim_count;            // all of them
  struct invariant_vec invariants; // what holds where, as far as C can say it
  struct formula_vec formulas;     // where asked for: of each location that can
                                   // be reached
  struct contracts contracts;      // where asked for: of functions
  struct u32_vec between;          // locations without a formula of their own
  bool is_unrolled; // to be followed again instead, from the start
  uint32_t location_count, edge_count; // of the automaton; 0: there are none
  uint32_t depth;                      // to which recursion was followed
  bool keeps_calls;       // recursive functions stay functions, and what is
  struct strbuf promises; // proved of them, as lines of a certificate, is known
                          // where they are called
  uint32_t branches;      // of PREDICATES: that they come from
  uint32_t rounds;        // of COVERAGE: of loops
  uint64_t steps;         // of EXECUTION, EXECUTIONS
  uint64_t states;        // of VALUES; of EXECUTIONS: how many
  struct name threads;    // of threads: how their interleavings were made, as a
                          // line of a certificate; or none
  struct proof *also; // of memory that is lost where executions never end, or
                      // of what functions promise; or null
  const char *of;     // what that is about: "loops", "rounds", "promises"
  struct strbuf certificate; // where asked for: of answers that are no formula
                             // for each location, as the lines of a certificate
  struct name lacks;         // why there is nothing to be certified; or none
};

void proof_release(struct proof *proof);

#endif
