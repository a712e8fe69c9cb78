// Functions under the names that C gives them.
//
//   helper            every function of that name
//   file.c::helper    those that a file defines: the end of its path counts
//
// The linker renames static functions when several units have one of a name
// (`helper.1`); such a name is understood, too. A static function of a header
// is one function, whatever the number of units that have a copy of it: its
// copies have the same place, and the first is the original.
#ifndef VOUCH_PROGRAM_FUNCTION_NAME_H
#define VOUCH_PROGRAM_FUNCTION_NAME_H

#include "program/program.h"

// The part behind `::`, or all of it.
const char *function_name_base(const char *text);
// Appends the originals of that name.
void function_name_find(const struct program *program, const char *text,
                        struct procedure_id_vec *into);
// The procedure itself unless it is a copy.
struct procedure_id function_name_original(const struct program *program,
                                           struct procedure_id procedure);
// How a function of several with a name is told from the others:
// `file.c::helper`.
void function_name_print(const struct program *program,
                         struct procedure_id procedure, struct strbuf *out);

#endif
