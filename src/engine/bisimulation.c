// `f refines P in bisimulation`, and in simulation, by exact abstraction: the
// game (exact/game.h) is a formula of the function with its actions as labels.
#include "check/labelled.h"
#include "check/ledger_entries.h"
#include "engine/internal.h"
#include "exact/game.h"
#include "program/draft.h"
#include "spec/syntax.h"

static void decide(struct engine_context *context, const struct demand *demand,
                   const struct game *game,
                   const struct abstract_subject *subject,
                   struct result *result) {
  if (demand->certificate)
    formula_certify(context, &game->temporal, subject, NULL,
                    demand->certificate, result);
  else
    formula_decide(context, &game->temporal, subject, NULL, result);
}

// The product without a specification says which edges perform what, and
// branches on what is returned.
static void play(struct engine_context *context, const struct demand *demand,
                 const struct game *game, const struct behaviour *behaviour,
                 const struct component_options *options,
                 const struct conformance *conformance, struct result *result) {
  struct labelled labelled;
  struct term_vec conditions = {0};
  if (labelled_init(&labelled, behaviour, options,
                    &conformance->specification)) {
    struct effects *effects =
        behaviour_effects(behaviour, options, labelled.product.procedure);
    term_vec_resize(&conditions, game->temporal.atoms.list.count);
    struct abstract_subject subject = {.behaviour = behaviour,
                                       .effects = effects,
                                       .actions = &labelled.product.actions,
                                       .weaving = &conformance->weaving,
                                       .atoms = &game->temporal.atoms,
                                       .conditions = &conditions};
    decide(context, demand, game, &subject, result);
    effects_free(effects);
  } else {
    refuse(result, "the product is too large");
  }
  labelled_release(&labelled);
  term_vec_release(&conditions);
}

static void run(struct engine_context *context, const struct demand *demand,
                struct conformance *conformance,
                struct component_options *options, struct program *draft,
                struct result *result) {
  struct behaviour behaviour = {0};
  struct component component = {0};
  struct game game = {0};
  struct strbuf why = {0};
  const struct lts *process = conformance->specification.systems[0];
  options->specification = NULL;
  if (component_init(&component, &behaviour, draft, options, &why) &&
      formula_can_ask(&behaviour, &why) &&
      game_init(&game, demand->spec, process,
                demand->check->item->check.refinement == REFINES_BISIMULATION,
                &why)) {
    struct ledger_facts facts = {.component = &component,
                                 .options = options,
                                 .model_is_given = demand->has_model,
                                 .conformance = conformance,
                                 .is_part = true}; // nothing is left out
    ledger_fill(&result->ledger, &facts);
    play(context, demand, &game, &behaviour, options, conformance, result);
  } else {
    refuse(result, strbuf_text(&why));
  }
  game_release(&game);
  component_release(&component);
  behaviour_release(&behaviour);
  strbuf_release(&why);
}

static void run_function(struct engine_context *context,
                         const struct demand *demand, struct result *result) {
  struct component_options options = formula_options(context, demand);
  struct program *draft = program_draft(context->program);
  struct conformance conformance;
  struct strbuf why = {0};
  if (conformance_init(&conformance, draft, demand->spec, demand->check,
                       &options, &why) &&
      conformance.specification.count == 1)
    run(context, demand, &conformance, &options, draft, result);
  else
    refuse(result, strbuf_text(&why));
  conformance_release(&conformance);
  program_free(draft);
  strbuf_release(&why);
}

void run_bisimulation(struct engine_context *context,
                      const struct demand *demand, struct result *result) {
  result->property = intern(result->names, "bisimulation");
  if (demand->check->subject == SUBJECT_SYSTEM)
    bisimulation_run_system(context, demand, result);
  else
    run_function(context, demand, result);
}

// Only an answer is taken over.
void simulation_try_exact(struct engine_context *context,
                          const struct demand *demand, struct result *result) {
  struct result found = {.verdict = VERDICT_UNKNOWN, .names = result->names};
  if (!limits_reason(&context->limits))
    run_function(context, demand, &found);
  log_line(context->log, 2, "check", "simulation by exact abstraction: %s",
           verdict_name(found.verdict));
  if (found.verdict != VERDICT_UNKNOWN) {
    bool holds = found.verdict == VERDICT_TRUE;
    result->verdict = found.verdict;
    strbuf_clear(&result->reason);
    for (uint32_t i = 0; i < result->rows.count; i++)
      result->rows.at[i].status = holds ? ROW_HOLDS : ROW_FAILS;
    struct tree tree = result->tree;
    result->tree = found.tree;
    found.tree = tree;
  }
  result_release(&found);
}
