// What C says of the arguments of main: argv[argc] is null, and those before it
// are not.
//
// In proofs argv is memory outside, and what is loaded from there is any value.
// That is made narrower behind loads of main through argv, where nothing else
// can be meant: the program does not call main, neither argc nor argv is assigned to, and argv is only used to
// load its elements, to compare, and as an argument of getopt, which changes
// their order only. So nobody writes the elements.
#ifndef VOUCH_CHECK_ARGV_H
#define VOUCH_CHECK_ARGV_H

#include "program/program.h"

// Before anything is made of the program, of which main is the entry.
void argv_write(struct program *program, struct procedure_id entry);

#endif
