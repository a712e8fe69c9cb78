// Calls that are in the source and not in the program.
//
// Clang makes no code for `if (0) f();` nor for `assert(sizeof(int) == 4)`, and
// does not even declare f then. That such a call is nowhere would be untrue: it
// is there, and is never reached. So the source is asked, after the
// preprocessor, which knows what an assertion is made of.
#ifndef VOUCH_FRONTEND_MENTION_H
#define VOUCH_FRONTEND_MENTION_H

#include <stdbool.h>

#include "frontend/frontend.h"

// Which names are looked for.
struct mention_question {
  bool (*is_wanted)(const void *context, const char *name);
  const void *context;
};

// Does one of the files, each with its flags? Bitcode mentions nothing.
bool mention_in_files(struct frontend *frontend, const char *const *files,
                      uint32_t count, const struct mention_question *question);

#endif
