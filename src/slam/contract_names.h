// Names that C has, in the contract of a function, for what terms speak of:
// its parameters as they were at the entry, global variables now and at the
// entry, and the result.
#ifndef VOUCH_SLAM_CONTRACT_NAMES_H
#define VOUCH_SLAM_CONTRACT_NAMES_H

#include "evidence/contract.h"
#include "program/program.h"
#include "term/substitute.h"

struct contract_name {
  struct term term;
  struct ctype type;
  struct name text;
  bool is_old; // a global variable at the entry
};

VEC_DEFINE(contract_name_vec, struct contract_name);

struct contract_names {
  struct program *program;
  const struct procedure *procedure; // as written
  struct contract_name_vec at;
};

void contract_names_init(struct contract_names *names, struct program *program,
                         struct procedure_id procedure);
void contract_names_release(struct contract_names *names);

// Is it a global variable of the source that can be named in the contract?
bool contract_can_name(const struct contract_names *names,
                       struct variable variable);
// From now on the terms are a global variable now, or as it was at the entry;
// the parameter; the result. What has no name is passed over.
void contract_name_global(struct contract_names *names, struct term term,
                          struct variable variable, bool is_old);
void contract_name_parameter(struct contract_names *names, struct term term,
                             uint32_t index);
void contract_name_result(struct contract_names *names, struct term term);

// The name of a variable, or null.
const struct contract_name *contract_name_of(const struct contract_names *names,
                                             struct term variable);
// Can C say it, with these names?
bool contract_can_say(const struct contract_names *names, struct term t);
void contract_say(const struct contract_names *names, struct term t,
                  struct strbuf *out);
// `int f(int n)`; false where C's own names do not suffice.
bool contract_prototype(const struct contract_names *names, struct strbuf *out);
// The function changes the variable, too: false, if it has no name.
bool contract_add_modified(const struct contract_name *name,
                           struct contract *contract);

#endif
