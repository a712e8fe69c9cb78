// The ledger of a component: what is checked of it, what is assumed about it,
// what was decided by default, and what is not checked.
#ifndef VOUCH_CHECK_LEDGER_ENTRIES_H
#define VOUCH_CHECK_LEDGER_ENTRIES_H

#include "check/component.h"
#include "check/conformance.h"
#include "evidence/ledger.h"

struct ledger_facts {
  const struct component *component;
  const struct component_options *options;
  bool model_is_given;                   // the data model was asked for
  const struct conformance *conformance; // of a specification, or null
  bool is_termination;                   // that is what is checked
  bool is_part;                          // of a system: nothing is left out
};

// Before the search, which takes targets out of the component.
void ledger_fill(struct ledger *ledger, const struct ledger_facts *facts);
// After it: how deep recursion was followed, if there is any, and whether it is
// proved that it never goes deeper.
void ledger_add_recursion(struct ledger *ledger, struct interner *names,
                          const struct inline_result *inlined, bool is_proved);
// After it, when there is a proof.
void ledger_add_proof(struct ledger *ledger, struct interner *names,
                      bool is_rechecked, bool asks_cvc5);

#endif
