#include "weave/weave.h"

#include "program/pass.h"
#include "weave/weaver.h"

// ---- Labels -----------------------------------------------------------------

struct location_id weave_before(struct weaver *w, struct location_id at) {
  w->position = procedure_location(w->procedure, at)->position;
  struct location_id moved = weave_location(w);
  for (uint32_t i = 1; i < w->procedure->edges.count; i++)
    if (w->procedure->edges.at[i].from.id == at.id)
      w->procedure->edges.at[i].from = moved;
  return moved;
}

static void weave_label(struct weaver *w, struct location_id at,
                        const struct spec_trigger *trigger,
                        struct performed performed) {
  performed.trigger = trigger->number;
  performed.arm = SPEC_NONE;
  struct location_id to = weave_before(w, at), otherwise;
  bool has_threads = w->weaving->has_threads;
  struct location_id done = has_threads ? weave_location(w) : to;
  struct weave_step step;
  struct substitution *bound = substitution_new(w->program->terms);
  at = weave_step_begin(w, at, &step);
  struct actuals none = {0};
  struct term condition = trigger->condition;
  struct term_vec mentioned = {.at = &condition, .count = 1};
  at = weave_scope(w, &trigger->scope, &none, &mentioned, false, bound, at);
  struct location_id matched =
      weave_branch(w, at, substitution_apply(bound, condition), &otherwise);
  if (matched.id && performed.kind == PERFORMED_ACTION)
    matched = weave_wait_action(w, matched, performed.action);
  if (matched.id)
    weave_edge_to(w, weave_perform(w, matched, performed), done,
                  operation_skip());
  if (otherwise.id)
    weave_edge_to(w, otherwise, done, operation_skip());
  if (has_threads)
    weave_edge_to(w, weave_step_end(w, done, step), to, operation_skip());
  substitution_free(bound);
}

static bool is_at_label(const struct weaver *w, struct location_id at,
                        const struct spec_trigger *trigger) {
  return trigger->kind == TRIGGER_LABEL &&
         name_equal(procedure_location(w->procedure, at)->label, trigger->name);
}

// Later events are woven at the same location, so they come first: backwards.
static bool weave_labels_at(struct weaver *w, struct location_id at) {
  bool is_woven = false;
  if (w->check->item->check.goal == GOAL_UNREACHABLE &&
      is_at_label(w, at, &w->check->trigger)) {
    weave_label(w, at, &w->check->trigger,
                (struct performed){.kind = PERFORMED_GOAL});
    is_woven = true;
  }
  for (uint32_t i = w->spec->events.count; i-- > 0;) {
    const struct spec_event *event = &w->spec->events.at[i];
    for (uint32_t k = event->triggers.count; k-- > 0;)
      if (weave_hears(w, event->action) &&
          is_at_label(w, at, &event->triggers.at[k])) {
        weave_label(w, at, &event->triggers.at[k],
                    (struct performed){.kind = PERFORMED_ACTION,
                                       .action = event->action});
        is_woven = true;
      }
  }
  return is_woven;
}

// ---- The entry --------------------------------------------------------------

static void list_mentioned(const struct spec_proc *proc,
                           struct term_vec *terms) {
  for (uint32_t i = 0; i < proc->arms.count; i++)
    term_vec_push(terms, proc->arms.at[i].guard);
  for (uint32_t i = 0; i < proc->returns.count; i++)
    term_vec_push(terms, proc->returns.at[i].condition);
  if (proc->has_modifies)
    weave_frame_mentioned(proc, terms);
}

static bool is_assigned(const struct procedure *procedure,
                        struct variable variable) {
  struct variable_vec targets = {0};
  bool found = false;
  for (uint32_t i = 1; i < procedure->edges.count && !found; i++) {
    variable_vec_clear(&targets);
    operation_targets(&procedure->edges.at[i].op, &targets);
    for (uint32_t k = 0; k < targets.count; k++)
      found |= variable_equal(targets.at[k], variable);
  }
  variable_vec_release(&targets);
  return found;
}

// Parameters that are assigned to are remembered as they were.
static struct location_id keep_parameters(struct weaver *w,
                                          struct term_vec *actuals,
                                          struct location_id from) {
  for (uint32_t i = 0; i < w->procedure->parameters.count; i++) {
    struct variable parameter = w->procedure->parameters.at[i];
    const struct variable_info *info = program_variable(w->program, parameter);
    const char *name = name_text(w->program->names, info->text);
    struct ctype type = info->type;
    struct term value = info->term;
    if (!is_assigned(w->procedure, parameter)) {
      term_vec_push(actuals, value);
      continue;
    }
    struct variable kept =
        weave_variable(w, name, term_sort(w->program->terms, value), type);
    from = weave_assign(w, from, kept, value);
    term_vec_push(actuals, program_term(w->program, kept));
  }
  return from;
}

// The address with the result that the edge returns.
static struct term at_result(const struct weaver *w,
                             const struct spec_scope *scope,
                             const struct operation *op, struct term address) {
  const struct spec_place *result = scope_result(scope);
  if (!result || term_is_none(op->ret.value))
    return address;
  struct substitution *bound = substitution_new(w->program->terms);
  substitution_set(
      bound, result->variable,
      scope_fit(w->program->terms, w->program->types, result, op->ret.value));
  struct term found = substitution_apply(bound, address);
  substitution_free(bound);
  return found;
}

// What returns say of memory is what it is then: it is read before each.
static void weave_exits(struct weaver *w, const struct spec_proc *proc) {
  uint32_t count = w->procedure->edges.count;
  for (uint32_t i = 0; i < proc->scope.places.count; i++) {
    const struct spec_place *place = &proc->scope.places.at[i];
    if (place->kind != PLACE_MEMORY || !place->is_later)
      continue;
    struct variable read = weave_variable(
        w, name_text(w->program->names, place->text),
        term_sort(w->program->terms, place->variable), place->type);
    struct term address =
        substitution_apply(w->weaving->at_entry, place->address);
    struct term astray =
        weave_astray(w, &proc->scope, place->address, w->weaving->at_entry);
    substitution_set(w->weaving->at_entry, place->variable,
                     program_term(w->program, read));
    for (uint32_t e = 1; e < count; e++) {
      if (w->procedure->edges.at[e].op.kind != OPERATION_RETURN)
        continue;
      w->position = w->procedure->edges.at[e].position;
      struct location_id at = weave_load(
          w, w->procedure->edges.at[e].from, read,
          at_result(w, &proc->scope, &w->procedure->edges.at[e].op, address),
          at_result(w, &proc->scope, &w->procedure->edges.at[e].op, astray));
      w->procedure->edges.at[e].from = at;
    }
  }
}

static void weave_entry(struct weaver *w, const struct spec_proc *proc) {
  struct location_id body = w->procedure->entry;
  w->position = w->procedure->position;
  struct location_id at = weave_location(w);
  struct term_vec parameters = {0}, mentioned = {0};
  w->procedure->entry = at;
  list_mentioned(proc, &mentioned);
  w->weaving->at_entry = substitution_new(w->program->terms);
  at = keep_parameters(w, &parameters, at);
  struct actuals actuals = {parameters.at, parameters.count,
                            (struct variable){0}};
  at = weave_scope(w, &proc->scope, &actuals, &mentioned, false,
                   w->weaving->at_entry, at);
  if (proc->has_modifies)
    at = weave_frame_enter(w, proc, w->weaving->at_entry, at);
  weave_exits(w, proc);
  w->position = w->procedure->position;
  for (uint32_t i = 0; i < proc->arms.count && at.id; i++) {
    struct term guard =
        i + 1 < proc->arms.count
            ? substitution_apply(w->weaving->at_entry, proc->arms.at[i].guard)
            : term_true(w->program->terms);
    struct location_id inside = weave_branch(w, at, guard, &at);
    if (inside.id)
      weave_edge_to(
          w,
          weave_perform(w, inside,
                        (struct performed){.kind = PERFORMED_ENTRY_ARM,
                                           .trigger = SPEC_NONE,
                                           .arm = i}),
          body, operation_skip());
  }
  term_vec_release(&parameters);
  term_vec_release(&mentioned);
}

// Pointers that may point to the same object do so, or not. This comes before
// all else at the entry.
static void weave_alias(struct weaver *w, struct variable first,
                        struct variable second) {
  struct term_table *terms = w->program->terms;
  struct location_id body = w->procedure->entry, apart;
  const struct variable_info *info = program_variable(w->program, second);
  struct name what = intern_format(w->program->names, "%s.alias",
                                   name_text(w->program->names, info->text));
  w->position = w->procedure->position;
  struct location_id at = w->procedure->entry = weave_location(w);
  struct variable choice =
      weave_variable(w, "alias", sort_bits(32), w->integer);
  struct term value = program_term(w->program, choice);
  at = weave_edge(w, at,
                  operation_havoc(w->program, &choice, 1, ORIGIN_INPUT, what));
  at = weave_branch(w, at, term_eq(terms, value, term_const(terms, 32, 0)),
                    &apart);
  weave_edge_to(w, apart, body, operation_skip());
  weave_edge_to(w, at, body,
                operation_assign_one(w->program, second,
                                     program_term(w->program, first)));
}

void weave_aliases(struct weaver *w, const struct spec_proc *proc) {
  for (uint32_t i = 0; i < proc->aliases.count; i++)
    weave_alias(
        w,
        w->procedure->parameters
            .at[scope_argument(&proc->scope, proc->aliases.at[i].first)],
        w->procedure->parameters
            .at[scope_argument(&proc->scope, proc->aliases.at[i].second)]);
}

// What is said of the start of the procedure that is checked: first which
// pointers may be the same, as it is said or as what is required speaks of it,
// then what is required.
static bool weave_start(struct weaver *w) {
  const struct spec_proc *proc = spec_contract_of(w->spec, w->procedure->self);
  if (!proc || w->check->procedure.id != w->procedure->self.id)
    return false;
  weave_required_entry(w, proc);
  weave_equations(w, proc);
  weave_aliases(w, proc);
  return proc->aliases.count || proc->requirements.count;
}

// ---- All --------------------------------------------------------------------

static void weave_procedure(struct weaver *w) {
  uint32_t edges = w->procedure->edges.count;
  uint32_t locations = w->procedure->locations.count;
  bool is_woven = false;
  w->choice = (struct variable){0};
  for (uint32_t i = 1; i < edges; i++) {
    const struct operation *op = &w->procedure->edges.at[i].op;
    if (op->kind == OPERATION_CALL && op->call.callee.id)
      is_woven |= weave_call(w, i);
  }
  is_woven |= weave_wait_ends(w);
  for (uint32_t i = 1; i < locations; i++)
    if (!name_is_none(w->procedure->locations.at[i].label))
      is_woven |= weave_labels_at(w, (struct location_id){i});
  bool is_entry = w->check->item->check.goal == GOAL_PROC &&
                  w->check->procedure.id == w->procedure->self.id;
  w->is_entry = is_entry;
  if (is_entry)
    weave_entry(w, &w->spec->procs.at[w->check->proc]);
  w->is_entry = false;
  is_woven |= weave_start(w);
  is_woven |= weave_locals(w);
  if (is_woven || is_entry)
    procedure_seal(w->procedure);
}

void weaving_init(struct weaving *weaving, struct program *program,
                  struct spec *spec, const struct spec_check *check,
                  bool takes_bodies) {
  weaving_init_for(weaving, program, spec, check, takes_bodies, false, NULL);
}

void weaving_init_for(struct weaving *weaving, struct program *program,
                      struct spec *spec, const struct spec_check *check,
                      bool takes_bodies, bool has_threads,
                      const struct bitset *heard) {
  *weaving = (struct weaving){.program = program,
                              .spec = spec,
                              .takes_bodies = takes_bodies,
                              .has_threads = has_threads,
                              .heard = heard};
  weaving->integer = ctype_add(
      program->types,
      (struct ctype_info){.kind = CTYPE_INT,
                          .name = intern(program->names, "unsigned int"),
                          .bit_size = 32});
  performed_vec_push(&weaving->performed, (struct performed){0});
  weaving->is_each = !name_is_none(spec_check_object(spec, check));
  weaving->marks_waits = check->item->check.goal == GOAL_DEADLOCK_FREE;
  weaving->stays = check->item->check.goal == GOAL_LTL ||
                   check->item->check.goal == GOAL_CTL ||
                   check->item->check.refinement != REFINES_TRACES;
  if (weaving->marks_waits)
    wait_vec_push(
        &weaving->waits,
        (struct lts_wait){.action = action_intern(spec->actions, "ends{}"),
                          .terminates = true});
  struct weaver w = {.weaving = weaving,
                     .program = program,
                     .spec = spec,
                     .check = check,
                     .integer = weaving->integer};
  uint32_t count = program->procedures.count; // weaving adds some
  for (uint32_t i = 1; i < count; i++) {
    w.procedure = program->procedures.at[i];
    if (w.procedure->is_defined)
      weave_procedure(&w);
  }
  if (check->item->check.goal == GOAL_PROC &&
      spec->procs.at[check->proc].has_modifies)
    weave_frame(&w, &spec->procs.at[check->proc]);
  frame_range_vec_release(&w.ranges);
  pass_done(program, "weave");
}

void weaving_release(struct weaving *weaving) {
  if (weaving->at_entry)
    substitution_free(weaving->at_entry);
  performed_vec_release(&weaving->performed);
  woven_call_vec_release(&weaving->calls);
  for (uint32_t i = 0; i < weaving->waits.count; i++)
    bitset_release(&weaving->waits.at[i].offer);
  wait_vec_release(&weaving->waits);
  bitset_release(&weaving->assumed);
  bitset_release(&weaving->choices);
}
