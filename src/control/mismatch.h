// Why control alone makes a path impossible: seed 002, section 5, figure 4,
// lines 11 to 14.
//
// The figure goes through all k, i, j, l such that
//
//   SafeInd(true^k (pc_i = l)^j false^(n-k-j+1), path)
//
// holds. The first transition of the middle part must put thread i at l, or it
// is where the thread is at the start (k = 0); others leave it there; and the
// one that ends the part starts elsewhere, at l', or the error does, at the end
// (line 13). So it suffices to follow each thread: where a step that starts at
// l' is taken by a thread that is at l, the two are a mismatch, and whoever
// tells them apart excludes the path. The thread is taken to go on from l'.
//
// To the letter the middle part could also go on beyond the first step that
// contradicts it, up to a later one; those pairs are left out, as they are in
// the example of section 2: telling them apart excludes nothing.
#ifndef VOUCH_CONTROL_MISMATCH_H
#define VOUCH_CONTROL_MISMATCH_H

#include "control/steps.h"
#include "solver/colour.h"

// A path, as far as control goes: what is asked and moved, one after the other.
struct control_event {
  bool asks; // otherwise it moves
  struct control_at at;
};

VEC_DEFINE(control_event_vec, struct control_event);

struct control_path {
  struct control_event_vec events;
  struct u32_vec initial; // by thread: its place at the start
  struct u32_vec error;   // by thread: where it must be at the end, or
                          // CONTROL_ANYWHERE; none at all: anywhere
};

enum { CONTROL_ANYWHERE = UINT32_MAX };

void control_path_release(struct control_path *path);
// Of edges of a loop; the error is what the last one does, wherever others are.
void control_path_of(struct control_path *path,
                     const struct control_steps *steps,
                     const struct edge_id_vec *edges);

// Appends the mismatches, each once, the smaller place first.
void control_mismatches(const struct control_path *path,
                        struct colour_pair_vec *into);

#endif
