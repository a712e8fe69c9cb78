// `vouch validate witness.yml file.c`: is the violation that a witness tells of
// real? What functions return is taken from it, in its order, and the
// interpreter runs the program; the violation has to be where the target is.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_code.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "run/run.h"
#include "spec/waypoints.h"

struct validation {
  struct session session;
  struct told_violation witness;
  struct strbuf oracle;
  struct strbuf why; // it is not confirmed
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
  const struct told_violation *witness = &validation->witness;
  const struct waypoint_vec *points = &witness->waypoints;
  if (!witness->is_violation)
    strbuf_add(&validation->why, "correctness witnesses are not validated yet");
  else if (witness->unsupported.length)
    strbuf_format(&validation->why, "%s are not followed",
                  strbuf_text(&witness->unsupported));
  else if (!points->count || !points->at[points->count - 1].is_target)
    strbuf_add(&validation->why, "the witness has no target");
  if (validation->why.length)
    return false;
  strbuf_add(&validation->oracle, "vouch-oracle 1\nrest zero\n");
  for (uint32_t i = 0; i + 1 < points->count; i++)
    if (!add_answer(validation, &points->at[i]))
      return false;
  return true;
}

static bool is_violation(const struct run_result *result) {
  return result->outcome == OUTCOME_ASSERTION ||
         result->outcome == OUTCOME_UNDEFINED;
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
  bool ok = is_violation(&result) && result.position.line == line;
  if (!ok)
    strbuf_format(&validation->why, "its run ends at line %u: %s",
                  result.position.line, outcome_name(result.outcome));
  session->stats.steps = result.steps;
  run_result_release(&result);
  return ok;
}

static int validate(struct validation *validation) {
  const struct text_vec *operands = &validation->session.options->operands;
  if (!told_violation_read(&validation->witness, operands->at[0],
                           &validation->why)) {
    diag_file(validation->session.diag, SEVERITY_ERROR, operands->at[0], "%s",
              strbuf_text(&validation->why));
    return EXIT_BAD_INPUT;
  }
  int code = session_load(&validation->session, operands->at + 1,
                          operands->count - 1, NULL);
  if (code != EXIT_TRUE)
    return code;
  bool ok = make_oracle(validation) && run_witness(validation);
  if (ok)
    puts("RESULT: false (the witness is confirmed by a run)");
  else
    printf("RESULT: unknown (%s)\n", strbuf_text(&validation->why));
  return ok ? EXIT_FALSE : EXIT_UNKNOWN;
}

int command_validate(const struct options *options) {
  if (options->operands.count < 2) {
    fprintf(stderr, "vouch: error: a witness and a file are needed\n");
    return EXIT_USAGE;
  }
  struct validation validation = {0};
  session_init(&validation.session, options);
  int code = validate(&validation);
  told_violation_release(&validation.witness);
  strbuf_release(&validation.oracle);
  strbuf_release(&validation.why);
  session_release(&validation.session);
  return code;
}
