// Any number of threads, each with what it alone knows (control/modular.h):
// predicates are added until the fixpoint has no violation, or until a tree of
// turns is possible. Proves, and never shows a violation.
#include "cegar/internal.h"
#include "cegar/record.h"
#include "control/modular_tree.h"
#include "control/owicki.h"
#include "threads/kinds.h"
#include "program/print.h"

struct by_modular {
  struct cegar *cegar;
  struct control_steps steps;
  struct control_turns turns;
  struct control_data data;
  const struct variable_vec *running;
  struct modular_pair *pairs;
  uint64_t first;       // round
  uint64_t first_units; // of the solver
};

// There are other ways to look at any number of threads.
static bool has_spent(void *context) {
  enum { MOST_UNITS = 25000000 };
  const struct by_modular *by = context;
  return poll_stops(cegar_poll(by->cegar)) ||
         solver_units(by->cegar->solver) - by->first_units > MOST_UNITS;
}

static void begin(struct by_modular *by, struct cegar *cegar) {
  *by = (struct by_modular){.cegar = cegar,
                            .running = cegar->component_options->running,
                            .first = cegar->stats->iterations,
                            .first_units = solver_units(cegar->solver)};
  struct poll poll = {.stops = has_spent, .context = by};
  claim_vec_clear(&cegar->told.claims);
  cegar->told.claim_count = 0;
  control_steps_init(&by->steps, cegar->component->question,
                     cegar->component_options->counters);
  control_turns_init(&by->turns, &by->steps);
  control_data_init(&by->data, &by->steps, cegar->solver, cegar->dd, false);
  transfer_set_pause(by->data.transfer, poll);
  by->pairs = modular_pairs_new(&by->data, poll);
  modular_add_counts(&by->data, by->running);
  control_data_track(&by->data);
}

static void end(struct by_modular *by) {
  modular_pairs_free(by->pairs, by->running->count);
  control_data_release(&by->data);
  control_turns_release(&by->turns);
  control_steps_release(&by->steps);
}

static void tell_round(const struct by_modular *by,
                       const struct modular *modular) {
  log_line(by->cegar->options.log, 2, "modular",
           "round %llu: %u predicates, %u parts of what each thread knows, %s",
           (unsigned long long)by->cegar->stats->iterations,
           by->data.atoms.count, modular->nodes.count,
           modular->is_stopped ? "not finished"
           : modular->bad      ? "a violation"
                               : "safe");
}

static void stop(struct by_modular *by) {
  const char *reason = limits_reason(&by->cegar->options.limits);
  cegar_conclude(by->cegar, VERDICT_UNKNOWN,
                 reason ? reason : "too much to know of each thread alone");
}

// The proof

// Where its turn begins: the first line that is known on a way.
static struct position position_of(const struct by_modular *by,
                                   struct control_at at) {
  enum { MOST_STEPS = 20 };
  const struct procedure *procedure = by->steps.procedure;
  uint32_t edge = 1;
  for (; edge < procedure->edges.count; edge++) {
    const struct control_step *step = &by->steps.steps.at[edge];
    if (step->asks && step->asked.thread == at.thread &&
        step->asked.place == at.place)
      break;
  }
  for (uint32_t i = 0; i < MOST_STEPS && edge < procedure->edges.count; i++) {
    const struct edge *here = &procedure->edges.at[edge];
    const struct location *to = procedure_location(procedure, here->to);
    if (position_is_known(here->position) || !to->out_count)
      return here->position;
    edge = to->first_out;
  }
  return (struct position){0};
}

// The other one of a kind knows the same.
static bool is_told(const struct by_modular *by, uint32_t thread) {
  for (uint32_t i = 1; i < thread; i++)
    if (variable_equal(by->running->at[i], by->running->at[thread]))
      return true;
  return false;
}

static void tell_place(const struct by_modular *by, struct modular *modular,
                       struct control_at at) {
  if (dd_is_false(modular_reached(modular, at)) || is_told(by, at.thread))
    return;
  record_claim(by->cegar, position_of(by, at), owicki_formula(modular, at),
               &by->cegar->told);
}

static void conclude_safe(struct by_modular *by, struct modular *modular) {
  struct term_vec claims = {0};
  for (uint32_t i = 0; i < by->turns.steps->counters->count; i++)
    BITSET_EACH (place, &by->turns.ports[i])
      tell_place(by, modular, (struct control_at){i, place});
  owicki_claims(modular, &claims);
  log_line(by->cegar->options.log, 2, "modular",
           "%u conditions of the annotation to be checked", claims.count);
  if (modular->is_stopped)
    stop(by);
  else
    cegar_conclude_by_claims(by->cegar, PROOF_MODULAR, &claims);
  term_vec_release(&claims);
}

// True when there is another round.
static bool exclude(struct by_modular *by, struct modular *modular) {
  static const char *const reasons[] = {
      [MODULAR_POSSIBLE] = "needs a relation between two threads' locals",
      [MODULAR_RELATION] = "needs a relation between two threads' locals",
      [MODULAR_LOST] = "no predicates found that exclude a violation by any "
                       "number of threads"};
  enum modular_refined refined =
      modular_tree_refine(modular, by->cegar->solver);
  if (refined != MODULAR_REFINED)
    cegar_conclude(by->cegar, VERDICT_UNKNOWN, reasons[refined]);
  return refined == MODULAR_REFINED;
}

enum { MOST_ROUNDS = 40 };

static bool iterate(struct by_modular *by) {
  struct cegar *cegar = by->cegar;
  struct modular modular;
  bool goes_on = false;
  modular_init(&modular, &by->turns, &by->data, by->running, KINDS_ID,
               by->pairs, (struct poll){has_spent, by});
  cegar->stats->iterations++;
  modular_run(&modular);
  tell_round(by, &modular);
  control_data_tell(&by->data, "modular", by->cegar->options.log);
  if (modular.is_stopped)
    stop(by);
  else if (modular.bad && cegar->stats->iterations - by->first >= MOST_ROUNDS)
    cegar_conclude(cegar, VERDICT_UNKNOWN, "too many rounds of refinement");
  else if (modular.bad)
    goes_on = exclude(by, &modular);
  else
    conclude_safe(by, &modular);
  modular_release(&modular);
  if (goes_on)
    control_data_track(&by->data);
  return goes_on;
}

// Why the two of a kind cannot stand for all, or null.
static const char *trouble_of(const struct by_modular *by) {
  const struct variable_vec *running = by->running;
  if (!control_turns_keep_ids(&by->turns, KINDS_ID))
    return "ids of any number of threads are computed with";
  for (uint32_t i = 1; i < running->count; i++)
    for (uint32_t k = 1; k < i; k++)
      if (variable_equal(running->at[i], running->at[k]) &&
          !control_turns_are_alike(&by->turns, i, k))
        return "threads that do the same are not alike";
  return NULL;
}

void cegar_by_modular(struct cegar *cegar) {
  struct by_modular by;
  begin(&by, cegar);
  const char *trouble = trouble_of(&by);
  if (trouble)
    cegar_conclude(cegar, VERDICT_UNKNOWN, trouble);
  while (!trouble && iterate(&by))
    continue;
  end(&by);
}
