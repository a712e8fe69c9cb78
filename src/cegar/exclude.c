#include "cegar/exclude.h"

#include "cegar/internal.h"
#include "program/print.h"
#include "refine/sample.h"
#include "tactic/shrink.h"

enum way_kind {
  WAY_BRANCHES,
  WAY_EXECUTIONS,
  WAY_LOOPS,
  WAY_COMPARISONS,
  WAY_DERIVATION,
  WAY_PATIENCE,
  WAY_COUNT
};

// An infeasible path, while it is to be excluded.
struct spurious {
  const struct edge_id_vec *edges;
  const struct u32_vec *core; // steps whose guards contradict each other
  bool is_new;                // not one that was excluded before
  bool is_cut;                // the comparisons yielded before they were done
  uint32_t turns[WAY_COUNT];
};

enum way_outcome {
  WAY_OPEN,
  WAY_EXCLUDED, // the search goes on
  WAY_DECIDED   // there is a verdict
};

struct way {
  const char *name;
  uint32_t turns; // for one path
  // Of the solver and of predicates at one place, since the loop began, before
  // others are due; 0: no matter.
  uint64_t checks, units;
  uint32_t predicates;
  bool (*is_due)(const struct cegar *cegar, const struct spurious *path);
  enum way_outcome (*run)(struct cegar *cegar, struct spurious *path);
};

static const struct way ways[WAY_COUNT];

static bool is_spent(const struct spurious *path, enum way_kind kind) {
  return !path->is_new || path->turns[kind];
}

// ---- Branches: the paper's ways, and nothing else ---------------------------

static bool branches_are_due(const struct cegar *cegar,
                             const struct spurious *path) {
  (void)path;
  return cegar->options.minimise.mode != MINIMISE_OURS;
}

static enum way_outcome choose_branches(struct cegar *cegar,
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
    return WAY_EXCLUDED;
  const char *stopped = limits_reason(&cegar->options.limits);
  cegar_conclude(cegar, VERDICT_UNKNOWN,
                 stopped
                     ? stopped
                     : "no set of branches within the limits excludes a path");
  return WAY_DECIDED;
}

// ---- Executions -------------------------------------------------------------

static bool executions_are_due(const struct cegar *cegar,
                               const struct spurious *path) {
  (void)path;
  return !cegar->is_tried;
}

static enum way_outcome try_executions(struct cegar *cegar,
                                       struct spurious *path) {
  (void)path;
  cegar->is_tried = true;
  struct walk walk = {0};
  bool is_decided = samples_try(cegar->component->question,
                                &cegar->component->slice.variables, &walk) &&
                    cegar_take_walk(cegar, &walk);
  walk_release(&walk);
  return is_decided ? WAY_DECIDED : WAY_OPEN;
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

// Each edge has to be looked at once before anything can be said.
static uint64_t checks_before_others(const struct cegar *cegar) {
  return ways[WAY_COMPARISONS].checks +
         cegar->component->procedure->edges.count;
}

static uint64_t units_before_others(const struct cegar *cegar) {
  enum { UNITS_OF_AN_EDGE = 1000 };
  return ways[WAY_COMPARISONS].units +
         (uint64_t)UNITS_OF_AN_EDGE * cegar->component->procedure->edges.count;
}

bool exclude_yields(const struct cegar *cegar) {
  const struct way *way = &ways[WAY_COMPARISONS];
  return cegar->options.minimise.mode == MINIMISE_OURS &&
         can_look_at_loops(cegar) &&
         (cegar->most_predicates > way->predicates ||
          cegar_checks(cegar) - cegar->first_check >
              checks_before_others(cegar) ||
          solver_units(cegar->solver) - cegar->first_unit >
              units_before_others(cegar));
}

static bool loops_are_due(const struct cegar *cegar,
                          const struct spurious *path) {
  return can_look_at_loops(cegar) &&
         (exclude_yields(cegar) || is_spent(path, WAY_DERIVATION) ||
          (is_spent(path, WAY_COMPARISONS) && has_rounds(cegar, path->edges)));
}

// Looks at the loops once, when the comparisons of the program do not suffice
// or are hard work. True when that decides.
bool exclude_by_loops(struct cegar *cegar) {
  if (!can_look_at_loops(cegar))
    return false;
  if (cegar_by_trials(cegar))
    return true;
  if (cegar->options.runs_alone &&
      cegar->options.runs_alone(cegar->options.asker)) {
    cegar_conclude(cegar, VERDICT_UNKNOWN, "its only execution decides it");
    return true;
  }
  cegar->options.progress->phase = "looking near the start";
  if (near_decides(cegar) || cegar_by_elements(cegar) ||
      cegar_by_divisors(cegar))
    return true;
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
  return is_decided || cegar_by_elements(cegar);
}

static enum way_outcome look_at_loops(struct cegar *cegar,
                                      struct spurious *path) {
  (void)path;
  return exclude_by_loops(cegar) ? WAY_DECIDED : WAY_OPEN;
}

// ---- Predicates -------------------------------------------------------------

// Once more, if the choice was cut short.
static bool comparisons_are_due(const struct cegar *cegar,
                                const struct spurious *path) {
  (void)cegar;
  return path->is_new && (!path->turns[WAY_COMPARISONS] || path->is_cut);
}

static enum way_outcome choose_comparisons(struct cegar *cegar,
                                           struct spurious *path) {
  if (refinement_choose(&cegar->refinement, path->edges, path->core))
    return WAY_EXCLUDED;
  path->is_cut = exclude_yields(cegar);
  return WAY_OPEN;
}

static bool derivation_is_due(const struct cegar *cegar,
                              const struct spurious *path) {
  (void)cegar;
  return path->is_new;
}

static enum way_outcome derive(struct cegar *cegar, struct spurious *path) {
  return refinement_derive(&cegar->refinement, path->edges, path->core)
             ? WAY_EXCLUDED
             : WAY_OPEN;
}

// ---- Patience ---------------------------------------------------------------

// Some queries, with products and divisions, are hard.
static bool patience_is_due(const struct cegar *cegar,
                            const struct spurious *path) {
  (void)path;
  return solver_limit(cegar->solver) != ways[WAY_PATIENCE].units;
}

static enum way_outcome become_patient(struct cegar *cegar,
                                       struct spurious *path) {
  (void)path;
  if (poll_stops(cegar_poll(cegar)))
    return WAY_OPEN;
  log_line(cegar->options.log, 2, "check", "more time for hard queries");
  solver_set_limit(cegar->solver, ways[WAY_PATIENCE].units);
  refinement_forget_paths(&cegar->refinement);
  return WAY_EXCLUDED;
}

// ---- The table --------------------------------------------------------------

static const struct way ways[WAY_COUNT] = {
    [WAY_BRANCHES] = {"branches", 1, 0, 0, 0, branches_are_due,
                      choose_branches},
    [WAY_EXECUTIONS] = {"executions", 1, 0, 0, 0, executions_are_due,
                        try_executions},
    [WAY_LOOPS] = {"loops", 1, 0, 0, 0, loops_are_due, look_at_loops},
    [WAY_COMPARISONS] = {"comparisons", 2, 500, 2000000, 200,
                         comparisons_are_due, choose_comparisons},
    [WAY_DERIVATION] = {"derivation", 1, 0, 0, 0, derivation_is_due, derive},
    [WAY_PATIENCE] = {"patience", 1, 0, PATIENT_UNITS, 0, patience_is_due,
                      become_patient}};

static const struct way *next_way(const struct cegar *cegar,
                                  struct spurious *path) {
  for (int i = 0; i < WAY_COUNT; i++)
    if (path->turns[i] < ways[i].turns && ways[i].is_due(cegar, path)) {
      path->turns[i]++;
      return &ways[i];
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

bool exclude_path(struct cegar *cegar, const struct edge_id_vec *edges,
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
  const struct way *way;
  while (!cegar_has_spent(cegar) && (way = next_way(cegar, &path))) {
    log_line(cegar->options.log, 3, "check", "  way: %s", way->name);
    enum way_outcome outcome = way->run(cegar, &path);
    if (outcome != WAY_OPEN)
      return outcome == WAY_EXCLUDED;
  }
  cegar_conclude_lost(cegar, ANSWER_UNSAT);
  return false;
}
