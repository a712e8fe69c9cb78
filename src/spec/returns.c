// Returns as conditions on the returned value, and their disjoint cases.
#include "spec/internal.h"

#include <stdlib.h>
#include <string.h>

// ---- One return -------------------------------------------------------------

static void complain_type(struct spec *spec, const struct spec_return *ret,
                          struct position user, const char *what) {
  diag_report(spec->diag, SEVERITY_ERROR, ret->position, "%s: '%s'", what,
              action_text(spec->actions, ret->action));
  if (position_is_known(user))
    diag_report(spec->diag, SEVERITY_NOTE, user, "it is used here");
}

static void type_text(const struct spec *spec, struct ctype type,
                      struct strbuf *out) {
  ctype_print(spec->program->types, type, "", out);
}

// 300 as an unsigned char, -1 as unsigned.
static bool check_range(struct spec *spec, const struct spec_return *ret,
                        struct position user, const struct c_value *value,
                        const struct spec_place *result) {
  if (bind_fits(spec, value, result->type))
    return true;
  struct strbuf text = {0};
  strbuf_add(&text, "the returned value is outside the type `");
  type_text(spec, result->type, &text);
  strbuf_char(&text, '`');
  complain_type(spec, ret, user, strbuf_text(&text));
  strbuf_release(&text);
  return false;
}

static bool check_possible(struct spec *spec, const struct spec_return *ret,
                           struct position user, struct spec_scope *scope,
                           struct term condition) {
  if (guards_satisfiable(spec, scope, condition, NULL) != ANSWER_UNSAT)
    return true;
  struct strbuf text = {0};
  if (scope_result(scope)) {
    strbuf_add(&text, "no value of type `");
    type_text(spec, scope_result(scope)->type, &text);
    strbuf_add(&text, "` satisfies the condition");
  } else {
    strbuf_add(&text, "nothing satisfies the condition");
  }
  complain_type(spec, ret, user, strbuf_text(&text));
  strbuf_release(&text);
  return false;
}

// Without C a name may stand for any value: the return may be in every case or
// in none, but it is one and the same wherever it is written alike.
static struct term unexplained(struct spec *spec,
                               const struct spec_return *ret) {
  if (spec->has_program)
    return term_true(spec->program->terms);
  struct name text = intern_format(spec->names, "unexplained %s",
                                   action_text(spec->actions, ret->action));
  return term_variable(spec->program->terms, text, sort_bool());
}

static bool bind_value(struct spec *spec, const struct spec_return *ret,
                       struct binding_context *context, struct position user,
                       struct spec_condition *into) {
  struct spec_scope *scope = context->scope;
  struct c_value value = bind_expression(context, ret->value);
  if (context->has_failed)
    return false;
  if (context->is_unknown) {
    into->condition = unexplained(spec, ret);
    return true;
  }
  const struct spec_place result = *scope_result(scope);
  if (!bind_is_scalar(spec, result.type) &&
      ctype_bare(spec->program->types, result.type)->kind != CTYPE_UNKNOWN) {
    complain_type(spec, ret, user,
                  "the function returns neither an integer nor a pointer");
    diag_hint(spec->diag, "`return{*}` is any value");
    return false;
  }
  if (!bind_is_scalar(spec, value.type) || term_is_none(value.term)) {
    complain_type(spec, ret, user, "the returned value is no number");
    return false;
  }
  if (!check_range(spec, ret, user, &value, &result))
    return false;
  into->value = bind_convert(spec, &value, result.type);
  into->condition = term_eq(spec->program->terms, result.variable, into->value);
  return true;
}

static bool bind_condition(struct spec *spec, const struct spec_return *ret,
                           struct binding_context *context,
                           struct position user, struct spec_condition *into) {
  into->condition = bind_truth(context, ret->value);
  if (context->has_failed)
    return false;
  if (context->is_unknown)
    into->condition = unexplained(spec, ret);
  return context->is_unknown ||
         check_possible(spec, ret, user, context->scope, into->condition);
}

static bool bind_fresh(struct spec *spec, const struct spec_return *ret,
                       const struct spec_place *result, struct position user,
                       struct spec_condition *into) {
  enum ctype_kind kind = ctype_bare(spec->program->types, result->type)->kind;
  if (kind != CTYPE_POINTER && kind != CTYPE_UNKNOWN) {
    complain_type(spec, ret, user, "only a pointer can be fresh");
    return false;
  }
  into->is_fresh = true;
  into->condition = term_nonzero(spec->program->terms, result->variable);
  return true;
}

bool return_is_truth(const struct c_syntax *c) {
  switch (c->kind == EXPR_BINARY || c->kind == EXPR_UNARY ? c->op : TOKEN_END) {
  case TOKEN_EQUAL:
  case TOKEN_NOT_EQUAL:
  case TOKEN_LESS:
  case TOKEN_GREATER:
  case TOKEN_LESS_EQUAL:
  case TOKEN_GREATER_EQUAL:
  case TOKEN_AND:
  case TOKEN_OR:
  case TOKEN_NOT: return true;
  default: return false;
  }
}

static bool bind_one(struct spec *spec, const struct spec_return *ret,
                     struct spec_scope *scope, bool is_void,
                     bool only_constants, struct position user,
                     struct spec_condition *into);

// All members must hold. That they exclude each other is no mistake.
static bool bind_joint(struct spec *spec, const struct spec_return *ret,
                       struct spec_scope *scope, bool is_void,
                       bool only_constants, struct position user,
                       struct spec_condition *into) {
  for (uint32_t i = 0; i < ret->members.count; i++) {
    struct spec_return member = *return_of(spec, ret->members.at[i]);
    struct spec_condition one;
    if (!bind_one(spec, &member, scope, is_void, only_constants, user, &one))
      return false;
    into->is_fresh |= one.is_fresh;
    into->condition =
        term_and(spec->program->terms, into->condition, one.condition);
  }
  return true;
}

static bool bind_one(struct spec *spec, const struct spec_return *ret,
                     struct spec_scope *scope, bool is_void,
                     bool only_constants, struct position user,
                     struct spec_condition *into) {
  const struct spec_place *result = scope_result(scope);
  *into = (struct spec_condition){.action = ret->action,
                                  .condition = term_true(spec->program->terms)};
  if (ret->kind == RETURN_ANY)
    return true;
  if (ret->kind == RETURN_JOINT)
    return bind_joint(spec, ret, scope, is_void, only_constants, user, into);
  if (ret->kind == RETURN_VOID && !is_void) {
    complain_type(spec, ret, user,
                  "the function returns a value and the return has none");
    diag_hint(spec->diag, "`return{*}` is any value");
    return false;
  }
  bool is_about_globals =
      is_void && !only_constants && ret->value && return_is_truth(ret->value);
  bool has_value = ret->kind != RETURN_VOID && ret->kind != RETURN_ENSURED;
  if (has_value && is_void && !is_about_globals) {
    complain_type(spec, ret, user,
                  "the function returns nothing and the return has a value");
    diag_hint(spec->diag, "write `return{}`, or a condition over globals: "
                          "`return{state == 1}`");
    return false;
  }
  struct binding_context context = {.spec = spec,
                                    .scope = scope,
                                    .only_constants = only_constants,
                                    .has_result = !is_void,
                                    .reads_later = !only_constants};
  if (is_about_globals || ret->kind == RETURN_ENSURED)
    return bind_condition(spec, ret, &context, user, into);
  if (ret->kind == RETURN_VOID || !result)
    return true;
  if (ret->kind == RETURN_FRESH)
    return bind_fresh(spec, ret, result, user, into);
  return ret->kind == RETURN_VALUE
             ? bind_value(spec, ret, &context, user, into)
             : bind_condition(spec, ret, &context, user, into);
}

// A composition has the members of its joint returns in its alphabet, too, and
// they were interned before: what is wrong with one was said.
static bool are_bound(const struct spec_return *joint,
                      const struct spec_condition_vec *conditions) {
  for (uint32_t i = 0; i < joint->members.count; i++) {
    bool is_bound = false;
    for (uint32_t k = 0; k < conditions->count && !is_bound; k++)
      is_bound = action_equal(conditions->at[k].action, joint->members.at[i]);
    if (!is_bound)
      return false;
  }
  return true;
}

bool spec_bind_returns(struct spec *spec, const struct lts *lts,
                       struct name component, struct spec_scope *scope,
                       bool is_void, struct position position,
                       struct spec_condition_vec *into) {
  bool ok = true;
  BITSET_EACH (a, &lts->alphabet) {
    const struct spec_return *row = return_of(spec, (struct action){a});
    bool is_known = false;
    for (uint32_t i = 0; i < into->count; i++)
      is_known |= into->at[i].action.id == a;
    if (!row || is_known || !name_equal(row->component, component))
      continue;
    struct spec_return ret = *row;
    struct spec_condition condition;
    if (ret.kind == RETURN_JOINT && !ok && !are_bound(&ret, into))
      continue; // its members came first, and one was wrong
    // A known position is that of a check, whose returns are constants; the
    // arms of a procedure may speak of its parameters.
    if (bind_one(spec, &ret, scope, is_void, position_is_known(position),
                 position, &condition))
      spec_condition_vec_push(into, condition);
    else
      ok = false;
  }
  return ok;
}

// ---- Cases ------------------------------------------------------------------

struct splitter {
  struct spec *spec;
  const struct spec_scope *scope;
  const struct spec_condition_vec *conditions;
  struct name component;
  struct spec_case_vec *cases;
};

// The conjunction of the literals, without those that the others imply.
static struct term conjoin(struct spec *spec, struct term_vec *literals) {
  struct term_table *terms = spec->program->terms;
  for (uint32_t i = 0; i < literals->count;) {
    struct term literal = literals->at[i];
    literals->at[i] = term_not(terms, literal);
    bool is_implied = solver_check(spec->solver, PURPOSE_OTHER, literals->at,
                                   literals->count) == ANSWER_UNSAT;
    literals->at[i] = literal;
    if (is_implied) {
      memmove(&literals->at[i], &literals->at[i + 1],
              (literals->count - i - 1) * sizeof literal);
      literals->count--;
    } else {
      i++;
    }
  }
  return term_and_all(terms, literals->at, literals->count);
}

// A joint return whose members are conditions of their own adds nothing.
static bool is_told_by_members(const struct splitter *splitter, uint32_t i) {
  const struct spec_return *ret =
      return_of(splitter->spec, splitter->conditions->at[i].action);
  return ret && ret->kind == RETURN_JOINT &&
         are_bound(ret, splitter->conditions);
}

static struct term case_condition(struct splitter *splitter,
                                  const struct spec_case *one) {
  struct term_table *terms = splitter->spec->program->terms;
  struct term_vec literals = {0};
  for (uint32_t i = 0; i < splitter->conditions->count; i++) {
    struct term condition = splitter->conditions->at[i].condition;
    if (is_told_by_members(splitter, i))
      continue;
    term_vec_push(&literals, bitset_has(&one->members, i)
                                 ? condition
                                 : term_not(terms, condition));
  }
  struct term result = conjoin(splitter->spec, &literals);
  term_vec_release(&literals);
  return result;
}

static bool is_any(const struct splitter *splitter, uint32_t i) {
  const struct spec_return *ret =
      return_of(splitter->spec, splitter->conditions->at[i].action);
  return ret && ret->kind == RETURN_ANY;
}

// A case inside only one condition that is not `*` keeps its name as long as
// no other case lies inside it, too.
static bool keeps_name(const struct splitter *splitter, uint32_t number,
                       uint32_t *condition) {
  const struct spec_case *one = &splitter->cases->at[number];
  uint32_t found = 0;
  for (uint32_t i = 0; i < splitter->conditions->count; i++)
    if (bitset_has(&one->members, i) && !is_any(splitter, i)) {
      *condition = i;
      found++;
    }
  if (found != 1)
    return false;
  for (uint32_t k = 0; k < splitter->cases->count; k++)
    if (k != number && bitset_has(&splitter->cases->at[k].members, *condition))
      return false;
  return true;
}

// A specification with no return but `return{*}` needs no `other`.
static bool only_any(const struct splitter *splitter) {
  for (uint32_t i = 0; i < splitter->conditions->count; i++)
    if (!is_any(splitter, i))
      return false;
  return true;
}

static void name_case(struct splitter *splitter, uint32_t number) {
  struct spec *spec = splitter->spec;
  struct spec_case *one = &splitter->cases->at[number];
  uint32_t condition;
  if (one->is_other && only_any(splitter)) {
    one->action = splitter->conditions->at[0].action;
    one->is_other = false;
    return;
  }
  if (keeps_name(splitter, number, &condition)) {
    one->action = splitter->conditions->at[condition].action;
    return;
  }
  struct strbuf text = {0};
  if (!name_is_none(splitter->component))
    strbuf_format(&text, "%s.", name_text(spec->names, splitter->component));
  strbuf_add(&text, "return{");
  if (one->is_other)
    strbuf_add(&text, "other");
  else if (term_is_true(spec->program->terms, one->condition))
    strbuf_char(&text, '*');
  else
    scope_print_term(spec, splitter->scope, one->condition, &text);
  strbuf_char(&text, '}');
  struct action known = action_find(spec->actions, strbuf_text(&text));
  if (action_is_none(known)) {
    struct spec_return row = {.kind = RETURN_CONDITION,
                              .component = splitter->component};
    row.action = action_intern_return(spec->actions, strbuf_text(&text),
                                      spec->returns.count);
    spec_return_vec_push(&spec->returns, row);
    known = row.action;
  }
  one->action = known;
  strbuf_release(&text);
}

static bool found_case(void *context, const bool *values) {
  struct splitter *splitter = context;
  struct spec_case one = {.is_other = true};
  for (uint32_t i = 0; i < splitter->conditions->count; i++)
    if (values[i]) {
      bitset_add(&one.members, i);
      one.is_other &= is_any(splitter, i);
    }
  spec_case_vec_push(splitter->cases, one);
  return true;
}

// In the order of the conditions that they lie in, `other` last: the solver's
// order is not ours to rely on.
static int compare_cases(const void *a, const void *b) {
  const struct spec_case *x = a, *y = b;
  if (x->is_other != y->is_other)
    return x->is_other ? 1 : -1;
  uint32_t i = 0, k = 0;
  do {
    i = bitset_next(&x->members, i);
    k = bitset_next(&y->members, k);
    if (i != k)
      return i < k ? -1 : 1;
  } while (i++ != UINT32_MAX && k++ != UINT32_MAX);
  return 0;
}

bool spec_split_returns(struct spec *spec, const struct spec_scope *scope,
                        const struct spec_condition_vec *conditions,
                        struct name component, struct spec_case_vec *cases) {
  struct splitter splitter = {spec, scope, conditions, component, cases};
  if (!conditions->count) // returns are not mentioned, so they do not matter
    return true;
  struct term_vec literals = {0};
  for (uint32_t i = 0; i < conditions->count; i++)
    term_vec_push(&literals, conditions->at[i].condition);
  struct query *query = query_new(spec->solver, PURPOSE_OTHER);
  struct term_vec domains = {0};
  guards_add_domains(spec, scope, &domains);
  for (uint32_t i = 0; i < domains.count; i++)
    query_assert(query, domains.at[i]);
  term_vec_release(&domains);
  enum answer answer =
      query_all(query, literals.at, literals.count, found_case, &splitter);
  query_free(query);
  term_vec_release(&literals);
  qsort(cases->at, cases->count, sizeof *cases->at, compare_cases);
  for (uint32_t i = 0; i < cases->count; i++)
    cases->at[i].condition = case_condition(&splitter, &cases->at[i]);
  for (uint32_t i = 0; i < cases->count; i++)
    name_case(&splitter, i);
  return answer == ANSWER_SAT;
}

void spec_split_nothing(struct spec *spec, struct spec_case_vec *cases) {
  const char *text = "return{other}";
  struct spec_case other = {.condition = term_true(spec->program->terms),
                            .is_other = true};
  struct spec_return row = {.kind = RETURN_CONDITION};
  other.action = action_find(spec->actions, text);
  if (action_is_none(other.action)) {
    other.action =
        action_intern_return(spec->actions, text, spec->returns.count);
    row.action = other.action;
    spec_return_vec_push(&spec->returns, row);
  }
  spec_case_vec_push(cases, other);
}

void spec_case_vec_free(struct spec_case_vec *cases) {
  for (uint32_t i = 0; i < cases->count; i++)
    bitset_release(&cases->at[i].members);
  spec_case_vec_release(cases);
}

// ---- Systems with cases -----------------------------------------------------

static uint32_t condition_index(const struct spec_condition_vec *conditions,
                                struct action action) {
  for (uint32_t i = 0; i < conditions->count; i++)
    if (action_equal(conditions->at[i].action, action))
      return i;
  return UINT32_MAX;
}

static void split_step(struct lts_builder *builder, uint32_t from,
                       struct lts_step step,
                       const struct spec_condition_vec *conditions,
                       const struct spec_case_vec *cases) {
  uint32_t index = condition_index(conditions, step.action);
  if (index == UINT32_MAX) {
    lts_builder_step(builder, from, step.action, step.target);
    return;
  }
  for (uint32_t i = 0; i < cases->count; i++)
    if (bitset_has(&cases->at[i].members, index))
      lts_builder_step(builder, from, cases->at[i].action, step.target);
}

struct lts *spec_split_lts(const struct spec *spec, const struct lts *lts,
                           const struct spec_condition_vec *conditions,
                           const struct spec_case_vec *cases,
                           bool keeps_error) {
  bool is_mentioned = false;
  struct lts_builder builder;
  lts_builder_init(&builder, spec->actions);
  lts_builder_states(&builder, lts->state_count);
  lts_builder_initial(&builder, lts->initial);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    if (lts_kind(lts, s) != STATE_PLAIN)
      lts_builder_kind(&builder, s, lts_kind(lts, s));
    if (lts->names && lts->names[s])
      lts_builder_name(&builder, s, lts->names[s]);
    struct lts_step_range steps = lts_steps(lts, s);
    for (const struct lts_step *step = steps.begin; step < steps.end; step++)
      if (keeps_error || lts_kind(lts, step->target) != STATE_ERROR)
        split_step(&builder, s, *step, conditions, cases);
  }
  BITSET_EACH (a, &lts->alphabet)
    if (condition_index(conditions, (struct action){a}) == UINT32_MAX)
      lts_builder_alphabet(&builder, (struct action){a});
    else
      is_mentioned = true;
  for (uint32_t i = 0; is_mentioned && i < cases->count; i++)
    lts_builder_alphabet(&builder, cases->at[i].action);
  return lts_builder_finish(&builder);
}
