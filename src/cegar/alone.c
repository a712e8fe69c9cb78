#include "cegar/alone.h"

#include "cegar/internal.h"

static uint32_t open_rows(const struct component *component) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < component->targets.count; i++)
    count += component->targets.at[i].status == ROW_OPEN;
  return count;
}

bool alone_is_due(const struct cegar *cegar,
                  const struct survey_options *options) {
  const struct component_options *asked = cegar->component_options;
  return open_rows(cegar->component) > 1 && !options->stops_at_first &&
         !cegar->component->product.procedure && !asked->counters &&
         !asked->running && !asked->promises && !asked->is_temporal &&
         !asked->adopts && !cegar->options.by_predicates &&
         !cegar->options.most_units && !cegar->options.most_steps &&
         !cegar->options.most_rounds;
}

static struct cegar_options limited(const struct cegar *cegar,
                                    struct effort each) {
  struct cegar_options options = cegar->options;
  options.solver = cegar->solver;
  options.dd = cegar->dd;
  options.most_units = each.units;
  options.most_steps = each.steps;
  return options;
}

// True when the row is decided.
static bool ask(struct cegar *cegar, const struct survey_options *options,
                struct check_target *target, struct effort each) {
  struct component focused;
  struct cegar alone;
  struct cegar_options search = limited(cegar, each);
  component_focus(&focused, cegar->component, cegar->component_options, target);
  cegar_init(&alone, &focused, cegar->component_options, &search, cegar->stats);
  alone.trial_steps = cegar->trial_steps;
  cegar_run(&alone);
  bool holds = alone.verdict == VERDICT_TRUE && !search.keeps_formulas;
  bool fails = alone.verdict == VERDICT_FALSE;
  if (holds) {
    target->status = ROW_HOLDS;
    if (options->proved)
      options->proved(options->context, &alone);
  } else if (fails) {
    survey_fail(&alone, options, target);
  }
  cegar->trial_steps = alone.trial_steps;
  cegar_release(&alone);
  cegar->options.progress->solver = solver_counts(cegar->solver);
  component_unfocus(&focused);
  return holds || fails;
}

bool alone_run(struct cegar *cegar, const struct survey_options *options,
               struct effort each) {
  struct component *component = cegar->component;
  uint32_t decided = 0, before = open_rows(component);
  for (uint32_t i = 0; i < component->targets.count; i++) {
    if (component->targets.at[i].status != ROW_OPEN)
      continue;
    if (limits_reason(&cegar->options.limits))
      break;
    decided += ask(cegar, options, &component->targets.at[i], each);
  }
  component_recut(component);
  log_line(cegar->options.log, 2, "check", "rows alone: %u of %u decided",
           decided, before);
  return component_has_open_target(component);
}
