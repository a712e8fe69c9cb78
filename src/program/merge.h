// Straight-line code as one edge with a parallel assignment (architecture.md,
// decision 5).
//
// ASSIGN edges that follow each other through locations with one edge in and
// one edge out become a single edge: values are substituted into what reads
// them later. Entry, exit, undefined, locations with a C label and those that
// the caller wants to keep stay. A sequence is cut where a value would be
// larger than MERGE_TREE_SIZE operators or an edge would write more than
// MERGE_BINDINGS variables. Temporaries that nothing reads afterwards are not
// assigned at all, and neither is a variable that keeps its value.
// Where it is asked for, locations with several edges in are passed, too, if
// all of these assign: what follows is then once behind each of them, and there
// are still fewer edges than before. A function that returns in several places
// and its result that is assigned become assignments of each result.
//
// The merged procedure is another form of the one it was made of: it shares
// its variables and objects (procedure.frame), so a state of one is a state
// of the other, dropped temporaries aside. Each of its edges stands for a
// sequence of the original's.
#ifndef VOUCH_PROGRAM_MERGE_H
#define VOUCH_PROGRAM_MERGE_H

#include "base/bitset.h"
#include "base/vec.h"
#include "program/program.h"
#include "program/provenance.h"

enum { MERGE_TREE_SIZE = 200, MERGE_BINDINGS = 64 };

struct merged {
  struct procedure *procedure; // "f (merged)", owned
  const struct procedure *original;
  struct provenance provenance; // edges of the original, at least one each
  struct u32_vec originals;     // by location: that of the original
  struct u32_vec locations;     // by location of the original: that of the
                                // merged one, 0 when there is none
};

struct merge_options {
  const struct bitset *kept; // locations that are not merged away, or null
  bool passes_joins;         // also locations with several edges in
};

// Makes the merged form of a sealed procedure, sealed. Edges carry the
// position of the first edge they stand for.
struct procedure *program_merge(struct program *program,
                                const struct procedure *original,
                                struct merge_options options,
                                struct merged *merged);
void merged_release(struct merged *merged);

#endif
