// Making a component small before it is composed: the sizes of the components
// multiply (seed 000, section 7).
//
// What is not kept is hidden: it becomes tau and leaves the alphabet. The
// caller keeps at least what another component or the specification knows.
// Then an equivalence that the question cannot tell apart from equality makes
// the system smaller:
//
//   LTS_BRANCHING   branching bisimulation. Right for simulation.
//   LTS_WEAK_TRACE  weak traces, and which of them lead to ERROR. First the
//                   branching quotient; then tau is removed and what is left
//                   reduced by strong bisimulation; then it is determinised
//                   and minimised. The smallest of the three is the result.
//
// With weak traces STOP and END become plain, and a state from which ERROR is
// reached silently passes that on: where a step leads to such states, another
// one leads to ERROR itself. So the result is without tau but for one case: an
// initial state from which ERROR is reached silently has such a step still.
//
// The result is never larger than the argument: neither in states nor in
// states and steps together.
#ifndef VOUCH_LTS_CONTRACT_H
#define VOUCH_LTS_CONTRACT_H

#include <stdint.h>

#include "base/bitset.h"
#include "lts/lts.h"
#include "lts/minimise.h"

// The removal of tau is given up beyond `limit` steps (0: no limit), and
// determinisation beyond so many states or some four times those before.
struct lts *lts_contract(const struct lts *lts, const struct bitset *kept,
                         enum lts_equivalence equivalence, uint64_t limit);

#endif
