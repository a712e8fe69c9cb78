/* Scenarios of tinyproxy's texts, in blocks of exactly their size. */
#include "harness.h"

#include UNIT

SCENARIO(copy) {
  for (size_t size = 1; size < 9; size++) {
    char *room = malloc(size);
    if (!room)
      return;
    strlcpy(room, "texts", size);
    strlcat(room, "more", size);
    free(room);
  }
}

SCENARIO(chomp) {
  static const char *const texts[] = {"text\r\n", "\r\n", "\n", "text"};
  for (int i = 0; i < 4; i++) {
    char *room = malloc(strlen(texts[i]));
    if (!room)
      return;
    memcpy(room, texts[i], strlen(texts[i]));
    chomp(room, strlen(texts[i]));
    free(room);
  }
}

SCENARIO(chomp_none) {
  chomp(NULL, 3);
  char *room = malloc(1);
  if (room)
    chomp(room, 0);
  free(room);
}
