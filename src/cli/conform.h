// `vouch check --spec f.spec f.c ...`: all checks of a specification.
#ifndef VOUCH_CLI_CONFORM_H
#define VOUCH_CLI_CONFORM_H

#include "cli/session.h"

// Returns the exit code. Each check runs in a process of its own when there are
// several, for it weaves the specification into the program: limits count for
// each, and what ends one does not end the others.
int conform(struct session *session, const char *specification,
            const char *const *files, uint32_t count);

#endif
