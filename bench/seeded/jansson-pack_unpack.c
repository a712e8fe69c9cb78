/* Scenarios of jansson's pack and unpack. */
#include "harness.h"

#include UNIT

SCENARIO(pack) {
  json_decref(json_pack("{s:[i,f,b,n,s],s:{s:I}}", "a", 1, 2.5, 1, "x", "b",
                        "c", (json_int_t)7));
}
SCENARIO(pack_strings) {
  json_decref(json_pack("[s#,s%,s+,s++]", "abc", 2, "abcd", (size_t)3, "a", "b",
                        "a", "b", "c"));
  json_decref(json_pack("{s+:s#}", "a", "b", "cd", 1));
}
SCENARIO(pack_object) {
  json_t *value = json_string("x");
  json_decref(json_pack("[O,o]", value, value));
}
SCENARIO(pack_optional) {
  json_decref(json_pack("[s?,s*,o?,o*]", NULL, NULL, NULL, NULL));
  json_decref(json_pack("{s:s?,s:s*}", "a", NULL, "b", NULL));
}
SCENARIO(pack_bad) {
  json_error_t error;
  json_decref(json_pack_ex(&error, 0, "[i", 1));
  json_decref(json_pack_ex(&error, 0, "{s", "a"));
  json_decref(json_pack_ex(&error, 0, "{s:i,i:i}", "a", 1, 2, 3));
  json_decref(json_pack_ex(&error, 0, "[s]", NULL));
  json_decref(json_pack_ex(&error, 0, "[s+]", "a", NULL));
  json_decref(json_pack_ex(&error, 0, "{s:i}", NULL, 1));
  json_decref(json_pack_ex(&error, 0, "[o]", NULL));
  json_decref(json_pack_ex(&error, 0, "x"));
  json_decref(json_pack_ex(&error, 0, ""));
  json_decref(json_pack_ex(&error, 0, NULL));
  json_decref(json_pack_ex(&error, 0, "ii", 1, 2));
  json_decref(json_pack_ex(&error, 0, "s", "\xff"));
}
SCENARIO(unpack) {
  json_error_t error;
  json_t *value = json_pack("{s:[i,s],s:f,s:b}", "a", 1, "x", "b", 2.5, "c", 1);
  int number, flag;
  const char *text;
  size_t length;
  double real;
  json_t *inner = NULL;
  json_unpack_ex(value, &error, JSON_STRICT, "{s:[i,s%],s:f,s:b}", "a", &number,
                 &text, &length, "b", &real, "c", &flag);
  json_unpack_ex(value, &error, 0, "{s:O}", "a", &inner);
  json_decref(inner);
  json_unpack_ex(value, &error, 0, "{s?:i}", "zz", &number);
  json_unpack_ex(value, &error, 0, "{s:i}", "zz", &number);
  json_unpack_ex(value, &error, 0, "{s:s}", "b", &text);
  json_unpack_ex(value, &error, JSON_STRICT, "{s:[i]}", "a", &number);
  json_unpack_ex(value, &error, 0, "{s:[i,s,i]}", "a", &number, &text, &flag);
  json_unpack_ex(value, &error, JSON_STRICT, "{s:f}", "b", &real);
  json_decref(value);
}
SCENARIO(unpack_null) {
  json_error_t error;
  json_t *value = json_pack("[s]", "x");
  const char *text;
  json_unpack_ex(NULL, &error, 0, "[s]", &text);
  json_unpack_ex(value, &error, 0, NULL);
  json_unpack_ex(value, &error, 0, "");
  json_unpack_ex(value, &error, 0, "[s]", NULL);
  json_unpack_ex(value, &error, 0, "[s%]", &text, NULL);
  json_unpack_ex(value, &error, 0, "{s:s}", NULL, &text);
  json_unpack_ex(value, &error, JSON_VALIDATE_ONLY, "[s]");
  json_decref(value);
}
