// The environment of a run that must leave the world outside alone: the
// variables that the oracle names (`environment DEBUG 31`), and those that the
// program sets. Others are not set. A run that may look at the world has that
// of its process.
#ifndef VOUCH_RUN_ENVIRONMENT_H
#define VOUCH_RUN_ENVIRONMENT_H

#include <stdbool.h>

#include "base/vec.h"

struct machine;

struct environment_variable {
  char *name;
  char *value; // null: it is not set
  bool is_settled;
};

VEC_DEFINE(environment_vec, struct environment_variable);

// Does the run have one of its own?
bool environment_is_own(const struct machine *machine);
// The value of a variable, or null.
const char *environment_get(struct machine *machine, const char *name);
// A value of null takes it away.
void environment_set(struct machine *machine, const char *name,
                     const char *value);
// The program sees this value. False where it has seen or written another one;
// what the oracle says is no more than that there is one.
bool environment_settle(struct machine *machine, const char *name,
                        const char *value);
void environment_release(struct environment_vec *own);

#endif
