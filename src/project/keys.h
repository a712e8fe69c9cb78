// Keys of results that need not be found out again, to be looked up by those
// who have no store: lines of text.
#ifndef VOUCH_PROJECT_KEYS_H
#define VOUCH_PROJECT_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "project/store.h"

struct keys; // opaque

// Those of the store whose result is an answer, or has none after at least so
// much processor time.
struct keys *keys_of_store(struct store *store, int64_t budget_ms);
// Those of a file that keys_write wrote; none when there is no file.
struct keys *keys_of_file(const char *path);
bool keys_write(const struct keys *keys, const char *path);
void keys_free(struct keys *keys);
bool keys_have(const struct keys *keys, const char *key);

#endif
