/* Scenarios of tinyproxy's passwords. */
#include "harness.h"

#include UNIT

SCENARIO(string) {
  static const int sizes[] = {1, 12, 13, 14, 40};
  for (int i = 0; i < 5; i++) {
    char *room = malloc(sizes[i]);
    if (!room)
      return;
    basicauth_string("user", "pass", room, sizes[i]);
    free(room);
  }
}

SCENARIO(long_ones) {
  char name[200], room[400];
  memset(name, 'n', sizeof name);
  name[sizeof name - 1] = '\0';
  basicauth_string(name, name, room, sizeof room);
  basicauth_string(NULL, "x", room, sizeof room);
  basicauth_string("x", NULL, room, sizeof room);
}

SCENARIO(list) {
  sblist *list = sblist_new(sizeof(char *), 2);
  if (!list)
    return;
  basicauth_add(list, "user", "pass");
  basicauth_add(list, "user", NULL);
  basicauth_check(list, "x");
  basicauth_check(NULL, "x");
  for (size_t i = 0; i < sblist_getsize(list); i++) {
    free(*(char **)sblist_get(list, i));
  }
  sblist_free(list);
}
