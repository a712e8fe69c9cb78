// Thread-modular reachability: each thread with what it alone knows.
//
// Of a loop of threads (threads/loop.h) whose threads are of kinds
// (threads/kinds.h): for each thread and place a set of valuations of the
// predicates over what is shared and what is its own. A turn of a thread leads
// to its next place; a turn of another one, from a place of which its own set
// says that it can be there, interferes: what is shared changes, the place does
// not, and what is the other's own is forgotten (rely and guarantee: each
// thread's turns, as far as its set allows them, are what the others rely on).
// To a fixpoint: seed 002 has it as the client of its search ([20]).
//
// So nothing is known of two threads' own variables together, and it does not
// matter how many threads there are. That the two of a kind stand for all says
// threads/kinds.h: each is interfered with by all others, and so by one of its
// own kind. When a thread is at a place where it can have a turn, one of its
// kind runs; when two of a kind are, two do.
//
// How a set was reached is remembered: a node for each part of it, with the
// turn that led there, and whose turn from which place it was. A violation is
// then a tree of turns (modular_tree.h).
#ifndef VOUCH_CONTROL_MODULAR_H
#define VOUCH_CONTROL_MODULAR_H

#include "control/data.h"
#include "control/find.h"
#include "control/turns.h"

// A part of what was reached.
struct modular_node {
  uint32_t thread, place;
  struct dd set;         // kept
  uint32_t parent;       // 1 + the node before: of the same thread, or, of one
                         // that was born, of who bore it; 0: at the entry
  bool is_hit;           // by a turn of another one
  struct control_at hit; // which, from where
  uint32_t first, count; // in `edges`: the turn
};

VEC_DEFINE(modular_node_vec, struct modular_node);

// Of two threads, or one twice: what they see. Who steps through a turn of one,
// beside another, needs nothing else.
struct modular_pair {
  struct precision *precision;
  struct transfer *transfer; // its variables are those of the data's
};

enum { MODULAR_NODES = 3000 };

struct modular {
  const struct control_turns *turns;
  struct control_data *data;
  const struct variable_vec *running; // by thread: how many of its kind
  uint64_t first_id;                  // of threads of kinds
  struct poll poll;
  struct dd_manager *dd;
  struct modular_pair *pairs; // borrowed
  struct dd *reached;         // by thread and place; kept
  struct dd *hidden; // by thread: predicates that it does not see, a cube; kept
  struct dd plausible; // no term equals two constants; kept
  struct bitset *seen; // by thread: variables of those that it does
  // The result
  struct modular_node_vec nodes;
  struct edge_id_vec edges;
  uint32_t bad;          // 1 + the node from which a violation was found
  uint32_t first, count; // in `edges`: from there
  bool is_stopped;
};

// What is remembered from one run to the next: by two threads.
struct modular_pair *modular_pairs_new(const struct control_data *data,
                                       struct poll poll);
void modular_pairs_free(struct modular_pair *pairs, uint32_t threads);

void modular_init(struct modular *modular, const struct control_turns *turns,
                  struct control_data *data, const struct variable_vec *running,
                  uint64_t first_id, struct modular_pair *pairs,
                  struct poll poll);
void modular_release(struct modular *modular);
// To the fixpoint, or to a violation.
void modular_run(struct modular *modular);

// Predicates that must be tracked: how many run.
void modular_add_counts(struct control_data *data,
                        const struct variable_vec *running);

// What was reached: empty if it was not.
struct dd modular_reached(const struct modular *modular, struct control_at at);
// What two threads know together that are at such places.
struct dd modular_together(const struct modular *modular, struct control_at a,
                           struct control_at b);
// The same of parts.
struct dd modular_meet(const struct modular *modular,
                       const struct modular_node *a,
                       const struct modular_node *b);
// Can a turn from there change what the thread knows?
bool modular_interferes(const struct modular *modular, struct control_at actor,
                        uint32_t thread);

// What can happen in a turn.
struct modular_step {
  struct location_id at;
  struct dd set;       // that is new there
  uint32_t parent;     // 1 + the step before
  struct edge_id edge; // from there
};

VEC_DEFINE(modular_step_vec, struct modular_step);

// Sets are valid in the scope in which it was made.
struct modular_sweep {
  uint32_t actor, beside; // the same: nobody
  struct dd *sets;        // by location: all that can be there
  struct modular_step_vec steps;
  struct modular_step_vec ends; // of the turn: `at` is not used
  struct modular_step bad;      // the first violation, if it has an edge
};

// A turn from there, or the one from the entry (null), that begins with the
// set, while another thread, or nobody but the actor, is looked at.
void modular_sweep(struct modular *modular, const struct control_at *at,
                   uint32_t beside, struct dd set, struct modular_sweep *sweep);
void modular_sweep_release(struct modular_sweep *sweep);
// What the edge makes of a set in a turn of the actor, beside another.
struct dd modular_image(const struct modular *modular, uint32_t actor,
                        uint32_t beside, struct edge_id edge, struct dd set);
// The set with nothing but what the thread sees.
struct dd modular_view(const struct modular *modular, uint32_t thread,
                       struct dd set);

#endif
