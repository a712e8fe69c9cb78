// Names of the copies that inlining makes: "f::x" for what belonged to f.
//
// A name tells copies apart: the second copy of f has "f#2::x". A text is for
// the user and is the same in every copy: "f::x", and in C text, which is what
// temporaries and stores carry, every mention of a parameter, local or frame
// object of f is qualified: "p->len + g" becomes "f::p->len + g". The text is
// never parsed for meaning; at worst it reads badly.
#ifndef VOUCH_PROGRAM_QUALIFY_H
#define VOUCH_PROGRAM_QUALIFY_H

#include "program/program.h"

struct qualifier; // opaque: remembers what it has qualified

struct qualifier *qualifier_new(const struct program *program);
void qualifier_free(struct qualifier *qualifier);

// The name in the given copy of the procedure, which count from 1; no name
// stays none.
struct name qualify_name(struct qualifier *qualifier,
                         const struct procedure *procedure, uint32_t copy,
                         struct name name);
// C text of the procedure with its own names qualified.
struct name qualify_text(struct qualifier *qualifier,
                         const struct procedure *procedure, struct name text);

#endif
