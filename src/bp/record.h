// Counterexamples of Boolean programs as executions, for reports: the lines
// that control comes to, with the values that change, and the procedures that
// are entered and left.
#ifndef VOUCH_BP_RECORD_H
#define VOUCH_BP_RECORD_H

#include "base/diag.h"
#include "bp/code.h"
#include "bp/trace.h"
#include "bp/world.h"
#include "evidence/execution.h"

// A lane that is written step by step. It shows a value when it is another than
// when it was last shown in that frame.
struct bp_record {
  const struct bp *bp;
  struct diag *sources; // to read lines of source from
  struct lane *lane;
  struct position last;
};

// Comes to a statement, unless it only says where to go on. There is only one
// thread if its number is 0.
void bp_record_line(struct bp_record *record, uint32_t procedure,
                    uint32_t statement, uint32_t thread);
// All values from a slot on, or with `before` those that are others now.
void bp_record_values(struct bp_record *record, uint32_t procedure,
                      uint32_t first, const bool *before, const bool *now);
void bp_record_note(struct bp_record *record, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// What happens between two states of a program, which with threads says who
// does it.
void bp_record_happening(struct bp_record *record, const struct worlds *worlds,
                         const struct world *before, const struct world *now,
                         const struct happening *what);

// The whole trace; returns how many steps it has. What callees do that return
// is left out where that would be too long to read, and a note says so.
double bp_record_trace(struct execution *execution, const struct bp_code *code,
                       const struct bp_trace *trace, struct diag *sources);

#endif
