// One check of a system: the search and the report.
#ifndef VOUCH_CLI_CHECK_SYSTEM_H
#define VOUCH_CLI_CHECK_SYSTEM_H

#include "cli/apart.h"
#include "cli/session.h"
#include "spec/spec.h"

// Searches, and prints what was found.
void check_system(struct session *session, struct spec *spec,
                  const struct spec_check *check, struct outcome *outcome);

#endif
