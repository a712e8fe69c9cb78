// A result as a page: one file, nothing is fetched. The page itself is
// page.html, which draws the data that is put into it: what JSON has, and the
// source files.
#ifndef VOUCH_REPORT_HTML_H
#define VOUCH_REPORT_HTML_H

#include "evidence/result.h"
#include "report/json_value.h"

void html_print(const struct result *result, struct strbuf *out);
// The same of a report that was written as JSON; false when it is none.
bool html_print_report(const char *report, struct strbuf *out);
// A page with data in the place of its mark; the value is released.
void html_fill(const char *page, json_t *value, struct strbuf *out);

#endif
