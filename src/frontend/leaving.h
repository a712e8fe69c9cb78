// Behind a call of `error(status, ...)` comes `if (status) exit(status)`: with
// a status it ends the program, and what atexit registered and what destructors
// do is done then, as at every other call of exit. Whoever takes the address
// of the routine gets it without that. Where calls of exit are violations, the
// program makes none there: it ends by _exit.
#ifndef VOUCH_FRONTEND_LEAVING_H
#define VOUCH_FRONTEND_LEAVING_H

#include <llvm-c/Core.h>

// To be done before what runs after main is woven (startup.h).
void leaving_write_out(LLVMModuleRef module, const char *error_function);

#endif
