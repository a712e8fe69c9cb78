// The subset construction, lazily.
//
// A subset automaton gives numbers to the sets of states in which a system can
// be after a trace. Set 0 is empty; the others come into being as they are
// asked for, and each successor is computed once. With `weak`, traces leave
// out tau and every set is closed under silent steps; otherwise tau counts as
// an action like any other.
//
// Complement: the traces of an LTS are closed under prefixes, so a word is
// outside the language once a prefix of it is. The complement is the completed
// deterministic system whose missing steps lead to an ERROR state: a word is
// outside exactly if it runs into ERROR.
#ifndef VOUCH_LTS_DETERMINISE_H
#define VOUCH_LTS_DETERMINISE_H

#include <stdbool.h>
#include <stdint.h>

#include "lts/lts.h"

struct subsets; // opaque

enum { SUBSET_EMPTY = 0 };

// The LTS must outlive it.
struct subsets *subsets_new(const struct lts *lts, bool weak);
void subsets_free(struct subsets *subsets);

uint32_t subsets_initial(struct subsets *subsets);
uint32_t subsets_next(struct subsets *subsets, uint32_t set,
                      struct action action);
uint32_t subsets_count(const struct subsets *subsets);
// The members in increasing order; valid until the next set comes into being.
const uint32_t *subsets_members(const struct subsets *subsets, uint32_t set,
                                uint32_t *count);
bool subsets_is_subset(struct subsets *subsets, uint32_t a, uint32_t b);
bool subsets_has(const struct subsets *subsets, uint32_t set, uint32_t state);
// How many members were looked at so far, to build sets and to compare them.
uint64_t subsets_effort(const struct subsets *subsets);
// The actions that some member can perform (tau only if not weak), sorted,
// appended to `out`.
void subsets_enabled(const struct subsets *subsets, uint32_t set,
                     struct lts_action_vec *out);

// The reachable sets as a deterministic LTS, or null if there are more than
// `limit` (0: no limit). Kinds are lost: a trace may end in several states.
struct lts *lts_determinise(const struct lts *lts, bool weak, uint64_t limit);
// Adds an ERROR sink that takes all missing steps. The LTS must be
// deterministic. Without missing steps it is a copy.
struct lts *lts_complement(const struct lts *lts);

#endif
