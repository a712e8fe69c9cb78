// Rechecking a proof by summaries, part by part.
//
// What was reached in the Boolean program is read back as formulas: for each
// location of a part what holds there of the values now, of those of formals at
// the entry, and of shared variables at the entry. These are asked of the
// program itself, edge by edge, and neither of the abstraction nor of the
// fixpoint:
//
//   - what holds at the start of an edge implies, over the edge, what holds at
//     its end; where a violation, or what is not modelled, leaves, nothing
//     holds
//   - at a call, the callee's entry holds of what is passed
//   - behind a call holds what the caller knew before it, together with what
//   the
//     callee's returns say of that entry
#ifndef VOUCH_SLAM_PROOF_H
#define VOUCH_SLAM_PROOF_H

#include "bp/summaries.h"
#include "bp/text_source.h"
#include "slam/c2bp.h"

// Otherwise `why` says what does not hold. Appends the formulas to `text`, as
// lines of a certificate (certify/certificate.h), unless it is null.
bool slam_proof_check(const struct c2bp *c2bp, const struct bp_code *code,
                      struct summaries *summaries, struct dd_manager *dd,
                      struct solver *solver, struct poll poll,
                      struct strbuf *text, struct strbuf *why);

#endif
