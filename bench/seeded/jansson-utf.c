/* Scenarios of jansson's UTF-8: texts in blocks of exactly their size. */
#include "harness.h"

#include UNIT

static void look_at(const char *text, size_t length) {
  char *block = malloc(length ? length : 1);
  if (!block)
    return;
  memcpy(block, text, length);
  int32_t code;
  utf8_check_string(block, length);
  utf8_iterate(block, length, &code);
  utf8_iterate(block, length, NULL);
  free(block);
}

SCENARIO(texts) {
  static const char *const texts[] = {"",
                                      "a",
                                      "\xc3\xa9",
                                      "\xc3",
                                      "\xe2\x82\xac",
                                      "\xe2\x82",
                                      "\xe2",
                                      "\xf0\x9d\x84\x9e",
                                      "\xf0\x9d\x84",
                                      "\xf0",
                                      "\xff",
                                      "\x80",
                                      "\xc0\x80",
                                      "\xe0\x80\x80",
                                      "\xed\xa0\x80",
                                      "\xf4\x90\x80\x80",
                                      "aa\xe2\x82"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    look_at(texts[i], strlen(texts[i]));
  }
}

SCENARIO(encode) {
  static const int32_t codes[] = {-1,     0x20,    0x7ff,    0x800,
                                  0xffff, 0x10000, 0x10ffff, 0x110000};
  static const int sizes[] = {1, 1, 2, 3, 3, 4, 4, 1};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    char *room = malloc(sizes[i]);
    size_t size;
    if (!room)
      return;
    utf8_encode(codes[i], room, &size);
    free(room);
  }
}

SCENARIO(check_full) {
  char block[2] = {(char)0xc3, (char)0xa9};
  utf8_check_full(block, 2, NULL);
  utf8_check_full(block, 9, NULL);
}
