// Programs that create threads: their interleavings are one sequential program,
// of which everything else is asked.
#include "engine/internal.h"

#include "check/ledger_entries.h"
#include "program/draft.h"
#include "threads/threads.h"

static void assume(struct result *result, const char *what) {
  ledger_add(&result->ledger, result->names, LEDGER_ASSUMED, what);
}

static void fill_ledger(struct result *result, const struct demand *demand,
                        const struct threads_facts *facts) {
  bool has_races =
      !demand->component.rules.checks_races || result->verdict != VERDICT_TRUE;
  assume(result, has_races
                     ? "accesses to memory as if sequentially consistent, "
                       "also where threads race for them"
                     : "atomic accesses as if sequentially consistent");
  assume(result, "creating a thread succeeds");
  if (facts->has_conditions)
    assume(result, demand->is_task
                       ? "who waits on a condition goes on only when signalled"
                       : "who waits on a condition may go on without a signal");
  if (facts->has_blocks)
    assume(result, "calls of library functions and copies of whole objects are "
                   "one step each");
}

static bool is_ready(struct inquiry *inquiry, struct program *threaded,
                     struct threads_facts *facts, struct strbuf *why) {
  enum { TURNS_FEW, TURNS_SHARED, TURNS_LOCKS, TURNS_ALL };
  int turns = inquiry->context->options->turns;
  struct threads_options options = {
      .entry = inquiry->options.entry,
      .depth = depth_for_once(inquiry->context),
      .wakes_for_nothing = !inquiry->demand->is_task,
      .moves_locks = turns == TURNS_FEW || turns == TURNS_SHARED,
      .moves_protected = turns == TURNS_FEW,
      .switches_always = turns == TURNS_ALL,
      .finds_races = inquiry->options.rules.checks_races};
  if (inquiry->options.rules.checks_deref) {
    strbuf_add(why, "validity of accesses in a program with threads");
    return false;
  }
  inquiry->program = program_draft(inquiry->context->program);
  behaviour_prepare(inquiry->program, &inquiry->options);
  behaviour_prepare(threaded, &inquiry->options);
  threads_prepare(threaded, inquiry->options.entry);
  if (!threads_interleave(inquiry->program, &options, facts, why))
    return false;
  inquiry->options.entry = inquiry->program->entry;
  log_line(inquiry->context->log, 2, "threads",
           "%u threads, a product of %u locations and %u edges", facts->threads,
           facts->locations, facts->edges);
  return true;
}

// What is true of sequentially consistent memory only.
static void qualify(struct engine_context *context, const struct demand *demand,
                    struct result *result) {
  enum { MEMORY_AUTO, MEMORY_CONSISTENT };
  struct position weak = context->program->weak_order;
  if (result->verdict != VERDICT_TRUE || demand->is_task)
    return;
  if (context->options->memory == MEMORY_CONSISTENT) {
    result->qualified = intern(result->names, "sequentially consistent");
  } else if (position_is_known(weak)) {
    struct strbuf why = {0};
    strbuf_add(&why, "weak memory: an order weaker than seq_cst at ");
    position_print(result->names, weak, &why);
    refuse(result, strbuf_text(&why));
    strbuf_release(&why);
  }
}

// What calls do to memory is not looked at for races.
static void refuse_blind(struct result *result,
                         const struct threads_facts *facts) {
  if (result->verdict != VERDICT_TRUE || !facts->is_blind)
    return;
  struct strbuf why = {0};
  strbuf_add(&why, "not modelled: what threads may share is accessed by the "
                   "call at ");
  position_print(result->names, facts->blind, &why);
  refuse(result, strbuf_text(&why));
  strbuf_release(&why);
}

// A copy is one step: a proof says nothing of who sees half of it.
static void refuse_torn(struct result *result,
                        const struct threads_facts *facts) {
  if (result->verdict != VERDICT_TRUE || !facts->is_torn)
    return;
  struct strbuf why = {0};
  strbuf_add(&why, "not modelled: others may see half of what is copied at ");
  position_print(result->names, facts->torn, &why);
  refuse(result, strbuf_text(&why));
  strbuf_release(&why);
}

void run_threads(struct engine_context *context, const struct demand *demand,
                 struct result *result) {
  struct inquiry inquiry = {.context = context,
                            .demand = demand,
                            .options = demand->component,
                            .result = result};
  struct threads_facts facts = {0};
  struct strbuf why = {0};
  inquiry.options.depth = depth_for_once(context);
  inquiry.options.is_task = demand->is_task;
  struct program *threaded = program_draft(context->program);
  inquiry.options.threaded = threaded;
  if (is_ready(&inquiry, threaded, &facts, &why)) {
    inquiry_run(&inquiry);
    fill_ledger(result, demand, &facts);
    qualify(context, demand, result);
    refuse_torn(result, &facts);
    refuse_blind(result, &facts);
  } else {
    refuse(result, strbuf_text(&why));
  }
  inquiry_release(&inquiry);
  program_free(threaded);
  strbuf_release(&why);
}
