// Violations that any input leads to, or many do, however far away: the program
// is run with inputs drawn by chance.
//
// The interpreter takes millions of steps while the solver looks at one loop,
// so that this comes before anything that takes loops apart. A run counts only
// where nothing is guessed on the way (doubt.h): what it does is then an
// execution as it is.
#include "cegar/internal.h"
#include "confirm/doubt.h"
#include "confirm/replay.h"

enum { MOST_RUNS = 60, STEPS_OF_A_RUN = 3000000, STEPS_OF_ALL = 20000000 };

static bool may_run(const struct cegar *cegar) {
  const struct component_options *options = cegar->component_options;
  return options->starts_program && !options->specification &&
         !options->threaded && !options->kept && !options->adopts &&
         !options->promises && !cegar->component->product.procedure &&
         doubt_is_excluded(cegar->component);
}

// An edge that violates what the run did, or none.
static struct edge_id find_violated(const struct cegar *cegar,
                                    const struct run_result *run) {
  const struct component *component = cegar->component;
  for (uint32_t i = 0; i < component->violations.count; i++) {
    struct edge_id edge = component->violations.at[i];
    if (question_role(component->question, edge) == ROLE_VIOLATES &&
        replay_violates(cegar->component_options,
                        component_target(component, edge), run))
      return edge;
  }
  return (struct edge_id){0};
}

static bool is_confirmed(struct cegar *cegar, struct edge_id edge,
                         const struct strbuf *oracle) {
  const struct check_target *target = component_target(cegar->component, edge);
  if (!replay_confirms(cegar->component, cegar->component_options, target,
                       oracle, &cegar->execution, &cegar->stats->steps))
    return false;
  strbuf_clear(&cegar->oracle);
  strbuf_add(&cegar->oracle, strbuf_text(oracle));
  edge_id_vec_clear(&cegar->path);
  edge_id_vec_push(&cegar->path, edge);
  cegar_conclude(cegar, VERDICT_FALSE, NULL);
  return true;
}

static bool try_seed(struct cegar *cegar, uint64_t seed) {
  struct strbuf oracle = {0};
  struct run_result run;
  replay_draw(cegar->component->program, cegar->component_options, NULL, seed,
              STEPS_OF_A_RUN, NULL, &oracle, &run);
  cegar->trial_steps += run.steps;
  struct edge_id edge = find_violated(cegar, &run);
  bool is_violated = edge.id && is_confirmed(cegar, edge, &oracle);
  run_result_release(&run);
  strbuf_release(&oracle);
  return is_violated;
}

bool cegar_by_trials(struct cegar *cegar) {
  if (cegar->trial_steps >= STEPS_OF_ALL || !may_run(cegar))
    return false;
  cegar->options.progress->phase = "running with inputs drawn by chance";
  bool found = false;
  for (uint64_t seed = 0;
       seed < MOST_RUNS && !found && cegar->trial_steps < STEPS_OF_ALL &&
       !poll_stops(cegar_poll(cegar));
       seed++)
    found = try_seed(cegar, seed);
  log_line(cegar->options.log, 2, "check",
           "runs with inputs drawn by chance, %llu steps so far: %s",
           (unsigned long long)cegar->trial_steps,
           found ? "a violation" : "no answer");
  return found;
}
