// `vouch replay`: a check whose counterexample is then run natively, by gcc
// with sanitizers, from the unchanged files of the program (report/harness.h).
#include "cli/replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "cli/commands.h"
#include "program/program.h"
#include "report/harness.h"

struct replay {
  const struct options *options;
  const struct result *result;
  const struct execution *execution;
  struct harness harness;
  const char *property; // of the row
  struct strbuf why;    // it was not reproduced
  const char *filling;  // of what C leaves indeterminate: an option
  bool is_built;
  bool has_no_stack; // left, where calls never end
};

static bool is_about(const struct replay *replay, const char *property) {
  return !strcmp(replay->property, property);
}

// Of a member of nothing the address alone is wrong.
static bool is_about_member(const struct replay *replay) {
  const struct result *result = replay->result;
  uint32_t row = replay->execution->row;
  const char *wrong = undefined_text(UNDEFINED_MEMBER);
  return row < result->rows.count &&
         !name_is_none(result->rows.at[row].reason) &&
         !strncmp(name_text(result->names, result->rows.at[row].reason), wrong,
                  strlen(wrong));
}

// Only what the property is about is looked for: the rest is assumed not to
// happen, or means something else to us (signed overflow wraps).
static const char *sanitizers(const struct replay *replay) {
  if (is_about(replay, "no-overflow"))
    return "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero";
  if (is_about(replay, "no-div0"))
    return "-fsanitize=integer-divide-by-zero";
  if (is_about(replay, "unreach-call") || is_about(replay, "conformance") ||
      replay->harness.alone.lanes.count > 1)
    return "-fwrapv";
  if (is_about_member(replay))
    return "-fsanitize=address,null,pointer-overflow";
  return "-fsanitize=address,null,bounds,alignment";
}

// The folder

static bool write_file(struct replay *replay, const char *name,
                       const struct strbuf *text) {
  struct strbuf path = {0};
  strbuf_format(&path, "%s/%s", replay->options->replay_dir, name);
  FILE *file = fopen(strbuf_text(&path), "w");
  bool ok =
      file && fwrite(strbuf_text(text), 1, text->length, file) == text->length;
  if (file)
    ok &= !fclose(file);
  if (!ok)
    strbuf_format(&replay->why, "%s: %s", strbuf_text(&path), strerror(errno));
  strbuf_release(&path);
  return ok;
}

// A word of a shell, in quotes.
static void add_word(const char *word, struct strbuf *out) {
  strbuf_add(out, " '");
  for (; *word; word++)
    if (*word == '\'')
      strbuf_add(out, "'\\''");
    else
      strbuf_char(out, *word);
  strbuf_char(out, '\'');
}

static void add_files(const struct replay *replay, struct strbuf *out) {
  const struct name_vec *files = &replay->result->subject.files;
  for (uint32_t i = 0; i < files->count; i++) {
    char *real = realpath(name_text(replay->result->names, files->at[i]), NULL);
    add_word(real ? real : name_text(replay->result->names, files->at[i]), out);
    free(real);
  }
}

static bool is_for_clang(const char *flag) {
  return !strncmp(flag, "-W", 2) || !strncmp(flag, "-f", 2);
}

// What the linker has to send to the harness instead.
static void add_wrapped(const struct replay *replay, struct strbuf *out) {
  static const char *const of_threads[] = {
#define TURN(name) name,
#include "evidence/turns.def"
#undef TURN
  };
  if (replay->harness.wraps)
    strbuf_add(out, " -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,"
                    "--wrap=free,--wrap=strdup");
  for (size_t i = 0; i < sizeof of_threads / sizeof *of_threads; i++)
    if (replay->harness.has_turns)
      strbuf_format(out, " -Wl,--wrap=%s", of_threads[i]);
  if (replay->harness.has_turns)
    strbuf_add(out, " -Wl,--wrap=pthread_cond_timedwait");
}

static void add_flags(const struct replay *replay, struct strbuf *out) {
  const struct text_vec *flags = &replay->options->compiler_args;
  for (uint32_t i = 0; i < flags->count; i++)
    if (!is_for_clang(flags->at[i]))
      add_word(flags->at[i], out);
}

// With threads each file is compiled for itself, by the compiler whose accesses
// we know, with calls before each of them that come to the harness.
static void add_threaded_command(const struct replay *replay,
                                 struct strbuf *out) {
  const struct name_vec *files = &replay->result->subject.files;
  for (uint32_t i = 0; i < files->count; i++) {
    const char *path = name_text(replay->result->names, files->at[i]);
    char *real = realpath(path, NULL);
    strbuf_format(out,
                  "%s -c -g -O0 -w -fwrapv -fsanitize=thread -mllvm "
                  "-tsan-instrument-read-before-write",
                  replay->options->compiler);
    add_flags(replay, out);
    add_word(real ? real : path, out);
    strbuf_format(out, " -o unit%u.o && ", i);
    free(real);
  }
  strbuf_format(out, "%s -g -O0 -w harness.c", replay->options->compiler);
  for (uint32_t i = 0; i < files->count; i++)
    strbuf_format(out, " unit%u.o", i);
  strbuf_add(out, " -o program -lm -lpthread");
  add_wrapped(replay, out);
}

// "a|b": functions whose calls come to the harness first.
static void add_renamed(const struct alone *alone, struct strbuf *out) {
  for (uint32_t i = 0; i < alone->replaced.count; i++)
    strbuf_format(out, "%s%s", i ? "|" : "", alone->replaced.at[i]);
  for (uint32_t i = 0; i < alone->events.count; i++)
    strbuf_format(out, "%s%s", i || alone->replaced.count ? "|" : "",
                  alone->events.at[i]);
}

// What the harness speaks of has to be seen from outside a file.
static void add_globals(const struct alone *alone, struct strbuf *out) {
  for (uint32_t i = 0; i < alone->lanes.count; i++)
    if (alone->lanes.at[i].entry && strcmp(alone->lanes.at[i].entry, "main"))
      strbuf_format(out, " --globalize-symbol=%s", alone->lanes.at[i].entry);
  for (uint32_t i = 0; i < alone->symbols.count; i++)
    strbuf_format(out, " --globalize-symbol='%s'", alone->symbols.at[i]);
  for (uint32_t i = 0; i < alone->events.count; i++)
    strbuf_format(out, " --globalize-symbol=%s", alone->events.at[i]);
}

static const char *word_size(const struct replay *replay) {
  return replay->result->subject.bits == 32 ? " -m32 -fno-pie -no-pie" : "";
}

// A function that runs without the program's main: each file becomes assembly,
// in which calls that a specification speaks of get other names.
static void add_alone_command(const struct replay *replay, const char *compiler,
                              const char *flags, struct strbuf *out) {
  const struct name_vec *files = &replay->result->subject.files;
  struct strbuf names = {0}, globals = {0};
  add_renamed(&replay->harness.alone, &names);
  add_globals(&replay->harness.alone, &globals);
  for (uint32_t i = 0; i < files->count; i++) {
    const char *path = name_text(replay->result->names, files->at[i]);
    char *real = realpath(path, NULL);
    strbuf_format(out, "%s -S -g -O0 -w -fno-strict-aliasing %s%s%s%s",
                  compiler, sanitizers(replay), flags, replay->filling,
                  word_size(replay));
    add_flags(replay, out);
    add_word(real ? real : path, out);
    strbuf_format(out, " -o unit%u.s && ", i);
    if (names.length)
      strbuf_format(out,
                    "sed -E -i 's/^([[:space:]]*call[lq]?[[:space:]]+)(%s)"
                    "(@PLT)?$/\\1replay_of_\\2/' unit%u.s && ",
                    strbuf_text(&names), i);
    strbuf_format(out,
                  "%s%s -c unit%u.s -o unit%u.o && "
                  "objcopy --redefine-sym main=replay_program_main%s unit%u.o "
                  "&& ",
                  compiler, word_size(replay), i, i, strbuf_text(&globals), i);
    free(real);
  }
  strbuf_format(out, "%s -g -O0 -w %s%s%s harness.c", compiler,
                sanitizers(replay), flags, word_size(replay));
  for (uint32_t i = 0; i < files->count; i++)
    strbuf_format(out, " unit%u.o", i);
  strbuf_add(out, " -o program -lm -lpthread");
  add_wrapped(replay, out);
  strbuf_release(&names);
  strbuf_release(&globals);
}

static void add_command(const struct replay *replay, const char *compiler,
                        struct strbuf *out) {
  strbuf_format(out, "%s -g -O0 -w -fno-strict-aliasing %s%s%s", compiler,
                sanitizers(replay), replay->filling,
                replay->result->subject.bits == 32 ? " -m32" : "");
  add_flags(replay, out);
  add_files(replay, out);
  strbuf_add(out, " harness.c -o program -lm -lpthread");
  add_wrapped(replay, out);
}

// That it never ends is not to be seen in a run, only that it has not yet.
enum { SECONDS = 20, SECONDS_OF_ENDLESS = 3 };

static int seconds_of(const struct replay *replay) {
  return is_about(replay, "termination") ? SECONDS_OF_ENDLESS : SECONDS;
}

// Memory is lost where frames are gone, and what is left of them on the stack
// leads nowhere.
static void add_run(const struct replay *replay, struct strbuf *out) {
  const struct name_vec *arguments = &replay->harness.arguments;
  strbuf_format(out,
                "UBSAN_OPTIONS=halt_on_error=1:exitcode=%d "
                "LSAN_OPTIONS=use_stacks=0:use_registers=0 "
                "ASAN_OPTIONS=exitcode=%d:detect_leaks=%d:"
                "allocator_may_return_null=1 timeout %d ./program",
                HARNESS_SANITIZED, HARNESS_SANITIZED,
                is_about(replay, "valid-memtrack") ||
                    is_about(replay, "valid-memcleanup") ||
                    is_about(replay, "no-leak"),
                seconds_of(replay));
  for (uint32_t i = 0; i < arguments->count; i++)
    add_word(name_text(replay->result->names, arguments->at[i]), out);
  strbuf_add(out, " < input");
}

// Of make, where a dollar is two.
static void add_recipe(const struct strbuf *command, struct strbuf *out) {
  strbuf_char(out, '\t');
  for (size_t i = 0; i < command->length; i++) {
    strbuf_add(out, command->text[i] == '$' ? "$" : "");
    strbuf_char(out, command->text[i]);
  }
  strbuf_char(out, '\n');
}

static bool is_arithmetic(const struct replay *replay) {
  return is_about(replay, "no-overflow") || is_about(replay, "no-div0");
}

static bool write_folder(struct replay *replay, const struct strbuf *build,
                         const struct strbuf *run) {
  struct strbuf makefile = {0}, debug = {0};
  strbuf_add(&makefile, "# Builds the program with the harness and runs it; "
                        "`make debug` stops at the steps.\n"
                        ".PHONY: run debug\nrun: program\n");
  add_recipe(run, &makefile);
  strbuf_add(&makefile, "\nprogram: harness.c\n");
  add_recipe(build, &makefile);
  strbuf_add(&makefile, "\ndebug: program\n\tgdb -q -x steps.gdb ./program\n");
  harness_debug(replay->result, &replay->execution->lanes.at[0], &debug);
  bool ok = write_file(replay, "harness.c", &replay->harness.source) &&
            write_file(replay, "input", &replay->harness.input) &&
            write_file(replay, "Makefile", &makefile) &&
            write_file(replay, "steps.gdb", &debug);
  strbuf_release(&makefile);
  strbuf_release(&debug);
  return ok;
}

// Running it

static int run_shell(const struct replay *replay, const struct strbuf *command,
                     struct strbuf *output) {
  const char *const arguments[] = {"/bin/sh", "-c", strbuf_text(command), NULL};
  struct process_run how = {.arguments = arguments,
                            .directory = replay->options->replay_dir};
  return process_run(&how, (struct poll){0}, output, output);
}

static void tell_first_line(struct strbuf *why, const struct strbuf *output) {
  const char *text = strbuf_text(output);
  if (*text)
    strbuf_format(why, ": %.*s", (int)strcspn(text, "\n"), text);
}

// What the execution does not call need not be there: it gets a body that is
// not to be reached. True if there is any such thing.
static bool add_missing(struct replay *replay, const char *output) {
  static const char before[] = "undefined reference to `";
  struct strbuf *source = &replay->harness.source;
  size_t length = source->length;
  for (const char *at = strstr(output, before); at; at = strstr(at, before)) {
    struct strbuf text = {0};
    at += strlen(before);
    struct strbuf name = {0};
    strbuf_bytes(&name, at, strcspn(at, "'\n"));
    harness_stub(&replay->harness, strbuf_text(&name), &text);
    strbuf_release(&name);
    if (!strstr(strbuf_text(source), strbuf_text(&text)))
      strbuf_add(source, strbuf_text(&text));
    strbuf_release(&text);
  }
  return source->length > length && write_file(replay, "harness.c", source);
}

static bool builds(struct replay *replay, const struct strbuf *command) {
  struct strbuf output = {0};
  bool ok = run_shell(replay, command, &output) == 0;
  if (!ok && add_missing(replay, strbuf_text(&output))) {
    strbuf_clear(&output);
    ok = run_shell(replay, command, &output) == 0;
  }
  if (!ok) {
    strbuf_add(&replay->why, "it does not build");
    tell_first_line(&replay->why, &output);
  }
  strbuf_release(&output);
  return ok;
}

// An error function whose body is the program's ends as that says, by abort as
// a rule; a shell tells a signal as 128 more.
static bool is_violation(const struct replay *replay, int code) {
  enum {
    TIMED_OUT = 124, // by timeout(1)
    TRAPPED = 128 + 4,
    ABORTED = 128 + 6,
    ARITHMETIC = 128 + 8,
    FAULT = 128 + 11
  };
  if (is_arithmetic(replay) && code == TRAPPED)
    return true;
  if (is_about(replay, "no-deadlock"))
    return code == HARNESS_STUCK || code == TIMED_OUT;
  if (is_about(replay, "termination"))
    return code == TIMED_OUT;
  if (is_about(replay, "conformance"))
    return code == HARNESS_REACHED;
  if (is_about(replay, "unreach-call"))
    return code == HARNESS_REACHED || code == ABORTED;
  return code == HARNESS_SANITIZED || code == FAULT || code == ARITHMETIC;
}

// Recursion that never ends does so where the stack does.
static bool ends_with_stack(const struct replay *replay, int code,
                            const struct strbuf *output) {
  return is_about(replay, "termination") && code == HARNESS_SANITIZED &&
         strstr(strbuf_text(output), "AddressSanitizer: stack-overflow");
}

static bool reproduces(struct replay *replay, const struct strbuf *command) {
  struct strbuf output = {0};
  int status = run_shell(replay, command, &output);
  int code = WIFEXITED(status)     ? WEXITSTATUS(status)
             : WIFSIGNALED(status) ? 128 + WTERMSIG(status)
                                   : -1;
  replay->has_no_stack = ends_with_stack(replay, code, &output);
  bool ok = is_violation(replay, code) || replay->has_no_stack;
  if (!ok) {
    strbuf_format(&replay->why, "it exits with %d", code);
    tell_first_line(&replay->why, &output);
  }
  strbuf_release(&output);
  return ok;
}

static bool run_built_by(struct replay *replay, const char *compiler,
                         const char *flags) {
  struct strbuf build = {0}, run = {0};
  strbuf_clear(&replay->why);
  if (replay->harness.has_turns)
    add_threaded_command(replay, &build);
  else if (replay->harness.is_alone)
    add_alone_command(replay, compiler, flags, &build);
  else
    add_command(replay, compiler, &build);
  strbuf_add(&build, replay->harness.is_alone ? "" : flags);
  add_run(replay, &run);
  replay->is_built =
      write_folder(replay, &build, &run) && builds(replay, &build);
  bool ok = replay->is_built && reproduces(replay, &run);
  strbuf_release(&build);
  strbuf_release(&run);
  return ok;
}

// gcc simplifies `x + 1 > 3` before it looks for overflows; clang does not, and
// traps without a library.
static bool run_filled(struct replay *replay) {
  const char *ours = replay->options->compiler;
  if (is_arithmetic(replay))
    return run_built_by(replay, "gcc", " -fno-sanitize-recover=all") ||
           run_built_by(replay, ours, " -fsanitize-trap=all");
  if (strcmp(sanitizers(replay), "-fwrapv") != 0)
    return run_built_by(replay, "gcc", "");
  // arguments of a call are evaluated in the order of the compiler that we read
  // programs with; gcc's is another
  return (!replay->harness.is_alone && run_built_by(replay, "gcc", "")) ||
         run_built_by(replay, ours, "");
}

// What C leaves indeterminate is zero where it was; otherwise it is something
// else, which may do.
static bool run_natively(struct replay *replay) {
  if (replay->harness.has_uninitialised) {
    replay->filling = " -ftrivial-auto-var-init=pattern";
    if (run_filled(replay))
      return true;
  }
  replay->filling = " -ftrivial-auto-var-init=zero";
  return run_filled(replay);
}

// What is said

static void conclude(const struct replay *replay, bool is_reproduced,
                     FILE *out) {
  const char *folder = replay->options->replay_dir;
  const char *unforced = strbuf_text(&replay->harness.unforced);
  const char *lacking = strbuf_text(&replay->harness.lacking);
  if (!*unforced && replay->harness.has_uninitialised)
    unforced = "values that C leaves indeterminate";
  if (is_reproduced && replay->has_no_stack)
    fprintf(out,
            "replay       reproduced natively: calls inside each other until "
            "the stack is used up (%s/, make run)\n",
            folder);
  else if (is_reproduced && is_about(replay, "termination"))
    fprintf(out,
            "replay       reproduced natively: still running after %d s (%s/, "
            "make run)\n",
            SECONDS_OF_ENDLESS, folder);
  else if (is_reproduced)
    fprintf(out, "replay       reproduced natively (%s/, make run)\n", folder);
  else if (*lacking)
    fprintf(out, "replay       NOT reproduced: %s are not forced: %s (%s/)\n",
            lacking, strbuf_text(&replay->why), folder);
  else if (*unforced && replay->is_built)
    fprintf(
        out,
        "replay       not reproduced: %s cannot be forced from outside (%s)\n",
        unforced, strbuf_text(&replay->why));
  else
    fprintf(out, "replay       NOT reproduced: %s (%s/)\n",
            strbuf_text(&replay->why), folder);
}

// Of a system there are no rows.
static const char *property_of(const struct result *result,
                               const struct execution *execution) {
  if (execution->row < result->rows.count && execution->lanes.count == 1)
    return result->rows.at[execution->row].property;
  return execution->ending == ENDING_DEADLOCK ? "no-deadlock" : "conformance";
}

void replay_run(const struct options *options, const struct result *result,
                FILE *out) {
  if (result->verdict != VERDICT_FALSE || !result->executions.count ||
      !result->executions.at[0].lanes.count) {
    fprintf(out, "replay       there is no execution to run\n");
    return;
  }
  struct replay replay = {.options = options,
                          .result = result,
                          .execution = &result->executions.at[0]};
  replay.property = property_of(result, replay.execution);
  harness_make(result, replay.execution, replay.property, &replay.harness);
  bool ok = false;
  if (mkdir(options->replay_dir, 0777) && errno != EEXIST)
    strbuf_format(&replay.why, "%s: %s", options->replay_dir, strerror(errno));
  else
    ok = run_natively(&replay);
  conclude(&replay, ok, out);
  harness_release(&replay.harness);
  strbuf_release(&replay.why);
}

int command_replay(const struct options *options) {
  struct options with_replay = *options; // shallow
  if (!with_replay.replay_dir)
    with_replay.replay_dir = "vouch-replay";
  return command_check(&with_replay);
}
