// What a procedure requires (spec/requires.c), at its calls and where it is
// started by itself.
//
// At a call each requirement is a row: an edge to the undefined outcome is
// taken where it is not met, and nothing follows. Where the procedure is
// started, what it requires is met, and executions that begin otherwise do not
// exist. The two do not get in each other's way where a procedure calls itself:
// what the call has to see to is looked at before the callee takes it for
// granted.
//
// In a system the calls of components are woven as the error of an abstraction
// is; what is required of memory, and of a component's start, is not looked at
// there, and the specification is warned of it.
#include "weave/weaver.h"

struct requiring {
  struct weaver *w;
  const struct spec_proc *proc;
  const struct spec_requirement *requirement;
  struct substitution *bound;
  bool is_entry;
};

static struct name text_of(const struct requiring *r) {
  struct interner *names = r->w->program->names;
  return intern_format(names, "%s requires %s", name_text(names, r->proc->name),
                       name_text(names, r->requirement->text));
}

static bool is_system(const struct weaver *w) {
  return w->check->subject == SUBJECT_SYSTEM;
}

static void fail(const struct requiring *r, struct location_id from,
                 struct operation op) {
  struct weaver *w = r->w;
  procedure_add_edge(w->procedure,
                     (struct edge){.from = from,
                                   .to = w->procedure->undefined,
                                   .position = w->position,
                                   .undefined = r->is_entry
                                                    ? UNDEFINED_IMPOSSIBLE
                                                    : UNDEFINED_REQUIREMENT,
                                   .op = op});
}

// An ERROR never goes on.
static void fail_in_system(const struct requiring *r, struct location_id from,
                           struct term condition) {
  struct weaver *w = r->w;
  struct location_id at = weave_edge(w, from, operation_assume(condition));
  at = weave_perform(w, at,
                     (struct performed){.kind = PERFORMED_ERROR,
                                        .trigger = SPEC_NONE,
                                        .arm = SPEC_NONE});
  weave_edge_to(w, at, w->procedure->exit,
                operation_assume(term_false(w->program->terms)));
}

static struct location_id require_condition(const struct requiring *r,
                                            struct location_id from) {
  struct weaver *w = r->w;
  struct term holds = substitution_apply(r->bound, r->requirement->condition);
  struct operation op = operation_assume(term_not(w->program->terms, holds));
  op.assume.text = text_of(r);
  if (!r->is_entry && is_system(w))
    fail_in_system(r, from, op.assume.condition);
  else if (!r->is_entry)
    fail(r, from, op);
  return weave_edge(w, from, operation_assume(holds));
}

// Null is no string, and nothing is asked of it. No bytes are asked of anything
// by their number: that it is one condition helps to prove something with it.
static struct location_id require_memory(const struct requiring *r,
                                         struct location_id from) {
  struct weaver *w = r->w;
  const struct spec_requirement *asked = r->requirement;
  struct location_id to = weave_location(w), otherwise = {0}, at = from;
  if (term_is_none(asked->size))
    at = weave_branch(w, from, substitution_apply(r->bound, asked->asks),
                      &otherwise);
  if (otherwise.id)
    weave_edge_to(w, otherwise, to, operation_skip());
  w->weaving->requires_memory = true;
  if (!at.id)
    return to;
  struct operation op = {.kind = OPERATION_INVALID};
  bool is_string = term_is_none(asked->size);
  op.invalid.access = is_string ? ACCESS_STRING : ACCESS_READ;
  op.invalid.address = substitution_apply(r->bound, asked->address);
  op.invalid.size =
      is_string
          ? term_const(w->program->terms, w->program->pointer_width, UINT64_MAX)
          : substitution_apply(r->bound, asked->size);
  op.invalid.text = text_of(r);
  fail(r, at, op);
  weave_edge_to(w, at, to, operation_skip());
  return to;
}

static void list_mentioned(const struct spec_requirement *requirement,
                           struct term_vec *into) {
  const struct term terms[] = {requirement->condition, requirement->asks,
                               requirement->address, requirement->size};
  for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
    if (!term_is_none(terms[i]))
      term_vec_push(into, terms[i]);
}

static struct location_id require_all(struct weaver *w,
                                      const struct spec_proc *proc,
                                      const struct actuals *actuals,
                                      bool is_entry, struct location_id from) {
  struct requiring r = {.w = w, .proc = proc, .is_entry = is_entry};
  for (uint32_t i = 0; i < proc->requirements.count; i++) {
    struct term_vec mentioned = {0};
    r.requirement = &proc->requirements.at[i];
    r.bound = substitution_new(w->program->terms);
    list_mentioned(r.requirement, &mentioned);
    from =
        weave_scope(w, &proc->scope, actuals, &mentioned, false, r.bound, from);
    from = require_condition(&r, from);
    if (!term_is_none(r.requirement->address) && !is_system(w))
      from = require_memory(&r, from);
    term_vec_release(&mentioned);
    substitution_free(r.bound);
  }
  return from;
}

struct location_id weave_requirements(struct weaver *w,
                                      const struct spec_proc *proc,
                                      const struct operation *call,
                                      struct location_id from) {
  struct actuals actuals = {call->call.arguments, call->call.count,
                            (struct variable){0}};
  return require_all(w, proc, &actuals, false, from);
}

// What has as many elements as a parameter says may have very many.
static void grow_inputs(const struct weaver *w, const struct spec_proc *proc) {
  for (uint32_t i = 0; i < proc->requirements.count; i++)
    if (proc->requirements.at[i].kind == REQUIRES_SIZE) {
      w->program->starting.most = weave_largest_input(w->program);
      w->program->starting.has_sizes = true;
    }
}

void weave_required_entry(struct weaver *w, const struct spec_proc *proc) {
  struct location_id body = w->procedure->entry;
  if (!proc->requirements.count)
    return;
  struct term_vec parameters = {0};
  for (uint32_t i = 0; i < w->procedure->parameters.count; i++)
    term_vec_push(&parameters,
                  program_term(w->program, w->procedure->parameters.at[i]));
  struct actuals actuals = {parameters.at, parameters.count,
                            (struct variable){0}};
  w->position = w->procedure->position;
  struct location_id at = w->procedure->entry = weave_location(w);
  w->is_start = true;
  at = require_all(w, proc, &actuals, true, at);
  w->is_start = false;
  w->weaving->required = at;
  grow_inputs(w, proc);
  weave_edge_to(w, at, body, operation_skip());
  term_vec_release(&parameters);
}
