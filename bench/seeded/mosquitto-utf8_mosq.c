/* Scenarios of mosquitto's UTF-8, in blocks of exactly their size. */
#include "harness.h"

#include UNIT

SCENARIO(texts) {
  static const char *const texts[] = {
      "a",    "\xc3\xa9", "\xc3",  "\xe2\x82\xac", "\xf0\x9d\x84\x9e",
      "\xff", "\x80",     "a\xc3", "\xed\xa0\x80", "\x01"};
  for (int i = 0; i < 10; i++) {
    size_t length = strlen(texts[i]);
    char *block = malloc(length);
    if (!block)
      return;
    memcpy(block, texts[i], length);
    mosquitto_validate_utf8(block, (int)length);
    free(block);
  }
}

SCENARIO(none) {
  mosquitto_validate_utf8(NULL, 3);
  mosquitto_validate_utf8("a", -1);
  mosquitto_validate_utf8("a", 100000);
}
