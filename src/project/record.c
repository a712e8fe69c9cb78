#include "project/record.h"

#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

void record_release(struct record *record) {
  strbuf_release(&record->function);
  strbuf_release(&record->key);
  strbuf_release(&record->places);
  strbuf_release(&record->report);
}

bool record_write(const struct record *record, const char *path) {
  struct strbuf fresh = {0};
  json_t *root = json_pack(
      "{s:I, s:I, s:s, s:s, s:s, s:s, s:b, s:i, s:I, s:I, s:I}", "packet",
      (json_int_t)record->packet, "of", (json_int_t)record->of, "function",
      strbuf_text(&record->function), "key", strbuf_text(&record->key),
      "places", strbuf_text(&record->places), "report",
      strbuf_text(&record->report), "known", (int)record->is_known, "status",
      record->status, "cpu_ms", (json_int_t)record->cpu_ms, "peak_kb",
      (json_int_t)record->peak_kb, "budget_ms", (json_int_t)record->budget_ms);
  strbuf_format(&fresh, "%s.%ld", path, (long)getpid());
  bool ok = root && !json_dump_file(root, strbuf_text(&fresh), JSON_COMPACT) &&
            !rename(strbuf_text(&fresh), path);
  json_decref(root);
  strbuf_release(&fresh);
  return ok;
}

static void take(const json_t *root, const char *name, struct strbuf *into) {
  const char *text = json_string_value(json_object_get(root, name));
  strbuf_add(into, text ? text : "");
}

static int64_t number(const json_t *root, const char *name) {
  return json_integer_value(json_object_get(root, name));
}

bool record_read(struct record *record, const char *path) {
  *record = (struct record){0};
  json_t *root = json_load_file(path, 0, NULL);
  if (!json_is_object(root) || !json_object_get(root, "status")) {
    json_decref(root);
    return false;
  }
  take(root, "function", &record->function);
  take(root, "key", &record->key);
  take(root, "places", &record->places);
  take(root, "report", &record->report);
  record->packet = (uint32_t)number(root, "packet");
  record->of = (uint32_t)number(root, "of");
  record->is_known = json_is_true(json_object_get(root, "known"));
  record->status = (int)number(root, "status");
  record->cpu_ms = number(root, "cpu_ms");
  record->peak_kb = number(root, "peak_kb");
  record->budget_ms = number(root, "budget_ms");
  json_decref(root);
  return record->function.length != 0;
}
