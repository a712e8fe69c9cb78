#include "abstraction/question.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool is_error_call(const struct question *question,
                          const struct operation *op,
                          const struct question_rules *rules) {
  const struct program *program = question->effects->program;
  if (!rules->is_error || op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  return rules->is_error(rules->context, program,
                         program_procedure(program, op->call.callee));
}

static enum role role_of(const struct question *question, uint32_t id,
                         const struct question_rules *rules) {
  const struct edge *edge = &question->effects->procedure->edges.at[id];
  if (is_error_call(question, &edge->op, rules))
    return ROLE_VIOLATES;
  switch (question->effects->at[id].kind) {
  case EFFECT_STEP: return ROLE_STEP;
  case EFFECT_UNSUPPORTED: return ROLE_UNSUPPORTED;
  case EFFECT_ENDS: break;
  }
  bool is_violation = edge->undefined != UNDEFINED_NONE && rules->is_checked &&
                      rules->is_checked(rules->context, edge->undefined);
  return is_violation ? ROLE_VIOLATES : ROLE_ENDS;
}

static struct question *make(struct effects *effects, struct question *base) {
  struct question *question = memory_new_zero(1, sizeof *question);
  *question = (struct question){
      .effects = effects,
      .roles = memory_new_zero(effects->procedure->edges.count, 1),
      .base = base};
  return question;
}

struct question *question_new(struct effects *effects,
                              const struct question_rules *rules,
                              struct question *base) {
  static const struct question_rules nothing = {0};
  struct question *question = make(effects, base);
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
    question->roles[i] =
        (uint8_t)role_of(question, i, rules ? rules : &nothing);
  return question;
}

struct question *question_about(const struct question *question,
                                struct effects *effects) {
  struct question *same = make(effects, question->base);
  memcpy(same->roles, question->roles, effects->procedure->edges.count);
  return same;
}

void question_free(struct question *question) {
  if (!question)
    return;
  free(question->roles);
  free(question);
}

enum role question_role(const struct question *question, struct edge_id edge) {
  return (enum role)question->roles[edge.id];
}

bool question_is_step(const struct question *question, struct edge_id edge) {
  return question->roles[edge.id] == ROLE_STEP;
}

struct question *question_base(struct question *question) {
  return question->base ? question->base : question;
}

void question_end(struct question *question, struct edge_id edge) {
  question->roles[edge.id] = ROLE_ENDS;
}

static void cut_base(struct question *question, const uint32_t *origins) {
  struct bitset alive = {0};
  struct question *base = question->base;
  for (uint32_t i = 1; i < question->effects->procedure->edges.count; i++)
    if (question->roles[i] == ROLE_STEP)
      bitset_add(&alive, origins[i]);
  for (uint32_t i = 1; i < base->effects->procedure->edges.count; i++)
    if (!bitset_has(&alive, i))
      base->roles[i] = ROLE_ENDS;
  bitset_release(&alive);
}

void question_cut(struct question *question, const struct bitset *edges,
                  const uint32_t *origins) {
  for (uint32_t i = 1; i < question->effects->procedure->edges.count; i++)
    if (!bitset_has(edges, i))
      question->roles[i] = ROLE_ENDS;
  if (question->base)
    cut_base(question, origins);
}

static bool live_before(void *context, uint32_t edge, struct bitset *live) {
  const struct question *question = context;
  const struct program *program = question->effects->program;
  const struct effect *effect = &question->effects->at[edge];
  if (question->roles[edge] == ROLE_ENDS ||
      term_is_false(program->terms, effect->guard))
    return false;
  effect_want_before(program, effect, live);
  program_mark_variables(program, effect->guard, live);
  return true;
}

struct flow_sets question_live(const struct question *question) {
  return flow_solve_back(question->effects->procedure, live_before,
                         (void *)question);
}

void question_mark_variables(const struct question *question,
                             struct bitset *into) {
  const struct effects *effects = question->effects;
  const struct program *program = effects->program;
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++) {
    const struct effect *effect = &effects->at[i];
    if (question->roles[i] == ROLE_ENDS)
      continue;
    program_mark_variables(program, effect->guard, into);
    for (uint32_t k = 0; k < effect->binding_count; k++) {
      bitset_add(into, effect->bindings[k].target.id);
      program_mark_variables(program, effect->bindings[k].value, into);
    }
    for (uint32_t k = 0; k < effect->havoc_count; k++)
      bitset_add(into, effect->havocked[k].id);
  }
}
