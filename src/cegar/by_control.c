// Threads with control abstracted as well as data: seed 002, figure 3
// (NonMonCEGAR).
//
// What a path needs of control and what it needs of data are two questions,
// since counters get nothing but places (control/steps.h). A path that data
// excludes is excluded by predicates, of which there are only ever more; one
// that control excludes is a clause, and the classes of places are replaced by
// others that satisfy all clauses (control/repartition.h). Where both do,
// predicates are preferred, as in section 6. Either way it never comes back
// (theorem 1), which is checked. A path that neither excludes is run.
#include "cegar/internal.h"
#include "control/find.h"
#include "control/mismatch.h"
#include "control/polish.h"
#include "control/safe_ind.h"

#include <stdlib.h>

#include "base/memory.h"
#include "program/print.h"

struct by_control {
  struct cegar *cegar;
  const struct control_options *options;
  struct control_steps steps;
  uint32_t *owners; // by place: a thread that can be there
  struct control_data data;
  struct interner *history; // paths, as the bytes of their edges
  struct repartition repartition;
  bool has_refined_data; // in this round
  bool is_polished;
};

static void find_owners(struct by_control *by) {
  by->owners = memory_new_zero(by->steps.values.count, sizeof *by->owners);
  for (uint32_t i = 0; i < by->steps.counters->count; i++)
    BITSET_EACH (place, &by->steps.places[i])
      by->owners[place] = i;
}

static void begin(struct by_control *by, struct cegar *cegar) {
  const struct component *component = cegar->component;
  *by = (struct by_control){.cegar = cegar, .options = &cegar->options.control};
  control_steps_init(&by->steps, component->question,
                     cegar->component_options->counters);
  find_owners(by);
  control_data_init(&by->data, &by->steps, cegar->solver, cegar->dd,
                    by->options->is_cartesian);
  transfer_set_pause(by->data.transfer, cegar_poll(cegar));
  by->history = interner_new();
  repartition_init(&by->repartition, by->options->mode, cegar->solver,
                   by->steps.values.count, by->owners);
}

static void end(struct by_control *by) {
  repartition_release(&by->repartition);
  control_data_release(&by->data);
  interner_free(by->history);
  free(by->owners);
  control_steps_release(&by->steps);
}

// What is told

static void tell_classes(const struct by_control *by) {
  const struct repartition *partition = &by->repartition;
  const struct log *log = by->cegar->options.log;
  if (!log || log->level < 3)
    return;
  for (uint32_t c = 0; c < partition->count; c++) {
    struct strbuf text = {0};
    for (uint32_t i = 0; i < partition->places; i++)
      if (partition->classes[i] == c)
        strbuf_format(&text, " %u:%u", by->owners[i], by->steps.values.at[i]);
    log_line(log, 3, "control", "  class %u:%s", c, strbuf_text(&text));
    strbuf_release(&text);
  }
}

static void tell_round(const struct by_control *by,
                       const struct control_find *find) {
  log_line(by->cegar->options.log, 2, "control",
           "round %llu: %u classes of %u places, %u clauses, %u predicates, %u "
           "abstract states%s, %s",
           (unsigned long long)by->cegar->stats->iterations,
           by->repartition.count, by->repartition.places,
           by->repartition.clauses.ends.count, by->data.atoms.count,
           find->nodes.count,
           by->repartition.colouring.is_doubtful ? " (fewer might do)" : "",
           find->is_stopped    ? "not finished"
           : find->paths.count ? "paths to the violation"
                               : "safe");
  tell_classes(by);
  control_data_tell(&by->data, "control", by->cegar->options.log);
}

// The story of a round, told when it is over.
static void narrate_round(const struct by_control *by,
                          const struct control_find *find, bool goes_on) {
  const struct cegar *cegar = by->cegar;
  struct story_round *round =
      cegar->options.story ? story_add(cegar->options.story) : NULL;
  bool has_path = find->paths.count;
  if (!round)
    return;
  round->predicates = by->data.atoms.count;
  round->states = find->nodes.count;
  round->end = find->is_stopped ? ROUND_STOPPED
               : !has_path      ? ROUND_SAFE
               : goes_on        ? ROUND_SPURIOUS
                                : ROUND_REAL;
  for (uint32_t i = 0; has_path && i < find->paths.at[0].count; i++)
    story_add_line(round, procedure_edge(cegar->component->procedure,
                                         find->paths.at[0].at[i])
                              ->position);
  if (round->end == ROUND_SPURIOUS)
    round->why = intern_format(
        cegar->component->program->names, "%s; now %u classes of places",
        by->has_refined_data
            ? "the values of variables contradict each other on it"
            : "a thread goes on in it from where it is not",
        by->repartition.count);
}

// Paths

static bool is_safe_ind(const struct by_control *by,
                        const struct edge_id_vec *edges,
                        const struct colour_pair_vec *mismatches) {
  for (uint32_t i = 0; i < mismatches->count; i++)
    if (!safe_ind_of_mismatch(&by->steps,
                              by->cegar->component->question->effects,
                              by->cegar->solver, edges, mismatches->at[i]))
      return false;
  return true;
}

static bool add_clause(struct by_control *by, const struct edge_id_vec *edges,
                       const struct colour_pair_vec *mismatches) {
  if (!mismatches->count)
    return false;
  DCHECK(is_safe_ind(by, edges, mismatches),
         "a mismatch does not make its path impossible");
  repartition_add(&by->repartition, mismatches);
  return true;
}

static bool refine_data(struct by_control *by, const struct edge_id_vec *edges,
                        const struct u32_vec *core, bool is_simple) {
  by->has_refined_data = true;
  return control_data_refine(&by->data, edges, core, is_simple);
}

// Nothing excludes it. True when the search goes on all the same: never, but
// there is a verdict then.
static bool take_real(struct by_control *by, const struct edge_id_vec *edges) {
  struct cegar *cegar = by->cegar;
  struct edge_id last = edges->at[edges->count - 1];
  if (question_role(by->steps.data_question, last) == ROLE_UNSUPPORTED) {
    edge_id_vec_push(&cegar->unsupported, last);
    component_tell_unsupported(cegar->component, last, &cegar->reason);
    return false;
  }
  if (cegar_take_path(cegar, edges))
    return false;
  edge_id_vec_append(&cegar->path, edges->at, edges->count);
  cegar_conclude(cegar, VERDICT_UNKNOWN,
                 "a path to the violation looks feasible, but does not run "
                 "that way");
  return false;
}

static void lose(struct by_control *by, const struct edge_id_vec *edges,
                 enum answer answer) {
  struct cegar *cegar = by->cegar;
  edge_id_vec_append(&cegar->path, edges->at, edges->count);
  cegar_conclude_lost(cegar, answer);
}

// Figure 3, lines 6 to 10, with the reasons of section 6. True when the search
// goes on without the path.
static bool exclude(struct by_control *by, const struct edge_id_vec *edges,
                    const struct colour_pair_vec *mismatches) {
  struct u32_vec core = {0};
  bool goes_on = by->options->prefers_control && mismatches->count;
  enum answer answer =
      goes_on ? ANSWER_SAT : control_data_check(&by->data, edges, &core);
  if (goes_on)
    add_clause(by, edges, mismatches);
  else if (answer == ANSWER_UNSAT &&
           refine_data(by, edges, &core, mismatches->count))
    goes_on = true;
  else if (add_clause(by, edges, mismatches))
    goes_on = true;
  else if (answer == ANSWER_SAT)
    take_real(by, edges);
  else
    lose(by, edges, answer);
  u32_vec_release(&core);
  return goes_on;
}

// Theorem 1. Where the solver gave up more was taken as possible than is.
static bool is_new(struct by_control *by, const struct edge_id_vec *edges) {
  uint32_t count = interner_count(by->history);
  intern_bytes(by->history, (const char *)edges->at,
               edges->count * sizeof *edges->at);
  if (interner_count(by->history) > count)
    return true;
  CHECK(transfer_stats(by->data.transfer)->coarse ||
            poll_stops(cegar_poll(by->cegar)),
        "the same counterexample twice");
  lose(by, edges, ANSWER_UNKNOWN);
  return false;
}

static bool refine(struct by_control *by, const struct edge_id_vec *edges) {
  struct control_path path;
  struct colour_pair_vec mismatches = {0};
  if (by->has_refined_data && control_data_excludes(&by->data, edges))
    return true;
  if (!is_new(by, edges))
    return false;
  by->cegar->stats->control_paths++;
  control_path_of(&path, &by->steps, edges);
  control_mismatches(&path, &mismatches);
  bool goes_on = exclude(by, edges, &mismatches);
  control_path_release(&path);
  colour_pair_vec_release(&mismatches);
  return goes_on;
}

static bool refine_all(struct by_control *by,
                       const struct control_path_vec *paths) {
  uint64_t start = stats_cpu_ms();
  bool goes_on = true;
  by->has_refined_data = false;
  for (uint32_t i = 0; i < paths->count && goes_on; i++)
    goes_on = refine(by, &paths->at[i]);
  if (goes_on && !repartition_solve(&by->repartition)) {
    cegar_conclude(by->cegar, VERDICT_UNKNOWN,
                   "the solver gave up on classes of places");
    goes_on = false;
  }
  by->cegar->stats->control_refine_ms += stats_cpu_ms() - start;
  return goes_on;
}

// The proof

static void conclude_safe(struct by_control *by, struct control_find *find) {
  struct cegar *cegar = by->cegar;
  struct seed_vec seeds = {0};
  for (uint32_t i = 0; i < by->data.atoms.count; i++)
    seeds_add(&seeds, (struct seed){cegar->component->procedure->entry,
                                    by->data.atoms.at[i]});
  refinement_fix(&cegar->refinement, &seeds);
  seed_vec_release(&seeds);
  cegar->stats->abstract_states = (uint64_t)control_find_states(find);
  cegar_conclude_by_invariants(cegar, control_find_invariants(find));
}

static bool polish_needed(const struct by_control *by) {
  return by->options->mode == CONTROL_BALANCED && !by->is_polished;
}

// Another proof, with fewer states, to be found once more.
static void polish(struct by_control *by) {
  enum { TRIALS = 400 };
  uint64_t start = stats_cpu_ms();
  by->is_polished = true;
  control_polish(&by->steps, &by->data, by->repartition.classes,
                 &by->repartition.count, TRIALS, cegar_poll(by->cegar));
  by->cegar->stats->control_refine_ms += stats_cpu_ms() - start;
}

// One round of figure 3. True when there is another one.
static bool iterate(struct by_control *by) {
  struct cegar *cegar = by->cegar;
  struct control_find find;
  uint64_t start = stats_cpu_ms();
  control_find_init(&find, &by->steps, &by->data, by->repartition.classes,
                    by->repartition.count);
  find.most_paths = by->options->most_paths;
  find.poll = cegar_poll(cegar);
  control_find_run(&find);
  cegar->stats->iterations++;
  cegar->stats->control_reach_ms += stats_cpu_ms() - start;
  tell_round(by, &find);
  bool is_safe = !find.is_stopped && !find.paths.count, goes_on = false;
  if (is_safe && polish_needed(by))
    goes_on = true;
  else if (is_safe)
    conclude_safe(by, &find);
  else if (find.is_stopped)
    cegar_conclude(cegar, VERDICT_UNKNOWN,
                   limits_reason(&cegar->options.limits));
  else
    goes_on = refine_all(by, &find.paths);
  narrate_round(by, &find, goes_on);
  control_find_release(&find);
  if (is_safe && goes_on)
    polish(by);
  return goes_on;
}

void cegar_by_control(struct cegar *cegar) {
  struct by_control by;
  begin(&by, cegar);
  while (iterate(&by))
    continue;
  cegar->stats->control_places = by.repartition.places;
  cegar->stats->control_classes = by.repartition.count;
  cegar->stats->control_clauses = by.repartition.clauses.ends.count;
  end(&by);
}
