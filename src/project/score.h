// What an answer to a task is worth, by the rules of SV-COMP: a proof 2 points, a
// violation 1, what is wrong -32 (a proof of what does not hold) or -16, and
// nothing else anything.
#ifndef VOUCH_PROJECT_SCORE_H
#define VOUCH_PROJECT_SCORE_H

#include <stdbool.h>

enum judgement { JUDGED_RIGHT, JUDGED_WRONG, JUDGED_UNKNOWN, JUDGED_NOT };

struct score {
  enum judgement judgement; // NOT: the task does not say what is right
  int points, most;         // given, and those of the right answer
};

// What is expected and what was answered are words: true, false, or another, or
// empty. Where the task says which part of the property is violated, that is
// `part`, and it has to be the one that was found; otherwise it is empty.
struct score score_of(const char *expected, const char *part,
                      const char *answered, const char *found);

#endif
