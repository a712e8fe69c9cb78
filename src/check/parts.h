// A component with kept procedures as parts that call each other.
//
// What is checked elsewhere as one procedure, in which a call of a kept
// procedure is a havoc and the kept bodies start in any state
// (program/inline.h, memory/remove_kept.c), is here a program with procedures
// again: a part for the entry and one for each kept procedure, with locations
// and edges of the one procedure, and calls with what they pass.
//
// A variable is shared, and then there is one of it, or it is an activation's
// own: the locals of a part, and the cells of its frame objects that no other
// activation gets at (memory/activation.h). A call passes values to formals;
// everything else that the callee owns begins with any value. A return gives
// the result to the target, shared variables are what the callee left, and what
// the caller owns is as before. Whatever the callee cannot really change it
// leaves, so that no more needs to be known of what it may change.
//
// The value of a formal at the entry of its activation has a name, its ghost:
// the formal itself if nothing in the part writes it. Shared variables have
// ghosts, too, where they are asked for.
#ifndef VOUCH_CHECK_PARTS_H
#define VOUCH_CHECK_PARTS_H

#include "check/component.h"

struct slam_part {
  struct procedure_id procedure;
  struct location_id entry;
  struct bitset locations;
  struct variable_vec formals;
  struct term_vec ghosts; // of the formals, in their order
  struct variable result; // of a kept one that returns something
  struct bitset own;      // variables, by id
};

VEC_DEFINE(slam_part_vec, struct slam_part);

struct link;

struct parts {
  struct program *program;
  const struct component *component;
  const struct procedure *procedure;
  struct effects *effects;
  struct question *question;      // of all parts: what leads to no violation in
                                  // its own part is asked about, too
  struct slam_part_vec at;        // [0] is the entry's
  const struct kept_call **calls; // by edge, or null
  struct link **links;            // by edge, or null: room for slam/link.h
  struct u32_vec part_of;         // by location; UINT32_MAX: of none
  struct location_id fork;        // from which edges lead into the parts
};

// False when the component cannot be taken apart; `why` says so. The component
// was built without merging, and outlives the parts.
bool parts_init(struct parts *parts, const struct component *component,
                const struct component_options *options, struct strbuf *why);
void parts_release(struct parts *parts);

// Is the variable of the term's one of the part's activation, or shared?
bool parts_owns(const struct parts *parts, uint32_t part,
                struct variable variable);
// Does the edge belong to the part? Edges from the fork lead into one part.
bool parts_has_edge(const struct parts *parts, uint32_t part,
                    struct edge_id edge);
// Does the procedure of the part return where the edge leads?
bool parts_returns(const struct parts *parts, struct edge_id edge);

// What a term over variables of a part can be about.
struct reach_of_term {
  bool is_shared;  // only shared variables
  bool is_formal;  // at the entry: formals, ghosts and shared ones
  bool is_visible; // at a return: ghosts, the result and shared ones
  bool is_inside;  // all variables are the part's or shared
};
struct reach_of_term parts_scope(const struct parts *parts, uint32_t part,
                                 struct term t);
// A substitution that puts formals for ghosts, which is so at the entry.
struct substitution *parts_at_entry(const struct parts *parts, uint32_t part);

#endif
