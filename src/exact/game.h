// Does a process go on as a model does, and the model as the process? Weak
// simulation and weak bisimulation as a formula (D. Park; R. Milner,
// "Communication and Concurrency", 1989; by games: C. Stirling).
//
// A challenger and a defender play on pairs of a state of the model and a state
// of the process. The challenger makes a step of the model, which the defender
// answers by steps of the process that perform the same, with silent ones
// around it; or, of bisimulation, a step of the process, which the defender
// answers by steps of the model. Whoever cannot go on loses; a defender who
// goes on silently for ever never answers. Modes (modes.h) are whose turn it is
// and where the process is, and that the defender wins is
//
//   nu X. mu Y. challenger && [] X  ||  doom && [] Y  ||
//               !challenger && !doom && <> Y
//
// A routine that has chosen what to perform is in no state of its own
// (steps.h): the challenger goes on with the model, and nobody may stop there.
//
//
// Where every execution is cut off (a value was taken that an assumption
// excludes) there is nothing to answer: instead of a silent step the defender
// may doubt that executions go on, and wins if none does.
//
// What is certain of it is certain of the program: a model has steps that all
// of its states can take, and steps that some can (modal.h).
#ifndef VOUCH_EXACT_GAME_H
#define VOUCH_EXACT_GAME_H

#include "exact/temporal.h"
#include "lts/lts.h"

enum game_turn {
  GAME_PAIR,   // the challenger chooses where to make a step
  GAME_CODE,   // the model makes it
  GAME_ANSWER, // the process answers
  GAME_SEEK,   // the model is to come to an action
  GAME_SEEN,   // it made a step
  GAME_TRAIL,  // it may go on silently
  GAME_WALK,   // it does so
  GAME_WALKED,
  GAME_DOOM // the defender says that every execution is cut off
};

// What a mode stands for.
struct game_mode {
  enum game_turn turn;
  uint32_t state;       // of the process
  struct action action; // SEEK, SEEN
};

VEC_DEFINE(game_mode_vec, struct game_mode);

struct game {
  const struct lts *process; // borrowed
  bool is_bisimulation;
  struct temporal temporal; // the formula, of the product with the modes
  struct game_mode_vec modes;
};

// The process hears its alphabet; all else is silent. False when it is too
// large, or has ERROR; `why` says so.
bool game_init(struct game *game, const struct spec *spec,
               const struct lts *process, bool is_bisimulation,
               struct strbuf *why);
void game_release(struct game *game);

#endif
