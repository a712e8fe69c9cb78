#include "engine/witness.h"

#include <string.h>

#include "check/component.h"
#include "check/ledger_entries.h"
#include "engine/internal.h"
#include "program/draft.h"
#include "refine/lemma.h"
#include "spec/annotate.h"
#include "tactic/proof.h"

struct induction {
  struct engine_context *context;
  const struct demand *demand;
  struct component_options options;
  struct program *program;
  struct behaviour behaviour;
  struct component component;
  struct bitset relevant; // variables, by id
  struct solver *solver;
  struct blocks *blocks;
  struct lemmas lemmas;
};

static bool is_of_witness(const struct induction *induction,
                          struct edge_id edge) {
  if (question_role(induction->component.question, edge) != ROLE_VIOLATES)
    return false;
  const struct check_target *target =
      component_target(&induction->component, edge);
  return target && !name_is_none(target->text) &&
         strstr(name_text(induction->program->names, target->text), ANNOTATION);
}

// Does it speak of the state at the start of a block?
static bool is_of_start(const struct induction *induction, struct term t) {
  return program_has_only(induction->program, t, ~0u);
}

// That the round that begins here does not fail at once.
static void add_lemmas(struct induction *induction, uint32_t cut) {
  const struct block_end_vec *ends = &induction->blocks->at[cut].ends;
  struct term_table *terms = induction->program->terms;
  for (uint32_t i = 0; i < ends->count; i++)
    if (is_of_witness(induction, ends->at[i].edge) &&
        is_of_start(induction, ends->at[i].condition))
      term_vec_push(&induction->lemmas.at[cut],
                    term_not(terms, ends->at[i].condition));
}

// Fresh queries about what the lemmas claim to be impossible.
static bool is_rechecked(struct induction *induction) {
  struct proof_options options = {
      .asks_cvc5 = induction->context->options->check_proof_cvc5,
      .poll = limits_poll(&induction->context->limits)};
  struct term_vec claims = {0};
  struct strbuf why = {0};
  lemmas_claims(&induction->lemmas, &claims);
  bool ok =
      proof_check_claims(induction->program->terms, &claims, induction->solver,
                         &options, &why) == PROOF_HOLDS;
  term_vec_release(&claims);
  strbuf_release(&why);
  return ok;
}

// Is something asked beside the invariants?
static bool has_question(const struct induction *induction) {
  const struct check_target_vec *targets = &induction->component.targets;
  for (uint32_t i = 0; i < targets->count; i++) {
    struct name text = targets->at[i].text;
    if (name_is_none(text) ||
        !strstr(name_text(induction->program->names, text), ANNOTATION))
      return true;
  }
  return false;
}

static bool is_proof(struct induction *induction) {
  struct component *component = &induction->component;
  question_mark_variables(component->question, &induction->relevant);
  induction->solver = solver_new(induction->program->terms);
  induction->blocks = blocks_new(component->question, &induction->relevant);
  if (!induction->blocks->is_complete)
    return false;
  lemmas_init(&induction->lemmas, induction->blocks, &induction->relevant,
              induction->solver);
  induction->lemmas.poll = limits_poll(&induction->context->limits);
  for (uint32_t cut = 1; cut < induction->blocks->count; cut++)
    add_lemmas(induction, cut);
  lemmas_prove(&induction->lemmas);
  bool ok = lemmas_suffice(&induction->lemmas) && is_rechecked(induction);
  lemmas_release(&induction->lemmas);
  return ok;
}

// An assertion that was written into the text accesses variables and computes,
// which is a question of its own where more than assertions is asked about.
static bool asks_more(const struct demand *demand) {
  const struct target_rules *rules = &demand->component.rules;
  return demand->is_termination || rules->checks_overflow ||
         rules->checks_div0 || rules->checks_deref || rules->checks_leaks ||
         rules->checks_free || rules->leaks || rules->checks_races ||
         rules->checks_deadlock;
}

static bool read_program(struct induction *induction) {
  enum { DEPTH = 3 };
  struct strbuf why = {0};
  induction->program = program_draft(induction->context->program);
  induction->options = induction->demand->component;
  induction->options.is_task = induction->demand->is_task;
  induction->options.merges = induction->context->options->merge;
  induction->options.depth = DEPTH;
  bool ok = component_init(&induction->component, &induction->behaviour,
                           induction->program, &induction->options, &why);
  strbuf_release(&why);
  return ok && !induction->behaviour.unseen_call.id;
}

static void conclude(struct induction *induction, struct result *result) {
  struct check_target_vec *targets = &induction->component.targets;
  for (uint32_t i = 0; i < targets->count; i++)
    targets->at[i].status = ROW_HOLDS;
  targets_rows(targets, induction->program, &result->rows);
  result->verdict = VERDICT_TRUE;
  ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
             "the invariants of the witness: they are inductive, and exclude "
             "every violation");
}

static bool by_induction(struct engine_context *context,
                         const struct demand *demand, struct result *result) {
  struct induction induction = {.context = context, .demand = demand};
  if (demand->has_threads || demand->component.kept)
    return false;
  bool ok = read_program(&induction) && has_question(&induction) &&
            is_proof(&induction);
  if (ok)
    conclude(&induction, result);
  if (induction.blocks)
    blocks_free(induction.blocks);
  if (induction.solver)
    solver_free(induction.solver);
  bitset_release(&induction.relevant);
  component_release(&induction.component);
  behaviour_release(&induction.behaviour);
  program_free(induction.program);
  return ok;
}

// A witness that says what is not so tells nothing of the program.
static void refuse_wrong(struct result *result) {
  for (uint32_t i = 0; i < result->rows.count; i++) {
    const struct result_row *row = &result->rows.at[i];
    const char *text =
        name_is_none(row->text) ? "" : name_text(result->names, row->text);
    const char *told = strstr(text, ANNOTATION);
    if (row->status != ROW_FAILS)
      continue;
    if (!told)
      return;
    if (!result->reason.length) // it ends with the parenthesis of the assertion
      strbuf_format(&result->reason, "line %u: the %.*s does not hold",
                    row->position.line, (int)strlen(told) - 1, told);
  }
  result->verdict = VERDICT_UNKNOWN;
}

void run_witness(struct engine_context *context, const struct demand *demand,
                 struct result *result) {
  if (asks_more(demand)) {
    strbuf_add(&result->reason, "witnesses are validated where assertions and "
                                "error functions are asked about");
    return;
  }
  if (by_induction(context, demand, result))
    return;
  struct demand rest = *demand;
  rest.has_witness = false;
  engine_answer(context, &rest, result);
  if (result->verdict == VERDICT_FALSE)
    refuse_wrong(result);
  ledger_add(&result->ledger, result->names, LEDGER_ASSUMED,
             "nothing of the witness: its invariants alone are no proof by "
             "induction");
}
