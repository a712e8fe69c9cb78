/* Scenarios of jansson's values. */
#include "harness.h"

#include UNIT

SCENARIO(object) {
  json_t *object = json_object();
  json_object_set_new(object, "a", json_integer(1));
  json_object_set_new(object, "a", json_real(2.5));
  json_object_set_new(object, "b", json_string("text"));
  json_object_get(object, "a");
  json_object_getn(object, "bc", 1);
  json_object_del(object, "zz");
  json_object_del(object, "a");
  json_object_clear(object);
  json_decref(object);
}

SCENARIO(object_null) {
  json_t *object = json_object();
  json_object_set_new(NULL, "a", json_integer(1));
  json_object_set_new(object, NULL, json_integer(1));
  json_object_set_new(object, "a", NULL);
  json_object_set_new(object, "\xff", json_integer(1));
  json_object_set_new(object, "a", json_incref(object));
  json_object_get(NULL, "a");
  json_object_get(object, NULL);
  json_object_getn(NULL, "a", 1);
  json_object_getn(object, NULL, 1);
  json_object_del(object, NULL);
  json_object_del(NULL, "a");
  json_object_clear(NULL);
  json_object_size(NULL);
  json_object_iter(NULL);
  json_object_iter_at(object, NULL);
  json_object_iter_at(NULL, "a");
  json_object_iter_next(object, NULL);
  json_object_iter_key(NULL);
  json_object_iter_key_len(NULL);
  json_object_iter_value(NULL);
  json_object_iter_set_new(object, NULL, json_true());
  json_object_key_to_iter(NULL);
  json_object_update(object, NULL);
  json_object_update(NULL, object);
  json_object_update_existing(object, NULL);
  json_object_update_missing(NULL, object);
  json_decref(object);
}

SCENARIO(object_iterate) {
  json_t *object = json_object();
  json_object_set_new(object, "a", json_integer(1));
  json_object_set_new(object, "b", json_integer(2));
  for (void *at = json_object_iter(object); at;
       at = json_object_iter_next(object, at)) {
    json_object_iter_key(at);
    json_object_iter_set_new(object, at, json_string("x"));
  }
  json_object_iter_at(object, "b");
  json_object_iter_at(object, "c");
  json_decref(object);
}

SCENARIO(object_update) {
  json_t *object = json_object(), *other = json_object();
  json_object_set_new(object, "a", json_integer(1));
  json_object_set_new(other, "a", json_string("x"));
  json_object_set_new(other, "b", json_string("y"));
  json_object_update_existing(object, other);
  json_object_update_missing(object, other);
  json_object_update(object, other);
  json_object_update_recursive(object, other);
  json_decref(object);
  json_decref(other);
}

SCENARIO(object_update_recursive) {
  json_t *object = json_object(), *other = json_object();
  json_object_set_new(object, "a", json_object());
  json_t *inner = json_object();
  json_object_set_new(inner, "b", json_integer(1));
  json_object_set_new(other, "a", inner);
  json_object_update_recursive(object, other);
  json_decref(object);
  json_decref(other);
}

SCENARIO(object_many) {
  json_t *object = json_object();
  char key[8];
  for (int i = 0; i < 20; i++) {
    snprintf(key, sizeof key, "k%d", i);
    json_object_set_new(object, key, json_integer(i));
  }
  json_decref(object);
}

SCENARIO(array) {
  json_t *array = json_array();
  for (int i = 0; i < 10; i++)
    json_array_append_new(array, json_integer(i));
  json_array_insert_new(array, 0, json_string("x"));
  json_array_insert_new(array, 99, json_string("x"));
  json_array_set_new(array, 1, json_string("y"));
  json_array_set_new(array, 99, json_string("y"));
  json_array_get(array, 3);
  json_array_get(array, 99);
  json_array_get(array, json_array_size(array));
  json_array_remove(array, 0);
  json_array_remove(array, json_array_size(array) - 1);
  json_array_remove(array, 99);
  json_array_clear(array);
  json_decref(array);
}

SCENARIO(array_full) {
  json_t *array = json_array();
  for (int i = 0; i < 8; i++)
    json_array_append_new(array, json_integer(i));
  json_array_set_new(array, 8, json_integer(1));
  json_array_remove(array, 8);
  json_array_get(array, 8);
  json_array_insert_new(array, 9, json_integer(2));
  json_decref(array);
}

SCENARIO(array_insert_full) {
  json_t *array = json_array();
  for (int i = 0; i < 8; i++)
    json_array_append_new(array, json_integer(i));
  json_array_insert_new(array, 2, json_integer(2));
  json_decref(array);
}

SCENARIO(array_null) {
  json_t *array = json_array();
  json_array_append_new(NULL, json_integer(1));
  json_array_append_new(array, NULL);
  json_array_insert_new(NULL, 0, json_integer(1));
  json_array_insert_new(array, 0, NULL);
  json_array_set_new(NULL, 0, json_integer(1));
  json_array_set_new(array, 0, NULL);
  json_array_get(NULL, 0);
  json_array_remove(NULL, 0);
  json_array_clear(NULL);
  json_array_size(NULL);
  json_array_extend(NULL, array);
  json_array_extend(array, NULL);
  json_array_append_new(array, json_incref(array));
  json_decref(array);
}

SCENARIO(array_extend) {
  json_t *array = json_array(), *other = json_array();
  for (int i = 0; i < 9; i++)
    json_array_append_new(other, json_integer(i));
  json_array_extend(array, other);
  json_decref(array);
  json_decref(other);
}

SCENARIO(string) {
  json_t *string = json_string("text");
  json_string_set(string, "longer text");
  json_string_set_nocheck(string, "x");
  json_string_setn(string, "abc", 2);
  json_string_value(string);
  json_string_length(string);
  json_decref(string);
  json_decref(json_stringn("abc", 2));
  json_decref(json_sprintf("%d and %s", 7, "x"));
  json_decref(json_sprintf("%s", ""));
  json_decref(json_sprintf("\xff"));
}

SCENARIO(string_null) {
  json_t *string = json_string("text");
  json_decref(json_string(NULL));
  json_decref(json_stringn(NULL, 3));
  json_decref(json_string_nocheck(NULL));
  json_decref(json_string("\xff"));
  json_string_set(string, NULL);
  json_string_set_nocheck(string, NULL);
  json_string_setn(string, NULL, 2);
  json_string_setn_nocheck(NULL, "a", 1);
  json_string_set_nocheck(NULL, "a");
  json_string_value(NULL);
  json_string_length(NULL);
  json_decref(string);
}

SCENARIO(numbers) {
  json_t *number = json_integer(3), *real = json_real(1.5);
  json_integer_set(number, 4);
  json_real_set(real, 2.5);
  json_real_set(real, 1.0 / 0.0);
  json_decref(json_real(0.0 / 0.0));
  json_number_value(number);
  json_number_value(real);
  json_decref(number);
  json_decref(real);
}

SCENARIO(numbers_null) {
  json_integer_value(NULL);
  json_integer_set(NULL, 1);
  json_real_value(NULL);
  json_real_set(NULL, 1);
  json_number_value(NULL);
}

static json_t *example(void) {
  json_t *array = json_array(), *object = json_object();
  json_array_append_new(array, json_integer(1));
  json_array_append_new(array, json_real(1.5));
  json_array_append_new(array, json_string("x"));
  json_array_append_new(array, json_true());
  json_object_set_new(object, "a", array);
  json_object_set_new(object, "b", json_null());
  return object;
}

SCENARIO(copy) {
  json_t *value = example();
  json_decref(json_copy(value));
  json_decref(json_copy(json_object_get(value, "a")));
  json_decref(json_deep_copy(value));
  json_decref(value);
  json_decref(json_copy(NULL));
  json_decref(json_deep_copy(NULL));
}

SCENARIO(equal) {
  json_t *value = example(), *other = example();
  json_equal(value, other);
  json_object_set_new(other, "c", json_true());
  json_equal(value, other);
  json_equal(other, value);
  json_t *shorter = json_array();
  json_equal(json_object_get(value, "a"), shorter);
  json_equal(shorter, json_object_get(value, "a"));
  json_equal(NULL, value);
  json_equal(value, NULL);
  json_decref(value);
  json_decref(other);
  json_decref(shorter);
}

SCENARIO(equal_keys) {
  json_t *value = json_object(), *other = json_object();
  json_object_set_new(value, "a", json_true());
  json_object_set_new(other, "b", json_true());
  json_equal(value, other);
  json_decref(value);
  json_decref(other);
}
