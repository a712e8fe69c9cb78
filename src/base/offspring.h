// Work that is done by a child process on a copy of everything, so that what it
// changes is forgotten. What it writes comes back.
#ifndef VOUCH_BASE_OFFSPRING_H
#define VOUCH_BASE_OFFSPRING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/strbuf.h"

struct offspring {
  pid_t process; // 0: none
  int in, out;   // what it reads from us, and what we read from it
};

// The child does its work, which reads from one file and writes to the other,
// and ends; it ends with its parent, too. False when there is no process.
bool offspring_start(struct offspring *offspring,
                     void (*work)(void *context, int in, int out),
                     void *context);
// Says what there is to say, and waits for all of the answer as long as
// `*stop1` and `*stop2` are zero. False when it did not come to its end.
bool offspring_ask(struct offspring *offspring, const void *bytes, size_t size,
                   const volatile int *stop1, const volatile int *stop2,
                   struct strbuf *answer);
// Ends it, whatever it does.
void offspring_end(struct offspring *offspring);

// All of the bytes, or false.
bool file_send(int file, const void *bytes, size_t size);
bool file_receive(int file, void *bytes, size_t size);

#endif
