// A trace as formulas, as newton.c writes it and the ways to get predicates
// from it (newton_predicates.c, newton_nested.c) read it.
#ifndef VOUCH_SLAM_NEWTON_INTERNAL_H
#define VOUCH_SLAM_NEWTON_INTERNAL_H

#include "base/map.h"
#include "slam/newton.h"

NUMBER_MAP_DEFINE(version_map, uint32_t, struct term);
NUMBER_MAP_DEFINE(event_map, uint32_t, uint32_t);

// Values of an activation's own variables.
struct frame {
  uint32_t part;
  struct version_map own;
  struct term_vec formals; // their values at the entry, in order
};

VEC_DEFINE(frame_vec, struct frame);

// What variables are called behind an event, for reading formulas back.
struct reading {
  uint32_t part;
  struct term_vec versions;
  struct term_vec names; // variables of the program, or ghosts
};

struct newton {
  const struct parts *parts;
  struct program *program;
  struct term_table *terms;
  struct solver *solver;
  const struct event_vec *events;
  struct version_map shared;
  struct frame_vec frames;
  struct term *formulas;    // by event
  struct reading *readings; // by event: behind it
  struct event_map written; // by version: the event that gives it its value
  struct version_map known; // by version: a value that is a constant
  struct u32_vec core;      // events
};

#endif
