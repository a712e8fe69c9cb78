// Claims of a certificate: conditions that cvc5 has to refute, each by a
// question of its own.
#ifndef VOUCH_CERTIFY_CLAIMS_H
#define VOUCH_CERTIFY_CLAIMS_H

#include "base/poll.h"
#include "base/strbuf.h"
#include "term/term.h"

// False, with the reason in `why`, when it does not. Adds the number of
// questions.
bool claims_refuted(const struct term_table *terms,
                    const struct term_vec *claims, struct poll poll,
                    uint64_t *asked, struct strbuf *why);

#endif
