#include "bp/replay.h"

#include <string.h>

#include "bp/concrete.h"

struct replay {
  const struct bp_code *code;
  const struct bp *bp;
  const struct bp_trace *trace;
  uint32_t row;
};

// The place that a step leaves, as a statement of its procedure.
static uint32_t statement_at(const struct replay *replay,
                             const struct bp_run *run, uint32_t step) {
  const struct bp_graph *graph = &replay->code->graph;
  uint32_t from = graph->edges.at[run->steps.at[step].edge].from;
  return from - graph->parts.at[run->part].entry;
}

static const struct bp_statement *statement_of(const struct replay *replay,
                                               const struct bp_run *run,
                                               uint32_t step) {
  return &replay->bp->procedures.at[run->part]
              .statements.at[statement_at(replay, run, step)];
}

static enum bp_edge_kind kind_of(const struct replay *replay,
                                 const struct bp_run *run, uint32_t step) {
  return replay->code->graph.edges.at[run->steps.at[step].edge].kind;
}

static bool same_values(const bool *a, const bool *b, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

static bool is_initial(bool value, enum bp_initial initial) {
  return initial == BP_INITIAL_ANY || value == (initial == BP_INITIAL_TRUE);
}

// Beginnings

static bool begins_well(const struct replay *replay, const struct bp_run *run) {
  const struct bp_procedure *p = &replay->bp->procedures.at[run->part];
  const bool *values = run->steps.at[0].before;
  for (uint32_t i = p->parameter_count; i < p->locals.count; i++)
    if (!is_initial(values[replay->bp->globals.count + i],
                    p->locals.at[i].initial))
      return false;
  return !statement_at(replay, run, 0) &&
         bp_is_enforced(replay->bp, run->part, values);
}

static bool program_begins_well(const struct replay *replay) {
  const struct bp_run *run = &replay->trace->runs.at[replay->trace->first];
  for (uint32_t i = 0; i < replay->bp->globals.count; i++)
    if (!is_initial(run->steps.at[0].before[i],
                    replay->bp->globals.at[i].initial))
      return false;
  return run->part == replay->bp->main;
}

// Steps

static bool assigns_well(const struct replay *replay, const struct bp_run *run,
                         uint32_t step) {
  const struct bp *bp = replay->bp;
  const struct bp_statement *s = statement_of(replay, run, step);
  const bool *now = run->steps.at[step].before;
  const bool *next = run->steps.at[step + 1].before;
  uint32_t slots = bp_slot_count(bp, run->part);
  bool *values = memory_new_zero(s->value_count + 1u, sizeof *values);
  bool *made = memory_new_zero(slots + 1u, sizeof *made);
  bool ok = true;
  for (uint32_t i = 0; i < s->value_count; i++) {
    values[i] = next[bp_slot(bp, s->variables[i])];
    ok &= bp_can_be(bp, s->values[i], now, values[i]);
  }
  ok = ok && bp_assign(bp, run->part, s, values, now, made) &&
       same_values(made, next, slots) &&
       statement_at(replay, run, step + 1) ==
           statement_at(replay, run, step) + 1;
  free(values);
  free(made);
  return ok;
}

static bool moves_well(const struct replay *replay, const struct bp_run *run,
                       uint32_t step) {
  const struct bp *bp = replay->bp;
  const bool *now = run->steps.at[step].before;
  uint32_t from = statement_at(replay, run, step), to = 0;
  uint32_t wanted = statement_at(replay, run, step + 1);
  if (!same_values(now, run->steps.at[step + 1].before,
                   bp_slot_count(bp, run->part)))
    return false;
  for (uint32_t i = 0; bp_next_place(bp, run->part, from, now, i, &to); i++)
    if (to == wanted)
      return true;
  return false;
}

static bool steps_well(const struct replay *replay, const struct bp_run *run,
                       uint32_t step) {
  switch (statement_of(replay, run, step)->kind) {
  case BP_CALL:
  case BP_RETURN: return false;
  case BP_ASSIGN: return assigns_well(replay, run, step);
  default: return moves_well(replay, run, step);
  }
}

// Calls

static bool enters_well(const struct replay *replay, const struct bp_run *run,
                        uint32_t step) {
  const struct bp *bp = replay->bp;
  const struct bp_statement *s = statement_of(replay, run, step);
  const bool *now = run->steps.at[step].before;
  uint32_t index = run->steps.at[step].callee, globals = bp->globals.count;
  if (s->kind != BP_CALL || index >= replay->trace->runs.count)
    return false;
  const struct bp_run *callee = &replay->trace->runs.at[index];
  if (callee->part != s->callee || !callee->steps.count ||
      !same_values(now, callee->steps.at[0].before, globals))
    return false;
  for (uint32_t i = 0; i < s->value_count; i++)
    if (!bp_can_be(bp, s->values[i], now,
                   callee->steps.at[0].before[globals + i]))
      return false;
  return true;
}

// Can the callee return what the caller gets?
static bool returns_well(const struct replay *replay,
                         const struct bp_statement *s,
                         const struct bp_run *callee, const bool *next) {
  const struct bp *bp = replay->bp;
  uint32_t last = callee->steps.count - 1;
  const struct bp_statement *end = statement_of(replay, callee, last);
  const bool *values = callee->steps.at[last].before;
  for (uint32_t i = 0; i < s->variable_count; i++)
    if (!s->is_dropped[i] && !bp_can_be(bp, end->values[i], values,
                                        next[bp_slot(bp, s->variables[i])]))
      return false;
  return true;
}

static bool leaves_well(const struct replay *replay, const struct bp_run *run,
                        uint32_t step) {
  const struct bp *bp = replay->bp;
  const struct bp_statement *s = statement_of(replay, run, step);
  const struct bp_run *callee =
      &replay->trace->runs.at[run->steps.at[step].callee];
  uint32_t last = callee->steps.count - 1, slots = bp_slot_count(bp, run->part);
  const bool *next = run->steps.at[step + 1].before;
  if (statement_of(replay, callee, last)->kind != BP_RETURN ||
      kind_of(replay, callee, last) != BP_EDGE_RETURN)
    return false;
  bool *made = memory_new_zero(slots + 1u, sizeof *made);
  memcpy(made, run->steps.at[step].before, slots * sizeof *made);
  memcpy(made, callee->steps.at[last].before, bp->globals.count * sizeof *made);
  for (uint32_t i = 0; i < s->variable_count; i++)
    if (!s->is_dropped[i])
      made[bp_slot(bp, s->variables[i])] = next[bp_slot(bp, s->variables[i])];
  bool ok = same_values(made, next, slots) &&
            returns_well(replay, s, callee, next) &&
            bp_is_enforced(bp, run->part, next) &&
            statement_at(replay, run, step + 1) ==
                statement_at(replay, run, step) + 1;
  free(made);
  return ok;
}

static bool violates(const struct replay *replay, const struct bp_run *run,
                     uint32_t step) {
  const struct bp_row *row = &replay->code->rows.at[replay->row];
  return row->procedure == run->part &&
         (row->kind == BP_ROW_ABORTIF ||
          row->statement == statement_at(replay, run, step)) &&
         bp_can_be(replay->bp, row->failed, run->steps.at[step].before, true);
}

static bool does_well(const struct replay *replay, const struct bp_run *run,
                      uint32_t step) {
  bool is_last = step + 1 == run->steps.count;
  switch (kind_of(replay, run, step)) {
  case BP_EDGE_STEP: return !is_last && steps_well(replay, run, step);
  case BP_EDGE_CALL:
    return enters_well(replay, run, step) &&
           (is_last || leaves_well(replay, run, step));
  case BP_EDGE_RETURN:
    return is_last && statement_of(replay, run, step)->kind == BP_RETURN;
  case BP_EDGE_VIOLATION: return is_last && violates(replay, run, step);
  }
  return false;
}

// Runs

// Open runs are a chain from the first one to the violation.
static bool chain_is_well(const struct replay *replay) {
  uint32_t index = replay->trace->first;
  for (uint32_t i = 0; i < replay->trace->runs.count; i++) {
    const struct bp_run *run = &replay->trace->runs.at[index];
    uint32_t last = run->steps.count - 1;
    enum bp_edge_kind kind = kind_of(replay, run, last);
    if (kind != BP_EDGE_CALL)
      return kind == BP_EDGE_VIOLATION;
    index = run->steps.at[last].callee;
  }
  return false;
}

// Otherwise runs would rest on themselves. Depth first with a stack of its own:
// open runs are those on the way to the one that is looked at.
static bool is_acyclic(const struct bp_trace *trace) {
  uint32_t *state = memory_new_zero(trace->runs.count, sizeof *state);
  struct u32_vec stack = {0};
  enum { NEW, OPEN, DONE };
  bool ok = true;
  u32_vec_push(&stack, trace->first);
  while (stack.count && ok) {
    uint32_t index = *u32_vec_last(&stack);
    const struct bp_run *run = &trace->runs.at[index];
    if (state[index] != NEW) {
      state[index] = DONE;
      u32_vec_pop(&stack);
      continue;
    }
    state[index] = OPEN;
    for (uint32_t i = 0; i < run->steps.count; i++) {
      uint32_t callee = run->steps.at[i].callee;
      if (callee != BP_NO_RUN && state[callee] == NEW)
        u32_vec_push(&stack, callee);
      ok &= callee == BP_NO_RUN || state[callee] != OPEN;
    }
  }
  u32_vec_release(&stack);
  free(state);
  return ok;
}

static bool complain(const struct replay *replay, const struct bp_run *run,
                     uint32_t step, struct strbuf *why) {
  const struct bp_statement *s = statement_of(replay, run, step);
  position_print(replay->bp->names, s->position, why);
  strbuf_add(why, ": a step that does not happen");
  return false;
}

static bool run_is_well(const struct replay *replay, const struct bp_run *run,
                        struct strbuf *why) {
  if (!run->steps.count || !begins_well(replay, run))
    return run->steps.count && complain(replay, run, 0, why);
  for (uint32_t i = 0; i < run->steps.count; i++)
    if (!does_well(replay, run, i))
      return complain(replay, run, i, why);
  return true;
}

bool bp_replays(const struct bp_code *code, const struct bp_trace *trace,
                uint32_t row, struct strbuf *why) {
  struct replay replay = {code, code->bp, trace, row};
  for (uint32_t i = 0; i < trace->runs.count; i++)
    if (!run_is_well(&replay, &trace->runs.at[i], why))
      return false;
  if (program_begins_well(&replay) && chain_is_well(&replay) &&
      is_acyclic(trace))
    return true;
  strbuf_add(why, "it does not begin where the program does");
  return false;
}
