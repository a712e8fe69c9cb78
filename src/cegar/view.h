// The predicate LTS of a component that was checked: the component alone,
// without its specification, under the predicates that the check chose.
#ifndef VOUCH_CEGAR_VIEW_H
#define VOUCH_CEGAR_VIEW_H

#include "cegar/cegar.h"
#include "lts/lts.h"

enum { VIEW_STATE_LIMIT = 1000000 };

// With the predicates that the loop has chosen so far, or with none but those
// that the returns of the specification need. The component must have a
// specification. Null when there are too many states.
struct lts *view_predicate_lts(const struct cegar *cegar, bool with_chosen);

#endif
