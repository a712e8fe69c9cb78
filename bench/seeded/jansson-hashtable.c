/* Scenarios of jansson's hash tables. */
#include "harness.h"

#include UNIT

SCENARIO(few) {
  hashtable_t table;
  if (hashtable_init(&table))
    return;
  json_t *value = json_string("x");
  if (value && hashtable_set(&table, "a", 1, value))
    json_decref(value);
  value = json_string("y");
  if (value && hashtable_set(&table, "a", 1, value))
    json_decref(value);
  hashtable_get(&table, "a", 1);
  hashtable_get(&table, "b", 1);
  hashtable_iter_at(&table, "b", 1);
  hashtable_del(&table, "b", 1);
  hashtable_del(&table, "a", 1);
  hashtable_iter(&table);
  hashtable_close(&table);
}

SCENARIO(many) {
  hashtable_t table;
  if (hashtable_init(&table))
    return;
  char key[8];
  for (int i = 0; i < 24; i++) {
    int length = snprintf(key, sizeof key, "k%d", i);
    json_t *value = json_integer(i);
    if (value && hashtable_set(&table, key, length, value))
      json_decref(value);
  }
  for (void *at = hashtable_iter(&table); at;
       at = hashtable_iter_next(&table, at)) {
    hashtable_iter_key(at);
    hashtable_iter_key_len(at);
    hashtable_iter_set(at, json_true());
  }
  for (int i = 0; i < 24; i++) {
    int length = snprintf(key, sizeof key, "k%d", i * 7 % 25);
    hashtable_del(&table, key, length);
  }
  hashtable_close(&table);
}

SCENARIO(clear) {
  hashtable_t table;
  if (hashtable_init(&table))
    return;
  json_t *value = json_string("x");
  if (value && hashtable_set(&table, "a", 1, value))
    json_decref(value);
  hashtable_clear(&table);
  hashtable_get(&table, "a", 1);
  hashtable_close(&table);
}
