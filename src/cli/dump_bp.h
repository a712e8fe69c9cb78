// `vouch dump bp`: a C program as a Boolean program (slam/c2bp.h).
//
// Its predicates are the conditions of the branches, each in its function; all
// functions stay functions, or those that --keep names.
#ifndef VOUCH_CLI_DUMP_BP_H
#define VOUCH_CLI_DUMP_BP_H

#include "base/options.h"
#include "base/strbuf.h"
#include "cli/session.h"

// Appends the Boolean program. Returns an exit code.
int dump_bp(struct session *session, struct strbuf *out);

#endif
