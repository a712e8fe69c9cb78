// Someone who looks at every access of a run before it happens: that is how
// the points-to analysis is checked against what programs do. Only accesses
// that are valid are shown; the others end the run by themselves.
#ifndef VOUCH_RUN_WATCH_H
#define VOUCH_RUN_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "program/program.h"

enum watch_role {
  WATCH_ADDRESS,  // of a LOAD, STORE, UPDATE, COPY, FILL, FREE
  WATCH_SOURCE,   // of a COPY
  WATCH_FUNCTION, // of an indirect CALL
};

struct watched_access {
  struct procedure_id procedure;
  struct edge_id edge; // the operation
  enum watch_role role;
  // What the address lies in: an object of the program, or one that an edge
  // allocated, or, with none of them, something else.
  struct object_id object;
  struct procedure_id site_procedure;
  struct edge_id site_edge;
  uint64_t offset; // in it
};

struct watcher {
  void *context;
  // False when the access is not as expected; says why.
  bool (*look)(void *context, const struct watched_access *access,
               struct strbuf *why);
};

// Someone who is told of the actions that a run performs (OPERATION_PERFORM).
struct listener {
  void *context;
  // What it is about, or 0, as a number; what the operation calls it. False
  // when the run is to end there.
  bool (*performed)(void *context, uint32_t number, uint64_t object,
                    struct name action);
};

// Someone who is told of every location that a run comes to.
struct follower {
  void *context;
  void (*arrive)(void *context, struct procedure_id procedure,
                 struct location_id location);
  const bool *has_enough; // the run ends as at a limit; null: never
  // Two numbers of that many bits are compared where the run branches; or null.
  void (*compared)(void *context, unsigned width, uint64_t a, uint64_t b);
};

#endif
