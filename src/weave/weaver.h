// Weaving in progress; private to the files named weave*.c.
#ifndef VOUCH_WEAVE_WEAVER_H
#define VOUCH_WEAVE_WEAVER_H

#include "weave/weave.h"

// Bytes that the checked procedure may write: over what is the same all along,
// and over what its own code can name, where that is the same, too.
struct frame_range {
  struct term address, size;
  struct term own_address, own_size;
};

VEC_DEFINE(frame_range_vec, struct frame_range);

struct weaver {
  struct weaving *weaving;
  struct program *program;
  struct spec *spec;
  const struct spec_check *check;
  struct procedure *procedure;   // that is woven
  struct position position;      // of what is woven
  struct variable choice;        // of this procedure; none until needed
  struct ctype integer;          // the type of variables that weaving adds
  struct frame_range_vec ranges; // that may be written (weave_frame.c)
  bool is_start; // what is added now is read where the execution starts
  bool is_entry; // what is added now is read at the return, which
                 // no edge of the program shows
};

// ---- weave_edge.c: small pieces of automata ---------------------------------

// Does the check hear the action?
bool weave_hears(const struct weaver *w, struct action action);
struct location_id weave_location(struct weaver *w);
// An edge to a given or to a new location.
void weave_edge_to(struct weaver *w, struct location_id from,
                   struct location_id to, struct operation op);
struct location_id weave_edge(struct weaver *w, struct location_id from,
                              struct operation op);
struct location_id weave_perform(struct weaver *w, struct location_id from,
                                 struct performed performed);
// The same about an object; none: about nothing in particular.
struct location_id weave_perform_on(struct weaver *w, struct location_id from,
                                    struct performed performed,
                                    struct term object);
// Leads `*otherwise` on where the condition fails, and returns where it holds.
// A condition that is constant takes no branch: one of the two is none then.
struct location_id weave_branch(struct weaver *w, struct location_id from,
                                struct term condition,
                                struct location_id *otherwise);
struct variable weave_variable(struct weaver *w, const char *name,
                               struct sort sort, struct ctype type);
struct location_id weave_havoc(struct weaver *w, struct location_id from,
                               struct variable variable, struct name what);
struct location_id weave_assign(struct weaver *w, struct location_id from,
                                struct variable variable, struct term value);
// Is the pointer null that the address was computed from?
struct term weave_null_test(struct weaver *w, struct term address);
// target := memory at an address; any value where the pointer leads astray.
struct location_id weave_load(struct weaver *w, struct location_id from,
                              struct variable target, struct term address,
                              struct term is_astray);
// memory at an address := value; nothing where the pointer is null.
struct location_id weave_store(struct weaver *w, struct location_id from,
                               struct term address, struct term value);

// ---- weave.c ----------------------------------------------------------------

// At the entry of the present procedure, whose parameters are those of the
// abstraction's: pointers that may point to the same object do so, or not.
void weave_aliases(struct weaver *w, const struct spec_proc *proc);

// ---- weave_equation.c -------------------------------------------------------

// At the entry of the present procedure: pointers that what is required
// compares are made the same, or not.
void weave_equations(struct weaver *w, const struct spec_proc *proc);

// ---- weave.c ----------------------------------------------------------------

// What leaves the location leaves a new one, and something is to lie between.
struct location_id weave_before(struct weaver *w, struct location_id at);

// ---- weave_frame.c: what a procedure may write ------------------------------

// What the terms of the list are, for weave_scope.
void weave_frame_mentioned(const struct spec_proc *proc,
                           struct term_vec *mentioned);
// At the entry, behind `from`: where the list is, as the places are bound.
struct location_id weave_frame_enter(struct weaver *w,
                                     const struct spec_proc *proc,
                                     struct substitution *bound,
                                     struct location_id from);
// All writes of all procedures.
void weave_frame(struct weaver *w, const struct spec_proc *proc);

// ---- weave_wait.c: where a component waits ----------------------------------

// Nothing unless waits are marked. A step of the LTS's state waits if all that
// the state can do is to offer actions; an event that is performed waits.
struct location_id weave_wait_state(struct weaver *w, struct location_id from,
                                    const struct lts *lts, uint32_t state);
struct location_id weave_wait_action(struct weaver *w, struct location_id from,
                                     struct action action);
// Marks the calls that never come back. True when there is one.
bool weave_wait_ends(struct weaver *w);

// ---- weave_scope.c: places of a specification at a call or an entry ---------

// What the places stand for: the arguments of a call, or the parameters.
struct actuals {
  const struct term *arguments;
  uint32_t count;
  struct variable target; // is written later; none
};

// Binds the places of the scope that the terms mention, in the substitution.
// Memory is loaded from `from` on. With `keeps`, values that the call could
// change are copied first. The result is not bound, nor is memory as it is at
// the return.
struct location_id weave_scope(struct weaver *w, const struct spec_scope *scope,
                               const struct actuals *actuals,
                               const struct term_vec *mentioned, bool keeps,
                               struct substitution *bound,
                               struct location_id from);

// Does an address, over places that are bound, go through a null pointer? Then
// what lies there is any value.
struct term weave_astray(struct weaver *w, const struct spec_scope *scope,
                         struct term address, struct substitution *bound);

// Binds memory as it is at the return.
struct location_id weave_scope_later(struct weaver *w,
                                     const struct spec_scope *scope,
                                     const struct term_vec *mentioned,
                                     struct substitution *bound,
                                     struct location_id from);

// ---- weave_object.c: what actions are about ---------------------------------

// Says of what the trigger performs whether it is about an object, and of what
// kind.
void weave_object_kind(const struct weaver *w,
                       const struct spec_trigger *trigger,
                       struct performed *performed);
// The object as a number, of pointer width, where the trigger's places are
// bound; none if it is about none. Says which one it is.
struct term weave_object(const struct weaver *w,
                         const struct spec_trigger *trigger,
                         struct substitution *bound,
                         struct performed *performed);

// ---- weave_call.c -----------------------------------------------------------

// True when something is woven in the place of the CALL edge.
bool weave_call(struct weaver *w, uint32_t edge);

// ---- weave_local.c: names of the checked function ---------------------------

// In the procedure that is checked: what stands for its variables is set. True
// when something was written.
bool weave_locals(struct weaver *w);

// ---- weave_requires.c: what procedures require ------------------------------

// Before a call: what is required and not met ends the execution, as a
// violation.
struct location_id weave_requirements(struct weaver *w,
                                      const struct spec_proc *proc,
                                      const struct operation *call,
                                      struct location_id from);
// At the entry of the procedure that is checked: what it requires is met.
void weave_required_entry(struct weaver *w, const struct spec_proc *proc);

// ---- weave_library.c --------------------------------------------------------

// A call without an abstraction: what the library does, or the call itself.
struct location_id weave_library(struct weaver *w, const struct operation *call,
                                 struct location_id from);

// ---- weave_modify.c, weave_proc.c -------------------------------------------

// One call of a procedure abstraction.
struct site {
  const struct spec_proc *proc;
  const struct operation *call;
  struct variable target;     // none: nobody wants the result
  struct substitution *bound; // places of the proc
  struct location_id after;   // the call has returned
  const struct lts *lts;      // of the arm
  struct location_id *states; // by state; none until met
  struct location_id real;    // of a call that is made (weave_thread.c): where
                              // the abstraction leads to when it returns; or
                              // none: it is the call
};

// weave_modify.c: what the call may modify; its result, and what is behind it;
// any value of what is known; a call of code that is not seen. Each returns
// where it goes on.
struct location_id weave_unseen_call(struct weaver *w, const struct site *site,
                                     struct variable target,
                                     struct location_id from);
struct location_id weave_any_known(struct weaver *w, const struct site *site,
                                   struct variable variable, struct ctype type,
                                   struct name what, struct location_id from);
struct location_id weave_fill_result(struct weaver *w, const struct site *site,
                                     struct location_id from);
struct location_id weave_modify(struct weaver *w, const struct site *site,
                                struct location_id from);

// All that the abstraction can do from here; its places are bound.
void weave_arms(struct weaver *w, struct site *site, struct location_id from);
// A call by its procedure abstraction. What the call returns, if anybody wants
// it, is in `target`.
struct location_id weave_proc(struct weaver *w, const struct spec_proc *proc,
                              const struct operation *call,
                              struct variable target, struct location_id from);

// ---- weave_thread.c: calls in a program with threads ------------------------

// Is that a routine that works on threads, in a program that has some?
bool weave_is_thread(const struct weaver *w, const struct procedure *callee);
// The call, with the actions of its abstraction (may be null). What it returns,
// if anybody wants it, is in its target.
struct location_id weave_thread(struct weaver *w, const struct spec_proc *proc,
                                const struct operation *call,
                                struct location_id from);

// Of a call that is made: goes on where the step can be one on the way to a
// return with what it returns.
struct location_id weave_possible(struct weaver *w, const struct site *site,
                                  const struct lts_step *step,
                                  struct location_id from);

// What is woven from here on is one step of its thread, if it reads anything
// that others may write. Returns where it begins; nothing without threads.
struct weave_step {
  uint32_t edge; // by which it begins; 0: there are no threads
};
struct location_id weave_step_begin(struct weaver *w, struct location_id from,
                                    struct weave_step *step);
struct location_id weave_step_end(struct weaver *w, struct location_id from,
                                  struct weave_step step);

#endif
