// Loops as a whole: what the search tries when the program's own comparisons do
// not exclude a path.
//
// Executions with random inputs find shallow violations and give samples;
// candidates guessed from them that are inductive together become lemmas, which
// may prove the property at once; unrolling covers loops of few rounds and
// finds violations that need particular inputs. What stays open goes back to
// predicate abstraction, which may assume the lemmas.
#ifndef VOUCH_TACTIC_LOOPS_H
#define VOUCH_TACTIC_LOOPS_H

#include "abstraction/block.h"
#include "abstraction/walk.h"
#include "base/log.h"
#include "base/poll.h"
#include "refine/lemma.h"
#include "solver/solver.h"

enum loops_outcome {
  LOOPS_OPEN,
  LOOPS_PROVED,  // the lemmas exclude every violation
  LOOPS_COVERED, // all executions were unrolled
  LOOPS_VIOLATED // by *walk
};

struct loops {
  struct question *question;
  const struct bitset *relevant; // variables, by id
  struct solver *solver;
  const struct log *log;
  struct poll poll;
  struct blocks *blocks; // null until loops_decide
  struct lemmas lemmas;
  uint32_t guessed;       // candidates for them, the last time
  uint32_t rounds;        // unrolled
  struct term_vec claims; // what a proof says is impossible, condition by
                          // condition: with the relation of blocks trusted,
                          // that is the proof
};

// The relevant variables are borrowed, like the question.
void loops_init(struct loops *loops, struct question *question,
                const struct bitset *relevant, struct solver *solver,
                const struct log *log);
void loops_release(struct loops *loops);
// As if loops_decide had not been called: the question has changed.
void loops_reset(struct loops *loops);

enum loops_outcome loops_decide(struct loops *loops, struct walk *walk);
// The blocks, and no lemmas yet. False when the blocks are not complete.
bool loops_start(struct loops *loops);
// Only the lemmas, of a component in which nothing is a violation, after a
// start.
void loops_learn(struct loops *loops);

#endif
