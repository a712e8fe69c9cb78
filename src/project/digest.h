// A cone as a digest, and where it stands.
//
// Two cones with one digest are the same program: the same automata over the
// same variables, objects and types, with the same names, that stand in the
// same files, one line before the other as they do there. Which lines these are
// does not count: the places say so, one line of text for each line of source,
// in an order that is the same for both (relocate.h). Nor does the numbering of
// procedures, variables and terms, which what stands before them in a file
// changes: things are numbered in the order in which they are met from the
// entry on.
#ifndef VOUCH_PROJECT_DIGEST_H
#define VOUCH_PROJECT_DIGEST_H

#include "base/strbuf.h"
#include "program/declaration.h"
#include "library/cone.h"

// Appends both. The answers are what C says of the texts of a specification;
// null: there is none.
void cone_digest(const struct cone *cone, const struct declaration_vec *answers,
                 struct strbuf *digest, struct strbuf *places);

#endif
