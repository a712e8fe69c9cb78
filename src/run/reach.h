// What can be reached in the memory of a run: from addresses in variables and
// objects, by addresses in what was reached.
//
// A value reaches an object if it is an address in it, its first byte's in any
// case; values are looked for at every byte, so that packed ones are found.
#ifndef VOUCH_RUN_REACH_H
#define VOUCH_RUN_REACH_H

#include "base/bitset.h"
#include "run/machine.h"

VEC_DEFINE(object_list, struct space_object *);

struct reach {
  const struct machine *machine;
  struct object_list objects; // that are alive, by address
  struct bitset reached;      // of them, by index
  struct u32_vec todo;        // reached, not yet looked into
};

void reach_init(struct reach *reach, const struct machine *machine);
void reach_release(struct reach *reach);
// These are reached; `reach_finish` follows them.
void reach_object(struct reach *reach, struct space_object *object);
void reach_value(struct reach *reach, u128 value, unsigned width);
void reach_globals(struct reach *reach); // the variables without an address
void reach_finish(struct reach *reach);
bool reach_has(const struct reach *reach, struct space_object *object);

#endif
