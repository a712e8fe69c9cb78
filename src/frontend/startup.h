// What runs before and after main: constructors and destructors.
//
// Where it can be done they become calls in main: before its first statement,
// and before it returns or anything calls exit (unless that is a violation). So
// whoever runs or checks main has them in their order, without knowing of them.
// It cannot be done where main is called by the program, where constructors
// take main's arguments, or where destructors would have to wait for what
// atexit registered or for other threads, or where a function that nobody sees
// does not come back, because it may call exit; then the program lists them.
#ifndef VOUCH_FRONTEND_STARTUP_H
#define VOUCH_FRONTEND_STARTUP_H

#include "frontend/internal.h"

// To be done before the module is translated.
void startup_weave(LLVMModuleRef module, const char *error_function);
// Is it the first call of what runs after main has returned?
bool startup_is_after_main(LLVMValueRef call);
// Lists what was not woven; to be done once procedures are declared.
void startup_list(struct translator *translator);

#endif
