// Values of threads by keys: pthread_key_create and its like, tss_create and
// its like.
//
// They are a few lines of C (keys_model), which are compiled and linked like a
// file of the program that uses them, so that nobody who runs or checks it has
// to know of them: values are a thread-local array, and a thread that ends
// first calls the destructors of those of its values that are not null, in the
// order of their keys, at most four times round (PTHREAD_DESTRUCTOR_ITERATIONS,
// TSS_DTOR_ITERATIONS). No key is given out twice; more than 16 are not
// modelled, nor is the use of one that was deleted, which is undefined.
//
// A thread ends where its start routine returns, so creations start another
// one, which calls that and then the destructors; and where it calls
// pthread_exit or thrd_exit. That main returns ends the program, not its
// thread.
//
// Whether a thread can be cancelled, and how, is kept likewise, for who asks
// what it was: nobody ever is (pthread_cancel is not modelled).
#ifndef VOUCH_FRONTEND_KEYS_H
#define VOUCH_FRONTEND_KEYS_H

#include "base/strbuf.h"
#include <llvm-c/Core.h>
#include <stdbool.h>

#define KEYS_FILE "keys of threads"

// Which parts of the model the module uses and does not define, as bits; and
// their text.
unsigned keys_wanted(LLVMModuleRef module);
void keys_model(unsigned wanted, struct strbuf *text);
// With the model linked: threads that end call the destructors.
void keys_write_out(LLVMModuleRef module);

#endif
