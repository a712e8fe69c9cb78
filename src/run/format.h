// The engine behind the printf family.
#ifndef VOUCH_RUN_FORMAT_H
#define VOUCH_RUN_FORMAT_H

#include "base/strbuf.h"
#include "run/variadic.h"

// Appends the text that the format at the address makes of the arguments.
// False after stopping the run.
bool format_print(struct library_call *call, uint64_t format,
                  struct variadic *arguments, struct strbuf *out);

#endif
