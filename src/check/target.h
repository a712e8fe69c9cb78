// What is checked, row by row: each place of the program where the property can
// be violated is a target. An assertion, a call of an error function, a label
// that must not be reached, an operation that may overflow or divide by zero.
//
// A target is a place of the program as written: inlining may copy it, and then
// all copies are that one target. Places that come from the same text at the
// same position (a division that is checked twice) are one target, too.
//
// Targets are in the order of the source: files as they were met, then lines
// and columns. The vector of a component owns nothing but itself; all texts are
// interned.
#ifndef VOUCH_CHECK_TARGET_H
#define VOUCH_CHECK_TARGET_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "evidence/result.h"
#include "library/leak.h"
#include "program/program.h"

enum target_kind {
  TARGET_NONE,
  TARGET_CALL,        // of an error function; a failing assertion is one
  TARGET_LABEL,       // the label is reached
  TARGET_OVERFLOW,    // signed overflow, or a shift that C leaves undefined
  TARGET_DIV0,        // division or remainder by zero
  TARGET_DEREF,       // an access to memory that is not valid
  TARGET_DEADLOCK,    // everybody has to wait
  TARGET_LEAK,        // a block that is lost when the function returns
  TARGET_LOST,        // the same of one that the function was given
  TARGET_FREE,        // of what cannot be freed
  TARGET_TRACKED,     // allocated, neither freed nor to be found any more
  TARGET_FREED,       // allocated, and not freed when the program ends
  TARGET_RACE,        // two accesses that nothing puts in an order
  TARGET_REQUIREMENT, // a call without what the function requires
  TARGET_PROMISE,     // what is guessed of a recursive function (promise.h)
  TARGET_CONFORMANCE  // the specification as a whole
};

// Those of allocations, which are violated where the program ends.
bool is_leak_target(enum target_kind kind);

struct check_target {
  enum target_kind kind;
  struct procedure_id procedure;
  struct position position;
  struct position other; // of a RACE: the other access
  struct name text;      // "assert(x > 0)"
  enum row_status status;
  struct name reason; // of UNKNOWN; of FAILS: what is wrong, or none
  bool is_unusual;    // of FAILS: it needs something unusual of callers
};

VEC_DEFINE(check_target_vec, struct check_target);

// What counts as a violation.
struct target_rules {
  bool checks_calls;
  // Calls of this function violate the property; null: assertions and the
  // error functions of the verification conventions.
  const char *error_function;
  const char *label; // that must not be reached, or null
  bool checks_overflow;
  bool checks_div0;
  bool checks_deref;
  bool checks_leaks;
  bool checks_lost; // looked for by runs only (engine/draws.c)
  bool checks_free;
  enum leak_check leaks; // which memory must not be left (library/leak.h)
  bool checks_races;
  bool checks_deadlock;
  bool checks_requirements;  // what a specification says that callees require
  bool checks_promises;      // and nothing else: they are written in
  bool checks_specification; // what it forbids is a violation
};

// Is anything asked about memory? Then its lives are followed.
bool target_rules_ask_memory(const struct target_rules *rules);
// Is a call of a function of that name a violation?
bool target_is_error(const struct target_rules *rules, const char *function);
enum target_kind target_kind_of_call(const struct target_rules *rules,
                                     const struct program *program,
                                     const struct procedure *callee);
enum target_kind target_kind_of_undefined(const struct target_rules *rules,
                                          enum undefined_reason reason);
enum target_kind target_kind_of_edge(const struct target_rules *rules,
                                     const struct program *program,
                                     const struct edge *edge);

// Appends the targets of a procedure of the original program, and puts all of
// them in order.
void targets_collect(struct check_target_vec *targets, struct program *program,
                     const struct target_rules *rules,
                     const struct procedure *procedure);
void targets_sort(struct check_target_vec *targets);
// The target of an edge of such a procedure; kind NONE when it is none. And one
// for behaviour at a position that is undefined.
struct check_target target_of(struct program *program,
                              const struct target_rules *rules,
                              const struct procedure *procedure,
                              const struct edge *edge);
struct check_target target_of_undefined(struct program *program,
                                        const struct target_rules *rules,
                                        const struct procedure *procedure,
                                        struct position position,
                                        enum undefined_reason reason);
// Of what the function is given, as a whole.
struct check_target target_of_given(struct program *program,
                                    const struct procedure *procedure);
// Its index among those that were put in order, where it must be.
uint32_t targets_find(const struct check_target_vec *targets,
                      const struct check_target *target);
// The one of them that is the target, or null.
struct check_target *targets_lookup(const struct check_target_vec *targets,
                                    const struct check_target *target);

// The text of the target of an edge that breaks a promise on this condition.
struct name target_promise(struct interner *names, struct term condition);
const char *target_property(enum target_kind kind); // "no-overflow"
// As rows of a result, instead of what is there.
void targets_rows(const struct check_target_vec *targets,
                  const struct program *program, struct result_row_vec *into);

#endif
