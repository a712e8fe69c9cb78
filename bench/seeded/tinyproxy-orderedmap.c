/* Scenarios of tinyproxy's ordered maps. */
#include "harness.h"

#include UNIT

SCENARIO(map) {
  struct orderedmap *map = orderedmap_create(8);
  if (!map)
    return;
  char value[] = "value", *key, *found;
  orderedmap_append(map, "a", value);
  orderedmap_append(map, "b", value);
  orderedmap_append(map, "a", value);
  orderedmap_find(map, "a");
  orderedmap_find(map, "zz");
  size_t at = 0;
  while ((at = orderedmap_next(map, at, &key, &found))) {
  }
  orderedmap_next(map, 99, &key, &found);
  orderedmap_remove(map, "zz");
  orderedmap_remove(map, "a");
  orderedmap_destroy(map);
}

SCENARIO(none) {
  orderedmap_destroy(NULL);
}
