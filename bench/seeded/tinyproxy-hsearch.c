/* Scenarios of tinyproxy's hash tables. */
#include "harness.h"

#include UNIT

SCENARIO(few) {
  struct htab *table = htab_create(4);
  if (!table)
    return;
  char key[2] = "a", *saved;
  htab_insert(table, key, HTV_N(1));
  htab_insert(table, key, HTV_N(2));
  htab_find(table, "A");
  htab_find(table, "b");
  htab_find2(table, "a", &saved);
  htab_find2(table, "b", &saved);
  htab_delete(table, "b");
  htab_delete(table, "a");
  htab_insert(table, key, HTV_N(3));
  htab_destroy(table);
}

SCENARIO(many) {
  static char keys[40][4];
  struct htab *table = htab_create(4);
  if (!table)
    return;
  for (int i = 0; i < 40; i++) {
    snprintf(keys[i], sizeof keys[i], "k%d", i);
    htab_insert(table, keys[i], HTV_N(i));
  }
  char *key;
  htab_value *value;
  size_t at = 0;
  while ((at = htab_next(table, at, &key, &value))) {
  }
  htab_next(table, 9999, &key, &value);
  htab_destroy(table);
}
