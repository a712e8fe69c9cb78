// Procedure abstractions (seed 000, section 3.4): prototypes against C, guards,
// what is modified, and the systems of the arms.
#include "spec/internal.h"

// ---- Prototypes -------------------------------------------------------------

static void report_prototype(struct spec *spec, const struct spec_proc *proc,
                             const struct procedure *procedure,
                             struct ctype c_type) {
  const char *name = name_text(spec->names, proc->name);
  struct strbuf ours = {0}, theirs = {0};
  c_prototype_print(spec->names, name, proc->item->proc.type, &ours);
  ctype_print(spec->program->types, c_type, name, &theirs);
  diag_report(spec->diag, SEVERITY_ERROR, proc->item->position,
              "the prototype of '%s' differs from the C one: here `%s`, in C "
              "`%s`",
              name, strbuf_text(&ours), strbuf_text(&theirs));
  if (position_is_known(procedure->position))
    diag_report(spec->diag, SEVERITY_NOTE, procedure->position,
                "the C one is here");
  diag_hint(spec->diag, "write `%s`", strbuf_text(&theirs));
  strbuf_release(&ours);
  strbuf_release(&theirs);
}

static void check_parameters(struct spec *spec, const struct spec_proc *proc) {
  const struct c_type_syntax *type = proc->item->proc.type;
  for (uint32_t i = 0; i < type->parameter_count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (!name_is_none(type->parameters[i].name) &&
          name_equal(type->parameters[i].name, type->parameters[k].name))
        diag_report(spec->diag, SEVERITY_ERROR, type->parameters[i].position,
                    "two parameters are named '%s'",
                    name_text(spec->names, type->parameters[i].name));
}

// False when types are missing or wrong, so that nothing more can be said.
static bool bind_prototype(struct spec *spec, struct spec_proc *proc) {
  struct binding_context context = {.spec = spec,
                                    .scope = &proc->scope,
                                    .is_quiet =
                                        item_is_library(spec, proc->item)};
  proc->type = bind_type(&context, proc->item->proc.type);
  check_parameters(spec, proc);
  if (context.has_failed)
    return false;
  const struct procedure *procedure =
      proc->procedure.id ? program_procedure(spec->program, proc->procedure)
                         : NULL;
  struct ctype c_type =
      procedure ? bind_function_type(spec, procedure) : (struct ctype){0};
  if (procedure && !bind_types_agree(spec, proc->type, c_type)) {
    report_prototype(spec, proc, procedure, c_type);
    return false;
  }
  // C's types are the complete ones.
  struct ctype type =
      c_type.id && ctype_bare(spec->program->types, c_type)->parameter_count ==
                       proc->item->proc.type->parameter_count
          ? c_type
          : proc->type;
  proc->type = type;
  scope_add_function(spec, &proc->scope, proc->procedure, type,
                     proc->item->proc.type->parameters,
                     proc->item->proc.type->parameter_count);
  return true;
}

// ---- Arms -------------------------------------------------------------------

struct binding_context bind_at_entry(struct spec *spec, struct spec_proc *proc,
                                     const char *result_reason) {
  return (struct binding_context){.spec = spec,
                                  .scope = &proc->scope,
                                  .is_quiet =
                                      item_is_library(spec, proc->item),
                                  .result_reason = result_reason};
}

static struct binding_context entry_context(struct spec *spec,
                                            struct spec_proc *proc) {
  return bind_at_entry(
      spec, proc, "a guard is about the call, before anything is returned");
}

static struct term bind_guard(struct spec *spec, struct spec_proc *proc,
                              const struct c_syntax *guard) {
  struct binding_context context = entry_context(spec, proc);
  struct term term = bind_truth(&context, guard);
  if (context.has_failed || context.is_unknown)
    proc->is_bound = false;
  if (context.is_unknown && !context.has_failed && spec->has_program)
    diag_report(spec->diag, SEVERITY_WARNING, guard->position,
                "this guard of '%s' means nothing in the program: the model "
                "is not used",
                name_text(spec->names, proc->name));
  return term;
}

static void add_arm(struct spec *spec, struct spec_proc *proc,
                    const struct arm_syntax *syntax) {
  struct spec_arm arm = {.syntax = syntax, .number = spec->arm_count++};
  arm.guard =
      syntax->guard ? bind_guard(spec, proc, syntax->guard) : (struct term){0};
  arm.lts = elaborate_arm(spec, proc->item, syntax->body);
  if (!arm.lts)
    proc->is_bound = false;
  else if (proc->item->proc.ensures.count)
    arm.lts = ensures_apply(spec, proc, arm.lts);
  spec_arm_vec_push(&proc->arms, arm);
}

// `otherwise` is what the others leave; a lone body is always taken.
static void bind_otherwise(struct spec *spec, struct spec_proc *proc) {
  struct term_table *terms = spec->program->terms;
  struct term rest = term_true(terms);
  const struct arm_syntax *first = NULL;
  for (uint32_t i = 0; i < proc->arms.count; i++)
    if (!term_is_none(proc->arms.at[i].guard))
      rest = term_and(terms, rest, term_not(terms, proc->arms.at[i].guard));
  for (uint32_t i = 0; i < proc->arms.count; i++) {
    struct spec_arm *arm = &proc->arms.at[i];
    if (!term_is_none(arm->guard))
      continue;
    arm->guard = rest;
    if (first) {
      diag_report(spec->diag, SEVERITY_ERROR, arm->syntax->position,
                  "'%s' has two `otherwise`",
                  name_text(spec->names, proc->name));
      diag_report(spec->diag, SEVERITY_NOTE, first->position,
                  "here is the other");
      proc->is_bound = false;
    }
    first = arm->syntax;
  }
}

// Clauses without an arm narrow what is assumed of any function: it returns
// anything and performs nothing.
static void add_default_arm(struct spec *spec, struct spec_proc *proc) {
  bool is_void = !scope_result(&proc->scope);
  struct arena *arena = &spec->syntax->arena;
  struct body_syntax *body = arena_new_zero(arena, sizeof *body);
  body->kind = BODY_RETURN;
  body->position = proc->item->position;
  body->ret.kind = is_void ? RETURN_VOID : RETURN_ANY;
  struct arm_syntax *arm = arena_new_zero(arena, sizeof *arm);
  arm->position = proc->item->position;
  arm->body = body;
  add_arm(spec, proc, arm);
}

static void bind_arms(struct spec *spec, struct spec_proc *proc) {
  const struct proc_syntax *syntax = &proc->item->proc;
  for (uint32_t i = 0; i < syntax->arm_count; i++)
    add_arm(spec, proc, &syntax->arms[i]);
  if (!syntax->arm_count)
    add_default_arm(spec, proc);
  bind_otherwise(spec, proc);
}

static void bind_arm_returns(struct spec *spec, struct spec_proc *proc) {
  for (uint32_t i = 0; i < proc->arms.count; i++)
    if (proc->arms.at[i].lts &&
        !spec_bind_returns(spec, proc->arms.at[i].lts, (struct name){0},
                           &proc->scope, !scope_result(&proc->scope),
                           (struct position){0}, &proc->returns))
      proc->is_bound = false;
}

// A component's return means nothing inside a procedure.
static void refuse_component_returns(struct spec *spec,
                                     const struct spec_proc *proc) {
  for (uint32_t i = 0; i < proc->arms.count; i++) {
    const struct lts *lts = proc->arms.at[i].lts;
    for (uint32_t a = lts ? bitset_next(&lts->alphabet, 0) : UINT32_MAX;
         a != UINT32_MAX; a = bitset_next(&lts->alphabet, a + 1)) {
      const struct spec_return *ret = return_of(spec, (struct action){a});
      if (ret && !name_is_none(ret->component))
        diag_report(spec->diag, SEVERITY_ERROR, ret->position,
                    "a procedure performs its own returns only, not '%s'",
                    action_text(spec->actions, ret->action));
    }
  }
}

// ---- modifies and may_alias -------------------------------------------------

// `*p[]`: all of the object that p points into.
static bool is_whole(const struct c_syntax *c) {
  return c->kind == EXPR_UNARY && c->op == TOKEN_STAR &&
         c->a->kind == EXPR_RANGE && !c->a->b;
}

// a < b of whole numbers, each of which may be signed.
static struct term is_less(struct term_table *terms, struct term a,
                           bool a_is_signed, struct term b, bool b_is_signed) {
  if (a_is_signed == b_is_signed)
    return term_compare(terms, a_is_signed ? OP_SLT : OP_ULT, a, b);
  struct term zero = term_const(terms, term_width(terms, a), 0);
  struct term less = term_compare(terms, OP_ULT, a, b);
  struct term is_negative =
      term_compare(terms, OP_SLT, a_is_signed ? a : b, zero);
  return a_is_signed ? term_or(terms, is_negative, less)
                     : term_and(terms, term_not(terms, is_negative), less);
}

// How many elements, as many bits as a pointer has.
static struct term bind_count(struct spec *spec,
                              struct binding_context *context,
                              const struct c_syntax *range) {
  struct term_table *terms = spec->program->terms;
  unsigned width = spec->program->pointer_width;
  struct term ends[2];
  bool is_signed[2];
  for (int i = 0; i < 2; i++) {
    const struct c_syntax *c = i ? range->c : range->b;
    struct c_value value = bind_expression(context, c);
    if (context->has_failed || context->is_unknown)
      return (struct term){0};
    const struct ctype_info *info =
        ctype_bare(spec->program->types, value.type);
    is_signed[i] = info->is_signed;
    ends[i] = term_resize(terms, width, is_signed[i], bind_bits(spec, &value));
  }
  struct term is_some =
      is_less(terms, ends[0], is_signed[0], ends[1], is_signed[1]);
  return term_ite(terms, is_some, term_sub(terms, ends[1], ends[0]),
                  term_const(terms, width, 0));
}

// A range is its first element, so many times; a constant number of them is an
// array.
static struct c_value bind_range(struct spec *spec,
                                 struct binding_context *context,
                                 const struct c_syntax *c, struct term *count) {
  struct c_syntax first = *c;
  first.kind = EXPR_INDEX;
  struct c_value value = bind_expression(context, &first);
  *count = bind_count(spec, context, c);
  if (term_is_none(*count) || !term_is_const(spec->program->terms, *count) ||
      !value.is_lvalue)
    return value;
  uint64_t elements = (uint64_t)term_value(spec->program->terms, *count);
  const struct ctype_info *info = ctype_bare(spec->program->types, value.type);
  *count = (struct term){0};
  value.type =
      ctype_add(spec->program->types,
                (struct ctype_info){.kind = CTYPE_ARRAY,
                                    .target = value.type,
                                    .count = elements,
                                    .bit_size = elements * info->bit_size});
  value.array = (struct ctype){0};
  return value;
}

static struct c_value bind_modified(struct spec *spec,
                                    struct binding_context *context,
                                    const struct c_syntax *c,
                                    struct term *count) {
  *count = (struct term){0};
  if (c->kind == EXPR_RANGE && c->b)
    return bind_range(spec, context, c, count);
  if (!is_whole(c))
    return bind_expression(context, c);
  struct c_syntax pointed = *c;
  pointed.a = c->a->a;
  return bind_expression(context, &pointed);
}

static void bind_modifies(struct spec *spec, struct spec_proc *proc) {
  const struct proc_syntax *syntax = &proc->item->proc;
  proc->has_modifies = syntax->has_modifies;
  for (uint32_t i = 0; i < syntax->modifies.count; i++) {
    const struct c_syntax *c = syntax->modifies.at[i];
    struct binding_context context = entry_context(spec, proc);
    struct term count;
    struct c_value value = bind_modified(spec, &context, c, &count);
    struct strbuf text = {0};
    if (value.array.id) { // as a whole
      value.is_lvalue = true;
      value.type = value.array;
    }
    c_syntax_print(spec->names, c, &text);
    if (!context.has_failed && !context.is_unknown && !value.is_lvalue) {
      diag_report(spec->diag, SEVERITY_ERROR, c->position,
                  "'%s' is nothing that can be modified", strbuf_text(&text));
      diag_hint(spec->diag, "name a global, a field, or what a parameter "
                            "points to: `*p`");
    }
    if (value.is_lvalue && !is_whole(c) &&
        ctype_bare(spec->program->types, value.type)->kind == CTYPE_VOID) {
      diag_report(spec->diag, SEVERITY_ERROR, c->position,
                  "how much is '%s'? It has no size", strbuf_text(&text));
      diag_hint(spec->diag, "cast the pointer: `*(char *)p`");
    } else if (value.is_lvalue)
      spec_lvalue_vec_push(
          &proc->modifies,
          (struct spec_lvalue){.text = intern(spec->names, strbuf_text(&text)),
                               .variable = value.variable,
                               .address = value.address,
                               .type = value.type,
                               .is_whole = is_whole(c),
                               .count = count});
    strbuf_release(&text);
  }
}

static bool alias_parameter(struct spec *spec, const struct spec_proc *proc,
                            const struct alias_syntax *alias, uint32_t i,
                            uint32_t *index) {
  struct suggestion near =
      suggestion_for(name_text(spec->names, alias->names[i]));
  for (uint32_t k = 0; k < proc->scope.places.count; k++) {
    const struct spec_place *place = &proc->scope.places.at[k];
    if (place->kind != PLACE_PARAMETER)
      continue;
    suggestion_offer(&near, name_text(spec->names, place->text));
    if (!name_equal(place->text, alias->names[i]))
      continue;
    enum ctype_kind kind = ctype_bare(spec->program->types, place->type)->kind;
    if (kind != CTYPE_POINTER && kind != CTYPE_UNKNOWN)
      diag_report(spec->diag, SEVERITY_ERROR, alias->positions[i],
                  "'%s' is not a pointer", near.wanted);
    *index = place->index;
    return true;
  }
  report_near(spec->diag, SEVERITY_ERROR, alias->positions[i], near.best,
              "'%s' has no parameter '%s'", name_text(spec->names, proc->name),
              near.wanted);
  return false;
}

static void bind_alias(struct spec *spec, struct spec_proc *proc,
                       const struct alias_syntax *alias) {
  struct u32_vec indices = {0};
  for (uint32_t i = 0; i < alias->count; i++) {
    uint32_t index;
    if (alias_parameter(spec, proc, alias, i, &index))
      u32_vec_push(&indices, index);
  }
  if (alias->count < 2)
    diag_report(spec->diag, SEVERITY_ERROR, alias->position,
                "`may_alias` needs two parameters");
  for (uint32_t i = 0; i < indices.count; i++)
    for (uint32_t k = 0; k < i; k++)
      spec_alias_vec_push(&proc->aliases,
                          (struct spec_alias){indices.at[k], indices.at[i]});
  u32_vec_release(&indices);
}

// ---- All --------------------------------------------------------------------

// A library's model of a function that the program does not use is no
// concern of anybody; a user's own model is a slip.
static bool is_wanted(struct spec *spec, const struct item *item,
                      struct procedure_id *procedure) {
  bool is_library = item_is_library(spec, item);
  bool is_clear =
      resolve_named(spec, item->name, item->position, is_library, procedure);
  if (procedure->id || !spec->has_program)
    return true;
  if (!is_library && is_clear)
    complain_function(spec, SEVERITY_WARNING, item->name, item->position);
  return !is_library && is_clear;
}

// `helper` and `file.c::helper` may be the same function.
static void refuse_second(struct spec *spec, const struct spec_proc *proc) {
  const struct spec_proc *other = spec_contract_of(spec, proc->procedure);
  if (!other)
    return;
  diag_report(spec->diag, SEVERITY_ERROR, proc->item->position,
              "'%s' has another abstraction",
              name_text(spec->names, proc->name));
  diag_report(spec->diag, SEVERITY_NOTE, other->item->position,
              "here it is, of '%s'", name_text(spec->names, other->name));
}

static void resolve_proc(struct spec *spec, const struct item *item) {
  struct spec_proc proc = {.item = item,
                           .name = item->name,
                           .is_assumed = item->proc.is_assumed,
                           .is_bound = true};
  if (!is_wanted(spec, item, &proc.procedure))
    return;
  refuse_second(spec, &proc);
  if (bind_prototype(spec, &proc)) {
    bind_arms(spec, &proc);
    bind_arm_returns(spec, &proc);
    refuse_component_returns(spec, &proc);
    bind_modifies(spec, &proc);
    requirements_bind(spec, &proc);
    for (uint32_t i = 0; i < item->proc.alias_count; i++)
      bind_alias(spec, &proc, &item->proc.aliases[i]);
    if (proc.is_bound && !scope_has_unknown(&proc.scope))
      guards_check(spec, &proc);
  } else {
    proc.is_bound = false;
  }
  spec_proc_vec_push(&spec->procs, proc);
}

void resolve_procs(struct spec *spec) {
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    const struct item *item = &spec->syntax->items.at[i];
    if (item->kind == ITEM_PROC && !item->is_overridden)
      resolve_proc(spec, item);
  }
}
