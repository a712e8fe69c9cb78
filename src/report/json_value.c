#include "report/json_value.h"

#include <stdlib.h>

json_t *json_of_text(const char *text) {
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

void json_set_text(json_t *object, const char *key, const char *text) {
  json_object_set_new(object, key, json_of_text(text));
}

void json_set_name(json_t *object, const char *key,
                   const struct interner *names, struct name name) {
  json_set_text(object, key, name_text(names, name));
}

void json_set_number(json_t *object, const char *key, uint64_t number) {
  json_object_set_new(object, key, json_integer((json_int_t)number));
}

json_t *json_add_object(json_t *object, const char *key) {
  json_t *value = json_object();
  json_object_set_new(object, key, value);
  return value;
}

json_t *json_add_array(json_t *object, const char *key) {
  json_t *value = json_array();
  json_object_set_new(object, key, value);
  return value;
}

json_t *json_append_object(json_t *array) {
  json_t *value = json_object();
  json_array_append_new(array, value);
  return value;
}

void json_print_value(json_t *value, struct strbuf *out) {
  char *text = json_dumps(value, JSON_INDENT(2));
  strbuf_format(out, "%s\n", text);
  free(text);
  json_decref(value);
}
