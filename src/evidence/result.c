#include "evidence/result.h"

#include <stdlib.h>

void proof_release(struct proof *proof) {
  invariant_vec_release(&proof->invariants);
  formula_vec_release(&proof->formulas);
  u32_vec_release(&proof->between);
  contracts_release(&proof->contracts);
  strbuf_release(&proof->certificate);
  strbuf_release(&proof->promises);
  claim_vec_release(&proof->claims);
  if (proof->also)
    proof_release(proof->also);
  free(proof->also);
}

void result_release(struct result *result) {
  name_vec_release(&result->subject.files);
  proof_release(&result->proof);
  for (uint32_t i = 0; i < result->executions.count; i++)
    execution_release(&result->executions.at[i]);
  execution_vec_release(&result->executions);
  strbuf_release(&result->reason);
  strbuf_release(&result->vacuity);
  result_row_vec_release(&result->rows);
  tree_claim_vec_release(&result->tree.claims);
  story_release(&result->story);
  spec_graph_release(&result->specification);
  remark_vec_release(&result->remarks);
  ledger_release(&result->ledger);
}

enum verdict result_rows_verdict(const struct result *result,
                                 const struct result_row **row) {
  const struct result_row *open = NULL, *failing = NULL;
  for (uint32_t i = 0; i < result->rows.count; i++) {
    const struct result_row *one = &result->rows.at[i];
    bool is_safe = one->status == ROW_HOLDS || one->status == ROW_UNREACHED;
    if (one->status == ROW_FAILS &&
        (!failing || (failing->is_unusual && !one->is_unusual)))
      failing = one;
    else if (!is_safe && !open)
      open = one;
  }
  *row = failing ? failing : open;
  return failing ? VERDICT_FALSE : open ? VERDICT_UNKNOWN : VERDICT_TRUE;
}

static int weight(const struct result *result) {
  static const int weights[] = {
      [VERDICT_TRUE] = 0, [VERDICT_UNKNOWN] = 2, [VERDICT_FALSE] = 3};
  return result->verdict == VERDICT_TRUE && result->vacuity.length
             ? 1
             : weights[result->verdict];
}

static void copy(struct strbuf *to, const struct strbuf *from) {
  strbuf_clear(to);
  strbuf_add(to, strbuf_text(from));
}

void result_add(struct result *sum, const struct result *one) {
  if (name_is_none(sum->qualified))
    sum->qualified = one->qualified;
  if (weight(one) <= weight(sum))
    return;
  sum->verdict = one->verdict;
  sum->property = one->property;
  copy(&sum->reason, &one->reason);
  copy(&sum->vacuity, &one->vacuity);
}

void result_add_expected(struct result *sum, const struct result *one,
                         const char *name, bool should_fail) {
  struct result part = {.verdict = one->verdict, .qualified = one->qualified};
  if (one->verdict != VERDICT_UNKNOWN)
    part.verdict = (one->verdict == VERDICT_FALSE) == should_fail
                       ? VERDICT_TRUE
                       : VERDICT_FALSE;
  part.property = intern(sum->names, name);
  copy(&part.reason, &one->reason);
  if (one->vacuity.length)
    strbuf_format(&part.vacuity, "check %s: %s", name,
                  strbuf_text(&one->vacuity));
  result_add(sum, &part);
  result_release(&part);
}

const char *row_status_text(enum row_status status) {
  switch (status) {
  case ROW_HOLDS: return "holds";
  case ROW_UNREACHED: return "never reached";
  case ROW_FAILS: return "fails";
  case ROW_OPEN: return "not decided";
  case ROW_UNKNOWN: return "unknown";
  }
  BUG("status %d", (int)status);
}
