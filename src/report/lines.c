#include "report/lines.h"

#include "report/fold.h"

// Values at the line that was last come to.
static void add_values(const struct result *result, const struct lane *lane,
                       uint32_t first, uint32_t end, struct strbuf *out) {
  bool is_first = true;
  for (uint32_t i = first; i < end; i++) {
    const struct step *step = &lane->steps.at[i];
    if (step->kind != STEP_VALUE && step->kind != STEP_NOTE)
      continue;
    if (is_first) {
      position_print(
          result->names,
          (struct position){step->position.file, step->position.line, 0}, out);
      strbuf_add(out, ": note: ");
    }
    strbuf_format(out, "%s%s", is_first ? "" : ", ",
                  name_text(result->names, step->text));
    if (step->kind == STEP_VALUE)
      strbuf_format(out, " = %s", name_text(result->names, step->value));
    is_first = false;
  }
  strbuf_add(out, is_first ? "" : "\n");
}

static void add_lane(const struct result *result, const struct lane *lane,
                     struct strbuf *out) {
  struct gap_vec gaps = {0};
  uint32_t gap = 0, first = 0;
  struct bitset none = {0};
  fold_lane(lane, 0, &none, &gaps);
  for (uint32_t i = 0; i <= lane->steps.count; i++) {
    bool is_gap = gap < gaps.count && i == gaps.at[gap].first;
    if (i == lane->steps.count || lane->steps.at[i].kind == STEP_LINE) {
      add_values(result, lane, first, i, out);
      first = i;
    }
    if (is_gap) {
      i = gaps.at[gap++].end - 1;
      first = i + 1;
    }
  }
  gap_vec_release(&gaps);
}

static void add_execution(const struct result *result, uint32_t row,
                          struct strbuf *out) {
  for (uint32_t i = 0; i < result->executions.count; i++) {
    const struct execution *execution = &result->executions.at[i];
    if (execution->row != row || !execution->lanes.count)
      continue;
    add_lane(result, &execution->lanes.at[0], out);
    return;
  }
}

void lines_print(const struct result *result, struct strbuf *out) {
  for (uint32_t i = 0; i < result->rows.count; i++) {
    const struct result_row *row = &result->rows.at[i];
    bool fails = row->status == ROW_FAILS;
    if (row->status == ROW_HOLDS || row->status == ROW_UNREACHED)
      continue;
    position_print(result->names, row->position, out);
    strbuf_format(out, ": %s: %s %s", fails ? "error" : "warning",
                  name_text(result->names, row->text),
                  fails ? "is violated" : "could not be decided");
    if (!name_is_none(row->reason))
      strbuf_format(out, " (%s)", name_text(result->names, row->reason));
    strbuf_format(out, " [%s]\n", row->property);
    if (fails)
      add_execution(result, i, out);
  }
}
