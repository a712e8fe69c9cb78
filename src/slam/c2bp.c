#include "slam/c2bp.h"

#include "program/print.h"

struct maker {
  struct c2bp *c2bp;
  const struct parts *parts;
  const struct tracked *tracked;
  const struct c2bp_options *options;
  struct updater *updater;
  struct bp *bp;
  // Of the part at hand
  uint32_t part;
  struct bp_procedure *procedure;
  struct made_part *made;
  struct u32_vec starts; // by location: its first statement
  struct bitset returns; // locations where the part returns
  struct u32_vec jumps;  // statements whose targets are locations so far
};

static struct term term_of(const struct maker *m, struct predicate p) {
  return predicate_term(m->tracked->table, p);
}

// Variables

static struct bp_variable local(uint32_t index) {
  return (struct bp_variable){index, true};
}

static uint32_t index_in(const struct predicate_vec *list, struct predicate p) {
  for (uint32_t i = 0; i < list->count; i++)
    if (list->at[i].id == p.id)
      return i;
  return UINT32_MAX;
}

bool c2bp_variable(const struct c2bp *c2bp, uint32_t part, struct predicate p,
                   struct bp_variable *found) {
  uint32_t index = index_in(&c2bp->tracked->globals, p);
  *found = (struct bp_variable){index, false};
  if (index != UINT32_MAX)
    return true;
  index = index_in(&c2bp->made[part].locals, p);
  *found = local(index);
  return index != UINT32_MAX;
}

static struct bp_expr read_variable(const struct maker *m,
                                    struct bp_variable v) {
  return bp_expr_variable(m->bp->exprs, v, false);
}

static struct bp_expr next_of(const struct maker *m, struct bp_variable v) {
  return bp_expr_variable(m->bp->exprs, v, true);
}

// Declarations

static bool is_declared(const struct maker *m,
                        const struct bp_declaration_vec *list,
                        struct name name) {
  for (uint32_t i = 0; i < list->count; i++)
    if (name_equal(list->at[i].name, name))
      return true;
  for (uint32_t i = 0; i < m->bp->globals.count; i++)
    if (name_equal(m->bp->globals.at[i].name, name))
      return true;
  return false;
}

static struct name text_of(const struct maker *m,
                           const struct bp_declaration_vec *list,
                           struct predicate p) {
  struct strbuf text = {0};
  struct name name = {0};
  program_print_term(m->parts->program, term_of(m, p), &text);
  for (uint32_t copy = 1; name_is_none(name); copy++) {
    name = copy == 1 ? intern_format(m->bp->names, "{%s}", strbuf_text(&text))
                     : intern_format(m->bp->names, "{%s #%u}",
                                     strbuf_text(&text), copy);
    if (is_declared(m, list, name))
      name = (struct name){0};
  }
  strbuf_release(&text);
  return name;
}

// What a program begins with.
static enum bp_initial initial_of(const struct maker *m, struct predicate p) {
  struct term_table *terms = m->parts->program->terms;
  struct term t = effects_at_entry(m->parts->effects, term_of(m, p));
  return term_is_true(terms, t)    ? BP_INITIAL_TRUE
         : term_is_false(terms, t) ? BP_INITIAL_FALSE
                                   : BP_INITIAL_ANY;
}

static void declare_globals(const struct maker *m) {
  const struct predicate_vec *globals = &m->tracked->globals;
  for (uint32_t i = 0; i < globals->count; i++) {
    struct bp_declaration one = {
        .name = text_of(m, &m->bp->globals, globals->at[i]),
        .initial = initial_of(m, globals->at[i])};
    bp_declaration_vec_push(&m->bp->globals, one);
  }
}

static void sort_locals(const struct maker *m, uint32_t part) {
  struct made_part *made = &m->c2bp->made[part];
  const struct predicate_vec *locals = &m->tracked->locals[part];
  for (int is_formal = 1; is_formal >= 0; is_formal--)
    for (uint32_t i = 0; i < locals->count; i++)
      if (parts_scope(m->parts, part, term_of(m, locals->at[i])).is_formal ==
          is_formal) {
        predicate_vec_push(&made->locals, locals->at[i]);
        made->parameter_count += is_formal;
      }
  for (uint32_t i = 0; i < made->locals.count; i++)
    if (parts_scope(m->parts, part, term_of(m, made->locals.at[i])).is_visible)
      predicate_vec_push(&made->returned, made->locals.at[i]);
}

static void declare_temporaries(const struct maker *m, uint32_t part) {
  struct made_part *made = &m->c2bp->made[part];
  struct bp_procedure *p = &m->bp->procedures.at[part];
  uint32_t parameters = 0, returns = 0;
  for (uint32_t i = 1; i < m->parts->procedure->edges.count; i++) {
    const struct kept_call *call = m->parts->calls[i];
    if (!call || !parts_has_edge(m->parts, part, (struct edge_id){i}))
      continue;
    const struct made_part *callee = &m->c2bp->made[call->part];
    if (callee->parameter_count > parameters)
      parameters = callee->parameter_count;
    if (callee->returned.count > returns)
      returns = callee->returned.count;
  }
  made->first_parameter = p->locals.count;
  made->first_return = p->locals.count + parameters;
  for (uint32_t i = 0; i < parameters + returns; i++) {
    bool is_parameter = i < parameters;
    struct bp_declaration one = {
        .name = intern_format(m->bp->names, is_parameter ? "p%u" : "ret%u",
                              is_parameter ? i + 1 : i - parameters + 1)};
    bp_declaration_vec_push(&p->locals, one);
  }
}

static void declare_part(const struct maker *m, uint32_t part) {
  const struct procedure *c =
      program_procedure(m->parts->program, m->parts->at.at[part].procedure);
  struct made_part *made = &m->c2bp->made[part];
  struct bp_procedure p = {
      .name = part ? intern(m->bp->names,
                            name_text(m->parts->program->names, c->name))
                   : intern(m->bp->names, "main"),
      .position = c->position};
  sort_locals(m, part);
  p.parameter_count = made->parameter_count;
  p.return_count = made->returned.count;
  for (uint32_t i = 0; i < made->locals.count; i++) {
    struct bp_declaration one = {.name =
                                     text_of(m, &p.locals, made->locals.at[i])};
    bp_declaration_vec_push(&p.locals, one);
  }
  bp_procedure_vec_push(&m->bp->procedures, p);
}

// Statements

static uint32_t emit(struct maker *m, struct bp_statement s,
                     struct made_of made) {
  if (made.edge.id)
    s.position = procedure_edge(m->parts->procedure, made.edge)->position;
  made_of_vec_push(&m->made->statements, made);
  return bp_statement_vec_push(&m->procedure->statements, s);
}

static uint32_t *new_targets(struct maker *m, uint32_t count) {
  return arena_new(&m->bp->arena, count * sizeof(uint32_t));
}

static void emit_assume(struct maker *m, struct bp_expr condition,
                        struct made_of made) {
  emit(m, (struct bp_statement){.kind = BP_ASSUME, .condition = condition},
       made);
}

// To a location, by its number until all are placed.
static void emit_goto(struct maker *m, uint32_t location) {
  uint32_t *targets = new_targets(m, 1);
  targets[0] = location;
  uint32_t s = emit(m,
                    (struct bp_statement){
                        .kind = BP_GOTO, .targets = targets, .target_count = 1},
                    (struct made_of){0});
  u32_vec_push(&m->jumps, s);
}

static void emit_return(struct maker *m, bool is_any) {
  uint32_t count = m->made->returned.count;
  struct bp_expr *values =
      arena_new(&m->bp->arena, (count + 1) * sizeof *values);
  for (uint32_t i = 0; i < count; i++)
    values[i] =
        is_any ? bp_expr_any(m->bp->exprs)
               : read_variable(m, local(index_in(&m->made->locals,
                                                 m->made->returned.at[i])));
  emit(m,
       (struct bp_statement){
           .kind = BP_RETURN, .values = values, .value_count = count},
       (struct made_of){0});
}

// Constraints

static bool literal_variable(const struct maker *m, const struct constraint *c,
                             const struct constraint_literal *l,
                             struct bp_variable *found) {
  if (c->kind == CONSTRAINT_PARAMETERS && l->place == LITERAL_AFTER) {
    uint32_t callee = m->parts->calls[c->edge.id]->part;
    uint32_t i = index_in(&m->c2bp->made[callee].locals, l->predicate);
    *found = local(m->made->first_parameter + i);
    return i < m->c2bp->made[callee].parameter_count;
  }
  if (l->place == LITERAL_RETURNED) {
    uint32_t callee = m->parts->calls[c->edge.id]->part;
    uint32_t i = index_in(&m->c2bp->made[callee].returned, l->predicate);
    *found = local(m->made->first_return + i);
    if (i != UINT32_MAX)
      return true;
    i = index_in(&m->tracked->globals, l->predicate);
    *found = (struct bp_variable){i, false};
    return i != UINT32_MAX;
  }
  return c2bp_variable(m->c2bp, m->part, l->predicate, found);
}

// That its literals are not true together; none if one of them is not there.
static struct bp_expr constraint_expr(const struct maker *m,
                                      const struct constraint *c,
                                      bool is_assigned) {
  struct bp_exprs *exprs = m->bp->exprs;
  struct bp_expr all = {0};
  for (uint32_t i = 0; i < c->literals.count; i++) {
    const struct constraint_literal *l = &c->literals.at[i];
    struct bp_variable v;
    if (!literal_variable(m, c, l, &v))
      return (struct bp_expr){0};
    struct bp_expr one = is_assigned && l->place == LITERAL_AFTER
                             ? next_of(m, v)
                             : read_variable(m, v);
    one = l->value ? one : bp_expr_not(exprs, one);
    all = i ? bp_expr_binary(exprs, BP_AND, all, one) : one;
  }
  return bp_expr_is_none(all) ? all : bp_expr_not(exprs, all);
}

// Of a statement that assigns nothing x' is x.
static struct bp_expr constraints_of(const struct maker *m,
                                     enum constraint_kind kind,
                                     struct edge_id edge, bool is_assigned) {
  struct bp_expr all = {0};
  for (uint32_t i = 0; i < m->c2bp->constraints->count; i++) {
    const struct constraint *c = &m->c2bp->constraints->at[i];
    bool is_of_part = c->part == m->part || c->part == EVERY_PART;
    if (c->kind != kind || !is_of_part || c->edge.id != edge.id)
      continue;
    struct bp_expr one = constraint_expr(m, c, is_assigned);
    if (bp_expr_is_none(one))
      continue;
    all = bp_expr_is_none(all) ? one
                               : bp_expr_binary(m->bp->exprs, BP_AND, all, one);
  }
  return all;
}

// Updates

static void add_source(struct maker *m, struct update *update, struct term t,
                       struct bp_variable v) {
  update_source_vec_push(&update->sources,
                         (struct update_source){t, read_variable(m, v)});
}

static void add_target(struct maker *m, struct update *update, struct term t,
                       struct bp_variable v, struct bp_variable_vec *into) {
  update_target_vec_push(
      &update->targets,
      (struct update_target){.before = t, .next = next_of(m, v)});
  bp_variable_vec_push(into, v);
}

static void each_visible(struct maker *m, uint32_t part,
                         void (*each)(struct maker *m, void *context,
                                      struct predicate p, struct bp_variable v),
                         void *context) {
  const struct predicate_vec *globals = &m->tracked->globals;
  const struct predicate_vec *locals = &m->c2bp->made[part].locals;
  for (uint32_t i = 0; i < globals->count; i++)
    each(m, context, globals->at[i], (struct bp_variable){i, false});
  for (uint32_t i = 0; i < locals->count; i++)
    each(m, context, locals->at[i], local(i));
}

struct stepping {
  struct link *link;
  struct update update;
  struct bp_variable_vec assigned;
};

static void stepping_release(struct stepping *s) {
  update_release(&s->update);
  bp_variable_vec_release(&s->assigned);
}

static void source_now(struct maker *m, void *context, struct predicate p,
                       struct bp_variable v) {
  struct stepping *s = context;
  add_source(m, &s->update, term_of(m, p), v);
}

static void target_step(struct maker *m, void *context, struct predicate p,
                        struct bp_variable v) {
  struct stepping *s = context;
  struct term after = term_of(m, p), before = link_step(s->link, after);
  if (!term_equal(after, before))
    add_target(m, &s->update, before, v, &s->assigned);
}

static void abstract(struct maker *m, struct edge_id edge,
                     struct update *update) {
  struct update_options options = m->options->update;
  if (m->options->exact && bitset_has(m->options->exact, edge.id))
    options.provider = PROVIDER_JOINT;
  update_abstract(m->updater, &options, m->bp->exprs, update);
}

static void emit_assign(struct maker *m, const struct stepping *s,
                        struct bp_expr constrain, struct made_of made) {
  uint32_t count = s->assigned.count;
  struct bp_expr *values =
      arena_new(&m->bp->arena, (count + 1) * sizeof *values);
  for (uint32_t i = 0; i < count; i++)
    values[i] = s->update.targets.at[i].value;
  struct bp_expr both = s->update.constrain;
  if (!bp_expr_is_none(constrain))
    both = bp_expr_is_none(both)
               ? constrain
               : bp_expr_binary(m->bp->exprs, BP_AND, both, constrain);
  emit(m,
       (struct bp_statement){.kind = BP_ASSIGN,
                             .condition = both,
                             .variables =
                                 arena_copy(&m->bp->arena, s->assigned.at,
                                            count * sizeof *s->assigned.at),
                             .variable_count = count,
                             .values = values,
                             .value_count = count},
       made);
}

static bool does_something(const struct maker *m, struct edge_id edge) {
  const struct effect *effect = &m->parts->effects->at[edge.id];
  return effect->binding_count || effect->havoc_count ||
         !term_is_true(m->parts->program->terms, effect->guard);
}

// Without assignments x' is x.
static void emit_step(struct maker *m, struct edge_id edge) {
  struct stepping s = {0};
  struct made_of made = {MADE_STEP, edge, {0}};
  s.link = link_of(m->parts, edge);
  s.update.guard = m->parts->effects->at[edge.id].guard;
  each_visible(m, m->part, source_now, &s);
  each_visible(m, m->part, target_step, &s);
  abstract(m, edge, &s.update);
  struct bp_expr constrain =
      constraints_of(m, CONSTRAINT_STEP, edge, s.assigned.count);
  struct bp_expr condition = s.update.condition;
  if (!s.assigned.count && !bp_expr_is_none(constrain))
    condition =
        bp_expr_is_none(condition)
            ? constrain
            : bp_expr_binary(m->bp->exprs, BP_AND, condition, constrain);
  if (!bp_expr_is_none(condition))
    emit_assume(m, condition, s.assigned.count ? (struct made_of){0} : made);
  if (s.assigned.count)
    emit_assign(m, &s, constrain, made);
  else if (bp_expr_is_none(condition) && does_something(m, edge))
    emit(m, (struct bp_statement){.kind = BP_SKIP}, made);
  stepping_release(&s);
}

// Calls

static void emit_parameters(struct maker *m, struct edge_id edge,
                            const struct made_part *callee) {
  struct stepping s = {0};
  s.link = link_of(m->parts, edge);
  s.update.guard = term_true(m->parts->program->terms);
  each_visible(m, m->part, source_now, &s);
  for (uint32_t i = 0; i < callee->parameter_count; i++)
    add_target(m, &s.update,
               link_passed(s.link, term_of(m, callee->locals.at[i])),
               local(m->made->first_parameter + i), &s.assigned);
  abstract(m, edge, &s.update);
  if (s.assigned.count)
    emit_assign(m, &s, constraints_of(m, CONSTRAINT_PARAMETERS, edge, true),
                (struct made_of){MADE_PARAMETERS, edge, {0}});
  stepping_release(&s);
}

static void emit_call(struct maker *m, struct edge_id edge,
                      const struct made_part *callee) {
  uint32_t parameters = callee->parameter_count;
  uint32_t returns = callee->returned.count;
  struct bp_expr *values =
      arena_new(&m->bp->arena, (parameters + 1) * sizeof *values);
  struct bp_variable *variables =
      arena_new(&m->bp->arena, (returns + 1) * sizeof *variables);
  for (uint32_t i = 0; i < parameters; i++)
    values[i] = read_variable(m, local(m->made->first_parameter + i));
  for (uint32_t i = 0; i < returns; i++)
    variables[i] = local(m->made->first_return + i);
  emit(m,
       (struct bp_statement){.kind = BP_CALL,
                             .callee = m->parts->calls[edge.id]->part,
                             .values = values,
                             .value_count = parameters,
                             .variables = variables,
                             .is_dropped =
                                 arena_new_zero(&m->bp->arena, returns + 1),
                             .variable_count = returns},
       (struct made_of){MADE_CALL, edge, {0}});
}

// Temporaries are of no use any more.
static void emit_dead(struct maker *m, const struct made_part *callee) {
  struct stepping s = {0};
  for (uint32_t i = 0; i < callee->parameter_count; i++)
    bp_variable_vec_push(&s.assigned, local(m->made->first_parameter + i));
  for (uint32_t i = 0; i < callee->returned.count; i++)
    bp_variable_vec_push(&s.assigned, local(m->made->first_return + i));
  for (uint32_t i = 0; i < s.assigned.count; i++)
    update_target_vec_push(
        &s.update.targets,
        (struct update_target){.value = bp_expr_any(m->bp->exprs)});
  if (s.assigned.count)
    emit_assign(m, &s, (struct bp_expr){0}, (struct made_of){0});
  update_release(&s.update);
  bp_variable_vec_release(&s.assigned);
}

// Of the caller's own predicates the values before the call are there; of the
// global ones those where the callee returned.
static void source_old(struct maker *m, void *context, struct predicate p,
                       struct bp_variable v) {
  struct stepping *s = context;
  struct term t = term_of(m, p);
  add_source(m, &s->update, v.is_local ? link_old(s->link, t) : t, v);
}

static void target_left(struct maker *m, void *context, struct predicate p,
                        struct bp_variable v) {
  struct stepping *s = context;
  struct term after = term_of(m, p), left = link_left(s->link, after);
  bool is_kept = v.is_local ? term_equal(left, link_old(s->link, after))
                            : term_equal(left, after);
  if (!is_kept)
    add_target(m, &s->update, left, v, &s->assigned);
}

static void emit_effects(struct maker *m, struct edge_id edge,
                         const struct made_part *callee) {
  struct stepping s = {0};
  struct made_of made = {MADE_EFFECTS, edge, {0}};
  s.link = link_of(m->parts, edge);
  s.update.guard = term_true(m->parts->program->terms);
  each_visible(m, m->part, source_old, &s);
  for (uint32_t i = 0; i < callee->returned.count; i++)
    add_source(m, &s.update,
               link_given(s.link, term_of(m, callee->returned.at[i])),
               local(m->made->first_return + i));
  each_visible(m, m->part, target_left, &s);
  abstract(m, edge, &s.update);
  struct bp_expr constrain =
      constraints_of(m, CONSTRAINT_EFFECTS, edge, s.assigned.count);
  if (s.assigned.count)
    emit_assign(m, &s, constrain, made);
  else if (!bp_expr_is_none(constrain))
    emit_assume(m, constrain, made);
  stepping_release(&s);
}

// Edges

static void emit_end(struct maker *m, struct edge_id edge, bool is_modelled) {
  struct made_of made = {
      is_modelled ? MADE_VIOLATION : MADE_UNMODELLED, edge, {0}};
  if (does_something(m, edge))
    emit_step(m, edge);
  struct bp_expr never = bp_expr_constant(m->bp->exprs, false);
  uint32_t s = emit(
      m, (struct bp_statement){.kind = BP_ASSERT, .condition = never}, made);
  if (!is_modelled)
    bp_label_vec_push(
        &m->procedure->labels,
        (struct bp_label){intern_format(m->bp->names, "UNMODELLED_%u", s), s});
}

static void emit_edge(struct maker *m, struct edge_id edge) {
  const struct kept_call *call = m->parts->calls[edge.id];
  enum role role = question_role(m->parts->question, edge);
  if (role == ROLE_VIOLATES || role == ROLE_UNSUPPORTED) {
    emit_end(m, edge, role == ROLE_VIOLATES);
  } else if (call) {
    const struct made_part *callee = &m->c2bp->made[call->part];
    emit_parameters(m, edge, callee);
    emit_call(m, edge, callee);
    emit_effects(m, edge, callee);
    if (m->options->ends_temporaries)
      emit_dead(m, callee);
  } else {
    emit_step(m, edge);
  }
}

static bool takes_part(const struct maker *m, struct edge_id edge) {
  return parts_has_edge(m->parts, m->part, edge) &&
         question_role(m->parts->question, edge) != ROLE_ENDS;
}

static void edges_of(const struct maker *m, uint32_t location,
                     struct edge_id_vec *into) {
  const struct location *at =
      procedure_location(m->parts->procedure, (struct location_id){location});
  for (uint32_t i = 0; i < at->out_count; i++) {
    struct edge_id edge = {at->first_out + i};
    if (takes_part(m, edge))
      edge_id_vec_push(into, edge);
  }
}

static struct location_id end_of(const struct maker *m, struct edge_id edge) {
  return procedure_edge(m->parts->procedure, edge)->to;
}

// Goes on where the edge leads, unless that is what comes next.
static void emit_rest(struct maker *m, struct edge_id edge, uint32_t next) {
  uint32_t to = end_of(m, edge).id;
  if (question_role(m->parts->question, edge) == ROLE_STEP && to != next)
    emit_goto(m, to);
}

// A branch on one literal, both ways of which are steps.
static bool branch_condition(struct maker *m, struct edge_id a,
                             struct edge_id b, struct bp_expr *condition) {
  struct term_table *terms = m->parts->program->terms;
  struct term guard = m->parts->effects->at[a.id].guard;
  bool is_negated;
  if (m->options->update.provider == PROVIDER_NONE ||
      !question_is_step(m->parts->question, a) ||
      !question_is_step(m->parts->question, b) || m->parts->calls[a.id] ||
      m->parts->calls[b.id] ||
      !term_equal(guard, term_not(terms, m->parts->effects->at[b.id].guard)) ||
      m->parts->effects->at[a.id].binding_count ||
      m->parts->effects->at[b.id].binding_count ||
      m->parts->effects->at[a.id].havoc_count ||
      m->parts->effects->at[b.id].havoc_count ||
      !bp_expr_is_none(constraints_of(m, CONSTRAINT_STEP, a, false)) ||
      !bp_expr_is_none(constraints_of(m, CONSTRAINT_STEP, b, false)))
    return false;
  struct predicate p = predicate_lookup(m->tracked->table, guard, &is_negated);
  struct bp_variable v;
  if (!p.id || !c2bp_variable(m->c2bp, m->part, p, &v))
    return false;
  *condition = read_variable(m, v);
  if (is_negated)
    *condition = bp_expr_not(m->bp->exprs, *condition);
  return true;
}

static bool emit_branch(struct maker *m, const struct edge_id_vec *edges,
                        uint32_t next) {
  struct bp_expr condition;
  if (edges->count != 2)
    return false;
  bool first_is_next = end_of(m, edges->at[0]).id == next;
  struct edge_id jump = edges->at[first_is_next],
                 on = edges->at[!first_is_next];
  if (!branch_condition(m, jump, on, &condition))
    return false;
  uint32_t *targets = new_targets(m, 1);
  targets[0] = end_of(m, jump).id;
  uint32_t s = emit(m,
                    (struct bp_statement){.kind = BP_BRANCH,
                                          .condition = condition,
                                          .targets = targets,
                                          .target_count = 1},
                    (struct made_of){MADE_STEP, jump, on});
  u32_vec_push(&m->jumps, s);
  emit_rest(m, on, next);
  return true;
}

// Any of the edges: a jump to all of them.
static void emit_choice(struct maker *m, const struct edge_id_vec *edges,
                        uint32_t next) {
  uint32_t *targets = new_targets(m, edges->count);
  emit(m,
       (struct bp_statement){
           .kind = BP_GOTO, .targets = targets, .target_count = edges->count},
       (struct made_of){0});
  for (uint32_t i = 0; i < edges->count; i++) {
    targets[i] = m->procedure->statements.count;
    emit_edge(m, edges->at[i]);
    emit_rest(m, edges->at[i], i + 1 == edges->count ? next : 0);
  }
}

static void emit_location(struct maker *m, uint32_t location, uint32_t next) {
  struct edge_id_vec edges = {0};
  edges_of(m, location, &edges);
  m->starts.at[location] = m->procedure->statements.count;
  if (bitset_has(&m->returns, location))
    emit_return(m, false);
  else if (!edges.count)
    emit_assume(m, bp_expr_constant(m->bp->exprs, false), (struct made_of){0});
  else if (edges.count == 1) {
    emit_edge(m, edges.at[0]);
    emit_rest(m, edges.at[0], next);
  } else if (!emit_branch(m, &edges, next)) {
    emit_choice(m, &edges, next);
  }
  edge_id_vec_release(&edges);
}

// Parts

static void find_returns(struct maker *m) {
  const struct procedure *p = m->parts->procedure;
  if (!m->part)
    bitset_add(&m->returns, p->exit.id);
  for (uint32_t i = 1; m->part && i < p->edges.count; i++)
    if (takes_part(m, (struct edge_id){i}) &&
        parts_returns(m->parts, (struct edge_id){i}))
      bitset_add(&m->returns, p->edges.at[i].to.id);
}

// Locations of the part that something leads to, the entry first.
static void order_locations(const struct maker *m, struct u32_vec *into) {
  struct flow_order order;
  struct bitset reached = {0};
  struct u32_vec work = {0};
  uint32_t entry = m->parts->at.at[m->part].entry.id;
  u32_vec_push(&work, entry);
  bitset_add(&reached, entry);
  while (work.count) {
    struct edge_id_vec edges = {0};
    edges_of(m, u32_vec_pop(&work), &edges);
    for (uint32_t i = 0; i < edges.count; i++)
      if (question_role(m->parts->question, edges.at[i]) == ROLE_STEP &&
          bitset_add(&reached, end_of(m, edges.at[i]).id))
        u32_vec_push(&work, end_of(m, edges.at[i]).id);
    edge_id_vec_release(&edges);
  }
  flow_order_init(&order, m->parts->procedure, NULL, NULL);
  for (uint32_t i = 0; i < order.count; i++)
    if (order.locations[i] && bitset_has(&reached, order.locations[i]))
      u32_vec_push(into, order.locations[i]);
  flow_order_release(&order);
  bitset_release(&reached);
  u32_vec_release(&work);
}

static void place_jumps(struct maker *m) {
  for (uint32_t i = 0; i < m->jumps.count; i++) {
    const struct bp_statement *s = &m->procedure->statements.at[m->jumps.at[i]];
    uint32_t *targets = (uint32_t *)s->targets;
    targets[0] = m->starts.at[targets[0]];
  }
}

static void make_part(struct maker *m, uint32_t part) {
  struct u32_vec locations = {0};
  u32_vec_clear(&m->starts);
  m->part = part;
  m->procedure = &m->bp->procedures.at[part];
  m->made = &m->c2bp->made[part];
  u32_vec_clear(&m->jumps);
  bitset_clear(&m->returns);
  u32_vec_resize(&m->starts, m->parts->procedure->locations.count);
  find_returns(m);
  m->procedure->enforce =
      constraints_of(m, CONSTRAINT_INVARIANT, (struct edge_id){0}, false);
  struct bp_expr entry =
      constraints_of(m, CONSTRAINT_ENTRY, (struct edge_id){0}, false);
  if (!bp_expr_is_none(entry))
    emit_assume(m, entry, (struct made_of){0});
  order_locations(m, &locations);
  for (uint32_t i = 0; i < locations.count; i++)
    emit_location(m, locations.at[i],
                  i + 1 < locations.count ? locations.at[i + 1] : 0);
  place_jumps(m);
  u32_vec_append(&m->made->starts, m->starts.at, m->starts.count);
  for (uint32_t i = 0; i < locations.count; i++)
    bitset_add(&m->made->locations, locations.at[i]);
  uint32_t count = m->procedure->statements.count;
  if (!count ||
      bp_statement_falls_through(&m->procedure->statements.at[count - 1]))
    emit_return(m, true);
  u32_vec_release(&locations);
}

void c2bp_init(struct c2bp *c2bp, const struct tracked *tracked,
               const struct constraint_vec *constraints,
               const struct c2bp_options *options, struct updater *updater) {
  const struct parts *parts = tracked->parts;
  *c2bp = (struct c2bp){
      .parts = parts,
      .tracked = tracked,
      .constraints = constraints,
      .bp = bp_new(parts->program->names),
      .made = memory_new_zero(parts->at.count, sizeof *c2bp->made)};
  struct maker maker = {.c2bp = c2bp,
                        .parts = parts,
                        .tracked = tracked,
                        .options = options,
                        .updater = updater,
                        .bp = c2bp->bp};
  declare_globals(&maker);
  for (uint32_t i = 0; i < parts->at.count; i++)
    declare_part(&maker, i);
  for (uint32_t i = 0; i < parts->at.count; i++)
    declare_temporaries(&maker, i);
  for (uint32_t i = 0; i < parts->at.count; i++)
    make_part(&maker, i);
  u32_vec_release(&maker.starts);
  u32_vec_release(&maker.jumps);
  bitset_release(&maker.returns);
  const char *trouble = bp_validate(c2bp->bp);
  CHECK(!trouble, "a Boolean program that is none: %s", trouble);
}

void c2bp_release(struct c2bp *c2bp) {
  for (uint32_t i = 0; i < c2bp->parts->at.count; i++) {
    predicate_vec_release(&c2bp->made[i].locals);
    predicate_vec_release(&c2bp->made[i].returned);
    made_of_vec_release(&c2bp->made[i].statements);
    u32_vec_release(&c2bp->made[i].starts);
    bitset_release(&c2bp->made[i].locations);
  }
  free(c2bp->made);
  bp_free(c2bp->bp);
}
