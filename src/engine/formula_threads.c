// Temporal formulas of programs whose threads share memory.
//
// Their interleavings are one sequential program (threads/), made without the
// reductions that lose states: what can follow a state matters, and a step
// that no other thread notices may be noticed by the formula. A state is where
// no step is being made; whose turn it is, is none (exact/formula_of.h).
#include "engine/internal.h"

#include "check/ledger_entries.h"
#include "program/draft.h"
#include "spec/syntax.h"
#include "threads/threads.h"

enum { SCHEDULE_ANY, SCHEDULE_WEAK };

static void assume(struct result *result, const char *what) {
  ledger_add(&result->ledger, result->names, LEDGER_ASSUMED, what);
}

static void fill_ledger(const struct engine_context *context,
                        const struct threads_facts *facts,
                        struct result *result) {
  assume(result, "accesses to memory as if sequentially consistent, also where "
                 "threads race for them");
  assume(result, "creating a thread succeeds");
  if (facts->has_conditions)
    assume(result, "who waits on a condition may go on without a signal");
  assume(result,
         context->options->fair_schedule == SCHEDULE_WEAK
             ? "a thread that can always go on does so at some time "
               "(--fair-schedule=weak)"
             : "any schedule, also such as never let a thread go on that could "
               "(--fair-schedule=none)");
}

// What formulas of threads do not speak of.
static bool can_ask(const struct engine_context *context,
                    const struct demand *demand,
                    const struct temporal *temporal, struct strbuf *why) {
  const struct check_syntax *check = &demand->check->item->check;
  if (demand->check->procedure.id != context->program->entry.id)
    strbuf_add(why, "formulas of threads are about the whole program");
  else if (temporal_counts_steps(check->formula))
    strbuf_add(why, "X, EX, AX, <> and [] count steps, and of threads nobody "
                    "says what one is");
  for (uint32_t i = 0; i < temporal->atoms.list.count && !why->length; i++) {
    const struct atom *atom = &temporal->atoms.list.at[i];
    if (atom->kind == ATOM_AT ||
        (atom->kind == ATOM_C && !formula_is_global(demand, atom->condition)))
      strbuf_add(why, "formulas of threads speak of conditions on globals, "
                      "actions, `end` and `stuck`");
  }
  return !why->length;
}

static bool has_actions(const struct temporal *temporal) {
  for (uint32_t i = 0; i < temporal->atoms.list.count; i++)
    if (temporal->atoms.list.at[i].kind == ATOM_ACTION)
      return true;
  return false;
}

// What is assumed of memory and the library must be so for both answers.
static bool is_modelled(const struct engine_context *context,
                        const struct threads_facts *facts,
                        const struct temporal *temporal, struct strbuf *why) {
  enum { MEMORY_AUTO, MEMORY_CONSISTENT };
  static const char *const handlers[] = {"atexit", "on_exit", "at_quick_exit",
                                         "__cxa_atexit", "__cxa_at_quick_exit"};
  struct position weak = context->program->weak_order;
  if (context->options->memory != MEMORY_CONSISTENT && position_is_known(weak))
    strbuf_add(why, "weak memory: an order weaker than seq_cst");
  else if (facts->is_torn)
    strbuf_add(why, "not modelled: others may see half of what is copied");
  else if (facts->has_sections &&
           (temporal->is_linear || has_actions(temporal)))
    strbuf_add(why, "not modelled: LTL, and actions, where statements run as "
                    "one");
  for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
    const struct procedure *found = program_find(context->program, handlers[i]);
    if (found && !found->is_defined && !why->length)
      strbuf_format(why, "not modelled: %s in a program with threads",
                    handlers[i]);
  }
  return !why->length;
}

static bool interleave(const struct engine_context *context,
                       struct program *draft, struct component_options *options,
                       struct threads_facts *facts, struct strbuf *why) {
  struct threads_options threads = {
      .entry = options->entry,
      .depth = options->depth,
      .wakes_for_nothing = true,
      .switches_always = true,
      .keeps_states = true,
      .is_fair = context->options->fair_schedule == SCHEDULE_WEAK,
      .finds_deadlocks = true};
  behaviour_prepare(draft, options);
  if (!threads_interleave(draft, &threads, facts, why))
    return false;
  options->entry = draft->entry;
  log_line(context->log, 2, "threads",
           "%u threads, a product of %u locations and %u edges", facts->threads,
           facts->locations, facts->edges);
  return true;
}

static struct temporal_premises
premises_of(const struct engine_context *context,
            const struct threads_facts *facts) {
  bool is_fair = context->options->fair_schedule == SCHEDULE_WEAK;
  return (struct temporal_premises){
      .has_turns = true, .fair_threads = is_fair ? facts->threads + 1 : 0};
}

static void decide(struct engine_context *context, const struct demand *demand,
                   struct program *draft, struct component_options *options,
                   const struct conformance *conformance,
                   const struct threads_facts *facts, struct result *result) {
  struct temporal_premises premises = premises_of(context, facts);
  struct temporal temporal;
  struct behaviour behaviour = {0};
  struct component component = {0};
  struct strbuf why = {0};
  if (temporal_init(&temporal, demand->spec, result->names,
                    &demand->check->item->check, &premises, &why) &&
      is_modelled(context, facts, &temporal, &why) &&
      component_init(&component, &behaviour, draft, options, &why)) {
    struct ledger_facts told = {.component = &component,
                                .options = options,
                                .model_is_given = demand->has_model,
                                .conformance = conformance,
                                .is_part = true};
    ledger_fill(&result->ledger, &told);
    fill_ledger(context, facts, result);
    formula_decide_function(context, demand, &temporal, NULL, &component,
                            options, &conformance->weaving, result);
  } else {
    refuse(result, strbuf_text(&why));
  }
  temporal_release(&temporal);
  component_release(&component);
  behaviour_release(&behaviour);
  strbuf_release(&why);
}

void formula_run_threads(struct engine_context *context,
                         const struct demand *demand,
                         const struct temporal *temporal,
                         struct result *result) {
  struct component_options options = {.rules = demand->component.rules,
                                      .takes_bodies =
                                          context->options->inline_bodies,
                                      .has_threads = true,
                                      .is_temporal = true,
                                      .depth = depth_for_once(context)};
  struct program *draft = program_draft(context->program);
  struct conformance conformance = {0};
  struct threads_facts facts = {0};
  struct strbuf why = {0};
  if (can_ask(context, demand, temporal, &why) &&
      conformance_init(&conformance, draft, demand->spec, demand->check,
                       &options, &why) &&
      interleave(context, draft, &options, &facts, &why))
    decide(context, demand, draft, &options, &conformance, &facts, result);
  else
    refuse(result, strbuf_text(&why));
  conformance_release(&conformance);
  variable_vec_release(&facts.counters);
  program_free(draft);
  strbuf_release(&why);
}

// ---- Termination ------------------------------------------------------------

// A proof says nothing of calls that may not come back.
static void doubt_end(const struct behaviour *behaviour,
                      struct result *result) {
  const char *staying =
      termination_staying(behaviour->program, behaviour->procedure);
  struct strbuf why = {0};
  if (result->verdict != VERDICT_TRUE || !staying)
    return;
  strbuf_format(&why, "`%s` may never come back", staying);
  refuse(result, strbuf_text(&why));
  strbuf_release(&why);
}

static void decide_end(struct engine_context *context,
                       const struct temporal *temporal,
                       struct component *component,
                       const struct component_options *options,
                       struct result *result) {
  struct term_vec conditions = {0};
  struct formula_runs runs = {component, options, NULL};
  for (uint32_t i = 0; i < temporal->atoms.list.count; i++)
    term_vec_push(&conditions, (struct term){0});
  struct abstract_subject subject = {.behaviour = component->behaviour,
                                     .effects = component->behaviour->effects,
                                     .atoms = &temporal->atoms,
                                     .conditions = &conditions,
                                     .has_turns = true};
  formula_decide(context, temporal, &subject, &runs, result);
  doubt_end(component->behaviour, result);
  term_vec_release(&conditions);
}

void formula_end_threads(struct engine_context *context,
                         const struct demand *demand, struct result *result) {
  static const struct formula_syntax end = {.kind = FORMULA_END};
  static const struct formula_syntax ends = {.kind = FORMULA_FINALLY,
                                             .a = &end};
  static const struct check_syntax check = {.goal = GOAL_LTL, .formula = &ends};
  struct component_options options = demand->component;
  struct program *draft = program_draft(context->program);
  struct threads_facts facts = {0};
  struct temporal temporal = {0};
  struct behaviour behaviour = {0};
  struct component component = {0};
  struct strbuf why = {0};
  options.is_temporal = true;
  options.is_task = demand->is_task;
  options.depth = depth_for_once(context);
  bool ok = interleave(context, draft, &options, &facts, &why);
  struct temporal_premises premises = premises_of(context, &facts);
  if (ok &&
      temporal_init(&temporal, NULL, result->names, &check, &premises, &why) &&
      is_modelled(context, &facts, &temporal, &why) &&
      component_init(&component, &behaviour, draft, &options, &why) &&
      formula_can_ask(&behaviour, &why)) {
    struct ledger_facts told = {.component = &component,
                                .options = &options,
                                .model_is_given = demand->has_model,
                                .is_termination = true,
                                .is_part = true};
    ledger_fill(&result->ledger, &told);
    fill_ledger(context, &facts, result);
    decide_end(context, &temporal, &component, &options, result);
  } else {
    refuse(result, strbuf_text(&why));
  }
  temporal_release(&temporal);
  component_release(&component);
  behaviour_release(&behaviour);
  variable_vec_release(&facts.counters);
  program_free(draft);
  strbuf_release(&why);
}
