// Running clang. The bitcode comes through a pipe, never through a file;
// diagnostics go straight to the user, who knows how to read them.
#include "frontend/compile.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

VEC_DEFINE(argument_vec, const char *);

#define CHECKED_CONSTANTS                                                      \
  "integer-divide-by-zero,shift-exponent,float-cast-overflow"

// No optimising pass: they assume away undefined behaviour. What comes out is
// the code of -O0, with three things that clang leaves out there: the bodies of
// inline functions whose external definition is elsewhere, functions that are
// always inlined, and calls of them. Headers see the macros of -O0. Names and
// debug information are kept for display. Fused multiply-add would make
// results differ from what other compilers give at -O0.
static const char *const fixed_flags[] = {
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-Xclang",
    "-disable-lifetime-markers",
    "-fno-inline",
    "-g",
    "-mllvm", // a label at the end of a function is a place of its own
    "-experimental-debuginfo-iterators=0",
    "-fno-discard-value-names",
    "-fbracket-depth=100000",
    "-ffp-contract=off",
    "-fno-strict-aliasing",
    "-U_FORTIFY_SOURCE",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
    "-Qunused-arguments",
    "-emit-llvm",
    "-c",
    "-o",
    "-",
};

// Clang folds operations on constants, undefined ones too, and then only its
// own check is left of them: a branch to a trap. checks.c takes away those of
// what was not folded.
static const char *const constant_flags[] = {
    "-fno-sanitize=all",
    "-fsanitize=" CHECKED_CONSTANTS,
    "-fsanitize-trap=" CHECKED_CONSTANTS,
};

// Clang knows what is signed in C, and what is undefined about it: it makes a
// branch to a call, which the translation takes as an undefined outcome.
static const char *const overflow_flags[] = {
    "-fsanitize=signed-integer-overflow,shift-base",
    "-fno-sanitize-recover=signed-integer-overflow,shift-base",
    "-fsanitize-minimal-runtime",
};

static void push_all(struct argument_vec *into, const char *const *flags,
                     size_t count) {
  for (size_t i = 0; i < count; i++)
    argument_vec_push(into, flags[i]);
}

#define PUSH_ALL(into, flags)                                                  \
  push_all(into, flags, sizeof flags / sizeof *flags)

static void push_own(const struct frontend *frontend, const struct name *list,
                     uint32_t count, struct argument_vec *into) {
  struct interner *names = frontend->names;
  for (uint32_t i = 0; i < count; i++)
    argument_vec_push(
        into, name_text(names, intern_format(names, "-fno-builtin-%s",
                                             name_text(names, list[i]))));
}

static void push_unit(const struct frontend *frontend,
                      const struct unit_flags *unit,
                      struct argument_vec *into) {
  static const char *const all[] = {"-Xclang", "-femit-all-decls"};
  push_own(frontend, unit->own, unit->own_count, into);
  if (unit->keeps_unused)
    PUSH_ALL(into, all);
}

static void collect_flags(const struct frontend *frontend,
                          const struct compile_command *command,
                          const struct unit_flags *unit,
                          struct argument_vec *into) {
  const struct frontend_options *options = &frontend->options;
  argument_vec_push(into, options->compiler);
  argument_vec_push(into, options->pointer_width == 32 ? "-m32" : "-m64");
  argument_vec_push(into, "-U__OPTIMIZE__");
  for (uint32_t i = 0; command && i < command->flags.count; i++)
    argument_vec_push(into, command->flags.at[i]);
  for (uint32_t i = 0; i < options->flag_count; i++)
    argument_vec_push(into, options->flags[i]);
  push_own(frontend, options->opaque, options->opaque_count, into);
  if (unit)
    push_unit(frontend, unit, into);
  PUSH_ALL(into, fixed_flags);
  PUSH_ALL(into, constant_flags);
  if (options->checks_overflow)
    PUSH_ALL(into, overflow_flags);
}

// Of constants that clang folds it warns, and that is where we learn of them:
// such a warning is an error, and then the file is compiled again without. So
// is one that has errors, for the user, who does not want to see warnings.
static const char *const strict_flags[] = {
    "-Wno-error",
    "-Werror=shift-count-overflow",
    "-Werror=shift-count-negative",
    "-ferror-limit=0",
};

static const char *const strict_overflow_flags[] = {
    "-Werror=integer-overflow",
    "-Werror=shift-overflow",
    "-Werror=shift-sign-overflow",
    "-Werror=shift-negative-value",
};

// Clang compares constant texts itself, up to the first difference, however
// many bytes are asked for: these calls are to stay calls. Only where a
// constant is needed (the size of an array) they cannot.
static const char *const unfolded_flags[] = {
    "-fno-builtin-memcmp",
    "-fno-builtin-bcmp",
    "-fno-builtin-wmemcmp",
};

// How a file is compiled, tried in this order until one succeeds.
enum attempt { ATTEMPT_STRICT, ATTEMPT_UNFOLDED, ATTEMPT_LAST };

static void collect_arguments(const struct frontend *frontend, const char *file,
                              const struct compile_command *command,
                              const struct unit_flags *unit,
                              enum attempt attempt, struct argument_vec *into) {
  bool is_strict = attempt == ATTEMPT_STRICT;
  collect_flags(frontend, command, unit, into);
  if (attempt != ATTEMPT_LAST)
    PUSH_ALL(into, unfolded_flags);
  if (is_strict)
    PUSH_ALL(into, strict_flags);
  else
    argument_vec_push(into, "-w");
  if (is_strict && frontend->options.checks_overflow)
    PUSH_ALL(into, strict_overflow_flags);
  argument_vec_push(into, file);
  argument_vec_push(into, NULL);
}

struct start {
  const char *directory; // where to run, or null
  int input;             // its standard input, or -1 for ours
  int errors;            // its standard error, or -1 for ours
};

// Brackets that nest deeply need a stack that is deep in the compiler. A child
// inherits the limit; returns what it was.
static struct rlimit deepen_stack(void) {
  enum { DEEP = 1 << 30 };
  struct rlimit before = {RLIM_INFINITY, RLIM_INFINITY};
  getrlimit(RLIMIT_STACK, &before);
  struct rlimit deep = before;
  if (deep.rlim_cur != RLIM_INFINITY && deep.rlim_cur < DEEP)
    deep.rlim_cur = deep.rlim_max < DEEP ? deep.rlim_max : DEEP;
  setrlimit(RLIMIT_STACK, &deep);
  return before;
}

// Starts the compiler with its output on a new pipe, whose reading end is
// returned through *output. Returns an errno value.
static int start(const struct argument_vec *arguments, struct start how,
                 pid_t *child, int *output) {
  int pipes[2];
  if (pipe(pipes))
    return errno;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO);
  if (how.input >= 0)
    posix_spawn_file_actions_adddup2(&actions, how.input, STDIN_FILENO);
  if (how.errors >= 0)
    posix_spawn_file_actions_adddup2(&actions, how.errors, STDERR_FILENO);
  posix_spawn_file_actions_addclose(&actions, pipes[0]);
  posix_spawn_file_actions_addclose(&actions, pipes[1]);
  if (how.directory)
    posix_spawn_file_actions_addchdir_np(&actions, how.directory);
  struct rlimit before = deepen_stack();
  int error = posix_spawnp(child, arguments->at[0], &actions, NULL,
                           (char *const *)arguments->at, environ);
  setrlimit(RLIMIT_STACK, &before);
  posix_spawn_file_actions_destroy(&actions);
  close(pipes[1]);
  if (error)
    close(pipes[0]);
  *output = pipes[0];
  return error;
}

static void read_all(int from, struct strbuf *into) {
  char buffer[1 << 16];
  for (;;) {
    ssize_t count = read(from, buffer, sizeof buffer);
    if (count > 0)
      strbuf_bytes(into, buffer, (size_t)count);
    else if (count == 0 || errno != EINTR)
      return;
  }
}

static int wait_for(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return status;
}

// True when the compiler succeeded; otherwise says what happened, unless the
// compiler has said it already.
static bool judge(struct frontend *frontend, const char *file, int status,
                  int *exit_code) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return true;
  *exit_code = EXIT_BAD_INPUT;
  if (WIFSIGNALED(status) || WEXITSTATUS(status) > 1)
    diag_file(frontend->diag, SEVERITY_ERROR, file,
              "the compiler crashed on this file");
  else
    diag_file(frontend->diag, SEVERITY_ERROR, file,
              "not valid C for %s (see above)", frontend->options.compiler);
  return false;
}

// A file without a name that holds the text, to be read from its start; -1
// when there can be none.
static int text_file(const struct strbuf *text) {
  int file = memfd_create("vouch", MFD_CLOEXEC);
  if (file < 0)
    return -1;
  size_t written = 0;
  while (written < text->length) {
    ssize_t count = write(file, text->text + written, text->length - written);
    if (count < 0 && errno != EINTR) {
      close(file);
      return -1;
    }
    written += count > 0 ? (size_t)count : 0;
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

static void say_cannot_run(struct frontend *frontend, int error,
                           int *exit_code) {
  diag_file(frontend->diag, SEVERITY_ERROR, NULL, "cannot run `%s`: %s",
            frontend->options.compiler, strerror(error));
  diag_hint(frontend->diag, "install the Debian package clang-19, or name a "
                            "compiler with --compiler");
  *exit_code = EXIT_INTERNAL;
}

// Runs it, with what it says in `errors`: its status, or -1 if it cannot run.
static int run_for(struct frontend *frontend,
                   const struct argument_vec *arguments,
                   const struct compile_command *command,
                   struct strbuf *bitcode, struct strbuf *errors,
                   int *exit_code) {
  struct strbuf nothing = {0};
  struct start how = {command ? command->directory : NULL, -1,
                      text_file(&nothing)};
  pid_t child = 0;
  int output = -1;
  int error = start(arguments, how, &child, &output);
  int status = -1;
  if (error) {
    say_cannot_run(frontend, error, exit_code);
  } else {
    read_all(output, bitcode);
    close(output);
    status = wait_for(child);
  }
  if (how.errors >= 0) {
    lseek(how.errors, 0, SEEK_SET);
    read_all(how.errors, errors);
    close(how.errors);
  }
  return status;
}

// What it says is for the user only when nothing else can be tried.
static bool run_attempt(struct frontend *frontend, const char *file,
                        const struct compile_command *command,
                        const struct unit_flags *unit, enum attempt attempt,
                        struct strbuf *bitcode, struct folded_vec *folded,
                        int *exit_code) {
  struct argument_vec arguments = {0};
  struct strbuf errors = {0};
  strbuf_clear(bitcode);
  collect_arguments(frontend, file, command, unit, attempt, &arguments);
  int status =
      run_for(frontend, &arguments, command, bitcode, &errors, exit_code);
  argument_vec_release(&arguments);
  bool goes_on = attempt != ATTEMPT_LAST && status > 0;
  if (attempt == ATTEMPT_STRICT)
    folded_look(file, frontend->names, folded);
  if (attempt == ATTEMPT_STRICT && goes_on)
    folded_read(strbuf_text(&errors), frontend->names, folded);
  else if (attempt != ATTEMPT_STRICT && !goes_on)
    fputs(strbuf_text(&errors), stderr);
  strbuf_release(&errors);
  if (goes_on)
    return run_attempt(frontend, file, command, unit, attempt + 1, bitcode,
                       folded, exit_code);
  return status >= 0 && judge(frontend, file, status, exit_code);
}

bool compile_to_bitcode(struct frontend *frontend, const char *file,
                        const struct compile_command *command,
                        const struct unit_flags *unit, struct strbuf *bitcode,
                        struct folded_vec *folded, int *exit_code) {
  return run_attempt(frontend, file, command, unit, ATTEMPT_STRICT, bitcode,
                     folded, exit_code);
}

// ---- With a text behind the file --------------------------------------------

// The text is the compiler's input and the file is included before it. That
// makes `./f.c` of f.c, in `__FILE__` and in debug information, unless it is
// made f.c again.
static void collect_behind(const struct frontend *frontend, const char *file,
                           const struct compile_command *command,
                           const struct unit_flags *unit,
                           struct argument_vec *into) {
  static const char *const extra_flags[] = {"-w",
                                            "-ferror-limit=0",
                                            "-fno-caret-diagnostics",
                                            "-fno-color-diagnostics",
                                            "-fno-spell-checking",
                                            "-ffile-prefix-map=./="};
  collect_flags(frontend, command, unit, into);
  PUSH_ALL(into, extra_flags);
  argument_vec_push(into, "-include");
  argument_vec_push(into, file);
  argument_vec_push(into, "-x");
  argument_vec_push(into, "c");
  argument_vec_push(into, "-");
  argument_vec_push(into, NULL);
}

static bool run_with(const struct argument_vec *arguments, struct start how,
                     struct strbuf *bitcode, struct strbuf *errors) {
  pid_t child = 0;
  int output = -1;
  if (how.input < 0 || how.errors < 0 || start(arguments, how, &child, &output))
    return false;
  read_all(output, bitcode);
  close(output);
  int status = wait_for(child);
  lseek(how.errors, 0, SEEK_SET);
  read_all(how.errors, errors);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool compile_with(struct frontend *frontend, const char *file,
                  const struct compile_command *command,
                  const struct unit_flags *unit, const struct strbuf *text,
                  struct strbuf *bitcode, struct strbuf *errors) {
  struct argument_vec arguments = {0};
  struct strbuf nothing = {0};
  collect_behind(frontend, file, command, unit, &arguments);
  struct start how = {command ? command->directory : NULL, text_file(text),
                      text_file(&nothing)};
  bool ok = run_with(&arguments, how, bitcode, errors);
  argument_vec_release(&arguments);
  if (how.input >= 0)
    close(how.input);
  if (how.errors >= 0)
    close(how.errors);
  return ok;
}

bool compile_preprocess(struct frontend *frontend, const char *file,
                        const struct compile_command *command,
                        struct strbuf *text) {
  static const char *const only[] = {"-w", "-E", "-P"};
  struct argument_vec arguments = {0};
  struct strbuf nothing = {0}, errors = {0};
  collect_flags(frontend, command, NULL, &arguments);
  PUSH_ALL(&arguments, only);
  argument_vec_push(&arguments, file);
  argument_vec_push(&arguments, NULL);
  struct start how = {command ? command->directory : NULL, text_file(&nothing),
                      text_file(&nothing)};
  bool ok = run_with(&arguments, how, text, &errors);
  argument_vec_release(&arguments);
  strbuf_release(&errors);
  if (how.input >= 0)
    close(how.input);
  if (how.errors >= 0)
    close(how.errors);
  return ok;
}
