// The arguments that a path from main takes: how many, and the bytes of their
// texts that it reads.
//
// In a component argv is memory outside, and what is loaded from there is any
// value (remove.h). To find out which bytes of which argument those were, the
// path is walked with the values of the model, where argv and its elements are
// given addresses of their own: an access of the program at such an address
// says which byte the value is. Bytes that the path does not read are letters.
// A run with the arguments tells whether that was right.
#ifndef VOUCH_CONFIRM_ARGUMENTS_H
#define VOUCH_CONFIRM_ARGUMENTS_H

#include "base/strbuf.h"
#include "check/component.h"
#include "refine/path.h"

enum { ARGUMENTS_MOST = 64, ARGUMENT_BYTES = 256 };

// main's first parameter, as it is in the component; none if it has none.
struct variable arguments_count(const struct component *component);

// Appends the lines of an oracle (run/oracle.h). The inputs are constants.
void arguments_write(const struct component *component,
                     const struct edge_id_vec *path_edges,
                     const struct path *path, struct strbuf *oracle);

// Appends what makes the inputs, which have the values of a model, more like
// arguments: what is read twice is the same, and what is one is not null. The
// terms are over the inputs of the path as it was executed.
void arguments_prefer(const struct component *component,
                      const struct edge_id_vec *path_edges,
                      const struct path *model, const struct path *path,
                      struct term_vec *into);

#endif
