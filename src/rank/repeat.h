// States that a long execution meets again.
//
// An execution with random inputs is followed. When it comes to a loop head
// with the variables that the loop depends on as they were at an earlier visit,
// then what it did in between, however long that was, can be done again and
// again with the same inputs. What is approximated must have had no part in it.
#ifndef VOUCH_RANK_REPEAT_H
#define VOUCH_RANK_REPEAT_H

#include "rank/lasso.h"

// The conditions are those of the program.
bool repeat_find(struct lasso *lasso, const struct term_vec *conditions);

#endif
