// The program's own functions under names of the C library.
//
// Clang knows what `memset` does, and makes an instruction of a call, whoever
// defines the function. What the program defines itself is told to it by name
// (-fno-builtin-memset), in all units for a function with external linkage, in
// its own unit for a static one. Copies that the compiler makes by itself, of
// structs and initialisers, are not calls and stay what they are.
#ifndef VOUCH_FRONTEND_OWN_H
#define VOUCH_FRONTEND_OWN_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/intern.h"

enum own_linkage { OWN_EXTERNAL, OWN_STATIC };

// Appends the names of the library's functions that the module defines with
// this linkage.
void own_collect(LLVMModuleRef module, enum own_linkage linkage,
                 struct interner *names, struct name_vec *into);

#endif
