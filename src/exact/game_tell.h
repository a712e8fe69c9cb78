// Why a process and a function do not go on alike: what the challenger does
// (game.h), as a tree of claims.
#ifndef VOUCH_EXACT_GAME_TELL_H
#define VOUCH_EXACT_GAME_TELL_H

#include "exact/abstract.h"
#include "exact/game.h"
#include "exact/justify.h"

// Nothing if they do.
void game_tell(const struct game *game, const struct abstract *abstract,
               const struct temporal_value *value,
               const struct justify_states *states, struct interner *names,
               struct tree *tree);

#endif
