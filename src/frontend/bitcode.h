// Reading and linking LLVM modules.
#ifndef VOUCH_FRONTEND_BITCODE_H
#define VOUCH_FRONTEND_BITCODE_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

#include "frontend/frontend.h"

// A context whose complaints go to the diag instead of ending the process.
LLVMContextRef bitcode_context(struct frontend *frontend);

// Parses and verifies bitcode or textual IR. Bytes that do not come from our
// own compiler run are first tried in a child process, because LLVM may abort
// on corrupt input. Null, after telling why, when they are not a module.
LLVMModuleRef bitcode_read(struct frontend *frontend, LLVMContextRef context,
                           const char *file, const char *bytes, size_t count,
                           bool is_trusted);

// An attribute of functions that did not come from our own compiler run and were
// optimised: their instructions need not be where the source has them.
#define BITCODE_OPTIMISED "vouch-optimised"

// Links `from`, which is consumed, into `into`. False after telling why.
bool bitcode_link(struct frontend *frontend, LLVMModuleRef into,
                  LLVMModuleRef from, const char *file);

#endif
