// Is a row's place ever reached?
//
// A row that nothing violates says one of two things: some execution evaluates
// it, and none violates it; or no execution gets to where it is decided. A
// proof alone tells neither: where a condition is a constant it was left out,
// and what leads to no violation was not explored. So the question is asked by
// itself, of the program as it was loaded, and answered by evidence only: a run
// of the interpreter that comes to the place, or a proof that none does.
//
// The place of an assertion is where its condition has been tested, whatever
// came out, or the assertion itself if there is nothing to test: a condition
// that is always undefined is not decided. That of an error call or a label is
// the last branch before it, or itself if there is none; that of an operation
// the operation.
//
// Proofs change the program, so that each is made by a process of its own
// (base/offspring.h).
#ifndef VOUCH_CEGAR_VISIT_H
#define VOUCH_CEGAR_VISIT_H

#include "cegar/cegar.h"
#include "check/component.h"
#include "run/run.h"
#include "weave/weave.h"

enum visit { VISIT_UNKNOWN, VISIT_REACHED, VISIT_UNREACHED };

struct visit_question {
  struct program *program; // as it was loaded
  const struct component_options *options;
  const struct cegar_options *search;
  const struct check_target_vec *rows;
  const struct strbuf *oracles; // of executions that are known, as texts that
                                // end with a zero each
  uint32_t cpu_ms;              // that one proof may take
};

// One answer for each row. When no row is reached and that is due to an
// assumption that nothing meets, or to undefined behaviour that nothing gets
// past, `vacuity` says so.
void visit_decide(const struct visit_question *question, enum visit *answers,
                  struct strbuf *vacuity);

// The same of a program of which there is only one execution (confirm/sole.h):
// what its run does not reach nothing does. The caller releases the result; the
// answers count if the run ended by itself.
void visit_sole(const struct visit_question *question, enum visit *answers,
                bool is_brief, struct run_result *result);

// Is any of these actions, which are woven into the program, ever performed?
// The only row stands for all of them.
enum visit visit_actions(const struct visit_question *question,
                         const struct weaving *weaving,
                         const struct bitset *actions);

// Does anything come to the location? The only row stands for it.
enum visit visit_location(const struct visit_question *question,
                          struct procedure_id procedure,
                          struct location_id location);

#endif
