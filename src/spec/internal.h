// What the files that resolve a specification share.
#ifndef VOUCH_SPEC_INTERNAL_H
#define VOUCH_SPEC_INTERNAL_H

#include "base/suggest.h"
#include "spec/bind.h"
#include "spec/spec.h"

// ---- resolve.c --------------------------------------------------------------

const struct item *resolve_find(const struct spec *spec, struct name name,
                                bool (*wants)(const struct item *item));
bool item_is_constant(const struct item *item);
bool item_is_set(const struct item *item);
bool item_is_proc(const struct item *item);
// Is the item from a library file, for which the program owes nothing?
bool item_is_library(const struct spec *spec, const struct item *item);
bool item_is_imported(const struct spec *spec, const struct item *item);

// A message that ends in "; did you mean 'BEST'?" unless there is none.
void report_near(struct diag *diag, enum severity severity,
                 struct position position, const char *best, const char *format,
                 ...) __attribute__((format(printf, 5, 6)));
// There is no process of that name: what else may have been meant.
void complain_process(struct spec *spec, struct name name,
                      struct position position);
// Is there a C function of that name?
bool names_function(const struct spec *spec, const char *text);
// The nearest name of an item of a kind, or null.
const char *resolve_nearest(const struct spec *spec, const char *wanted,
                            bool (*wants)(const struct item *item));

// ---- elaborate.c ------------------------------------------------------------

// The LTS of the states of a process, before its operators; null after an
// error. Those that are ANY have no steps yet and are added to `any`.
struct lts *elaborate_states(struct spec *spec, const struct item *item,
                             struct bitset *any);
// The handle of a return action, under its text.
struct action elaborate_return(struct spec *spec,
                               const struct action_syntax *action,
                               const char *text);
// The LTS of the body of an arm.
struct lts *elaborate_arm(struct spec *spec, const struct item *item,
                          const struct body_syntax *body);
// The handle of an action, interned.
struct action elaborate_action(struct spec *spec,
                               const struct action_syntax *action);
// The members of a list of actions, sets expanded.
void elaborate_actions(struct spec *spec, const struct actions_syntax *actions,
                       struct bitset *into);
bool lts_mentions_return(const struct spec *spec, const struct lts *lts,
                         struct name component);
// The row of a return action, or null for other actions.
const struct spec_return *return_of(const struct spec *spec,
                                    struct action action);

// ---- label.c ----------------------------------------------------------------

// Is there such a label in the source of the program? Asked of those that the
// program does not have.
bool label_is_left_out(const struct spec *spec, struct name label,
                       struct position *where);

// ---- any.c ------------------------------------------------------------------

// The LTS with the steps of ANY: in each of these states whatever is in the
// alphabet and has no step there is allowed.
struct lts *any_fill(struct spec *spec, const struct lts *bare,
                     const struct bitset *any);

// ---- meeting.c --------------------------------------------------------------

// Processes that are to be composed, with the returns that several of them
// speak of relabelled such that the composition synchronises them. False, with
// nothing changed, when there are too many combinations.
bool meeting_prepare(struct spec *spec, struct lts **parts, uint32_t count);
// The alphabet of the composition of such processes, without the combinations
// that it has no step for.
void meeting_finish(const struct spec *spec, struct lts *composition);
// The return that is both, interned.
struct action meeting_join(struct spec *spec, struct name component,
                           struct action a, struct action b);

// ---- returns.c --------------------------------------------------------------

// Is it true or false, rather than a number?
bool return_is_truth(const struct c_syntax *c);

// ---- ensures.c --------------------------------------------------------------

// The LTS of an arm with what the procedure ensures in each of its returns.
// Takes the other.
struct lts *ensures_apply(struct spec *spec, const struct spec_proc *proc,
                          struct lts *lts);

// ---- requires.c -------------------------------------------------------------

// Binds what the procedure requires.
void requirements_bind(struct spec *spec, struct spec_proc *proc);

// ---- equations.c ------------------------------------------------------------

// Lists the pointers that a condition, which is bound, compares.
void equations_bind(struct spec *spec, struct spec_proc *proc,
                    const struct c_syntax *condition);

// ---- objects.c --------------------------------------------------------------

// Is the pattern the object of the event, rather than a condition on the place?
// Then the trigger is about it.
bool object_takes(struct spec *spec, const struct item *item,
                  struct spec_trigger *trigger,
                  const struct pattern_syntax *pattern,
                  const struct spec_place *place);
// Complains of a trigger that does not say what its event is about.
void object_check_trigger(struct spec *spec, const struct item *item,
                          const struct spec_trigger *trigger);
// Complains of objects in actions where none is meant, of those that are
// missing, and of processes `for each` object that are used as if they were
// plain ones.
void objects_check(struct spec *spec);

// ---- compose.c --------------------------------------------------------------

// The LTS of a process, made on demand; null after an error.
struct lts *elaborate_process(struct spec *spec, uint32_t process);

// ---- guards.c ---------------------------------------------------------------

// Reports guards that overlap and values that none covers.
void guards_check(struct spec *spec, const struct spec_proc *proc);
// Is a Boolean term over the scope satisfiable? With `example` (may be null)
// appends values of the places that it mentions: "family = 32, x = 0".
enum answer guards_satisfiable(struct spec *spec,
                               const struct spec_scope *scope, struct term t,
                               struct strbuf *example);

// A _Bool is 0 or 1, whatever its width.
void guards_add_domains(struct spec *spec, const struct spec_scope *scope,
                        struct term_vec *into);

// Units of the solver for one question: some seconds.
enum { SPEC_SOLVER_LIMIT = 20000000 };

// ---- procs.c, events.c, systems.c, checks.c ---------------------------------

void resolve_events(struct spec *spec);
void resolve_procs(struct spec *spec);
// others.c
void resolve_others(struct spec *spec);
void resolve_systems(struct spec *spec);
void resolve_checks(struct spec *spec);

// Binds one trigger; `when` (may be null) is added to its condition. The item
// is for how loudly to complain.
void resolve_trigger(struct spec *spec, const struct item *item,
                     const struct trigger_syntax *syntax,
                     const struct c_syntax *when, struct spec_trigger *into);

// The procedure of that name, or none. False after a complaint that there are
// several; quietly one that is not static is taken.
bool resolve_named(struct spec *spec, struct name name,
                   struct position position, bool is_quiet,
                   struct procedure_id *found);
// There is no function of that name: what else may have been meant.
void complain_function(struct spec *spec, enum severity severity,
                       struct name name, struct position position);
// The procedure of that name, or none after a complaint ("undefined function");
// quiet for library items and without a program.
struct procedure_id resolve_function(struct spec *spec, struct name name,
                                     struct position position, bool is_quiet);

// ---- alphabet.c -------------------------------------------------------------

// What any code of the program can perform, whether it is ever reached or not.
void alphabet_everywhere(struct spec *spec, struct bitset *into);
// Fills spec->address_taken.
void alphabet_take_addresses(struct spec *spec);
// What code reachable from the procedure can perform: actions of the assumed
// procedures that it calls and of events that its calls and labels may trigger.
// Calls through pointers may reach every function whose address is taken and
// that takes as many arguments.
void alphabet_of(struct spec *spec, struct procedure_id root,
                 struct bitset *into);
// Fills the sets of a component.
void alphabet_of_component(struct spec *spec, struct spec_component *component);
// All actions that some event or procedure abstraction performs, or that a
// component has by `+ {..}`.
void alphabet_performed(struct spec *spec, struct bitset *into);

// ---- system_warnings.c ------------------------------------------------------

// Of systems that synchronise otherwise than one may expect.
void system_warnings(struct spec *spec);

// ---- vacuity.c --------------------------------------------------------------

// Has the LTS a step by the action that does not lead to ERROR?
bool lts_ever_allows(const struct lts *lts, uint32_t action);

// Warnings that need no check's result: patterns that match no call, actions
// in no alphabet, actions that never synchronise.
void vacuity_check(struct spec *spec);

#endif
