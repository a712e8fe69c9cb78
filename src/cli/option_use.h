// Options that a command takes but that have no effect on what is asked are
// errors: whoever gave one expects something of it.
#ifndef VOUCH_CLI_OPTION_USE_H
#define VOUCH_CLI_OPTION_USE_H

#include <stdbool.h>

#include "base/options.h"

// `kind` is what the command is asked for: "program" or "spec" of check,
// "plain" or "component" of run, the first word of dump and lts. False after a
// message on stderr.
bool options_have_effect(const struct options *options, const char *command,
                         const char *kind);

#endif
