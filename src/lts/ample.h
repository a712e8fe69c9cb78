// Which steps of a composition have to be looked at: some of them, when the
// others can wait (partial order reduction; persistent sets, Godefroid,
// Partial-Order Methods, 1996, chapter 4; the closing condition as in
// breadth-first search: Bosnacki and Holzmann, SPIN 2005).
//
// A set P of parts is closed if every action that all of its owners in P offer
// now has all its owners in P, or one that does not offer it. Then, whatever
// the other parts do, a step in which a part of P takes part is impossible
// before P itself has moved, except for those that only P takes part in: the
// ample ones, which stay possible and commute with what the others do. So
//
//   - every sequence of steps that has no ample step can be made after one, and
//     leads to the same state; any other has an ample step that can be made
//     first. If ample steps are not visible to the specification, and the
//     others are not put off for ever, no visible trace is lost. They are not
//     if one of the ample steps leads to a state that is new: states are
//     numbered, so a chain of such steps comes to an end, where all steps are
//     taken;
//   - a deadlock that is reached without an ample step would be one in which P
//     still waits as it does now. There is none if some ample action is offered
//     in every way in which its owners can wait, or a part of P cannot wait.
//
// Parts are those of rows.h: what a part decides silently has become several
// steps or ways to wait, and that the argument allows for.
#ifndef VOUCH_LTS_AMPLE_H
#define VOUCH_LTS_AMPLE_H

#include "lts/refusal.h"
#include "lts/rows.h"

struct ample {
  const struct owners *owners;
  const struct lts_wait *waits;
  const struct bitset *visible; // to the specification; or null
  bool asks_deadlock;
  // Scratch
  struct bitset closed, best;
  struct u32_vec pending;
};

void ample_release(struct ample *ample);

// Of the enabled actions, those to be looked at first; they come to the front
// of the list. Returns how many; all of them if none can be put off.
uint32_t ample_choose(struct ample *ample, const struct row *rows,
                      struct lts_action_vec *enabled);

#endif
