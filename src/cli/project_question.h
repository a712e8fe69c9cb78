// What is asked about each function of a project.
//
// A question is what `vouch check --function f` would be asked with the same
// options, or a rule: a process of a specification that the function has to
// refine.
#ifndef VOUCH_CLI_PROJECT_QUESTION_H
#define VOUCH_CLI_PROJECT_QUESTION_H

#include "base/options.h"

struct project_question {
  struct strbuf text; // how it is told: `--deref --nonnull`, `rule MUTEX`
  struct strbuf key;  // everything that its answer depends on but the unit
  const char *rule;   // or null
};

VEC_DEFINE(project_question_vec, struct project_question);

// Those that the options ask. False, after telling why, when a specification
// cannot be read.
bool project_questions(const struct options *options,
                       struct project_question_vec *into);
void project_questions_release(struct project_question_vec *questions);

#endif
