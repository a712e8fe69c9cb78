/* Scenarios of tinyproxy's lists. */
#include "harness.h"

#include UNIT

SCENARIO(list) {
  sblist *list = sblist_new(sizeof(int), 2);
  if (!list)
    return;
  for (int i = 0; i < 9; i++)
    sblist_add(list, &i);
  int item = 7;
  sblist_get(list, 3);
  int *last = sblist_get(list, 1000);
  if (last)
    *last = 1;
  sblist_set(list, &item, 2);
  sblist_set(list, &item, 1000);
  sblist_delete(list, 0);
  sblist_delete(list, 1000);
  sblist_free_items(list);
  sblist_delete(list, 0);
  sblist_free(list);
}

SCENARIO(none) {
  sblist_free(NULL);
  sblist_free_items(NULL);
  sblist_init(NULL, 4, 0);
  sblist list;
  sblist_init(&list, 4, 0);
  sblist_delete(&list, 0);
}
