// Weaving a specification into a program: calls perform actions.
//
// Seed 000, section 5.4, handles a call-site by the LTS of the procedure
// abstraction that is assumed for the callee. Here that LTS becomes part of the
// calling automaton itself, before anything is inlined, so that all that comes
// later (pointers, predicates, refinement, replay) sees plain automata with
// PERFORM operations:
//
//   call events    [pattern] perform event; [no match] skip
//   the proc       [guard 1] .. the states of its LTS as locations ..
//                  [guard 2] ..
//   the return     what the call may modify, then the value that it returns
//   ret events     as call events, over the result
//
// Where an LTS has several steps the routine chooses: a havoc of a variable
// "f.choice", so that a counterexample says what the library did. Guards
// and patterns over memory load it at the call. What a call may modify: with
// `modifies` the listed places; otherwise what a call of a function that we do
// not see may write, and if the function has a body every global.
//
// A label that an event names performs it when control comes by. At the entry
// of a procedure that is checked against its own abstraction the arm is chosen,
// and what its returns speak of is remembered. Before that, pointers that may
// alias (`may_alias`) are made to, or not: a havoc of "q.alias". If it says
// what it modifies, whatever else is written performs what is forbidden.
//
// For deadlock it matters where a component waits for others: where its routine
// offers actions and decides nothing itself (spec-language.md, deadlock). With
// `marks_waits` a PERFORM of an action "waits{a, b}" says so there, of "ends{}"
// where it will never do anything again; what is offered is in `waits`. They
// are no actions of the component.
//
// In a program with threads (`has_threads`) routines that work on threads do
// what they do, and an abstraction only says which actions they perform: before
// the call where it gives something up, after it where it gets something
// (weave_thread.c). What the condition of an event reads, and the event, are
// one step.
//
// Every PERFORM has a number, the index of a row here. The program is changed
// in place. Calls through pointers must have been resolved.
#ifndef VOUCH_WEAVE_WEAVE_H
#define VOUCH_WEAVE_WEAVE_H

#include "lts/refusal.h"
#include "program/program.h"
#include "program/woven.h"
#include "spec/spec.h"
#include "term/substitute.h"

enum performed_kind {
  PERFORMED_ACTION,    // of a procedure abstraction or an event
  PERFORMED_ARM,       // nothing visible: an arm of a callee was chosen
  PERFORMED_ENTRY_ARM, // the same of the procedure that is checked
  PERFORMED_GOAL,      // the trigger that must not happen
  PERFORMED_ERROR,     // ERROR in a procedure abstraction
  PERFORMED_CHANGE     // something is written that `modifies` does not list
};

struct performed {
  enum performed_kind kind;
  struct action action; // ACTION
  uint32_t trigger;     // of an event, by number; or SPEC_NONE
  uint32_t arm;         // ARM: by number; ENTRY_ARM: index
  bool has_object;      // ACTION: it is about one (operation.h), where the
  bool is_new;          // check is for each object; which the call just made;
  bool is_pointer;      // which is a pointer
  struct name object;   // which one, as the code has it: "&d->lock"; or none
};

VEC_DEFINE(performed_vec, struct performed);
VEC_DEFINE(wait_vec, struct lts_wait);

// Bytes that `sized_by` gives an input at most, if it has no pointers inside.
enum { WEAVE_LARGEST_BITS = 40, WEAVE_LARGEST_BITS_32 = 22 };

static inline uint64_t weave_largest_input(const struct program *program) {
  return (uint64_t)1 << (program->pointer_width == 64 ? WEAVE_LARGEST_BITS
                                                      : WEAVE_LARGEST_BITS_32);
}

struct weaving {
  struct program *program;
  struct spec *spec;
  struct performed_vec performed; // by number; [0] unused
  struct bitset assumed;          // procedures whose proc stands for calls
  bool takes_bodies;              // of procedures that have one, instead of an
                                  // abstraction that is not assumed
  bool has_threads;               // they are real ones
  bool requires_memory;           // something is required of memory
  struct location_id required;    // in the procedure that is checked: what it
                                  // requires is met there; or none
  struct woven_call_vec calls;    // whose edges are gone
  bool is_each;                   // the check is for each object
  struct ctype integer;           // of variables that are added
  struct bitset choices; // names that havocs have by which routines choose
  bool marks_waits;
  bool stays; // where a routine comes to END it goes on for ever; otherwise,
              // where only what is reached counts, executions are cut off there
  struct wait_vec waits;      // ways to wait, each once; [0] is "ends{}"
  const struct bitset *heard; // actions that matter; null: all
  // Of the procedure that is checked against its own abstraction: what the
  // places of its scope were at entry, over its variables.
  struct substitution *at_entry; // or null
};

// Weaves all that the check needs. The goal's trigger, if it has one, and the
// entry of its procedure are part of that; so are waits, if it is deadlock.
void weaving_init(struct weaving *weaving, struct program *program,
                  struct spec *spec, const struct spec_check *check,
                  bool takes_bodies);
// The same for a check that hears these actions only: what performs others does
// nothing, and their events are not woven at all. Null: it hears all.
void weaving_init_for(struct weaving *weaving, struct program *program,
                      struct spec *spec, const struct spec_check *check,
                      bool takes_bodies, bool has_threads,
                      const struct bitset *heard);
void weaving_release(struct weaving *weaving);

// The procedure that runs as a component of a system, after weaving: one that
// is started with the component's arguments and under its condition.
struct procedure_id weaving_start(struct weaving *weaving,
                                  const struct spec_component *component);

#endif
