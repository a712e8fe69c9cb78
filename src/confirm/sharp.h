// The effects of a component as they would be if its layout were that of every
// run.
//
// Where a test would depend on the addresses of objects a component takes
// either way (remove.h), and it does so wherever a value might be an address:
// after a function without a body wrote there, say. Nearly always it is none,
// and then the program's own condition tells which way a run goes. Here the
// tests have both conditions, with the addresses that objects have in the
// component, and the temporaries that they read are assigned again where
// merging dropped them (merge.h).
//
// And functions without a body leave static variables and objects alone. They
// might call back a function that changes one, but no run does that
// (run/written.h).
//
// That leaves executions out, so nothing can be proved with it. It is for
// finding paths that runs take, and the runs decide.
#ifndef VOUCH_CONFIRM_SHARP_H
#define VOUCH_CONFIRM_SHARP_H

#include "check/component.h"

struct sharp {
  struct effects *effects;
  struct question *question; // the component's, about these
  bool is_sharper; // than the component's own
};

void sharp_init(struct sharp *sharp, const struct component *component);
void sharp_release(struct sharp *sharp);

#endif
