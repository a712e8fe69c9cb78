// Programs that create threads: their interleavings are one sequential program,
// of which everything else is asked.
#include "engine/internal.h"

#include "check/ledger_entries.h"
#include "program/draft.h"
#include "threads/threads.h"

static void assume(struct result *result, const char *what) {
  ledger_add(&result->ledger, result->names, LEDGER_ASSUMED, what);
}

// In tasks a wait on a condition ends with a signal only. That is no order in
// which accesses happen, though: POSIX lets it end without one, so where races
// are looked for it may.
static bool wakes_for_nothing(const struct demand *demand) {
  return !demand->is_task || demand->component.rules.checks_races;
}

// What the reductions rest on.
static void tell_commuting(struct result *result,
                           const struct threads_facts *facts) {
  struct strbuf text = {0};
  strbuf_format(&text,
                "%u pairs of turns of threads commute, %u words of mutexes are "
                "zero where turns begin: by Z3",
                facts->independence.commuting, facts->independence.claims);
  if (facts->independence.commuting)
    ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
               strbuf_text(&text));
  strbuf_release(&text);
}

// Threads may come to wait for each other; not where it is known that they do
// not.
static void warn_of_order(struct result *result, const struct demand *demand,
                          const struct threads_facts *facts) {
  if (name_is_none(facts->lock_order) ||
      demand->component.rules.checks_deadlock)
    return;
  remark_vec_push(&result->remarks,
                  (struct remark){"warning",
                                  intern(result->names,
                                         "mutexes are taken in a circle, which "
                                         "may be a deadlock (--deadlock):"),
                                  facts->lock_order});
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
    assume(result,
           wakes_for_nothing(demand)
               ? "who waits on a condition may go on without a signal"
               : "who waits on a condition goes on only when signalled");
  if (facts->has_blocks)
    assume(result, "calls of library functions and copies of whole objects are "
                   "one step each");
}

// How creations are looked at that can run any number of times.
struct plan {
  uint32_t pool;               // so many threads each
  bool has_crowd;              // and any number more, of which less is known
  bool is_quiet;               // executions with more are left out
  uint32_t most_interruptions; // see interleave.h
  bool tries_fail;      // who only tries to take a lock may fail for nothing
  uint64_t order_units; // of the solver: only orders of accesses are asked
  uint32_t order_depth; // about (order/order.h), to a depth
  uint64_t most_units, most_steps; // of the search for a proof; 0: no limit
  uint32_t followed_values;        // 0: as many as it may be
  uint32_t kinds_from; // instead: so many threads that do the same are a kind,
                       // and each is looked at alone (control/modular.h); 0: no
  bool is_bounded;     // of these, a program without unbounded creation only
  const struct certificate *certificate; // to be checked; null: a proof is
                                         // looked for
};

// A specification that is woven into the program whose threads are interleaved,
// and in the same way into the one that runs beside it.
struct monitored {
  struct conformance conformance, beside;
};

// What nobody looks at together with a specification.
static bool is_beyond(const struct inquiry *inquiry, struct strbuf *why) {
  const struct target_rules *rules = &inquiry->options.rules;
  const char *what = rules->checks_races                  ? "--races"
                     : rules->checks_deadlock             ? "--deadlock"
                     : inquiry->context->options->control ? "--control"
                     : inquiry->order_units               ? "--order"
                                                          : NULL;
  if (what)
    strbuf_format(why, "specifications together with %s", what);
  return what != NULL;
}

static bool weave(struct inquiry *inquiry, struct program *threaded,
                  struct monitored *monitored, struct strbuf *why) {
  const struct demand *demand = inquiry->demand;
  struct component_options unused;
  if (is_beyond(inquiry, why))
    return false;
  inquiry->options.takes_bodies = inquiry->context->options->inline_bodies;
  inquiry->options.has_threads = true;
  unused = inquiry->options;
  inquiry->conformance = &monitored->conformance;
  return conformance_init(&monitored->conformance, inquiry->program,
                          demand->spec, demand->check, &inquiry->options,
                          why) &&
         conformance_init(&monitored->beside, threaded, demand->spec,
                          demand->check, &unused, why);
}

// Not everything is asked of a loop that gives turns.
static bool can_give_turns(const struct inquiry *inquiry,
                           const struct plan *plan, struct strbuf *why) {
  const struct target_rules *rules = &inquiry->options.rules;
  const char *what = target_rules_ask_memory(rules) ? "validity of accesses"
                     : rules->checks_races          ? "data races"
                     : rules->checks_deadlock       ? "deadlocks"
                                                    : NULL;
  if (what)
    strbuf_format(why, "%s with --%s", what,
                  plan->order_units ? "order" : "control");
  return !what;
}

// Is nothing a violation but the call of a function?
static bool may_be_symmetric(const struct inquiry *inquiry) {
  const struct target_rules *rules = &inquiry->options.rules;
  return inquiry->context->options->symmetry && !inquiry->demand->check &&
         !rules->label && !rules->checks_overflow && !rules->checks_div0 &&
         !rules->checks_leaks && !rules->checks_requirements &&
         !rules->checks_promises && !rules->checks_specification &&
         !target_rules_ask_memory(rules);
}

static bool is_ready(struct inquiry *inquiry, struct program *threaded,
                     const struct plan *plan, struct threads_facts *facts,
                     struct monitored *monitored, struct strbuf *why) {
  enum { TURNS_FEW, TURNS_MOVERS, TURNS_SHARED, TURNS_LOCKS, TURNS_ALL };
  int turns = inquiry->context->options->turns;
  inquiry->program = program_draft(inquiry->context->program);
  if (inquiry->demand->check && !weave(inquiry, threaded, monitored, why))
    return false;
  struct threads_options options = {
      .entry = inquiry->options.entry,
      .depth = depth_for_once(inquiry->context),
      .pool = plan->pool,
      .has_crowd = plan->has_crowd,
      .is_quiet = plan->is_quiet,
      .wakes_for_nothing = wakes_for_nothing(inquiry->demand),
      .most_interruptions = plan->most_interruptions,
      .tries_fail = plan->tries_fail,
      .moves_locks = turns <= TURNS_SHARED,
      .moves_protected = turns <= TURNS_MOVERS,
      .looks_ahead = turns == TURNS_FEW,
      .commutes = inquiry->context->options->commute,
      .sleeps = inquiry->context->options->sleep,
      .is_symmetric = may_be_symmetric(inquiry),
      .switches_always = turns == TURNS_ALL,
      .ends_lives = target_rules_ask_memory(&inquiry->options.rules),
      .finds_races = inquiry->options.rules.checks_races,
      .finds_deadlocks = inquiry->options.rules.checks_deadlock,
      .gives_turns = inquiry->context->options->control != 0 ||
                     plan->order_units || plan->kinds_from,
      .kinds_from = plan->kinds_from};
  if (options.gives_turns && !can_give_turns(inquiry, plan, why))
    return false;
  if (inquiry->options.rules.checks_leaks) {
    strbuf_add(why, "leaks in a program with threads");
    return false;
  }
  behaviour_prepare(inquiry->program, &inquiry->options);
  behaviour_prepare(threaded, &inquiry->options);
  threads_prepare(threaded, inquiry->options.entry);
  if (!threads_interleave(inquiry->program, &options, facts, why))
    return false;
  if (plan->is_bounded && facts->is_unbounded) {
    strbuf_add(why, "unbounded thread creation");
    return false;
  }
  inquiry->options.entry = inquiry->program->entry;
  inquiry->options.checks_memory |= facts->has_frees;
  if (options.gives_turns)
    inquiry->options.counters = &facts->counters;
  if (options.kinds_from)
    inquiry->options.running = &facts->running;
  log_line(inquiry->context->log, 2, "threads",
           "%u threads, a %s of %u locations and %u edges", facts->threads,
           options.gives_turns ? "loop" : "product", facts->locations,
           facts->edges);
  log_line(inquiry->context->log, 2, "threads",
           "%u claims about mutexes, %u of %u pairs of turns commute",
           facts->independence.claims, facts->independence.commuting,
           facts->independence.asked);
  if (facts->twins)
    log_line(inquiry->context->log, 2, "threads",
             "%u threads begin after one that does the same", facts->twins);
  return true;
}

// What is true of sequentially consistent memory only. In tasks memory is that,
// but what puts accesses in an order is not.
static void qualify(struct engine_context *context, const struct demand *demand,
                    struct result *result) {
  enum { MEMORY_AUTO, MEMORY_CONSISTENT };
  struct position weak = context->program->weak_order;
  bool is_waived = demand->is_task && !demand->component.rules.checks_races;
  if (result->verdict != VERDICT_TRUE || is_waived)
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

// Who sees that a lock is taken is not put after who took it.
static void refuse_unordered(struct result *result,
                             const struct threads_facts *facts) {
  if (result->verdict != VERDICT_TRUE || !facts->unordered)
    return;
  struct strbuf why = {0};
  strbuf_format(&why,
                "not modelled: races where %s depends on other threads "
                "without an order",
                facts->unordered);
  refuse(result, strbuf_text(&why));
  strbuf_release(&why);
}

// Handlers run in the thread that ends the program, while others still do.
static void refuse_handlers(const struct program *program,
                            struct result *result) {
  static const char *const registers[] = {"atexit", "on_exit", "at_quick_exit",
                                          "__cxa_atexit",
                                          "__cxa_at_quick_exit"};
  for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) {
    const struct procedure *found = program_find(program, registers[i]);
    if (result->verdict != VERDICT_TRUE || !found || found->is_defined)
      continue;
    struct strbuf why = {0};
    strbuf_format(&why, "not modelled: %s in a program with threads",
                  registers[i]);
    refuse(result, strbuf_text(&why));
    strbuf_release(&why);
  }
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

// Thread-local objects end with their thread, which is not modelled.
static void refuse_own(struct result *result, const struct demand *demand,
                       const struct threads_facts *facts) {
  if (result->verdict == VERDICT_TRUE && facts->hands_own &&
      target_rules_ask_memory(&demand->component.rules))
    refuse(result, "not modelled: thread-local objects, whose addresses are "
                   "handed on, end with their thread");
}

// What other threads still know when main ends is not looked at.
static void refuse_leaks(struct result *result, const struct demand *demand) {
  if (result->verdict == VERDICT_TRUE && demand->component.rules.leaks)
    refuse(result, "leaks in a program with threads");
}

// Executions with more threads were left out.
static void refuse_more(struct result *result, const struct plan *plan,
                        const struct threads_facts *facts) {
  if (result->verdict != VERDICT_TRUE || !plan->is_quiet ||
      !facts->is_unbounded)
    return;
  struct strbuf why = {0};
  strbuf_format(&why, "any number of threads: looked at with %u", plan->pool);
  refuse(result, strbuf_text(&why));
  strbuf_release(&why);
}

// Other threads may have a say in what can follow an action.
static void refuse_simulation(struct result *result,
                              const struct monitored *monitored) {
  if (result->verdict == VERDICT_TRUE &&
      monitored->conformance.is_nondeterministic)
    refuse(result, "simulation of a program with threads");
}

// So were those with more interruptions.
static void refuse_interrupted(struct result *result, const struct plan *plan) {
  if (result->verdict != VERDICT_TRUE || !plan->most_interruptions)
    return;
  struct strbuf why = {0};
  strbuf_format(&why,
                "too many steps of interleaved threads: looked at with %u "
                "interruptions",
                plan->most_interruptions);
  refuse(result, strbuf_text(&why));
  strbuf_release(&why);
}

// By Boolean programs, if that is asked for. False: there is a trace that is
// taken for real, and is to be run.
static bool look(struct inquiry *inquiry, const struct plan *plan) {
  struct strbuf why = {0};
  enum slam_outcome outcome = SLAM_UNKNOWN;
  uint32_t depth;
  if (plan->certificate)
    inquiry_certify(inquiry, plan->certificate);
  else if (!inquiry->demand->has_summaries || inquiry->demand->check)
    inquiry_run(inquiry);
  else if ((outcome = summaries_try(inquiry, &depth, &why)) == SLAM_UNKNOWN)
    refuse(inquiry->result, strbuf_text(&why));
  strbuf_release(&why);
  return outcome != SLAM_FEASIBLE;
}

// For a certificate.
static void tell_plan(const struct plan *plan, struct result *result) {
  const uint32_t numbers[THREADS_COUNT] = {
      [THREADS_POOL] = plan->pool,
      [THREADS_CROWD] = plan->has_crowd,
      [THREADS_QUIET] = plan->is_quiet,
      [THREADS_INTERRUPTIONS] = plan->most_interruptions,
      [THREADS_FAIL] = plan->tries_fail};
  struct strbuf text = {0};
  strbuf_add(&text, "threads");
  for (int i = 0; i < THREADS_COUNT; i++)
    strbuf_format(&text, " %u", numbers[i]);
  result->proof.threads = intern(result->names, strbuf_text(&text));
  strbuf_release(&text);
}

// Units of the solver that it took.
static uint64_t run_plan(struct engine_context *context,
                         const struct demand *demand, const struct plan *plan,
                         struct threads_facts *facts, struct result *result) {
  struct inquiry inquiry = {.context = context,
                            .demand = demand,
                            .options = demand->component,
                            .result = result};
  enum { MOST_VALUES = 5000000, FEW_VALUES = 150000 };
  struct monitored monitored = {0};
  struct strbuf why = {0};
  inquiry.followed_values = plan->followed_values ? plan->followed_values
                            : plan->pool          ? FEW_VALUES
                                                  : MOST_VALUES;
  inquiry.order_units = plan->order_units;
  inquiry.order_depth = plan->order_depth;
  inquiry.most_units = plan->most_units;
  inquiry.most_steps = plan->most_steps;
  inquiry.options.depth = depth_for_once(context);
  inquiry.options.is_task = demand->is_task;
  struct program *threaded = program_draft(context->program);
  inquiry.options.threaded = threaded;
  bool is_decided = true;
  if (is_ready(&inquiry, threaded, plan, facts, &monitored, &why)) {
    is_decided = look(&inquiry, plan);
    fill_ledger(result, demand, facts);
    tell_commuting(result, facts);
    warn_of_order(result, demand, facts);
    qualify(context, demand, result);
    refuse_torn(result, facts);
    refuse_own(result, demand, facts);
    refuse_blind(result, facts);
    refuse_unordered(result, facts);
    refuse_handlers(context->program, result);
    refuse_leaks(result, demand);
    refuse_more(result, plan, facts);
    refuse_interrupted(result, plan);
    refuse_simulation(result, &monitored);
    if (inquiry.conformance && result->verdict == VERDICT_TRUE &&
        !plan->certificate)
      inquiry_look_at_usage(&inquiry);
    if (context->options->certificate)
      tell_plan(plan, result);
  } else {
    refuse(result, strbuf_text(&why));
  }
  uint64_t units = inquiry.units;
  inquiry_release(&inquiry);
  program_free(threaded);
  conformance_release(&monitored.conformance);
  conformance_release(&monitored.beside);
  if (!is_decided) {
    struct demand usual = *demand;
    usual.has_summaries = false;
    ledger_release(&result->ledger);
    remark_vec_release(&result->remarks);
    run_plan(context, &usual, plan, facts, result);
  }
  strbuf_release(&why);
  return units;
}

static void release_facts(struct threads_facts *facts) {
  variable_vec_release(&facts->counters);
  variable_vec_release(&facts->running);
}

// A result that says no more than the one before is dropped.
static void try_plan(struct engine_context *context,
                     const struct demand *demand, const struct plan *plan,
                     struct result *result) {
  struct threads_facts facts = {0};
  struct result before = *result;
  *result = (struct result){.verdict = VERDICT_UNKNOWN, .names = before.names};
  log_line(context->log, 2, "threads",
           "%u threads of each unbounded creation%s%s%s", plan->pool,
           plan->has_crowd ? ", and a crowd" : "",
           plan->kinds_from ? ", any number of a kind" : "",
           plan->tries_fail ? "; who only tries may fail" : "");
  run_plan(context, demand, plan, &facts, result);
  release_facts(&facts);
  if (result->verdict == VERDICT_UNKNOWN && before.reason.length) {
    struct result unused = *result;
    *result = before;
    before = unused;
  }
  result_release(&before);
}

// Where nothing was found, but somebody depends on others without an order, it
// is looked at again as if it did not.
static void try_failing(struct engine_context *context,
                        const struct demand *demand, const struct plan *plan,
                        const struct threads_facts *facts,
                        struct result *result) {
  struct plan failing = *plan;
  failing.tries_fail = true;
  if (result->verdict == VERDICT_UNKNOWN && facts->unordered &&
      !limits_reason(&context->limits))
    try_plan(context, demand, &failing, result);
}

// Where there are too many steps, most violations need few interruptions.
static void try_interrupted(struct engine_context *context,
                            const struct demand *demand,
                            const struct plan *plan,
                            const struct threads_facts *facts,
                            struct result *result) {
  enum { MOST_INTERRUPTIONS = 3 };
  struct plan interrupted = *plan;
  for (uint32_t most = 1; most <= MOST_INTERRUPTIONS; most++) {
    interrupted.most_interruptions = most;
    if (result->verdict == VERDICT_UNKNOWN && facts->is_too_large &&
        !limits_reason(&context->limits))
      try_plan(context, demand, &interrupted, result);
  }
}

// The search for a proof and the order of accesses have their turns, each with
// more than before. Units of the solver, steps and values repeat from run to
// run; the first turns take about a second each.
enum { ORDER_AUTO, ORDER_ONLY, ORDER_OFF };
enum { ORDER_DEPTH = 1024, UNITS_MUCH = 200000000 };
static const struct plan only_order = {.order_units = UINT32_MAX - 1,
                                       .order_depth = ORDER_DEPTH};

static bool may_order(const struct engine_context *context,
                      const struct demand *demand) {
  const struct target_rules *rules = &demand->component.rules;
  return context->options->order == ORDER_AUTO && !context->options->control &&
         !context->options->certificate && !demand->check &&
         !demand->has_summaries && !rules->checks_races &&
         !rules->checks_deadlock && !rules->checks_leaks &&
         !target_rules_ask_memory(rules);
}

// Where nobody has decided. Takes over what the plan says if it decides, or is
// not about the order of accesses; returns units of the solver.
static uint64_t take_turn(struct engine_context *context,
                          const struct demand *demand, const struct plan *plan,
                          struct result *result) {
  struct threads_facts facts = {0};
  struct result before = *result;
  if (limits_reason(&context->limits) || result->verdict != VERDICT_UNKNOWN)
    return 0;
  *result = (struct result){.verdict = VERDICT_UNKNOWN, .names = before.names};
  uint64_t units = run_plan(context, demand, plan, &facts, result);
  variable_vec_release(&facts.counters);
  if (result->verdict == VERDICT_UNKNOWN && plan->order_units) {
    struct result unused = *result;
    *result = before;
    before = unused;
  }
  result_release(&before);
  return units;
}

// A search for a proof that is cut short is begun anew in its next turn.
static void run_once(struct engine_context *context,
                     const struct demand *demand, struct threads_facts *facts,
                     struct result *result) {
  static const struct plan turns[] = {
      {.most_units = 800000, .most_steps = 300000, .followed_values = 300000},
      {.order_units = 5000000, .order_depth = 8},
      {.most_units = UNITS_MUCH},
      {.order_units = UNITS_MUCH, .order_depth = ORDER_DEPTH},
      {0}};
  static const struct plan always = {0};
  bool in_turn = may_order(context, demand);
  uint64_t units =
      run_plan(context, demand, in_turn ? &turns[0] : &always, facts, result);
  if (!in_turn || facts->is_unbounded)
    return;
  if (facts->is_too_large) {
    take_turn(context, demand, &turns[1], result);
    return;
  }
  for (uint32_t i = 1; i < sizeof turns / sizeof *turns; i++)
    if (turns[i].order_units)
      take_turn(context, demand, &turns[i], result);
    else if (turns[i].most_units || units > UNITS_MUCH)
      units = take_turn(context, demand, &turns[i], result);
}

void threads_certify(struct engine_context *context,
                     const struct demand *demand,
                     const struct certificate *certificate,
                     struct result *result) {
  const uint32_t *numbers = certificate->threads;
  struct plan plan = {.pool = numbers[THREADS_POOL],
                      .has_crowd = numbers[THREADS_CROWD],
                      .is_quiet = numbers[THREADS_QUIET],
                      .most_interruptions = numbers[THREADS_INTERRUPTIONS],
                      .tries_fail = numbers[THREADS_FAIL],
                      .certificate = certificate};
  struct threads_facts facts = {0};
  run_plan(context, demand, &plan, &facts, result);
  release_facts(&facts);
}

enum { MANY_AUTO, MANY_CROWD, MANY_MODULAR };
enum { KINDS_FROM = 3, KINDS_AT_ONCE_FROM = 6 };

// Is the plan for what is asked, by the properties and by the options?
static bool is_for(const struct plan *plan,
                   const struct engine_context *context,
                   const struct demand *demand) {
  const struct target_rules *rules = &demand->component.rules;
  int many = context->options->many;
  if (plan->has_crowd)
    return !rules->checks_races && many != MANY_MODULAR;
  if (plan->kinds_from)
    return !rules->checks_races && !rules->checks_deadlock &&
           !rules->checks_leaks && !target_rules_ask_memory(rules) &&
           !demand->check && !demand->has_summaries &&
           !context->options->certificate && !context->options->control &&
           many != MANY_CROWD;
  return many == MANY_AUTO;
}

static void try_plans(struct engine_context *context,
                      const struct demand *demand, const struct plan *plans,
                      size_t count, struct result *result) {
  for (size_t i = 0; i < count; i++)
    if (result->verdict == VERDICT_UNKNOWN &&
        !limits_reason(&context->limits) && is_for(&plans[i], context, demand))
      try_plan(context, demand, &plans[i], result);
}

// Each thread with what it alone knows, before they are interleaved. True if
// that proves it.
static bool is_modular(struct engine_context *context,
                       const struct demand *demand, struct result *result) {
  bool is_alone = context->options->many == MANY_MODULAR;
  struct plan plan = {.kinds_from = is_alone ? KINDS_FROM : KINDS_AT_ONCE_FROM,
                      .is_bounded = !is_alone};
  if (!is_for(&plan, context, demand))
    return false;
  try_plan(context, demand, &plan, result);
  if (result->verdict == VERDICT_TRUE || is_alone)
    return true;
  struct interner *names = result->names;
  result_release(result);
  *result = (struct result){.verdict = VERDICT_UNKNOWN, .names = names};
  return false;
}

// Violations need few threads, as a rule; proofs need any number of them,
// unless there are never more than a few.
void run_threads(struct engine_context *context, const struct demand *demand,
                 struct result *result) {
  static const struct plan once = {0};
  static const struct plan more[] = {{.pool = 2, .is_quiet = true},
                                     {.kinds_from = KINDS_FROM},
                                     {.pool = 1, .has_crowd = true},
                                     {.pool = 4, .is_quiet = true},
                                     {.pool = 8}};
  struct threads_facts facts = {0};
  if (context->options->order == ORDER_ONLY) {
    run_plan(context, demand, &only_order, &facts, result);
    release_facts(&facts);
    return;
  }
  if (is_modular(context, demand, result))
    return;
  run_once(context, demand, &facts, result);
  try_failing(context, demand, &once, &facts, result);
  if (facts.is_too_large)
    try_plans(context, demand, &more[1], 1, result);
  try_interrupted(context, demand, &once, &facts, result);
  if (facts.is_too_large && may_order(context, demand))
    take_turn(context, demand, &only_order, result);
  release_facts(&facts);
  if (facts.is_unbounded)
    try_plans(context, demand, more, sizeof more / sizeof *more, result);
}
