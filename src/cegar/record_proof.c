#include "cegar/record.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "cegar/condition.h"
#include "program/formula_text.h"
#include "program/print.h"
#include "refine/branch.h"

// The form of the condition that stands in the line of source, if one does.
static void print_condition(const struct program *program, const char *line,
                            struct term t, struct strbuf *out) {
  bool is_found = false;
  for (unsigned form = 0; line && form < CONDITION_FORMS && !is_found; form++) {
    struct strbuf text = {0};
    is_found = condition_print(program, t, form, &text) &&
               strstr(line, strbuf_text(&text));
    if (is_found)
      strbuf_add(out, strbuf_text(&text));
    strbuf_release(&text);
  }
  if (!is_found)
    condition_print(program, t, 0, out);
}

struct claim record_condition(const struct cegar *cegar,
                              struct position position, struct term t) {
  const struct program *program = cegar->component->program;
  struct strbuf text = {0};
  struct diag *sources = diag_new(program->names, stderr);
  print_condition(program, diag_source_line(sources, position), t, &text);
  struct name name = intern(program->names, strbuf_text(&text));
  diag_free(sources);
  strbuf_release(&text);
  return (struct claim){position, name};
}

void record_claim(const struct cegar *cegar, struct position position,
                  struct term t, struct proof *into) {
  if (into->claim_count++ < MOST_CLAIMS)
    claim_vec_push(&into->claims, record_condition(cegar, position, t));
}

static struct position position_of(const struct procedure *procedure,
                                   struct location_id location) {
  return location.id ? procedure_location(procedure, location)->position
                     : (struct position){0};
}

static void take_predicates(const struct cegar *cegar, struct proof *into) {
  const struct procedure *procedure =
      cegar->component->behaviour->plain.procedure;
  struct seed_vec seeds = {0};
  cegar_predicates(cegar, &seeds);
  into->branches = branch_count(&seeds);
  for (uint32_t i = 0; i < seeds.count; i++)
    record_claim(cegar, position_of(procedure, seeds.at[i].location),
                 seeds.at[i].atom, into);
  seed_vec_release(&seeds);
}

void record_lemmas(const struct cegar *cegar, const struct lemmas *lemmas,
                   struct proof *into) {
  const struct blocks *blocks = lemmas->blocks;
  for (uint32_t cut = 0; cut < blocks->count; cut++)
    for (uint32_t i = 0; i < lemmas->at[cut].count; i++)
      record_claim(cegar,
                   position_of(cegar->component->procedure, blocks->cuts[cut]),
                   lemmas->at[cut].at[i], into);
}

// Of one sequential automaton whose calls are all followed, or do what is
// promised of them: nothing else is certified.
static bool has_formulas(const struct cegar *cegar) {
  const struct component_options *options = cegar->component_options;
  return cegar->options.keeps_formulas && !options->adopts &&
         (!options->kept || options->promises);
}

static void add_formula(struct program *program, uint32_t location,
                        struct term t, struct proof *into) {
  struct strbuf text = {0};
  formula_text_print(program, t, &text);
  formula_vec_push(
      &into->formulas,
      (struct formula){location, intern(program->names, strbuf_text(&text))});
  strbuf_release(&text);
}

static void begin_formulas(const struct component *component,
                           struct proof *into) {
  const struct procedure *procedure = component->procedure;
  into->location_count = procedure->locations.count;
  into->edge_count = procedure->edges.count;
}

static void take_formulas(const struct cegar *cegar, struct proof *into) {
  struct term_table *terms = cegar->component->program->terms;
  begin_formulas(cegar->component, into);
  for (uint32_t i = 1; i < into->location_count; i++)
    if (!term_is_false(terms, cegar->invariants[i]))
      add_formula(cegar->component->program, i, cegar->invariants[i], into);
}

static bool is_entered_again(const struct procedure *procedure) {
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (procedure->edges.at[i].to.id == procedure->entry.id)
      return true;
  return false;
}

// At cut points, and nothing between them. What globals hold at the start is
// known there without a formula, unless it is the head of a loop.
void record_lemma_formulas(const struct component *component,
                           const struct lemmas *lemmas, struct proof *into) {
  const struct blocks *blocks = lemmas->blocks;
  const struct procedure *procedure = component->procedure;
  struct bitset cuts = {0};
  begin_formulas(component, into);
  for (uint32_t i = 0; i < blocks->count; i++) {
    uint32_t location = blocks->cuts[i].id;
    if (location == procedure->entry.id && !is_entered_again(procedure))
      continue;
    bitset_add(&cuts, location);
    add_formula(component->program, location,
                term_and_all(component->program->terms, lemmas->at[i].at,
                             lemmas->at[i].count),
                into);
  }
  for (uint32_t i = 1; i < into->location_count; i++)
    if (!bitset_has(&cuts, i))
      u32_vec_push(&into->between, i);
  bitset_release(&cuts);
}

// What somebody else can check again.
static void take_certificate(const struct cegar *cegar, struct proof *into) {
  into->depth = cegar->component_options->depth;
  bool has_invariants =
      cegar->proof == PROOF_PREDICATES || cegar->proof == PROOF_VALUES;
  if (has_invariants && cegar->invariants)
    take_formulas(cegar, into);
  else if (cegar->proof == PROOF_LEMMAS)
    record_lemma_formulas(cegar->component, &cegar->loops.lemmas, into);
  else if (cegar->proof == PROOF_COVERAGE || cegar->proof == PROOF_VALUES)
    into->is_unrolled = true; // or followed, state by state
}

static void take_told(const struct cegar *cegar, struct proof *into) {
  claim_vec_append(&into->claims, cegar->told.claims.at,
                   cegar->told.claims.count);
  into->claim_count = cegar->told.claim_count;
}

void record_proof(const struct cegar *cegar, struct proof *into) {
  into->kind = cegar->proof;
  if (cegar->proof == PROOF_VALUES || cegar->proof == PROOF_ORDER)
    into->states = cegar->stats->abstract_states;
  into->rounds = cegar->loops.rounds;
  if (cegar->proof == PROOF_PREDICATES)
    take_predicates(cegar, into);
  else if (cegar->proof == PROOF_LEMMAS)
    record_lemmas(cegar, &cegar->loops.lemmas, into);
  else if (cegar->proof == PROOF_ELEMENTS || cegar->proof == PROOF_DIVISORS ||
           cegar->proof == PROOF_MODULAR)
    take_told(cegar, into);
  if (cegar->options.keeps_invariants)
    record_invariants(cegar, into);
  if (has_formulas(cegar))
    take_certificate(cegar, into);
}
