#include "confirm/drawn_names.h"

#include <stddef.h>
#include <string.h>

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && !strcmp(text + length - tail, end);
}

static bool ends_with_any(const char *name, const char *const *ends) {
  bool found = false;
  for (; *ends && !found; ends++)
    found = ends_with(name, *ends);
  return found;
}

static bool begins_with_any(const char *name, const char *const *begins) {
  bool found = false;
  for (; *begins && !found; begins++)
    found = !strncmp(name, *begins, strlen(*begins));
  return found;
}

enum drawn_role drawn_role_of(const char *name) {
  static const char *const lengths[] = {
      "len",     "length",   "size", "count",  "bytes", "num",  "sz",
      "cnt",     "capacity", "cap",  "alloc",  "max",   "left", "avail",
      "entries", "elements", "room", "remain", NULL};
  static const char *const counts[] = {"n_", "num_", "nof_", "max_", NULL};
  static const char *const places[] = {
      "pos", "position", "offset", "index", "idx",  "used",       "top",
      "cur", "cursor",   "ptr",    "depth", "read", "to_process", NULL};
  if (!strcmp(name, "n") || ends_with_any(name, lengths) ||
      begins_with_any(name, counts))
    return DRAWN_LENGTH;
  return ends_with_any(name, places) ? DRAWN_PLACE : DRAWN_NUMBER;
}

bool drawn_names_of(const char *number, const char *pointer) {
  return *pointer && strcmp(number, pointer) != 0 &&
         !strncmp(number, pointer, strlen(pointer));
}
