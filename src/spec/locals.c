// Names of the function that is checked, in the patterns of events:
// `call pthread_mutex_lock(&mosq->mutex)`.
//
// A name that means nothing else is that of a parameter or a local of the
// functions that the specification checks. In the terms a variable of the
// program stands for it, which weaving keeps up to date in the function that is
// checked (weave_local.c): what the variable holds, or the address of one that
// lies in memory. Calls that callees make are looked at with the same values:
// the name is the checked function's, not theirs. Where the function has no
// such variable, or has not set it yet, a pointer is no address that a call can
// get, and a number is 0.
//
// All checks share the events, so the name has to mean the same kind of thing
// in all functions that have it.
#include "spec/bind.h"
#include "spec/internal.h"

bool spec_local_in(const struct spec *spec, const struct procedure *procedure,
                   struct name name, struct spec_local_place *found) {
  const struct program *program = spec->program;
  *found = (struct spec_local_place){0};
  for (uint32_t i = 0; i < procedure->objects.count; i++) {
    struct object_id id = procedure->objects.at[i];
    const struct object_info *info = program_object(program, id);
    if (!name_equal(info->name, name))
      continue;
    found->object = id;
    found->type = info->type;
    return true;
  }
  for (uint32_t i = 0; i < procedure->variables.count; i++) {
    struct variable variable = procedure->variables.at[i];
    const struct variable_info *info = program_variable(program, variable);
    if ((info->kind != VARIABLE_PARAMETER && info->kind != VARIABLE_LOCAL) ||
        info->is_made || !name_equal(info->text, name))
      continue;
    found->count++;
    if (found->count > 1)
      continue;
    found->variable = variable;
    found->type = info->type;
  }
  return found->count > 0;
}

static struct procedure_id subject_of(struct spec *spec,
                                      const struct item *item) {
  struct procedure_id found = {0};
  if (item->kind == ITEM_CHECK && !item_is_imported(spec, item) &&
      spec_find_system(spec, item->check.subject) == SPEC_NONE)
    resolve_named(spec, item->check.subject, item->check.subject_position, true,
                  &found);
  bool has_body =
      found.id && program_procedure(spec->program, found)->is_defined;
  return has_body ? found : (struct procedure_id){0};
}

static bool is_same_kind(const struct spec *spec,
                         const struct spec_local_place *a,
                         const struct spec_local_place *b) {
  return !a->object.id == !b->object.id &&
         bind_types_agree(spec, a->type, b->type);
}

// In the first function that is checked and has it; false when none does.
static bool look_up(struct binding_context *context, const struct c_syntax *c,
                    struct spec_local_place *first) {
  struct spec *spec = context->spec;
  bool has_any = false;
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    struct procedure_id id = subject_of(spec, &spec->syntax->items.at[i]);
    struct spec_local_place place;
    const struct procedure *procedure =
        id.id ? program_procedure(spec->program, id) : NULL;
    if (!procedure || !spec_local_in(spec, procedure, c->name, &place))
      continue;
    if (place.count > 1)
      bind_fail(context, c->position, "'%s' has several variables '%s'",
                name_text(spec->names, procedure->name),
                name_text(spec->names, c->name));
    else if (has_any && !is_same_kind(spec, first, &place))
      bind_fail(context, c->position,
                "'%s' of '%s' is of another type, or its address is taken and "
                "that of the others is not: check '%s' by a specification of "
                "its own",
                name_text(spec->names, c->name),
                name_text(spec->names, procedure->name),
                name_text(spec->names, procedure->name));
    if (!has_any)
      *first = place;
    has_any = true;
  }
  return has_any;
}

// It has no type, so that nobody takes it for something that the program is
// given at the start.
static struct variable add_stand_in(struct spec *spec, struct name name,
                                    unsigned width) {
  struct program *program = spec->program;
  return program_add_variable(
      program,
      (struct variable_info){.kind = VARIABLE_GLOBAL,
                             .name = name,
                             .text = name,
                             .is_internal = true,
                             .is_hidden = true,
                             .is_made = true,
                             .initial = term_const(program->terms, width, 0)},
      sort_bits(width));
}

static const struct spec_local *find(const struct spec *spec,
                                     struct name name) {
  for (uint32_t i = 0; i < spec->locals.count; i++)
    if (name_equal(spec->locals.at[i].name, name))
      return &spec->locals.at[i];
  return NULL;
}

static const struct spec_local *make(struct binding_context *context,
                                     const struct c_syntax *c) {
  struct spec *spec = context->spec;
  struct spec_local_place place = {0};
  if (!look_up(context, c, &place))
    return NULL;
  unsigned width = spec->program->pointer_width;
  if (!place.object.id)
    width = term_width(spec->program->terms,
                       program_term(spec->program, place.variable));
  struct spec_local made = {.name = c->name,
                            .type = place.type,
                            .is_object = place.object.id,
                            .stand_in = add_stand_in(spec, c->name, width)};
  spec_local_vec_push(&spec->locals, made);
  return find(spec, c->name);
}

bool bind_local(struct binding_context *context, const struct c_syntax *c,
                struct c_value *value) {
  struct spec *spec = context->spec;
  if (!context->takes_locals || !spec->has_program)
    return false;
  const struct spec_local *local = find(spec, c->name);
  if (!local)
    local = make(context, c);
  if (!local)
    return false;
  struct term term = program_term(spec->program, local->stand_in);
  *value = local->is_object ? bind_at_address(context, c, term, local->type)
                            : c_value_of(term, local->type);
  return true;
}
