// Where the edges of an automaton that a pass made come from.
//
// A provenance says for each edge which edges of the automaton that the pass
// started from it stands for: a sequence, in the order in which they are done.
// Most passes make an edge of one edge; merging makes one of several. The
// provenances of passes that follow each other compose, so that from an edge of
// whatever is checked one step leads back to any automaton before it, and with
// the inlining (inline.h: inline_origin) to the procedure as it is written.
//
// A pass marks the edges it makes with numbers (edge.origin), because sealing
// sorts them; they are read once that is done.
//
// Invariant: where every edge stands for one, `steps` is by edge.
#ifndef VOUCH_PROGRAM_PROVENANCE_H
#define VOUCH_PROGRAM_PROVENANCE_H

#include "base/vec.h"
#include "program/program.h"

struct provenance {
  struct u32_vec steps; // sequence after sequence; [0] stands for no edge
  struct u32_vec first; // by edge: where its sequence starts; one more at the
                        // end
};

// By the marks of the edges of a sealed procedure: each is the number of the
// edge it was made of, or an index of `numbers` (may be null), which has it.
void provenance_read(struct provenance *provenance,
                     const struct procedure *made,
                     const struct u32_vec *numbers);
// Each edge is made of itself.
void provenance_same(struct provenance *provenance,
                     const struct procedure *procedure);
// `later` is of an automaton made of the one that `earlier` is of: what the
// edges of the last one were in the first one. Both may be released then.
void provenance_compose(struct provenance *into, const struct provenance *later,
                        const struct provenance *earlier);
void provenance_copy(struct provenance *into, const struct provenance *from);
void provenance_release(struct provenance *provenance);

// Building one: starts it, and appends the sequence of the next edge.
void provenance_begin(struct provenance *provenance);
void provenance_add(struct provenance *provenance, const uint32_t *steps,
                    uint32_t count);

const uint32_t *provenance_steps(const struct provenance *provenance,
                                 struct edge_id edge, uint32_t *count);
// The last of them: for an edge that was made of one, that one.
struct edge_id provenance_last(const struct provenance *provenance,
                               struct edge_id edge);

#endif
