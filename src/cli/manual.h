// The manual page and the completions of shells, made of the tables of commands
// and options: `vouch help man`, `bash`, `zsh`, `fish`.
#ifndef VOUCH_CLI_MANUAL_H
#define VOUCH_CLI_MANUAL_H

#include <stdbool.h>

#include "base/strbuf.h"

// Appends the text of that name. False: there is none.
bool manual_print(const char *name, struct strbuf *out);

#endif
