// The commands of vouch, declared once in commands.def. A command gets the
// parsed options and returns an exit code of base/exit_code.h.
#ifndef VOUCH_CLI_COMMANDS_H
#define VOUCH_CLI_COMMANDS_H

#include <stdint.h>
#include <stdio.h>

#include "base/options.h"

struct command {
  const char *name;
  uint32_t bit;         // an enum command_bit
  const char *operands; // for the usage line
  const char *help;     // one line
  int (*run)(const struct options *options);
};

#define COMMAND(BIT, name, operands, help)                                     \
  int command_##name(const struct options *options);
#include "cli/commands.def"
#undef COMMAND

extern const struct command commands[];
extern const uint32_t command_count;

// As `check` does, of files that the invariants of a witness stand in.
int check_annotated(const struct options *options);

struct session_hook; // session.h
// As `check` does, with somebody who looks at the program first.
int check_hooked(const struct options *options,
                 const struct session_hook *hook);

// Null, after a message on stderr, when there is no such command.
const struct command *command_find(const char *name);
// What `vouch help NAME` prints, or with null `vouch help`.
void help_print(const struct command *command, FILE *out);

#endif
