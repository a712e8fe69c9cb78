// Data while control is abstracted: predicates that are tracked everywhere,
// seed 002, sections 3 and 6.
//
// Which locations follow each other depends on the classes, so predicates have
// no places: a global set, as in the paper, which only grows. A path that data
// excludes gives the weakest preconditions of the guards that contradict each
// other, back to where the contradiction shows. With them the path is excluded
// whatever the classes are.
#ifndef VOUCH_CONTROL_DATA_H
#define VOUCH_CONTROL_DATA_H

#include "base/log.h"
#include "abstraction/transfer.h"
#include "control/steps.h"

struct control_data {
  const struct control_steps *steps;
  struct solver *solver; // borrowed, as is the manager of diagrams
  bool is_cartesian;
  struct predicate_table *table;
  struct transfer *transfer;
  struct term_vec atoms;
  bool is_simple; // only comparisons of a variable with a constant are added
  struct precision *precision; // of these
};

void control_data_init(struct control_data *data,
                       const struct control_steps *steps, struct solver *solver,
                       struct dd_manager *dd, bool is_cartesian);
void control_data_release(struct control_data *data);

// Is the path possible, as far as data goes? If not, `core` gets the steps of
// guards that contradict each other.
enum answer control_data_check(const struct control_data *data,
                               const struct edge_id_vec *path,
                               struct u32_vec *core);
// Adds the atoms of a condition that are not too large; tracked from
// control_data_track on.
void control_data_add(struct control_data *data, struct term t);
void control_data_track(struct control_data *data);
// Do the predicates exclude the path?
bool control_data_excludes(const struct control_data *data,
                           const struct edge_id_vec *path);
// Adds predicates for that; false when it still is not. Simple ones compare a
// variable with a constant: paths that are possible for no thread can ask for
// more and more of others. If simple ones do not suffice,
// nothing is added.
bool control_data_refine(struct control_data *data,
                         const struct edge_id_vec *path,
                         const struct u32_vec *core, bool is_simple);

// Logs the predicates, one a line.
void control_data_tell(const struct control_data *data, const char *topic,
                       const struct log *log);
// Without the predicate of that number, and with it again.
struct term control_data_remove(struct control_data *data, uint32_t index);
void control_data_insert(struct control_data *data, uint32_t index,
                         struct term atom);

#endif
