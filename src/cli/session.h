// What every command that works on a program needs: names, diagnostics, the
// loaded and validated program, statistics.
#ifndef VOUCH_CLI_SESSION_H
#define VOUCH_CLI_SESSION_H

#include <stdint.h>

#include "base/diag.h"
#include "base/intern.h"
#include "base/log.h"
#include "base/options.h"
#include "base/stats.h"
#include "frontend/frontend.h"
#include "frontend/mention.h"
#include "memory/component.h"
#include "pointsto/points_to.h"
#include "program/program.h"

struct session;
struct syntax; // spec/syntax.h

// Called once the program is there and before anything is made of it: it may
// still be changed. Of a specification, with what it says and what C says of
// the texts in it; otherwise both are null.
struct session_hook {
  void *context;
  void (*loaded)(void *context, struct session *session, struct syntax *syntax,
                 const struct declaration_vec *answers);
};

struct session {
  const struct options *options;
  const struct session_hook *hook; // or null
  struct interner *names;
  struct diag *diag;
  struct log log;
  struct stats stats;
  struct frontend frontend;
  struct program *program; // frozen; null until loaded
  struct name_vec files;   // that it was loaded from
  uint64_t start_ms;       // when the run began
  const char *certificate; // to be checked, or null
  bool has_witness;        // assertions of one are in the files
  struct interner *former; // texts of a former proof (--former), or null
  // Limits of the check that runs: what was asked for, or a share of it.
  int64_t timeout_ms, cpu_timeout_ms;
};

void session_init(struct session *session, const struct options *options);
// Prints the statistics that were asked for and frees everything.
void session_release(struct session *session);

// Loads the files, or the whole compilation database when there are none, as
// one program, validates it and freezes it; answers the query, which may be
// null. With one, the specification that asks is bound to the program before it
// is frozen (spec_session.h). Returns an exit code.
int session_load(struct session *session, const char *const *files,
                 uint32_t count, const struct frontend_query *query);
// Does the source of the program call a function that the question wants,
// perhaps where no code is made of it?
bool session_mentions(struct session *session,
                      const struct mention_question *question);
// The function that was asked for with --function, otherwise main; null, after
// telling why, when there is none, or several, or it lacks a body and needs
// one.
struct procedure *session_function(struct session *session, bool needs_body);
// The same with the name given.
struct procedure *session_function_called(struct session *session,
                                          const char *name, bool needs_body);
// Adds the functions that --keep names, by id. False, after telling why, when
// one of them is not there.
bool session_kept(struct session *session, struct bitset *into);
// Where the loaded program's pointers point, from main or from the function
// that was asked for. Returns an exit code; the caller frees the analysis.
int session_points_to(struct session *session, struct points_to **analysis);

// The component of the function that was asked for, main by default, made in a
// draft of the program; to run it or to look at it. Returns an exit code;
// anything but EXIT_TRUE was reported, and nothing but the draft has to be
// released.
int session_component(struct session *session, struct program *draft, bool runs,
                      struct plain_component *component);
// Appends it as text.
int session_component_text(struct session *session, struct strbuf *out);

#endif
