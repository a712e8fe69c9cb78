// A call as the LTS of the procedure abstraction that is assumed for it.
#include "weave/weaver.h"

#include <stdlib.h>

#include "base/memory.h"
#include "term/variables.h"

// ---- Returns ----------------------------------------------------------------

// Behind a `void *`, or a type that nobody defines, any number of bytes: what
// does not fit is undefined behaviour of the caller.
static struct location_id any_size(struct weaver *w, const struct site *site,
                                   struct location_id from, struct term *size) {
  enum { MOST_BYTES = 1 << 16 };
  unsigned width = w->program->pointer_width;
  struct term_table *terms = w->program->terms;
  struct variable length =
      weave_variable(w, "length", sort_bits(width), w->integer);
  from = weave_havoc(
      w, from, length,
      intern_format(w->program->names, "%s.length",
                    name_text(w->program->names, site->proc->name)));
  *size = program_term(w->program, length);
  return weave_edge(
      w, from,
      operation_assume(term_compare(terms, OP_ULE, *size,
                                    term_const(terms, width, MOST_BYTES))));
}

static struct location_id allocate(struct weaver *w, const struct site *site,
                                   struct location_id from) {
  const struct ctype_table *types = w->program->types;
  struct ctype result = scope_result(&site->proc->scope)->type;
  uint64_t bytes =
      ctype_bare(types, ctype_bare(types, result)->target)->bit_size / 8;
  struct term size =
      term_const(w->program->terms, w->program->pointer_width, bytes);
  if (!bytes)
    from = any_size(w, site, from, &size);
  struct operation op = {.kind = OPERATION_ALLOCATE};
  op.allocate.target = site->target;
  op.allocate.size = size;
  op.allocate.alignment = 16;
  op.allocate.kind = ALLOCATION_HEAP;
  from = weave_edge(w, from, op);
  // Where objects lie is not for the proof to find out.
  struct term address = program_term(w->program, site->target);
  return weave_edge(w, from,
                    operation_assume(term_nonzero(w->program->terms, address)));
}

// A value of the place's form as one of the target's.
static struct term as_target(struct weaver *w, struct variable target,
                             struct term value) {
  struct term_table *terms = w->program->terms;
  struct sort sort = term_sort(terms, program_term(w->program, target));
  return sort_is_bool(sort)
             ? term_nonzero(terms, value)
             : term_resize(terms, sort_width(sort), false, value);
}

// Memory that the term mentions, as it is now.
static struct location_id read_later(struct weaver *w, const struct site *site,
                                     struct term t, struct location_id from) {
  struct term_vec mentioned = {.at = &t, .count = 1};
  return weave_scope_later(w, &site->proc->scope, &mentioned, site->bound,
                           from);
}

// The condition holds, when the result is what it is.
static struct location_id constrain(struct weaver *w, const struct site *site,
                                    const struct spec_condition *condition,
                                    struct location_id from) {
  const struct spec_place *result = scope_result(&site->proc->scope);
  if (term_is_true(w->program->terms, condition->condition))
    return from;
  if (result && !scope_is_copied(&site->proc->scope, result))
    substitution_set(site->bound, result->variable,
                     scope_fit(w->program->terms, w->program->types, result,
                               program_term(w->program, site->target)));
  from = read_later(w, site, condition->condition, from);
  struct term holds = substitution_apply(site->bound, condition->condition);
  return weave_edge(w, from, operation_assume(holds));
}

// What `$ == E` says that it is, as a value for the target, or none.
static struct term value_in(const struct weaver *w, const struct site *site,
                            struct term equation) {
  const struct term_table *terms = w->program->terms;
  const struct spec_place *result = scope_result(&site->proc->scope);
  struct term none = {0};
  struct sort sort = term_sort(terms, program_term(w->program, site->target));
  if (term_op(terms, equation) != OP_EQ || !sort_is_bits(sort) ||
      sort_width(sort) != term_width(terms, result->variable))
    return none;
  for (uint32_t i = 0; i < 2; i++) {
    struct term value = term_operand(terms, equation, 1 - i);
    if (term_equal(term_operand(terms, equation, i), result->variable) &&
        !term_mentions(w->program->terms, value, result->variable))
      return value;
  }
  return none;
}

static bool is_conjunction(const struct weaver *w,
                           const struct spec_condition *condition) {
  return term_op(w->program->terms, condition->condition) == OP_AND;
}

// The value that one part of the condition says. This is more than a shortcut:
// a pointer that is a choice of the library could not be told to the
// interpreter.
static struct term value_of(const struct weaver *w, const struct site *site,
                            const struct spec_condition *condition) {
  const struct term_table *terms = w->program->terms;
  if (!term_is_none(condition->value) || !scope_result(&site->proc->scope))
    return condition->value;
  if (!is_conjunction(w, condition))
    return value_in(w, site, condition->condition);
  struct term found = {0};
  for (uint32_t i = 0;
       i < term_arity(terms, condition->condition) && term_is_none(found); i++)
    found = value_in(w, site, term_operand(terms, condition->condition, i));
  return found;
}

static void weave_return(struct weaver *w, const struct site *site,
                         struct action action, struct location_id from) {
  const struct spec_condition *condition = spec_proc_return(site->proc, action);
  CHECK(condition, "a return of a procedure abstraction without a meaning");
  if (site->real.id) {
    weave_edge_to(w, from, site->real, operation_skip());
    return;
  }
  bool is_wanted = !variable_is_none(site->target);
  struct term value = {0};
  if (is_wanted && !condition->is_fresh)
    value = value_of(w, site, condition);
  bool is_value = !term_is_none(value);
  bool is_fresh = is_wanted && condition->is_fresh;
  bool is_free = is_wanted && !is_value && !is_fresh;
  if (!site->proc->has_modifies)
    from = weave_unseen_call(
        w, site, is_free ? site->target : (struct variable){0}, from);
  else if (is_free)
    from = weave_any_known(w, site, site->target,
                           scope_result(&site->proc->scope)->type,
                           site->proc->name, from);
  if (site->proc->has_modifies)
    from = weave_fill_result(w, site, weave_modify(w, site, from));
  if (is_value) {
    from = read_later(w, site, value, from);
    from = weave_assign(
        w, from, site->target,
        as_target(w, site->target, substitution_apply(site->bound, value)));
  } else if (is_fresh) {
    from = allocate(w, site, from);
  }
  bool says_more = is_conjunction(w, condition) && is_wanted;
  bool has_target =
      scope_result(&site->proc->scope) && !site->proc->scope.returns_in_memory;
  if (is_free || says_more || !has_target)
    from = constrain(w, site, condition, from);
  weave_edge_to(w, from, site->after, operation_skip());
}

// ---- States and steps -------------------------------------------------------

static struct location_id state_location(struct weaver *w, struct site *site,
                                         uint32_t state,
                                         struct u32_vec *pending) {
  if (!site->states[state].id) {
    site->states[state] = weave_location(w);
    u32_vec_push(pending, state);
  }
  return site->states[state];
}

static void weave_step(struct weaver *w, struct site *site,
                       const struct lts_step *step, struct location_id from,
                       struct u32_vec *pending) {
  const struct action_table *actions = w->spec->actions;
  if (site->real.id)
    from = weave_possible(w, site, step, from);
  if (action_kind_of(actions, step->action) == ACTION_RETURN) {
    weave_return(w, site, step->action, from);
    return;
  }
  if (!action_is_tau(step->action) && weave_hears(w, step->action))
    from = weave_perform(w, from,
                         (struct performed){.kind = PERFORMED_ACTION,
                                            .action = step->action,
                                            .trigger = SPEC_NONE,
                                            .arm = SPEC_NONE});
  weave_edge_to(w, from, state_location(w, site, step->target, pending),
                operation_skip());
}

enum { CHOICE_WIDTH = 32 };

// The routine chooses among its steps; the last one takes what is left.
static void weave_choice(struct weaver *w, struct site *site,
                         struct lts_step_range steps, struct location_id from,
                         struct u32_vec *pending) {
  struct term_table *terms = w->program->terms;
  uint32_t count = (uint32_t)(steps.end - steps.begin);
  if (count > 1 && variable_is_none(w->choice))
    w->choice =
        weave_variable(w, "choice", sort_bits(CHOICE_WIDTH), w->integer);
  if (count > 1) {
    struct name what =
        intern_format(w->program->names, "%s.choice",
                      name_text(w->program->names, site->proc->name));
    bitset_add(&w->weaving->choices, what.id);
    from = weave_havoc(w, from, w->choice, what);
  }
  for (uint32_t i = 0; i < count; i++) {
    struct location_id at = from;
    if (i + 1 < count)
      at = weave_branch(w, from,
                        term_eq(terms, program_term(w->program, w->choice),
                                term_const(terms, CHOICE_WIDTH, i)),
                        &from);
    weave_step(w, site, &steps.begin[i], at, pending);
  }
}

static void weave_state(struct weaver *w, struct site *site, uint32_t state,
                        struct u32_vec *pending) {
  struct location_id at = site->states[state];
  struct lts_step_range steps = lts_steps(site->lts, state);
  if (lts_kind(site->lts, state) == STATE_ERROR)
    at = weave_perform(w, at,
                       (struct performed){.kind = PERFORMED_ERROR,
                                          .trigger = SPEC_NONE,
                                          .arm = SPEC_NONE});
  at = weave_wait_state(w, at, site->lts, state);
  if (steps.begin != steps.end)
    weave_choice(w, site, steps, at, pending);
  else if (site->real.id)
    weave_edge_to(w, at, site->real, operation_skip());
  else if (w->weaving->stays)
    weave_edge_to(w, at, at, operation_skip());
  else // it never comes back
    weave_edge_to(w, at, site->after,
                  operation_assume(term_false(w->program->terms)));
}

static void weave_arm(struct weaver *w, struct site *site,
                      const struct spec_arm *arm, struct location_id from) {
  struct u32_vec pending = {0};
  if (site->proc->arms.count > 1) // a single one is taken by every call
    from = weave_perform(w, from,
                         (struct performed){.kind = PERFORMED_ARM,
                                            .trigger = SPEC_NONE,
                                            .arm = arm->number});
  site->lts = arm->lts;
  site->states = memory_new_zero(arm->lts->state_count, sizeof *site->states);
  weave_edge_to(w, from, state_location(w, site, arm->lts->initial, &pending),
                operation_skip());
  while (pending.count)
    weave_state(w, site, u32_vec_pop(&pending), &pending);
  free(site->states);
  u32_vec_release(&pending);
}

static void list_mentioned(const struct spec_proc *proc,
                           struct term_vec *terms) {
  for (uint32_t i = 0; i < proc->arms.count; i++)
    term_vec_push(terms, proc->arms.at[i].guard);
  for (uint32_t i = 0; i < proc->returns.count; i++) {
    term_vec_push(terms, proc->returns.at[i].condition);
    if (!term_is_none(proc->returns.at[i].value))
      term_vec_push(terms, proc->returns.at[i].value);
  }
  for (uint32_t i = 0; i < proc->modifies.count; i++) {
    if (!term_is_none(proc->modifies.at[i].address))
      term_vec_push(terms, proc->modifies.at[i].address);
    if (!term_is_none(proc->modifies.at[i].count))
      term_vec_push(terms, proc->modifies.at[i].count);
  }
}

void weave_arms(struct weaver *w, struct site *site, struct location_id from) {
  const struct spec_arm_vec *arms = &site->proc->arms;
  for (uint32_t i = 0; i < arms->count && from.id; i++) {
    struct term guard = i + 1 < arms->count
                            ? substitution_apply(site->bound, arms->at[i].guard)
                            : term_true(w->program->terms);
    struct location_id at = weave_branch(w, from, guard, &from);
    if (at.id)
      weave_arm(w, site, &arms->at[i], at);
  }
}

struct location_id weave_proc(struct weaver *w, const struct spec_proc *proc,
                              const struct operation *call,
                              struct variable target, struct location_id from) {
  struct site site = {.proc = proc,
                      .call = call,
                      .target = target,
                      .bound = substitution_new(w->program->terms),
                      .after = weave_location(w)};
  struct actuals actuals = {call->call.arguments, call->call.count, target};
  struct term_vec mentioned = {0};
  list_mentioned(proc, &mentioned);
  from = weave_scope(w, &proc->scope, &actuals, &mentioned, true, site.bound,
                     from);
  weave_arms(w, &site, from);
  bitset_add(&w->weaving->assumed, call->call.callee.id);
  substitution_free(site.bound);
  term_vec_release(&mentioned);
  return site.after;
}
