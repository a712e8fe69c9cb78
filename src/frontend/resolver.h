// Names that stand for a function: GNU's ifunc and aliases of weak functions.
//
// An alias means the body in its own file, also where another file has a strong
// definition that takes the place of the weak one. So before files are linked
// such a body gets a name of its own, and the weak name becomes an alias.
//
// Functions that are chosen when the program starts: each becomes a function
// with a body: it calls the one that chooses, and then what that returns. A
// resolver is called anew at every call; it has no business with anything but
// the machine it runs on.
#ifndef VOUCH_FRONTEND_RESOLVER_H
#define VOUCH_FRONTEND_RESOLVER_H

#include <llvm-c/Core.h>

// Of one file, before it is linked.
void resolver_part_aliases(LLVMModuleRef module);
// Of the program.
void resolver_embody(LLVMModuleRef module);

#endif
