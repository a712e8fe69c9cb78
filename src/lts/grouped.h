// The questions of joint.h with composition step by step: parts are composed in
// pairs, what nobody else knows is hidden, and the result is contracted before
// it is composed further. (Compositional minimisation: Graf, Steffen, Lüttgen,
// Formal Aspects of Computing 8, 1996.)
//
// Groups form a forest. A leaf is a part, contracted; another group is the
// composition of two groups, contracted. What is hidden is in no alphabet but
// those of the group's parts, and not in the specification's. Pairs that share
// what can be hidden, and are small, come first. A composition that has more
// states than the limit, or hardly shrinks, is not kept. What is left, one
// group if all went well, is searched by joint.h.
//
// Deadlock: a group waits where both of its members do, and no action that is
// hidden is offered by all that have it. What it offers is what is offered by
// those of the two that have it. It has terminated if both have. Each such
// offer gets an action of its own.
//
// Contraction preserves weak traces, with those to ERROR and those to a way to
// wait, and no more. So a witness is found top down: a run of the remaining
// groups is a trace of each; in the composition (not contracted) of a group's
// members a run with that trace is searched, which gives traces of the members,
// and so on down to the parts. Coming back, the runs of the members are put
// together in the order of the group's. The witness is one of the composition
// of the parts, though not always a shortest one.
#ifndef VOUCH_LTS_GROUPED_H
#define VOUCH_LTS_GROUPED_H

#include <stdint.h>

#include "lts/joint.h"
#include "lts/lts.h"

struct grouped; // opaque

struct grouped_counts {
  uint32_t groups;   // that are left
  uint64_t composed; // states of all compositions of two
  uint64_t largest;  // of the compositions of two
  uint64_t states;   // of the search of what is left
};

// As for joint_new. `limit` is the most states of a composition of two (0:
// 50,000; with 1 the parts are contracted, and that is all).
struct grouped *grouped_new(const struct lts *const *parts, uint32_t count,
                            const struct joint_question *question,
                            uint64_t limit);
void grouped_free(struct grouped *grouped);

// As for joint_run, for what is left.
enum joint_answer grouped_run(struct grouped *grouped, uint64_t limit);
// After JOINT_FAILS; over the parts.
struct joint_witness grouped_witness(const struct grouped *grouped);
struct grouped_counts grouped_counts(const struct grouped *grouped);

#endif
