// A Boolean program as a Kripke structure, under one of three semantics (seed
// 004, section 3.3).
//
//   OVER    states are valuations; what is unknown is either value: steps that
//           may be there
//   UNDER   states are partial valuations; what is unknown is neither: steps
//           that must be there
//   EXACT   states are partial valuations; a step is t if it is in both, bottom
//           if only in the first, top if only in the second
//
// `*` and schoose[a, b] are unknown expressions (choice of the paper); a jump
// to several labels is a choice of the program, and so each of its steps is
// certain. An expression holds of a partial valuation if it does however the
// rest is chosen.
//
// Only programs of one procedure without calls and threads, with few variables.
#ifndef VOUCH_BP_KRIPKE_H
#define VOUCH_BP_KRIPKE_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "bp/belnap.h"
#include "bp/bp.h"

enum bp_semantics { BP_OVER, BP_UNDER, BP_EXACT };

enum { BP_KRIPKE_VARIABLES = 5 };

// A value of a variable in a partial valuation.
enum partial { PARTIAL_F, PARTIAL_T, PARTIAL_UNKNOWN };

struct kripke_step {
  uint32_t to;
  enum belnap value; // never f
};

VEC_DEFINE(kripke_step_vec, struct kripke_step);

struct kripke {
  const struct bp *bp;
  enum bp_semantics semantics;
  uint32_t variables;
  uint32_t valuations; // 2^n or 3^n
  uint32_t count;      // of states: statement * valuations + valuation
  struct kripke_step_vec *steps; // by state
};

// False when the program is not of that kind; `why` says so.
bool kripke_init(struct kripke *kripke, const struct bp *bp,
                 enum bp_semantics semantics, struct strbuf *why);
void kripke_release(struct kripke *kripke);

static inline uint32_t kripke_statement(const struct kripke *kripke,
                                        uint32_t state) {
  return state / kripke->valuations;
}
enum partial kripke_value(const struct kripke *kripke, uint32_t valuation,
                          uint32_t slot);
// Does every state of the program that this one stands for certainly have a
// step? Not where an assumption may fail.
bool kripke_is_total(const struct kripke *kripke, uint32_t state);
// Can the program begin in the state?
bool kripke_is_initial(const struct kripke *kripke, uint32_t state);
// The value of an expression in a valuation: t, f or bottom.
enum belnap kripke_evaluate(const struct kripke *kripke, uint32_t valuation,
                            struct bp_expr expr);
// The value of the step that an assignment is from one valuation to another,
// under the semantics.
enum belnap kripke_assignment(const struct kripke *kripke,
                              const struct bp_statement *s, uint32_t from,
                              uint32_t to);

#endif
