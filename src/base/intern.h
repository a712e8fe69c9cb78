// Interned strings. Equal texts get equal handles, so names compare and hash
// as integers. The texts are null-terminated and live as long as the interner.
// Handle 0 means "no name"; its text is the empty string, and the empty string
// is interned as no name. Other handles count up from 1 in order of arrival.
#ifndef VOUCH_BASE_INTERN_H
#define VOUCH_BASE_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct name {
  uint32_t id;
};

VEC_DEFINE(name_vec, struct name);

struct interner; // opaque

struct interner *interner_new(void);
void interner_free(struct interner *interner);

struct name intern(struct interner *interner, const char *text);
struct name intern_bytes(struct interner *interner, const char *text,
                         size_t length);
struct name intern_format(struct interner *interner, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// The handle of a text that is already interned, or none.
struct name intern_lookup(const struct interner *interner, const char *text);

const char *name_text(const struct interner *interner, struct name name);
size_t name_length(const struct interner *interner, struct name name);
uint32_t interner_count(const struct interner *interner); // names so far

static inline bool name_equal(struct name a, struct name b) {
  return a.id == b.id;
}
static inline bool name_is_none(struct name name) {
  return name.id == 0;
}

#endif
