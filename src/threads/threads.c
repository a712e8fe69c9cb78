#include "threads/threads.h"

#include "memory/component.h"
#include "threads/crowd.h"
#include "threads/interleave.h"
#include "threads/kinds.h"
#include "threads/lock_order.h"
#include "threads/loop.h"
#include "threads/lower.h"
#include "threads/once.h"
#include "threads/own.h"
#include "threads/races.h"
#include "threads/shared.h"
#include "threads/twins.h"

static bool has_unordered(const struct crew *crew) {
  return crew->tries && crew_has_conflict(crew);
}

static bool has_frees(const struct crew *crew) {
  for (uint32_t i = 0; i < crew->accesses.count; i++)
    if (crew->accesses.at[i].is_free)
      return true;
  return false;
}

static struct name lock_order(const struct crew *crew) {
  struct strbuf text = {0};
  struct name found = {0};
  crew_tell_lock_order(crew, &text);
  if (text.length)
    found = intern(crew->program->names, strbuf_text(&text));
  strbuf_release(&text);
  return found;
}

static void tell(const struct crew *crew, struct threads_facts *facts) {
  struct variable_vec counters = facts->counters, running = facts->running;
  uint32_t twins = facts->twins;
  *facts = (struct threads_facts){
      .threads = crew->threads.count,
      .locations = crew->procedure->locations.count - 1,
      .edges = crew->procedure->edges.count - 1,
      .has_conditions = crew->has_conditions,
      .has_blocks = crew->has_blocks,
      .is_unbounded = crew->is_unbounded,
      .twins = twins,
      .unordered = has_unordered(crew) ? crew->tries : NULL,
      .has_frees = has_frees(crew),
      .is_blind = crew->is_blind,
      .blind = crew->blind,
      .has_sections = !bitset_is_empty(&crew->sections),
      .hands_own = crew->hands_own,
      .lock_order = lock_order(crew),
      .independence = crew->independence
                          ? independence_figures(crew->independence)
                          : (struct independence_figures){0},
      .is_torn = crew->is_torn,
      .torn = crew->torn,
      .counters = counters,
      .running = running};
  for (uint32_t i = 0; crew->rules.has_kinds && i < crew->threads.count; i++)
    variable_vec_push(&facts->running, crew->threads.at[i].running);
}

void threads_prepare(struct program *program, struct procedure_id entry) {
  once_write_out(program);
  plain_component_resolve(program, entry, false);
}

// Where may twins be exchanged?
static bool is_symmetric(const struct threads_options *options) {
  return options->is_symmetric && options->looks_ahead &&
         !options->finds_races && !options->finds_deadlocks &&
         !options->keeps_states && !options->gives_turns &&
         !options->has_crowd && !options->kinds_from &&
         !options->switches_always;
}

bool threads_interleave(struct program *program,
                        const struct threads_options *options,
                        struct threads_facts *facts, struct strbuf *why) {
  struct crew crew;
  struct lower_rules lowering = {
      .wakes_for_nothing = options->wakes_for_nothing || options->kinds_from,
      .tries_fail = options->tries_fail,
      .tells_asleep = options->finds_deadlocks,
      .moves_locks = options->moves_locks && !options->finds_deadlocks};
  struct classify_rules classes = {.protects = options->moves_protected,
                                   .looks_ahead = options->looks_ahead,
                                   .finds_races = options->finds_races};
  struct interleave_options interleaving = {
      .switches_always = options->switches_always,
      .keeps_states = options->keeps_states,
      .is_fair = options->is_fair,
      .sleeps = options->sleeps,
      .finds_races = options->finds_races,
      .finds_deadlocks = options->finds_deadlocks,
      .limit = INTERLEAVE_MOST,
      .most_interruptions = options->most_interruptions};
  struct crew_rules rules = {.depth = options->depth,
                             .pool = options->pool,
                             .has_crowd = options->has_crowd,
                             .ends_lives = options->ends_lives,
                             .is_quiet = options->is_quiet,
                             .has_kinds = options->kinds_from > 0,
                             .kinds_from = options->kinds_from};
  threads_prepare(program, options->entry);
  bool ok = crew_init(&crew, program, options->entry, &rules, why);
  facts->is_unbounded = crew.is_unbounded;
  if (ok) {
    if (rules.has_kinds)
      crew_note_kinds(&crew);
    crew_own_objects(&crew);
    if (is_symmetric(options))
      crew_find_twins(&crew);
    ok = crew_lower(&crew, &lowering, why);
  }
  if (ok && rules.has_kinds)
    crew_split_choices(&crew);
  ok = ok && crew_classify(&crew, &classes, why) &&
       crew_find_crowds(&crew, why) && crew_check_kinds(&crew, why);
  facts->twins = ok ? crew_check_twins(&crew) : 0;
  bool commutes = options->commutes && options->looks_ahead &&
                  !options->finds_races && !options->finds_deadlocks &&
                  !options->gives_turns;
  if (ok && commutes)
    crew.independence = independence_new(&crew);
  if (ok && options->gives_turns) {
    ok = crew_loop(&crew, &interleaving, &facts->counters, why);
  } else {
    facts->is_too_large = ok && !crew_interleave(&crew, &interleaving, why);
    ok = ok && !facts->is_too_large;
  }
  if (ok) {
    tell(&crew, facts);
    crew.procedure->name = program_procedure(program, options->entry)->name;
    program->entry = crew.procedure->self;
  }
  crew_release(&crew);
  return ok;
}
