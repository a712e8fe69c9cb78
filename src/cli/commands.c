#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"

const struct command commands[] = {
#define COMMAND(BIT, name, operands, help)                                     \
  {#name, CMD_##BIT, operands, help, command_##name},
#include "cli/commands.def"
#undef COMMAND
};

const uint32_t command_count = sizeof commands / sizeof *commands;

static void complain_unknown(const char *name) {
  struct suggestion suggestion = suggestion_for(name);
  for (uint32_t i = 0; i < command_count; i++)
    suggestion_offer(&suggestion, commands[i].name);
  fprintf(stderr, "vouch: error: unknown command `%s`\n", name);
  if (suggestion.best)
    fprintf(stderr, "hint: did you mean `%s`?\n", suggestion.best);
  else
    fprintf(stderr, "hint: `vouch help` lists the commands\n");
}

const struct command *command_find(const char *name) {
  for (uint32_t i = 0; i < command_count; i++)
    if (strcmp(commands[i].name, name) == 0)
      return &commands[i];
  complain_unknown(name);
  return NULL;
}
