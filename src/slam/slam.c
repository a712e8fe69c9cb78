#include "slam/slam.h"

#include "base/stats.h"
#include "bp/summaries.h"
#include "bp/text_source.h"
#include "program/print.h"
#include "slam/contracts.h"
#include "slam/newton.h"
#include "slam/proof.h"
#include "slam/shrink.h"

VEC_DEFINE(excluded_vec, struct event_vec);

struct loop {
  struct slam_run *run;
  const struct parts *parts;
  struct solver *solver;
  const struct slam_run_options *options;
  struct tracked tracked;
  struct updater *updater;
  struct constraint_vec constraints;
  struct excluded_vec excluded; // traces, without valuations
  uint32_t passes;              // of Constrain since the last predicates
  struct bitset hot;            // edges of the reasons of the last rounds
  uint32_t hot_rounds;
  struct bitset told; // predicates that the log has told of
};

// One Boolean program, while it is looked at.
struct round {
  struct c2bp c2bp;
  struct bp_code code;
  struct dd_manager *dd;
  struct text_source *source;
  struct bp_source images;
  struct summaries *summaries;
  struct bp_trace trace;
  struct event_vec events;
};

static const char *limit_of(const struct loop *loop) {
  const struct slam_run_options *options = loop->options;
  if (options->most_rounds && loop->run->figures.rounds > options->most_rounds)
    return "too many rounds of refinement";
  if (options->most_predicates &&
      tracked_count(&loop->tracked) > options->most_predicates)
    return "too many predicates";
  if (options->most_units && solver_units(loop->solver) > options->most_units)
    return "too much work for the solver";
  if (options->cpu_end_ms && stats_cpu_ms() >= options->cpu_end_ms)
    return "more time than a try may take";
  return limits_reason(&options->limits);
}

static bool should_stop(void *context) {
  return limit_of(context);
}

static struct poll poll_of(struct loop *loop) {
  return (struct poll){should_stop, loop};
}

static void give_up(struct loop *loop, const char *why) {
  loop->run->outcome = SLAM_UNKNOWN;
  if (!loop->run->reason.length)
    strbuf_add(&loop->run->reason, why);
}

// Rounds

static void round_begin(struct loop *loop, struct round *round) {
  struct c2bp_options options = {.update = loop->options->how.update,
                                 .ends_temporaries = true};
  *round = (struct round){0};
  c2bp_init(&round->c2bp, &loop->tracked, &loop->constraints, &options,
            loop->updater);
  bp_code_init(&round->code, round->c2bp.bp, NULL);
  round->dd = dd_manager_new();
  round->source = text_source_new(&round->code, round->dd);
  round->images = text_source_images(round->source);
  round->summaries = summaries_new(&round->code.graph, &round->images);
  bp_trace_init(&round->trace);
}

static void round_end(struct round *round) {
  event_vec_release(&round->events);
  bp_trace_release(&round->trace);
  summaries_free(round->summaries);
  text_source_free(round->source);
  dd_manager_free(round->dd);
  bp_code_release(&round->code);
  c2bp_release(&round->c2bp);
}

// The first row that is violated, or the number of rows.
static uint32_t find_violated(const struct round *round) {
  uint32_t i = 0;
  while (i < round->code.rows.count && !summaries_violates(round->summaries, i))
    i++;
  return i;
}

// The proof

static void note_reached(struct loop *loop, const struct round *round) {
  for (uint32_t i = 0; i < round->code.rows.count; i++) {
    const struct bp_row *row = &round->code.rows.at[i];
    const struct made_of *made =
        &round->c2bp.made[row->procedure].statements.at[row->statement];
    const struct procedure *p = loop->parts->procedure;
    uint32_t from = procedure_edge(p, made->edge)->from.id;
    uint32_t statement = round->c2bp.made[row->procedure].starts.at[from];
    if (!dd_is_false(summaries_at(
            round->summaries,
            bp_code_location(&round->code, row->procedure, statement))))
      bitset_add(&loop->run->reached, made->edge.id);
  }
}

// The certificate is that of the last proof that holds.
static bool checks(struct loop *loop, const struct round *round,
                   struct strbuf *why) {
  struct strbuf certificate = {0};
  bool holds = slam_proof_check(
      &round->c2bp, &round->code, round->summaries, round->dd, loop->solver,
      poll_of(loop), loop->options->makes_certificate ? &certificate : NULL,
      why);
  if (holds && loop->options->makes_certificate) {
    strbuf_clear(&loop->run->certificate);
    strbuf_add(&loop->run->certificate, strbuf_text(&certificate));
  }
  strbuf_release(&certificate);
  return holds;
}

// In the place of what was known of a proof with more predicates.
static void take_proof(struct loop *loop, const struct round *round) {
  loop->run->outcome = SLAM_PROVED;
  bitset_clear(&loop->run->reached);
  note_reached(loop, round);
  if (!loop->options->makes_contracts)
    return;
  contracts_release(&loop->run->contracts);
  loop->run->contracts = (struct contracts){0};
  slam_contracts(&round->c2bp, &round->code, round->summaries, round->dd,
                 loop->solver, &loop->run->contracts);
}

static void conclude_proof(struct loop *loop, struct round *round) {
  struct strbuf why = {0};
  if (checks(loop, round, &why)) {
    take_proof(loop, round);
  } else {
    strbuf_format(&loop->run->reason, "a proof that does not check: %s",
                  strbuf_text(&why));
    give_up(loop, "");
  }
  strbuf_release(&why);
}

// Traces that were excluded

static bool was_excluded(const struct loop *loop,
                         const struct event_vec *events) {
  for (uint32_t i = 0; i < loop->excluded.count; i++)
    if (valued_traces_equal(&loop->excluded.at[i], events))
      return true;
  return false;
}

static void note_excluded(struct loop *loop, const struct event_vec *events) {
  struct event_vec copy = {0};
  event_vec_append(&copy, events->at, events->count);
  for (uint32_t i = 0; i < copy.count; i++)
    copy.at[i].before = copy.at[i].after = NULL;
  excluded_vec_push(&loop->excluded, copy);
}

// Constrain

static void log_constraints(const struct loop *loop, uint32_t first) {
  static const char *const kinds[] = {
      [CONSTRAINT_STEP] = "constrain",
      [CONSTRAINT_PARAMETERS] = "constrain (parameters)",
      [CONSTRAINT_EFFECTS] = "constrain (return)",
      [CONSTRAINT_INVARIANT] = "enforce",
      [CONSTRAINT_ENTRY] = "constrain (entry)"};
  for (uint32_t i = first; i < loop->constraints.count; i++) {
    const struct constraint *c = &loop->constraints.at[i];
    struct strbuf text = {0};
    if (c->edge.id) {
      position_print(loop->parts->program->names,
                     procedure_edge(loop->parts->procedure, c->edge)->position,
                     &text);
      strbuf_add(&text, ": ");
    }
    constraint_print(&loop->tracked, c, &text);
    log_line(loop->options->log, 2, "slam", "%s %s", kinds[c->kind],
             strbuf_text(&text));
    strbuf_release(&text);
  }
}

// Some constraints for the trace, if it is time for them.
static bool constrain(struct loop *loop, struct round *round) {
  uint32_t first = loop->constraints.count;
  uint64_t start = stats_cpu_ms();
  if (loop->options->how.mode == CONSTRAIN_OFF ||
      loop->passes >= loop->options->how.passes)
    return false;
  loop->passes++;
  uint32_t found = constrain_pass(
      &round->c2bp, loop->solver, &round->events, &loop->options->how.constrain,
      &loop->constraints, &loop->run->figures.constrain);
  loop->run->figures.constrain_ms += stats_cpu_ms() - start;
  loop->run->figures.passes += found != 0;
  log_constraints(loop, first);
  return found;
}

// Predicates

// The last ones of a list that are not told yet.
static void tell_list(const struct loop *loop, const struct predicate_vec *list,
                      const char *where, struct bitset *told) {
  for (uint32_t i = 0; i < list->count; i++) {
    struct strbuf text = {0};
    if (!bitset_add(told, list->at[i].id))
      continue;
    program_print_term(loop->parts->program,
                       predicate_term(loop->tracked.table, list->at[i]), &text);
    log_line(loop->options->log, 3, "slam", "tracks %s (%s)",
             strbuf_text(&text), where);
    strbuf_release(&text);
  }
}

static const char *name_of_part(const struct loop *loop, uint32_t part) {
  const struct program *program = loop->parts->program;
  struct procedure_id id = loop->parts->at.at[part].procedure;
  if (!part || !id.id)
    return "the entry";
  return name_text(program->names, program_procedure(program, id)->name);
}

static void log_predicates(struct loop *loop, const char *how, uint32_t count) {
  log_line(loop->options->log, 2, "slam", "%u predicates by %s, %u in all",
           count, how, tracked_count(&loop->tracked));
  tell_list(loop, &loop->tracked.globals, "everywhere", &loop->told);
  for (uint32_t i = 0; i < loop->parts->at.count; i++)
    tell_list(loop, &loop->tracked.locals[i], name_of_part(loop, i),
              &loop->told);
}

// Ways to get predicates from the reason against a trace, until one has new
// ones.
static bool add_predicates(struct loop *loop, struct newton *newton,
                           bool is_again) {
  static const struct {
    const char *name;
    uint32_t (*add)(struct newton *, struct tracked *);
  } ways[] = {{"conditions", newton_by_conditions},
              {"counts", newton_by_counts},
              {"interpolants", newton_by_interpolants},
              {"returns", newton_by_returns},
              {"values", newton_by_values}};
  uint32_t count = 0;
  for (uint32_t i = is_again; !count && i < sizeof ways / sizeof *ways; i++) {
    count = ways[i].add(newton, &loop->tracked);
    log_predicates(loop, ways[i].name, count);
  }
  if (count)
    loop->passes = 0;
  return count;
}

// Do few steps take all the predicates?
static bool is_hot(struct loop *loop, const struct newton *newton) {
  enum { FEW_EDGES = 6, ROUNDS = 3 };
  struct bitset edges = {0};
  newton_reason(newton, &edges);
  bool is_same = bitset_is_subset(&edges, &loop->hot);
  loop->hot_rounds = is_same ? loop->hot_rounds + 1 : 0;
  if (!is_same)
    bitset_copy(&loop->hot, &edges);
  bool is_few = bitset_count(&edges) <= FEW_EDGES;
  bitset_release(&edges);
  return loop->options->how.is_hot && is_few && loop->hot_rounds >= ROUNDS;
}

// The last step of the trace, in words.
static void tell_stuck(struct loop *loop, const struct round *round) {
  const struct event *last = &round->events.at[round->events.count - 1];
  strbuf_add(&loop->run->reason, "no difference found on the way to ");
  position_print(loop->parts->program->names,
                 procedure_edge(loop->parts->procedure, last->edge)->position,
                 &loop->run->reason);
  give_up(loop, "");
}

static bool exclude(struct loop *loop, struct round *round,
                    struct newton *newton) {
  bool is_again = was_excluded(loop, &round->events);
  bool comes_first = loop->options->how.mode == CONSTRAIN_EAGER;
  note_excluded(loop, &round->events);
  comes_first |= is_hot(loop, newton);
  if (comes_first && constrain(loop, round))
    return true;
  if (!is_again && add_predicates(loop, newton, false))
    return true;
  loop->run->figures.ndf++;
  bool is_tried = loop->options->how.mode != CONSTRAIN_OFF;
  if (is_tried &&
      (constrain(loop, round) || add_predicates(loop, newton, true)))
    return true;
  tell_stuck(loop, round);
  return false;
}

// Is it real?

static bool take_trace(struct loop *loop, struct round *round) {
  struct newton *newton = newton_new(loop->parts, loop->solver, &round->events);
  const struct event *last = &round->events.at[round->events.count - 1];
  enum answer answer = newton_check(newton);
  bool goes_on = false;
  if (answer == ANSWER_UNSAT) {
    goes_on = exclude(loop, round, newton);
  } else if (answer == ANSWER_UNKNOWN) {
    give_up(loop, "the solver does not know whether a trace is real");
  } else if (last->kind == EVENT_UNMODELLED) {
    component_tell_unsupported(loop->parts->component, last->edge,
                               &loop->run->reason);
    give_up(loop, "");
  } else {
    loop->run->outcome = SLAM_FEASIBLE;
    loop->run->violated = last->edge;
    loop->run->depth = valued_trace_depth(&round->events);
  }
  newton_free(newton);
  return goes_on;
}

// Where a trace is too long to be looked at, callees that return being called
// again and again, the conditions of all branches are a guess.
static bool track_branches(struct loop *loop) {
  uint32_t before = tracked_count(&loop->tracked);
  tracked_add_branches(&loop->tracked);
  tracked_add_returned(&loop->tracked);
  if (tracked_count(&loop->tracked) > before)
    return true;
  give_up(loop, "a trace of too many steps");
  return false;
}

// True when another round is needed.
static bool look_once(struct loop *loop, struct round *round) {
  enum { TIMES = 5, LEAST = 2000 };
  struct summaries_limits limits = {false, poll_of(loop)};
  if (summaries_run(round->summaries, &limits) != SUMMARIES_DONE) {
    const char *why = limit_of(loop);
    give_up(loop, why ? why : "stopped");
    return false;
  }
  uint64_t images = summaries_figures(round->summaries).images;
  loop->run->figures.images += images;
  uint32_t row = find_violated(round);
  if (row == round->code.rows.count) {
    conclude_proof(loop, round);
    return false;
  }
  struct summaries *shortest =
      summaries_shortest(round->summaries, TIMES * images + LEAST);
  summaries_trace(shortest ? shortest : round->summaries, row, &round->trace);
  if (shortest)
    summaries_free(shortest);
  if (!valued_trace(&round->c2bp, &round->code, &round->trace, &round->events))
    return track_branches(loop);
  return take_trace(loop, round);
}

// Fewer predicates

static bool proves(struct loop *loop, bool is_taken) {
  struct summaries_limits limits = {true, poll_of(loop)};
  struct strbuf why = {0};
  struct round round;
  if (limit_of(loop))
    return false;
  round_begin(loop, &round);
  bool is_proof = summaries_run(round.summaries, &limits) == SUMMARIES_DONE &&
                  find_violated(&round) == round.code.rows.count &&
                  checks(loop, &round, &why);
  loop->run->figures.images += summaries_figures(round.summaries).images;
  if (is_proof && is_taken)
    take_proof(loop, &round);
  strbuf_release(&why);
  round_end(&round);
  return is_proof;
}

static bool still_proves(void *context) {
  return proves(context, false);
}

// The proof that there is stands if a limit ends this.
static void shrink_proof(struct loop *loop) {
  struct slam_shrink shrink = {.tracked = &loop->tracked,
                               .trials = loop->options->shrink_trials,
                               .proves = still_proves,
                               .context = loop};
  uint32_t before = tracked_count(&loop->tracked);
  struct slam_shrunk shrunk = slam_shrink(&shrink);
  log_line(loop->options->log, 2, "slam",
           "%u of %u predicates are needed (%u trials)",
           tracked_count(&loop->tracked), before, shrunk.trials);
  if (shrunk.removed)
    proves(loop, true);
}

static void keep_figures(struct loop *loop) {
  struct slam_figures *figures = &loop->run->figures;
  figures->predicates = tracked_count(&loop->tracked);
  figures->coarse = updater_coarse(loop->updater);
  for (uint32_t part = 0; part <= loop->parts->at.count; part++) {
    const struct predicate_vec *list = part < loop->parts->at.count
                                           ? &loop->tracked.locals[part]
                                           : &loop->tracked.globals;
    for (uint32_t i = 0; i < list->count; i++)
      term_vec_push(&loop->run->claims,
                    predicate_term(loop->tracked.table, list->at[i]));
  }
}

void slam_run(struct slam_run *run, const struct parts *parts,
              struct solver *solver, const struct slam_run_options *options) {
  struct loop loop = {.run = run,
                      .parts = parts,
                      .solver = solver,
                      .options = options,
                      .updater = updater_new(parts->program->terms, solver)};
  *run = (struct slam_run){.outcome = SLAM_UNKNOWN};
  tracked_init(&loop.tracked, parts);
  updater_limit(loop.updater, options->most_units);
  if (options->most_units)
    solver_set_limit(solver, options->most_units);
  bool goes_on = true;
  while (goes_on) {
    struct round round;
    run->figures.rounds++;
    const char *limit = limit_of(&loop);
    if (limit) {
      give_up(&loop, limit);
      break;
    }
    round_begin(&loop, &round);
    goes_on = look_once(&loop, &round);
    round_end(&round);
  }
  if (run->outcome == SLAM_PROVED && options->shrink_trials)
    shrink_proof(&loop);
  keep_figures(&loop);
  for (uint32_t i = 0; i < loop.excluded.count; i++)
    event_vec_release(&loop.excluded.at[i]);
  excluded_vec_release(&loop.excluded);
  constraints_release(&loop.constraints);
  bitset_release(&loop.hot);
  bitset_release(&loop.told);
  tracked_release(&loop.tracked);
  updater_free(loop.updater);
}

void slam_run_release(struct slam_run *run) {
  strbuf_release(&run->reason);
  bitset_release(&run->reached);
  term_vec_release(&run->claims);
  contracts_release(&run->contracts);
  strbuf_release(&run->certificate);
}
