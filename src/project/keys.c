#include "project/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/vec.h"

VEC_DEFINE(key_vec, const char *);

struct keys {
  struct strbuf text; // a line each
  struct key_vec sorted;
};

static int compare(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Lines become texts of their own.
static void sort_keys(struct keys *keys) {
  for (char *at = keys->text.text; at && *at;) {
    char *end = strchr(at, '\n');
    key_vec_push(&keys->sorted, at);
    if (!end)
      break;
    *end = '\0';
    at = end + 1;
  }
  if (keys->sorted.count)
    qsort(keys->sorted.at, keys->sorted.count, sizeof *keys->sorted.at,
          compare);
}

static void add(void *context, const char *key) {
  struct keys *keys = context;
  strbuf_format(&keys->text, "%s\n", key);
}

struct keys *keys_of_store(struct store *store, int64_t budget_ms) {
  struct keys *keys = memory_new_zero(1, sizeof *keys);
  store_each_answer(store, budget_ms, add, keys);
  sort_keys(keys);
  return keys;
}

struct keys *keys_of_file(const char *path) {
  struct keys *keys = memory_new_zero(1, sizeof *keys);
  file_read(path, &keys->text);
  sort_keys(keys);
  return keys;
}

bool keys_write(const struct keys *keys, const char *path) {
  FILE *file = fopen(path, "w");
  for (uint32_t i = 0; file && i < keys->sorted.count; i++)
    fprintf(file, "%s\n", keys->sorted.at[i]);
  return file && !fclose(file);
}

void keys_free(struct keys *keys) {
  key_vec_release(&keys->sorted);
  strbuf_release(&keys->text);
  free(keys);
}

bool keys_have(const struct keys *keys, const char *key) {
  return keys->sorted.count &&
         bsearch(&key, keys->sorted.at, keys->sorted.count,
                 sizeof *keys->sorted.at, compare);
}
