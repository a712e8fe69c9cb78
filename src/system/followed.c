#include "system/followed.h"

#include <stdlib.h>

#include "base/memory.h"

enum { BEFORE, ASIDE, FIRST };

static void push(struct lts_step_vec *into, struct action action,
                 uint32_t target) {
  lts_step_vec_push(into, (struct lts_step){action, target});
}

static void take(struct followed *followed, struct follow_step step,
                 struct lts_step_vec *into) {
  const struct question *question = followed->finite.question;
  enum role role = question_role(question, step.edge);
  if (role != ROLE_STEP && role != ROLE_UNSUPPORTED)
    return;
  struct edge_label label = edge_label(&followed->labels, question, step.edge);
  if (!action_is_none(label.aside))
    push(into, label.aside, ASIDE);
  if (!action_is_none(label.step) && step.target != FOLLOW_NOWHERE) {
    push(into, label.step, step.target + FIRST);
    bitset_add(&followed->performed, label.step.id);
  }
}

static bool steps(void *context, uint32_t state, struct lts_step_vec *into) {
  struct followed *followed = context;
  struct follow_step_vec *found = &followed->steps;
  if (state == ASIDE)
    return true;
  follow_step_vec_clear(found);
  bool ok = state == BEFORE
                ? follow_start(followed->follow, found)
                : follow_steps(followed->follow, state - FIRST, found);
  for (uint32_t i = 0; i < found->count && ok; i++) {
    if (state == BEFORE)
      push(into, action_tau, found->at[i].target + FIRST);
    else
      take(followed, found->at[i], into);
  }
  return ok;
}

struct row_source followed_source(struct followed *followed) {
  return (struct row_source){followed, BEFORE, steps};
}

struct followed *followed_new(const struct labelled *labelled,
                              const struct edge_labels *labels,
                              const struct finite_limits *limits) {
  struct followed *followed = memory_new_zero(1, sizeof *followed);
  followed->actions = labelled_actions(labelled);
  followed->labels = *labels;
  followed->labels.edges = followed->actions;
  followed->limits = *limits;
  finite_init(&followed->finite, labelled->question);
  followed->follow =
      follow_new(&followed->finite, followed->actions, &followed->limits);
  return followed;
}

void followed_free(struct followed *followed) {
  if (!followed)
    return;
  follow_free(followed->follow);
  finite_release(&followed->finite);
  follow_step_vec_release(&followed->steps);
  bitset_release(&followed->performed);
  free(followed->actions);
  free(followed);
}
