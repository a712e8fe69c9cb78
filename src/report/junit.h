// A result as JUnit XML, for servers of continuous integration: a test case for
// each row; what fails is a failure, what is not known is an error.
#ifndef VOUCH_REPORT_JUNIT_H
#define VOUCH_REPORT_JUNIT_H

#include "evidence/result.h"

void junit_print(const struct result *result, struct strbuf *out);

#endif
