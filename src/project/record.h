// What came of one check, on its way from the process that did it to whoever
// keeps results: a file, written whole or not at all. That is how processes on
// other machines answer, too, through a folder that both see.
#ifndef VOUCH_PROJECT_RECORD_H
#define VOUCH_PROJECT_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

struct record {
  uint32_t packet;        // that it belongs to
  uint32_t of;            // so many checks are in it
  struct strbuf function; // that was checked
  struct strbuf key;      // of what was checked; empty: it did not come so far
  struct strbuf places;   // of that (digest.h)
  struct strbuf report;   // JSON, or empty
  bool is_known;          // the answer is there already: none is here
  int status;             // of the process (waitpid)
  int64_t cpu_ms, peak_kb, budget_ms;
};

void record_release(struct record *record);
// False when it could not be written.
bool record_write(const struct record *record, const char *path);
// False when there is none, or it is none of ours.
bool record_read(struct record *record, const char *path);

#endif
