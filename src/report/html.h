// A result as a page: one file, nothing is fetched. The page itself is
// page.html, which draws the data that is put into it: what JSON has, and the
// source files.
#ifndef VOUCH_REPORT_HTML_H
#define VOUCH_REPORT_HTML_H

#include "evidence/result.h"

void html_print(const struct result *result, struct strbuf *out);

#endif
