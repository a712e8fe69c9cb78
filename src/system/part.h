// One component of a system: C code, the predicates known so far, and the LTS
// that they make of it.
//
// The LTS is over the actions that count: those that the specification or
// another component knows. What else the component performs is silent. It is
// made smaller by an equivalence that keeps its weak traces (lts/contract.h),
// unless the paper's way is asked for.
//
// A component that is finite (finite.h) needs no predicates: its LTS is exact
// from the start. Whether it is shows when it is followed: one that is not
// small by itself may be so in its system, and has no LTS until that is known
// (followed.h).
//
// "Can the code perform this trace?" is a reachability problem of its own: the
// component together with the system of everything but the trace, in the loop
// of one component (architecture.md, decision 7). If not, the predicates of
// that proof are added: then the LTS does not have the trace either, for it
// tracks the same predicates at the same places.
#ifndef VOUCH_SYSTEM_PART_H
#define VOUCH_SYSTEM_PART_H

#include "cegar/cegar.h"
#include "check/labelled.h"
#include "lts/trace.h"
#include "system/followed.h"

// How a component performs a trace: an execution that was replayed.
struct part_run {
  struct component component;
  struct component_options options;
  struct specification specification; // of what is allowed:
  struct lts *allowed;                // everything but the trace
  struct cegar cegar;
  struct lts_action_vec trace;
};

struct part {
  struct name name;
  bool has_condition;        // that it starts under
  bool is_finite;            // its values are followed
  struct lts *values;        // the LTS that told so, until it is taken; or null
  struct followed *followed; // not small by itself; null: it has an LTS
  struct program *program;
  struct component_options options; // of the component
  struct specification labels;      // its returns and its ERROR
  struct action_pair_vec own_names; // of what it does apart from the others
  struct behaviour behaviour;       // what it does
  struct component component;       // without specification
  struct labelled labelled;
  struct predicate_table *table;
  struct solver *solver;     // borrowed: each costs 16 MB
  struct dd_manager *dd;     // borrowed: there is one
  struct seed_vec given;     // that returns need
  struct seed_vec seeds;     // chosen so far
  struct bitset alphabet;    // what the code can perform, after + - @
  struct bitset imposed;     // of that, what the specification put in by `+`
  struct bitset shown;       // of that, what the code is known to perform
  struct bitset never;       // what it is proved never to perform
  struct bitset left_out;    // of that, what the others do not wait for
  struct bitset open;        // what is neither shown nor never performed
  struct bitset visible;     // of that, what others know; and `unsupported`
  struct bitset waits;       // actions that say where it waits
  struct action unsupported; // performed where we do not model what happens
  struct lts *lts;           // the predicate LTS over visible actions
  uint32_t full_states;      // of the predicate LTS before it was made smaller
  uint32_t exclusions;       // traces that predicates were chosen for
  bool has_learnt;           // what holds in its loops is tracked
  bool may_loop_silently;    // as far as the LTS tells
  struct part_run *run;      // the last trace that it performs, or null
  bool is_rechecked;         // its LTS, after a proof
};

enum {
  PART_STATE_LIMIT = 2000000,
  PART_SMALL = 2000, // states of one that is finite by itself
  PART_VALUE_LIMIT = 1000000,
  PART_VALUE_STEP_LIMIT = 20 * PART_VALUE_LIMIT,
  RECHECK_STATE_LIMIT = 100000
};

enum part_answer { PART_CAN, PART_CANNOT, PART_UNKNOWN };

// `part` has name, condition, program, options, labels, alphabet, visible,
// waits, unsupported, solver and dd. False when the component cannot be built;
// `why` says so. With `by_values` it may be taken as finite.
bool part_init(struct part *part, bool by_values, struct strbuf *why);
void part_release(struct part *part);
// A component that is followed gets an LTS instead: of its values, if it is
// finite, or of predicates.
void part_stop_following(struct part *part);

// Builds the LTS from the present predicates. False when it is too large, or
// the search has to stop.
bool part_abstract(struct part *part, bool contracts,
                   const struct cegar_options *options);

// The predicate LTS up to branching bisimulation, over the visible actions: of
// possible steps, which simulates the component, or of certain ones, which the
// component simulates (must.h). Its first step, which fixes what the component
// is given, performs `start`: all components start at once, for what one is
// given does not depend on what another has done. Null as above.
struct lts *part_branching_lts(const struct part *part, bool is_certain,
                               struct action start,
                               const struct cegar_options *options);
// Of a component that is finite, its LTS as it is: nothing is left out that is
// silent, and it stops where the component comes back. Null when it has none;
// `why` says what the component does.
struct lts *part_value_lts(struct part *part, struct strbuf *why);
// Tracks all comparisons that the code makes. False when it does so already.
bool part_track_all(struct part *part);

// The program starts where the component does that is looked at: several may be
// `main`, each with arguments of its own.
void part_enter(const struct part *part);
// Looks for what holds in its loops, and tracks that.
void part_learn_loops(struct part *part, const struct cegar_options *options);

// Can the code perform the trace, which is over visible actions and not empty?
// CAN: `run` has an execution. CANNOT: the predicates exclude it now; the LTS
// is to be built again. UNKNOWN: `why` says why.
enum part_answer part_performs(struct part *part,
                               const struct lts_action_vec *trace,
                               const struct cegar_options *options,
                               struct stats *stats, struct strbuf *why);

// Can the code perform the action, whatever others do? CAN: `performed` gets
// all that the execution performs. CANNOT is a proof.
enum part_answer part_performs_action(struct part *part, struct action action,
                                      const struct cegar_options *options,
                                      struct stats *stats,
                                      struct bitset *performed);

// Does the LTS, or an abstraction of it, allow all that the code does? Asked
// when something was proved with it: the component against it, with a
// proof that is rechecked like that of one component. TRUSTED: it was not
// asked, because the LTS was made by following values or is large, or there was
// no answer. REFUTED is a bug of ours.
enum part_recheck { PART_TRUSTED, PART_RECHECKED, PART_REFUTED };
enum part_recheck part_recheck(struct part *part, const struct lts *lts,
                               const struct cegar_options *options,
                               struct stats *stats);

// For a certificate: an LTS that allows all that the code does, and no trace
// that `lts` does not have, and the proof of that. What the component never
// performs is in its alphabet, without a step. Null when there is none.
struct lts *part_claim(struct part *part, const struct lts *lts,
                       const struct cegar_options *options, struct stats *stats,
                       struct proof *into);

// It takes no part in the counterexample.
void part_forget_run(struct part *part);

#endif
