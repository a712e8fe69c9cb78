#include "report/json.h"

#include "base/version.h"

void json_string(const char *text, struct strbuf *out) {
  strbuf_char(out, '"');
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      strbuf_format(out, "\\%c", c);
    else if (c == '\n')
      strbuf_add(out, "\\n");
    else if (c < 0x20)
      strbuf_format(out, "\\u%04x", c);
    else
      strbuf_char(out, (char)c);
  }
  strbuf_char(out, '"');
}

static void print_member(const char *name, const char *text,
                         struct strbuf *out) {
  json_string(name, out);
  strbuf_add(out, ": ");
  json_string(text, out);
}

static void print_row(const struct program *program,
                      const struct check_target *target, uint32_t number,
                      struct strbuf *out) {
  const struct procedure *procedure =
      program_procedure(program, target->procedure);
  strbuf_format(out, "    { \"number\": %u, ", number);
  print_member("file", name_text(program->names, target->position.file), out);
  strbuf_format(out, ", \"line\": %u, \"column\": %u, ", target->position.line,
                target->position.column);
  print_member("function", name_text(program->names, procedure->name), out);
  strbuf_add(out, ", ");
  print_member("property", target_property(target->kind), out);
  strbuf_add(out, ", ");
  print_member("text", name_text(program->names, target->text), out);
  strbuf_add(out, ", ");
  print_member("status", target_status_text(target->status), out);
  if (!name_is_none(target->reason)) {
    strbuf_add(out, ", ");
    print_member("reason", name_text(program->names, target->reason), out);
  }
  strbuf_add(out, " }");
}

static void print_rows(const struct json_facts *facts, struct strbuf *out) {
  strbuf_add(out, "  \"rows\": [");
  for (uint32_t i = 0; i < facts->targets->count; i++) {
    strbuf_add(out, i ? ",\n" : "\n");
    print_row(facts->program, &facts->targets->at[i], i + 1, out);
  }
  strbuf_add(out, "\n  ],\n");
}

static void print_section(const struct json_facts *facts, int section,
                          struct strbuf *out) {
  const char *separator = "\n      ";
  strbuf_add(out, "    ");
  json_string(ledger_section_name((enum ledger_section)section), out);
  strbuf_add(out, ": [");
  for (uint32_t i = 0; i < facts->ledger->count; i++) {
    if ((int)facts->ledger->at[i].section != section)
      continue;
    strbuf_add(out, separator);
    json_string(name_text(facts->program->names, facts->ledger->at[i].text),
                out);
    separator = ",\n      ";
  }
  strbuf_add(out, "]");
}

static void print_ledger(const struct json_facts *facts, struct strbuf *out) {
  strbuf_add(out, "  \"ledger\": {\n");
  for (int i = LEDGER_CHECKED; i <= LEDGER_NOT_CHECKED; i++) {
    print_section(facts, i, out);
    strbuf_add(out, i == LEDGER_NOT_CHECKED ? "\n" : ",\n");
  }
  strbuf_add(out, "  },\n");
}

void json_print(const struct json_facts *facts, struct strbuf *out) {
  strbuf_format(out, "{\n  \"format\": %d,\n  ", JSON_FORMAT);
  print_member("tool", "vouch", out);
  strbuf_add(out, ",\n  ");
  print_member("version", VOUCH_VERSION, out);
  strbuf_add(out, ",\n  ");
  print_member("verdict", verdict_name(facts->verdict), out);
  strbuf_add(out, ",\n");
  if (facts->property || facts->reason) {
    strbuf_add(out, "  ");
    print_member(facts->property ? "property" : "reason",
                 facts->property ? facts->property : facts->reason, out);
    strbuf_add(out, ",\n");
  }
  if (facts->vacuity) {
    strbuf_add(out, "  ");
    print_member("vacuous", facts->vacuity, out);
    strbuf_add(out, ",\n");
  }
  if (facts->program) {
    print_rows(facts, out);
    print_ledger(facts, out);
  }
  strbuf_add(out, "  \"statistics\": ");
  stats_json(facts->stats, out);
  strbuf_add(out, "}\n");
}
