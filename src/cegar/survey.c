#include "cegar/survey.h"

#include <string.h>

#include "cegar/alone.h"
#include "cegar/internal.h"

// Nothing violates what is left.
static void settle_safe(struct cegar *cegar) {
  struct check_target_vec *targets = &cegar->component->targets;
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->at[i].status == ROW_OPEN)
      targets->at[i].status = ROW_HOLDS;
}

void survey_abandon(struct check_target_vec *targets, struct interner *names,
                    const char *reason) {
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->at[i].status == ROW_OPEN) {
      targets->at[i].status = ROW_UNKNOWN;
      targets->at[i].reason = intern(names, reason);
    }
}

// Where null is followed: which pointers are null at the start, as the first
// lines of the execution tell. That is what the violation needs of a caller.
static struct name what_it_needs(const struct component_options *options,
                                 struct interner *names,
                                 const struct execution *execution) {
  struct strbuf text = {0};
  uint32_t lines = 0, found = 0;
  if (options->starts_program || !execution->lanes.count ||
      name_is_none(execution->what) ||
      !strstr(name_text(names, execution->what), "null pointer"))
    return execution->what;
  const struct step_vec *steps = &execution->lanes.at[0].steps;
  strbuf_add(&text, name_text(names, execution->what));
  for (uint32_t i = 0; i < steps->count && lines < 2; i++) {
    const struct step *step = &steps->at[i];
    lines += step->kind == STEP_LINE;
    bool is_callees =
        step->kind == STEP_VALUE && strstr(name_text(names, step->text), "::");
    if (step->kind == STEP_VALUE && lines < 2 && !is_callees &&
        !name_is_none(step->value) &&
        !strcmp(name_text(names, step->value), "null"))
      strbuf_format(&text, "%s`%s`", found++ ? " and " : ", where ",
                    name_text(names, step->text));
  }
  if (found)
    strbuf_format(&text, " %s null at the start", found > 1 ? "are" : "is");
  struct name told = intern(names, strbuf_text(&text));
  strbuf_release(&text);
  return told;
}

void survey_note_failure(struct check_target *target,
                         const struct component_options *options,
                         struct interner *names,
                         const struct execution *execution) {
  target->status = ROW_FAILS;
  target->reason = what_it_needs(options, names, execution);
  target->is_unusual = !name_equal(target->reason, execution->what);
}

void survey_fail(struct cegar *cegar, const struct survey_options *options,
                 struct check_target *target) {
  survey_note_failure(target, cegar->component_options,
                      cegar->component->program->names, &cegar->execution);
  if (options->decided)
    options->decided(options->context, cegar, target);
}

// The run was about one path: its target is decided. True if there is more to
// do.
static bool settle_path(struct cegar *cegar,
                        const struct survey_options *options) {
  struct component *component = cegar->component;
  bool fails = cegar->verdict == VERDICT_FALSE;
  struct check_target *target =
      component_target(component, *edge_id_vec_last(&cegar->path));
  if (fails) {
    survey_fail(cegar, options, target);
  } else {
    target->status = ROW_UNKNOWN;
    target->reason =
        intern(component->program->names, strbuf_text(&cegar->reason));
    if (options->decided)
      options->decided(options->context, cegar, target);
  }
  if (fails && options->stops_at_first)
    return false;
  component_retire(component, target);
  return component_has_open_target(component);
}

// What we do not model leaves open what lies behind it, and nothing else. False
// when that cannot be told.
static bool settle_unsupported(struct cegar *cegar) {
  struct component *component = cegar->component;
  const struct edge_id_vec *edges = &cegar->unsupported;
  bool is_settled = edges->count != 0;
  for (uint32_t i = 0; i < edges->count && is_settled; i++)
    is_settled =
        component_blame(component, cegar->component_options, edges->at[i]);
  component_recut(component);
  return is_settled;
}

// The loop has come to something. True when more is to be asked.
static bool settle(struct cegar *cegar, const struct survey_options *options) {
  struct component *component = cegar->component;
  bool goes_on;
  if (cegar->verdict == VERDICT_TRUE) {
    settle_safe(cegar);
    return false;
  }
  if (!cegar->path.count && settle_unsupported(cegar)) {
    goes_on = component_has_open_target(component);
  } else if (cegar->path.count) {
    goes_on = settle_path(cegar, options);
  } else {
    survey_abandon(&component->targets, component->program->names,
                   strbuf_text(&cegar->reason));
    return false;
  }
  cegar_reset(cegar);
  return goes_on;
}

// Turns in which all rows are asked about together, then one by one.
struct turns {
  struct effort joint, each;
  uint32_t left;
};

static void grow(struct effort *effort) {
  enum { GROWTH = 5 };
  effort->units *= GROWTH;
  effort->steps *= GROWTH;
}

// Within the effort. True when that was not enough.
static bool is_spent(struct cegar *cegar, struct effort effort) {
  struct cegar_options *options = &cegar->options;
  options->most_units = effort.units;
  options->most_steps = effort.steps;
  cegar_run(cegar);
  bool is_spent = cegar->verdict == VERDICT_UNKNOWN && cegar_has_spent(cegar) &&
                  !limits_reason(&options->limits);
  options->most_units = options->most_steps = 0;
  return is_spent;
}

// Everything at once, and row by row if that takes long. True when more is to
// be asked.
static bool take_turn(struct cegar *cegar, const struct survey_options *options,
                      struct turns *turns) {
  if (!is_spent(cegar, turns->joint))
    return settle(cegar, options);
  cegar_reset(cegar);
  bool goes_on = alone_run(cegar, options, turns->each);
  grow(&turns->joint);
  grow(&turns->each);
  turns->left--;
  return goes_on;
}

void survey_run(struct cegar *cegar, const struct survey_options *options) {
  struct turns turns = {{1000000, 10000}, {300000, 5000}, 4};
  bool goes_on = true;
  while (goes_on)
    if (turns.left && alone_is_due(cegar, options)) {
      goes_on = take_turn(cegar, options, &turns);
    } else {
      cegar_run(cegar);
      goes_on = settle(cegar, options);
    }
}
