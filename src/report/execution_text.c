#include "report/execution_text.h"

#include <string.h>

#include "report/blame.h"
#include "report/fold.h"
#include "report/matter.h"

struct telling {
  const struct interner *names;
  const struct execution *execution;
  struct text_style style;
  struct strbuf *out;
  // Of the lane:
  uint32_t width;  // of the widest place
  uint32_t depth;  // of calls, the least
  uint32_t indent; // of the line that was told last
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

// What belongs to a line is under it.
static void begin_part(const struct telling *telling) {
  strbuf_format(telling->out, "%*s", 8 + (int)telling->indent, "");
}

static void tell_action(const struct telling *telling,
                        const struct step *step) {
  struct strbuf *out = telling->out;
  begin_part(telling);
  strbuf_format(out, "performs %s%s", text_of(telling, step->text),
                step->is_alone ? " (alone)" : "");
  if (!name_is_none(step->state))
    strbuf_format(out, "; specification in state %s",
                  text_of(telling, step->state));
  if (step->is_forbidden)
    paint(telling->style, PAINT_BAD, ": forbidden", out);
  strbuf_char(out, '\n');
  if (!step->is_forbidden)
    return;
  begin_part(telling);
  strbuf_add(out, "allowed there: ");
  tell_list(telling, &telling->execution->allowed);
}

static void tell_value(const struct telling *telling, const struct step *step) {
  begin_part(telling);
  strbuf_format(telling->out, "%s = ", text_of(telling, step->text));
  paint(telling->style, PAINT_VALUE, text_of(telling, step->value),
        telling->out);
  strbuf_char(telling->out, '\n');
}

static void tell_step(const struct telling *telling, const struct step *step) {
  struct strbuf *out = telling->out;
  const char *text = text_of(telling, step->text);
  if (step->kind == STEP_VALUE) {
    tell_value(telling, step);
  } else if (step->kind == STEP_ACTION) {
    tell_action(telling, step);
  } else {
    begin_part(telling);
    if (step->kind == STEP_WAIT)
      strbuf_format(out, "waits for %s", *text ? text : "nothing");
    else
      strbuf_add(out, step->kind == STEP_END ? "has ended" : text);
    strbuf_char(out, '\n');
  }
}

// Places have a column of their own, as has each thread; what a call does is
// indented.
enum { CALL = 2, THREAD = 4, DEEPEST = 12, MOST_THREADS = 6, WIDEST = 48 };

static uint32_t at_most(uint32_t number, uint32_t most) {
  return number < most ? number : most;
}

static uint32_t indent_of(const struct telling *telling,
                          const struct step *step) {
  uint32_t calls = step->depth ? step->depth - telling->depth : 0;
  return step->thread ? THREAD * at_most(step->thread - 1, MOST_THREADS)
                      : CALL * at_most(calls, DEEPEST);
}

static void print_place(const struct telling *telling, const struct step *step,
                        struct strbuf *out) {
  strbuf_format(out, "%s:%u:", text_of(telling, step->position.file),
                step->position.line);
}

static void tell_line(struct telling *telling, const struct step *step,
                      uint32_t number) {
  struct strbuf place = {0};
  print_place(telling, step, &place);
  telling->indent = indent_of(telling, step);
  paint_begin(telling->style, PAINT_FAINT, telling->out);
  strbuf_format(telling->out, "%4u  %-*s ", number, (int)telling->width,
                strbuf_text(&place));
  paint_end(telling->style, telling->out);
  strbuf_format(telling->out, "%*s", (int)telling->indent, "");
  if (step->thread)
    strbuf_format(telling->out, "thread %u: ", step->thread);
  strbuf_format(telling->out, "%s\n", text_of(telling, step->text));
  strbuf_release(&place);
}

static void measure_lane(struct telling *telling, const struct lane *lane) {
  struct strbuf place = {0};
  telling->width = telling->indent = 0;
  telling->depth = UINT32_MAX;
  for (uint32_t i = 0; i < lane->steps.count; i++) {
    const struct step *step = &lane->steps.at[i];
    if (step->kind != STEP_LINE)
      continue;
    strbuf_clear(&place);
    print_place(telling, step, &place);
    if (place.length > telling->width && place.length <= WIDEST)
      telling->width = (uint32_t)place.length;
    telling->depth = at_most(step->depth, telling->depth);
  }
  strbuf_release(&place);
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
  strbuf_format(telling->out, "      ... %u %s%s%s ...\n", count,
                gap->rounds ? "round" : "step", count == 1 ? "" : "s",
                gap->is_idle ? " that do not matter" : "");
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
  begin_part(telling);
  strbuf_format(telling->out, "... %u values ...\n", count - FIRST - LAST);
  paint_end(telling->style, telling->out);
  return at + count - LAST;
}

// The first steps are only counted.
static void tell_steps(struct telling *telling, const struct lane *lane,
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

static void tell_lane(struct telling *telling, const struct lane *lane) {
  struct gap_vec gaps = {0};
  measure_lane(telling, lane);
  for (uint32_t i = 0; i < lane->inputs.count; i++)
    strbuf_format(telling->out, "      %s\n",
                  text_of(telling, lane->inputs.at[i]));
  struct bitset idle = {0};
  if (!telling->style.is_unfolded) {
    matter_find_idle(telling->names, lane, &idle);
    fold_lane(lane, telling->execution->shared, &idle, &gaps);
  }
  tell_steps(telling, lane, &gaps);
  gap_vec_release(&gaps);
  bitset_release(&idle);
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

static int text_width(const struct telling *telling, struct name name) {
  return (int)strlen(text_of(telling, name));
}

// Each component has a column.
static void tell_columns(const struct telling *telling, int width) {
  const struct lane_vec *lanes = &telling->execution->lanes;
  strbuf_format(telling->out, "      %-*s", width, "");
  for (uint32_t i = 0; i < lanes->count; i++)
    strbuf_format(telling->out, "  %s", text_of(telling, lanes->at[i].name));
  strbuf_char(telling->out, '\n');
}

static void tell_joint_step(const struct telling *telling,
                            const struct joint_step *step, uint32_t number,
                            int width) {
  const struct lane_vec *lanes = &telling->execution->lanes;
  strbuf_format(telling->out, "%4u  %-*s", number, width,
                text_of(telling, step->action));
  for (uint32_t i = 0; i < lanes->count; i++) {
    int room = text_width(telling, lanes->at[i].name);
    bool is_last = i + 1 == lanes->count;
    strbuf_format(telling->out, "  %*s%s%*s", (room - 1) / 2, "",
                  bitset_has(&step->lanes, i) ? "o" : ".",
                  is_last ? 0 : room / 2, "");
  }
}

static void tell_schedule(const struct telling *telling) {
  const struct execution *execution = telling->execution;
  const struct joint_step_vec *schedule = &execution->schedule;
  bool is_stuck = execution->ending == ENDING_DEADLOCK;
  bool is_forbidden = execution->ending == ENDING_FORBIDDEN;
  int width = 12;
  strbuf_add(telling->out, !is_stuck         ? "trace:\n"
                           : schedule->count ? "deadlock after:\n"
                                             : "deadlock at once:\n");
  for (uint32_t i = 0; i < schedule->count; i++)
    if (text_width(telling, schedule->at[i].action) > width)
      width = text_width(telling, schedule->at[i].action);
  if (schedule->count)
    tell_columns(telling, width);
  for (uint32_t i = 0; i < schedule->count; i++) {
    tell_joint_step(telling, &schedule->at[i], i + 1, width);
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

static void tell_system(struct telling *telling) {
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
  begin_part(telling);
  strbuf_add(telling->out, "refused by the specification in state ");
  tell_list(telling, &telling->execution->refusing);
}

// What is wrong in the end.
static void tell_wrong(const struct telling *telling,
                       const struct result *result) {
  struct strbuf text = {0};
  blame_print(result, telling->execution, &text);
  if (text.length) {
    begin_part(telling);
    paint(telling->style, PAINT_BAD, strbuf_text(&text), telling->out);
    strbuf_char(telling->out, '\n');
  }
  strbuf_release(&text);
}

static void tell_branch(struct telling *telling, const struct result *result,
                        bool is_first) {
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
  struct telling telling = {
      .names = names, .execution = &alone, .style = style, .out = out};
  tell_lane(&telling, lane);
}

void executions_print(const struct result *result, uint32_t first,
                      struct text_style style, struct strbuf *out) {
  for (uint32_t i = first; i < result->executions.count; i++) {
    const struct execution *execution = &result->executions.at[i];
    struct telling telling = {.names = result->names,
                              .execution = execution,
                              .style = style,
                              .out = out};
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
