// What the files of grouped share: building groups (grouped.c), composing two
// (grouped_pair.c) and finding witnesses (grouped_expand.c).
#ifndef VOUCH_LTS_GROUPED_INTERNAL_H
#define VOUCH_LTS_GROUPED_INTERNAL_H

#include "base/bitset.h"
#include "base/vec.h"
#include "lts/grouped.h"

enum { GROUP_NONE = UINT32_MAX };

// How two members wait together.
struct wait_pair {
  uint32_t first, second, both; // waits
};

VEC_DEFINE(wait_pair_vec, struct wait_pair);

struct group {
  struct lts *lts;            // contracted
  uint32_t part;              // of a leaf, or GROUP_NONE
  uint32_t members[2];        // groups, if it is not a leaf
  struct wait_pair_vec pairs; // of those
};

VEC_DEFINE(group_vec, struct group);
VEC_DEFINE(lts_wait_vec, struct lts_wait);

struct grouped {
  struct action_table *actions;
  const struct lts **parts;
  uint32_t part_count;
  struct joint_question question;
  uint64_t limit;
  struct group_vec groups;
  struct u32_vec active;     // groups that are in no other
  struct lts_wait_vec waits; // those of the question, and of groups
  struct bitset wait_actions;
  struct wait_pair_vec pairs; // of the last composition
  uint64_t composed, largest;
  struct joint *joint; // of the active groups
  const struct lts **joint_parts;
};

// The composition of two systems, with waits as grouped.h says; null if it has
// more states than the limit. `hidden` is what will be hidden in it.
struct lts *grouped_compose(struct grouped *grouped, const struct lts *a,
                            const struct lts *b, const struct bitset *hidden);

// The wait of that action, which must be one.
uint32_t grouped_find_wait(const struct grouped *grouped, struct action action);

#endif
