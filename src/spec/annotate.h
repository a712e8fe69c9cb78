// Invariants that a witness tells, written into the C text as assertions.
//
// An invariant of a loop is asserted whenever its head is reached, before the
// condition is evaluated; one of a location, before the statement there. What
// names mean, and what the expression is, is then what C says at that place.
// Lines and columns of the text stay what they were, by `#line`.
//
//   while (c) S       while (CHECK, (c)) S
//   for (a; c; b) S   for (a; CHECK, (c); b) S
//   do { S } ..       do { CHECK; S } ..
//
// Only plain conditions are taken (plain.h): an assertion must do nothing but
// fail. A name in one is a variable, never a macro: those are taken away and
// given back around it. Where comments, literals and directives are is known,
// so that nothing is put into them; texts with other spellings of brackets or
// with words that go on in the next line are refused.
#ifndef VOUCH_SPEC_ANNOTATE_H
#define VOUCH_SPEC_ANNOTATE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "spec/waypoints.h"

// How the text of such an assertion begins.
#define ANNOTATION "invariant of the witness: "

// Those of the invariants that are of `file`, by its base name, or all of them
// when `is_only_one`. False, with the reason in `why`, when one cannot be
// written into the text.
bool annotate(const char *text, const char *file, bool is_only_one,
              const struct told_invariant_vec *invariants, struct strbuf *out,
              struct strbuf *why);

#endif
