// Simulation as a game on pairs of states.
//
// In (p, q) the challenger makes a step p -a-> p'; the defender answers with a
// step of q by the same action to q'. A player who cannot move loses; q
// simulates p if the defender can go on for ever. Only pairs reachable from the
// first one are looked at, and those of equal states are never lost.
//
// The rank of a lost pair is the number of moves the challenger needs. Pairs
// are found lost in order of rank, by counting the answers left to each move.
//
// For weak simulation the answers come from the saturated system.
#ifndef VOUCH_LTS_SIMULATION_H
#define VOUCH_LTS_SIMULATION_H

#include <stdbool.h>
#include <stdint.h>

#include "lts/lts.h"

struct simulation; // opaque

// The challenger's steps are those of `moves`, the defender's those of
// `answers`, which has the same states. Null if more than `limit` pairs and
// moves would have to be kept (0: no limit). Both systems must outlive it.
struct simulation *simulation_new(const struct lts *moves,
                                  const struct lts *answers, uint32_t p,
                                  uint32_t q, uint64_t limit);
void simulation_free(struct simulation *simulation);

// RANK_NEVER (levels.h) if q simulates p, or if the pair was never looked at
// because the pairs that lead to it are lost anyway.
uint32_t simulation_rank(const struct simulation *simulation, uint32_t p,
                         uint32_t q);

#endif
