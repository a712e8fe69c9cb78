#include "report/junit.h"

#include "report/execution_text.h"
#include "report/markup.h"

static bool is_open(enum row_status status) {
  return status == ROW_OPEN || status == ROW_UNKNOWN;
}

static void add_trace(const struct result *result, uint32_t row,
                      struct strbuf *out) {
  struct strbuf text = {0};
  for (uint32_t i = 0; i < result->executions.count && !text.length; i++)
    if (result->executions.at[i].row == row &&
        result->executions.at[i].lanes.count)
      lane_print(result->names, &result->executions.at[i].lanes.at[0],
                 (struct text_style){0}, &text);
  markup_escape(strbuf_text(&text), out);
  strbuf_release(&text);
}

static void add_case(const struct result *result, uint32_t number,
                     struct strbuf *out) {
  const struct result_row *row = &result->rows.at[number];
  struct strbuf name = {0};
  strbuf_format(&name, "%s %s", name_text(result->names, row->place),
                name_text(result->names, row->text));
  strbuf_add(out, "  <testcase");
  markup_attribute("classname", row->property, out);
  markup_attribute("name", strbuf_text(&name), out);
  markup_attribute("file", name_text(result->names, row->position.file), out);
  strbuf_format(out, " line=\"%u\">", row->position.line);
  if (row->status == ROW_FAILS || is_open(row->status)) {
    const char *tag = row->status == ROW_FAILS ? "failure" : "error";
    strbuf_format(out, "<%s", tag);
    markup_attribute("message",
                     name_is_none(row->reason)
                         ? row_status_text(row->status)
                         : name_text(result->names, row->reason),
                     out);
    strbuf_char(out, '>');
    if (row->status == ROW_FAILS)
      add_trace(result, number, out);
    strbuf_format(out, "</%s>", tag);
  }
  strbuf_add(out, "</testcase>\n");
  strbuf_release(&name);
}

void junit_print(const struct result *result, struct strbuf *out) {
  uint32_t failures = 0, errors = 0;
  for (uint32_t i = 0; i < result->rows.count; i++) {
    failures += result->rows.at[i].status == ROW_FAILS;
    errors += is_open(result->rows.at[i].status);
  }
  strbuf_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  strbuf_format(out,
                "<testsuite name=\"vouch\" tests=\"%u\" failures=\"%u\" "
                "errors=\"%u\">\n",
                result->rows.count, failures, errors);
  for (uint32_t i = 0; i < result->rows.count; i++)
    add_case(result, i, out);
  strbuf_add(out, "</testsuite>\n");
}
