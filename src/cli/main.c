// The entry: which command is it, what are its options, run it.
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/options.h"
#include "base/version.h"
#include "cli/commands.h"

// A failed CHECK aborts. To the caller that is an internal error like any
// other, with its own exit code instead of a signal.
static void on_abort(int signal_number) {
  (void)signal_number;
  _exit(EXIT_INTERNAL);
}

// A file that cannot be written is told before the work, not after it.
static bool can_write(const char *path) {
  if (!path || !strcmp(path, "-"))
    return true;
  FILE *file = fopen(path, "a");
  if (file)
    fclose(file);
  else
    fprintf(stderr, "vouch: error: %s: cannot write: %s\n", path,
            strerror(errno));
  return file != NULL;
}

static int run_command(const struct command *command,
                       const struct options *options) {
  if (options->version) {
    puts("vouch " VOUCH_VERSION);
    return EXIT_TRUE;
  }
  if (options->help && strcmp(command->name, "help") != 0) {
    help_print(command, stdout);
    return EXIT_TRUE;
  }
  if (!can_write(options->json) || !can_write(options->stats_json) ||
      !can_write(options->sarif) || !can_write(options->junit) ||
      !can_write(options->lines) || !can_write(options->witness) ||
      !can_write(options->html) || !can_write(options->certificate) ||
      !can_write(options->contracts))
    return EXIT_BAD_INPUT;
  return command->run(options);
}

static int parse_and_run(const struct command *command, int argc, char **argv) {
  struct option_line line = {argc, argv, command->bit, command->name};
  struct options options;
  options_init(&options);
  int code = EXIT_USAGE;
  if (options_parse(&options, &line, stderr))
    code = run_command(command, &options);
  options_release(&options);
  return code;
}

// What did not reach the user was not said.
static int flush_output(int code) {
  if (!fflush(stdout) && !ferror(stdout))
    return code;
  perror("vouch: error: cannot write the output");
  return EXIT_BAD_INPUT;
}

int main(int argc, char **argv) {
  signal(SIGABRT, on_abort);
  if (argc < 2) {
    help_print(NULL, stderr);
    return EXIT_USAGE;
  }
  // Options without a command, as in `vouch --version`, are those of `help`.
  bool named = argv[1][0] != '-';
  const struct command *command = command_find(named ? argv[1] : "help");
  if (!command)
    return EXIT_USAGE;
  int skip = named ? 2 : 1;
  return flush_output(parse_and_run(command, argc - skip, argv + skip));
}
