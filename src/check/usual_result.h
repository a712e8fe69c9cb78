// Results as they usually are (--usual): what functions without a body return.
//
// Nothing is known of such a function, so that a pointer that it returns may be
// any address that it can know: each access through it may go to every object
// that the function was given, and what they hold may be anywhere. Usually it
// is null, or leads to an object that nobody else has here, as large as its
// type; a `char *` to a string that ends, of up to USUAL_TEXT bytes.
//
// That is written in behind the calls, as an allocation that may fail: so the
// interpreter runs it, and the object may be freed. `void *` is left as it is,
// and so are calls through pointers and routines of the C library.
#ifndef VOUCH_CHECK_USUAL_RESULT_H
#define VOUCH_CHECK_USUAL_RESULT_H

#include "base/strbuf.h"
#include "program/program.h"

enum { USUAL_TEXT = 4096 };

// Before anything is made of the program, after specifications are woven in.
void usual_results_write(struct program *program);
// The functions whose results are taken to be so, that the procedure may call:
// "f, g"; false: none.
bool usual_results_tell(const struct program *program,
                        struct procedure_id entry, struct strbuf *into);

#endif
