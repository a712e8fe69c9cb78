// One question on the command line: limits, Ctrl-C and progress while an engine
// answers it, and the report.
#ifndef VOUCH_CLI_REQUEST_H
#define VOUCH_CLI_REQUEST_H

#include <stdio.h>

#include "cli/apart.h"
#include "cli/session.h"
#include "engine/engine.h"
#include "report/style.h"

struct request {
  struct session *session;
  struct demand demand;
  struct solver *solver; // that the specification was read with, or null
  uint64_t start_ms;     // of the time that a limit is about; 0: from now on
  struct progress progress;
  struct name property;    // lines of a property file that it is about, or none
  struct outcome *outcome; // given: the result has names
};

// From now on limits count.
void request_watch(struct request *request);
// The engine's answer; violations are shown as they are found.
void request_ask(struct request *request);
// The limits are over: what is known is printed, and written as JSON if that is
// asked for.
void request_report(struct request *request);
// Where a report for people goes: stdout, unless that is for JSON.
FILE *request_stream(const struct options *options);

// How it is printed there: colour only on a terminal, and not where NO_COLOR
// is set; unfolded with -v.
struct text_style request_style(const struct options *options);

#endif
