// From C files to a program.
//
// Each input is compiled by clang to bitcode with debug information (or read,
// if it is a .bc or .ll file), the modules are linked to one, and the result
// is translated to control-flow automata. This folder is the only one that
// knows LLVM; nothing of it shows in this header.
#ifndef VOUCH_FRONTEND_FRONTEND_H
#define VOUCH_FRONTEND_FRONTEND_H

#include <stdint.h>

#include "base/diag.h"
#include "base/exit_code.h"
#include "base/intern.h"
#include "base/log.h"
#include "base/stats.h"
#include "base/strbuf.h"
#include "program/declaration.h"
#include "program/program.h"

// What a read of a volatile object gives.
enum volatility {
  VOLATILE_AUTO,   // that of a device unless the program has threads
  VOLATILE_DEVICE, // any value: an input
  VOLATILE_MEMORY  // what the program last wrote
};

struct compile_command; // database.h

struct frontend_options {
  const char *compiler;     // clang-19
  unsigned pointer_width;   // 32 or 64
  const char *database;     // folder of compile_commands.json, or null
  const char *const *flags; // passed on to the compiler
  uint32_t flag_count;
  // Signed overflow and shifts that C leaves undefined lead to the undefined
  // outcome; otherwise they wrap.
  bool checks_overflow;
  // What leads to the undefined outcome by a computed condition does so in two
  // steps, so that there is a location where it is certain.
  bool splits_failures;
  // Assembly that declares to write memory writes nothing but its outputs.
  bool assembly_is_tame;
  enum volatility volatility;
  const char
      *checked_label; // reaching it is a call, see PROCEDURE_LABEL; or null
  const char *error_function; // a call of it is a violation, so that nothing of
                              // the program's end comes before it; or null
  const char *wanted; // a function that must be there though nothing calls it,
                      // or null
  const struct name *opaque; // functions that stay plain calls even where the
                             // automaton has an operation for them, because a
                             // specification speaks about their calls
  uint32_t opaque_count;
};

struct frontend {
  struct frontend_options options;
  struct interner *names;
  struct diag *diag;
  const struct log *log;
  struct stats *stats;
};

// What C texts such as `NPROTO`, `spin_lock`, `size_t` or `struct conn` mean in
// the files: types of functions without a body, values of macros and
// enumerators, types that nothing uses. Each text is compiled behind the first
// file that knows it, so what it means is exactly what C says, macros of macros
// included; texts that mean nothing get no answer. Only C text is asked, not
// bitcode.
struct frontend_query {
  const struct name *texts;
  uint32_t text_count;
  struct declaration_vec *answers; // appended to
};

// Loads the files as one program, and answers the query (may be null). On
// failure returns null after telling why through the diag, with *exit_code set
// (bad input, or internal).
struct program *frontend_load(struct frontend *frontend,
                              const char *const *files, uint32_t count,
                              const struct frontend_query *query,
                              int *exit_code);

// Appends what the preprocessor makes of a C file, with line markers, compiled
// as the command says (may be null). False when it failed or could not run;
// nobody hears why.
bool frontend_preprocess(struct frontend *frontend, const char *file,
                         const struct compile_command *command,
                         struct strbuf *text);

// Appends the first error that the compiler has to tell of such a file, if any.
void frontend_complaint(struct frontend *frontend, const char *file,
                        const struct compile_command *command,
                        struct strbuf *line);

// The files of a compilation database, in its order, each once: paths as
// given there, joined to their folder. The caller frees the array and strings.
// Returns false, after telling why, when it cannot be read.
bool frontend_database_files(struct frontend *frontend, const char *folder,
                             char ***files, uint32_t *count);

#endif
