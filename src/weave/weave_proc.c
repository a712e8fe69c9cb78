// A call as the LTS of the procedure abstraction that is assumed for it.
#include "weave/weaver.h"

#include <stdlib.h>

#include "base/memory.h"
#include "memory/entry_state.h"
#include "term/variables.h"

// One call site.
struct site {
  const struct spec_proc *proc;
  const struct operation *call;
  struct variable target;     // none: nobody wants the result
  struct substitution *bound; // places of the proc
  struct location_id after;   // the call has returned
  const struct lts *lts;      // of the arm
  struct location_id *states; // by state; none until met
};

// ---- What a call may modify -------------------------------------------------

// A body can write every global object, whoever else sees its address.
static void list_globals(const struct weaver *w, struct term_vec *addresses) {
  for (uint32_t i = 1; i < w->program->objects.count; i++) {
    const struct object_info *info = &w->program->objects.at[i];
    if (info->kind == OBJECT_GLOBAL && !info->is_constant && !info->is_fixed)
      term_vec_push(addresses, program_term(w->program, info->address));
  }
}

// The same function without its body, and without what a library routine of
// that name would do.
static struct procedure *
stand_in(struct weaver *w, const struct procedure *callee, const char *form) {
  struct name name = intern_format(
      w->program->names, "%s%s%s", name_text(w->program->names, callee->name),
      form, callee->is_defined ? ASSUMED_BODY : ASSUMED_CALL);
  struct procedure *found =
      program_find(w->program, name_text(w->program->names, name));
  if (found)
    return found;
  struct ctype type = callee->type;
  struct sort result = callee->result;
  bool returns_integer = callee->returns_integer;
  found = program_add_procedure(w->program, name);
  found->type = type;
  found->result = result;
  found->returns_integer = returns_integer;
  found->is_variadic = true; // it is given more than its parameters
  return found;
}

// A call of a stand-in, given what the call gives, what the body would see, and
// another address (or none).
static struct location_id
call_stand_in(struct weaver *w, const struct site *site,
              const struct procedure *stand_in, struct variable target,
              struct term address, struct location_id from) {
  struct term_vec arguments = {0};
  term_vec_append(&arguments, site->call->call.arguments,
                  site->call->call.count);
  if (stands_for_body(w->program, stand_in))
    list_globals(w, &arguments);
  if (!term_is_none(address))
    term_vec_push(&arguments, substitution_apply(site->bound, address));
  struct operation op = *site->call;
  op.call.callee = stand_in->self;
  op.call.arguments =
      program_copy_terms(w->program, arguments.at, arguments.count);
  op.call.count = arguments.count;
  op.call.target = target;
  term_vec_release(&arguments);
  return weave_edge(w, from, op);
}

static const struct procedure *callee_of(const struct weaver *w,
                                         const struct site *site) {
  return program_procedure(w->program, site->call->call.callee);
}

// A function that we do not see.
static struct location_id call_unseen(struct weaver *w, const struct site *site,
                                      struct variable target,
                                      struct location_id from) {
  return call_stand_in(w, site, stand_in(w, callee_of(w, site), ""), target,
                       (struct term){0}, from);
}

// Nothing changes, but the function keeps what it is given.
static struct location_id keep(struct weaver *w, const struct site *site,
                               struct location_id from) {
  struct procedure *keeper = stand_in(w, callee_of(w, site), "'keeps");
  keeper->outside = OUTSIDE_KEEPS;
  keeper->result = (struct sort){0};
  return call_stand_in(w, site, keeper, (struct variable){0}, (struct term){0},
                       from);
}

static bool may_hold_address(const struct weaver *w, struct ctype type,
                             struct variable variable) {
  const struct ctype_table *types = w->program->types;
  struct sort sort =
      term_sort(w->program->terms, program_term(w->program, variable));
  return sort_is_bits(sort) && sort_width(sort) >= w->program->pointer_width &&
         (entry_type_has_pointers(types, type) ||
          ctype_bare(types, type)->kind == CTYPE_UNKNOWN);
}

// Any value of the type that the function can know: addresses come from
// somewhere.
static struct location_id any_known(struct weaver *w, const struct site *site,
                                    struct variable variable, struct ctype type,
                                    struct name what, struct location_id from) {
  if (!may_hold_address(w, type, variable))
    return weave_havoc(w, from, variable, what);
  struct strbuf form = {0};
  struct sort sort =
      term_sort(w->program->terms, program_term(w->program, variable));
  strbuf_format(&form, "'knows%u", sort_width(sort));
  struct procedure *teller =
      stand_in(w, callee_of(w, site), strbuf_text(&form));
  strbuf_release(&form);
  teller->outside = OUTSIDE_KEEPS;
  teller->type = (struct ctype){0};
  teller->result = sort;
  teller->returns_integer = false;
  return call_stand_in(w, site, teller, variable, (struct term){0}, from);
}

// All that lies at the address, which is of no simple type, and nothing else.
static struct location_id fill(struct weaver *w, const struct site *site,
                               const char *form, struct ctype type,
                               struct term address, struct location_id from) {
  struct procedure *filler = stand_in(w, callee_of(w, site), form);
  filler->outside = OUTSIDE_FILLS;
  filler->filled = type;
  filler->result = (struct sort){0};
  return call_stand_in(w, site, filler, (struct variable){0}, address, from);
}

static struct location_id fill_lvalue(struct weaver *w, const struct site *site,
                                      const struct spec_lvalue *lvalue,
                                      struct term address,
                                      struct location_id from) {
  struct strbuf form = {0};
  strbuf_format(&form, "'fills%u",
                (unsigned)(lvalue - site->proc->modifies.at) + 1);
  from =
      fill(w, site, strbuf_text(&form),
           lvalue->is_whole ? (struct ctype){0} : lvalue->type, address, from);
  strbuf_release(&form);
  return from;
}

// A struct that is returned is written where the caller wants it.
static struct location_id fill_result(struct weaver *w, const struct site *site,
                                      struct location_id from) {
  const struct spec_place *result = scope_result(&site->proc->scope);
  uint32_t argument = lowering_result(callee_of(w, site));
  return result && argument < site->call->call.count
             ? fill(w, site, "'returns", result->type,
                    site->call->call.arguments[argument], from)
             : from;
}

// One that lies at the address.
static struct location_id modify_at(struct weaver *w, const struct site *site,
                                    const struct spec_lvalue *lvalue,
                                    struct term address,
                                    struct location_id from) {
  const struct ctype_info *type = ctype_bare(w->program->types, lvalue->type);
  uint64_t width = type->bit_size;
  bool is_plain = type->kind != CTYPE_STRUCT && type->kind != CTYPE_UNION &&
                  type->kind != CTYPE_ARRAY;
  if (!is_plain || lvalue->is_whole || width > 64 || (width & (width - 1)) ||
      width < 8)
    return fill_lvalue(w, site, lvalue, address, from);
  struct variable any =
      weave_variable(w, name_text(w->program->names, lvalue->text),
                     sort_bits((unsigned)width), lvalue->type);
  from = any_known(w, site, any, lvalue->type, lvalue->text, from);
  return weave_store(w, from, substitution_apply(site->bound, address),
                     program_term(w->program, any));
}

// One after the other.
static struct location_id modify_range(struct weaver *w,
                                       const struct site *site,
                                       const struct spec_lvalue *lvalue,
                                       struct location_id from) {
  struct term_table *terms = w->program->terms;
  unsigned width = w->program->pointer_width;
  uint64_t size = ctype_bare(w->program->types, lvalue->type)->bit_size / 8;
  struct variable index =
      weave_variable(w, "index", sort_bits(width), (struct ctype){0});
  struct term i = program_term(w->program, index);
  struct term count = substitution_apply(site->bound, lvalue->count);
  struct location_id head = weave_location(w), after;
  weave_edge_to(
      w, from, head,
      operation_assign_one(w->program, index, term_const(terms, width, 0)));
  struct location_id at =
      weave_branch(w, head, term_compare(terms, OP_ULT, i, count), &after);
  if (at.id) {
    struct term ahead =
        term_binary(terms, OP_MUL, i, term_const(terms, width, size));
    at =
        modify_at(w, site, lvalue, term_add(terms, lvalue->address, ahead), at);
    weave_edge_to(
        w, at, head,
        operation_assign_one(w->program, index,
                             term_add(terms, i, term_const(terms, width, 1))));
  }
  return after;
}

static struct location_id modify_one(struct weaver *w, const struct site *site,
                                     const struct spec_lvalue *lvalue,
                                     struct location_id from) {
  if (!variable_is_none(lvalue->variable))
    return any_known(w, site, lvalue->variable, lvalue->type, lvalue->text,
                     from);
  return term_is_none(lvalue->count)
             ? modify_at(w, site, lvalue, lvalue->address, from)
             : modify_range(w, site, lvalue, from);
}

// Does it get addresses that it may keep? What a function of the program keeps
// it stores where `modifies` says so.
static bool may_keep(const struct weaver *w, const struct site *site) {
  const struct ctype_table *types = w->program->types;
  const struct ctype_info *type = ctype_bare(types, site->proc->type);
  bool found = false;
  for (uint32_t i = 0; i < type->parameter_count; i++)
    found |= entry_type_has_pointers(types, type->parameters[i]);
  return found && !callee_of(w, site)->is_defined;
}

static struct location_id modify(struct weaver *w, const struct site *site,
                                 struct location_id from) {
  if (may_keep(w, site))
    from = keep(w, site, from);
  for (uint32_t i = 0; i < site->proc->modifies.count; i++)
    from = modify_one(w, site, &site->proc->modifies.at[i], from);
  return from;
}

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
  bool is_wanted = !variable_is_none(site->target);
  struct term value = {0};
  if (is_wanted && !condition->is_fresh)
    value = value_of(w, site, condition);
  bool is_value = !term_is_none(value);
  bool is_fresh = is_wanted && condition->is_fresh;
  bool is_free = is_wanted && !is_value && !is_fresh;
  if (!site->proc->has_modifies)
    from = call_unseen(w, site, is_free ? site->target : (struct variable){0},
                       from);
  else if (is_free)
    from =
        any_known(w, site, site->target, scope_result(&site->proc->scope)->type,
                  site->proc->name, from);
  if (site->proc->has_modifies)
    from = fill_result(w, site, modify(w, site, from));
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
  if (count > 1)
    from = weave_havoc(
        w, from, w->choice,
        intern_format(w->program->names, "%s.choice",
                      name_text(w->program->names, site->proc->name)));
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
  for (uint32_t i = 0; i < proc->arms.count && from.id; i++) {
    struct term guard =
        i + 1 < proc->arms.count
            ? substitution_apply(site.bound, proc->arms.at[i].guard)
            : term_true(w->program->terms);
    struct location_id at = weave_branch(w, from, guard, &from);
    if (at.id)
      weave_arm(w, &site, &proc->arms.at[i], at);
  }
  bitset_add(&w->weaving->assumed, call->call.callee.id);
  substitution_free(site.bound);
  term_vec_release(&mentioned);
  return site.after;
}
