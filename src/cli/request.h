// One check: what is asked for, the search, and the report.
#ifndef VOUCH_CLI_REQUEST_H
#define VOUCH_CLI_REQUEST_H

#include <stdio.h>

#include "base/offspring.h"
#include "check/cegar.h"
#include "check/component.h"
#include "check/conformance.h"
#include "check/usage.h"
#include "check/visit.h"
#include "cli/apart.h"
#include "cli/session.h"
#include "evidence/result.h"

struct request {
  struct session *session;
  struct component_options options;      // of the component
  const struct conformance *conformance; // of a specification, or null
  struct solver *solver; // that the specification was read with, or null; a
                         // context of Z3 takes its time to be made
  struct progress progress;
  uint64_t start_ms; // of the time that a limit is about; 0: from now on
  FILE *text;        // the report for people: stdout, unless that is for
                     // JSON
  bool is_task;      // by the rules of the verification tasks
  bool has_model;    // the data model was asked for
  // The result
  struct component component;
  struct result result;
  struct usage usage;    // of TRUE: what happened of the specification
  struct offspring twin; // a process with the program as it was loaded
  enum visit visit;      // of TRUE: are actions of the specification performed?
  bool is_lost;          // the report could not be written
};

void request_release(struct request *request);

// Limits, Ctrl-C and progress, as the options say.
void request_watch(struct request *request);

// How a loop searches, as the options say.
struct cegar_options request_cegar_options(struct request *request);

// Unknown, for a reason.
void request_refuse(struct request *request, const char *why);
// Builds the component and searches. Violations are shown as they are found.
void request_check(struct request *request);
// After UNKNOWN: once more, with the program as it is loaded again, in which
// pointers that nobody initialised may have objects of their own
// (pointer/adopt.h). The program becomes the session's if that gives a
// violation; otherwise everything is as before.
bool request_may_adopt(const struct request *request);
void request_adopt(struct request *request, struct program *program);

// The rows, what stands behind them, JSON if that is asked for.
void request_report(struct request *request);
// What came of it, without its details.
void request_outcome(const struct request *request, struct outcome *outcome);

#endif
