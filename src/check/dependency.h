// Which procedure abstractions the proof of another one rests on (seed 000,
// section 3.4): a procedure is proved against its own abstraction with the
// abstractions of what it calls as assumptions.
//
// f rests on g when code of f, or of a function without an abstraction that it
// calls, may call g. Through a pointer any function may be called whose address
// is taken somewhere.
//
// Circular assumptions are sound for what is proved here, by induction on the
// depth of calls: every trace is finite. They say nothing about termination, so
// they are told.
#ifndef VOUCH_CHECK_DEPENDENCY_H
#define VOUCH_CHECK_DEPENDENCY_H

#include "spec/spec.h"

struct dependencies {
  const struct spec *spec;
  struct bitset *rests_on; // by procedure abstraction: others, and itself
  struct u32_vec order;    // abstractions, what is rested on first
};

void dependencies_init(struct dependencies *dependencies,
                       const struct spec *spec);
void dependencies_release(struct dependencies *dependencies);

// Does the proof of the abstraction rest on itself, if only through others?
bool dependencies_is_circular(const struct dependencies *dependencies,
                              uint32_t proc);
// Do the two rest on each other?
bool dependencies_are_mutual(const struct dependencies *dependencies,
                             uint32_t a, uint32_t b);

#endif
