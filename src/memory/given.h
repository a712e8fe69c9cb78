// What comes from whoever calls a function that starts alone, and what is its
// own.
//
// A parameter, a global and whatever lies in an object of the entry state is
// given; a constant, the result of a call or of an allocation, and the address
// of an object of the program is the function's own. Values are followed from
// edge to edge, through variables and the cells of memory, and where two ways
// meet something may be both. What an access is to blame on is told by the
// pointer that its address begins with, not by what is added to that. A null
// that the function wrote, or returned to itself, is its own up to where a test
// excludes it.
//
// Conservative both ways: what is CALLERS can be nothing of the function's own,
// and the other way round. Where a routine of the library writes, or a call of
// the function inside of itself (check/recall.h), there may be a pointer of its
// own; what other functions without a body write counts as what was there
// before.
#ifndef VOUCH_MEMORY_GIVEN_H
#define VOUCH_MEMORY_GIVEN_H

#include "memory/region.h"
#include "program/inline.h"

enum giver {
  GIVER_NONE = 0,    // never reached
  GIVER_CALLERS = 1, // given
  GIVER_ITSELF = 2,  // the function's own
  GIVER_EITHER = 3
};

struct given; // opaque

// Of a procedure that starts in any state. All is borrowed.
struct given *given_new(struct program *program,
                        const struct inline_result *inlined,
                        const struct regions *regions);
void given_free(struct given *given);

// The pointer that an address begins with, where the edge starts.
enum giver given_pointer(const struct given *given, uint32_t edge,
                         struct term address);
// Can an address begin with the variable?
bool given_is_base(const struct given *given, struct variable variable);
// All that a term is computed from, where the edge starts.
enum giver given_term(const struct given *given, uint32_t edge, struct term t);
// The conditions on which the location is come to where the edge starts: of the
// pointers in them, or of all that they are computed from.
enum giver given_way(const struct given *given, uint32_t edge, bool is_pointer);

#endif
