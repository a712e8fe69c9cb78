// Where nodes lead to: what is known of pointers in memory that one site of the
// program allocates again and again, lists say.
//
// Such memory is an array for each field, by where a node begins in the area of
// its site, and a top, how much of the area is used (memory/region.h). Nodes
// are numbered so in the order in which they were made, which is what a walk
// along a list can be measured by: a list that grows at its head leads from
// later nodes to earlier ones, one that grows at its end from earlier ones to
// later ones. That is a condition on every node. It is proved of one, at an
// index that is a variable of its own, which nothing writes, and then holds of
// all: where rounds read an array it is used for the index that they read at.
//
// What is tried, at every cut point: that every node leads to an earlier one of
// its area, or to a later one, or nowhere; the same of nodes up to, behind, or
// other than the one that a pointer is at (lists that are reversed or built);
// that a pointer is null or at a node; that one pointer is at an earlier node
// than another. Of these those are kept that hold at the entry and are
// inductive together (Houdini, see refine/lemma.h), in rounds in which signed
// numbers wrap. Tops are taken to stay below 2^62.
#ifndef VOUCH_RANK_NODES_H
#define VOUCH_RANK_NODES_H

#include "base/poll.h"
#include "check/component.h"
#include "rank/loose.h"
#include "solver/solver.h"

// Memory of one site: nodes of one kind.
struct node_area {
  struct term base; // address
  struct term top;
  uint64_t stride; // from one node to the next, a power of two
};

VEC_DEFINE(node_area_vec, struct node_area);

struct nodes {
  struct effects *effects;
  const struct blocks *blocks; // the loose ones; borrowed
  const struct bitset *relevant;
  struct node_area_vec areas;
  struct term_vec arrays;   // of pointers
  struct u32_vec area_of;   // by array
  struct term_vec pointers; // variables that may be at nodes
  struct term index;        // any node
  struct term_vec *at;      // by cut point: what holds there, of any node if it
                            // speaks of the index
};

// False when there is no such memory: nothing has to be released then.
bool nodes_init(struct nodes *nodes, const struct component *component,
                const struct loose *loose);
void nodes_release(struct nodes *nodes);
// Finds what is known, with at most so many units of the solver's. Simple
// conditions alone, or all that are tried.
void nodes_learn(struct nodes *nodes, bool is_more, struct poll poll,
                 uint64_t units);

// What is known at the cut point of what the terms read, without what mentions
// a variable in the set (by id).
struct term nodes_known(const struct nodes *nodes, uint32_t cut,
                        const struct term_vec *reading,
                        const struct bitset *without);
// What has to be impossible for it to be known, appended condition by
// condition.
void nodes_claims(const struct nodes *nodes, struct term_vec *claims);

#endif
