#include "check/proof.h"

#include "program/print.h"

struct checking {
  struct effects *effects;
  const struct term *invariants;
  struct solver *solver;
  struct term_table *terms;
};

// After the edge, with havocked variables as fresh ones.
static struct term after(struct checking *checking, struct edge_id edge,
                         struct term t) {
  const struct effect *effect = &checking->effects->at[edge.id];
  struct program *program = checking->effects->program;
  struct substitution *change = substitution_new(checking->terms);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    substitution_set(change, program_term(program, effect->bindings[i].target),
                     effect->bindings[i].value);
  for (uint32_t i = 0; i < effect->havoc_count; i++) {
    struct term variable = program_term(program, effect->havocked[i]);
    struct term fresh = term_variable(
        checking->terms, term_variable_name(checking->terms, variable),
        term_sort(checking->terms, variable));
    substitution_set(change, variable, fresh);
  }
  struct term result = substitution_apply(change, t);
  substitution_free(change);
  return result;
}

static bool is_impossible(struct checking *checking, struct term a,
                          struct term b, struct term c) {
  struct term terms[] = {a, b, c};
  return solver_check(checking->solver, PURPOSE_PROOF, terms, 3) ==
         ANSWER_UNSAT;
}

static bool edge_holds(struct checking *checking, struct edge_id id) {
  const struct effect *effect = &checking->effects->at[id.id];
  const struct edge *edge = procedure_edge(checking->effects->procedure, id);
  struct term before = checking->invariants[edge->from.id];
  struct term yes = term_true(checking->terms);
  if (effect->kind == EFFECT_ENDS)
    return true;
  if (effect->kind != EFFECT_STEP)
    return is_impossible(checking, before, effect->guard, yes);
  struct term next = after(checking, id, checking->invariants[edge->to.id]);
  return is_impossible(checking, before, effect->guard,
                       term_not(checking->terms, next));
}

bool proof_holds(struct effects *effects, const struct term *invariants,
                 struct solver *solver, struct strbuf *why) {
  struct checking checking = {.effects = effects,
                              .invariants = invariants,
                              .solver = solver,
                              .terms = effects->program->terms};
  struct term initial =
      effects_at_entry(effects, invariants[effects->procedure->entry.id]);
  struct term yes = term_true(checking.terms);
  if (!is_impossible(&checking, term_not(checking.terms, initial), yes, yes)) {
    strbuf_add(why, "the proof does not hold at the entry");
    return false;
  }
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++) {
    if (edge_holds(&checking, (struct edge_id){i}))
      continue;
    strbuf_add(why, "the proof could not be rechecked at ");
    program_print_position(effects->program,
                           effects->procedure->edges.at[i].position, why);
    return false;
  }
  return true;
}
