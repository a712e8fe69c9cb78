// A certificate of a proof as text: a formula for each location of the
// automaton that was checked. The first line names the format, `#` begins a
// comment, and each other line is one of
//
//   depth 3            recursion was followed so far
//   locations 40       the automaton has these, and so many edges
//   edges 61
//   location 7 FORMULA in SMT-LIB 2, in one line; where there is no such line
//                      no execution comes (the formula is false)
//   between 8          there is no formula there: what holds follows from the
//                      formulas before it; on no circle are such ones only
//   unrolled           instead of locations: all executions end, whatever they
//                      do, and are to be followed
//   kept               calls of recursive functions stay calls, behind which is
//                      known what the functions promise
//   promise ...        what one promises or requires (program/promise_text.h)
//   summaries 0        functions stay functions, and formulas also say what
//                      variables held where their function began; 0: the
//                      recursive ones, k: those that are called k times, too
//   threads 2 0 1 0 0  of threads: how their interleavings were made (in the
//                      order of enum certificate_threads)
//   also loops         what follows, to the next such line, is about what is
//   also rounds        lost at heads of loops, or after so many rounds of them:
//                      of memory that an execution that never ends may lose
//   also promises      what follows is about the promises: that functions keep
//                      them, and callers what is required
//
// Formulas mention variables as program/formula_text.h says. Nothing that the
// text says is believed (certify.h): a certificate that was changed, or is of
// another program, is refused or is one, too.
#ifndef VOUCH_CERTIFY_CERTIFICATE_H
#define VOUCH_CERTIFY_CERTIFICATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/strbuf.h"
#include "base/vec.h"

#define CERTIFICATE_FIRST_LINE "vouch-certificate 1"

VEC_DEFINE(line_vec, const char *);

enum certificate_threads {
  THREADS_POOL,          // threads of each creation that is not bounded
  THREADS_CROWD,         // and any number more
  THREADS_QUIET,         // executions with more are left out
  THREADS_INTERRUPTIONS, // at most; 0: any number
  THREADS_FAIL,          // who only tries to take a lock may fail
  THREADS_COUNT
};

struct certificate {
  char *text; // of the file, cut into lines
  uint32_t depth, locations, edges;
  const char **formulas; // by location, in `text`; null: false, or between
  struct bitset between; // locations
  bool is_unrolled;
  bool keeps_calls;
  struct line_vec promises; // the lines, without their first word, in `text`
  bool has_summaries;
  uint32_t kept_from; // of summaries: called so often; 0: recursive
  bool has_threads;
  uint32_t threads[THREADS_COUNT];
  const char *of;           // "", "loops", "rounds" or "promises"
  struct certificate *also; // or null
};

// False, with the reason in `why`, when it cannot be read.
bool certificate_read(struct certificate *certificate, const char *path,
                      struct strbuf *why);
void certificate_release(struct certificate *certificate);
// Of a file that has several: its text, for the caller to free, or null; a line
// of it; has all been said?
char *certificate_text(const char *path, struct strbuf *why);
bool certificate_read_line(struct certificate *certificate, char *line);
bool certificate_is_whole(const struct certificate *certificate);
// Is the text one formula, which cannot end the question that it is put into?
bool formula_is_closed(const char *text);

#endif
