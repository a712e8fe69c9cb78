#include "bp/record.h"

#include <stdarg.h>

enum { MOST_STEPS = 1000 }; // that are told of callees that return

// Parts of a lane

static struct name source_of(const struct bp_record *record,
                             struct position position) {
  const char *line = diag_source_line(record->sources, position);
  while (line && (*line == ' ' || *line == '\t'))
    line++;
  return intern(record->bp->names, line ? line : "");
}

static bool same_line(struct position a, struct position b) {
  return a.line == b.line && name_equal(a.file, b.file);
}

void bp_record_line(struct bp_record *record, uint32_t procedure,
                    uint32_t statement, uint32_t thread) {
  const struct bp_statement *s =
      &record->bp->procedures.at[procedure].statements.at[statement];
  if ((s->kind == BP_GOTO && s->target_count == 1) ||
      same_line(s->position, record->last))
    return;
  record->last = s->position;
  struct step *step =
      lane_add(record->lane, STEP_LINE, source_of(record, s->position));
  step->position = s->position;
  step->thread = thread;
}

void bp_record_values(struct bp_record *record, uint32_t procedure,
                      uint32_t first, const bool *before, const bool *now) {
  uint32_t count = bp_slot_count(record->bp, procedure);
  for (uint32_t slot = first; slot < count; slot++) {
    if (before && before[slot] == now[slot])
      continue;
    struct step *step =
        lane_add(record->lane, STEP_VALUE,
                 bp_declaration(record->bp, procedure, slot)->name);
    step->value = intern(record->bp->names, now[slot] ? "1" : "0");
    step->raw = now[slot];
  }
}

void bp_record_note(struct bp_record *record, const char *format, ...) {
  struct strbuf text = {0};
  va_list args;
  va_start(args, format);
  strbuf_vformat(&text, format, args);
  va_end(args);
  lane_add(record->lane, STEP_NOTE,
           intern(record->bp->names, strbuf_text(&text)));
  strbuf_release(&text);
  record->last = (struct position){0};
}

// Threads

static uint32_t find_thread(const struct world *world, uint32_t id) {
  for (uint32_t i = 0; i < world->threads.count; i++)
    if (world->threads.at[i].id == id)
      return i;
  return UINT32_MAX;
}

static const char *procedure_name(const struct bp_record *record,
                                  const struct thread *thread) {
  const struct bp *bp = record->bp;
  return name_text(bp->names, bp->procedures.at[thread->procedure].name);
}

static void tell_frame(struct bp_record *record, const struct thread *old,
                       const struct thread *new, bool is_call) {
  if (is_call)
    bp_record_note(record, "enters %s", procedure_name(record, new));
  else if (old->stack != new->stack)
    bp_record_note(record, "returns to %s", procedure_name(record, new));
}

// What the thread that moved sees now and did not before. The values of a frame
// that was returned to are known from before, but for what was returned; all of
// them are told again.
static void tell_change(struct bp_record *record, const struct worlds *worlds,
                        const struct world *before, const struct world *now,
                        uint32_t id) {
  uint32_t i = find_thread(before, id), k = find_thread(now, id);
  const struct thread *old = &before->threads.at[i];
  const struct thread *new = &now->threads.at[k];
  bool is_same = old->stack == new->stack;
  bool is_call = record->bp->procedures.at[old->procedure]
                     .statements.at[old->statement]
                     .kind == BP_CALL;
  bool *was = world_values(worlds, before, i);
  bool *is = world_values(worlds, now, k);
  tell_frame(record, old, new, is_call);
  bp_record_values(record, new->procedure,
                   is_call ? record->bp->globals.count : 0,
                   is_same && !is_call ? was : NULL, is);
  free(was);
  free(is);
}

void bp_record_happening(struct bp_record *record, const struct worlds *worlds,
                         const struct world *before, const struct world *now,
                         const struct happening *what) {
  uint32_t thread = bp_has_threads(record->bp) ? what->id : 0;
  if (thread)
    record->last = (struct position){0}; // others may have been here
  bp_record_line(record, what->procedure, what->statement, thread);
  if (find_thread(now, what->id) == UINT32_MAX)
    bp_record_note(record, thread ? "thread %u has ended" : "ends", what->id);
  else
    tell_change(record, worlds, before, now, what->id);
  if (what->started)
    bp_record_note(record, "starts thread %u", what->started);
}

// Traces

struct telling {
  struct bp_record record;
  const struct bp_code *code;
  const struct bp_trace *trace;
  double *lengths; // of closed runs with their callees'; 0: not known yet
  double left;     // steps of callees that may still be told
};

static const char *name_of(const struct telling *telling,
                           const struct bp_run *run) {
  const struct bp *bp = telling->code->bp;
  return name_text(bp->names, bp->procedures.at[run->part].name);
}

// Runs are measured when all that they call are: again and again until the
// first is, at most as often as calls are nested.
static bool measure(struct telling *telling, uint32_t index) {
  const struct bp_run *run = &telling->trace->runs.at[index];
  double length = run->steps.count;
  for (uint32_t i = 0; i < run->steps.count; i++) {
    uint32_t callee = run->steps.at[i].callee;
    if (callee == BP_NO_RUN)
      continue;
    if (telling->lengths[callee] == 0)
      return false;
    length += telling->lengths[callee];
  }
  telling->lengths[index] = length;
  return true;
}

static void measure_all(struct telling *telling) {
  uint32_t count = telling->trace->runs.count;
  bool is_changed = true;
  while (is_changed) {
    is_changed = false;
    for (uint32_t i = count; i-- > 0;)
      if (telling->lengths[i] == 0)
        is_changed |= measure(telling, i);
  }
}

static void tell_run(struct telling *telling, uint32_t index);

static void tell_enter(struct telling *telling, const struct bp_run *callee) {
  bp_record_note(&telling->record, "enters %s", name_of(telling, callee));
  bp_record_values(&telling->record, callee->part,
                   telling->code->bp->globals.count, NULL,
                   callee->steps.at[0].before);
}

static void tell_call(struct telling *telling, const struct bp_run *run,
                      uint32_t index) {
  const struct bp_run *callee = &telling->trace->runs.at[index];
  if (telling->lengths[index] > telling->left) {
    bp_record_note(&telling->record, "%s returns after %.3g steps",
                   name_of(telling, callee), telling->lengths[index]);
    return;
  }
  tell_enter(telling, callee);
  tell_run(telling, index);
  bp_record_note(&telling->record, "returns to %s", name_of(telling, run));
}

static void tell_step(struct telling *telling, const struct bp_run *run,
                      uint32_t step) {
  const struct bp_run_step *at = &run->steps.at[step];
  const struct bp_origin *origin = &telling->code->origins.at[at->edge];
  bool is_last = step + 1 == run->steps.count;
  bp_record_line(&telling->record, origin->procedure, origin->statement, 0);
  if (at->callee != BP_NO_RUN && !is_last)
    tell_call(telling, run, at->callee);
  if (!is_last)
    bp_record_values(&telling->record, run->part, 0, at->before,
                     run->steps.at[step + 1].before);
}

// Nested as deep as what is left to be told is long, at most.
static void tell_run(struct telling *telling, uint32_t index) {
  const struct bp_run *run = &telling->trace->runs.at[index];
  for (uint32_t i = 0; i < run->steps.count; i++) {
    telling->left--;
    tell_step(telling, run, i);
  }
}

static void tell_open_runs(struct telling *telling) {
  uint32_t index = telling->trace->first;
  const struct bp_run *run = &telling->trace->runs.at[index];
  bp_record_values(&telling->record, run->part, 0, NULL,
                   run->steps.at[0].before);
  for (;;) {
    tell_run(telling, index);
    index = run->steps.at[run->steps.count - 1].callee;
    if (index == BP_NO_RUN)
      return;
    run = &telling->trace->runs.at[index];
    tell_enter(telling, run);
  }
}

double bp_record_trace(struct execution *execution, const struct bp_code *code,
                       const struct bp_trace *trace, struct diag *sources) {
  struct telling telling = {
      .record = {.bp = code->bp,
                 .sources = sources,
                 .lane = execution_add_lane(execution, (struct name){0})},
      .code = code,
      .trace = trace,
      .lengths = memory_new_zero(trace->runs.count + 1u, sizeof(double)),
      .left = MOST_STEPS};
  measure_all(&telling);
  tell_open_runs(&telling);
  double length = telling.lengths[trace->first];
  free(telling.lengths);
  return length;
}
