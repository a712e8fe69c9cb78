// `vouch run`: the interpreter on the automaton of a C program.
#include <stdio.h>

#include "base/exit_code.h"
#include "cli/commands.h"

int command_run(const struct options *options) {
  (void)options;
  fputs("vouch: error: `run` is not built yet\n", stderr);
  return EXIT_UNSUPPORTED;
}
