// A specification, resolved and bound to the program that it speaks about.
//
// This is what the engines see. Processes are labelled transition systems over
// one action table. Procedure abstractions (seed 000, section 3.4) have guards
// as terms over places (scope.h) and one LTS per guard; events have triggers
// with a condition as a term; systems (section 3.5) have components with
// guards and alphabets; checks name a subject and a goal.
//
// Returns are actions (ACTION_RETURN) whose payload is the number of a row in
// `returns`. What a return means depends on the type of the procedure that
// performs it: spec_bind_returns gives the condition over $ for a procedure,
// and spec_split_returns cuts all that meet in a check into disjoint cases
// (section 5.4, footnote 2, made sound: what fits none is return{other}).
//
// States of the processes have the kinds of lts.h: STOP after a return, END
// when the routine never comes back, ERROR when it must not be reached. Where a
// process serves as a specification the steps to ERROR are left out
// (spec_split_lts): what leads there is in its alphabet and forbidden. In a
// process that is checked, and in the arms of procedures, it is a state for the
// engine to report.
//
// ANY is a state with a loop for each action of the alphabet of its process as
// it is after all operators and, if that has returns, a step `return{*}` to
// STOP, which includes return{other}. Where a process leads into another its
// alphabet is the larger one, and ANY there allows all of that; a composition
// is in ANY where all its operands are.
//
// In a composition returns are sets of values: where several operands speak of
// the returns of one procedure they return together, by a joint return, whose
// members must all hold.
//
// A spec owns everything that it points to except the syntax and the program,
// which must outlive it. One syntax serves one spec.
#ifndef VOUCH_SPEC_SPEC_H
#define VOUCH_SPEC_SPEC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/bitset.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/position.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "lts/lts.h"
#include "program/declaration.h"
#include "program/program.h"
#include "solver/solver.h"
#include "spec/scope.h"
#include "spec/syntax.h"

// ---- Returns ----------------------------------------------------------------

struct spec_return {
  struct action action;
  enum return_kind kind;
  const struct c_syntax *value;  // VALUE, CONDITION, ENSURED
  struct lts_action_vec members; // JOINT: returns that are not
  struct name component;         // none for the procedure's own
  struct position position;      // where it was first written
};

VEC_DEFINE(spec_return_vec, struct spec_return);

// A return action seen as a condition on the value of one procedure.
struct spec_condition {
  struct action action;
  struct term condition; // over the scope's result; true for void and `*`
  struct term value;     // of a VALUE, of the result's width; otherwise none
  bool is_fresh;         // a new object; as a condition only: not null
};

VEC_DEFINE(spec_condition_vec, struct spec_condition);

// One of the disjoint cases of a check. The last is `other` if it can occur.
struct spec_case {
  struct action action;  // its text is its condition
  struct term condition; // over the scope's result
  struct bitset members; // which of the conditions it lies in
  bool is_other;         // in none
};

VEC_DEFINE(spec_case_vec, struct spec_case);

// ---- Events -----------------------------------------------------------------

struct spec_trigger {
  const struct trigger_syntax *syntax;
  enum trigger_kind kind;
  struct name name;              // of the function or label
  struct procedure_id procedure; // CALL, RET; none without a program
  struct spec_scope scope;       // parameters and result of the function
  struct term condition;         // over the scope; true when it always fires
  struct term object;            // the place that it is about; or none
  bool is_new;                   // which the call just made
  bool is_conditional;           // a case split: match, no match
  uint32_t site_count;           // calls (labels) in the program
  uint32_t number;               // among all triggers
};

VEC_DEFINE(spec_trigger_vec, struct spec_trigger);

struct spec_event {
  const struct item *item;
  struct name name;
  struct action action;
  struct spec_trigger_vec triggers; // any of them is the event
};

VEC_DEFINE(spec_event_vec, struct spec_event); // in order of declaration

// ---- Processes --------------------------------------------------------------

struct spec_process {
  const struct item *item;
  struct name name;
  struct lts *lts;      // null after an error
  struct lts *bare;     // the same, while ANY has no steps
  struct bitset any;    // which states are ANY
  bool mentions_return; // of the procedure itself, not of a component
  bool is_done;         // made, or tried
  bool is_busy;         // being made
};

VEC_DEFINE(spec_process_vec, struct spec_process);

// ---- Procedures -------------------------------------------------------------

struct spec_arm {
  const struct arm_syntax *syntax;
  struct term guard; // over the scope of the procedure
  struct lts *lts;
  uint32_t number; // among all arms
};

VEC_DEFINE(spec_arm_vec, struct spec_arm);

struct spec_lvalue {
  struct name text;
  struct variable variable; // a global that is a variable, or none
  struct term address;      // otherwise where it lies, over the scope
  struct ctype type;        // its size is that of the type
  bool is_whole;            // all of the object that it lies in
  struct term count;        // or so many of them, over the scope; or none
};

VEC_DEFINE(spec_lvalue_vec, struct spec_lvalue);

struct spec_alias {
  uint32_t first, second; // parameters that may point to the same object
};

VEC_DEFINE(spec_alias_vec, struct spec_alias);

// Two pointers that what is required says are the same, somewhere in it
// (equations.c), over the scope of the procedure: the one can be made the
// other.
struct spec_equation {
  struct name text;         // of the one: "list->head->prev"
  struct variable variable; // a global that is a variable,
  uint32_t parameter;       // or a parameter; or SPEC_NONE,
  struct term address;      // or where it lies
  struct term value;        // of the other
};

VEC_DEFINE(spec_equation_vec, struct spec_equation);

// What a caller has to see to (requires.c), over the scope of the procedure.
struct spec_requirement {
  enum requirement_kind kind;
  struct position position;
  struct name text;      // "n > 0", "sized_by(p, n)"
  struct term condition; // that holds at the call
  struct term asks;      // SIZE, STRING: where this holds,
  struct term address;   // so many bytes here can be read, or a string ends
  struct term size;      // SIZE: of pointer width; 0 where nothing is asked
};

VEC_DEFINE(spec_requirement_vec, struct spec_requirement);

struct spec_proc {
  const struct item *item;
  struct name name;
  struct procedure_id procedure; // none when the program does not know it
  bool is_assumed;
  bool is_bound; // types and guards could be read
  struct ctype type;
  struct spec_scope scope;
  struct spec_arm_vec arms;          // guards are exclusive and complete
  struct spec_condition_vec returns; // what its return actions mean
  bool has_modifies;                 // otherwise all that escaped may change
  struct spec_lvalue_vec modifies;
  struct spec_alias_vec aliases;
  struct spec_requirement_vec requirements;
  struct spec_equation_vec equations;
  bool is_bare; // it says nothing but what is required: calls do what they do
};

VEC_DEFINE(spec_proc_vec, struct spec_proc);

// ---- Systems and checks -----------------------------------------------------

// How a component may perform an action: by calling a function that has an
// abstraction, or as an event.
enum role_kind { ROLE_PROC, ROLE_EVENT };

struct spec_role {
  struct action action;
  enum role_kind kind;
  uint32_t number; // of the procedure or the event
};

VEC_DEFINE(spec_role_vec, struct spec_role);

struct spec_component {
  const struct component_syntax *syntax;
  struct name name;
  struct procedure_id procedure;
  struct spec_scope scope;
  bool is_instance;  // in its system a function is several components
  struct term guard; // arguments and `when`, over the scope
  // Actions. What it shares with others is `alphabet`; a check leaves out what
  // it then proves that the component never performs.
  struct bitset mentioned; // that its calls could perform with other values
  struct bitset performed; // that they may perform, as far as is seen at once
  struct bitset alphabet;  // `performed` after + - @
  struct bitset given;     // of that, what only `+` need have put in
  struct bitset heard;     // `mentioned` after + - @
  struct bitset bodies;    // procedures that it enters
  struct spec_role_vec roles; // of `mentioned`
};

VEC_DEFINE(spec_component_vec, struct spec_component);

struct spec_system {
  const struct item *item;
  struct name name;
  struct spec_component_vec components;
  bool is_reported; // what three or more share
};

VEC_DEFINE(spec_system_vec, struct spec_system);

enum subject_kind {
  SUBJECT_NONE, // not found
  SUBJECT_FUNCTION,
  SUBJECT_SYSTEM,
  SUBJECT_PROCESS
};

struct spec_check {
  const struct item *item;
  struct name name; // as given, or the subject's
  enum subject_kind subject;
  uint32_t system;               // number of the system or process
  struct procedure_id procedure; // FUNCTION; none without a program
  uint32_t proc;                 // GOAL_PROC: number of the procedure
  uint32_t process;              // GOAL_REFINES: number of the specification
  struct spec_trigger trigger;   // GOAL_UNREACHABLE
  struct bitset alphabet; // what the subject can perform (FUNCTION, SYSTEM)
  struct bitset ignored;  // performed, but not in the specification's alphabet
};

VEC_DEFINE(spec_check_vec, struct spec_check);

struct spec_constant {
  const struct item *item;
  struct name name;
  struct term value; // of 32 bits, or 64 where C would need it; none: an error
  struct ctype type;
};

VEC_DEFINE(spec_constant_vec, struct spec_constant);

// A name of the functions that are checked (locals.c).
struct spec_local {
  struct name name;
  struct ctype type;
  bool is_object;           // it lies in memory:
  struct variable stand_in; // has its value, or its address
};

VEC_DEFINE(spec_local_vec, struct spec_local);

// What has the name in a function: an object, or a variable.
struct spec_local_place {
  struct object_id object;
  struct variable variable;
  uint32_t count; // of variables that have the name
  struct ctype type;
};

enum { SPEC_NONE = UINT32_MAX }; // no number

struct spec {
  struct syntax *syntax;   // borrowed; items are marked in it
  struct program *program; // an empty one when there is no C
  bool has_program;        // is there C?
  const struct declaration_vec *declarations;
  struct interner *names;
  struct diag *diag;
  struct solver *solver;
  struct action_table *actions;
  struct spec_return_vec returns; // by payload
  struct spec_constant_vec constants;
  struct spec_event_vec events;
  struct spec_process_vec processes;
  struct spec_proc_vec procs;
  struct spec_system_vec systems;
  struct spec_check_vec checks;
  struct spec_local_vec locals;
  struct bitset address_taken; // procedures that a pointer may reach
  struct u32_vec originals;    // by procedure (function_name.h)
  uint32_t trigger_count;
  uint32_t arm_count;
};

// ---- Life cycle -------------------------------------------------------------

// What must be known about C before a specification can be bound: texts for
// frontend_load, and functions whose calls must stay calls. Appended, each
// once; neither needs the program.
void spec_c_texts(const struct syntax *syntax, struct interner *names,
                  struct name **texts, uint32_t *count);
void spec_functions(const struct syntax *syntax, struct name **functions,
                    uint32_t *count);

// Resolves and binds; the program may be null, and then pointers have the
// width given. Errors and warnings go to the
// syntax' diag. Never null: a specification with errors is returned as far as
// it could be made, and `*ok` is false.
struct spec *spec_new(struct syntax *syntax, struct program *program,
                      const struct declaration_vec *declarations,
                      unsigned pointer_width, bool *ok);
void spec_free(struct spec *spec);

// Writes what `export` items ask for, relative to the folder of their file.
// False after an error.
bool spec_export(const struct spec *spec);

// ---- Queries ----------------------------------------------------------------

// By name; SPEC_NONE when there is none.
uint32_t spec_find_process(const struct spec *spec, struct name name);
uint32_t spec_find_proc(const struct spec *spec, struct name name);
uint32_t spec_find_system(const struct spec *spec, struct name name);

// The parameter or local of that name, as it is in the program now; false when
// there is none.
bool spec_local_in(const struct spec *spec, const struct procedure *procedure,
                   struct name name, struct spec_local_place *found);
// Is it one function? Units have copies of those that are static in a header.
bool spec_is_same_function(const struct spec *spec, struct procedure_id a,
                           struct procedure_id b);
// What is said of a procedure, or null: of whoever calls it, at least.
const struct spec_proc *spec_contract_of(const struct spec *spec,
                                         struct procedure_id procedure);
// The abstraction to assume for calls of a procedure, or null.
const struct spec_proc *spec_proc_of(const struct spec *spec,
                                     struct procedure_id procedure);
// The condition of a return action of the procedure's arms.
const struct spec_condition *spec_proc_return(const struct spec_proc *proc,
                                              struct action action);

// What the check is for each of, or none.
struct name spec_check_object(const struct spec *spec,
                              const struct spec_check *check);

// ---- Returns of a check -----------------------------------------------------

// What the return actions in the alphabet of an LTS mean for a procedure:
// those of the component, or with none the plain ones. The scope must have a
// result unless the procedure is void. False, after telling why, when one does
// not fit the type (a value out of range, a value of a void function).
bool spec_bind_returns(struct spec *spec, const struct lts *lts,
                       struct name component, struct spec_scope *scope,
                       bool is_void, struct position position,
                       struct spec_condition_vec *into);

// Cuts the values into cases that no condition splits further; none at all when
// there are no conditions, for then returns do not matter. A value that only
// `return{*}` allows lies in `other`. False when the solver gave up.
bool spec_split_returns(struct spec *spec, const struct spec_scope *scope,
                        const struct spec_condition_vec *conditions,
                        struct name component, struct spec_case_vec *cases);
// The one case of a procedure that must not return: `other`, whatever the
// value.
void spec_split_nothing(struct spec *spec, struct spec_case_vec *cases);
void spec_case_vec_free(struct spec_case_vec *cases);

// The LTS with each return step replaced by steps for its cases. `return{*}`
// stands for all cases, `other` included; if the LTS mentions one return its
// alphabet has all cases. Steps to ERROR are left out unless they are kept: in
// a specification what leads there is forbidden.
struct lts *spec_split_lts(const struct spec *spec, const struct lts *lts,
                           const struct spec_condition_vec *conditions,
                           const struct spec_case_vec *cases, bool keeps_error);

// What code of the procedure, and of what it calls, can perform, whether bodies
// are taken or the abstractions that they are to be proved against.
void spec_alphabet_of(struct spec *spec, struct procedure_id procedure,
                      struct bitset *into);
// The alphabet of a component, with one or the other.
void spec_component_alphabet(struct spec *spec,
                             const struct spec_component *component,
                             bool takes_bodies, struct bitset *into);

// Is it `component.action`, of something that this component of the system may
// perform, and not the name of an action that somebody performs?
bool spec_component_event(const struct spec *spec,
                          const struct spec_system *system, struct action name,
                          uint32_t *component, struct action *action);

// A scope for a procedure of the program: its parameters and its result.
void spec_scope_of(struct spec *spec, struct procedure_id procedure,
                   struct spec_scope *scope);

// A condition of a formula about a procedure: a term over the scope, which is
// that of the procedure and may grow. Bound before, so that it is no error.
struct term spec_condition_term(struct spec *spec,
                                struct procedure_id procedure,
                                const struct c_syntax *condition,
                                struct spec_scope *scope);

// ---- After a check ----------------------------------------------------------

// What an engine saw happen while it checked. Empty sets mean nothing did.
struct spec_usage {
  struct bitset triggers; // that matched, by number
  struct bitset arms;     // that were entered, by number
  struct bitset steps;    // of the specification's LTS, by index
};

void spec_usage_release(struct spec_usage *usage);
// Could no action of the specification's alphabet occur, besides returns? Then
// a pass is `true (vacuous: ...)`. One that it forbids outright counts as soon
// as the code has it: that it cannot occur is then what was proved. A
// specification of returns alone is not vacuous.
#define SPEC_VACUITY "no action of the specification can occur"
bool spec_is_vacuous(const struct spec *spec, const struct spec_check *check,
                     const struct bitset *performed);
// Is that plain to see before anything runs: nothing in the program, reached or
// not, performs any of them, and a function may return at once?
bool spec_is_idle(struct spec *spec, const struct spec_check *check);
// Is there an action that the checked code has and that the specification never
// allows?
bool spec_proves_absence(const struct spec *spec,
                         const struct spec_check *check,
                         const struct lts *specification);
// Is a pass vacuous unless one of these actions, which are set, is performed?
bool spec_needs_action(const struct spec *spec, const struct spec_check *check,
                       struct bitset *actions);
// Warns of patterns that matched nothing, arms never taken and specification
// steps never exercised, of those that the check could use.
void spec_report_usage(struct spec *spec, const struct spec_check *check,
                       const struct lts *specification,
                       const struct spec_usage *usage);

// Warns of actions that the components of the checked system share, with the
// alphabets that the check found, by component: of three or more that do, once
// for a system; and of events that the specification forbids.
void spec_report_sharing(struct spec *spec, const struct spec_check *check,
                         const struct bitset *const *decided);

// ---- Printing ---------------------------------------------------------------

// Everything. (Not const: the cases of returns get names.)
void spec_print(struct spec *spec, struct strbuf *out);
// An LTS without tau and kinds as a process of that name, to be read again.
void spec_print_process(const struct lts *lts, const char *name,
                        struct strbuf *out);

#endif
