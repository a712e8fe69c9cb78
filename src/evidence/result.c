#include "evidence/result.h"

void result_release(struct result *result) {
  for (uint32_t i = 0; i < result->executions.count; i++)
    execution_release(&result->executions.at[i]);
  execution_vec_release(&result->executions);
  strbuf_release(&result->reason);
  strbuf_release(&result->vacuity);
  result_row_vec_release(&result->rows);
  claim_vec_release(&result->proof.claims);
  remark_vec_release(&result->remarks);
  ledger_release(&result->ledger);
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
