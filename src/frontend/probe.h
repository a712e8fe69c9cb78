// Asking the compiler what C texts mean, in the run that compiles the program.
//
// For each text T, behind the file that may know it, declarations on a line
// each:
//
//   __typeof__(T) *__vouch_type_0;              its type
//   const __typeof__(V) __vouch_value_0 = V;    its value, if constant
//   typedef T __vouch_alias_0;                  is it a type?
//
// where V is (T) if that is constant, and otherwise something that is no
// number. The first line is good for all that means something, the second for
// expressions, the third for types; so the last two are not both asked unless
// the guess which of them applies was wrong. A run of the compiler tells which
// lines are errors. When there are none, the bitcode is that of the file with
// some globals more; types and values are read from their debug information
// and initialisers, by the code that reads those of the program, and they are
// taken out again. So a program whose texts all mean something in its first
// file is compiled once.
//
// The alternatives are worse: macro definitions from the preprocessor need an
// evaluator of macros of our own, and debug information for macros
// (-fdebug-macro) is text as well and makes every module larger; neither knows
// the types of functions that are only declared and not called. A run for the
// questions alone costs as much as compiling the file again.
#ifndef VOUCH_FRONTEND_PROBE_H
#define VOUCH_FRONTEND_PROBE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "frontend/compile.h"
#include "frontend/database.h"
#include "frontend/debug_info.h"
#include "frontend/frontend.h"

// What is known of a text so far.
enum probe_answer { PROBE_OPEN, PROBE_EXPRESSION, PROBE_TYPE };

struct probe {
  struct frontend *frontend;
  const struct frontend_query *query; // null: nothing is asked
  enum probe_answer *answers;         // per text
};

void probe_init(struct probe *probe, struct frontend *frontend,
                const struct frontend_query *query);
void probe_release(struct probe *probe);

// Compiles the file with the texts behind it that are still open. False when
// there is nothing to ask, the compiler does not take the file, or it would be
// another program (the file is included, and may look at __INCLUDE_LEVEL__): it
// must be compiled without them.
bool probe_compile(struct probe *probe, const char *file,
                   const struct compile_command *command,
                   const struct unit_flags *unit, struct strbuf *bitcode);

// Forgets the answers: the files are compiled once more.
void probe_reset(struct probe *probe);

// Of the module that all files were linked to: appends the declarations to the
// query's answers, and takes what was added for them out of the module.
void probe_read(struct probe *probe, LLVMModuleRef module,
                struct debug_info *debug, struct program *program);

#endif
