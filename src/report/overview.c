#include "report/overview.h"

#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "report/html.h"
#include "report/markup.h"
#include "report/sarif.h"

// The page, as it is when the program is built.
__asm__(".section .rodata\n"
        ".global vouch_overview\n"
        "vouch_overview:\n"
        ".incbin \"src/report/overview.html\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char vouch_overview[];

static bool is(const struct overview_check *check, const char *verdict) {
  return !strcmp(check->verdict, verdict);
}

// JSON, and the page, which draws the same

static json_t *add_check(json_t *all, const struct overview_check *check) {
  json_t *object = json_append_object(all);
  json_set_text(object, "unit", check->unit);
  json_set_text(object, "function", check->function);
  json_set_text(object, "question", check->question);
  json_set_text(object, "verdict", check->verdict);
  json_set_text(object, "reason", check->reason);
  json_set_text(object, "place", check->place);
  json_set_number(object, "cpu_ms", (uint64_t)check->cpu_ms);
  json_set_number(object, "peak_kb", (uint64_t)check->peak_kb);
  return object;
}

static void add_report(json_t *object, const struct overview_check *check) {
  json_t *report = json_loads(check->report, 0, NULL);
  if (report)
    json_object_set_new(object, "report", report);
}

static void add_page(json_t *object, const struct overview_check *check) {
  if (check->page)
    json_set_text(object, "page", check->page);
}

static json_t *value_of(const struct overview_check_vec *checks,
                        void (*add)(json_t *object,
                                    const struct overview_check *check)) {
  enum { FORMAT = 1 };
  json_t *root = json_object();
  json_set_number(root, "format", FORMAT);
  json_set_text(root, "tool", "vouch");
  json_set_text(root, "version", VOUCH_VERSION);
  json_t *all = json_add_array(root, "checks");
  for (uint32_t i = 0; i < checks->count; i++)
    add(add_check(all, &checks->at[i]), &checks->at[i]);
  return root;
}

void overview_json(const struct overview_check_vec *checks,
                   struct strbuf *out) {
  json_print_value(value_of(checks, add_report), out);
}

void overview_html(const struct overview_check_vec *checks,
                   struct strbuf *out) {
  html_fill(vouch_overview, value_of(checks, add_page), out);
}

// JUnit

static uint32_t count_in(const struct overview_check_vec *checks,
                         uint32_t first, const char *verdict) {
  uint32_t count = 0;
  for (uint32_t i = first;
       i < checks->count && !strcmp(checks->at[i].unit, checks->at[first].unit);
       i++)
    count += !verdict || is(&checks->at[i], verdict);
  return count;
}

static void add_case(const struct overview_check *check, struct strbuf *out) {
  strbuf_add(out, "  <testcase");
  markup_attribute("classname", check->unit, out);
  struct strbuf name = {0};
  strbuf_format(&name, "%s [%s]", check->function, check->question);
  markup_attribute("name", strbuf_text(&name), out);
  strbuf_release(&name);
  strbuf_format(out, " time=\"%.3f\"", (double)check->cpu_ms / 1000);
  if (is(check, "true")) {
    strbuf_add(out, "/>\n");
    return;
  }
  const char *element = is(check, "false") ? "failure" : "skipped";
  strbuf_format(out, ">\n    <%s", element);
  markup_attribute("message", check->reason, out);
  strbuf_add(out, ">");
  markup_escape(check->place, out);
  strbuf_format(out, "</%s>\n  </testcase>\n", element);
}

void overview_junit(const struct overview_check_vec *checks,
                    struct strbuf *out) {
  strbuf_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
  for (uint32_t i = 0; i < checks->count;) {
    uint32_t count = count_in(checks, i, NULL);
    strbuf_add(out, " <testsuite");
    markup_attribute("name", checks->at[i].unit, out);
    strbuf_format(out, " tests=\"%u\" failures=\"%u\" skipped=\"%u\">\n", count,
                  count_in(checks, i, "false"),
                  count_in(checks, i, "unknown") +
                      count_in(checks, i, "nothing"));
    for (uint32_t k = 0; k < count; k++)
      add_case(&checks->at[i + k], out);
    strbuf_add(out, " </testsuite>\n");
    i += count;
  }
  strbuf_add(out, "</testsuites>\n");
}

// SARIF

static void set_place(json_t *value, const char *place) {
  const char *colon = strrchr(place, ':');
  if (!colon)
    return;
  struct strbuf file = {0};
  strbuf_bytes(&file, place, (size_t)(colon - place));
  sarif_set_place(json_append_object(json_add_array(value, "locations")),
                  strbuf_text(&file), (uint32_t)strtoul(colon + 1, NULL, 10),
                  0);
  strbuf_release(&file);
}

static void add_violation(json_t *all, const struct overview_check *check) {
  struct strbuf text = {0};
  json_t *value = json_append_object(all);
  json_set_text(value, "ruleId", check->question);
  json_set_text(value, "level", "error");
  strbuf_format(&text, "%s: %s", check->function, check->reason);
  sarif_set_message(value, strbuf_text(&text));
  strbuf_release(&text);
  set_place(value, check->place);
}

void overview_sarif(const struct overview_check_vec *checks,
                    struct strbuf *out) {
  json_t *run;
  json_t *root = sarif_new(&run);
  json_t *all = json_add_array(run, "results");
  for (uint32_t i = 0; i < checks->count; i++)
    if (is(&checks->at[i], "false"))
      add_violation(all, &checks->at[i]);
  json_print_value(root, out);
}
