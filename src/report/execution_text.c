#include "report/execution_text.h"

#include <string.h>

#include "report/blame.h"
#include "report/fold.h"

struct telling {
  const struct interner *names;
  const struct execution *execution;
  struct text_style style;
  struct strbuf *out;
};

static const char *text_of(const struct telling *telling, struct name name) {
  return name_text(telling->names, name);
}

static void tell_list(const struct telling *telling,
                      const struct name_vec *list) {
  for (uint32_t i = 0; i < list->count; i++)
    strbuf_format(telling->out, "%s%s", i ? ", " : "",
                  text_of(telling, list->at[i]));
  strbuf_format(telling->out, "%s\n", list->count ? "" : "nothing");
}

// Steps of a lane

static void tell_action(const struct telling *telling,
                        const struct step *step) {
  struct strbuf *out = telling->out;
  strbuf_format(out, "        performs %s%s", text_of(telling, step->text),
                step->is_alone ? " (alone)" : "");
  if (!name_is_none(step->state))
    strbuf_format(out, "; specification in state %s",
                  text_of(telling, step->state));
  if (step->is_forbidden)
    paint(telling->style, PAINT_BAD, ": forbidden", out);
  strbuf_char(out, '\n');
  if (!step->is_forbidden)
    return;
  strbuf_add(out, "        allowed there: ");
  tell_list(telling, &telling->execution->allowed);
}

static void tell_value(const struct telling *telling, const struct step *step) {
  strbuf_format(telling->out, "        %s = ", text_of(telling, step->text));
  paint(telling->style, PAINT_VALUE, text_of(telling, step->value),
        telling->out);
  strbuf_char(telling->out, '\n');
}

static void tell_step(const struct telling *telling, const struct step *step) {
  struct strbuf *out = telling->out;
  const char *text = text_of(telling, step->text);
  switch (step->kind) {
  case STEP_LINE: return; // has a number
  case STEP_VALUE: tell_value(telling, step); return;
  case STEP_ACTION: tell_action(telling, step); return;
  case STEP_WAIT:
    strbuf_format(out, "        waits for %s\n", *text ? text : "nothing");
    return;
  case STEP_END: strbuf_add(out, "        has ended\n"); return;
  case STEP_NOTE: strbuf_format(out, "        %s\n", text); return;
  }
}

static void tell_line(const struct telling *telling, const struct step *step,
                      uint32_t number) {
  paint_begin(telling->style, PAINT_FAINT, telling->out);
  strbuf_format(telling->out, "%4u  %s:%u: ", number,
                text_of(telling, step->position.file), step->position.line);
  paint_end(telling->style, telling->out);
  if (step->thread)
    strbuf_format(telling->out, "thread %u: ", step->thread);
  strbuf_format(telling->out, "%s\n", text_of(telling, step->text));
}

// Folded steps

// Plain variables that are as they are when the steps are over, and that the
// next ones do not change at once.
static bool lasts(const struct lane *lane, const struct gap *gap, uint32_t at) {
  enum { SOON = 40 };
  const struct step_vec *steps = &lane->steps;
  for (uint32_t i = at + 1; i < steps->count && i < gap->end + SOON; i++)
    if (steps->at[i].kind == STEP_VALUE &&
        name_equal(steps->at[i].text, steps->at[at].text))
      return false;
  return true;
}

static void tell_lasting(const struct telling *telling, const struct lane *lane,
                         const struct gap *gap) {
  enum { MOST = 4, LOOK = 400 };
  uint32_t told = 0,
           from = gap->end - gap->first > LOOK ? gap->end - LOOK : gap->first;
  for (uint32_t i = from; i < gap->end && told < MOST; i++)
    if (lane->steps.at[i].kind == STEP_VALUE &&
        !strchr(text_of(telling, lane->steps.at[i].text), '[') &&
        lasts(lane, gap, i)) {
      tell_value(telling, &lane->steps.at[i]);
      told++;
    }
}

static void tell_gap(const struct telling *telling, const struct lane *lane,
                     const struct gap *gap) {
  uint32_t count = gap->rounds ? gap->rounds : gap->lines;
  paint_begin(telling->style, PAINT_FAINT, telling->out);
  strbuf_format(telling->out, "      ... %u %s%s ...\n", count,
                gap->rounds ? "round" : "step", count == 1 ? "" : "s");
  paint_end(telling->style, telling->out);
  if (gap->rounds)
    tell_lasting(telling, lane, gap);
}

// How many values follow in the same line from the step on.
static uint32_t values_from(const struct lane *lane, uint32_t at) {
  uint32_t end = at;
  while (end < lane->steps.count && lane->steps.at[end].kind == STEP_VALUE)
    end++;
  return end - at;
}

// A loop within a line: only the first and the last values are shown.
static uint32_t skip_values(const struct telling *telling,
                            const struct lane *lane, uint32_t at) {
  enum { MOST = 16, FIRST = 6, LAST = 6 };
  bool is_first = !at || lane->steps.at[at - 1].kind != STEP_VALUE;
  uint32_t count = is_first ? values_from(lane, at) : 0;
  if (count <= MOST || telling->style.is_unfolded)
    return at;
  for (uint32_t i = 0; i < FIRST; i++)
    tell_value(telling, &lane->steps.at[at + i]);
  paint_begin(telling->style, PAINT_FAINT, telling->out);
  strbuf_format(telling->out, "        ... %u values ...\n",
                count - FIRST - LAST);
  paint_end(telling->style, telling->out);
  return at + count - LAST;
}

// The first steps are only counted.
static void tell_steps(const struct telling *telling, const struct lane *lane,
                       const struct gap_vec *gaps) {
  uint32_t line = 0, gap = 0;
  for (uint32_t i = 0; i < lane->steps.count; i++) {
    const struct step *step = &lane->steps.at[i];
    line += step->kind == STEP_LINE;
    if (i < telling->execution->shared)
      continue;
    if (gap < gaps->count && i == gaps->at[gap].first) {
      tell_gap(telling, lane, &gaps->at[gap]);
      line += gaps->at[gap].lines - 1;
      i = gaps->at[gap++].end - 1;
    } else if (step->kind == STEP_LINE) {
      tell_line(telling, step, line);
    } else {
      if (step->kind == STEP_VALUE)
        i = skip_values(telling, lane, i);
      tell_step(telling, &lane->steps.at[i]);
    }
  }
}

static void tell_lane(const struct telling *telling, const struct lane *lane) {
  struct gap_vec gaps = {0};
  for (uint32_t i = 0; i < lane->inputs.count; i++)
    strbuf_format(telling->out, "      %s\n",
                  text_of(telling, lane->inputs.at[i]));
  if (!telling->style.is_unfolded)
    fold_lane(lane, telling->execution->shared, &gaps);
  tell_steps(telling, lane, &gaps);
  gap_vec_release(&gaps);
}

// What lanes do together

// Returns whether there are any.
static bool tell_lanes(const struct telling *telling,
                       const struct bitset *lanes, const char *before) {
  const char *between = before;
  BITSET_EACH (i, lanes) {
    strbuf_format(telling->out, "%s%s", between,
                  text_of(telling, telling->execution->lanes.at[i].name));
    between = ", ";
  }
  return between != before;
}

// Who waits for what, and who would have to take part.
static void tell_waiting(const struct telling *telling,
                         const struct lane *lane) {
  struct strbuf *out = telling->out;
  strbuf_format(out, "      %s %s", text_of(telling, lane->name),
                lane->has_ended ? "has ended" : "waits for ");
  for (uint32_t i = 0; i < lane->waits.count; i++) {
    strbuf_format(out, "%s%s", i ? " or " : "",
                  text_of(telling, lane->waits.at[i].action));
    if (tell_lanes(telling, &lane->waits.at[i].missing, " (needs "))
      strbuf_char(out, ')');
  }
  bool is_told = lane->has_ended || lane->waits.count;
  strbuf_add(out, is_told ? "\n" : "nothing\n");
}

static void tell_schedule(const struct telling *telling) {
  const struct execution *execution = telling->execution;
  const struct joint_step_vec *schedule = &execution->schedule;
  bool is_stuck = execution->ending == ENDING_DEADLOCK;
  bool is_forbidden = execution->ending == ENDING_FORBIDDEN;
  strbuf_add(telling->out, !is_stuck         ? "trace:\n"
                           : schedule->count ? "deadlock after:\n"
                                             : "deadlock at once:\n");
  for (uint32_t i = 0; i < schedule->count; i++) {
    strbuf_format(telling->out, "%4u  %-24s ", i + 1,
                  text_of(telling, schedule->at[i].action));
    tell_lanes(telling, &schedule->at[i].lanes, "");
    strbuf_add(telling->out, is_forbidden && i + 1 == schedule->count
                                 ? "  <- forbidden\n"
                                 : "\n");
  }
  for (uint32_t i = 0; is_stuck && i < execution->lanes.count; i++)
    tell_waiting(telling, &execution->lanes.at[i]);
  if (is_forbidden) {
    strbuf_add(telling->out, "      allowed there: ");
    tell_list(telling, &execution->allowed);
  }
}

static void tell_system(const struct telling *telling) {
  const struct lane_vec *lanes = &telling->execution->lanes;
  tell_schedule(telling);
  for (uint32_t i = 0; i < lanes->count; i++) {
    const struct lane *lane = &lanes->at[i];
    strbuf_format(telling->out, "component %s%s\n",
                  text_of(telling, lane->name),
                  lane->takes_part ? ":" : " takes no part");
    tell_lane(telling, lane);
  }
}

// Of processes

static void tell_actions(const struct telling *telling, const char *after) {
  const struct joint_step_vec *schedule = &telling->execution->schedule;
  for (uint32_t i = 0; i < schedule->count; i++)
    strbuf_format(telling->out, "%s%s", i ? ", " : "",
                  text_of(telling, schedule->at[i].action));
  strbuf_add(telling->out, schedule->count ? after : "");
}

static void tell_process(const struct telling *telling) {
  const struct execution *execution = telling->execution;
  struct strbuf *out = telling->out;
  if (!name_is_none(execution->state)) {
    bool is_error = execution->ending == ENDING_ERROR;
    strbuf_add(out, is_error ? "ERROR after: " : "deadlock after: ");
    tell_actions(telling, ", ");
    strbuf_format(out, "in state %s\n", text_of(telling, execution->state));
    return;
  }
  strbuf_add(out, "trace: ");
  tell_actions(telling, "");
  if (execution->ending == ENDING_ERROR) {
    strbuf_add(out, "\nwhich leads to ERROR\n");
  } else {
    strbuf_add(out, "\nallowed instead of the last action: ");
    tell_list(telling, &execution->allowed);
  }
}

// Of one violation

static void tell_violated(const struct telling *telling,
                          const struct result_row *row) {
  paint(telling->style, PAINT_BAD, "violated: ", telling->out);
  strbuf_format(telling->out, "%s at %s\ncounterexample:\n",
                text_of(telling, row->text), text_of(telling, row->place));
}

static void tell_refusal(const struct telling *telling) {
  strbuf_add(telling->out, "        refused by the specification in state ");
  tell_list(telling, &telling->execution->refusing);
}

// What is wrong in the end.
static void tell_wrong(const struct telling *telling,
                       const struct result *result) {
  struct strbuf text = {0};
  blame_print(result, telling->execution, &text);
  if (text.length) {
    strbuf_add(telling->out, "        ");
    paint(telling->style, PAINT_BAD, strbuf_text(&text), telling->out);
    strbuf_char(telling->out, '\n');
  }
  strbuf_release(&text);
}

static void tell_branch(const struct telling *telling,
                        const struct result *result, bool is_first) {
  const struct execution *execution = telling->execution;
  if (execution->ending == ENDING_SHOWN)
    strbuf_add(telling->out, "execution:\n");
  else if (is_first)
    tell_violated(telling, &result->rows.at[execution->row]);
  else
    strbuf_add(telling->out, "  or, after the same beginning:\n");
  tell_lane(telling, &execution->lanes.at[0]);
  tell_wrong(telling, result);
  if (execution->ending == ENDING_REFUSED)
    tell_refusal(telling);
}

void lane_print(const struct interner *names, const struct lane *lane,
                struct text_style style, struct strbuf *out) {
  struct execution alone = {0};
  struct telling telling = {names, &alone, style, out};
  tell_lane(&telling, lane);
}

void executions_print(const struct result *result, uint32_t first,
                      struct text_style style, struct strbuf *out) {
  for (uint32_t i = first; i < result->executions.count; i++) {
    const struct execution *execution = &result->executions.at[i];
    struct telling telling = {result->names, execution, style, out};
    bool has_lanes = execution->lanes.count;
    strbuf_add(out, text_of(&telling, execution->play));
    if (has_lanes && name_is_none(execution->lanes.at[0].name))
      tell_branch(&telling, result, i == first);
    else if (has_lanes)
      tell_system(&telling);
    else if (execution->ending != ENDING_REFUSED)
      tell_process(&telling);
  }
}
