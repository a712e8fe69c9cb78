// A path as an oracle (run/oracle.h): the text that makes the interpreter take
// it, from the values of a model.
//
// There is a line for each value that a run asks for, in the order of the path,
// after the state in which it begins. The model has numbers where a run has
// addresses; those that are addresses of something become its name. What a
// function without a body changed follows its call, as far as it is not what
// was there before.
//
// A path of a kept function (program/inline.h) does not say how an execution
// comes there: its oracle has nothing in it but zeros.
#ifndef VOUCH_CONFIRM_PATH_ORACLE_H
#define VOUCH_CONFIRM_PATH_ORACLE_H

#include "base/strbuf.h"
#include "check/component.h"
#include "refine/path.h"

// Appends the oracle of the path. The inputs are constants, in the order of
// steps, those of the entry first.
void path_oracle_write(const struct component *component,
                       const struct edge_id_vec *path_edges,
                       const struct path *path, struct strbuf *oracle);

#endif
