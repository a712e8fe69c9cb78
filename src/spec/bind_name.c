// What a name in a C expression stands for: a parameter, a constant of the
// specification or of the program, a global.
#include "spec/internal.h"

static struct term_table *terms_of(const struct binding_context *context) {
  return context->spec->program->terms;
}

static bool find_enumerator(struct binding_context *context, struct name name,
                            struct c_value *value) {
  const struct ctype_table *types = context->spec->program->types;
  for (uint32_t i = 1; i < ctype_count(types); i++) {
    const struct ctype_info *info = ctype_info(types, (struct ctype){i});
    for (uint32_t k = 0; k < info->enumerator_count; k++) {
      if (!name_equal(info->enumerators[k].name, name))
        continue;
      u128 number = info->enumerators[k].value;
      bool is_int = (i128)number >= INT32_MIN && (i128)number <= INT32_MAX;
      struct ctype type = bind_integer(context, is_int ? 32 : 64, true);
      *value = c_value_of(
          term_const(terms_of(context), is_int ? 32 : 64, number), type);
      value->is_constant = true;
      return true;
    }
  }
  return false;
}

static bool find_constant(struct binding_context *context, struct name name,
                          struct c_value *value) {
  struct spec *spec = context->spec;
  for (uint32_t i = 0; i < spec->constants.count; i++)
    if (name_equal(spec->constants.at[i].name, name)) {
      if (term_is_none(spec->constants.at[i].value)) { // said before
        context->has_failed = true;
        *value = c_value_int(context, 0);
        return true;
      }
      *value =
          c_value_of(spec->constants.at[i].value, spec->constants.at[i].type);
      value->is_constant = true;
      return true;
    }
  const struct declaration *declared = bind_declaration(spec, name);
  if (declared && !term_is_none(declared->value)) {
    *value = c_value_of(declared->value, declared->type);
    value->is_constant = true;
    return true;
  }
  return find_enumerator(context, name, value);
}

// A component's arguments may have names of their own, which go before those
// that C gives the parameters: in `f(*, x)` x is the second, whatever C says.
static const struct spec_place *
find_argument(const struct binding_context *context, struct name name) {
  const struct component_syntax *component = context->component;
  for (uint32_t i = 0; component && i < component->argument_count; i++) {
    const struct c_syntax *argument = component->arguments[i].value;
    const struct spec_place *place = scope_parameter(context->scope, i);
    if (argument && argument->kind == EXPR_NAME && place &&
        name_equal(argument->name, name))
      return place;
  }
  return NULL;
}

// A struct that is copied lies in memory.
static struct c_value place_value(struct binding_context *context,
                                  const struct c_syntax *c,
                                  const struct spec_place *place) {
  return scope_is_copied(context->scope, place)
             ? bind_at_address(context, c, place->variable, place->type)
             : c_value_of(place->variable, place->type);
}

static bool find_parameter(struct binding_context *context,
                           const struct c_syntax *c, struct c_value *value) {
  const struct spec_place *found =
      !term_is_none(context->object_is) && name_equal(context->object, c->name)
          ? scope_place_of(context->scope, context->object_is)
          : find_argument(context, c->name);
  for (uint32_t i = 0; !found && i < context->scope->places.count; i++) {
    const struct spec_place *place = &context->scope->places.at[i];
    if (place->kind == PLACE_PARAMETER && name_equal(place->text, c->name))
      found = place;
  }
  if (found)
    *value = place_value(context, c, found);
  return found;
}

// A global of the program; of several with a name (statics of several files)
// the one that the linker did not rename.
static struct variable find_variable(const struct spec *spec,
                                     struct name name) {
  struct variable found = {0};
  for (uint32_t i = 1; i < spec->program->variables.count; i++) {
    const struct variable_info *info = &spec->program->variables.at[i];
    if (info->kind != VARIABLE_GLOBAL || info->is_made ||
        !name_equal(info->text, name))
      continue;
    if (!found.id || name_equal(info->name, name))
      found = (struct variable){i};
  }
  return found;
}

struct object_id bind_find_object(const struct spec *spec, struct name name) {
  for (uint32_t i = 1; i < spec->program->objects.count; i++) {
    const struct object_info *info = &spec->program->objects.at[i];
    if ((info->kind == OBJECT_GLOBAL || info->kind == OBJECT_FUNCTION) &&
        name_equal(info->name, name))
      return (struct object_id){i};
  }
  return (struct object_id){0};
}

bool bind_names_global(const struct spec *spec, struct name name) {
  return find_variable(spec, name).id || bind_find_object(spec, name).id;
}

// An external object has no type in the debug information.
static struct ctype object_type(const struct spec *spec,
                                const struct object_info *object) {
  const struct declaration *declared = bind_declaration(spec, object->name);
  return object->type.id || !declared ? object->type : declared->type;
}

// Statics of several files may share a name.
static void warn_ambiguous(struct binding_context *context,
                           const struct c_syntax *c, struct position chosen) {
  const struct program *program = context->spec->program;
  uint32_t count = 0;
  for (uint32_t i = 1; i < program->variables.count; i++)
    count += program->variables.at[i].kind == VARIABLE_GLOBAL &&
             name_equal(program->variables.at[i].text, c->name);
  for (uint32_t i = 1; i < program->objects.count; i++)
    count += program->objects.at[i].kind == OBJECT_GLOBAL &&
             name_equal(program->objects.at[i].name, c->name);
  if (count < 2)
    return;
  diag_report(context->spec->diag, SEVERITY_WARNING, c->position,
              "%u globals are named '%s'; one of them is meant", count,
              name_text(context->spec->names, c->name));
  diag_report(context->spec->diag, SEVERITY_NOTE, chosen, "this one");
}

static const struct spec_place *old_place(struct binding_context *context,
                                          struct variable variable) {
  struct spec *spec = context->spec;
  const struct variable_info info = *program_variable(spec->program, variable);
  for (uint32_t i = 0; i < context->scope->places.count; i++) {
    const struct spec_place *place = &context->scope->places.at[i];
    if (place->kind == PLACE_OLD && term_equal(place->global, info.term))
      return place;
  }
  struct spec_place *place = scope_add(
      spec, context->scope, PLACE_OLD,
      intern_format(spec->names, "old(%s)", name_text(spec->names, info.text)),
      info.type);
  place->global = info.term;
  return place;
}

static bool find_global(struct binding_context *context,
                        const struct c_syntax *c, struct c_value *value) {
  struct spec *spec = context->spec;
  struct variable variable = find_variable(spec, c->name);
  struct object_id object = bind_find_object(spec, c->name);
  if (variable.id) {
    const struct variable_info *info =
        program_variable(spec->program, variable);
    *value = c_value_of(info->term, info->type);
    value->is_lvalue = true;
    value->variable = variable;
    warn_ambiguous(context, c, info->position);
    if (context->reads_old)
      *value = c_value_of(old_place(context, variable)->variable, info->type);
    return true;
  }
  if (!object.id)
    return false;
  const struct object_info info = *program_object(spec->program, object);
  warn_ambiguous(context, c, info.position);
  struct term address = program_term(spec->program, info.address);
  if (info.kind == OBJECT_FUNCTION)
    *value = c_value_of(address, bind_pointer_to(spec, info.type));
  else
    *value = bind_at_address(context, c, address, object_type(spec, &info));
  return true;
}

static void offer_names(struct binding_context *context,
                        struct suggestion *near) {
  struct spec *spec = context->spec;
  for (uint32_t i = 0; i < context->scope->places.count; i++)
    if (context->scope->places.at[i].kind == PLACE_PARAMETER)
      suggestion_offer(
          near, name_text(spec->names, context->scope->places.at[i].text));
  const struct component_syntax *component = context->component;
  for (uint32_t i = 0; component && i < component->argument_count; i++)
    if (component->arguments[i].value &&
        component->arguments[i].value->kind == EXPR_NAME)
      suggestion_offer(
          near, name_text(spec->names, component->arguments[i].value->name));
  for (uint32_t i = 0; i < spec->constants.count; i++)
    suggestion_offer(near, name_text(spec->names, spec->constants.at[i].name));
  for (uint32_t i = 1; i < spec->program->variables.count; i++)
    if (spec->program->variables.at[i].kind == VARIABLE_GLOBAL)
      suggestion_offer(
          near, name_text(spec->names, spec->program->variables.at[i].text));
  for (uint32_t i = 1; i < spec->program->objects.count; i++)
    if (spec->program->objects.at[i].kind == OBJECT_GLOBAL)
      suggestion_offer(
          near, name_text(spec->names, spec->program->objects.at[i].name));
  const struct ctype_table *types = spec->program->types;
  for (uint32_t i = 1; i < ctype_count(types); i++) {
    const struct ctype_info *info = ctype_info(types, (struct ctype){i});
    for (uint32_t k = 0; k < info->enumerator_count; k++)
      suggestion_offer(near, name_text(spec->names, info->enumerators[k].name));
  }
}

// What can be used where a name means nothing.
static void hint_scope(const struct binding_context *context) {
  const struct spec *spec = context->spec;
  struct strbuf text = {0};
  if (context->is_argument)
    strbuf_add(&text, "`$` (the argument), ");
  for (uint32_t i = 0; scope_parameter(context->scope, i); i++) {
    const char *name =
        name_text(spec->names, scope_parameter(context->scope, i)->text);
    strbuf_format(&text, "`$%u`", i + 1);
    if (name[0] != '$')
      strbuf_format(&text, " (%s)", name);
    strbuf_add(&text, ", ");
  }
  if (context->has_result && !context->is_argument &&
      scope_result(context->scope))
    strbuf_add(&text, "`$` (what is returned), ");
  diag_hint(spec->diag, "in scope here: %s%s", strbuf_text(&text),
            context->only_constants ? "constants, macros and enumerators"
            : context->takes_locals
                ? "globals, parameters and locals of the functions that are "
                  "checked, constants, macros and enumerators"
                : "globals, constants, macros and enumerators");
  strbuf_release(&text);
}

static struct c_value unknown_name(struct binding_context *context,
                                   const struct c_syntax *c) {
  struct spec *spec = context->spec;
  if (resolve_find(spec, c->name, item_is_constant))
    return bind_fail(context, c->position,
                     "constant '%s' is used before it is defined",
                     name_text(spec->names, c->name));
  if (context->is_quiet || !spec->has_program) {
    context->is_unknown = true;
    struct ctype type = bind_basic(spec, "int");
    for (uint32_t i = 0; i < context->scope->places.count; i++) {
      const struct spec_place *place = &context->scope->places.at[i];
      if (place->kind == PLACE_UNKNOWN && name_equal(place->text, c->name))
        return c_value_of(place->variable, type);
    }
    return c_value_of(
        scope_add(spec, context->scope, PLACE_UNKNOWN, c->name, type)->variable,
        type);
  }
  const char *text = name_text(spec->names, c->name);
  if (bind_declaration(spec, c->name))
    return bind_fail(
        context, c->position,
        "'%s' is neither an integer constant nor a global that the "
        "program uses",
        text);
  struct suggestion near = suggestion_for(text);
  bool is_first = !context->has_failed;
  offer_names(context, &near);
  struct c_value failed =
      bind_fail(context, c->position, "undefined name '%s'%s%s%s", text,
                near.best ? "; did you mean '" : "", near.best ? near.best : "",
                near.best ? "'?" : "");
  if (is_first)
    hint_scope(context);
  return failed;
}

struct c_value bind_name(struct binding_context *context,
                         const struct c_syntax *c) {
  struct c_value value;
  if (find_parameter(context, c, &value) ||
      find_constant(context, c->name, &value))
    return value;
  if (context->only_constants && context->spec->has_program &&
      bind_names_global(context->spec, c->name))
    return bind_fail(context, c->position, "'%s' is not a constant",
                     name_text(context->spec->names, c->name));
  if (find_global(context, c, &value) || bind_local(context, c, &value))
    return value;
  if (bind_names_type(context->spec, c->name))
    return bind_fail(context, c->position,
                     "'%s' is a type; put what is cast in parentheses",
                     name_text(context->spec->names, c->name));
  return unknown_name(context, c);
}

struct c_value bind_result(struct binding_context *context,
                           const struct c_syntax *c) {
  const struct spec_place *place =
      context->is_argument ? scope_parameter(context->scope, context->argument)
                           : scope_result(context->scope);
  if (!(context->has_result || context->is_argument) || !place)
    return bind_fail(context, c->position, "`$` has no meaning here: %s",
                     context->result_reason ? context->result_reason
                                            : "nothing is returned");
  if (context->only_constants && scope_is_copied(context->scope, place))
    return bind_fail(context, c->position,
                     "the struct is returned in memory: only a `proc` or an "
                     "event can look into it");
  return place_value(context, c, place);
}

struct c_value bind_argument(struct binding_context *context,
                             const struct c_syntax *c) {
  const struct spec_place *place =
      c->value ? scope_parameter(context->scope, (uint32_t)c->value - 1) : NULL;
  bool is_first = !context->has_failed;
  if (!place)
    bind_fail(context, c->position, "there is no argument '%s'",
              name_text(context->spec->names, c->name));
  if (!place && is_first)
    hint_scope(context);
  if (!place)
    return c_value_int(context, 0);
  return place_value(context, c, place);
}
