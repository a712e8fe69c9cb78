// Violations that are near, of all rows at once.
//
// The loop pursues one path at a time, and may spend all its time on a row that
// is hard to decide while others are violated a few steps from the start. So
// where several rows are open and the loop is about to do hard work, executions
// are followed for a while (tactic/explore.h), and the first paths to each open
// row are kept. They are taken one by one, before other ways: each is checked
// and run like any other path. Finding none says nothing.
#ifndef VOUCH_CEGAR_NEAR_H
#define VOUCH_CEGAR_NEAR_H

#include <stdbool.h>
#include <stdint.h>

#include "program/program.h"

struct cegar;

enum { NEAR_PATHS = 3 }; // for one row

struct near {
  struct near_path *paths; // in the order in which they were found
  uint32_t count, capacity;
  uint32_t next;  // the first that was not tried
  bool is_looked; // for them
};

void near_release(struct near *near);

// True when a violation of an open row was confirmed: the loop has its verdict.
bool near_decides(struct cegar *cegar);

#endif
