// What stands behind an answer: what was checked, what was assumed, what was
// decided by default, and what was not checked. Nothing is silently left out.
//
// The ledger is a list of lines, each in a section, in the order in which they
// are printed. It owns its vector; texts are interned.
#ifndef VOUCH_EVIDENCE_LEDGER_H
#define VOUCH_EVIDENCE_LEDGER_H

#include "base/intern.h"
#include "base/strbuf.h"

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

// What is there already is not said again.
void ledger_add(struct ledger *ledger, struct interner *names,
                enum ledger_section section, const char *text);
// A line with names between two texts, and none without names.
void ledger_add_names(struct ledger *ledger, struct interner *names,
                      enum ledger_section section, const char *before,
                      const struct name_vec *list, const char *after);
const char *ledger_section_name(enum ledger_section section);

#endif
