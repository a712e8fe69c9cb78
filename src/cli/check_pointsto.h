// The points-to analysis against a run: every address that the interpreter
// touches has to be in the set that was computed for it.
#ifndef VOUCH_CLI_CHECK_POINTSTO_H
#define VOUCH_CLI_CHECK_POINTSTO_H

#include "pointsto/points_to.h"
#include "run/watch.h"

struct pointsto_checker;

struct pointsto_checker *pointsto_checker_new(const struct program *program,
                                              const struct points_to *analysis);
void pointsto_checker_free(struct pointsto_checker *checker);
struct watcher pointsto_checker_watcher(struct pointsto_checker *checker);
// How many accesses it has seen.
uint64_t pointsto_checker_count(const struct pointsto_checker *checker);

#endif
