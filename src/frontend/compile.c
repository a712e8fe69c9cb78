// Running clang. The bitcode comes through a pipe, never through a file;
// diagnostics go straight to the user, who knows how to read them.
#include "frontend/compile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"

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
// such a warning is an error, and then the file is compiled again with marks.
// One that has errors is compiled again, too, for the user, who does not want
// to see warnings.
static const char *const strict_flags[] = {
    "-Wno-error",
    "-Werror=shift-count-overflow",
    "-Werror=shift-count-negative",
};

static const char *const strict_overflow_flags[] = {
    "-Werror=integer-overflow",
    "-Werror=shift-overflow",
    "-Werror=shift-sign-overflow",
    "-Werror=shift-negative-value",
};

// Messages for message.h.
static const char *const plain_flags[] = {
    "-ferror-limit=0",
    "-fno-caret-diagnostics",
    "-fno-color-diagnostics",
    "-fdiagnostics-print-source-range-info",
    "-Xclang",
    "-fno-diagnostics-use-presumed-location",
};

// Clang compares constant texts itself, up to the first difference, however
// many bytes are asked for: these calls are to stay calls. Only where a
// constant is needed (the size of an array) they cannot.
static const char *const unfolded_flags[] = {
    "-fno-builtin-memcmp",
    "-fno-builtin-bcmp",
    "-fno-builtin-wmemcmp",
};

// Attributes that clang does not know, or does not tell of in bitcode, are told
// in debug information (attributes.c). What the compiler has to say to users is
// about what they wrote, without these.
static const char *const mark_flags[] = {
    "-D__access__(...)=btf_decl_tag(\"access \" #__VA_ARGS__)",
    "-Dcounted_by(x)=counted_by(x), btf_decl_tag(\"counted_by \" #x)",
    "-D__counted_by__(x)=__counted_by__(x), btf_decl_tag(\"counted_by \" #x)",
    "-Wno-macro-redefined",
};

// A file that is to be compiled.
struct unit {
  struct frontend *frontend;
  const char *file;
  const struct compile_command *command;
  const struct unit_flags *flags;
  struct strbuf *bitcode;
  struct folding *folding;
  uint32_t first; // of its operations in folding
  int *exit_code;
};

static const char *directory_of(const struct unit *unit) {
  return unit->command ? unit->command->directory : NULL;
}

// How a file is compiled, tried in this order until one succeeds. With marks it
// is tried until no error is about a mark; without any it is not tried.
enum attempt { ATTEMPT_STRICT, ATTEMPT_MARKED, ATTEMPT_UNFOLDED, ATTEMPT_LAST };

static void collect_arguments(const struct unit *unit, enum attempt attempt,
                              struct argument_vec *into) {
  bool is_strict = attempt == ATTEMPT_STRICT;
  collect_flags(unit->frontend, unit->command, unit->flags, into);
  if (attempt != ATTEMPT_LAST) {
    PUSH_ALL(into, unfolded_flags);
    PUSH_ALL(into, mark_flags);
  }
  if (is_strict || attempt == ATTEMPT_MARKED)
    PUSH_ALL(into, plain_flags);
  if (is_strict)
    PUSH_ALL(into, strict_flags);
  else
    argument_vec_push(into, "-w");
  if (is_strict && unit->frontend->options.checks_overflow)
    PUSH_ALL(into, strict_overflow_flags);
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

static void say_cannot_run(struct frontend *frontend, int error,
                           int *exit_code) {
  diag_file(frontend->diag, SEVERITY_ERROR, NULL, "cannot run `%s`: %s",
            frontend->options.compiler, strerror(error));
  diag_hint(frontend->diag, "install the Debian package clang-19, or name a "
                            "compiler with --compiler");
  *exit_code = EXIT_INTERNAL;
}

// Brackets that nest deeply need a stack that is deep in the compiler.
static int run_compiler(const struct argument_vec *arguments,
                        const struct compile_command *command,
                        const struct strbuf *input, struct strbuf *output,
                        struct strbuf *errors) {
  struct process_run how = {.arguments = arguments->at,
                            .directory = command ? command->directory : NULL,
                            .input = input,
                            .is_deep = true};
  return process_run(&how, (struct poll){0}, output, errors);
}

// Runs it, with what it says in `errors`: its status, or -1 if it cannot run.
static int run_for(const struct unit *unit, struct argument_vec *arguments,
                   struct strbuf *errors) {
  strbuf_clear(unit->bitcode);
  argument_vec_push(arguments, unit->file);
  argument_vec_push(arguments, NULL);
  int status =
      run_compiler(arguments, unit->command, NULL, unit->bitcode, errors);
  if (status < 0)
    say_cannot_run(unit->frontend, errno, unit->exit_code);
  return status;
}

static int run_attempt(const struct unit *unit, enum attempt attempt,
                       struct strbuf *errors) {
  struct argument_vec arguments = {0};
  collect_arguments(unit, attempt, &arguments);
  int status = run_for(unit, &arguments, errors);
  argument_vec_release(&arguments);
  return status;
}

static int run_strict(const struct unit *unit) {
  struct interner *names = unit->frontend->names;
  struct folded_vec *found = &unit->folding->found;
  struct strbuf errors = {0};
  int status = run_attempt(unit, ATTEMPT_STRICT, &errors);
  folded_look(unit->file, names, directory_of(unit), found);
  folded_read(strbuf_text(&errors), names, directory_of(unit), found);
  strbuf_release(&errors);
  return status;
}

// ---- With marks -------------------------------------------------------------

// The name by which the compiler opens our file; it inherits the number.
static const char *inherited(struct interner *names, int file) {
  fcntl(file, F_SETFD, 0);
  return name_text(names, intern_format(names, "/proc/self/fd/%d", file));
}

// Has the compiler read the marked text in the place of each file with marks.
// The files that are open for it are appended to `open`.
static void replace_files(const struct unit *unit, const struct mark_vec *marks,
                          struct argument_vec *into, struct u32_vec *open) {
  struct interner *names = unit->frontend->names;
  for (uint32_t i = 0, next; i < marks->count; i = next) {
    struct strbuf text = {0};
    next = marks_write(marks, i, names, directory_of(unit), &text);
    int file = file_of_text(&text);
    u32_vec_push(open, (uint32_t)file);
    strbuf_release(&text);
    argument_vec_push(into, "-Xclang");
    argument_vec_push(into, "-remap-file");
    argument_vec_push(into, "-Xclang");
    argument_vec_push(
        into,
        name_text(names, intern_format(names, "%s;%s",
                                       name_text(names, marks->at[i].at.file),
                                       inherited(names, file))));
  }
}

static int run_marked(const struct unit *unit, const struct mark_vec *marks,
                      struct strbuf *errors) {
  struct argument_vec arguments = {0};
  struct u32_vec open = {0};
  struct strbuf declaration = {0};
  strbuf_add(&declaration, marks_declaration);
  u32_vec_push(&open, (uint32_t)file_of_text(&declaration));
  strbuf_release(&declaration);
  collect_arguments(unit, ATTEMPT_MARKED, &arguments);
  argument_vec_push(&arguments, "-include");
  argument_vec_push(&arguments,
                    inherited(unit->frontend->names, (int)open.at[0]));
  replace_files(unit, marks, &arguments, &open);
  int status = run_for(unit, &arguments, errors);
  for (uint32_t i = 0; i < open.count; i++)
    close((int)open.at[i]);
  u32_vec_release(&open);
  argument_vec_release(&arguments);
  return status;
}

static void drop_all(const struct unit *unit) {
  for (uint32_t i = unit->first; i < unit->folding->found.count; i++)
    unit->folding->found.at[i].mark = NULL;
}

// Until the compiler takes what is left of the marks. False when it does not.
static bool try_marks(const struct unit *unit) {
  enum { ROUNDS = 16 };
  struct folded_vec *found = &unit->folding->found;
  bool ok = false, goes_on = true;
  for (int round = 0; round < ROUNDS && !ok && goes_on; round++) {
    struct mark_vec marks = {0};
    struct strbuf errors = {0};
    marks_make(found, unit->first, &marks);
    goes_on = marks.count > 0;
    ok = goes_on && run_marked(unit, &marks, &errors) == 0;
    if (ok)
      folding_add_marks(unit->folding, &marks);
    else if (goes_on)
      goes_on = marks_drop(strbuf_text(&errors), unit->frontend->names, &marks,
                           found, unit->first);
    mark_vec_release(&marks);
    strbuf_release(&errors);
  }
  if (!ok)
    drop_all(unit);
  return ok;
}

// ---- All ways ---------------------------------------------------------------

static bool has_marks(const struct unit *unit) {
  for (uint32_t i = unit->first; i < unit->folding->found.count; i++)
    if (unit->folding->found.at[i].mark)
      return true;
  return false;
}

// What it says is for the user only when nothing else can be tried.
static bool run_plain(const struct unit *unit) {
  struct strbuf errors = {0};
  int status = run_attempt(unit, ATTEMPT_UNFOLDED, &errors);
  if (status > 0) {
    strbuf_clear(&errors);
    status = run_attempt(unit, ATTEMPT_LAST, &errors);
  }
  fputs(strbuf_text(&errors), stderr);
  strbuf_release(&errors);
  return status >= 0 &&
         judge(unit->frontend, unit->file, status, unit->exit_code);
}

bool compile_to_bitcode(struct frontend *frontend, const char *file,
                        const struct compile_command *command,
                        const struct unit_flags *flags, struct strbuf *bitcode,
                        struct folding *folding, int *exit_code) {
  struct unit unit = {.frontend = frontend,
                      .file = file,
                      .command = command,
                      .flags = flags,
                      .bitcode = bitcode,
                      .folding = folding,
                      .first = folding->found.count,
                      .exit_code = exit_code};
  int status = run_strict(&unit);
  if (status < 0 || (status == 0 && !has_marks(&unit)))
    return status == 0;
  return (has_marks(&unit) && try_marks(&unit)) || run_plain(&unit);
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

bool compile_with(struct frontend *frontend, const char *file,
                  const struct compile_command *command,
                  const struct unit_flags *unit, const struct strbuf *text,
                  struct strbuf *bitcode, struct strbuf *errors) {
  struct argument_vec arguments = {0};
  collect_behind(frontend, file, command, unit, &arguments);
  int status = run_compiler(&arguments, command, text, bitcode, errors);
  argument_vec_release(&arguments);
  return status == 0;
}

bool compile_preprocess(struct frontend *frontend, const char *file,
                        const struct compile_command *command,
                        bool has_markers, struct strbuf *text) {
  static const char *const only[] = {"-w", "-E"};
  struct argument_vec arguments = {0};
  struct strbuf nothing = {0}, errors = {0};
  collect_flags(frontend, command, NULL, &arguments);
  PUSH_ALL(&arguments, only);
  if (!has_markers)
    argument_vec_push(&arguments, "-P");
  argument_vec_push(&arguments, file);
  argument_vec_push(&arguments, NULL);
  int status = run_compiler(&arguments, command, &nothing, text, &errors);
  argument_vec_release(&arguments);
  strbuf_release(&errors);
  return status == 0;
}
