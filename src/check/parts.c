#include "check/parts.h"

#include "term/variables.h"

// Structure

static const struct inline_result *inlined_of(const struct parts *parts) {
  return &parts->component->behaviour->plain.inlining;
}

static uint32_t inlined_edge(const struct parts *parts, struct edge_id edge) {
  return provenance_last(&parts->component->behaviour->plain.removal.provenance,
                         provenance_last(&parts->component->provenance, edge))
      .id;
}

// The edges that lead into parts leave one location.
static bool find_fork(struct parts *parts) {
  const struct procedure *p = parts->procedure;
  for (uint32_t i = 1; i < p->edges.count; i++)
    if (inline_enters_part(inlined_of(parts),
                           inlined_edge(parts, (struct edge_id){i}))) {
      parts->fork = p->edges.at[i].from;
      return true;
    }
  return false;
}

static void enter_parts(struct parts *parts) {
  const struct location *fork =
      procedure_location(parts->procedure, parts->fork);
  for (uint32_t i = 0; i < fork->out_count; i++) {
    struct edge_id id = {fork->first_out + i};
    uint32_t part = inline_part_of(inlined_of(parts), inlined_edge(parts, id));
    if (part)
      parts->at.at[part].entry = procedure_edge(parts->procedure, id)->to;
  }
}

static void claim_locations(struct parts *parts, uint32_t part) {
  struct slam_part *at = &parts->at.at[part];
  if (!at->entry.id)
    return;
  flow_reach(parts->procedure, at->entry, NULL, NULL, &at->locations);
  BITSET_EACH (l, &at->locations)
    parts->part_of.at[l] = part;
}

// The first part begins before the fork.
static void claim_first(struct parts *parts) {
  const struct procedure *p = parts->procedure;
  struct slam_part *first = &parts->at.at[0];
  struct bitset all = {0};
  first->entry = p->entry;
  flow_reach(p, p->entry, NULL, NULL, &all);
  BITSET_EACH (l, &all)
    if (parts->part_of.at[l] == UINT32_MAX) {
      bitset_add(&first->locations, l);
      parts->part_of.at[l] = 0;
    }
  bitset_release(&all);
}

bool parts_has_edge(const struct parts *parts, uint32_t part,
                    struct edge_id edge) {
  const struct edge *e = procedure_edge(parts->procedure, edge);
  if (parts->part_of.at[e->from.id] != part)
    return false;
  return e->to.id == parts->procedure->undefined.id ||
         parts->part_of.at[e->to.id] == part;
}

bool parts_returns(const struct parts *parts, struct edge_id edge) {
  const struct inline_result *inlined = inlined_of(parts);
  uint32_t number = inlined_edge(parts, edge);
  const struct inline_origin *origin = &inlined->origins.at[number];
  const struct edge *e = procedure_edge(parts->procedure, edge);
  const struct procedure *written =
      program_procedure(parts->program, origin->procedure);
  uint32_t part = parts->part_of.at[e->from.id];
  return part != UINT32_MAX &&
         origin->instance == inlined->parts.at[part].instance &&
         procedure_edge(written, origin->edge)->op.kind == OPERATION_RETURN &&
         !procedure_location(parts->procedure, e->to)->out_count;
}

// Calls

// The call that the edge of the component is, as the plain procedure has it.
static const struct kept_call *call_at(const struct parts *parts,
                                       struct edge_id edge) {
  const struct plain_component *plain = &parts->component->behaviour->plain;
  struct edge_id from = provenance_last(&parts->component->provenance, edge);
  uint32_t call =
      from.id ? procedure_edge(plain->procedure, from)->kept_call : 0;
  return call ? &plain->removal.kept_calls.at[call - 1] : NULL;
}

static void find_calls(struct parts *parts) {
  for (uint32_t i = 1; i < parts->procedure->edges.count; i++)
    parts->calls[i] = call_at(parts, (struct edge_id){i});
}

// Variables

static bool is_shared_kind(const struct parts *parts, struct variable v) {
  const struct variable_info *info = program_variable(parts->program, v);
  return info->kind == VARIABLE_GLOBAL && !info->owner.id;
}

static void mark_edge(const struct parts *parts, uint32_t edge,
                      struct bitset *into) {
  const struct effect *effect = &parts->effects->at[edge];
  program_mark_variables(parts->program, effect->guard, into);
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    bitset_add(into, effect->bindings[i].target.id);
    program_mark_variables(parts->program, effect->bindings[i].value, into);
  }
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    bitset_add(into, effect->havocked[i].id);
  const struct kept_call *call = parts->calls[edge];
  for (uint32_t i = 0; call && i < call->arguments.count; i++)
    program_mark_variables(parts->program, call->arguments.at[i], into);
}

static void mark_part(const struct parts *parts, uint32_t part,
                      struct bitset *into) {
  for (uint32_t i = 1; i < parts->procedure->edges.count; i++)
    if (parts_has_edge(parts, part, (struct edge_id){i}))
      mark_edge(parts, i, into);
}

// False when another part gets at what is one activation's alone.
static bool find_own(struct parts *parts) {
  const struct removal *removal = &parts->component->behaviour->plain.removal;
  struct bitset *seen = memory_new_zero(parts->at.count, sizeof *seen);
  bool ok = true;
  for (uint32_t i = 0; i < parts->at.count; i++) {
    mark_part(parts, i, &seen[i]);
    BITSET_EACH (v, &seen[i])
      if (!is_shared_kind(parts, (struct variable){v}))
        bitset_add(&parts->at.at[i].own, v);
    if (!removal->kept_private)
      continue;
    for (uint32_t k = 0; k < parts->at.count; k++)
      ok &= k == i || !removal->kept_private ||
            !bitset_intersects(&seen[i], &removal->kept_private[k]);
    bitset_unite(&parts->at.at[i].own, &removal->kept_private[i]);
  }
  for (uint32_t i = 0; i < parts->at.count; i++)
    bitset_release(&seen[i]);
  free(seen);
  return ok;
}

bool parts_owns(const struct parts *parts, uint32_t part,
                struct variable variable) {
  return bitset_has(&parts->at.at[part].own, variable.id);
}

static bool is_written(const struct parts *parts, uint32_t part,
                       struct variable variable) {
  for (uint32_t i = 1; i < parts->procedure->edges.count; i++) {
    const struct effect *effect = &parts->effects->at[i];
    if (!parts_has_edge(parts, part, (struct edge_id){i}) || parts->calls[i])
      continue;
    for (uint32_t k = 0; k < effect->binding_count; k++)
      if (variable_equal(effect->bindings[k].target, variable))
        return true;
    if (effects_havocs(parts->effects, (struct edge_id){i}, variable))
      return true;
  }
  return false;
}

static bool is_target(const struct parts *parts, uint32_t part,
                      struct variable variable) {
  for (uint32_t i = 1; i < parts->procedure->edges.count; i++)
    if (parts->calls[i] && parts_has_edge(parts, part, (struct edge_id){i}) &&
        variable_equal(parts->calls[i]->target, variable))
      return true;
  return false;
}

static void add_formal(struct parts *parts, uint32_t part,
                       struct variable formal) {
  struct slam_part *at = &parts->at.at[part];
  struct term term = program_term(parts->program, formal);
  bool is_kept =
      !is_written(parts, part, formal) && !is_target(parts, part, formal);
  bitset_add(&at->own, formal.id);
  variable_vec_push(&at->formals, formal);
  term_vec_push(&at->ghosts,
                is_kept ? term
                        : term_variable_again(parts->program->terms, term));
}

static void find_formals(struct parts *parts, uint32_t part) {
  const struct inline_result *inlined = inlined_of(parts);
  const struct procedure *p =
      program_procedure(parts->program, parts->at.at[part].procedure);
  for (uint32_t i = 0; i < p->parameters.count; i++)
    add_formal(
        parts, part,
        inline_formal(parts->program, inlined, part, p->parameters.at[i]));
  if (!variable_is_none(p->variadic))
    add_formal(parts, part,
               inline_formal(parts->program, inlined, part, p->variadic));
}

static void add_parts(struct parts *parts) {
  const struct inline_result *inlined = inlined_of(parts);
  for (uint32_t i = 0; i < inlined->parts.count; i++)
    slam_part_vec_push(
        &parts->at,
        (struct slam_part){.procedure = inlined->parts.at[i].procedure,
                           .result = inlined->parts.at[i].result});
}

bool parts_init(struct parts *parts, const struct component *component,
                const struct component_options *options, struct strbuf *why) {
  *parts = (struct parts){.program = component->program,
                          .component = component,
                          .procedure = component->procedure,
                          .effects = component->effects};
  parts->question = component_question(options, component->effects, NULL);
  parts->calls =
      memory_new_zero(parts->procedure->edges.count, sizeof *parts->calls);
  parts->links = memory_new_zero(parts->procedure->edges.count, sizeof(void *));
  u32_vec_resize(&parts->part_of, parts->procedure->locations.count);
  for (uint32_t i = 0; i < parts->part_of.count; i++)
    parts->part_of.at[i] = UINT32_MAX;
  add_parts(parts);
  if (parts->at.count > 1 && find_fork(parts))
    enter_parts(parts);
  for (uint32_t i = 1; i < parts->at.count; i++)
    claim_locations(parts, i);
  claim_first(parts);
  find_calls(parts);
  if (!find_own(parts)) {
    strbuf_add(why, "a local of a recursive function is used by another");
    return false;
  }
  for (uint32_t i = 1; i < parts->at.count; i++) {
    find_formals(parts, i);
    if (!variable_is_none(parts->at.at[i].result))
      bitset_add(&parts->at.at[i].own, parts->at.at[i].result.id);
  }
  return true;
}

void parts_release(struct parts *parts) {
  for (uint32_t i = 0; i < parts->at.count; i++) {
    bitset_release(&parts->at.at[i].locations);
    bitset_release(&parts->at.at[i].own);
    variable_vec_release(&parts->at.at[i].formals);
    term_vec_release(&parts->at.at[i].ghosts);
  }
  free(parts->links);
  slam_part_vec_release(&parts->at);
  u32_vec_release(&parts->part_of);
  question_free(parts->question);
  free(parts->calls);
}

// Scopes

static bool has_formal(const struct slam_part *part, struct variable variable) {
  for (uint32_t i = 0; i < part->formals.count; i++)
    if (variable_equal(part->formals.at[i], variable))
      return true;
  return false;
}

struct reach_of_term parts_scope(const struct parts *parts, uint32_t part,
                                 struct term t) {
  const struct slam_part *at = &parts->at.at[part];
  struct reach_of_term scope = {true, part != 0, part != 0, true};
  struct term_vec variables = {0};
  term_variables(parts->program->terms, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++) {
    struct variable v = program_variable_of(parts->program, variables.at[i]);
    bool is_ghost = term_vec_has(&at->ghosts, variables.at[i]);
    bool is_known = !variable_is_none(v);
    bool is_own = is_known && parts_owns(parts, part, v);
    bool is_shared = is_known && !is_own && is_shared_kind(parts, v);
    scope.is_shared &= is_shared;
    scope.is_formal &= is_ghost || is_shared || (is_own && has_formal(at, v));
    scope.is_visible &=
        is_ghost || is_shared || (is_own && variable_equal(v, at->result));
    scope.is_inside &= is_ghost || is_own || is_shared;
  }
  term_vec_release(&variables);
  return scope;
}

struct substitution *parts_at_entry(const struct parts *parts, uint32_t part) {
  const struct slam_part *at = &parts->at.at[part];
  struct substitution *substitution = substitution_new(parts->program->terms);
  for (uint32_t i = 0; i < at->formals.count; i++) {
    struct term formal = program_term(parts->program, at->formals.at[i]);
    if (!term_equal(formal, at->ghosts.at[i]))
      substitution_set(substitution, at->ghosts.at[i], formal);
  }
  return substitution;
}
