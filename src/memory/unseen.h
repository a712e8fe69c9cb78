// Functions without a body that nothing else is known of: what the program is
// told that they do (program.h, `unseen`) becomes what each of them does.
//
// By default they may change whatever escaped to them, and globals. Told
// otherwise they change no more than is said, free nothing, keep to the bounds
// of what they are given, give no addresses of globals that they were not
// given, and call nothing back. What they return is any value
// in any case, also where a struct is returned in memory.
#ifndef VOUCH_MEMORY_UNSEEN_H
#define VOUCH_MEMORY_UNSEEN_H

#include "program/program.h"

// Those that are there, and not described yet.
void unseen_describe(struct program *program);
// Is it one of them, and described?
bool unseen_is_described(const struct procedure *procedure);

#endif
