// Programs that have one execution only: nothing in them is left open, by C or
// by the world outside. Running such a program decides every row, both ways.
//
// That is so if main gets no arguments that it looks at, and in all that it
// calls
//
//   - there is no havoc but that of variables that nobody reads before they
//     are written;
//   - what is loaded is in globals that are defined here and hold no addresses;
//   - no address is a value: it is only where something is loaded or stored,
//     or goes to a routine that prints;
//   - no function is called through a pointer, and of those without a body only
//     routines that print or end the program, whose result nobody reads.
//
// That is little, and easy to see: no frame objects, no heap, no threads.
#ifndef VOUCH_CONFIRM_SOLE_H
#define VOUCH_CONFIRM_SOLE_H

#include "check/target.h"
#include "program/program.h"

// The program as it was loaded; a call that violates the property ends it.
bool sole_is_certain(const struct program *program,
                     const struct target_rules *rules);
// The same of a program that may have inputs, once it is known what they are: a
// run with some inputs is what the program does with them, everywhere.
bool sole_given_inputs(const struct program *program,
                       const struct target_rules *rules);

#endif
