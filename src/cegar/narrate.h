// The rounds of the loop as a story (evidence/story.h), where one is asked for.
#ifndef VOUCH_CEGAR_NARRATE_H
#define VOUCH_CEGAR_NARRATE_H

#include "cegar/cegar.h"

// An abstraction was searched; `path` leads to the violation, if there is one.
void narrate_search(const struct cegar *cegar, uint32_t predicates,
                    enum reach_outcome outcome, const struct edge_id_vec *path);
// The path of the last round is spurious: the guards of these steps contradict
// each other.
void narrate_spurious(const struct cegar *cegar,
                      const struct edge_id_vec *edges,
                      const struct u32_vec *core);
// What the refinement has now and had not then.
void narrate_added(const struct cegar *cegar, const struct seed_vec *before);

#endif
