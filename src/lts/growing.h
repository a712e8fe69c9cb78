// The search of a composition whose parts grow with it (rows.h).
//
// The composition and the questions are those of joint.h; but the states of a
// part come into being when the composition comes there. So a part may have
// more states than anybody could count, as long as the other parts keep it to
// few: a counter that its partner bounds, a queue that is only ever filled in
// order. And parts have no silent steps.
//
// Besides, steps that can wait are put off (ample.h). A trace that is found is
// one of the composition, though not always a shortest one.
//
// Both questions can be asked at once: a specification, and no deadlock.
//
// Representation: packed tuples of the numbers of the parts' states and of the
// specification's subset, as in joint.h. A field has more bits when its part
// has more states.
#ifndef VOUCH_LTS_GROWING_H
#define VOUCH_LTS_GROWING_H

#include "lts/joint.h"
#include "lts/rows.h"

struct growing; // opaque

struct growing_part {
  struct row_source source;
  const struct bitset
      *alphabet; // and its ways to wait; must outlive the search
};

struct growing_question {
  struct joint_question joint; // specification: may be null
  bool asks_deadlock;
  bool reduces; // steps that can wait are put off
};

struct growing *growing_new(const struct growing_part *parts, uint32_t count,
                            const struct growing_question *question,
                            struct action_table *actions);
void growing_free(struct growing *growing);

// As joint_run. BLIND: a source could not tell.
enum joint_answer growing_run(struct growing *growing, uint64_t limit);

// After FAILS: trace, what was allowed instead, and how parts wait.
struct joint_witness growing_witness(const struct growing *growing);
struct joint_counts growing_counts(const struct growing *growing);
// Can the part go on silently for ever, as far as the search came?
bool growing_loops_silently(const struct growing *growing, uint32_t part);

#endif
