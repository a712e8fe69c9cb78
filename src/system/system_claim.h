// What a proof of a system rests on, as lines of a certificate
// (certify/system_text.h describes them): for each component an LTS, and why
// its code does nothing else.
#ifndef VOUCH_SYSTEM_SYSTEM_CLAIM_H
#define VOUCH_SYSTEM_SYSTEM_CLAIM_H

#include "system/system.h"

// After VERDICT_TRUE. Nothing is added where there is no such proof; `why` says
// of whom.
void system_claim_print(struct system_check *system, struct strbuf *out,
                        struct strbuf *why);

#endif
