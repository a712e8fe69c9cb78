// Values and places of a run as C writes them, for people.
//
//   integers        with their sign; enumerators by name; 'x' for a char
//   floating point  as numbers
//   pointers        null, &buffer[3], &in.p, f, "text"
//   places          buffer[3], f::local.next, heap@12[2].name, in.p.next
//
// What a frame has belongs to the function whose name stands before it, unless
// that is the one that the run began with. An object of the heap is known by
// the line that allocated it, with a number from the second one on, and has the
// type of the first typed pointer that is seen to point to its beginning. What
// the pointer `p` points to when the run begins is `in.p`.
#ifndef VOUCH_RUN_SHOW_H
#define VOUCH_RUN_SHOW_H

#include "base/map.h"
#include "run/machine.h"

// What was learnt of an object of the heap, by its first address.
struct shown_object {
  struct ctype type; // none: not known
  uint32_t number;   // among those of its line, from 1; 0: not met
};

NUMBER_MAP_DEFINE(shown_map, uint64_t, struct shown_object);
NUMBER_MAP_DEFINE(line_map, uint64_t, uint32_t);

struct show {
  const struct machine *machine;
  struct shown_map objects;
  struct line_map lines; // how many objects a line has
};

void show_release(struct show *show);

// Learns the type of what a pointer of this type points to.
void show_learn(struct show *show, struct ctype type, uint64_t address);
// The object at the address has this type.
void show_learn_object(struct show *show, struct ctype type, uint64_t address);

// Appends a value of the type (unknown: an unsigned number) and width.
void show_value(struct show *show, struct ctype type, unsigned width,
                u128 value, struct strbuf *out);
// Appends the place of `size` bytes (0: of what begins there) and gives its
// type, or none. False if it lies in nothing that has a name.
bool show_place(struct show *show, uint64_t address, uint64_t size,
                struct strbuf *out, struct ctype *type);
// Appends the place of the bit-field that begins at this bit from the address
// on; null if there is none.
const struct cfield *show_bit_field(struct show *show, uint64_t address,
                                    uint64_t bit, struct strbuf *out);
// Appends the bytes at the address up to a zero, as a literal; false if that is
// no text.
bool show_text(struct show *show, uint64_t address, struct strbuf *out);
// Appends the variable as the frame's function is called: "f::x", "x".
void show_variable(const struct show *show, const struct frame *frame,
                   struct variable variable, struct strbuf *out);

#endif
