// What the check of one function can see of a program: its cone.
//
// That is the function, whatever its operations name (functions, variables,
// objects, what these are initialised with), and so on. Where code that is not
// seen may be called, it may call functions of the program back: then all
// functions whose address is taken anywhere belong to it, and all that other
// units can name. The rest takes part by facts alone that the front end found
// in the whole program and that stay with what they are about: whether anything
// writes a static variable, whether its address goes anywhere, whether code
// that is not seen can change it (program/hidden.h).
//
// Types are all there: with --usual a structure counts that nothing in the cone
// names if it begins with one that something does (memory/derived.h).
//
// A function is checked in a program that was reduced to its cone. So what a
// check finds depends on nothing but the cone, and an answer about one holds
// wherever there is the same cone (digest.h). Main is checked with the whole
// program: what nothing calls is asked about there, too.
#ifndef VOUCH_LIBRARY_CONE_H
#define VOUCH_LIBRARY_CONE_H

#include "base/bitset.h"
#include "program/program.h"

struct cone {
  const struct program *program;
  struct procedure_id entry;
  struct bitset procedures, variables, objects; // by id
  struct bitset taken; // procedures whose address is taken anywhere
  bool is_open;        // code that is not seen may call back
};

// Of the entry; with what has one of the names, which a specification speaks
// of. The program is not frozen yet.
void cone_init(struct cone *cone, const struct program *program,
               struct procedure_id entry, const struct name_vec *names);
void cone_release(struct cone *cone);

// Takes bodies and contents of everything else away.
void cone_reduce(const struct cone *cone, struct program *program);

#endif
