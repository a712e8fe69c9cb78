// Prophecies: constants that nobody knows, and that never change. Each stands
// for the value that a variable has where the property is violated: in a
// reading of the effects with prophecies a violation counts only if the
// variables have these values, since for the execution that violates the
// property there is a choice of the constants with which it does. So what is
// proved for any constants is proved.
#ifndef VOUCH_TACTIC_PROPHECY_H
#define VOUCH_TACTIC_PROPHECY_H

#include "program/program.h"

struct prophecy {
  struct variable of;
  struct variable constant; // "any x"
};

VEC_DEFINE(prophecy_vec, struct prophecy);

// Of the variable, of an automaton: made if it is not there.
void prophecy_add(struct prophecy_vec *all, struct program *program,
                  const struct procedure *procedure, struct variable of);
// A variable that a reading of the automaton adds.
struct variable prophecy_variable(struct program *program,
                                  const struct procedure *procedure,
                                  struct name name, struct ctype type,
                                  struct sort sort);
// The constants are the values that the variables have here.
struct term prophecy_come_true(const struct prophecy_vec *all,
                               const struct program *program);
// The term with the constants in the place of the variables that they are of.
struct term prophecy_foretell(const struct prophecy_vec *all,
                              const struct program *program, struct term t);

#endif
