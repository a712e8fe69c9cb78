// A certificate of a system as text: for each component an LTS, and the
// formulas of a proof that its code does nothing that the LTS does not do. The
// first line names the format, `#` begins a comment, and for each component
// there are the lines
//
//   component server   by name, in the order of the system
//   states 12 0        the LTS has these, 0 .. 11, and begins in the last
//   number alphabet ACTION    what it knows of; there may be more than the
//   system asks never ACTION       the component never performs it step 3 4
//   ACTION    from state 3 to state 4
//
// and those of its formulas (certificate.h), which are about the code together
// with the LTS. An action is the rest of its line, as the specification and
// vouch's own labels write it. Nothing that the text says is believed.
#ifndef VOUCH_CERTIFY_SYSTEM_TEXT_H
#define VOUCH_CERTIFY_SYSTEM_TEXT_H

#include "certify/certificate.h"
#include "lts/lts.h"

struct part_claim {
  const char *name; // of the component
  struct lts *lts;
  struct bitset never; // actions
  struct certificate formulas;
};

VEC_DEFINE(part_claim_vec, struct part_claim);

struct system_claim {
  char *text; // of the file, cut into lines
  struct part_claim_vec parts;
};

// Actions that the table does not have are refused. False, with the reason in
// `why`, when it cannot be read. Release in either case.
bool system_claim_read(struct system_claim *claim, const char *path,
                       struct action_table *actions, struct strbuf *why);
void system_claim_release(struct system_claim *claim);

#endif
