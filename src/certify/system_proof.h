// Is a certificate of a system a proof? Decided without the engines: of the
// components as they were read and woven, by questions to cvc5 and by a search
// of a small composition.
//
//   For each component the certificate has an LTS and formulas. The code,
//   together with the LTS as its specification, is one automaton, in which an
//   action that the LTS does not have is a violation: the formulas are
//   certified for it as for any function (certify.h). Then the component, alone
//   and whatever the others do, has no trace that the LTS does not have, does
//   not come to what is not modelled, and does not perform ERROR unless its LTS
//   does.
//
//   The LTSs, composed (composition.h), perform nothing that the specification
//   forbids, or do not get stuck.
//
// Who takes part in what is part of the system's meaning
// (system/system_alphabet.h): a component that never performs an action is not
// waited for, as long as somebody else can. `never` is believed where the LTS
// knows the action and has no step by it. That an action is performed is shown
// by an execution, which is looked for as `check` does, and run by the
// interpreter. Where neither is known the composition allows either.
//
// Where deadlock is asked about, the code has marks where it waits. An LTS must
// know all marks but those at which a component offers something that it does
// alone.
//
// Trusted are, besides what certify.h says: weaving, alphabets and roles as
// they are read off the specification, the interpreter (above), and that states
// in which a component can start exist.
#ifndef VOUCH_CERTIFY_SYSTEM_PROOF_H
#define VOUCH_CERTIFY_SYSTEM_PROOF_H

#include "base/poll.h"
#include "base/strbuf.h"
#include "system/system.h"

// Of a system that has been made and not run; its alphabets become those of the
// certificate. False, with the reason in `why`, when it is not certified. Adds
// the number of questions. `is_heard`: the composition performs something that
// the specification knows, as far as the LTSs tell.
bool system_certify(struct system_check *system, const char *path,
                    struct poll poll, uint64_t *asked, bool *is_heard,
                    struct strbuf *why);

#endif
