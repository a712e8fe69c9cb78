#include "project/judge.h"

#include <jansson.h>
#include <string.h>
#include <sys/wait.h>

#include "base/exit_code.h"
#include "base/file.h"

static const char not_begun[] =
    "the check could not begin, or the file changed meanwhile";

// Where an execution ends.
static void read_end(const json_t *report, struct store_result *result) {
  const json_t *execution =
      json_array_get(json_object_get(report, "executions"), 0);
  const json_t *lane = json_array_get(json_object_get(execution, "lanes"), 0);
  const json_t *steps = json_object_get(lane, "steps");
  for (size_t i = json_array_size(steps); i-- > 0 && !result->place.length;) {
    const json_t *step = json_array_get(steps, i);
    const char *file = json_string_value(json_object_get(step, "file"));
    if (file)
      strbuf_format(
          &result->place, "%s:%lld", file,
          (long long)json_integer_value(json_object_get(step, "line")));
  }
}

// What is worth a line: the first row that fails. That of a rule is no place of
// the program.
static void read_violation(const json_t *report, struct store_result *result) {
  const json_t *rows = json_object_get(report, "rows");
  for (size_t i = 0; i < json_array_size(rows) && !result->place.length; i++) {
    const json_t *row = json_array_get(rows, i);
    const char *status = json_string_value(json_object_get(row, "status"));
    const char *file = json_string_value(json_object_get(row, "file"));
    const char *reason = json_string_value(json_object_get(row, "reason"));
    const char *text = json_string_value(json_object_get(row, "text"));
    if (!status || strcmp(status, "fails"))
      continue;
    if (!file || !strcmp(file_suffix(file), ".spec"))
      read_end(report, result);
    else
      strbuf_format(
          &result->place, "%s:%lld", file,
          (long long)json_integer_value(json_object_get(row, "line")));
    strbuf_format(&result->reason, "%s%s%s", text ? text : "violated",
                  reason ? ": " : "", reason ? reason : "");
  }
}

static void set(struct store_result *result, const char *verdict,
                const char *reason) {
  strbuf_add(&result->verdict, verdict);
  strbuf_add(&result->reason, reason);
}

// The exit code counts; the report says more.
static void judge_report(int status, const json_t *report,
                         struct store_result *result) {
  const char *reason = json_string_value(json_object_get(report, "reason"));
  if (!WIFEXITED(status)) {
    set(result, "unknown", "internal error: the check crashed");
    return;
  }
  switch (WEXITSTATUS(status)) {
  case EXIT_TRUE: set(result, "true", ""); break;
  case EXIT_VACUOUS: set(result, "nothing", "nothing to check"); break;
  case EXIT_FALSE:
    strbuf_add(&result->verdict, "false");
    read_violation(report, result);
    break;
  case EXIT_UNKNOWN:
    set(result, "unknown", reason ? reason : "timeout in a long step");
    break;
  case EXIT_INTERNAL: set(result, "unknown", "internal error"); break;
  default: set(result, "unknown", not_begun);
  }
}

bool judge(int status, struct store_result *result) {
  json_t *report = json_loads(strbuf_text(&result->report), 0, NULL);
  judge_report(status, report, result);
  if (!report)
    strbuf_clear(&result->report);
  json_decref(report);
  return strcmp(strbuf_text(&result->reason), not_begun) != 0 &&
         strcmp(strbuf_text(&result->reason), "interrupted") != 0;
}

void judge_part(const char *report, struct strbuf *part) {
  json_t *root = json_loads(report, 0, NULL);
  const char *property = json_string_value(json_object_get(root, "property"));
  strbuf_add(part, property ? property : "");
  json_decref(root);
}
