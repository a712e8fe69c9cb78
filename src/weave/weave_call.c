// What is woven at a call: events before it, the abstraction of the callee in
// its place, events after it.
#include "term/variables.h"
#include "weave/weaver.h"

// The triggers that concern a call, in the order of their declaration.
struct match {
  const struct spec_trigger *trigger;
  struct performed performed;
  struct substitution *bound; // its places
};

VEC_DEFINE(match_vec, struct match);

static void add_match(struct weaver *w, const struct spec_trigger *trigger,
                      const struct operation *call, enum trigger_kind kind,
                      struct performed performed, struct match_vec *into) {
  if (trigger->kind != kind ||
      !spec_is_same_function(w->spec, trigger->procedure, call->call.callee))
    return;
  performed.trigger = trigger->number;
  weave_object_kind(w, trigger, &performed);
  match_vec_push(into, (struct match){trigger, performed,
                                      substitution_new(w->program->terms)});
}

static void find_matches(struct weaver *w, const struct operation *call,
                         enum trigger_kind kind, struct match_vec *into) {
  for (uint32_t i = 0; i < w->spec->events.count; i++) {
    const struct spec_event *event = &w->spec->events.at[i];
    for (uint32_t k = 0;
         k < event->triggers.count && weave_hears(w, event->action); k++)
      add_match(w, &event->triggers.at[k], call, kind,
                (struct performed){.kind = PERFORMED_ACTION,
                                   .action = event->action,
                                   .arm = SPEC_NONE},
                into);
  }
  if (w->check->item->check.goal == GOAL_UNREACHABLE)
    add_match(w, &w->check->trigger, call, kind,
              (struct performed){.kind = PERFORMED_GOAL, .arm = SPEC_NONE},
              into);
}

static void release_matches(struct match_vec *matches) {
  for (uint32_t i = 0; i < matches->count; i++)
    substitution_free(matches->at[i].bound);
  match_vec_release(matches);
}

// What must be known of a trigger's places.
static void list_mentioned(const struct match *match, struct term_vec *into) {
  term_vec_push(into, match->trigger->condition);
  if (match->performed.has_object)
    term_vec_push(into, match->trigger->object);
}

// The places of all triggers, as they are before the call.
static struct location_id bind_matches(struct weaver *w,
                                       const struct match_vec *matches,
                                       const struct operation *call, bool keeps,
                                       struct location_id from) {
  struct actuals actuals = {call->call.arguments, call->call.count,
                            call->call.target};
  for (uint32_t i = 0; i < matches->count; i++) {
    const struct match *match = &matches->at[i];
    struct term_vec mentioned = {0};
    list_mentioned(match, &mentioned);
    from = weave_scope(w, &match->trigger->scope, &actuals, &mentioned, keeps,
                       match->bound, from);
    term_vec_release(&mentioned);
  }
  return from;
}

// What the condition says of the result, and of memory that it points to.
static struct location_id bind_result(struct weaver *w,
                                      const struct match *match,
                                      struct variable result,
                                      struct location_id from) {
  const struct spec_place *place = scope_result(&match->trigger->scope);
  struct term condition = match->trigger->condition;
  struct term_vec mentioned = {.at = &condition, .count = 1};
  if (place && !variable_is_none(result))
    substitution_set(match->bound, place->variable,
                     scope_fit(w->program->terms, w->program->types, place,
                               program_term(w->program, result)));
  return weave_scope_later(w, &match->trigger->scope, &mentioned, match->bound,
                           from);
}

// What is about objects may be about several.
static bool is_same_event(const struct match *a, const struct match *b) {
  return a->performed.kind == b->performed.kind && !a->performed.has_object &&
         action_equal(a->performed.action, b->performed.action);
}

// An event is performed once, also when several of its triggers match.
static struct location_id perform_event(struct weaver *w,
                                        const struct match *matches,
                                        uint32_t count, struct variable result,
                                        struct location_id from) {
  struct location_id to = weave_location(w);
  for (uint32_t i = 0; i < count && from.id; i++) {
    from = bind_result(w, &matches[i], result, from);
    struct location_id at = weave_branch(
        w, from,
        substitution_apply(matches[i].bound, matches[i].trigger->condition),
        &from);
    if (!at.id)
      continue;
    if (matches[i].performed.kind == PERFORMED_ACTION)
      at = weave_wait_action(w, at, matches[i].performed.action);
    struct performed performed = matches[i].performed;
    struct term object =
        weave_object(w, matches[i].trigger, matches[i].bound, &performed);
    weave_edge_to(w, weave_perform_on(w, at, performed, object), to,
                  operation_skip());
  }
  if (from.id)
    weave_edge_to(w, from, to, operation_skip());
  return to;
}

static struct location_id perform_matches(struct weaver *w,
                                          const struct match_vec *matches,
                                          struct variable result,
                                          struct location_id from) {
  for (uint32_t i = 0, next; i < matches->count; i = next) {
    next = i + 1;
    while (next < matches->count &&
           is_same_event(&matches->at[i], &matches->at[next]))
      next++;
    from = perform_event(w, &matches->at[i], next - i, result, from);
  }
  return from;
}

// The place of a result that somebody asks about, or null.
static const struct spec_place *wanted_result(const struct match_vec *matches) {
  for (uint32_t i = 0; i < matches->count; i++)
    if ((matches->at[i].trigger->is_conditional ||
         matches->at[i].performed.has_object) &&
        scope_result(&matches->at[i].trigger->scope))
      return scope_result(&matches->at[i].trigger->scope);
  return NULL;
}

// The result of an abstraction whose returns say more than what it is: what
// they say of globals holds although nobody looks at the result.
static const struct spec_place *telling_result(const struct weaver *w,
                                               const struct spec_proc *proc) {
  const struct spec_place *result = scope_result(&proc->scope);
  struct term_vec parts = {0};
  bool tells = false;
  for (uint32_t i = 0; i < proc->returns.count; i++)
    term_variables(w->program->terms, &proc->returns.at[i].condition, 1,
                   &parts);
  for (uint32_t i = 0; result && i < parts.count; i++)
    tells |= !term_equal(parts.at[i], result->variable);
  term_vec_release(&parts);
  return tells ? result : NULL;
}

// A global gets its value when the call is over: returns and events that speak
// of it mean what it is until then.
static bool is_global(const struct weaver *w, struct variable target) {
  return !variable_is_none(target) &&
         program_variable(w->program, target)->kind == VARIABLE_GLOBAL;
}

static struct variable choose_target(struct weaver *w,
                                     const struct operation *call,
                                     const struct spec_proc *proc,
                                     bool is_thread,
                                     const struct match_vec *after) {
  const struct spec_place *wanted = wanted_result(after);
  if (!wanted && proc)
    wanted = is_thread ? scope_result(&proc->scope) : telling_result(w, proc);
  struct sort result = program_procedure(w->program, call->call.callee)->result;
  if (is_global(w, call->call.target))
    return weave_variable(
        w, "result", result,
        program_variable(w->program, call->call.target)->type);
  if (!variable_is_none(call->call.target) || !wanted || !result.code)
    return call->call.target;
  return weave_variable(w, "result", result, wanted->type);
}

// For whoever runs it natively.
static void keep_woven(struct weaver *w, const struct operation *call,
                       struct location_id begin, struct location_id end,
                       bool is_replaced) {
  woven_call_vec_push(&w->weaving->calls,
                      (struct woven_call){.procedure = w->procedure->self,
                                          .begin = begin,
                                          .end = end,
                                          .callee = call->call.callee,
                                          .target = call->call.target,
                                          .arguments = call->call.arguments,
                                          .count = call->call.count,
                                          .is_replaced = is_replaced});
}

static void replace_call(struct weaver *w, uint32_t id,
                         const struct spec_proc *required,
                         const struct spec_proc *proc,
                         const struct match_vec *before,
                         const struct match_vec *after) {
  const struct edge edge = w->procedure->edges.at[id];
  struct operation call = edge.op;
  w->position = edge.position;
  struct location_id at = weave_location(w);
  w->procedure->edges.at[id].op = operation_skip();
  w->procedure->edges.at[id].to = at;
  bool is_thread =
      weave_is_thread(w, program_procedure(w->program, call.call.callee));
  struct weave_step step;
  call.call.target = choose_target(w, &call, proc, is_thread, after);
  struct location_id begin = at;
  if (required)
    at = weave_requirements(w, required, &call, at);
  at = weave_step_begin(w, at, &step);
  at = bind_matches(w, before, &call, false, at);
  at = bind_matches(w, after, &call, true, at);
  at = perform_matches(w, before, (struct variable){0}, at);
  at = weave_step_end(w, at, step);
  at = is_thread ? weave_thread(w, proc, &call, at)
       : proc    ? weave_proc(w, proc, &call, call.call.target, at)
                 : weave_library(w, &call, at);
  keep_woven(w, &call, begin, at, proc && !is_thread);
  at = weave_step_begin(w, at, &step);
  at = perform_matches(w, after, call.call.target, at);
  at = weave_step_end(w, at, step);
  struct operation end = operation_skip();
  if (is_global(w, edge.op.call.target))
    end = operation_assign_one(w->program, edge.op.call.target,
                               program_term(w->program, call.call.target));
  weave_edge_to(w, at, edge.to, end);
}

// The abstraction to take for a call, or null.
static const struct spec_proc *assumed_proc(const struct weaver *w,
                                            const struct procedure *callee) {
  const struct spec_proc *proc = spec_proc_of(w->spec, callee->self);
  bool has_body = proc && !proc->is_assumed && callee->is_defined;
  return has_body && w->weaving->takes_bodies ? NULL : proc;
}

bool weave_call(struct weaver *w, uint32_t id) {
  const struct operation *call = &w->procedure->edges.at[id].op;
  const struct procedure *callee =
      program_procedure(w->program, call->call.callee);
  const struct spec_proc *proc = assumed_proc(w, callee);
  struct match_vec before = {0}, after = {0};
  find_matches(w, call, TRIGGER_CALL, &before);
  find_matches(w, call, TRIGGER_RET, &after);
  const struct spec_proc *required = spec_contract_of(w->spec, callee->self);
  if (required && !required->requirements.count)
    required = NULL;
  bool is_woven = before.count || after.count || proc || required ||
                  weave_is_thread(w, callee);
  if (is_woven)
    replace_call(w, id, required, proc, &before, &after);
  release_matches(&before);
  release_matches(&after);
  return is_woven;
}
