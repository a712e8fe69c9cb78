// `vouch validate witness.yml file.c`: is what a witness tells so?
//
// Of a violation: what functions return is taken from it, in its order, and the
// interpreter runs the program; the violation has to be where the target is. Of
// a proof: its invariants are written into the files as assertions
// (spec/annotate.h), and the engines are asked about these files
// (engine/witness.h).
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "run/run.h"
#include "spec/annotate.h"
#include "spec/waypoints.h"

struct validation {
  struct session session;
  struct told_witness witness;
  struct strbuf oracle;
  struct strbuf why; // it is not confirmed
  // Of a proof: annotated texts, as open files, and what makes the compiler
  // read them.
  struct u32_vec copies;
  struct text_vec flags;
};

// The function of the call that ends with the parenthesis at the column.
static bool find_function(const char *line, uint32_t column,
                          struct strbuf *name) {
  uint32_t depth = 0, at = column;
  if (!line || !column || strlen(line) < column || line[column - 1] != ')')
    return false;
  do {
    at--;
    depth += line[at] == ')' ? 1 : line[at] == '(' ? -1u : 0;
  } while (at && depth);
  while (at && isspace((unsigned char)line[at - 1]))
    at--;
  uint32_t end = at;
  while (at && (isalnum((unsigned char)line[at - 1]) || line[at - 1] == '_'))
    at--;
  strbuf_bytes(name, line + at, end - at);
  return !depth && end > at;
}

static bool add_answer(struct validation *validation,
                       const struct waypoint *point) {
  const struct session *session = &validation->session;
  struct position place = {
      intern(session->names, session->options->operands.at[1]), point->line,
      point->column};
  struct strbuf name = {0};
  bool ok = find_function(diag_source_line(session->diag, place), point->column,
                          &name);
  if (ok)
    strbuf_format(&validation->oracle, "%s %s %lld\n",
                  strstr(strbuf_text(&name), "nondet") ? "value" : "call",
                  strbuf_text(&name), (long long)point->value);
  else
    strbuf_format(&validation->why, "no call ends at line %u, column %u",
                  point->line, point->column);
  strbuf_release(&name);
  return ok;
}

static bool make_oracle(struct validation *validation) {
  const struct told_witness *witness = &validation->witness;
  const struct waypoint_vec *points = &witness->waypoints;
  if (!points->count || !points->at[points->count - 1].is_target)
    strbuf_add(&validation->why, "the witness has no target");
  if (validation->why.length)
    return false;
  strbuf_add(&validation->oracle, "vouch-oracle 1\nrest zero\n");
  for (uint32_t i = 0; i + 1 < points->count; i++)
    if (!add_answer(validation, &points->at[i]))
      return false;
  return true;
}

static bool is_violation(const struct run_result *result,
                         const struct told_witness *witness) {
  return result->outcome == OUTCOME_ASSERTION ||
         (result->outcome == OUTCOME_UNDEFINED && !witness->is_of_calls);
}

static bool run_witness(struct validation *validation) {
  struct session *session = &validation->session;
  const struct options *options = session->options;
  const char *name = options->operands.at[1];
  const struct waypoint_vec *points = &validation->witness.waypoints;
  struct run_options run = {.oracle_text = strbuf_text(&validation->oracle),
                            .timeout_ms = (uint64_t)options->timeout_ms,
                            .cpu_timeout_ms = (uint64_t)options->cpu_timeout_ms,
                            .memlimit = (uint64_t)options->memlimit,
                            .is_isolated = true,
                            .arguments = &name,
                            .argument_count = 1,
                            .log = &session->log};
  struct run_result result;
  run_program(session->program, &run, session->diag, &result);
  uint32_t line = points->at[points->count - 1].line;
  bool ok = is_violation(&result, &validation->witness) &&
            result.position.line == line;
  if (!ok)
    strbuf_format(&validation->why, "its run ends at line %u: %s",
                  result.position.line, outcome_name(result.outcome));
  session->stats.steps = result.steps;
  run_result_release(&result);
  return ok;
}

static int validate_violation(struct validation *validation) {
  const struct text_vec *operands = &validation->session.options->operands;
  int code = session_load(&validation->session, operands->at + 1,
                          operands->count - 1, NULL);
  if (code != EXIT_TRUE)
    return code;
  bool ok = make_oracle(validation) && run_witness(validation);
  if (ok)
    puts("RESULT: false (the witness is confirmed by a run)");
  return ok ? EXIT_FALSE : EXIT_UNKNOWN;
}

// Proofs

static bool is_source(const char *path) {
  const char *end = strrchr(path, '.');
  return end && (!strcmp(end, ".c") || !strcmp(end, ".i"));
}

// The text as a file that is nowhere in the file system, so that nothing is
// left behind, however this ends; a child can read it under the name.
static bool keep_text(struct validation *validation, const struct strbuf *text,
                      struct strbuf *name) {
  int file = memfd_create("annotated", MFD_CLOEXEC);
  bool ok = file >= 0 && write(file, strbuf_text(text), text->length) ==
                             (ssize_t)text->length;
  if (!ok)
    strbuf_format(&validation->why, "an annotated text: %s", strerror(errno));
  if (file >= 0)
    u32_vec_push(&validation->copies, (uint32_t)file);
  strbuf_format(name, "/proc/%ld/fd/%d", (long)getpid(), file);
  return ok;
}

// The compiler reads the annotated text where it would read the file.
static bool replace_file(struct validation *validation, const char *path,
                         bool is_only_one) {
  struct strbuf text = {0}, annotated = {0}, copy = {0}, pair = {0};
  bool ok = file_read(path, &text);
  if (!ok)
    strbuf_format(&validation->why, "%s: %s", path, strerror(errno));
  ok =
      ok &&
      annotate(strbuf_text(&text), path, is_only_one,
               &validation->witness.invariants, &annotated, &validation->why) &&
      keep_text(validation, &annotated, &copy);
  strbuf_format(&pair, "%s;%s", path, strbuf_text(&copy));
  const char *const flags[] = {"-Xclang", "-remap-file", "-Xclang",
                               strbuf_text(&pair)};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    text_vec_push(&validation->flags, memory_copy_string(flags[i]));
  strbuf_release(&text);
  strbuf_release(&annotated);
  strbuf_release(&copy);
  strbuf_release(&pair);
  return ok;
}

static bool replace_files(struct validation *validation,
                          const struct text_vec *operands) {
  uint32_t sources = 0;
  bool ok = true;
  for (uint32_t i = 1; i < operands->count; i++)
    sources += is_source(operands->at[i]);
  for (uint32_t i = 1; i < operands->count && ok; i++)
    if (is_source(operands->at[i]))
      ok = replace_file(validation, operands->at[i], sources == 1);
  if (!sources)
    strbuf_add(&validation->why, "there is no C file");
  return ok && sources;
}

static int validate_proof(struct validation *validation) {
  struct options rest = *validation->session.options; // shallow
  struct text_vec given = {0};
  int code = EXIT_UNKNOWN;
  text_vec_append(&given, rest.compiler_args.at, rest.compiler_args.count);
  if (replace_files(validation, &rest.operands)) {
    text_vec_append(&given, validation->flags.at, validation->flags.count);
    rest.compiler_args = given;
    rest.operands.at++;
    rest.operands.count--;
    code = check_annotated(&rest);
  }
  text_vec_release(&given);
  return code;
}

// Both

static void release(struct validation *validation) {
  for (uint32_t i = 0; i < validation->copies.count; i++)
    close((int)validation->copies.at[i]);
  for (uint32_t i = 0; i < validation->flags.count; i++)
    free((char *)validation->flags.at[i]);
  u32_vec_release(&validation->copies);
  text_vec_release(&validation->flags);
  told_witness_release(&validation->witness);
  strbuf_release(&validation->oracle);
  strbuf_release(&validation->why);
  session_release(&validation->session);
}

static int validate(struct validation *validation) {
  const char *path = validation->session.options->operands.at[0];
  struct told_witness *witness = &validation->witness;
  if (!told_witness_read(witness, path, &validation->why)) {
    diag_file(validation->session.diag, SEVERITY_ERROR, path, "%s",
              strbuf_text(&validation->why));
    return EXIT_BAD_INPUT;
  }
  int code = EXIT_UNKNOWN;
  if (witness->unsupported.length)
    strbuf_format(&validation->why, "%s are not followed",
                  strbuf_text(&witness->unsupported));
  else if (witness->is_violation)
    code = validate_violation(validation);
  else
    code = validate_proof(validation);
  if (validation->why.length)
    printf("RESULT: unknown (%s)\n", strbuf_text(&validation->why));
  return code;
}

int command_validate(const struct options *options) {
  if (options->operands.count < 2) {
    fprintf(stderr, "vouch: error: a witness and a file are needed\n");
    return EXIT_USAGE;
  }
  struct validation validation = {0};
  session_init(&validation.session, options);
  int code = validate(&validation);
  release(&validation);
  return code;
}
