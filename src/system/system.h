// Checking components that communicate: seed 000, figure 1, and seed 001.
//
//   abstract every component by predicates; aggregate its states
//   until decided:
//     find a trace of the composition that the specification forbids
//     a component whose LTS does not have its projection: split blocks
//     a component whose code cannot perform its projection: more predicates
//     otherwise every component performs its part: the trace is real
//
// The trace is over the union of the alphabets, so a projection is all that a
// component has to be asked about (theorem 1). The composition is searched on
// the fly and only ever made of the most abstract systems.
//
// Where all components are finite, by themselves or because of each other, none
// of this is needed: their composition is searched as it is, for a while.
//
// Which abstraction takes part is a choice: predicates only (every state a
// block), actions only (predicates are not refined), or both. With `contracts`
// components are made smaller before they are composed; without, and starting
// from the sets of enabled actions, it is the paper's way.
#ifndef VOUCH_SYSTEM_SYSTEM_H
#define VOUCH_SYSTEM_SYSTEM_H

#include "abstraction/action_lts.h"
#include "lts/growing.h"
#include "lts/joint.h"
#include "spec/obligation.h"
#include "system/part.h"

enum system_abstraction {
  SYSTEM_AUTO,
  SYSTEM_TWO_LEVEL,
  SYSTEM_PREDICATES,
  SYSTEM_ACTIONS
};

// How compositions are searched: state by state, pair by pair, by decision
// diagrams, or in two groups of which one makes an assumption about the other,
// as `by assumption` in a check says. The last three only know the components'
// LTSs.
enum system_composition {
  COMPOSE_AUTO, // what pays
  COMPOSE_FLAT,
  COMPOSE_GROUPED,
  COMPOSE_SYMBOLIC,
  COMPOSE_ASSUMPTION // of traces; what is left is searched as with AUTO
};

struct system_options {
  enum system_abstraction abstraction;
  enum system_composition composition;
  bool contracts;
  bool by_values; // finite components are taken as they are
  bool takes_bodies;
  bool merges;
  uint32_t depth; // to which recursion is followed
  const struct bitset *heard; // actions that a formula knows, or null
  struct cegar_options cegar; // of the inner loops
};

// What one group of components assumes of the others (system_assume.h).
struct system_assumption {
  struct lts *lts;       // null: none is in use
  struct bitset first;   // the components whose assumption it is
  struct bitset letters; // that it has; kept from one search to the next
  uint32_t most_letters;
  uint32_t guesses;
  uint64_t questions;
  const char *given_up; // why it was not used, or null
  bool is_rechecked;
};

// `component.action` in the specification.
struct own_name {
  struct action name;   // of this text
  uint32_t part;        // the component
  struct action action; // what it performs
};

VEC_DEFINE(own_name_vec, struct own_name);

struct system_check {
  struct program *program;
  struct spec *spec;
  const struct spec_check *check;
  struct system_options options;
  struct stats *stats;
  struct spec_obligation obligation;
  struct weaving weaving;
  struct lts *specification;     // null: deadlock freedom is asked for
  struct own_name_vec own_names; // that it has
  struct solver *solver;
  struct lts *safety; // without deadlock: forbids ERROR; null until then
  struct dd_manager *dd;
  struct part *parts;
  struct action_lts *abstracts; // of the parts' LTSs
  struct lts_traces *spurious;  // by part: traces that its LTS did not have
  struct joint *coarse, *fine;  // searches that can go on: of the
                                // abstractions, of the parts' LTSs; or null
  struct growing *reduced;      // the same of parts as far as they are needed
  uint32_t count;
  bool is_coarse; // the last search was that of the abstractions
  struct system_assumption assumption;
  // The result
  enum verdict verdict;
  struct strbuf reason;        // of UNKNOWN
  struct lts_action_vec trace; // of FALSE; its last action is forbidden
  struct action *waits;        // of a deadlock, by part: how it waits; or null
  struct strbuf play;          // of FALSE in simulation: how the game goes
  struct lts_action_vec allowed; // instead of that
};

// Weaves the check into the program, which it changes, and builds the
// components. False when that cannot be done; `why` says so. Release in either
// case.
bool system_check_init(struct system_check *system, struct program *program,
                       struct spec *spec, const struct spec_check *check,
                       const struct system_options *options,
                       struct stats *stats, struct strbuf *why);
void system_check_release(struct system_check *system);

void system_check_run(struct system_check *system);
// What the components show of their alphabets, and the specification in these
// terms: again where an alphabet has changed.
void system_find_visible(struct system_check *system);
// Can no action of the specification ever occur? As far as the components' LTSs
// and a short search of their composition tell.
bool system_check_is_vacuous(struct system_check *system);

#endif
