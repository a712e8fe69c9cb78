// A folder of its own for a test, with the files that it writes.
#ifndef VOUCH_TEST_FRONTEND_FOLDER_H
#define VOUCH_TEST_FRONTEND_FOLDER_H

#include "../unit.h"

#include <unistd.h>

#include "base/strbuf.h"
#include "base/vec.h"

VEC_DEFINE(folder_paths, char *);

struct folder {
  char path[200];
  struct folder_paths files;
};

static inline void folder_init(struct folder *folder) {
  const char *place = getenv("TMPDIR");
  *folder = (struct folder){0};
  snprintf(folder->path, sizeof folder->path, "%s/vouch-unit-XXXXXX",
           place ? place : "/tmp");
  assert_non_null(mkdtemp(folder->path));
}

// Writes a file and returns its path, which lives as long as the folder.
static inline const char *folder_write(struct folder *folder, const char *name,
                                       const char *text) {
  struct strbuf path = {0};
  strbuf_format(&path, "%s/%s", folder->path, name);
  char *owned = strbuf_detach(&path);
  FILE *file = fopen(owned, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  folder_paths_push(&folder->files, owned);
  return owned;
}

static inline void folder_release(struct folder *folder) {
  for (uint32_t i = 0; i < folder->files.count; i++) {
    unlink(folder->files.at[i]);
    free(folder->files.at[i]);
  }
  rmdir(folder->path);
  folder_paths_release(&folder->files);
}

#endif
