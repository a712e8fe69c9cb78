// What stands behind an answer: what was checked, what was assumed, what was
// decided by default, and what was not checked. Nothing is silently left out.
//
// The ledger is a list of lines, each in a section, in the order in which they
// are printed. It owns its vector; texts are interned.
#ifndef VOUCH_REPORT_LEDGER_H
#define VOUCH_REPORT_LEDGER_H

#include "check/component.h"
#include "check/conformance.h"

enum ledger_section {
  LEDGER_CHECKED,
  LEDGER_ASSUMED,
  LEDGER_DEFAULTED,
  LEDGER_NOT_CHECKED
};

struct ledger_line {
  enum ledger_section section;
  struct name text;
};

VEC_DEFINE(ledger, struct ledger_line);

struct ledger_facts {
  const struct component *component;
  const struct component_options *options;
  bool model_is_given;                   // the data model was asked for
  const struct conformance *conformance; // of a specification, or null
  bool is_part;                          // of a system: nothing is left out
};

// Before the search, which takes targets out of the component. What is there
// already is not said again.
void ledger_fill(struct ledger *ledger, const struct ledger_facts *facts);
// After it, when there is a proof.
void ledger_add_proof(struct ledger *ledger, struct interner *names,
                      bool is_rechecked, bool asks_cvc5);
void ledger_add(struct ledger *ledger, struct interner *names,
                enum ledger_section section, const char *text);
// A line with names between two texts, and none without names.
void ledger_add_names(struct ledger *ledger, struct interner *names,
                      enum ledger_section section, const char *before,
                      const struct name_vec *list, const char *after);
const char *ledger_section_name(enum ledger_section section);
void ledger_print(const struct ledger *ledger, const struct interner *names,
                  struct strbuf *out);

#endif
