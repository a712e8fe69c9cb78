// Many checks on one page, and in one file of each format.
#ifndef VOUCH_REPORT_OVERVIEW_H
#define VOUCH_REPORT_OVERVIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

// What is known of a check; texts are borrowed.
struct overview_check {
  const char *unit, *function, *question;
  const char *verdict; // true, false, unknown, nothing
  const char *reason;
  const char *place;  // FILE:LINE of a violation, or empty
  const char *report; // JSON, or empty
  const char *page;   // where its own page is, or null
  int64_t cpu_ms, peak_kb;
};

VEC_DEFINE(overview_check_vec, struct overview_check);

// A table by file, and the checks with links to their pages.
void overview_html(const struct overview_check_vec *checks, struct strbuf *out);
// {"format", "tool", "version", "checks": [.., each with its "report"]}
void overview_json(const struct overview_check_vec *checks, struct strbuf *out);
// A test suite for each file, a test for each check.
void overview_junit(const struct overview_check_vec *checks,
                    struct strbuf *out);
// A result for each violation.
void overview_sarif(const struct overview_check_vec *checks,
                    struct strbuf *out);

#endif
