// One check of a system: the search and the report.
#ifndef VOUCH_CLI_CHECK_SYSTEM_H
#define VOUCH_CLI_CHECK_SYSTEM_H

#include "check/verdict.h"
#include "cli/session.h"
#include "spec/spec.h"

struct system_outcome {
  enum verdict verdict;
  bool is_vacuous;      // true, and no action of the specification can occur
  struct strbuf reason; // of unknown
};

// Searches, and prints what was found.
void check_system(struct session *session, struct spec *spec,
                  const struct spec_check *check,
                  struct system_outcome *outcome);

#endif
