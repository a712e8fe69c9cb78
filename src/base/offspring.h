// Work that is done by a child process on a copy of everything, so that what it
// changes is forgotten. What it writes comes back.
#ifndef VOUCH_BASE_OFFSPRING_H
#define VOUCH_BASE_OFFSPRING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/process.h"

struct offspring {
  pid_t process; // 0: none
  int in, out;   // what it reads from us, and what we read from it
};

// The child does its work, which reads from one file and writes to the other,
// and ends; it ends with its parent, too. False when there is no process.
bool offspring_start(struct offspring *offspring,
                     void (*work)(void *context, int in, int out),
                     void *context);
// Says what there is to say, and waits for all of the answer unless the poll
// says stop. False when it did not come to its end.
bool offspring_ask(struct offspring *offspring, const void *bytes, size_t size,
                   struct poll poll, struct strbuf *answer);
// Ends it, whatever it does.
void offspring_end(struct offspring *offspring);

#endif
