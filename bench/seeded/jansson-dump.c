/* Scenarios of jansson's printer. */
#include "harness.h"

#include UNIT

static json_t *example(void) {
  json_t *array = json_array(), *object = json_object();
  json_array_append_new(array, json_integer(1));
  json_array_append_new(array, json_real(1.5));
  json_array_append_new(array, json_string("x\n\"\\/\xc3\xa9\xf0\x9d\x84\x9e"));
  json_array_append_new(array, json_true());
  json_object_set_new(object, "b", array);
  json_object_set_new(object, "a", json_null());
  return object;
}

static void dump(size_t flags) {
  json_t *value = example();
  char *text = json_dumps(value, flags);
  free(text);
  json_decref(value);
}

SCENARIO(plain) {
  dump(0);
}
SCENARIO(indented) {
  dump(JSON_INDENT(4) | JSON_SORT_KEYS);
}
SCENARIO(ascii) {
  dump(JSON_ENSURE_ASCII | JSON_COMPACT | JSON_ESCAPE_SLASH);
}
SCENARIO(embedded) {
  dump(JSON_EMBED);
}

SCENARIO(file) {
  json_t *value = example();
  if (!value)
    return;
  json_dump_file(value, "seeded.json", 0);
  json_dump_file(value, "no/such/folder/file", 0);
  unlink("seeded.json");
  json_decref(value);
}

SCENARIO(buffer) {
  json_t *value = example();
  for (size_t size = 0; value && size < 50; size++) {
    char *room = malloc(size ? size : 1);
    if (!room)
      break;
    json_dumpb(value, room, size, 0);
    free(room);
  }
  json_decref(value);
}

SCENARIO(null) {
  char *text = json_dumps(NULL, JSON_ENCODE_ANY);
  free(text);
  text = json_dumps(NULL, 0);
  free(text);
}

SCENARIO(circle) {
  json_t *array = json_array(), *inner = json_array();
  json_array_append_new(array, inner);
  if (array && inner)
    json_array_append(inner, array);
  char *text = json_dumps(array, 0);
  free(text);
  if (inner)
    json_array_clear(inner);
  json_decref(array);
}

static int refuse(const char *buffer, size_t size, void *data) {
  return -1;
}
SCENARIO(callback) {
  json_t *value = example();
  json_dump_callback(value, refuse, NULL, JSON_SORT_KEYS);
  json_decref(value);
}
