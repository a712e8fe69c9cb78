// The smallest system that is equivalent to a given one.
//
//   strong      strong bisimulation
//   branching   branching bisimulation; silent cycles vanish
//   divergence  branching bisimulation that tells apart a state that can go on
//               silently for ever inside its class (a silent loop is left)
//   weak        weak bisimulation, by saturation; also the fewest steps
//   trace       the same traces, tau being an action: deterministic
//   weak-trace  the same weak traces: deterministic, without tau
//
// The first three take O(m log n). Saturation can square the number of steps
// and determinisation can be exponential in the states: beyond `limit` steps or
// states (0: no limit) the answer is null. Only what is reachable is kept.
#ifndef VOUCH_LTS_MINIMISE_H
#define VOUCH_LTS_MINIMISE_H

#include <stdbool.h>
#include <stdint.h>

#include "lts/lts.h"

enum lts_equivalence {
  LTS_STRONG,
  LTS_BRANCHING,
  LTS_DIVERGENCE,
  LTS_WEAK,
  LTS_TRACE,
  LTS_WEAK_TRACE,
};

// Takes the LTS over: it is freed as soon as possible. *map (may be null) gets
// the state of the result for each old state, STATE_NONE for an unreachable
// one; the caller frees it. For the last two it gets null.
struct lts *lts_minimise(struct lts *lts, enum lts_equivalence equivalence,
                         uint64_t limit, uint32_t **map);

// The quotient by one of the bisimulations other than weak. Reachability and
// kinds are not looked at: expose kinds first (transform.h). Silent steps of
// the result are acyclic unless `equivalence` is strong; a divergent state has
// a loop labelled `is divergent`, see lts_expose_divergence. Takes the LTS
// over.
struct lts *lts_reduce(struct lts *lts, enum lts_equivalence equivalence,
                       uint32_t **map);

#endif
