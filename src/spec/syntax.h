// A specification as it was written: the syntax tree of a file and of all that
// it imports.
//
// Nothing here knows the checked program. Names are not looked up, and C
// expressions are trees of what stands there; bind.h gives them types and a
// meaning. All nodes live in the arena of the tree and die with it; lists are
// arrays in the arena.
#ifndef VOUCH_SPEC_SYNTAX_H
#define VOUCH_SPEC_SYNTAX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/position.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "spec/token.h"
#include "term/bits.h"

// ---- C ----------------------------------------------------------------------

enum c_type_kind {
  C_TYPE_BASIC,   // `name` is its normal form: "unsigned long"
  C_TYPE_STRUCT,  // by tag
  C_TYPE_UNION,   // by tag
  C_TYPE_ENUM,    // by tag
  C_TYPE_TYPEDEF, // by name
  C_TYPE_POINTER,
  C_TYPE_ARRAY,
  C_TYPE_FUNCTION
};

struct c_type_syntax {
  enum c_type_kind kind;
  struct position position;
  struct name name;
  bool is_const;                      // for printing only
  const struct c_type_syntax *target; // pointee, element, result
  uint64_t count;                     // ARRAY; 0 when not given
  struct c_parameter *parameters;     // FUNCTION
  uint32_t parameter_count;
  bool is_variadic;
  bool has_prototype; // false for `f()`
};

struct c_parameter {
  struct name name; // or none
  struct position position;
  const struct c_type_syntax *type;
};

enum c_kind {
  EXPR_NUMBER,
  EXPR_NAME,
  EXPR_RESULT,   // $
  EXPR_ARGUMENT, // $1 ..: `value` is the number
  EXPR_UNARY,    // op: - + ! ~ & *
  EXPR_BINARY,
  EXPR_CHOICE, // a ? b : c
  EXPR_CAST,
  EXPR_SIZEOF_TYPE,
  EXPR_SIZEOF,
  EXPR_FIELD, // a.name, or a->name when `is_arrow`
  EXPR_INDEX, // a[b]
  EXPR_RANGE, // a[b..c], of what is modified only; a[] without b and c
  EXPR_OLD    // old(a): at the entry
};

struct c_syntax {
  enum c_kind kind;
  struct position position; // of the operator of an operation
  enum token_kind op;
  struct name name;
  u128 value;
  unsigned longs;
  bool is_unsigned;
  bool is_decimal;
  bool is_arrow;
  const struct c_type_syntax *type;
  const struct c_syntax *a, *b, *c;
};

// ---- Processes --------------------------------------------------------------

enum return_kind {
  RETURN_VOID,      // return{}
  RETURN_VALUE,     // return{E}
  RETURN_CONDITION, // return{.. $ ..}
  RETURN_ANY,       // return{*}
  RETURN_FRESH,     // return{fresh}
  RETURN_ENSURED,   // what `ensures` says of every return; never written
  RETURN_JOINT      // several at once; made by compositions, never written
};

struct return_syntax {
  enum return_kind kind;
  const struct c_syntax *value; // VALUE, CONDITION, ENSURED
};

// A plain action, or with `is_return` the return of a component.
struct action_syntax {
  struct position position;
  struct name name;      // of a plain action; "tau" is the silent one
  struct name object;    // lock(m): m; or none
  bool is_return;        //
  struct name component; // whose return; none for the procedure's own
  struct return_syntax ret;
};

VEC_DEFINE(action_syntax_vec, struct action_syntax);

struct actions_syntax { // { a, b } or the name of a set
  struct position position;
  struct action_syntax *at;
  uint32_t count;
};

enum body_kind {
  BODY_CHOICE,
  BODY_RETURN,
  BODY_NAME,
  BODY_STOP,
  BODY_END,
  BODY_ERROR,
  BODY_ANY
};

struct body_syntax {
  enum body_kind kind;
  struct position position;
  struct name name;               // NAME
  struct return_syntax ret;       // RETURN
  struct branch_syntax *branches; // CHOICE
  uint32_t branch_count;
};

struct branch_syntax {
  struct position position;
  struct action_syntax *actions;
  uint32_t action_count;
  const struct body_syntax *body;
};

enum op_kind { OPS_EXTEND, OPS_HIDE, OPS_PROJECT, OPS_RENAME }; // + \ @ /

struct rename_syntax {
  struct action_syntax to, from;
};

struct op_syntax {
  enum op_kind kind;
  struct position position;
  struct actions_syntax actions; // not RENAME
  struct rename_syntax *renames; // RENAME
  uint32_t rename_count;
};

struct ops_syntax {
  struct op_syntax *at;
  uint32_t count;
};

struct state_syntax { // NAME = body
  struct name name;
  struct position position;
  const struct body_syntax *body;
};

struct operand_syntax { // of a composition
  struct name name;
  struct position position;
  struct ops_syntax ops;
};

// ---- Triggers ---------------------------------------------------------------

enum trigger_kind { TRIGGER_CALL, TRIGGER_RET, TRIGGER_LABEL };

// One argument, or the result: anything, a value, or a condition over $.
struct pattern_syntax {
  struct position position;
  bool is_any;
  bool is_new; // the object of the event, and it was made just now
  const struct c_syntax *value; // unless is_any
};

struct trigger_syntax {
  enum trigger_kind kind;
  struct position position;
  struct name name; // of the function or label
  struct position name_position;
  bool has_patterns;
  bool is_open; // the list of patterns ends in `...`
  struct pattern_syntax *patterns;
  uint32_t pattern_count;
  bool has_result;
  struct pattern_syntax result;
};

// ---- Procedures and systems -------------------------------------------------

struct lvalues_syntax {
  const struct c_syntax **at;
  uint32_t count;
};

struct arm_syntax {
  struct position position;
  const struct c_syntax *guard; // null for `otherwise`, and for a lone body
  const struct body_syntax *body;
};

struct alias_syntax { // may_alias(p, q, ..)
  struct position position;
  struct name *names;
  struct position *positions;
  uint32_t count;
};

// What whoever calls a procedure has to see to (requires.c).
enum requirement_kind {
  REQUIRES_CONDITION, // requires C
  REQUIRES_NONNULL,   // nonnull(p)
  REQUIRES_SIZE,      // sized_by(p, n)
  REQUIRES_STRING,    // terminated(s)
  REQUIRES_APART      // separate(p, q)
};

struct requirement_syntax {
  enum requirement_kind kind;
  struct position position;
  const struct c_syntax *value;  // the condition, the pointer
  const struct c_syntax *second; // SIZE: how many; APART: the other; or null
};

VEC_DEFINE(requirement_syntax_vec, struct requirement_syntax);

const char *requirement_word(enum requirement_kind kind); // "sized_by"

struct proc_syntax {
  bool is_assumed;
  const struct c_type_syntax *type; // a FUNCTION
  struct arm_syntax *arms;
  uint32_t arm_count;
  bool has_modifies;
  struct position modifies_position;
  struct lvalues_syntax modifies; // none at all: `modifies nothing`
  struct lvalues_syntax ensures;  // conditions
  struct requirement_syntax *requirements;
  uint32_t requirement_count;
  struct alias_syntax *aliases;
  uint32_t alias_count;
};

struct argument_syntax {
  struct position position;
  bool is_any; // *
  const struct c_syntax *value;
};

struct component_syntax {
  struct position position;
  struct name name; // as given, or none
  struct name function;
  struct position function_position;
  struct argument_syntax *arguments;
  uint32_t argument_count;
  const struct c_syntax *when; // or null
  struct ops_syntax ops;       // on its alphabet: EXTEND, HIDE, PROJECT
};

// ---- Checks -----------------------------------------------------------------

enum formula_kind {
  FORMULA_TRUE,
  FORMULA_FALSE,
  FORMULA_ACTION, // the action just performed
  FORMULA_C,      // "x > 0": a condition on the state
  FORMULA_NOT,
  FORMULA_AND,
  FORMULA_OR,
  FORMULA_IMPLIES,
  FORMULA_IFF,
  FORMULA_NEXT, // X F G U W R
  FORMULA_FINALLY,
  FORMULA_GLOBALLY,
  FORMULA_UNTIL,
  FORMULA_WEAK_UNTIL,
  FORMULA_RELEASE,
  FORMULA_ALL, // CTL: A and E over a path formula of one temporal operator
  FORMULA_EXISTS,
  FORMULA_DIAMOND, // mu-calculus: <> f, [] f, mu Z. f, nu Z. f, Z
  FORMULA_BOX,
  FORMULA_MU,
  FORMULA_NU,
  FORMULA_VARIABLE,
  FORMULA_AT,   // at L: control is at a C label
  FORMULA_END,  // the execution has ended
  FORMULA_STUCK // it waits for ever
};

struct formula_syntax {
  enum formula_kind kind;
  struct position position;
  struct name name; // MU, NU, VARIABLE: of the variable; AT: of the label
  struct action_syntax action;
  const struct c_syntax *condition;
  const struct formula_syntax *a, *b;
};

// fair f, fair f when g: of executions only those count in which f holds again
// and again, or does if g does. Both are about single states.
struct fairness_syntax {
  const struct formula_syntax *again, *when; // when: or null
  const struct fairness_syntax *next;
};

enum goal_kind {
  GOAL_PROC, // no goal given: the procedure's own abstraction
  GOAL_REFINES,
  GOAL_DEADLOCK_FREE,
  GOAL_ASSERTIONS,
  GOAL_UNREACHABLE,
  GOAL_LTL,
  GOAL_CTL
};

enum refinement_kind {
  REFINES_TRACES,
  REFINES_SIMULATION,
  REFINES_BISIMULATION
};
// "simulation"
const char *refinement_text(enum refinement_kind refinement);
enum expectation { EXPECT_NOTHING, EXPECT_HOLDS, EXPECT_FAILS };

struct check_syntax {
  struct name name; // as given, or none
  struct name subject;
  struct position subject_position;
  enum goal_kind goal;
  struct name against; // REFINES
  struct position against_position;
  enum refinement_kind refinement;
  bool by_assumption; // REFINES: the system is split in two
  struct position assumption_position;
  struct trigger_syntax trigger; // UNREACHABLE
  const struct formula_syntax *formula;
  bool is_some;                       // CTL: of one initial state, not of all
  const struct fairness_syntax *fair; // LTL, CTL: the first, or null
  enum expectation expectation;
};

// ---- Others -----------------------------------------------------------------

struct others_syntax {
  bool has_anything;  // all that they can reach
  bool has_arguments; // what their arguments lead to
  struct name *names; // and these globals
  struct position *positions;
  uint32_t count;
};

// ---- Items ------------------------------------------------------------------

enum item_kind {
  ITEM_EXPORT,
  ITEM_CONST,
  ITEM_SET,
  ITEM_EVENT,
  ITEM_PROCESS,
  ITEM_COMPOSITION,
  ITEM_FILE, // an imported .aut or .dot
  ITEM_PROC,
  ITEM_OTHERS, // what functions change that nobody describes
  ITEM_SYSTEM,
  ITEM_CHECK
};

struct item {
  enum item_kind kind;
  struct position position;            // of the name, if it has one
  struct name name;                    // of what is defined; of an export: what
  uint32_t file;                       // number of the file it stands in
  bool is_property;                    // PROCESS
  bool is_overridden;                  // another item of the name stands for it
  struct name object;                  // EVENT: that it is about; PROCESS: for
  struct position object_position;     // each of these; or none
  struct name path;                    // EXPORT, FILE
  const struct c_syntax *value;        // CONST
  struct actions_syntax actions;       // SET
  struct trigger_syntax *triggers;     // EVENT
  uint32_t trigger_count;              //
  const struct c_syntax *when;         // EVENT; or null
  struct state_syntax *states;         // PROCESS
  uint32_t state_count;                //
  struct operand_syntax *operands;     // COMPOSITION
  uint32_t operand_count;              //
  struct ops_syntax ops;               // PROCESS, COMPOSITION
  struct proc_syntax proc;             // PROC
  struct others_syntax others;         // OTHERS
  struct component_syntax *components; // SYSTEM
  uint32_t component_count;            //
  struct check_syntax check;           // CHECK
};

VEC_DEFINE(item_vec, struct item);

struct spec_file {
  struct name path;
  bool is_library; // found through <..>
  uint32_t depth;  // 0 for the file asked for, 1 for what it imports, ...
  struct position imported_at;
};

VEC_DEFINE(spec_file_vec, struct spec_file);

struct syntax {
  struct arena arena;
  struct interner *names; // borrowed
  struct diag *diag;      // borrowed
  struct spec_file_vec files;
  struct item_vec items; // imported ones first, then in order of the file
};

// ---- Reading ----------------------------------------------------------------

struct syntax_options {
  const char *library; // folder for <..>, or null
};

// Reads a file and what it imports, reporting all mistakes found. False when
// there was one. Release in either case. `names` must be the diag's.
bool syntax_read(struct syntax *syntax, const char *path,
                 const struct syntax_options *options, struct interner *names,
                 struct diag *diag);
// The same with the text of the first file given.
bool syntax_read_text(struct syntax *syntax, const char *path, const char *text,
                      size_t length, const struct syntax_options *options,
                      struct interner *names, struct diag *diag);
void syntax_release(struct syntax *syntax);

// Reads one action, such as a label of an imported file; `position` is what
// messages point to. False after a message.
bool syntax_read_action(struct syntax *syntax, const char *text,
                        struct position position, struct action_syntax *action);

// ---- Printing ---------------------------------------------------------------

// In a normal form: equal trees give equal texts.
void c_syntax_print(const struct interner *names, const struct c_syntax *c,
                    struct strbuf *out);
// A prototype with the names of its parameters.
void c_prototype_print(const struct interner *names, const char *function,
                       const struct c_type_syntax *type, struct strbuf *out);
void action_syntax_print(const struct interner *names,
                         const struct action_syntax *action,
                         struct strbuf *out);
void trigger_syntax_print(const struct interner *names,
                          const struct trigger_syntax *trigger,
                          struct strbuf *out);
void formula_syntax_print(const struct interner *names,
                          const struct formula_syntax *formula,
                          struct strbuf *out);
// " fair f fair g when h"
void fairness_syntax_print(const struct interner *names,
                           const struct fairness_syntax *fair,
                           struct strbuf *out);

// Does the expression mention $?
bool c_syntax_has_result(const struct c_syntax *c);

#endif
