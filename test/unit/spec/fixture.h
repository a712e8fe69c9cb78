// A folder for files to read, and a diag that writes into a string.
#ifndef VOUCH_TEST_SPEC_FIXTURE_H
#define VOUCH_TEST_SPEC_FIXTURE_H

#include "../unit.h"

#include <unistd.h>

#include "base/diag.h"
#include "base/strbuf.h"

struct fixture {
  struct interner *names;
  struct diag *diag;
  struct capture capture;
  char folder[32];
  char path[64]; // of the file under test, in the folder
};

static inline void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static inline struct fixture *fixture_new(const char *file) {
  struct fixture *fixture = calloc(1, sizeof *fixture);
  fixture->names = interner_new();
  capture_init(&fixture->capture);
  fixture->diag = diag_new(fixture->names, fixture->capture.out);
  strcpy(fixture->folder, "/tmp/vouch-spec-XXXXXX");
  assert_non_null(mkdtemp(fixture->folder));
  snprintf(fixture->path, sizeof fixture->path, "%s/%s", fixture->folder, file);
  return fixture;
}

static inline void fixture_free(struct fixture *fixture) {
  unlink(fixture->path);
  rmdir(fixture->folder);
  diag_free(fixture->diag);
  capture_release(&fixture->capture);
  interner_free(fixture->names);
  free(fixture);
}

// Everything said so far, with the folder's path left out.
static inline void check_messages(struct fixture *fixture,
                                  const char *expected) {
  struct strbuf shown = {0};
  const char *rest = capture_text(&fixture->capture);
  size_t prefix = strlen(fixture->folder) + 1;
  for (const char *at; (at = strstr(rest, fixture->folder)); rest = at + prefix)
    strbuf_bytes(&shown, rest, (size_t)(at - rest));
  strbuf_add(&shown, rest);
  assert_string_equal(strbuf_text(&shown), expected);
  strbuf_release(&shown);
}

#endif
