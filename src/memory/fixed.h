// Variables that hold one address wherever they are read.
//
// Most pointers of an inlined procedure are parameters: `connection` in each
// function that is called with `&connection`. Such a variable is assigned at
// one edge, its value is the address of an object plus a constant (or another
// such variable), and it is read only after that edge. An access through it
// needs no test whether it really holds that address.
//
// "Only after": going back from an edge that reads it we always meet the
// assignment before the entry or a havoc of it (locals are havocked when their
// procedure is entered).
#ifndef VOUCH_MEMORY_FIXED_H
#define VOUCH_MEMORY_FIXED_H

#include "base/bitset.h"
#include "program/program.h"

// Adds the variables' numbers. The procedure must be sealed.
void fixed_find(const struct program *program,
                const struct procedure *procedure, struct bitset *into);

#endif
