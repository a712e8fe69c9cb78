// The files that the results of a project are written to.
#ifndef VOUCH_CLI_PROJECT_OUTPUTS_H
#define VOUCH_CLI_PROJECT_OUTPUTS_H

#include "base/options.h"
#include "project/store.h"

// Are only such files asked for as a project has? Otherwise says so.
bool project_outputs_are_possible(const struct options *options);
// Writes those that are asked for: JSON, SARIF, JUnit XML, a page with a folder
// of the pages of violations. False, after telling why, when one cannot be
// written.
bool project_outputs_write(const struct options *options, struct store *store,
                           int64_t run);

#endif
