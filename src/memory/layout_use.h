// Terms whose value depends on where objects lie.
//
// Moving an address about, adding numbers to it, comparing it with another
// address or with null, subtracting one from another and looking at the low
// bits that alignment fixes mean the same in every layout with gaps between
// objects (or are undefined in C); but where a program keeps numbers made of
// addresses, one of them may be equal to the address of a later object. Whatever else is computed from an address,
// a remainder, a product, a comparison with a number, does not; nor which of
// two addresses is less that may lie in different objects. That is left open in
// one way for the whole execution where addresses have 64 bits
// (remover_ordered), and by each comparison for itself otherwise.
#ifndef VOUCH_MEMORY_LAYOUT_USE_H
#define VOUCH_MEMORY_LAYOUT_USE_H

#include "memory/targets.h"

bool layout_is_used(struct targets *targets, const struct program *program,
                    struct term t);
// Does the comparison (<, <=) say which of two objects comes first?
bool layout_orders(struct targets *targets, const struct program *program,
                   struct term t);
// Does the term compare what may be the end of one object with what may be the
// start of another? They are taken to differ, since there are gaps between
// objects here; natively they can be equal.
bool layout_supposes_gaps(struct targets *targets,
                          const struct program *program, struct term t);

#endif
