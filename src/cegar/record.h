// What was confirmed, as evidence: the execution that the interpreter recorded
// (run/recorder.h), with the lines of its source. It moves from the loop to
// whoever shows it.
#ifndef VOUCH_CEGAR_RECORD_H
#define VOUCH_CEGAR_RECORD_H

#include "cegar/cegar.h"
#include "confirm/attack.h"
#include "evidence/execution.h"
#include "evidence/proof.h"

// After VERDICT_FALSE: appends the execution.
void record_execution(struct cegar *cegar, struct execution_vec *into);
// The same of an execution that somebody else had run with the oracle; it is
// taken over.
void record_run(const struct program *program, struct execution *execution,
                const struct strbuf *oracle, struct execution_vec *into);
// What a component of a system did, in the lane. Of the actions in `waits`,
// which say where it could wait, only the last is taken.
void record_lane(struct cegar *cegar, const struct bitset *waits,
                 struct lane *into);
// The branches of a tree: appends an execution for each.
void record_tree(const struct cegar *cegar, struct attack *attack,
                 struct execution_vec *into);
// After VERDICT_TRUE: what the proof rests on.
void record_proof(const struct cegar *cegar, struct proof *into);
// The part of it that says what holds where.
void record_invariants(const struct cegar *cegar, struct proof *into);
// A condition at a place, as the line of source has it if it does.
struct claim record_condition(const struct cegar *cegar,
                              struct position position, struct term t);
// Appends a claim: what holds at a place.
void record_claim(const struct cegar *cegar, struct position position,
                  struct term t, struct proof *into);
// Of a proof by lemmas, for a certificate: formulas at cut points.
void record_lemma_formulas(const struct component *component,
                           const struct lemmas *lemmas, struct proof *into);
// Appends claims: what holds at cut points.
void record_lemmas(const struct cegar *cegar, const struct lemmas *lemmas,
                   struct proof *into);

#endif
