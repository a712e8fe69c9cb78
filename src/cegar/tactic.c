#include "cegar/tactic.h"

#include "cegar/internal.h"
#include "program/print.h"
#include "refine/sample.h"
#include "tactic/shrink.h"

enum tactic_kind {
  TACTIC_BRANCHES,
  TACTIC_EXECUTIONS,
  TACTIC_LOOPS,
  TACTIC_COMPARISONS,
  TACTIC_DERIVATION,
  TACTIC_PATIENCE,
  TACTIC_COUNT
};

// An infeasible path, while it is to be excluded.
struct spurious {
  const struct edge_id_vec *edges;
  const struct u32_vec *core; // steps whose guards contradict each other
  bool is_new;                // not one that was excluded before
  bool is_cut;                // the comparisons yielded before they were done
  uint32_t turns[TACTIC_COUNT];
};

enum tactic_outcome {
  TACTIC_OPEN,
  TACTIC_EXCLUDED, // the search goes on
  TACTIC_DECIDED   // there is a verdict
};

struct tactic {
  const char *name;
  uint32_t turns; // for one path
  // Of the solver and of predicates at one place, since the loop began, before
  // others are due; 0: no matter.
  uint64_t checks, units;
  uint32_t predicates;
  bool (*is_due)(const struct cegar *cegar, const struct spurious *path);
  enum tactic_outcome (*run)(struct cegar *cegar, struct spurious *path);
};

static const struct tactic tactics[TACTIC_COUNT];

static bool is_spent(const struct spurious *path, enum tactic_kind kind) {
  return !path->is_new || path->turns[kind];
}

// ---- Branches: the paper's ways, and nothing else ---------------------------

static bool branches_are_due(const struct cegar *cegar,
                             const struct spurious *path) {
  (void)path;
  return cegar->options.minimise.mode != MINIMISE_OURS;
}

static enum tactic_outcome choose_branches(struct cegar *cegar,
                                           struct spurious *path) {
  const struct minimiser *minimiser = &cegar->minimiser;
  bool is_excluded =
      minimiser_exclude(&cegar->minimiser, path->edges, path->core);
  log_line(cegar->options.log, 2, "check",
           "  %llu sets of branches tried, of at most %llu; %u exclude a path, "
           "of at most %llu",
           (unsigned long long)minimiser->subsets_tried,
           (unsigned long long)minimiser->largest_tried,
           minimiser_set_count(minimiser),
           (unsigned long long)minimiser->largest_eliminating);
  if (is_excluded)
    return TACTIC_EXCLUDED;
  const char *stopped = cegar_stop_reason(&cegar->options);
  cegar_conclude(cegar, VERDICT_UNKNOWN,
                 stopped
                     ? stopped
                     : "no set of branches within the limits excludes a path");
  return TACTIC_DECIDED;
}

// ---- Executions -------------------------------------------------------------

static bool executions_are_due(const struct cegar *cegar,
                               const struct spurious *path) {
  (void)path;
  return !cegar->is_tried;
}

static enum tactic_outcome try_executions(struct cegar *cegar,
                                          struct spurious *path) {
  (void)path;
  cegar->is_tried = true;
  struct walk walk = {0};
  bool is_decided = samples_try(cegar->component->question,
                                &cegar->component->slice.variables, &walk) &&
                    cegar_take_walk(cegar, &walk);
  walk_release(&walk);
  return is_decided ? TACTIC_DECIDED : TACTIC_OPEN;
}

// ---- Loops ------------------------------------------------------------------

// Does the path come back to a location?
static bool has_rounds(const struct cegar *cegar,
                       const struct edge_id_vec *edges) {
  struct bitset seen = {0};
  bool found = false;
  for (uint32_t i = 0; i < edges->count && !found; i++) {
    uint32_t from =
        procedure_edge(cegar->component->procedure, edges->at[i])->from.id;
    found = bitset_has(&seen, from);
    bitset_add(&seen, from);
  }
  bitset_release(&seen);
  return found;
}

static bool can_look_at_loops(const struct cegar *cegar) {
  return !cegar->loops.blocks && !cegar->options.by_predicates;
}

bool tactics_yield(const struct cegar *cegar) {
  const struct tactic *tactic = &tactics[TACTIC_COMPARISONS];
  return cegar->options.minimise.mode == MINIMISE_OURS &&
         can_look_at_loops(cegar) &&
         (cegar->most_predicates > tactic->predicates ||
          cegar_checks(cegar) - cegar->first_check > tactic->checks ||
          solver_units(cegar->solver) - cegar->first_unit > tactic->units);
}

static bool loops_are_due(const struct cegar *cegar,
                          const struct spurious *path) {
  return can_look_at_loops(cegar) &&
         (tactics_yield(cegar) || is_spent(path, TACTIC_DERIVATION) ||
          (is_spent(path, TACTIC_COMPARISONS) &&
           has_rounds(cegar, path->edges)));
}

// Looks at the loops once, when the comparisons of the program do not suffice
// or are hard work. True when that decides.
bool tactics_look_at_loops(struct cegar *cegar) {
  if (!can_look_at_loops(cegar))
    return false;
  struct walk walk = {0};
  cegar->options.progress->phase = "looking at loops";
  enum loops_outcome outcome = loops_decide(&cegar->loops, &walk);
  bool is_decided = outcome != LOOPS_OPEN;
  if (outcome == LOOPS_VIOLATED)
    is_decided = cegar_take_walk(cegar, &walk);
  else if (outcome == LOOPS_PROVED)
    cegar_conclude_by_claims(cegar, PROOF_LEMMAS, &cegar->loops.claims);
  else if (outcome == LOOPS_COVERED)
    cegar_conclude_by_claims(cegar, PROOF_COVERAGE, &cegar->loops.claims);
  walk_release(&walk);
  return is_decided;
}

static enum tactic_outcome look_at_loops(struct cegar *cegar,
                                         struct spurious *path) {
  (void)path;
  return tactics_look_at_loops(cegar) ? TACTIC_DECIDED : TACTIC_OPEN;
}

// ---- Predicates -------------------------------------------------------------

// Once more, if the choice was cut short.
static bool comparisons_are_due(const struct cegar *cegar,
                                const struct spurious *path) {
  (void)cegar;
  return path->is_new && (!path->turns[TACTIC_COMPARISONS] || path->is_cut);
}

static enum tactic_outcome choose_comparisons(struct cegar *cegar,
                                              struct spurious *path) {
  if (refinement_choose(&cegar->refinement, path->edges, path->core))
    return TACTIC_EXCLUDED;
  path->is_cut = tactics_yield(cegar);
  return TACTIC_OPEN;
}

static bool derivation_is_due(const struct cegar *cegar,
                              const struct spurious *path) {
  (void)cegar;
  return path->is_new;
}

static enum tactic_outcome derive(struct cegar *cegar, struct spurious *path) {
  return refinement_derive(&cegar->refinement, path->edges, path->core)
             ? TACTIC_EXCLUDED
             : TACTIC_OPEN;
}

// ---- Patience ---------------------------------------------------------------

// Some queries, with products and divisions, are hard.
static bool patience_is_due(const struct cegar *cegar,
                            const struct spurious *path) {
  (void)path;
  return solver_limit(cegar->solver) != tactics[TACTIC_PATIENCE].units;
}

static enum tactic_outcome become_patient(struct cegar *cegar,
                                          struct spurious *path) {
  (void)path;
  if (cegar_must_stop(cegar))
    return TACTIC_OPEN;
  log_line(cegar->options.log, 2, "check", "more time for hard queries");
  solver_set_limit(cegar->solver, tactics[TACTIC_PATIENCE].units);
  refinement_forget_paths(&cegar->refinement);
  return TACTIC_EXCLUDED;
}

// ---- The table --------------------------------------------------------------

static const struct tactic tactics[TACTIC_COUNT] = {
    [TACTIC_BRANCHES] = {"branches", 1, 0, 0, 0, branches_are_due,
                         choose_branches},
    [TACTIC_EXECUTIONS] = {"executions", 1, 0, 0, 0, executions_are_due,
                           try_executions},
    [TACTIC_LOOPS] = {"loops", 1, 0, 0, 0, loops_are_due, look_at_loops},
    [TACTIC_COMPARISONS] = {"comparisons", 2, 500, 2000000, 200,
                            comparisons_are_due, choose_comparisons},
    [TACTIC_DERIVATION] = {"derivation", 1, 0, 0, 0, derivation_is_due, derive},
    [TACTIC_PATIENCE] = {"patience", 1, 0, PATIENT_UNITS, 0, patience_is_due,
                         become_patient}};

static const struct tactic *next_tactic(const struct cegar *cegar,
                                        struct spurious *path) {
  for (int i = 0; i < TACTIC_COUNT; i++)
    if (path->turns[i] < tactics[i].turns && tactics[i].is_due(cegar, path)) {
      path->turns[i]++;
      return &tactics[i];
    }
  return NULL;
}

// The reason of infeasibility as source lines.
static void log_reason(const struct cegar *cegar,
                       const struct edge_id_vec *edges,
                       const struct u32_vec *core) {
  const struct component *component = cegar->component;
  struct strbuf text = {0};
  for (uint32_t i = 0; i < core->count; i++) {
    struct edge_id id = edges->at[core->at[i]];
    strbuf_clear(&text);
    position_print(component->program->names,
                   procedure_edge(component->procedure, id)->position, &text);
    strbuf_add(&text, ": ");
    program_print_term(component->program, component->effects->at[id.id].guard,
                       &text);
    log_line(cegar->options.log, 2, "check", "  infeasible: %s",
             strbuf_text(&text));
  }
  strbuf_release(&text);
}

bool tactics_exclude(struct cegar *cegar, const struct edge_id_vec *edges,
                     const struct u32_vec *core) {
  struct spurious path = {.edges = edges, .core = core};
  log_reason(cegar, edges, core);
  shrink_add_places(cegar->component->effects, edges, core, &cegar->reasons);
  path.is_new = refinement_is_new(&cegar->refinement, edges);
  if (!path.is_new && !transfer_stats(cegar->transfer)->coarse) {
    cegar_conclude(cegar, VERDICT_UNKNOWN,
                   "internal error: an excluded path came back");
    return false;
  }
  const struct tactic *tactic;
  while ((tactic = next_tactic(cegar, &path))) {
    log_line(cegar->options.log, 3, "check", "  tactic: %s", tactic->name);
    enum tactic_outcome outcome = tactic->run(cegar, &path);
    if (outcome != TACTIC_OPEN)
      return outcome == TACTIC_EXCLUDED;
  }
  cegar_conclude_lost(cegar, ANSWER_UNSAT);
  return false;
}
