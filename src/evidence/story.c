#include "evidence/story.h"

struct story_round *story_add(struct story *story) {
  if (story->count++ >= MOST_STORY_ROUNDS)
    return NULL;
  story_round_vec_push(&story->rounds, (struct story_round){0});
  return story_round_vec_last(&story->rounds);
}

struct story_round *story_last(struct story *story) {
  return story->count && story->count == story->rounds.count
             ? story_round_vec_last(&story->rounds)
             : NULL;
}

void story_add_line(struct story_round *round, struct position position) {
  struct position_vec *path = &round->path;
  const struct position *last = path->count ? position_vec_last(path) : NULL;
  bool is_same = last && last->line == position.line &&
                 name_equal(last->file, position.file);
  if (position_is_known(position) && !is_same && path->count < MOST_STORY_LINES)
    position_vec_push(path, position);
}

void story_release(struct story *story) {
  for (uint32_t i = 0; i < story->rounds.count; i++) {
    struct story_round *round = &story->rounds.at[i];
    position_vec_release(&round->path);
    name_vec_release(&round->actions);
    claim_vec_release(&round->because);
    claim_vec_release(&round->added);
  }
  story_round_vec_release(&story->rounds);
}
