// Bodies for routines of the library that only read and write memory.
//
// What strlen gives and strcpy writes is known exactly, so a component takes
// them as the loops that they are instead of havocking what they may touch:
//
//   strlen strnlen strcmp strncmp memcmp strcpy strncpy strcat strchr memchr
//   strdup strndup malloc calloc free and others (model.c), searching and
//   tokens (model_text.c), numbers from their text (model_number.c)
//
// (Where malloc, calloc and free are called by their names they are operations
// of the automaton; as bodies they are for calls through pointers.)
//
// Each call gets a body of its own whose edges are at the place of the
// call, so that a trace and an invalid access inside show the line of the
// call. Comparisons give any value of the right sign (ORIGIN_ASSUMPTION): C
// promises no more. Calls whose arguments do not have the types of the routine
// stay as they are, and so do calls of functions that the program defines
// itself.
#ifndef VOUCH_MEMORY_MODEL_H
#define VOUCH_MEMORY_MODEL_H

#include "program/program.h"

// With `checks_memory` strings are looked at as a whole before they are walked
// through, and calls of all other routines that the table knows get bodies that
// check their contracts (contract.h).

// Gives bodies to the calls in all defined procedures. Returns how many.
uint32_t models_add(struct program *program, bool checks_memory);
// The same for calls through pointers once it is known whom they call: what had
// a body before has it still.
uint32_t models_add_resolved(struct program *program, bool checks_memory);

#endif
