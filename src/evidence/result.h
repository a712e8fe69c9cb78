// What a check comes to, as data: the verdict, a row for each place that was
// checked, the executions or the proof that show it, and what stands behind it.
// Printers take this and nothing else.
//
// A result owns its vectors; texts are interned in `names`, which outlives it.
#ifndef VOUCH_EVIDENCE_RESULT_H
#define VOUCH_EVIDENCE_RESULT_H

#include "base/stats.h"
#include "evidence/spec_graph.h"
#include "evidence/execution.h"
#include "evidence/ledger.h"
#include "evidence/proof.h"
#include "evidence/story.h"
#include "evidence/subject.h"
#include "evidence/tree.h"
#include "evidence/verdict.h"

enum row_status {
  ROW_OPEN,      // not decided (yet)
  ROW_HOLDS,     // nothing violates it
  ROW_UNREACHED, // the same, because no execution comes here at all
  ROW_FAILS,     // an execution violates it
  ROW_UNKNOWN    // gave up, for a reason
};

// One thing that was checked.
struct result_row {
  const char *property; // "no-overflow"
  struct name function;
  struct position position;
  struct name place; // "f.c:12"; with the column where a line can have several
                     // such rows
  struct name text;  // "assert(x > 0)"
  enum row_status status;
  struct name reason; // of UNKNOWN; of FAILS: what is wrong, in words, or none
  bool is_unusual; // of FAILS: it needs something of callers that few do, which
                   // the reason tells
};

VEC_DEFINE(result_row_vec, struct result_row);

// What else is worth telling: "livelock     component A may go on".
struct remark {
  const char *heading;
  struct name text;
  struct name body; // lines that follow, or none
};

VEC_DEFINE(remark_vec, struct remark);

struct result {
  struct interner *names;
  struct subject subject;
  bool is_loaded; // there was a program to check
  enum verdict verdict;
  struct name property;  // of FALSE: what is violated
  struct strbuf reason;  // of UNKNOWN
  struct name qualified; // of TRUE: what it is true of only, or none
  struct strbuf vacuity; // of TRUE: why nothing could be violated, or empty
  struct result_row_vec rows;
  struct execution_vec executions; // of violations, in the order of being found
  struct proof proof;
  struct tree tree; // of a temporal formula: why it holds or fails
  struct story story; // how the answer was found, where that is asked for
  struct spec_graph specification; // that executions are held against, or none
  struct remark_vec remarks;
  struct ledger ledger;
  struct stats stats;
};

void result_release(struct result *result);
// What the rows come to: false if one fails, true if all hold. `row` is the
// first that decides it so, of violations one that is not unusual if there is
// any; null when it is true.
enum verdict result_rows_verdict(const struct result *result,
                                 const struct result_row **row);
// Of many results, what they come to: the first violation, then the first
// doubt, then the first that is vacuous. Only the verdict and its reasons are
// taken; `sum` begins as TRUE.
void result_add(struct result *sum, const struct result *one);
// As part of a list in which it is called so and expected to hold or to fail:
// a verdict that is not as expected is a violation of the whole.
void result_add_expected(struct result *sum, const struct result *one,
                         const char *name, bool should_fail);
const char *row_status_text(enum row_status status);

#endif
