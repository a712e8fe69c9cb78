#include "report/sarif.h"

#include <string.h>

#include "base/version.h"
#include "report/blame.h"
#include "report/json_value.h"

// What is checked, and the weakness that a violation is (cwe.mitre.org).
static const struct rule {
  const char *property;
  const char *text;
  const char *weakness;
} rules[] = {
    {"unreach-call", "An assertion holds, an error function is not called",
     "CWE-617"},
    {"no-overflow", "No signed arithmetic overflows", "CWE-190"},
    {"no-div0", "Nothing is divided by zero", "CWE-369"},
    {"valid-deref", "Every access to memory is valid", "CWE-119"},
    {"valid-free", "Only what was allocated is freed, and once", "CWE-763"},
    {"valid-memtrack", "No memory is lost", "CWE-401"},
    {"valid-memcleanup", "All memory is freed before the program ends",
     "CWE-401"},
    {"no-leak", "What is allocated is freed, returned or handed on", "CWE-401"},
    {"no-data-race", "No two threads race for memory", "CWE-362"},
    {"no-deadlock", "Threads do not wait for each other for ever", "CWE-833"},
    {"termination", "Every execution ends", "CWE-835"},
};

static void add_rules(json_t *driver) {
  json_t *all = json_add_array(driver, "rules");
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    json_t *rule = json_append_object(all);
    json_set_text(rule, "id", rules[i].property);
    json_set_text(json_add_object(rule, "shortDescription"), "text",
                  rules[i].text);
    json_t *tags = json_add_array(json_add_object(rule, "properties"), "tags");
    json_array_append_new(tags, json_string(rules[i].weakness));
  }
}

// Places

// A relative path or an absolute one as a URI reference.
static void set_uri(json_t *object, const char *path) {
  struct strbuf uri = {0};
  strbuf_add(&uri, *path == '/' ? "file://" : "");
  for (; *path; path++)
    if (strchr(" %#?[]", *path) || (unsigned char)*path >= 0x80)
      strbuf_format(&uri, "%%%02X", (unsigned char)*path);
    else
      strbuf_char(&uri, *path);
  json_set_text(object, "uri", strbuf_text(&uri));
  strbuf_release(&uri);
}

void sarif_set_place(json_t *location, const char *file, uint32_t line,
                     uint32_t column) {
  json_t *place = json_add_object(location, "physicalLocation");
  set_uri(json_add_object(place, "artifactLocation"), file);
  if (!line)
    return;
  json_t *region = json_add_object(place, "region");
  json_set_number(region, "startLine", line);
  if (column)
    json_set_number(region, "startColumn", column);
}

static void set_place(const struct result *result, json_t *location,
                      struct position position) {
  sarif_set_place(location, name_text(result->names, position.file),
                  position.line, position.column);
}

// Steps

void sarif_set_message(json_t *object, const char *text) {
  json_set_text(json_add_object(object, "message"), "text", text);
}

// A line with the values that it gives and the actions that it performs.
static void add_step(const struct result *result, const struct lane *lane,
                     uint32_t line, json_t *all) {
  struct strbuf text = {0};
  const struct step_vec *steps = &lane->steps;
  strbuf_add(&text, name_text(result->names, steps->at[line].text));
  for (uint32_t i = line + 1;
       i < steps->count && steps->at[i].kind != STEP_LINE; i++) {
    const struct step *step = &steps->at[i];
    strbuf_format(&text, "\n%s", name_text(result->names, step->text));
    if (step->kind == STEP_VALUE)
      strbuf_format(&text, " = %s", name_text(result->names, step->value));
  }
  json_t *location = json_add_object(json_append_object(all), "location");
  set_place(result, location, steps->at[line].position);
  sarif_set_message(location, strbuf_text(&text));
  strbuf_release(&text);
}

static void add_flow(const struct result *result,
                     const struct execution *execution, json_t *value) {
  enum { MOST = 2000 };
  json_t *flow = json_append_object(json_add_array(value, "codeFlows"));
  json_t *threads = json_add_array(flow, "threadFlows");
  for (uint32_t i = 0; i < execution->lanes.count; i++) {
    const struct lane *lane = &execution->lanes.at[i];
    uint32_t count = 0;
    for (uint32_t k = 0; k < lane->steps.count; k++)
      count += lane->steps.at[k].kind == STEP_LINE;
    if (!count)
      continue;
    json_t *thread = json_append_object(threads);
    json_t *locations = json_add_array(thread, "locations");
    for (uint32_t k = 0, at = 0; k < lane->steps.count; k++) {
      bool is_line = lane->steps.at[k].kind == STEP_LINE;
      if (is_line && (at < MOST / 2 || at + MOST / 2 >= count))
        add_step(result, lane, k, locations);
      at += is_line;
    }
  }
  if (!json_array_size(threads))
    json_object_del(value, "codeFlows");
}

// Rows

static const struct execution *execution_of(const struct result *result,
                                            uint32_t row) {
  for (uint32_t i = 0; i < result->executions.count; i++)
    if (result->executions.at[i].row == row)
      return &result->executions.at[i];
  return NULL;
}

static void add_row(const struct result *result, uint32_t number, json_t *all) {
  const struct result_row *row = &result->rows.at[number];
  bool fails = row->status == ROW_FAILS;
  const struct execution *execution =
      fails ? execution_of(result, number) : NULL;
  struct strbuf text = {0};
  json_t *value = json_append_object(all);
  json_set_text(value, "ruleId", row->property);
  json_set_text(value, "kind", fails ? "fail" : "open");
  json_set_text(value, "level", fails ? "error" : "none");
  strbuf_format(&text, "%s %s", name_text(result->names, row->text),
                fails ? "is violated" : "could not be decided");
  if (!name_is_none(row->reason))
    strbuf_format(&text, ": %s", name_text(result->names, row->reason));
  sarif_set_message(value, strbuf_text(&text));
  set_place(result, json_append_object(json_add_array(value, "locations")),
            row->position);
  if (execution)
    add_flow(result, execution, value);
  strbuf_release(&text);
}

json_t *sarif_new(json_t **run) {
  json_t *value = json_object();
  json_set_text(value, "$schema",
                "https://json.schemastore.org/sarif-2.1.0.json");
  json_set_text(value, "version", "2.1.0");
  *run = json_append_object(json_add_array(value, "runs"));
  json_t *driver = json_add_object(json_add_object(*run, "tool"), "driver");
  json_set_text(driver, "name", "vouch");
  json_set_text(driver, "version", VOUCH_VERSION);
  add_rules(driver);
  json_set_text(*run, "columnKind", "unicodeCodePoints");
  return value;
}

void sarif_print(const struct result *result, struct strbuf *out) {
  json_t *run;
  json_t *value = sarif_new(&run);
  json_t *results = json_add_array(run, "results");
  for (uint32_t i = 0; i < result->rows.count; i++) {
    enum row_status status = result->rows.at[i].status;
    if (status != ROW_HOLDS && status != ROW_UNREACHED)
      add_row(result, i, results);
  }
  json_print_value(value, out);
}
