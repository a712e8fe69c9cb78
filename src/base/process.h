// Other processes: programs that are run for what they say, and the bytes that
// go between processes.
#ifndef VOUCH_BASE_PROCESS_H
#define VOUCH_BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/poll.h"
#include "base/strbuf.h"

struct process_run {
  const char *const *arguments; // the program's name first, null at the end
  const char *directory;        // where it runs; null: where we do
  const struct strbuf *input;   // that it reads; null: ours
  bool is_deep;                 // it needs a deep stack
};

// Runs a program to its end and appends what it writes; `errors` may be the
// same as `output`. Returns its status (waitpid), or -1 with errno set when it
// could not be run, or EINTR there when the poll stopped it. Its processor time
// counts while it runs (stats.h).
int process_run(const struct process_run *how, struct poll poll,
                struct strbuf *output, struct strbuf *errors);
// The status of the child when it has ended, or -1.
int process_wait(pid_t child);

// All of the bytes, or false.
bool file_send(int file, const void *bytes, size_t size);
bool file_receive(int file, void *bytes, size_t size);
// Everything up to the end. False if that did not come, or the poll said so.
bool file_hear(int file, struct poll poll, struct strbuf *into);
// A file without a name that holds the text, to be read from its start; -1,
// with errno set, when there can be none.
int file_of_text(const struct strbuf *text);

#endif
