// Addresses in executions whose inputs are left open.
//
// The address of an object is a variable: nothing is known of its value but
// that it is not null, and that the bytes of different objects are at different
// addresses as long as both are there. So what is decided here holds wherever objects lie. What cannot be
// decided so (which of two objects comes first, the low bits of an address) is
// refused.
#ifndef VOUCH_PATHS_ADDRESS_H
#define VOUCH_PATHS_ADDRESS_H

#include "base/map.h"
#include "paths/state.h"
#include "term/substitute.h"

NUMBER_MAP_DEFINE(path_mention_map, uint32_t, bool);

struct addresses {
  struct term_table *terms;
  struct name name;
  unsigned width;
  struct term_vec of_object;        // by its number
  struct u32_vec object_of;         // by variable index: 1 + number, or 0
  struct path_mention_map mentions; // by term: is there an address in it?
  struct substitution *settling;
};

void addresses_init(struct addresses *addresses, const struct program *program);
void addresses_release(struct addresses *addresses);

struct term address_of(struct addresses *addresses, uint32_t object);
bool addresses_in(struct addresses *addresses, struct term t);

// Where the term points: an object and an offset, which mentions no address.
// False: nowhere, for *is_number, or nobody knows.
bool address_decode(struct addresses *addresses, struct term t,
                    uint32_t *object, struct term *offset, bool *is_number);
// The term with every comparison of addresses decided. False when there is one
// that cannot be, or an address is used as a number.
bool addresses_settle(struct addresses *addresses,
                      const struct path_state *state, struct term t,
                      struct term *settled);

#endif
