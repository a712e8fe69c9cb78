// What is asked of a component, beside what its edges do (effect.h).
//
// The effects of a program never change. Which edges violate the property,
// which lead to nothing that is still asked about, and where the search has to
// end because we do not model what follows, is the question: a role for each
// edge. Several questions can be asked about the same effects, one after the
// other or at once, and a question grows narrower as its targets are decided.
//
// Where the procedure is an unfolding of a base, the base has a question of its
// own: an edge of the base takes part as long as a copy of it does.
#ifndef VOUCH_ABSTRACTION_QUESTION_H
#define VOUCH_ABSTRACTION_QUESTION_H

#include "abstraction/effect.h"
#include "program/flow.h"

enum role {
  ROLE_STEP,     // goes on as its effect says
  ROLE_ENDS,     // no successor: it never comes back, is excluded, or leads to
                 // nothing that is asked about
  ROLE_VIOLATES, // the property is violated here
  ROLE_UNSUPPORTED // we do not know what happens: not covered by a proof
};

// What violates the property.
struct question_rules {
  // Is a call of this external function a violation? Null: no.
  bool (*is_error)(void *context, const struct program *program,
                   const struct procedure *callee);
  // Is this undefined behaviour a violation? Null: no.
  bool (*is_checked)(void *context, enum undefined_reason reason);
  void *context;
};

struct question {
  struct effects *effects; // borrowed, never changed
  uint8_t *roles;          // enum role by edge id; [0] unused
  struct question *base;   // about effects->base, borrowed; null: none
};

// All edges take part, as the rules say; a rule of null is one that asks for
// nothing.
struct question *question_new(struct effects *effects,
                              const struct question_rules *rules,
                              struct question *base);
// The same about other effects of the same procedure.
struct question *question_about(const struct question *question,
                                struct effects *effects);
void question_free(struct question *question); // may be null

enum role question_role(const struct question *question, struct edge_id edge);
bool question_is_step(const struct question *question, struct edge_id edge);
// The question about the places: the base's, or its own.
struct question *question_base(struct question *question);

// The edge is asked about no more: executions end there.
void question_end(struct question *question, struct edge_id edge);
// Only edges in the set take part from now on, and of the base those of which
// a copy goes on: `origins` says of which edge each is one; null without a
// base.
void question_cut(struct question *question, const struct bitset *edges,
                  const uint32_t *origins);

// By location, the variables whose values can matter there: for a condition
// that is met later, before anything else is written to them.
struct flow_sets question_live(const struct question *question);
// Every variable that an edge which takes part speaks of is added, by id.
void question_mark_variables(const struct question *question,
                             struct bitset *into);

#endif
