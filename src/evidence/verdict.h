// What a check comes to.
#ifndef VOUCH_EVIDENCE_VERDICT_H
#define VOUCH_EVIDENCE_VERDICT_H

#include <stdbool.h>

#include "base/strbuf.h"

// UNKNOWN is the zero: what nobody has decided is not taken for decided.
enum verdict { VERDICT_UNKNOWN, VERDICT_TRUE, VERDICT_FALSE };

const char *verdict_name(enum verdict verdict); // "true"
// A vacuous TRUE is no success.
int verdict_exit_code(enum verdict verdict, bool is_vacuous);

#endif
