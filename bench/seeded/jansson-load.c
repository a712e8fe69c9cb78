/* Scenarios of jansson's parser. */
#include "harness.h"

#include UNIT

static void load(const char *text, size_t flags) {
  json_error_t error;
  size_t length = strlen(text);
  char *block = malloc(length ? length : 1);
  if (!block)
    return;
  memcpy(block, text, length);
  json_decref(json_loadb(block, length, flags, &error));
  free(block);
  json_decref(json_loads(text, flags, NULL));
}

SCENARIO(document) {
  load("{\"a\":[1,2.5e3,\"\\u00e9\\ud834\\udd1e\\n\\\"\\/\"],\"b\":{\"c\":"
       "null},\"d\":true,\"e\":false}",
       0);
}
SCENARIO(string) {
  load("[\"\\u20ac\\b\\f\\t\\r\xc3\xa9\"]", 0);
}
SCENARIO(any) {
  load("\"x\"", JSON_DECODE_ANY);
}
SCENARIO(number) {
  load("[123456789012345678901234567890, -0.5, 1E+2]", JSON_DECODE_INT_AS_REAL);
}
SCENARIO(duplicates) {
  load("{\"a\":1,\"a\":2}", JSON_REJECT_DUPLICATES);
}
SCENARIO(bad) {
  static const char *const texts[] = {"[\"\\u12\"]",
                                      "[\"\\ud834\"]",
                                      "[\"\\ud834\\u0020\"]",
                                      "[\"\\",
                                      "[",
                                      "[1",
                                      "[1,",
                                      "{",
                                      "{\"a\"",
                                      "{\"a\":",
                                      "{\"a\":1",
                                      "{\"a\":1,",
                                      "[nul]",
                                      "[tru]",
                                      "[-]",
                                      "[1e]",
                                      "",
                                      "[\xff]",
                                      "[\"\xc3\"]",
                                      "[\"\xe2\x82\"]",
                                      "[01]",
                                      "[1] x",
                                      "[\"a\nb\"]",
                                      "[\"\\u0000\"]",
                                      "{\"\\u0000\":1}",
                                      "x",
                                      "[\xc3\xa9]",
                                      "[9999999999999999999]",
                                      "[1e999]",
                                      "[\"\\x\"]"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    load(texts[i], 0);
}
SCENARIO(nul) {
  load("[\"\\u0000\"]", JSON_ALLOW_NUL);
}
SCENARIO(null) {
  json_error_t error;
  json_decref(json_loads(NULL, 0, &error));
  json_decref(json_loadb(NULL, 3, 0, &error));
  json_decref(json_loadf(NULL, 0, &error));
  json_decref(json_load_file(NULL, 0, &error));
  json_decref(json_load_callback(NULL, NULL, 0, &error));
}
SCENARIO(file) {
  json_error_t error;
  FILE *file = fopen("seeded.json", "w");
  if (!file)
    return;
  fputs("{\"a\":[1]}", file);
  fclose(file);
  json_decref(json_load_file("seeded.json", 0, &error));
  json_decref(json_load_file("no/such/file", 0, &error));
  unlink("seeded.json");
}
static size_t give(void *buffer, size_t size, void *data) {
  int *times = data;
  if ((*times)++)
    return 0;
  memcpy(buffer, "[1,2]", 5);
  return 5;
}
static size_t give_error(void *buffer, size_t size, void *data) {
  return (size_t)-1;
}
SCENARIO(callback) {
  int times = 0;
  json_decref(json_load_callback(give, &times, 0, NULL));
  json_decref(json_load_callback(give_error, NULL, 0, NULL));
}
