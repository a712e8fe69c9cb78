// A specification read, the program that it speaks about loaded, and the two
// bound to each other.
#ifndef VOUCH_CLI_SPEC_SESSION_H
#define VOUCH_CLI_SPEC_SESSION_H

#include "cli/session.h"
#include "spec/spec.h"

// Where a specification comes from.
struct spec_source {
  const char *path;
  const char *text; // null: what the file says
};

struct spec_session {
  struct session *session; // borrowed
  char *library;           // the folder of `import <..>`
  struct syntax syntax;
  struct declaration_vec declarations;
  struct spec *spec; // null when the program could not be loaded
};

// Returns an exit code; anything but EXIT_TRUE was reported. Without files the
// whole compilation database is the program, and without that there is none.
// Release in either case, before the session.
int spec_session_init(struct spec_session *spec_session,
                      struct session *session, struct spec_source source,
                      const char *const *files, uint32_t count);
void spec_session_release(struct spec_session *spec_session);

#endif
