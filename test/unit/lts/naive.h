// Labelled transition systems the slow way, as the standard for src/lts.
//
// At most 14 states and 8 actions as Boolean matrices, and every relation as
// the plain fixpoint of its definition over all pairs of states. Nothing here
// uses src/lts but the conversion to and from its systems.
//
// Action 0 is tau, 1 .. 3 are a, b, c; 4 .. 6 are loops that show the kind of a
// state and 7 is a loop that shows that it is on a silent cycle.
#ifndef VOUCH_TEST_LTS_NAIVE_H
#define VOUCH_TEST_LTS_NAIVE_H

#include "../unit.h"
#include "lts/lts.h"

enum { NAIVE_STATES = 16, NAIVE_LABELS = 4, NAIVE_ACTIONS = 8 };

struct naive {
  int states, initial;
  bool step[NAIVE_ACTIONS][NAIVE_STATES][NAIVE_STATES];
  int kind[NAIVE_STATES];
};

typedef bool naive_matrix[NAIVE_STATES][NAIVE_STATES];

static const char *const naive_labels[NAIVE_ACTIONS] = {
    "tau", "a", "b", "c", "is STOP", "is END", "is ERROR", "is divergent"};

// Random systems

static inline void naive_random(struct naive *lts, struct random *random,
                                bool with_kinds) {
  memset(lts, 0, sizeof *lts);
  lts->states = 1 + (int)random_below(random, 6);
  lts->initial = (int)random_below(random, (uint32_t)lts->states);
  int labels = 1 + (int)random_below(random, NAIVE_LABELS);
  int steps = (int)random_below(random, (uint32_t)(3 * lts->states));
  for (int i = 0; i < steps; i++)
    lts->step[random_below(random, (uint32_t)labels)]
             [random_below(random, (uint32_t)lts->states)]
             [random_below(random, (uint32_t)lts->states)] = true;
  for (int s = 0; with_kinds && s < lts->states; s++)
    if (!random_below(random, 4)) {
      lts->kind[s] = 1 + (int)random_below(random, 3);
      for (int a = 0; a < NAIVE_ACTIONS; a++)
        memset(lts->step[a][s], 0, sizeof lts->step[a][s]);
    }
}

// Puts a silent detour into a random step, if the draw finds one.
static inline void naive_detour(struct naive *lts, struct random *random) {
  int a = (int)random_below(random, NAIVE_LABELS);
  int s = (int)random_below(random, (uint32_t)lts->states);
  int t = (int)random_below(random, (uint32_t)lts->states);
  if (!lts->step[a][s][t])
    return;
  int detour = lts->states++;
  lts->step[a][s][t] = false;
  lts->step[a][s][detour] = true;
  lts->step[0][detour][t] = true;
}

// A system that often is related to the given one: the same with some states
// doubled, and sometimes with a silent detour or a step more or less.
static inline void naive_vary(const struct naive *from, struct naive *to,
                              struct random *random) {
  int n = from->states, origin[NAIVE_STATES];
  memset(to, 0, sizeof *to);
  to->states = n + (int)random_below(random, 4);
  to->initial = from->initial;
  for (int s = 0; s < to->states; s++) {
    origin[s] = s < n ? s : (int)random_below(random, (uint32_t)n);
    to->kind[s] = from->kind[origin[s]];
  }
  // Each step goes to one, or to all, of the copies of its target.
  for (int a = 0; a < NAIVE_LABELS; a++)
    for (int s = 0; s < to->states; s++)
      for (int t = 0; t < to->states; t++)
        if (from->step[a][origin[s]][origin[t]] &&
            (t < n || random_below(random, 2)))
          to->step[a][s][t] = true;
  for (int i = 0; i < 3; i++)
    naive_detour(to, random);
  int s = (int)random_below(random, (uint32_t)to->states);
  if (!random_below(random, 3) && !to->kind[s])
    to->step[random_below(random, NAIVE_LABELS)][s]
            [random_below(random, (uint32_t)to->states)] ^= true;
}

// Conversion

static inline struct action naive_action(struct action_table *actions, int a) {
  return action_intern(actions, naive_labels[a]);
}

static inline struct lts *naive_build(const struct naive *naive,
                                      struct action_table *actions) {
  struct lts_builder builder;
  lts_builder_init(&builder, actions);
  lts_builder_states(&builder, (uint32_t)naive->states);
  lts_builder_initial(&builder, (uint32_t)naive->initial);
  for (int a = 0; a < NAIVE_ACTIONS; a++)
    for (int s = 0; s < naive->states; s++)
      for (int t = 0; t < naive->states; t++)
        if (naive->step[a][s][t])
          lts_builder_step(&builder, (uint32_t)s, naive_action(actions, a),
                           (uint32_t)t);
  for (int s = 0; s < naive->states; s++)
    if (naive->kind[s])
      lts_builder_kind(&builder, (uint32_t)s, (enum state_kind)naive->kind[s]);
  return lts_builder_finish(&builder);
}

static inline int naive_label(const struct action_table *actions,
                              struct action action) {
  for (int a = 0; a < NAIVE_ACTIONS; a++)
    if (!strcmp(naive_labels[a], action_text(actions, action)))
      return a;
  fail_msg("an action that nobody has: %s", action_text(actions, action));
  return -1;
}

static inline void naive_from(const struct lts *lts, struct naive *naive) {
  memset(naive, 0, sizeof *naive);
  assert_true(lts->state_count <= NAIVE_STATES);
  naive->states = (int)lts->state_count;
  naive->initial = (int)lts->initial;
  for (uint32_t s = 0; s < lts->state_count; s++) {
    naive->kind[s] = lts_kind(lts, s);
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++)
      naive->step[naive_label(lts->actions, lts->steps[i].action)][s]
                 [lts->steps[i].target] = true;
  }
}

// Relations

// Kinds, and on request divergence, as loops.
static inline void naive_close(naive_matrix m, int n) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        m[i][j] |= m[i][k] && m[k][j];
}

static inline void naive_expose(struct naive *lts, bool divergence) {
  for (int s = 0; s < lts->states; s++) {
    if (lts->kind[s])
      lts->step[3 + lts->kind[s]][s][s] = true;
    lts->kind[s] = 0;
  }
  naive_matrix plus;
  memcpy(plus, lts->step[0], sizeof plus);
  naive_close(plus, lts->states);
  for (int s = 0; divergence && s < lts->states; s++)
    if (plus[s][s])
      lts->step[7][s][s] = true;
}

// Both systems in one; state t of b becomes t + a->states.
static inline void naive_union(const struct naive *a, const struct naive *b,
                               struct naive *both) {
  memset(both, 0, sizeof *both);
  both->states = a->states + b->states;
  both->initial = a->initial;
  assert_true(both->states <= NAIVE_STATES);
  for (int l = 0; l < NAIVE_ACTIONS; l++) {
    for (int s = 0; s < a->states; s++)
      for (int t = 0; t < a->states; t++)
        both->step[l][s][t] = a->step[l][s][t];
    for (int s = 0; s < b->states; s++)
      for (int t = 0; t < b->states; t++)
        both->step[l][s + a->states][t + a->states] = b->step[l][s][t];
  }
  for (int s = 0; s < a->states; s++)
    both->kind[s] = a->kind[s];
  for (int s = 0; s < b->states; s++)
    both->kind[s + a->states] = b->kind[s];
}

// Silent steps, any number of them.
static inline void naive_silent(const struct naive *lts, naive_matrix m) {
  memcpy(m, lts->step[0], sizeof(naive_matrix));
  for (int s = 0; s < lts->states; s++)
    m[s][s] = true;
  naive_close(m, lts->states);
}

static inline void naive_product(const naive_matrix x, const naive_matrix y,
                                 int n, naive_matrix product) {
  memset(product, 0, sizeof(naive_matrix));
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; x[i][k] && j < n; j++)
        product[i][j] |= y[k][j];
}

static inline void naive_saturate(const struct naive *lts, struct naive *weak) {
  naive_matrix silent, half;
  *weak = *lts;
  naive_silent(lts, silent);
  memcpy(weak->step[0], silent, sizeof silent);
  for (int a = 1; a < NAIVE_ACTIONS; a++) {
    naive_product(silent, lts->step[a], lts->states, half);
    naive_product(half, silent, lts->states, weak->step[a]);
  }
}

// Can t answer all moves of s? Moves and answers may come from two systems
// over the same states.
static inline bool naive_answers(const struct naive *moves,
                                 const struct naive *answers,
                                 const naive_matrix related, int s, int t) {
  for (int a = 0; a < NAIVE_ACTIONS; a++)
    for (int u = 0; u < moves->states; u++) {
      bool answered = !moves->step[a][s][u];
      for (int v = 0; v < moves->states && !answered; v++)
        answered = answers->step[a][t][v] && related[u][v];
      if (!answered)
        return false;
    }
  return true;
}

// The greatest (bi)simulation.
static inline void naive_simulation(const struct naive *moves,
                                    const struct naive *answers, bool both,
                                    naive_matrix related) {
  int n = moves->states;
  memset(related, 1, sizeof(naive_matrix));
  for (bool changed = true; changed;) {
    changed = false;
    for (int s = 0; s < n; s++)
      for (int t = 0; t < n; t++)
        if (related[s][t] && (!naive_answers(moves, answers, related, s, t) ||
                              (both && !related[t][s]))) {
          related[s][t] = false;
          changed = true;
        }
  }
}

// Can t answer s -a-> u in the sense of branching bisimulation? It goes
// silently through states related to s only.
static inline bool naive_branching_answer(const struct naive *lts,
                                          const naive_matrix related, int s,
                                          int a, int u, int t) {
  bool way[NAIVE_STATES] = {false};
  if (a == 0 && related[u][t])
    return true;
  way[t] = related[s][t];
  for (int round = 0; round < lts->states; round++)
    for (int v = 0; v < lts->states; v++)
      for (int w = 0; way[v] && w < lts->states; w++)
        if (lts->step[0][v][w] && related[s][w])
          way[w] = true;
  for (int v = 0; v < lts->states; v++)
    for (int w = 0; way[v] && w < lts->states; w++)
      if (lts->step[a][v][w] && related[u][w])
        return true;
  return false;
}

static inline bool naive_branching_ok(const struct naive *lts,
                                      const naive_matrix related, int s,
                                      int t) {
  for (int a = 0; a < NAIVE_ACTIONS; a++)
    for (int u = 0; u < lts->states; u++)
      if (lts->step[a][s][u] &&
          !naive_branching_answer(lts, related, s, a, u, t))
        return false;
  return true;
}

static inline void naive_branching(const struct naive *lts,
                                   naive_matrix related) {
  int n = lts->states;
  memset(related, 1, sizeof(naive_matrix));
  for (bool changed = true; changed;) {
    changed = false;
    for (int s = 0; s < n; s++)
      for (int t = 0; t < n; t++)
        if (related[s][t] &&
            (!related[t][s] || !naive_branching_ok(lts, related, s, t))) {
          related[s][t] = false;
          changed = true;
        }
  }
}

// Is there an endless silent path from s inside its class?
static inline bool naive_diverges(const struct naive *lts,
                                  const naive_matrix related, int s) {
  naive_matrix inside = {{false}};
  int n = lts->states;
  for (int u = 0; u < n; u++)
    for (int v = 0; v < n; v++)
      inside[u][v] = lts->step[0][u][v] && related[s][u] && related[s][v];
  naive_close(inside, n);
  for (int u = 0; u < n; u++)
    if ((u == s || inside[s][u]) && inside[u][u])
      return true;
  return false;
}

// Branching bisimulation with explicit divergence: by turns, remove pairs that
// only one of which diverges inside its class, and shrink to a branching
// bisimulation. Each stage is an equivalence that is too coarse or right.
static inline void naive_divergence(const struct naive *lts,
                                    naive_matrix related) {
  int n = lts->states;
  memset(related, 1, sizeof(naive_matrix));
  for (bool changed = true; changed;) {
    bool diverges[NAIVE_STATES];
    changed = false;
    for (int s = 0; s < n; s++)
      diverges[s] = naive_diverges(lts, related, s);
    for (int s = 0; s < n; s++)
      for (int t = 0; t < n; t++)
        if (related[s][t] && diverges[s] != diverges[t]) {
          related[s][t] = false;
          changed = true;
        }
    for (bool shrunk = true; shrunk;) {
      shrunk = false;
      for (int s = 0; s < n; s++)
        for (int t = 0; t < n; t++)
          if (related[s][t] &&
              (!related[t][s] || !naive_branching_ok(lts, related, s, t))) {
            related[s][t] = false;
            shrunk = changed = true;
          }
    }
  }
}

// Traces: sets of states as bits.

static inline uint32_t naive_post(const struct naive *lts, uint32_t set,
                                  int action) {
  uint32_t next = 0;
  for (int s = 0; s < lts->states; s++)
    for (int t = 0; (set >> s & 1) && t < lts->states; t++)
      if (lts->step[action][s][t])
        next |= 1u << t;
  return next;
}

static inline uint32_t naive_closure(const struct naive *lts, uint32_t set,
                                     bool weak) {
  for (uint32_t before = 0; weak && before != set;) {
    before = set;
    set |= naive_post(lts, set, 0);
  }
  return set;
}

static inline uint32_t naive_after(const struct naive *lts, uint32_t set,
                                   int action, bool weak) {
  return naive_closure(lts, naive_post(lts, set, action), weak);
}

// The length of a shortest trace of a that b does not have, -1 if there is
// none: breadth first over pairs of sets, no cleverness.
static inline int naive_inclusion(const struct naive *a, const struct naive *b,
                                  bool weak) {
  enum { MOST = 1 << 14 };
  static uint32_t queue[MOST][2];
  static int depth[MOST];
  int count = 0;
  queue[count][0] = naive_closure(a, 1u << a->initial, weak);
  queue[count][1] = naive_closure(b, 1u << b->initial, weak);
  depth[count++] = 0;
  for (int k = 0; k < count; k++)
    for (int l = weak ? 1 : 0; l < NAIVE_LABELS; l++) {
      uint32_t x = naive_after(a, queue[k][0], l, weak);
      uint32_t y = naive_after(b, queue[k][1], l, weak);
      if (x && !y)
        return depth[k] + 1;
      int seen = x ? 0 : count;
      while (seen < count && (queue[seen][0] != x || queue[seen][1] != y))
        seen++;
      if (!x || seen < count)
        continue;
      assert_true(count < MOST);
      queue[count][0] = x;
      queue[count][1] = y;
      depth[count++] = depth[k] + 1;
    }
  return -1;
}

// Same states, steps, kinds, initial state and alphabet, under one table.
static inline bool same_kinds(const struct lts *a, const struct lts *b) {
  for (uint32_t s = 0; s < a->state_count; s++)
    if (lts_kind(a, s) != lts_kind(b, s))
      return false;
  return true;
}

static inline bool lts_equal(const struct lts *a, const struct lts *b) {
  return a->actions == b->actions && a->state_count == b->state_count &&
         a->step_count == b->step_count && a->initial == b->initial &&
         !memcmp(a->first, b->first,
                 (a->state_count + 1u) * sizeof *a->first) &&
         !memcmp(a->steps, b->steps, a->step_count * sizeof *a->steps) &&
         same_kinds(a, b) && bitset_equal(&a->alphabet, &b->alphabet);
}

#endif
