// The units of a project: what the compiler sees of each, and which of the
// others it needs.
#ifndef VOUCH_CLI_PROJECT_UNIT_H
#define VOUCH_CLI_PROJECT_UNIT_H

#include "base/options.h"
#include "frontend/database.h"

struct project_unit {
  const struct compile_command *command;
  const char *file;      // as it is told: below the current folder
  bool is_asked;         // its functions are checked
  struct strbuf key;     // of what the compiler sees and how; empty: nothing
  struct strbuf symbols; // lines `D f`, `W f` and `U f`: functions that others
                         // can call, those of them that a definition elsewhere
                         // takes the place of, and functions of others that it
                         // calls
  struct u32_vec links;  // the units that it is checked with, itself first
};

VEC_DEFINE(project_unit_vec, struct project_unit);

void project_unit_release(struct project_unit *unit);

// Appends the key. False when it does not compile.
bool project_unit_key(const struct options *options,
                      const struct project_unit *unit, struct strbuf *key);

// Of a unit without a key: what the compiler complains about first.
void project_unit_complaint(const struct options *options,
                            const struct project_unit *unit,
                            struct strbuf *why);
// Appends the symbols. False when it cannot be loaded.
bool project_unit_symbols(const struct options *options,
                          const struct project_unit *unit,
                          struct strbuf *symbols);

// Says which units go together: each with those that define what it calls, or
// what takes the place of a weak function that it has, and what these call, the
// nearest first, up to so many others.
void project_units_link(struct project_unit_vec *units, uint32_t most);

#endif
