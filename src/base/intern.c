#include "base/intern.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/strbuf.h"

// The hash is kept so that growing the table does not read every text again.
struct text {
  const char *bytes;
  uint32_t length;
  uint32_t hash;
};

static struct text text_of(const char *bytes, size_t length) {
  CHECK(length < UINT32_MAX, "name of %zu bytes", length);
  return (struct text){bytes, (uint32_t)length,
                       (uint32_t)hash_bytes(bytes, length)};
}

static uint64_t text_hash(struct text text) {
  return text.hash;
}

static bool text_equal(struct text a, struct text b) {
  return a.hash == b.hash && a.length == b.length &&
         memcmp(a.bytes, b.bytes, a.length) == 0;
}

MAP_DEFINE(text_map, struct text, struct name, text_hash, text_equal);

// Nothing is ever removed, so the map's entries stay in order of insertion and
// name i is the key of entry i - 1.
struct interner {
  struct arena bytes;
  struct text_map names;
};

struct interner *interner_new(void) {
  return memory_new_zero(1, sizeof(struct interner));
}

void interner_free(struct interner *interner) {
  if (!interner)
    return;
  arena_release(&interner->bytes);
  text_map_release(&interner->names);
  free(interner);
}

static const char *own_copy(struct interner *interner, struct text text) {
  char *copy = arena_new(&interner->bytes, (size_t)text.length + 1);
  memcpy(copy, text.bytes, text.length);
  copy[text.length] = '\0';
  return copy;
}

struct name intern_bytes(struct interner *interner, const char *text,
                         size_t length) {
  if (!length)
    return (struct name){0};
  struct text key = text_of(text, length);
  bool is_new;
  struct name *name = text_map_insert(&interner->names, key, &is_new);
  if (is_new) {
    name->id = interner->names.count;
    interner->names.entries[name->id - 1].key.bytes = own_copy(interner, key);
  }
  DCHECK(name->id && name->id <= interner->names.count &&
             text_equal(interner->names.entries[name->id - 1].key, key),
         "name %u is not that of its text", name->id);
  return *name;
}

struct name intern(struct interner *interner, const char *text) {
  return intern_bytes(interner, text, strlen(text));
}

struct name intern_format(struct interner *interner, const char *format, ...) {
  struct strbuf buffer = {0};
  va_list args;
  va_start(args, format);
  strbuf_vformat(&buffer, format, args);
  va_end(args);
  struct name name = intern_bytes(interner, buffer.text, buffer.length);
  strbuf_release(&buffer);
  return name;
}

struct name intern_lookup(const struct interner *interner, const char *text) {
  struct name *name =
      text_map_find(&interner->names, text_of(text, strlen(text)));
  return name ? *name : (struct name){0};
}

static struct text text_at(const struct interner *interner, struct name name) {
  if (name_is_none(name))
    return (struct text){.bytes = ""};
  CHECK(name.id <= interner->names.count, "name %u of another interner",
        name.id);
  return interner->names.entries[name.id - 1].key;
}

const char *name_text(const struct interner *interner, struct name name) {
  return text_at(interner, name).bytes;
}

size_t name_length(const struct interner *interner, struct name name) {
  return text_at(interner, name).length;
}

uint32_t interner_count(const struct interner *interner) {
  return interner->names.count;
}
