#include "lts/play.h"

#include "base/check.h"
#include "lts/levels.h"
#include "lts/weak.h"

struct maker {
  const struct play_rules *rules;
  struct lts_step_vec moves;
  struct lts_step_vec answers;
  struct tau_walk walk; // branching: from the defender's state
};

static uint32_t rank(const struct maker *maker, uint8_t side, uint32_t mine,
                     uint32_t other) {
  return side ? maker->rules->rank(maker->rules->data, other, mine)
              : maker->rules->rank(maker->rules->data, mine, other);
}

static void list_steps(const struct maker *maker, uint32_t state,
                       struct action action, bool weak,
                       struct lts_step_vec *out) {
  lts_step_vec_clear(out);
  if (weak) {
    lts_weak_steps(maker->rules->lts, state, action, out);
    return;
  }
  struct lts_step_range range =
      action_is_none(action) ? lts_steps(maker->rules->lts, state)
                             : lts_steps_by(maker->rules->lts, state, action);
  lts_step_vec_append(out, range.begin, (uint32_t)(range.end - range.begin));
}

// Strong and weak rules: a round is won by a move all of whose answers have a
// lower rank.

// Fills in the longest-lasting answer to a move. False if some answer leads to
// a pair that is not of lower rank than `limit`.
static bool answer_step(struct maker *maker, struct play_round *round,
                        uint32_t defender, uint32_t limit) {
  uint32_t best = 0;
  round->answer = PLAY_NO_ANSWER;
  list_steps(maker, defender, round->action, maker->rules->weak_answers,
             &maker->answers);
  for (uint32_t i = 0; i < maker->answers.count; i++) {
    uint32_t target = maker->answers.at[i].target;
    uint32_t value = rank(maker, round->side, round->to, target);
    if (value >= limit)
      return false;
    if (round->answer == PLAY_NO_ANSWER || value > best) {
      round->answer = PLAY_STEP;
      round->answer_to = target;
      round->middle = defender;
      best = value;
    }
  }
  return true;
}

static bool win_on_side(struct maker *maker, struct play_round *round,
                        uint8_t side, uint32_t limit) {
  list_steps(maker, round->at[side], (struct action){0},
             maker->rules->weak_moves, &maker->moves);
  for (uint32_t i = 0; i < maker->moves.count; i++) {
    round->side = side;
    round->action = maker->moves.at[i].action;
    round->to = maker->moves.at[i].target;
    if (answer_step(maker, round, round->at[1 - side], limit))
      return true;
  }
  return false;
}

// Branching rules. Let k be the rank of (s, t). Over the blocks of round k-1
// one of them, say s, can go silently inside its block to some s' and there
// make a step (a, block of s'') that the other cannot make in this way. The
// challenger walks to s' and makes that step. While it walks the rank of the
// pair does not grow and the way left gets shorter, so the play ends.

static bool together(const struct maker *maker, uint32_t s, uint32_t t,
                     uint32_t k) {
  return maker->rules->rank(maker->rules->data, s, t) >= k;
}

// Whether a step leaves the block of round k-1, or is visible.
static bool leaves(const struct maker *maker, uint32_t from,
                   struct lts_step step, uint32_t k) {
  return !action_is_tau(step.action) || !together(maker, from, step.target, k);
}

// Can `state`, going silently inside its block, make a step like this one?
static bool can_match(struct maker *maker, uint32_t state,
                      struct lts_step wanted, uint32_t k) {
  const struct lts *lts = maker->rules->lts;
  struct tau_walk *walk = &maker->walk;
  tau_walk_begin(walk);
  tau_walk_add(walk, state, STATE_NONE);
  for (uint32_t i = 0; i < walk->reached.count; i++) {
    uint32_t here = walk->reached.at[i];
    struct lts_step_range range = lts_steps(lts, here);
    for (const struct lts_step *step = range.begin; step < range.end; step++) {
      if (!leaves(maker, here, *step, k))
        tau_walk_add(walk, step->target, here);
      else if (action_equal(step->action, wanted.action) &&
               together(maker, step->target, wanted.target, k))
        return true;
    }
  }
  return false;
}

// The states that `state` reaches silently inside its block, nearest first.
static struct u32_vec walk_inside(struct maker *maker, uint32_t state,
                                  uint32_t k, struct u32_vec *before) {
  struct u32_vec reached = {0};
  const struct lts *lts = maker->rules->lts;
  struct tau_walk *walk = &maker->walk;
  tau_walk_begin(walk);
  tau_walk_add(walk, state, STATE_NONE);
  for (uint32_t i = 0; i < walk->reached.count; i++) {
    uint32_t here = walk->reached.at[i];
    struct lts_step_range silent = lts_steps_by(lts, here, action_tau);
    for (const struct lts_step *step = silent.begin; step < silent.end; step++)
      if (!leaves(maker, here, *step, k))
        tau_walk_add(walk, step->target, here);
  }
  u32_vec_append(&reached, walk->reached.at, walk->reached.count);
  for (uint32_t i = 0; i < reached.count; i++)
    u32_vec_push(before, walk->from[reached.at[i]]);
  return reached;
}

static uint32_t index_of(const struct u32_vec *list, uint32_t state) {
  uint32_t i = 0;
  while (list->at[i] != state)
    i++;
  return i;
}

// The challenger's next step on this side, if it has a step to show.
static bool find_step(struct maker *maker, struct play_round *round,
                      uint8_t side, uint32_t k) {
  const struct lts *lts = maker->rules->lts;
  struct u32_vec before = {0};
  struct u32_vec inside = walk_inside(maker, round->at[side], k, &before);
  bool found = false;
  for (uint32_t i = 0; !found && i < inside.count; i++) {
    struct lts_step_range range = lts_steps(lts, inside.at[i]);
    for (const struct lts_step *step = range.begin; !found && step < range.end;
         step++) {
      if (!leaves(maker, inside.at[i], *step, k) ||
          can_match(maker, round->at[1 - side], *step, k))
        continue;
      found = true;
      round->side = side;
      round->action = step->action;
      round->to = step->target;
      // Not there yet: the first silent step of the way.
      uint32_t at = inside.at[i];
      for (; at != round->at[side]; at = before.at[index_of(&inside, at)]) {
        round->action = action_tau;
        round->to = at;
      }
    }
  }
  u32_vec_release(&inside);
  u32_vec_release(&before);
  return found;
}

struct reply {
  enum play_answer answer;
  uint32_t middle, to;
  uint32_t value; // rank of the pair the challenger goes on with
  bool goes_back;
  uint32_t back_to;
};

// What the challenger makes of an answer: the pair it goes on with.
static void judge(const struct maker *maker, const struct play_round *round,
                  struct reply *reply, uint32_t k) {
  reply->goes_back = false;
  reply->value = rank(maker, round->side, round->to, reply->to);
  bool is_walking = action_is_tau(round->action) &&
                    together(maker, round->at[round->side], round->to, k);
  if (reply->value < k || (is_walking && reply->value == k))
    return;
  uint32_t mine = round->at[round->side];
  for (uint32_t u = reply->middle; u != STATE_NONE; u = maker->walk.from[u])
    if (rank(maker, round->side, mine, u) < k) {
      reply->goes_back = true;
      reply->back_to = u;
      reply->value = rank(maker, round->side, mine, u);
      return;
    }
  BUG("an answer that the challenger cannot refute");
}

static void consider(const struct maker *maker, struct play_round *round,
                     struct reply reply, uint32_t k, uint32_t *best) {
  judge(maker, round, &reply, k);
  if (round->answer != PLAY_NO_ANSWER && reply.value <= *best)
    return;
  *best = reply.value;
  round->answer = reply.answer;
  round->middle = reply.middle;
  round->answer_to = reply.to;
  round->goes_back = reply.goes_back;
  round->back_to = reply.back_to;
}

// The silent ways of the defender, those inside its block first: a state that
// can be reached inside is not reached otherwise.
static void walk_defender(struct maker *maker, uint32_t defender, uint32_t k) {
  struct tau_walk *walk = &maker->walk;
  tau_walk_begin(walk);
  tau_walk_add(walk, defender, STATE_NONE);
  for (uint32_t i = 0; i < walk->reached.count; i++) {
    uint32_t here = walk->reached.at[i];
    struct lts_step_range silent =
        lts_steps_by(maker->rules->lts, here, action_tau);
    for (const struct lts_step *step = silent.begin; step < silent.end; step++)
      if (!leaves(maker, here, *step, k))
        tau_walk_add(walk, step->target, here);
  }
  tau_walk_close(walk);
}

static void answer_branching(struct maker *maker, struct play_round *round,
                             uint32_t k) {
  uint32_t defender = round->at[1 - round->side], best = 0;
  round->answer = PLAY_NO_ANSWER;
  walk_defender(maker, defender, k);
  if (action_is_tau(round->action))
    consider(
        maker, round,
        (struct reply){.answer = PLAY_STAY, .middle = defender, .to = defender},
        k, &best);
  for (uint32_t i = 0; i < maker->walk.reached.count; i++) {
    uint32_t middle = maker->walk.reached.at[i];
    struct lts_step_range range =
        lts_steps_by(maker->rules->lts, middle, round->action);
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      consider(maker, round,
               (struct reply){
                   .answer = PLAY_STEP, .middle = middle, .to = step->target},
               k, &best);
  }
}

// Rounds

static void make_round(struct maker *maker, struct play_round *round) {
  uint32_t k =
      maker->rules->rank(maker->rules->data, round->at[0], round->at[1]);
  bool won;
  CHECK(k != RANK_NEVER, "no play: the states are related");
  if (maker->rules->branching) {
    won = find_step(maker, round, 0, k) || find_step(maker, round, 1, k);
    if (won)
      answer_branching(maker, round, k);
  } else {
    won = win_on_side(maker, round, 0, k) ||
          (maker->rules->both_sides && win_on_side(maker, round, 1, k));
  }
  CHECK(won, "no winning move from states %u and %u", round->at[0],
        round->at[1]);
}

static struct play_round next_round(const struct play_round *round) {
  struct play_round next = {0};
  next.at[round->side] = round->goes_back ? round->at[round->side] : round->to;
  next.at[1 - round->side] =
      round->goes_back ? round->back_to : round->answer_to;
  return next;
}

// From states of the union to states of A and B.
static struct play_round separate(struct play_round round, uint32_t shift) {
  uint32_t mine = round.side ? shift : 0, other = shift - mine;
  round.at[1] -= shift;
  round.to -= mine;
  round.middle -= round.answer == PLAY_NO_ANSWER ? 0 : other;
  round.answer_to -= round.answer == PLAY_NO_ANSWER ? 0 : other;
  round.back_to -= round.goes_back ? other : 0;
  return round;
}

void play_make(const struct play_rules *rules, uint32_t a, uint32_t b,
               struct play *play) {
  struct maker maker = {.rules = rules};
  tau_walk_init(&maker.walk, rules->lts);
  struct play_round round = {.at = {a, b}};
  for (;;) {
    make_round(&maker, &round);
    play_push(play, separate(round, rules->shift));
    if (round.answer == PLAY_NO_ANSWER)
      break;
    round = next_round(&round);
  }
  tau_walk_release(&maker.walk);
  lts_step_vec_release(&maker.moves);
  lts_step_vec_release(&maker.answers);
}
