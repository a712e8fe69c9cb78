// `vouch help [command]`, and what --help prints.
#include <stdio.h>

#include "base/exit_code.h"
#include "cli/commands.h"
#include "cli/manual.h"

static void add_overview(struct strbuf *out) {
  strbuf_add(out, "vouch checks C programs against specifications and vouches "
                  "for its answer.\n\n"
                  "Usage: vouch COMMAND [option...] [operand...]\n\n"
                  "Commands:\n");
  for (uint32_t i = 0; i < command_count; i++)
    strbuf_format(out, "  %-8s  %s\n", commands[i].name, commands[i].help);
  options_help(CMD_HELP, out);
  strbuf_add(out, "\n`vouch help COMMAND` explains a command and lists its "
                  "options.\n");
}

static void add_command(const struct command *command, struct strbuf *out) {
  strbuf_format(out, "vouch %s: %s.\n\nUsage: vouch %s [option...] %s\n",
                command->name, command->help, command->name, command->operands);
  options_help(command->bit, out);
}

void help_print(const struct command *command, FILE *out) {
  struct strbuf text = {0};
  if (command)
    add_command(command, &text);
  else
    add_overview(&text);
  fputs(strbuf_text(&text), out);
  strbuf_release(&text);
}

static bool tell_manual(const char *name) {
  struct strbuf text = {0};
  bool is_told = manual_print(name, &text);
  fputs(strbuf_text(&text), stdout);
  strbuf_release(&text);
  return is_told;
}

int command_help(const struct options *options) {
  const struct command *about = NULL;
  if (options->operands.count && tell_manual(options->operands.at[0]))
    return EXIT_TRUE;
  if (options->operands.count) {
    about = command_find(options->operands.at[0]);
    if (!about)
      return EXIT_USAGE;
  }
  help_print(about, stdout);
  return EXIT_TRUE;
}
