// A result as compilers tell it, for editors that jump to errors:
//
//   f.c:12:3: error: assert(x > 0) is violated [unreach-call]
//   f.c:10: note: x = -1
//   f.c:14:9: warning: no overflow: could not be decided (why) [no-overflow]
#ifndef VOUCH_REPORT_LINES_H
#define VOUCH_REPORT_LINES_H

#include "evidence/result.h"

void lines_print(const struct result *result, struct strbuf *out);

#endif
