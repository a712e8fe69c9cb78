// What the parts of the loop share.
#ifndef VOUCH_CEGAR_INTERNAL_H
#define VOUCH_CEGAR_INTERNAL_H

#include "cegar/cegar.h"

// Polled at every step of the search; `context` is the loop.
struct poll cegar_poll(struct cegar *cegar);
// Is the search to end early because of the effort that it took?
bool cegar_has_spent(const struct cegar *cegar);
// Checks of the solver so far.
uint64_t cegar_checks(const struct cegar *cegar);
void cegar_conclude(struct cegar *cegar, enum verdict verdict,
                    const char *reason);
// True, if these conditions are impossible as claimed.
void cegar_conclude_by_claims(struct cegar *cegar, enum proof_kind proof,
                              const struct term_vec *claims);
// True, because all states were followed.
void cegar_conclude_by_values(struct cegar *cegar, uint64_t states);
// Follows the values one by one. True if that decides.
bool cegar_by_values(struct cegar *cegar);
// Looks for a proof about single elements of arrays, with what is known about
// the loops, or without. True if that decides.
bool cegar_by_elements(struct cegar *cegar);
// Looks for a proof about what divides what. True if that decides.
bool cegar_by_divisors(struct cegar *cegar);
// Runs of the program with inputs drawn by chance, a limited number in all. True
// when one violates the property.
bool cegar_by_trials(struct cegar *cegar);
// Abstracts control as well as data. Ends with a verdict.
void cegar_by_control(struct cegar *cegar);
// Asks about all orders of accesses at once. Ends with a verdict; TRUE: so many
// turns were written out.
void cegar_by_order(struct cegar *cegar);
void cegar_conclude_by_order(struct cegar *cegar, uint64_t turns);
// Reasons about each thread with what it alone knows. Ends with a verdict.
void cegar_by_modular(struct cegar *cegar);
// True, if the invariants are there as claimed; the caller hands them over.
void cegar_conclude_by_invariants(struct cegar *cegar, struct term *invariants);
// Is there an execution along the path, and is it confirmed? Then it is the
// result.
bool cegar_take_path(struct cegar *cegar, const struct edge_id_vec *edges);
// A path is neither shown to be real nor excluded.
void cegar_conclude_lost(struct cegar *cegar, enum answer answer);

#endif
