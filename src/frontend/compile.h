// Runs the compiler on one file and collects the bitcode from its output.
#ifndef VOUCH_FRONTEND_COMPILE_H
#define VOUCH_FRONTEND_COMPILE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "frontend/database.h"
#include "frontend/frontend.h"
#include "frontend/marks.h"

// How a unit is compiled besides.
struct unit_flags {
  const struct name *own; // functions of the C library that are the program's
  uint32_t own_count;
  bool keeps_unused; // static and inline functions that nothing calls, too
};

// Appends the bitcode of the file to `bitcode`. `command` (may be null) gives
// the project's own flags and folder, `flags` (may be null) more. The
// compiler's diagnostics go to our stderr as they are; what it warns of folding
// is added to `folding`. Returns false when it failed, with *exit_code set.
bool compile_to_bitcode(struct frontend *frontend, const char *file,
                        const struct compile_command *command,
                        const struct unit_flags *flags, struct strbuf *bitcode,
                        struct folding *folding, int *exit_code);

// The same with `text` as if it stood at the end of the file. What the compiler
// complains about is appended to `errors`, and nobody else hears of it. False
// when it failed or could not run.
bool compile_with(struct frontend *frontend, const char *file,
                  const struct compile_command *command,
                  const struct unit_flags *unit, const struct strbuf *text,
                  struct strbuf *bitcode, struct strbuf *errors);

// Appends what the preprocessor makes of the file, with or without line
// markers. False when it failed or could not run; nobody hears why.
bool compile_preprocess(struct frontend *frontend, const char *file,
                        const struct compile_command *command,
                        bool has_markers, struct strbuf *text);

#endif
