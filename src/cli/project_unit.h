// The units of a project: what the compiler sees of each, and its functions.
#ifndef VOUCH_CLI_PROJECT_UNIT_H
#define VOUCH_CLI_PROJECT_UNIT_H

#include "base/options.h"
#include "frontend/database.h"
#include "project/fingerprint.h"

struct project_unit {
  const struct compile_command *command;
  const char *file;               // as it is told: below the current folder
  struct fingerprint fingerprint; // empty digest: it does not compile
  struct strbuf key;              // of what the compiler sees and how
  struct strbuf functions;        // with a body in this file, a line each
};

VEC_DEFINE(project_unit_vec, struct project_unit);

void project_unit_release(struct project_unit *unit);

// Looks at the unit and writes what it finds to a file, for
// project_unit_receive in another process. Functions that the store at the path
// knows are not looked for. Returns an exit code.
int project_unit_look(const struct options *options,
                      const struct project_unit *unit, const char *store,
                      const char *into);
// Is what the compiler sees of the unit still what it was?
bool project_unit_is_same(const struct options *options,
                          const struct project_unit *unit);
// False when there is nothing.
bool project_unit_receive(struct project_unit *unit, const char *from);

#endif
