// Clang's messages, line by line, as it writes them with
// -fdiagnostics-print-source-range-info:
//
//   FILE:LINE:COLUMN:{LINE:COLUMN-LINE:COLUMN}...: KIND: TEXT
//
// The ranges, which end behind their last character, may be missing.
#ifndef VOUCH_FRONTEND_MESSAGE_H
#define VOUCH_FRONTEND_MESSAGE_H

#include <stdbool.h>

#include "frontend/folded.h"

struct message {
  struct spot at;
  struct spot start, end; // of the last range; `at` if there is none
  bool is_note;           // belongs to the one before; else an error
  const char *text;       // up to the end of the line
  const char *line_end;
};

// Reads the next line that is an error or a note, from *position, which moves
// behind it. False when there is none.
bool message_next(const char **position, struct interner *names,
                  struct message *message);
bool message_has(const struct message *message, const char *words);

#endif
