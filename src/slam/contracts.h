// What a proof by summaries says of each kept function, as contracts in C.
//
// What is reached where a part begins is what its callers see to; what is
// reached where it returns, over values at the entry and now, is what it
// ensures. Both are diagrams over predicates. Those about variables that C has
// a name for outside of the function are kept: parameters, global variables,
// the result. Of what holds at a return the rest may be left out, which says
// less; of what callers see to nothing may, since the proof of the body rests
// on it: then there is no contract, and why is told. What is left is written as
// clauses, as few as a solver finds.
//
// What a function changes is known where all that it writes, itself or by what
// it calls, are global variables that have a name.
#ifndef VOUCH_SLAM_CONTRACTS_H
#define VOUCH_SLAM_CONTRACTS_H

#include "bp/summaries.h"
#include "bp/text_source.h"
#include "evidence/contract.h"
#include "slam/c2bp.h"

// Of a Boolean program that violates nothing: appends the contracts of its
// parts but the first.
void slam_contracts(const struct c2bp *c2bp, const struct bp_code *code,
                    const struct summaries *summaries, struct dd_manager *dd,
                    struct solver *solver, struct contracts *into);

#endif
