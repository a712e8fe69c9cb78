#include "check/vacuity.h"

#include "base/suggest.h"
#include "pointsto/resolve.h"

static bool has_target(const struct component *component,
                       enum target_kind kind) {
  for (uint32_t i = 0; i < component->targets.count; i++)
    if (component->targets.at[i].kind == kind)
      return true;
  return false;
}

// The function of the program whose name is nearest.
static const char *nearest_function(const struct program *program,
                                    const char *wanted) {
  struct suggestion near = suggestion_for(wanted);
  for (uint32_t i = 1; i < program->procedures.count; i++)
    suggestion_offer(
        &near, name_text(program->names, program->procedures.at[i]->name));
  return near.best;
}

// A call through a pointer has no row before it is one of a function; nor has
// one by the library. The compiler declares nothing that is not used.
static bool may_be_called(const struct program *program,
                          const struct procedure *procedure) {
  struct taken_functions taken;
  bool is_there = !procedure->is_defined && !procedure->is_disembodied;
  taken_functions_init(&taken, program);
  for (uint32_t i = 0; i < taken.functions.count; i++)
    is_there |= taken.functions.at[i].id == procedure->self.id;
  taken_functions_release(&taken);
  return is_there;
}

static bool occurs(const struct program *program,
                   const struct target_rules *rules) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    if (target_kind_of_call(rules, program, procedure) == TARGET_CALL &&
        may_be_called(program, procedure))
      return true;
  }
  return false;
}

static void tell_function(const struct program *program, const char *function,
                          struct strbuf *why) {
  bool is_there = program_find(program, function) != NULL;
  const char *near = is_there ? NULL : nearest_function(program, function);
  strbuf_format(why,
                is_there ? "nothing calls %s" : "no function %s in the program",
                function);
  if (near)
    strbuf_format(why, "; did you mean %s?", near);
}

// Is there a call that the specification calls an ERROR?
static bool has_errors(const struct specification *specification) {
  bool found = false;
  for (uint32_t i = 1;
       specification && i < specification->weaving->performed.count; i++)
    found |= specification->weaving->performed.at[i].kind == PERFORMED_ERROR;
  return found;
}

// Is anything asked for besides the assertions?
static bool asks_more(const struct component *component,
                      const struct component_options *options) {
  const struct target_rules *rules = &options->rules;
  return rules->label || rules->checks_overflow || rules->checks_div0 ||
         target_rules_ask_memory(rules) || rules->checks_leaks ||
         rules->checks_races || rules->checks_deadlock ||
         has_errors(options->specification) ||
         has_target(component, TARGET_REQUIREMENT);
}

bool vacuity_of_names(const struct component *component,
                      const struct component_options *options,
                      struct strbuf *why) {
  const struct target_rules *rules = &options->rules;
  if (rules->label && !has_target(component, TARGET_LABEL)) {
    strbuf_format(why, "no label %s in the program", rules->label);
    return true;
  }
  if (!rules->checks_calls || has_target(component, TARGET_CALL) ||
      occurs(component->program, rules))
    return false;
  if (rules->error_function)
    tell_function(component->program, rules->error_function, why);
  else if (!asks_more(component, options))
    strbuf_add(why, "no assertion and no call of an error function");
  return why->length != 0;
}
