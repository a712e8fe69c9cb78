// Values of JSON, for the formats that are made of it.
#ifndef VOUCH_REPORT_JSON_VALUE_H
#define VOUCH_REPORT_JSON_VALUE_H

#include <jansson.h>

#include "base/intern.h"
#include "base/strbuf.h"

struct result;

// A result as json.h describes it.
json_t *json_of_result(const struct result *result);
// JSON is UTF-8, and source files need not be: other bytes become `?`.
json_t *json_of_text(const char *text);
void json_set_text(json_t *object, const char *key, const char *text);
void json_set_name(json_t *object, const char *key,
                   const struct interner *names, struct name name);
void json_set_number(json_t *object, const char *key, uint64_t number);
// An empty object or array that becomes part of the object.
json_t *json_add_object(json_t *object, const char *key);
json_t *json_add_array(json_t *object, const char *key);
// An empty object at the end of the array.
json_t *json_append_object(json_t *array);
// Appends the text of the value, which is released.
void json_print_value(json_t *value, struct strbuf *out);

#endif
