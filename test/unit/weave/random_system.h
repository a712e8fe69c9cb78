// Small random systems over the actions a, b, c and the returns return{0} and
// return{other}.
#ifndef VOUCH_TEST_ABSTRACTION_RANDOM_SYSTEM_H
#define VOUCH_TEST_ABSTRACTION_RANDOM_SYSTEM_H

#include "../unit.h"

#include "lts/lts.h"

enum { SYSTEM_ACTIONS = 3, SYSTEM_RETURNS = 2 };

struct system_actions {
  struct action_table *table;
  struct action plain[SYSTEM_ACTIONS];
  struct action returns[SYSTEM_RETURNS];
};

static inline void system_actions_init(struct system_actions *actions) {
  static const char *const names[SYSTEM_ACTIONS] = {"a", "b", "c"};
  actions->table = action_table_new();
  for (uint32_t i = 0; i < SYSTEM_ACTIONS; i++)
    actions->plain[i] = action_intern(actions->table, names[i]);
  actions->returns[0] = action_intern_return(actions->table, "return{0}", 0);
  actions->returns[1] =
      action_intern_return(actions->table, "return{other}", 1);
}

// `c` is outside the alphabet now and then; returns are in it if asked for.
static inline struct lts *random_system(const struct system_actions *actions,
                                        struct random *random,
                                        bool with_returns) {
  struct lts_builder builder;
  uint32_t states = 1 + random_below(random, 4);
  uint32_t known = SYSTEM_ACTIONS - random_below(random, 2);
  lts_builder_init(&builder, actions->table);
  lts_builder_states(&builder, states + 1); // the last is after the return
  for (uint32_t i = 0; i < known; i++)
    lts_builder_alphabet(&builder, actions->plain[i]);
  for (uint32_t i = 0; with_returns && i < SYSTEM_RETURNS; i++)
    lts_builder_alphabet(&builder, actions->returns[i]);
  for (uint32_t i = random_below(random, 3 * states + 1); i-- > 0;) {
    uint32_t kind = random_below(random, known + 1);
    lts_builder_step(&builder, random_below(random, states),
                     kind ? actions->plain[kind - 1] : action_tau,
                     random_below(random, states));
  }
  for (uint32_t i = 0; with_returns && i < states; i++)
    if (random_below(random, 2))
      lts_builder_step(&builder, i,
                       actions->returns[random_below(random, SYSTEM_RETURNS)],
                       states);
  return lts_builder_finish(&builder);
}

#endif
