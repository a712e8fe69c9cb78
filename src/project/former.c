#include "project/former.h"

#include <jansson.h>

static void add_tracked(const json_t *report, struct interner *texts) {
  size_t i;
  json_t *one;
  json_array_foreach(json_object_get(report, "tracked"), i, one) {
    const char *text = json_string_value(json_object_get(one, "text"));
    if (text)
      intern(texts, text);
  }
}

// A report may be one of several checks.
bool former_read(const char *report, struct interner *texts) {
  json_t *whole = json_loads(report, 0, NULL);
  bool ok = json_is_string(json_object_get(whole, "verdict"));
  size_t i;
  json_t *one;
  add_tracked(whole, texts);
  json_array_foreach(json_object_get(whole, "checks"), i, one)
      add_tracked(json_object_get(one, "report"), texts);
  json_decref(whole);
  return ok;
}
