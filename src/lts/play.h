// Distinguishing plays: why two states are not related.
//
// A play is a game of two players on a pair of states. In each round the
// challenger makes a move in one of the systems and the defender must answer
// in the other; the play ends when there is no answer. The moves of the
// challenger are winning ones: whatever the defender answers, the next pair is
// told apart in fewer rounds. The answers shown are those that last longest.
//
//   simulation    the challenger moves in A only
//   strong        single steps
//   weak          weak steps of both players
//   branching     the challenger makes a single step s -a-> s'. The defender
//                 goes t => t' silently and then t' -a-> t'', or, if a is tau,
//                 stays. Then the challenger goes on with (s', t''), or with s
//                 and any state that the defender passed on the silent way.
//
// This is the usual characterisation of these relations by games; see Glabbeek
// and Weijland (JACM 1996) for why the silent way counts in branching
// bisimulation.
#ifndef VOUCH_LTS_PLAY_H
#define VOUCH_LTS_PLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "lts/lts.h"

enum play_answer { PLAY_NO_ANSWER, PLAY_STEP, PLAY_STAY };

struct play_round {
  uint32_t at[2]; // the states of A and B
  uint8_t side;   // where the challenger moves: 0 is A, 1 is B
  struct action action;
  uint32_t to; // the challenger's target
  enum play_answer answer;
  uint32_t middle;    // branching: where the silent way of the defender ends
  uint32_t answer_to; // the defender's target
  bool goes_back;     // branching: the challenger takes its move back, and
  uint32_t back_to;   // goes on against this state of the silent way
};

VEC_DEFINE(play, struct play_round);

// The rank of a pair: moves that the challenger needs, RANK_NEVER if related.
// States are those of the union of A and B.
struct play_rules {
  const struct lts *lts; // the union
  uint32_t shift;        // states of B start here
  bool both_sides;       // false: simulation
  bool weak_moves;       // of the challenger
  bool weak_answers;     // of the defender
  bool branching;
  uint32_t (*rank)(const void *data, uint32_t s, uint32_t t);
  const void *data;
};

// The play from a pair of states of the union, of finite rank. Its states are
// those of A and B.
void play_make(const struct play_rules *rules, uint32_t a, uint32_t b,
               struct play *play);

#endif
