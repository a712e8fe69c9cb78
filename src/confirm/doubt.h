// Does a violation hang on values that are only guessed?
//
// What inline assembly gives, and what a routine of the C library returns that
// nobody models, is some value: a component takes any that its range allows.
// What is an input (getchar, read, fork) is none of these: it may be any. A
// proof over all of them is a proof. A path that needs one of them is not an
// execution, because the real one may never come (DESIGN: such a path is
// `unknown`, never `false`).
//
// A path has inputs, of which some are guesses. It is beyond doubt if there are
// values of the others with which every guess leads along it. They are looked
// for as usual: values for which some guesses work, a guess that breaks them,
// values for which that one works as well, a few times over. What memory became
// may hide that a value depends on a guess, so that the run is repeated with
// other guesses, too (confirm.h).
#ifndef VOUCH_CONFIRM_DOUBT_H
#define VOUCH_CONFIRM_DOUBT_H

#include "check/component.h"
#include "refine/path.h"

struct doubt {
  const struct component *component;
  struct solver *solver;
  const struct edge_id_vec *edges;
  struct path path;
  struct u32_vec guesses;   // of the inputs of the path, by index
  struct term_vec ranges;   // of each, over its input: what is assumed of it
  struct term_vec failures; // the same: that it says that the routine failed,
                            // which may always come; or none
};

// Does the component do nothing but what a run does, too, with inputs that may
// be any? Then no run hangs on a guess.
bool doubt_is_excluded(const struct component *component);

void doubt_init(struct doubt *doubt, const struct component *component,
                struct solver *solver, const struct edge_id_vec *edges);
void doubt_release(struct doubt *doubt);

bool doubt_has_guesses(const struct doubt *doubt);

// True if whatever is guessed leads along the path, with the inputs as they are
// (constants) or with others, which *inputs then has.
bool doubt_settle(struct doubt *doubt, struct path *inputs);

// The inputs with other guesses; which ones, the round tells.
void doubt_vary(const struct doubt *doubt, struct path *inputs, uint32_t round);

// Appends "it hangs on what inline assembly gives at f.c:3".
void doubt_tell(const struct doubt *doubt, struct strbuf *out);

#endif
