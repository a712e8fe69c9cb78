// Where summaries get their images from. A `.bp` file is one source; predicate
// abstraction of C can be another.
//
// Three kinds of sets, all decision diagrams of one manager:
//
//   valuations  of what a part sees when it is entered
//   paths       pairs (valuation at the entry, valuation now) of one part
//   summary     pairs (valuation at the entry, what a return gives)
//
// Going forward, images are exact unions: an image of a union is the union of
// the images. Going back, each question is about one pair, the target, and is
// answered by the pairs of `paths` that lead to it; never by none if the
// target came from these paths.
#ifndef VOUCH_BP_SOURCE_H
#define VOUCH_BP_SOURCE_H

#include "solver/dd.h"

struct bp_source {
  void *context;
  struct dd_manager *dd;

  // Forward
  struct dd (*initial)(void *context); // valuations of the main part
  struct dd (*begin)(void *context, uint32_t part, struct dd valuations);
  struct dd (*image)(void *context, uint32_t step, struct dd paths);
  struct dd (*enter)(void *context, uint32_t call, struct dd paths);
  struct dd (*finish)(void *context, uint32_t returning, struct dd paths);
  struct dd (*leave)(void *context, uint32_t call, struct dd paths,
                     struct dd summary);

  // Those paths that begin with one of the valuations.
  struct dd (*from)(void *context, uint32_t part, struct dd paths,
                    struct dd valuations);

  // Back: over a step, from the callee's entry to a call, from a summary to a
  // return, from behind a call to the call.
  struct dd (*before)(void *context, uint32_t step, struct dd paths,
                      struct dd target);
  struct dd (*before_enter)(void *context, uint32_t call, struct dd paths,
                            struct dd valuation);
  struct dd (*before_finish)(void *context, uint32_t returning, struct dd paths,
                             struct dd target);
  struct dd (*before_leave)(void *context, uint32_t call, struct dd paths,
                            struct dd summary, struct dd target);
  // What of the summary leads from one path to the target.
  struct dd (*used)(void *context, uint32_t call, struct dd path,
                    struct dd summary, struct dd target);
  // The valuation at the entry of one path.
  struct dd (*entry_of)(void *context, uint32_t part, struct dd path);

  // One of a set that is not empty.
  struct dd (*pick_path)(void *context, uint32_t part, struct dd paths);
  struct dd (*pick_summary)(void *context, uint32_t part, struct dd summary);
  // The valuation now, of one path.
  uint32_t (*valuation_size)(void *context, uint32_t part);
  void (*valuation)(void *context, uint32_t part, struct dd path, bool *values);
};

#endif
