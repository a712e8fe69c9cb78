// Calls that we do not see: what code without a body may call back.
//
// It may call what it was given as an argument or finds through memory, now or
// later (`qsort`, `atexit`, `signal`, any function that nobody knows). Code
// that nobody knows also finds what the globals lead to that are not static, if
// the program is a whole one; what it could call by name is not meant.
#ifndef VOUCH_POINTSTO_CALLBACKS_H
#define VOUCH_POINTSTO_CALLBACKS_H

#include "pointsto/points_to.h"

struct callback_call {
  struct procedure_id procedure; // with a body or without
  bool is_within; // called only by code that nobody knows, which is taken to
                  // change all that it can reach, also by calling back
};

VEC_DEFINE(callback_call_vec, struct callback_call);

struct callbacks_options {
  bool reads_globals; // unknown code finds what is in globals
};

// Appended, each once.
void callbacks_list(const struct program *program, struct points_to *analysis,
                    const struct callbacks_options *options,
                    struct callback_call_vec *into);

#endif
