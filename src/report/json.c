#include "report/json.h"

#include <jansson.h>

#include "base/version.h"

// JSON is UTF-8, and source files need not be.
static json_t *text_value(const char *text) {
  json_t *value = json_string(text);
  if (value)
    return value;
  struct strbuf plain = {0};
  for (; *text; text++)
    strbuf_char(&plain, (unsigned char)*text < 0x80 ? *text : '?');
  value = json_string(strbuf_text(&plain));
  strbuf_release(&plain);
  return value;
}

static void set_text(json_t *object, const char *key, const char *text) {
  json_object_set_new(object, key, text_value(text));
}

static void set_name(json_t *object, const char *key,
                     const struct result *result, struct name name) {
  set_text(object, key, name_text(result->names, name));
}

static void set_number(json_t *object, const char *key, uint64_t number) {
  json_object_set_new(object, key, json_integer((json_int_t)number));
}

static json_t *row_value(const struct result *result, uint32_t i) {
  const struct result_row *row = &result->rows.at[i];
  json_t *value = json_object();
  set_number(value, "number", i + 1);
  set_name(value, "file", result, row->position.file);
  set_number(value, "line", row->position.line);
  set_number(value, "column", row->position.column);
  set_name(value, "function", result, row->function);
  set_text(value, "property", row->property);
  set_name(value, "text", result, row->text);
  set_text(value, "status", row_status_text(row->status));
  if (!name_is_none(row->reason))
    set_name(value, "reason", result, row->reason);
  return value;
}

static json_t *rows_value(const struct result *result) {
  json_t *rows = json_array();
  for (uint32_t i = 0; i < result->rows.count; i++)
    json_array_append_new(rows, row_value(result, i));
  return rows;
}

static json_t *ledger_value(const struct result *result) {
  json_t *ledger = json_object();
  for (int i = LEDGER_CHECKED; i <= LEDGER_NOT_CHECKED; i++)
    json_object_set_new(ledger, ledger_section_name((enum ledger_section)i),
                        json_array());
  for (uint32_t i = 0; i < result->ledger.count; i++) {
    const struct ledger_line *line = &result->ledger.at[i];
    json_array_append_new(
        json_object_get(ledger, ledger_section_name(line->section)),
        text_value(name_text(result->names, line->text)));
  }
  return ledger;
}

static json_t *claim_value(const struct result *result,
                           const struct tree_claim *claim) {
  json_t *value = json_object();
  set_number(value, "depth", claim->depth);
  set_name(value, "place", result, claim->place);
  if (!name_is_none(claim->known))
    set_name(value, "known", result, claim->known);
  set_name(value, "formula", result, claim->formula);
  json_object_set_new(value, "holds", json_boolean(claim->holds));
  json_object_set_new(value, "repeated", json_boolean(claim->is_repeated));
  return value;
}

static json_t *tree_value(const struct result *result) {
  json_t *tree = json_array();
  for (uint32_t i = 0; i < result->tree.claims.count; i++)
    json_array_append_new(tree,
                          claim_value(result, &result->tree.claims.at[i]));
  return tree;
}

static json_t *stats_value(const struct stats *stats) {
  json_t *value = json_object();
#define STAT(field, unit, what) set_number(value, #field, stats->field);
#include "base/stats.def"
#undef STAT
  return value;
}

static void set_verdict(json_t *value, const struct result *result) {
  set_text(value, "verdict", verdict_name(result->verdict));
  if (result->verdict == VERDICT_FALSE)
    set_name(value, "property", result, result->property);
  if (result->verdict == VERDICT_UNKNOWN)
    set_text(value, "reason", strbuf_text(&result->reason));
  if (result->vacuity.length)
    set_text(value, "vacuous", strbuf_text(&result->vacuity));
}

static void print(json_t *value, struct strbuf *out) {
  char *text = json_dumps(value, JSON_INDENT(2));
  strbuf_format(out, "%s\n", text);
  free(text);
  json_decref(value);
}

void json_print(const struct result *result, struct strbuf *out) {
  json_t *value = json_object();
  set_number(value, "format", JSON_FORMAT);
  set_text(value, "tool", "vouch");
  set_text(value, "version", VOUCH_VERSION);
  set_verdict(value, result);
  if (result->is_loaded) {
    json_object_set_new(value, "rows", rows_value(result));
    json_object_set_new(value, "ledger", ledger_value(result));
  }
  if (result->tree.claims.count)
    json_object_set_new(value, "because", tree_value(result));
  json_object_set_new(value, "statistics", stats_value(&result->stats));
  print(value, out);
}

void json_print_stats(const struct stats *stats, struct strbuf *out) {
  print(stats_value(stats), out);
}
