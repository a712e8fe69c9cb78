// Memory of a whole program as regions, before anything is inlined.
//
// region.h cuts the memory of one component; this is the same question about
// all procedures of a program, recursive ones too, answered from the points-to
// analysis: which bytes are always accessed together, and which accesses can
// meet at all.
//
//   - Bytes of an object that some load, store or update touches together are
//     in one region; offsets are normalised (points_to.h), so the elements of
//     an array, or a field of all of them, are one region. Copies and fills
//     touch regions, but do not join them.
//   - A region that is always accessed at one offset with one width is a
//     VARIABLE if there is one such place in memory, otherwise an ARRAY of that
//     width, indexed by address. Anything else is BYTES.
//   - An object that is accessed at an unknown offset is one region.
//   - All objects that escape to code that we do not see are one region,
//   SHARED,
//     if some access may go anywhere; so is memory that is not the program's.
//
// No two accesses whose regions are disjoint ever touch the same byte, under
// the assumptions of the points-to analysis. Frame objects of procedures that
// may be active more than once, and all that is allocated, stand for many.
#ifndef VOUCH_POINTSTO_PARTITION_H
#define VOUCH_POINTSTO_PARTITION_H

#include "pointsto/points_to.h"

enum partition_kind {
  PARTITION_VARIABLE,
  PARTITION_ARRAY,
  PARTITION_BYTES,
  PARTITION_SHARED, // at most one region
};

struct partition_region {
  enum partition_kind kind;
  struct target at;  // where it begins; of SHARED: UNKNOWN
  uint64_t width;    // in bytes, of VARIABLE and ARRAY
  uint32_t bytes;    // normalised ones that belong to it
  uint64_t accesses; // edges that may touch it
};

VEC_DEFINE(partition_region_vec, struct partition_region);

struct partition_figures {
  uint64_t accesses;    // loads, stores, updates; copies and fills by end
  uint64_t region_sum;  // regions over all accesses
  uint64_t region_most; // of one access
  uint64_t shared;      // accesses that may go to SHARED
  uint64_t shared_objects;
};

struct partition {
  const struct points_to *analysis;
  struct partition_region_vec regions; // by object and offset, SHARED first
  struct partition_figures figures;
};

// The analysis is borrowed.
void partition_init(struct partition *partition, const struct program *program,
                    const struct points_to *analysis);
void partition_release(struct partition *partition);

// One line for each region.
void partition_print(const struct partition *partition, struct strbuf *out);
void partition_print_figures(const struct partition *partition,
                             struct strbuf *out);

#endif
