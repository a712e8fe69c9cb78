// Evidence that was found before lines moved, at the lines of today.
#ifndef VOUCH_PROJECT_RELOCATE_H
#define VOUCH_PROJECT_RELOCATE_H

#include <stdbool.h>

#include "base/strbuf.h"

// Places of a unit as fingerprints have them, of texts with the same digest.
struct relocation {
  const char *then, *now;
};

// Where a line of a file is now: where it was, if the file does not belong to
// the unit. 0: nobody knows.
unsigned long relocate_line(const struct relocation *relocation,
                            const char *file, unsigned long line);
// Appends a text in which FILE:LINE stands for lines; false when one of them is
// not known.
bool relocate_text(const struct relocation *relocation, const char *text,
                   struct strbuf *out);
// The same of a report (JSON): positions are objects with `file` and `line`,
// and stand in texts. False, too, when it is no report.
bool relocate_report(const struct relocation *relocation, const char *report,
                     struct strbuf *out);

#endif
