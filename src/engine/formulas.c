// Temporal formulas: of processes, and of C functions.
#include "engine/internal.h"

#include "exact/process.h"
#include "exact/temporal.h"
#include "spec/syntax.h"

enum { MOST_STATES = 4000000 };

static void decide_process(struct engine_context *context,
                           const struct temporal *temporal,
                           const struct lts *lts, struct result *result) {
  struct process_model model;
  struct temporal_value value;
  if (!process_model_init(&model, lts, &temporal->atoms, MOST_STATES)) {
    refuse(result, "the process is too large");
    process_model_release(&model);
    return;
  }
  temporal_evaluate(temporal, &model.modal, &model.values,
                    limits_poll(&context->limits), MOST_STATES, &value);
  result->verdict = value.verdict;
  if (value.verdict == VERDICT_UNKNOWN)
    strbuf_add(&result->reason, "the process is too large");
  temporal_value_release(temporal, &value);
  process_model_release(&model);
}

void run_formula(struct engine_context *context, const struct demand *demand,
                 struct result *result) {
  const struct check_syntax *check = &demand->check->item->check;
  struct temporal temporal;
  struct strbuf why = {0};
  result->property = intern(result->names, "formula");
  const struct lts *lts = demand->spec->processes.at[demand->check->system].lts;
  if (!lts)
    refuse(result, "the specification could not be made ready");
  else if (temporal_init(&temporal, demand->spec, check, &why))
    decide_process(context, &temporal, lts, result);
  else
    refuse(result, strbuf_text(&why));
  if (lts)
    temporal_release(&temporal);
  strbuf_release(&why);
}
