// Systems (seed 000, section 3.5): C procedures that run in parallel.
#include "program/function_name.h"
#include "spec/internal.h"

static bool check_arguments(struct spec *spec,
                            const struct spec_component *component) {
  const struct component_syntax *syntax = component->syntax;
  uint32_t wanted = 0;
  while (scope_parameter(&component->scope, wanted))
    wanted++;
  if (syntax->argument_count == wanted)
    return true;
  diag_report(spec->diag, SEVERITY_ERROR, syntax->function_position,
              "'%s' has %u parameter%s, here are %u",
              name_text(spec->names, syntax->function), wanted,
              wanted == 1 ? "" : "s", syntax->argument_count);
  diag_hint(spec->diag, "a name or `*` leaves an argument open, a constant "
                        "fixes it");
  return false;
}

// A name that means nothing in C only names the argument, for `when`.
static bool is_new_name(const struct spec *spec, const struct c_syntax *c) {
  if (c->kind != EXPR_NAME)
    return false;
  for (uint32_t i = 0; i < spec->constants.count; i++)
    if (name_equal(spec->constants.at[i].name, c->name))
      return false;
  const struct declaration *declared = bind_declaration(spec, c->name);
  if (declared && !term_is_none(declared->value))
    return false;
  const struct ctype_table *types = spec->program->types;
  for (uint32_t i = 1; i < ctype_count(types); i++) {
    const struct ctype_info *info = ctype_info(types, (struct ctype){i});
    for (uint32_t k = 0; k < info->enumerator_count; k++)
      if (name_equal(info->enumerators[k].name, c->name))
        return false;
  }
  return true;
}

// An argument that only has a name. Twice the same would not mean that they are
// equal, and that of a global not that it is passed.
static void check_name(struct spec *spec, const struct component_syntax *syntax,
                       uint32_t index) {
  const struct c_syntax *own = syntax->arguments[index].value;
  const char *name = name_text(spec->names, own->name);
  for (uint32_t i = 0; i < index; i++) {
    const struct c_syntax *other = syntax->arguments[i].value;
    if (!other || other->kind != EXPR_NAME ||
        !name_equal(other->name, own->name))
      continue;
    diag_report(spec->diag, SEVERITY_ERROR, own->position,
                "two arguments are named '%s'", name);
    diag_hint(spec->diag, "if they are equal: `f(a, b) when (a == b)`");
    return;
  }
  if (!bind_names_global(spec, own->name))
    return;
  diag_report(spec->diag, SEVERITY_WARNING, own->position,
              "'%s' only names the argument here, and is not the global", name);
}

static void bind_arguments(struct spec *spec,
                           struct spec_component *component) {
  struct term_table *terms = spec->program->terms;
  for (uint32_t i = 0; i < component->syntax->argument_count; i++) {
    const struct argument_syntax *argument = &component->syntax->arguments[i];
    const struct spec_place *place = scope_parameter(&component->scope, i);
    if (argument->is_any || !place)
      continue;
    if (is_new_name(spec, argument->value)) {
      check_name(spec, component->syntax, i);
      continue;
    }
    struct binding_context context = {.spec = spec,
                                      .scope = &component->scope,
                                      .is_argument = true,
                                      .argument = i};
    component->guard = term_and(terms, component->guard,
                                bind_pattern(&context, place, argument->value));
  }
}

static void bind_when(struct spec *spec, struct spec_component *component) {
  if (!component->syntax->when)
    return;
  struct binding_context context = {
      .spec = spec,
      .scope = &component->scope,
      .component = component->syntax,
      .result_reason = "a component's condition is about its entry"};
  component->guard = term_and(spec->program->terms, component->guard,
                              bind_truth(&context, component->syntax->when));
  if (!context.has_failed && !context.is_unknown &&
      guards_satisfiable(spec, &component->scope, component->guard, NULL) ==
          ANSWER_UNSAT)
    diag_report(spec->diag, SEVERITY_ERROR, component->syntax->when->position,
                "no entry of '%s' satisfies this",
                name_text(spec->names, component->name));
}

// `file.c::node` is the component node.
static struct name own_name(const struct spec *spec,
                            const struct component_syntax *syntax) {
  const char *text = name_text(spec->names, syntax->function);
  const char *base = function_name_base(text);
  return base == text ? syntax->function : intern(spec->names, base);
}

static void resolve_component(struct spec *spec, struct spec_system *system,
                              const struct component_syntax *syntax) {
  struct spec_component component = {.syntax = syntax,
                                     .name = name_is_none(syntax->name)
                                                 ? own_name(spec, syntax)
                                                 : syntax->name,
                                     .guard = term_true(spec->program->terms)};
  component.procedure = resolve_function(spec, syntax->function,
                                         syntax->function_position, false);
  const struct procedure *procedure =
      component.procedure.id
          ? program_procedure(spec->program, component.procedure)
          : NULL;
  if (procedure && !procedure->is_defined)
    diag_report(spec->diag, SEVERITY_ERROR, syntax->function_position,
                "'%s' has no body that could run",
                name_text(spec->names, syntax->function));
  if (procedure && procedure->is_defined) {
    spec_scope_of(spec, component.procedure, &component.scope);
    if (check_arguments(spec, &component)) {
      bind_arguments(spec, &component);
      bind_when(spec, &component);
    }
  }
  for (uint32_t i = 0; i < system->components.count; i++)
    if (name_equal(system->components.at[i].name, component.name)) {
      diag_report(spec->diag, SEVERITY_ERROR, syntax->position,
                  "two components are named '%s'",
                  name_text(spec->names, component.name));
      diag_hint(spec->diag, "give them names: `first: f(x) || second: f(x)`");
    }
  spec_component_vec_push(&system->components, component);
}

// Is a function several of its components?
static bool has_instances(const struct spec_system *system) {
  for (uint32_t i = 0; i < system->components.count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (system->components.at[i].procedure.id &&
          system->components.at[i].procedure.id ==
              system->components.at[k].procedure.id)
        return true;
  return false;
}

static void find_alphabets(struct spec *spec, struct spec_system *system) {
  bool are_instances = has_instances(system);
  for (uint32_t i = 0; i < system->components.count; i++) {
    system->components.at[i].is_instance = are_instances;
    alphabet_of_component(spec, &system->components.at[i]);
  }
}

void resolve_systems(struct spec *spec) {
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    const struct item *item = &spec->syntax->items.at[i];
    if (item->kind != ITEM_SYSTEM || item->is_overridden)
      continue;
    struct spec_system system = {.item = item, .name = item->name};
    for (uint32_t k = 0; k < item->component_count; k++)
      resolve_component(spec, &system, &item->components[k]);
    find_alphabets(spec, &system);
    spec_system_vec_push(&spec->systems, system);
  }
}
