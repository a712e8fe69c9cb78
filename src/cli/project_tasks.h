// `vouch project TASK.yml ..`: verification tasks, with a table and a score.
#ifndef VOUCH_CLI_PROJECT_TASKS_H
#define VOUCH_CLI_PROJECT_TASKS_H

#include "base/options.h"

// Are the operands tasks?
bool project_has_tasks(const struct options *options);
// Runs each property of each task and prints a row for each. Returns an exit
// code: EXIT_FALSE when an answer is wrong, EXIT_UNKNOWN when one is missing.
int project_run_tasks(const struct options *options);

#endif
