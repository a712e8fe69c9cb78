// `vouch dump lts f.c --spec s.spec`: the predicate LTS of a procedure under
// the predicates that its check needs.
#ifndef VOUCH_CLI_DUMP_LTS_H
#define VOUCH_CLI_DUMP_LTS_H

#include "base/options.h"

int dump_lts(const struct options *options, const char *const *files,
             uint32_t count);

#endif
