// Checks of processes: no C is involved, so labelled transition systems decide.
//
//   P refines Q                every weak trace of P, projected on the alphabet
//                              of Q, is one of Q; P does not reach ERROR
//   P refines Q in simulation  Q simulates P weakly, likewise
//   P refines Q in bisimulation   they are weakly bisimilar, likewise
//   P deadlock_free            P can always go on until it stops, and does not
//                              reach ERROR
//
// Returns are sets of values, as for C functions, cut into the cases of both
// (obligation.h).
#ifndef VOUCH_SYSTEM_PROCESS_H
#define VOUCH_SYSTEM_PROCESS_H

#include "evidence/result.h"
#include "lts/compare.h"
#include "spec/spec.h"

// The goal is one of these. The result has `names`.
void process_check(struct spec *spec, const struct spec_check *check,
                   struct result *result);
// One of the relations alone, projected likewise; a play is recorded where it
// fails.
enum verdict process_refines(enum lts_relation relation,
                             const struct lts *process,
                             const struct lts *specification,
                             struct result *result);

#endif
