#include "exact/game_tell.h"

#include "exact/strategy.h"

struct telling {
  const struct game *game;
  const struct abstract *abstract;
  const struct temporal_value *value;
  const struct justify_states *states;
  struct interner *names;
  struct tree *tree;
  struct strategy strategy;
  struct bitset told; // pairs
};

static const struct poll never;

static uint32_t model_state(const struct telling *t, uint32_t state) {
  return temporal_state(&t->game->temporal, t->value, state);
}

static const struct game_mode *mode_at(const struct telling *t,
                                       uint32_t state) {
  return &t->game->modes.at[temporal_mode(&t->game->temporal, t->value, state)];
}

static struct action performed(const struct telling *t, uint32_t state) {
  uint32_t action = t->abstract->states.at[model_state(t, state)].action;
  bool is_heard = bitset_has(&t->game->process->alphabet, action);
  return (struct action){is_heard ? action : 0};
}

// ---- Claims -----------------------------------------------------------------

// What is said of a state, or nothing.
static struct name claim_text(const struct telling *t, uint32_t state) {
  const struct game_mode *mode = mode_at(t, state);
  const struct lts *process = t->game->process;
  char buffer[16];
  const char *at = lts_state_text(process, mode->state, buffer);
  struct action action = performed(t, state);
  switch (mode->turn) {
  case GAME_PAIR: return intern_format(t->names, "goes on as state %s", at);
  case GAME_CODE:
    return t->game->is_bisimulation
               ? (struct name){0}
               : intern_format(t->names, "state %s goes on as it does", at);
  case GAME_ANSWER:
    return action.id ? intern_format(t->names, "state %s answers %s", at,
                                     action_text(process->actions, action))
                     : (struct name){0};
  case GAME_SEEK:
    return intern_format(t->names, "can perform %s",
                         action_text(process->actions, mode->action));
  default: return (struct name){0};
  }
}

static void claim(struct telling *t, uint32_t state, struct name text,
                  uint32_t depth, bool is_repeated) {
  struct tree_claim made = {
      .depth = depth, .formula = text, .is_repeated = is_repeated};
  t->states->describe(t->states->context, model_state(t, state), &made);
  if (t->tree->count++ < MOST_TREE_CLAIMS)
    tree_claim_vec_push(&t->tree->claims, made);
}

// ---- The walk ---------------------------------------------------------------

// What was said just before is not said again.
static void tell(struct telling *t, uint32_t number, struct name before,
                 uint32_t depth, uint32_t steps) {
  enum { DEEPEST = 200, MOST_STEPS = 20000 };
  const struct strategy_pair *pair = &t->strategy.pairs.at[number];
  bool is_step = mu_is_modal(mu_node(t->strategy.table, pair->part));
  bool is_new = bitset_add(&t->told, number);
  if (is_step) {
    struct name text = claim_text(t, pair->state);
    if (!name_is_none(text) && !name_equal(text, before))
      claim(t, pair->state, before = text, depth++, !is_new);
  }
  if (!is_new || depth > DEEPEST || steps > MOST_STEPS ||
      t->tree->count > 4 * MOST_TREE_CLAIMS)
    return;
  struct u32_range reason = strategy_reason(&t->strategy, number);
  for (const uint32_t *at = reason.begin; at < reason.end; at++)
    tell(t, *at, before, depth, steps + 1);
}

void game_tell(const struct game *game, const struct abstract *abstract,
               const struct temporal_value *value,
               const struct justify_states *states, struct interner *names,
               struct tree *tree) {
  struct telling t = {.game = game,
                      .abstract = abstract,
                      .value = value,
                      .states = states,
                      .names = names,
                      .tree = tree};
  const struct evaluation *evaluation = &value->evaluation;
  const struct u32_vec *initial = &evaluation->modal->initial;
  uint32_t root = game->temporal.root;
  struct u32_vec first = {0};
  for (uint32_t i = 0; i < initial->count && !first.count; i++)
    if (!evaluation_holds(evaluation, MU_POSSIBLE, root, initial->at[i]))
      u32_vec_push(&first, initial->at[i]);
  if (first.count &&
      strategy_find(&t.strategy, evaluation, root, true, &first, never))
    tell(&t, 0, (struct name){0}, 0, 0);
  if (first.count)
    strategy_release(&t.strategy);
  bitset_release(&t.told);
  u32_vec_release(&first);
}
