// Abstract, check, refine: the loop of seed 000, figure 1, for one sequential
// component and the question whether a violation can be reached.
#ifndef VOUCH_CEGAR_CEGAR_H
#define VOUCH_CEGAR_CEGAR_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/log.h"
#include "base/poll.h"
#include "base/stats.h"
#include "cegar/near.h"
#include "check/component.h"
#include "control/repartition.h"
#include "evidence/execution.h"
#include "evidence/proof.h"
#include "evidence/story.h"
#include "evidence/verdict.h"
#include "refine/minimise.h"
#include "refine/path.h"
#include "refine/refine.h"
#include "solver/dd.h"
#include "solver/solver.h"
#include "tactic/loops.h"
#include "tactic/progress.h"

// How control is abstracted, where a loop gives threads their turns.
struct control_options {
  enum control_mode mode;
  bool is_cartesian;    // conjunctions of predicates, no sets of valuations
  bool prefers_control; // to data, where either excludes a path
  uint32_t most_paths;  // that are excluded in a round
};

struct cegar_options {
  struct limits limits;  // of the search
  struct solver *solver; // of the program's terms, borrowed; null: its own
  bool checks_proof;
  uint32_t shrink_trials;           // to make a proof smaller; 0: as it is
  bool shrinks_briefly;             // with little more effort than the search
  bool asks_cvc5;                   // for the proof
  bool keeps_formulas;              // of a proof, for a certificate
  bool keeps_invariants;            // of a proof, as C, for reports
  struct minimise_options minimise; // how predicates are chosen
  const struct interner *former;    // texts of a former proof, or null
  bool by_predicates;               // a proof by other means is of no use
  uint32_t most_rounds;             // of refinement; 0: no limit
  uint32_t followed_values; // states, where predicates do not soon suffice
                            // (by_values.c); 0: none
  // Can the run of a program that has one execution decide it? Asked when the
  // search is hard; null: there are several.
  bool (*runs_alone)(void *asker);
  void *asker;
  struct control_options control;
  uint64_t order_units;  // of the solver, for the order of accesses of
                         // threads (by_order.c); 0: it is not asked about
  uint32_t order_depth;  // and how often a loop may be closed
  uint64_t most_units;   // of the solver, for a search; 0: no limit
  uint64_t most_steps;   // at which it is polled; 0: no limit
  struct dd_manager *dd; // to be used; null: one of its own
  struct progress *progress;
  const struct log *log;
  struct story *story; // gets the rounds; or null
  struct name who;     // of a component of a system
};

struct cegar {
  struct component *component;
  const struct component_options *component_options;
  struct cegar_options options;
  struct stats *stats;
  struct solver *solver;
  struct dd_manager *dd;
  struct predicate_table *table;
  struct transfer *transfer;
  struct refinement refinement;
  struct minimiser minimiser; // of use unless we choose our way
  struct loops loops;
  struct near near;
  bool is_tried;            // by a few executions
  uint64_t trial_steps;     // of runs with inputs drawn by chance
  bool is_shrunk;           // the proof that was found
  struct bitset reasons;    // places of guards that made paths infeasible
  struct bitset pursued;    // edges that we do not model, and may be reached
  struct bitset unreached;  // locations that a proof found out of reach
  uint32_t most_predicates; // that are tracked at one place
  uint64_t first_check, first_unit; // of the solver, when the run began
  uint64_t steps, first_step;       // at which the search was polled
  // The result
  enum verdict verdict;
  struct strbuf reason;    // of UNKNOWN
  struct edge_id_vec path; // of FALSE: edges of the component; of UNKNOWN
                           // when it is about one path
  struct edge_id_vec unsupported; // of UNKNOWN, when it is about these edges
  struct path inputs;             // of FALSE: the values it takes from outside
  struct strbuf oracle;           // of FALSE: replays it
  struct execution execution;     // of FALSE: what the interpreter did
  enum proof_kind proof;          // of TRUE
  struct precision *precision;    // of TRUE: what the proof tracks
  struct term *invariants;        // of TRUE: by location of the component
  struct proof told;              // of TRUE by elements: what it rests on
};

void cegar_init(struct cegar *cegar, struct component *component,
                const struct component_options *component_options,
                const struct cegar_options *options, struct stats *stats);
void cegar_run(struct cegar *cegar);
// By following values, of at most so many states. False when that decides
// nothing.
bool cegar_follow_values(struct cegar *cegar, uint32_t most);
// An execution that somebody else found. True when the interpreter confirms it:
// then the verdict is FALSE.
bool cegar_take_walk(struct cegar *cegar, const struct walk *walk);
// What a proof by predicates rests on, appended: the predicates that were
// chosen, at locations of the inlined procedure, each once.
void cegar_predicates(const struct cegar *cegar, struct seed_vec *into);
// Forgets the result, not what was learnt: another run goes on from there.
void cegar_reset(struct cegar *cegar);
void cegar_release(struct cegar *cegar);

#endif
