#include "exact/game.h"

#include "base/map.h"
#include "lts/weak.h"

enum { MOST_MODES = 200000 };

NUMBER_MAP_DEFINE(mode_map, uint64_t, uint32_t);

struct playing {
  struct game *game;
  struct modes *modes;
  struct atoms *atoms;
  struct mode_map known;
};

static uint32_t mode_of(struct playing *p, enum game_turn turn, uint32_t state,
                        struct action action) {
  uint64_t key = (uint64_t)action.id << 36 | (uint64_t)turn << 32 | state;
  bool is_new;
  uint32_t *number = mode_map_insert(&p->known, key, &is_new);
  if (is_new)
    *number = game_mode_vec_push(&p->game->modes,
                                 (struct game_mode){turn, state, action});
  return *number;
}

static const struct action none;

static uint32_t pair_of(struct playing *p, uint32_t state) {
  return mode_of(p, p->game->is_bisimulation ? GAME_PAIR : GAME_CODE, state,
                 none);
}

// ---- Literals of moves ------------------------------------------------------

static void when_performed(struct playing *p, struct action action) {
  modes_add_literal(p->modes, atoms_action(p->atoms, action), false);
}

static void when_in_transit(struct playing *p, bool is_so) {
  modes_add_literal(p->modes, atoms_transit(p->atoms), !is_so);
}

static void when_silent(struct playing *p) {
  BITSET_EACH (id, &p->game->process->alphabet)
    modes_add_literal(p->modes, atoms_action(p->atoms, (struct action){id}),
                      true);
}

// ---- Modes ------------------------------------------------------------------

static void add_step(struct playing *p, uint32_t next) {
  modes_add(p->modes, MODE_STEPS);
  mode_vec_last(&p->modes->at)->next = next;
}

// The challenger: a step of the model, or one of the process.
static void add_pair(struct playing *p, uint32_t state) {
  const struct lts *process = p->game->process;
  struct lts_step_range steps = lts_steps(process, state);
  modes_add(p->modes, MODE_MOVES);
  modes_add_move(p->modes, mode_of(p, GAME_CODE, state, none));
  for (const struct lts_step *step = steps.begin; step < steps.end; step++)
    modes_add_move(p->modes,
                   action_is_tau(step->action)
                       ? mode_of(p, GAME_TRAIL, step->target, none)
                       : mode_of(p, GAME_SEEK, step->target, step->action));
}

// The process answers whatever the model did.
static void add_answer(struct playing *p, uint32_t state) {
  struct lts_step_vec weak = {0};
  modes_add(p->modes, MODE_MOVES);
  modes_add_move(p->modes, mode_of(p, GAME_CODE, state, none));
  when_silent(p);
  when_in_transit(p, true);
  modes_add_move(p->modes, mode_of(p, GAME_DOOM, 0, none));
  when_silent(p);
  lts_weak_steps(p->game->process, state, none, &weak);
  for (uint32_t i = 0; i < weak.count; i++) {
    modes_add_move(p->modes, pair_of(p, weak.at[i].target));
    when_in_transit(p, false);
    if (action_is_tau(weak.at[i].action))
      when_silent(p);
    else
      when_performed(p, weak.at[i].action);
  }
  lts_step_vec_release(&weak);
}

// The model made a step on its way to the action.
static void add_seen(struct playing *p, uint32_t state, struct action action) {
  modes_add(p->modes, MODE_MOVES);
  modes_add_move(p->modes, mode_of(p, GAME_SEEK, state, action));
  when_silent(p);
  modes_add_move(p->modes, mode_of(p, GAME_TRAIL, state, none));
  when_performed(p, action);
}

static void add_trail(struct playing *p, uint32_t state) {
  modes_add(p->modes, MODE_MOVES);
  modes_add_move(p->modes, pair_of(p, state));
  when_in_transit(p, false);
  modes_add_move(p->modes, mode_of(p, GAME_WALK, state, none));
}

static void add_walked(struct playing *p, uint32_t state) {
  modes_add(p->modes, MODE_MOVES);
  modes_add_move(p->modes, mode_of(p, GAME_TRAIL, state, none));
  when_silent(p);
}

static void add_mode(struct playing *p, struct game_mode mode) {
  switch (mode.turn) {
  case GAME_PAIR: add_pair(p, mode.state); break;
  case GAME_CODE: add_step(p, mode_of(p, GAME_ANSWER, mode.state, none)); break;
  case GAME_ANSWER: add_answer(p, mode.state); break;
  case GAME_SEEK:
    add_step(p, mode_of(p, GAME_SEEN, mode.state, mode.action));
    break;
  case GAME_SEEN: add_seen(p, mode.state, mode.action); break;
  case GAME_TRAIL: add_trail(p, mode.state); break;
  case GAME_WALK: add_step(p, mode_of(p, GAME_WALKED, mode.state, none)); break;
  case GAME_WALKED: add_walked(p, mode.state); break;
  case GAME_DOOM: add_step(p, mode_of(p, GAME_DOOM, 0, none)); break;
  }
}

// Modes are added in the order of their numbers.
static bool add_modes(struct playing *p) {
  struct mode_condition challenger = {0}, doom = {0};
  p->modes->start = pair_of(p, p->game->process->initial);
  for (uint32_t i = 0; i < p->game->modes.count; i++) {
    struct game_mode mode = p->game->modes.at[i];
    add_mode(p, mode);
    if (mode.turn == GAME_PAIR || mode.turn == GAME_CODE)
      bitset_add(&challenger.modes, i);
    if (mode.turn == GAME_DOOM)
      bitset_add(&doom.modes, i);
    if (i > MOST_MODES)
      break;
  }
  mode_condition_vec_push(&p->modes->conditions, challenger);
  mode_condition_vec_push(&p->modes->conditions, doom);
  return p->game->modes.count <= MOST_MODES;
}

// nu X. mu Y. challenger && [] X || doom && [] Y || !challenger && !doom && <>
// Y
static uint32_t defended(struct mu_table *table) {
  enum { CHALLENGER, DOOM };
  uint32_t x = mu_open(table, MU_GREATEST);
  uint32_t y = mu_open(table, MU_LEAST);
  uint32_t attack = mu_join(table, MU_AND, mu_atom(table, CHALLENGER, false),
                            mu_modal(table, MU_ALL, mu_variable(table, x)));
  uint32_t doubt = mu_join(table, MU_AND, mu_atom(table, DOOM, false),
                           mu_modal(table, MU_ALL, mu_variable(table, y)));
  uint32_t others = mu_join(table, MU_AND, mu_atom(table, CHALLENGER, true),
                            mu_atom(table, DOOM, true));
  uint32_t defence = mu_join(table, MU_AND, others,
                             mu_modal(table, MU_SOME, mu_variable(table, y)));
  uint32_t body =
      mu_join(table, MU_OR, attack, mu_join(table, MU_OR, doubt, defence));
  mu_close(table, y, body);
  mu_close(table, x, y);
  return x;
}

static bool has_error(const struct lts *lts) {
  for (uint32_t s = 0; s < lts->state_count; s++)
    if (lts_kind(lts, s) == STATE_ERROR)
      return true;
  return false;
}

bool game_init(struct game *game, const struct spec *spec,
               const struct lts *process, bool is_bisimulation,
               struct strbuf *why) {
  *game = (struct game){.process = process, .is_bisimulation = is_bisimulation};
  struct temporal *temporal = &game->temporal;
  struct playing p = {
      .game = game, .modes = &temporal->modes, .atoms = &temporal->atoms};
  *temporal = (struct temporal){.game = game, .has_modes = true};
  arena_init(&temporal->arena);
  atoms_init(&temporal->atoms, spec, spec->names);
  atoms_end(&temporal->atoms);
  temporal->root = defended(&temporal->table);
  if (has_error(process))
    strbuf_add(why, "the process has ERROR");
  else if (!add_modes(&p))
    strbuf_add(why, "the process is too large");
  mode_map_release(&p.known);
  return !why->length;
}

void game_release(struct game *game) {
  temporal_release(&game->temporal);
  game_mode_vec_release(&game->modes);
}
