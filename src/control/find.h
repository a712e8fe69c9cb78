// Abstract reachability with classes of places: seed 002, appendix A, figure 5
// (FindCounterexample).
//
// An abstract state is a location of the loop of threads, for each thread the
// class of the place where it is, and a set of valuations of the predicates
// that are tracked at the location: the strongest that describes what comes
// there (joint), or the strongest conjunction of predicates and their negations
// (cartesian: tri-vectors, section 3). A successor that is contained in one
// that was reached before is dropped (line 15); the others remember their
// parents, through which a path is rebuilt backwards (lines 9 to 13). With
// joint sets what is contained in the union of those before is left out of the
// successor, too.
//
// The figure leaves open which state is next. Those come first whose path has
// the fewest mismatches (mismatch.h), of these the shortest: the fewer there
// are, the more the path says about classes that exclude it.
//
// Where the figure ends with the first path to the error, this can go on to
// find several.
#ifndef VOUCH_CONTROL_FIND_H
#define VOUCH_CONTROL_FIND_H

#include "control/data.h"
#include "lts/packed.h"

// An abstract state that was reached, and how.
struct control_node {
  uint32_t key;        // location and classes, packed
  struct dd set;       // kept
  uint32_t parent;     // 1 + its number, 0: none
  struct edge_id edge; // from there
  uint32_t before;     // 1 + the node of the same key that came before it
  uint32_t mismatches; // of the path to it
};

VEC_DEFINE(dd_vec, struct dd);
VEC_DEFINE(control_node_vec, struct control_node);
VEC_DEFINE(control_path_vec, struct edge_id_vec);
VEC_DEFINE(control_queue_vec, struct u32_vec);

struct control_find {
  const struct control_steps *steps;
  const struct control_data *data;
  struct dd_manager *dd;
  const uint32_t *classes; // by place
  uint32_t most_paths;
  struct poll poll;
  // The result
  struct packed keys;
  struct control_node_vec nodes;
  struct u32_vec places; // by node and thread: where its path has put it
  struct control_queue_vec
      queue;            // by mismatches: nodes that are to be expanded
  struct u32_vec last;  // by key: 1 + its last node
  struct dd_vec unions; // by key: of joint sets, all of them; kept
  struct control_path_vec paths;
  bool is_stopped;
};

// The classes number less than `count`; all is borrowed.
void control_find_init(struct control_find *find,
                       const struct control_steps *steps,
                       const struct control_data *data, const uint32_t *classes,
                       uint32_t count);
void control_find_release(struct control_find *find);
// Finds at most `most_paths`, or none: then what was
// reached is a proof.
void control_find_run(struct control_find *find);

// After a run without a path: states that were reached at the head of the loop,
// as (classes, valuation); and what can be at locations, over the counters and
// the variables of the program. The caller frees it.
double control_find_states(struct control_find *find);
struct term *control_find_invariants(struct control_find *find);

#endif
