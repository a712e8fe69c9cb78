// `vouch check --spec f.spec f.c ...`: all checks of a specification.
#ifndef VOUCH_CLI_CONFORM_H
#define VOUCH_CLI_CONFORM_H

#include "check/target.h"
#include "cli/session.h"
#include "cli/spec_session.h"

// Returns the exit code. With --function it is that function which is checked,
// by the rules; without, the checks of the specification. Each check runs in a
// process of its own when there are several, for it weaves the specification
// into the program: limits count for each, and what ends one does not end the
// others.
int conform(struct session *session, struct spec_source specification,
            const struct target_rules *rules, const char *const *files,
            uint32_t count);

#endif
