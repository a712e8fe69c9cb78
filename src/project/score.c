#include "project/score.h"

#include <string.h>

enum {
  RIGHT_TRUE = 2,
  RIGHT_FALSE = 1,
  WRONG_TRUE = -32,
  WRONG_FALSE = -16
};

struct score score_of(const char *expected, const char *part,
                      const char *answered, const char *found) {
  bool holds = !strcmp(expected, "true"), fails = !strcmp(expected, "false");
  bool is_true = !strcmp(answered, "true"), is_false = !strcmp(answered, "false");
  struct score score = {.judgement = JUDGED_UNKNOWN,
                        .most = holds ? RIGHT_TRUE : fails ? RIGHT_FALSE : 0};
  if (!holds && !fails) {
    score.judgement = JUDGED_NOT;
    return score;
  }
  bool is_part = !*part || !strcmp(part, found);
  if ((holds && is_true) || (fails && is_false && is_part)) {
    score.judgement = JUDGED_RIGHT;
    score.points = score.most;
  } else if (is_true || is_false) {
    score.judgement = JUDGED_WRONG;
    score.points = is_true ? WRONG_TRUE : WRONG_FALSE;
  }
  return score;
}
