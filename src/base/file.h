// Whole files in memory.
#ifndef VOUCH_BASE_FILE_H
#define VOUCH_BASE_FILE_H

#include <stdbool.h>

#include "base/strbuf.h"

// Appends the file's bytes to `into`. On failure returns false with errno set;
// a directory fails with EISDIR.
bool file_read(const char *path, struct strbuf *into);
bool file_exists(const char *path);
// The part after the last '/' and the part from the last '.' of that.
const char *file_base_name(const char *path);
// Do both paths lead to one file? Without such a file: are they the same text?
bool file_is_same(const char *a, const char *b);
const char *file_suffix(const char *path);

#endif
