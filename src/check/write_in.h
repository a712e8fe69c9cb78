// Writing edges into a procedure of a draft: what is known of a state, or asked
// of it, before the engines see the program.
//
// A writer stands at a location, and each step leads to a new one. What memory
// is asked for (`write_in_room`) ends the execution as the reason says: an
// execution that is taken not to exist, or a violation.
#ifndef VOUCH_CHECK_WRITE_IN_H
#define VOUCH_CHECK_WRITE_IN_H

#include "program/program.h"

struct write_in {
  struct program *program;
  struct procedure *procedure;
  struct position position; // of what is written
  struct location_id here;
};

struct location_id write_in_location(struct write_in *w);
void write_in_edge(struct write_in *w, struct location_id to,
                   struct operation op, enum undefined_reason undefined);
// To a new location.
void write_in_step(struct write_in *w, struct operation op);
// As wide as a pointer.
struct term write_in_number(const struct write_in *w, uint64_t value);
// Is there as much memory behind the address? A text may be none.
void write_in_room(struct write_in *w, struct term address, struct term bytes,
                   enum undefined_reason otherwise, struct name text);
// Loads so many bytes, which are there.
void write_in_load(struct write_in *w, struct operation load, uint64_t bytes);
// The address is that of a string that ends; other executions do not exist. Is
// it one that the function is given, as usual?
void write_in_string(struct write_in *w, struct term address, bool is_given);
// The bytes of so many elements, as wide as a pointer: none where the number is
// not positive. What is more than any object has is more than there is.
struct term write_in_bytes(const struct write_in *w, struct term count,
                           bool is_signed, uint64_t element);

#endif
