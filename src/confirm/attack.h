// Why a specification does not simulate a component: a tree of executions.
//
// Simulation is a game (lts/simulation.h). What the component performs, the
// specification must be able to perform, from each state that it may be in; and
// the component, knowing that state, chooses how to go on. A win of the
// component is a tree: the branches are executions that share their beginning,
// and every state that the specification can be in where branches part is
// refused an answer at the end of one of them. That two branches share their
// beginning means that they take the same values from outside on it: up to
// where they part they are one execution.
//
// The tree is found in the abstraction. It counts when one model gives values
// to all branches and the interpreter performs each of them with these values.
#ifndef VOUCH_CONFIRM_ATTACK_H
#define VOUCH_CONFIRM_ATTACK_H

#include "check/component.h"
#include "evidence/execution.h"
#include "lts/lts.h"
#include "refine/path.h"
#include "solver/solver.h"

struct attack_branch {
  struct edge_id_vec edges;      // of the component
  struct u32_vec nodes;          // of the tree, to which they lead
  struct lts_action_vec actions; // that the specification hears on it
  struct u32_vec refusing;       // its states that do not allow the last one
  struct path inputs;            // constants
  struct execution execution;    // what the interpreter did
  uint32_t shared;               // edges that an earlier branch has, too
  uint32_t with;                 // that branch; the first has none
};

VEC_DEFINE(attack_branch_vec, struct attack_branch);

struct attack {
  struct attack_branch_vec branches;
};

void attack_release(struct attack *attack);

// The guard of an edge of a branch.
struct attack_guard {
  uint32_t branch;
  uint32_t step;
};

VEC_DEFINE(attack_guard_vec, struct attack_guard);

// Finds values for all branches; `inputs` become constants. UNSAT: `core` are
// guards that contradict each other.
enum answer attack_solve(struct attack *attack, struct effects *effects,
                         struct solver *solver, struct attack_guard_vec *core);

// Does the interpreter perform all branches? Then they have their executions.
// Otherwise `why` says what happened instead. Appends the oracle of the first
// branch.
bool attack_confirms(struct attack *attack,
                     const struct component *component,
                     const struct component_options *options,
                     struct strbuf *oracle, struct strbuf *why);

#endif
