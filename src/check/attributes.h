// What declarations say by attributes (program/attribute.h), written into the
// program.
//
// Where a function starts alone, what its declaration asks of callers holds: an
// execution that starts otherwise ends there, as with what a specification
// requires (weave/weave_requires.c). So does `counted_by` of the struct that a
// parameter points to. At every call that the code makes what the callee's
// declaration asks is a row, if memory is asked about. A function that may be
// called again while it runs gets nothing for granted without these rows.
//
// Routines of the C library are left out: what they ask is in library/. What
// the attributes of results say is in results.h.
#ifndef VOUCH_CHECK_ATTRIBUTES_H
#define VOUCH_CHECK_ATTRIBUTES_H

#include "base/strbuf.h"
#include "check/behaviour.h"

// Before anything is made of the program, after specifications are woven in.
void attributes_write(struct program *program,
                      const struct component_options *options);
// What is taken for granted at the start: "`p` is not null; .."; false:
// nothing.
bool attributes_tell(struct program *program,
                     const struct component_options *options,
                     struct strbuf *into);
// Of a program into which they are not written yet: is the state in which the
// function starts restricted by attributes? And are executions left out because
// of any?
bool attributes_restrict(const struct program *program,
                         const struct component_options *options);
bool attributes_matter(const struct program *program,
                       const struct component_options *options);

#endif
