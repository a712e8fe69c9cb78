// A program that goes on where its behaviour is undefined: what is undefined
// gives any value, or whatever the term gives, and accesses are not checked.
//
// It is no program that anybody runs. It tells what undefined behaviour keeps an
// execution from: what the program never gets to, but this one does, lies behind
// something undefined.
#ifndef VOUCH_PROGRAM_RELAX_H
#define VOUCH_PROGRAM_RELAX_H

#include "program/program.h"

// All procedures with bodies. They are to be sealed again.
void program_relax(struct program *program);

#endif
