// Warrants of a formula (exact/warrant.h) as the text of a certificate. The
// first line names the format, `#` begins a comment, and each other line is one
// of
//
//   formula true          or false: what was decided
//   locations 40          the automaton of the program has these,
//   edges 61              and so many edges;
//   parts 5               the formula has these,
//   modes 0               and what goes along with it these
//   region FORMULA        over variables, in SMT-LIB 2; they are numbered from
//   0 warrant 7 0 0 3 2 ranks 1 rests 4 5
//                         location, action, mode, part and region; the rank;
//                         what it rests on, by number
//   choice 17             of the warrant before: at this edge the environment
//   value CONSTANT        chooses these values
//   top 0                 a warrant of the whole formula, where it starts
//   given VARIABLE CONSTANT   with which an execution starts in the region of
//                         the first top
//
// Nothing that the text says is believed (warrant_check.h).
#ifndef VOUCH_CERTIFY_WARRANT_TEXT_H
#define VOUCH_CERTIFY_WARRANT_TEXT_H

#include "exact/temporal.h"
#include "exact/warrant.h"

// What it is about, and what it must fit.
struct warrant_frame {
  bool is_false; // the formula fails
  uint32_t locations, edges, parts, modes;
};

struct warrant_frame warrant_frame_of(const struct procedure *procedure,
                                      const struct temporal *temporal);
void warrants_print(const struct program *program,
                    const struct warrants *warrants,
                    const struct warrant_frame *frame, struct strbuf *out);

// Reads the frame alone; then all the rest, of a program. False, with the
// reason in `why`, when it cannot be read or does not fit the frame.
bool warrant_frame_read(const char *text, struct warrant_frame *frame,
                        struct strbuf *why);
bool warrants_read(const char *text, const struct program *program,
                   const struct warrant_frame *frame, struct warrants *warrants,
                   struct strbuf *why);

#endif
