// Where pointers point at a particular edge.
//
// targets.h has one answer for a pointer wherever it is used: a cursor that is
// moved along a message points to any byte of it. Here values are followed from
// edge to edge, in variables and in memory at known offsets, so that after
//
//   at = buffer + 3; x = *at++; y = *at++;
//
// the loads are those of bytes 3 and 4. Known is, at a location, that something
// has a constant value, that it is no address, or that it is one place if it is
// an address at all (an allocation may have failed); whatever differs on two
// ways to the location is not known, and then targets.h answers. Memory is
// followed in blocks of which there is one (NAMED, ONCE); a store through a
// pointer that is not known forgets what it may overwrite.
//
// Only what addresses that targets.h does not know exactly depend on is
// followed: most programs need nothing of this.
#ifndef VOUCH_MEMORY_KNOWN_H
#define VOUCH_MEMORY_KNOWN_H

#include "memory/targets.h"
#include "program/inline.h"

struct known; // opaque

// The targets are borrowed; the inlining may be null: then no frame is entered.
// The program's terms grow.
struct known *known_new(struct program *program,
                        const struct procedure *procedure,
                        const struct inline_result *inlined,
                        struct targets *targets);
void known_free(struct known *known);

// Adds the places of an address that the edge uses.
void known_places(struct known *known, uint32_t edge, struct term address,
                  struct place_vec *into);
// The one place of an address that the edge uses, if it is no other than null.
// False: there may be several.
bool known_only_place(struct known *known, uint32_t edge, struct term address,
                      struct place *place);
// See targets_base.
bool known_base(struct known *known, uint32_t edge, struct term address,
                uint32_t block, int64_t *lowest, int64_t *highest);
// The constant that a term of the edge always is. False: not known.
bool known_constant(struct known *known, uint32_t edge, struct term t,
                    uint64_t *value);

#endif
