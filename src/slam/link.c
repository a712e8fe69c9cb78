// What a step of a part means for terms: seed 003, section 3.1. For a call of R
// in Q, with x_ret for the result: delta puts arguments for formals; rho is the
// renaming of what the call may change to its values before (globals of the
// paper; here also cells of memory); gamma puts
// x_ret for the result and rho of the arguments for the values at the entry.
// Recursion: caller and callee have the same variables, and never in one term,
// since only ghosts, the result and shared variables of the callee are spoken
// of, and these are put away by gamma.
#include "slam/link.h"

#include "term/split.h"

static struct term fresh_like(const struct parts *parts, struct variable v) {
  struct term term = program_term(parts->program, v);
  return term_variable_again(parts->program->terms, term);
}

static void link_edge(struct link *link, struct edge_id edge) {
  const struct parts *parts = link->parts;
  const struct effect *effect = &parts->effects->at[edge.id];
  for (uint32_t i = 0; i < effect->binding_count; i++)
    substitution_set(link->fresh,
                     program_term(parts->program, effect->bindings[i].target),
                     effect->bindings[i].value);
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    substitution_set(link->fresh,
                     program_term(parts->program, effect->havocked[i]),
                     fresh_like(parts, effect->havocked[i]));
}

static struct term argument(const struct kept_call *call, uint32_t i) {
  return i < call->arguments.count ? call->arguments.at[i] : call->variadic;
}

// What the callee owns besides is any value.
static void link_entry(struct link *link, const struct kept_call *call) {
  const struct parts *parts = link->parts;
  const struct slam_part *callee = &parts->at.at[call->part];
  BITSET_EACH (v, &callee->own)
    substitution_set(link->entry,
                     program_term(parts->program, (struct variable){v}),
                     fresh_like(parts, (struct variable){v}));
  for (uint32_t i = 0; i < callee->formals.count; i++) {
    struct term formal = program_term(parts->program, callee->formals.at[i]);
    struct term value = argument(call, i);
    if (term_is_none(value))
      value = fresh_like(parts, callee->formals.at[i]);
    substitution_set(link->entry, formal, value);
    substitution_set(link->entry, callee->ghosts.at[i], value);
  }
}

// What is shared and not havocked by the edge (memory/remove_kept.c) no
// execution of the callee changes.
static void link_before(struct link *link, uint32_t part, struct edge_id edge,
                        const struct kept_call *call) {
  const struct parts *parts = link->parts;
  const struct program *program = parts->program;
  const struct effect *effect = &parts->effects->at[edge.id];
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    if (!parts_owns(parts, part, effect->havocked[i]))
      substitution_set(link->before, program_term(program, effect->havocked[i]),
                       fresh_like(parts, effect->havocked[i]));
  const struct slam_part *callee = &parts->at.at[call->part];
  for (uint32_t i = 0; i < callee->formals.count; i++) {
    struct term value = argument(call, i);
    value = term_is_none(value) ? fresh_like(parts, callee->formals.at[i])
                                : substitution_apply(link->before, value);
    substitution_set(link->gave, callee->ghosts.at[i], value);
  }
  if (variable_is_none(callee->result))
    return;
  struct term result = fresh_like(parts, callee->result);
  substitution_set(link->gave, program_term(program, callee->result), result);
  if (!variable_is_none(call->target))
    substitution_set(link->fresh, program_term(program, call->target), result);
}

static struct link *link_new(const struct parts *parts, struct edge_id edge) {
  const struct kept_call *call = parts->calls[edge.id];
  struct term_table *terms = parts->program->terms;
  struct link *link = memory_new_zero(1, sizeof *link);
  *link = (struct link){parts, substitution_new(terms), substitution_new(terms),
                        substitution_new(terms), substitution_new(terms)};
  if (!call) {
    link_edge(link, edge);
    return link;
  }
  uint32_t part =
      parts->part_of.at[procedure_edge(parts->procedure, edge)->from.id];
  link_entry(link, call);
  link_before(link, part, edge, call);
  return link;
}

struct link *link_of(const struct parts *parts, struct edge_id edge) {
  if (!parts->links[edge.id])
    parts->links[edge.id] = link_new(parts, edge);
  return parts->links[edge.id];
}

static void link_free(struct link *link) {
  if (!link)
    return;
  substitution_free(link->fresh);
  substitution_free(link->entry);
  substitution_free(link->before);
  substitution_free(link->gave);
  free(link);
}

void links_release(const struct parts *parts) {
  for (uint32_t i = 1; i < parts->procedure->edges.count; i++)
    link_free(parts->links[i]);
}

static struct term apply(struct link *link, struct substitution *s,
                         struct term t) {
  return term_split_selects(link->parts->program->terms,
                            substitution_apply(s, t));
}

struct term link_step(struct link *link, struct term t) {
  return apply(link, link->fresh, t);
}

struct term link_passed(struct link *link, struct term t) {
  return apply(link, link->entry, t);
}

struct term link_old(struct link *link, struct term t) {
  return apply(link, link->before, t);
}

struct term link_given(struct link *link, struct term t) {
  return apply(link, link->gave, t);
}

struct term link_left(struct link *link, struct term t) {
  return apply(link, link->fresh, t);
}
