#include "slam/tracked.h"

#include "term/substitute.h"

enum { LARGEST_TREE = 80, MOST_OF_A_PART = 60 };

void tracked_init(struct tracked *tracked, const struct parts *parts) {
  *tracked = (struct tracked){
      .parts = parts,
      .table = predicate_table_new(parts->program->terms),
      .locals = memory_new_zero(parts->at.count, sizeof *tracked->locals)};
}

void tracked_release(struct tracked *tracked) {
  for (uint32_t i = 0; i < tracked->parts->at.count; i++)
    predicate_vec_release(&tracked->locals[i]);
  predicate_vec_release(&tracked->globals);
  predicate_table_free(tracked->table);
  free(tracked->locals);
}

static bool has(const struct predicate_vec *list, struct predicate p) {
  for (uint32_t i = 0; i < list->count; i++)
    if (list->at[i].id == p.id)
      return true;
  return false;
}

static bool add_atom(struct tracked *tracked, uint32_t part, struct term atom) {
  struct term_table *terms = tracked->parts->program->terms;
  struct reach_of_term scope = parts_scope(tracked->parts, part, atom);
  struct predicate_vec *list =
      scope.is_shared ? &tracked->globals : &tracked->locals[part];
  bool is_negated;
  if (term_is_literal(terms, atom) || !scope.is_inside ||
      list->count >= MOST_OF_A_PART ||
      term_tree_size(terms, atom) > LARGEST_TREE)
    return false;
  struct predicate p = predicate_of(tracked->table, atom, &is_negated);
  if (has(list, p))
    return false;
  predicate_vec_push(list, p);
  return true;
}

uint32_t tracked_add(struct tracked *tracked, uint32_t part, struct term t) {
  struct term_vec atoms = {0};
  uint32_t count = 0;
  predicate_atoms(tracked->parts->program->terms, t, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++)
    count += add_atom(tracked, part, atoms.at[i]);
  term_vec_release(&atoms);
  return count;
}

void tracked_add_branches(struct tracked *tracked) {
  const struct parts *parts = tracked->parts;
  for (uint32_t i = 1; i < parts->procedure->edges.count; i++) {
    uint32_t part = parts->part_of.at[parts->procedure->edges.at[i].from.id];
    if (part != UINT32_MAX && parts_has_edge(parts, part, (struct edge_id){i}))
      tracked_add(tracked, part, parts->effects->at[i].guard);
  }
}

static uint32_t add_of_result(struct tracked *tracked, uint32_t part,
                              struct term variable, struct term result) {
  struct term_table *terms = tracked->parts->program->terms;
  uint32_t added = 0, count = tracked->locals[part].count;
  for (uint32_t i = 0; i < count; i++) {
    struct term t = predicate_term(tracked->table, tracked->locals[part].at[i]);
    struct term about = term_replace(terms, t, variable, result);
    if (!term_equal(t, about) &&
        parts_scope(tracked->parts, part, about).is_visible)
      added += tracked_add(tracked, part, about);
  }
  return added;
}

uint32_t tracked_add_returned(struct tracked *tracked) {
  const struct parts *parts = tracked->parts;
  struct term_table *terms = parts->program->terms;
  uint32_t added = 0;
  for (uint32_t i = 1; i < parts->procedure->edges.count; i++) {
    uint32_t part = parts->part_of.at[parts->procedure->edges.at[i].from.id];
    const struct effect *effect = &parts->effects->at[i];
    for (uint32_t k = 0;
         part && part != UINT32_MAX && k < effect->binding_count; k++)
      if (variable_equal(effect->bindings[k].target,
                         parts->at.at[part].result) &&
          term_op(terms, effect->bindings[k].value) == OP_VAR)
        added += add_of_result(
            tracked, part, effect->bindings[k].value,
            program_term(parts->program, effect->bindings[k].target));
  }
  return added;
}

uint32_t tracked_count(const struct tracked *tracked) {
  uint32_t count = tracked->globals.count;
  for (uint32_t i = 0; i < tracked->parts->at.count; i++)
    count += tracked->locals[i].count;
  return count;
}
