// Events: which calls, returns and labels of the program they stand for.
#include "spec/internal.h"

#include "base/suggest.h"
#include "term/substitute.h"

// ---- Conditions -------------------------------------------------------------

// The abstraction of the function; by its name where there is no program.
static const struct spec_proc *
proc_of_trigger(const struct spec *spec, const struct spec_trigger *trigger) {
  uint32_t number = spec_find_proc(spec, trigger->name);
  if (trigger->procedure.id || number == SPEC_NONE)
    return spec_proc_of(spec, trigger->procedure);
  return &spec->procs.at[number];
}

// The type of the function: C's, or that of its abstraction.
static struct ctype function_type(struct spec *spec,
                                  const struct spec_trigger *trigger) {
  struct ctype type = {0};
  if (trigger->procedure.id)
    type = bind_function_type(
        spec, program_procedure(spec->program, trigger->procedure));
  const struct spec_proc *proc = proc_of_trigger(spec, trigger);
  return type.id || !proc ? type : proc->type;
}

static void add_condition(struct spec *spec, struct spec_trigger *trigger,
                          struct term condition) {
  trigger->condition =
      term_and(spec->program->terms, trigger->condition, condition);
  trigger->is_conditional = true;
}

static bool check_count(struct spec *spec, const struct spec_trigger *trigger,
                        struct ctype type) {
  const struct trigger_syntax *syntax = trigger->syntax;
  const struct ctype_info *info = ctype_bare(spec->program->types, type);
  bool is_free = info->is_variadic && !info->parameter_count;
  if (!syntax->has_patterns || is_free ||
      syntax->pattern_count == info->parameter_count ||
      (syntax->is_open && syntax->pattern_count <= info->parameter_count))
    return true;
  const char *name = name_text(spec->names, trigger->name);
  bool is_variadic =
      info->is_variadic && syntax->pattern_count > info->parameter_count;
  diag_report(spec->diag, SEVERITY_ERROR, syntax->name_position,
              "'%s' has %u parameter%s, the pattern has %u", name,
              info->parameter_count, info->parameter_count == 1 ? "" : "s",
              syntax->pattern_count);
  diag_hint(spec->diag,
            is_variadic ? "variable arguments cannot be matched: `...`"
                        : "`*` matches any argument, `...` all that follow");
  return false;
}

static void bind_patterns(struct spec *spec, const struct item *item,
                          struct spec_trigger *trigger) {
  const struct trigger_syntax *syntax = trigger->syntax;
  for (uint32_t i = 0; i < syntax->pattern_count; i++) {
    const struct pattern_syntax *pattern = &syntax->patterns[i];
    const struct spec_place *place = scope_parameter(&trigger->scope, i);
    if (pattern->is_any || !place ||
        object_takes(spec, item, trigger, pattern, place))
      continue;
    struct binding_context context = {.spec = spec,
                                      .scope = &trigger->scope,
                                      .is_quiet = item_is_library(spec, item),
                                      .takes_locals = true,
                                      .is_argument = true,
                                      .argument = i};
    struct term condition = bind_pattern(&context, place, pattern->value);
    if (!context.has_failed)
      add_condition(spec, trigger, condition);
  }
}

static void bind_result_pattern(struct spec *spec, const struct item *item,
                                struct spec_trigger *trigger) {
  const struct pattern_syntax *pattern = &trigger->syntax->result;
  const struct spec_place *place = scope_result(&trigger->scope);
  if (!trigger->syntax->has_result || pattern->is_any)
    return;
  if (!place) {
    diag_report(spec->diag, SEVERITY_ERROR, pattern->position,
                "'%s' returns nothing", name_text(spec->names, trigger->name));
    return;
  }
  if (object_takes(spec, item, trigger, pattern, place))
    return;
  struct binding_context context = {.spec = spec,
                                    .scope = &trigger->scope,
                                    .is_quiet = item_is_library(spec, item),
                                    .takes_locals = true,
                                    .has_result = true};
  struct term condition = bind_pattern(&context, place, pattern->value);
  if (context.has_failed)
    return;
  add_condition(spec, trigger, condition);
  if (!context.is_unknown &&
      guards_satisfiable(spec, &trigger->scope, condition, NULL) ==
          ANSWER_UNSAT)
    diag_report(spec->diag, SEVERITY_ERROR, pattern->position,
                "'%s' can never return this",
                name_text(spec->names, trigger->name));
}

static void bind_when(struct spec *spec, const struct item *item,
                      struct spec_trigger *trigger,
                      const struct c_syntax *when) {
  struct binding_context context = {.spec = spec,
                                    .scope = &trigger->scope,
                                    .is_quiet = item_is_library(spec, item),
                                    .takes_locals = true,
                                    .object = item->object,
                                    .object_is = trigger->object,
                                    .has_result = trigger->kind == TRIGGER_RET,
                                    .result_reason = "only `ret` has a result"};
  struct term condition = bind_truth(&context, when);
  if (!context.has_failed)
    add_condition(spec, trigger, condition);
}

// ---- Where it matches -------------------------------------------------------

static bool matches_call(struct spec *spec, const struct spec_trigger *trigger,
                         const struct operation *op) {
  if (!trigger->is_conditional)
    return true;
  struct program *program = spec->program;
  struct substitution *actuals = substitution_new(program->terms);
  scope_set_actuals(program->terms, program->types, &trigger->scope,
                    op->call.arguments, op->call.count, actuals);
  struct term actual = substitution_apply(actuals, trigger->condition);
  substitution_free(actuals);
  return guards_satisfiable(spec, &trigger->scope, actual, NULL) !=
         ANSWER_UNSAT;
}

struct sites {
  uint32_t calls;   // of the function
  uint32_t matches; // that the pattern may match
  struct position first;
};

static void count_edges(struct spec *spec, const struct spec_trigger *trigger,
                        const struct procedure *procedure,
                        struct sites *sites) {
  for (uint32_t e = 1; e < procedure->edges.count; e++) {
    const struct edge *edge = &procedure->edges.at[e];
    if (edge->op.kind != OPERATION_CALL ||
        !spec_is_same_function(spec, edge->op.call.callee, trigger->procedure))
      continue;
    if (!sites->calls++)
      sites->first = edge->position;
    sites->matches += matches_call(spec, trigger, &edge->op);
  }
}

static struct sites find_calls(struct spec *spec,
                               const struct spec_trigger *trigger) {
  struct sites sites = {0};
  for (uint32_t i = 1; i < spec->program->procedures.count; i++)
    if (spec->program->procedures.at[i]->is_defined)
      count_edges(spec, trigger, spec->program->procedures.at[i], &sites);
  return sites;
}

static void check_sites(struct spec *spec, const struct item *item,
                        struct spec_trigger *trigger) {
  struct sites sites = find_calls(spec, trigger);
  trigger->site_count = sites.matches;
  // That nothing matches is what a check of `unreachable` wants to see.
  if (sites.matches || item_is_library(spec, item) ||
      item->kind == ITEM_CHECK ||
      bitset_has(&spec->address_taken, trigger->procedure.id))
    return;
  struct strbuf text = {0};
  trigger_syntax_print(spec->names, trigger->syntax, &text);
  diag_report(spec->diag, SEVERITY_WARNING, trigger->syntax->position,
              "trigger `%s` matches no call%s", strbuf_text(&text),
              sites.calls ? "" : ": the program never calls it");
  if (sites.calls)
    diag_report(spec->diag, SEVERITY_NOTE, sites.first,
                "of %u call%s this is the first", sites.calls,
                sites.calls == 1 ? "" : "s");
  strbuf_release(&text);
}

// ---- Labels -----------------------------------------------------------------

static void complain_label(struct spec *spec,
                           const struct spec_trigger *trigger,
                           const char *nearest) {
  const char *text = name_text(spec->names, trigger->name);
  struct position where = {0};
  if (!label_is_left_out(spec, trigger->name, &where)) {
    report_near(spec->diag, SEVERITY_ERROR, trigger->syntax->name_position,
                nearest, "the program has no label '%s'", text);
    return;
  }
  diag_report(spec->diag, SEVERITY_WARNING, trigger->syntax->name_position,
              "nothing leads to the label '%s': the compiler left it out, and "
              "it is never reached",
              text);
  diag_report(spec->diag, SEVERITY_NOTE, where, "here it is in the source");
}

static void check_label(struct spec *spec, const struct item *item,
                        struct spec_trigger *trigger) {
  struct suggestion near =
      suggestion_for(name_text(spec->names, trigger->name));
  for (uint32_t i = 1; i < spec->program->procedures.count; i++) {
    const struct procedure *procedure = spec->program->procedures.at[i];
    for (uint32_t k = 1; k < procedure->locations.count; k++) {
      struct name label = procedure->locations.at[k].label;
      if (name_is_none(label))
        continue;
      suggestion_offer(&near, name_text(spec->names, label));
      trigger->site_count += name_equal(label, trigger->name);
    }
  }
  if (!trigger->site_count && !item_is_library(spec, item))
    complain_label(spec, trigger, near.best);
}

// Parameters under the names of the abstraction's prototype, or of the body.
static void add_parameters(struct spec *spec, struct spec_trigger *trigger,
                           struct ctype type) {
  const struct spec_proc *proc = proc_of_trigger(spec, trigger);
  if (proc) {
    const struct c_type_syntax *prototype = proc->item->proc.type;
    scope_add_function(spec, &trigger->scope, trigger->procedure, type,
                       prototype->parameters, prototype->parameter_count);
  } else if (trigger->procedure.id) {
    spec_scope_of(spec, trigger->procedure, &trigger->scope);
  }
}

// ---- All --------------------------------------------------------------------

void resolve_trigger(struct spec *spec, const struct item *item,
                     const struct trigger_syntax *syntax,
                     const struct c_syntax *when, struct spec_trigger *into) {
  *into = (struct spec_trigger){.syntax = syntax,
                                .kind = syntax->kind,
                                .name = syntax->name,
                                .condition = term_true(spec->program->terms),
                                .number = spec->trigger_count++};
  if (syntax->kind == TRIGGER_LABEL) {
    object_check_trigger(spec, item, into);
    if (spec->has_program)
      check_label(spec, item, into);
    if (when)
      bind_when(spec, item, into, when);
    return;
  }
  into->procedure = resolve_function(spec, syntax->name, syntax->name_position,
                                     item_is_library(spec, item));
  struct ctype type = function_type(spec, into);
  bool is_typed =
      ctype_bare(spec->program->types, type)->kind == CTYPE_FUNCTION;
  bool needs_type = syntax->has_patterns || syntax->has_result || when;
  if (!is_typed && needs_type && into->procedure.id)
    diag_report(spec->diag, SEVERITY_ERROR, syntax->name_position,
                "the type of '%s' is not known: give its prototype with "
                "`assume proc`",
                name_text(spec->names, syntax->name));
  if (!is_typed) {
    into->is_conditional = needs_type;
    return;
  }
  add_parameters(spec, into, type);
  if (!check_count(spec, into, type))
    return;
  bind_patterns(spec, item, into);
  bind_result_pattern(spec, item, into);
  object_check_trigger(spec, item, into);
  if (when)
    bind_when(spec, item, into, when);
  if (into->procedure.id)
    check_sites(spec, item, into);
}

static void resolve_event(struct spec *spec, const struct item *item) {
  struct spec_event event = {
      .item = item,
      .name = item->name,
      .action =
          action_intern(spec->actions, name_text(spec->names, item->name))};
  for (uint32_t i = 0; i < item->trigger_count; i++) {
    struct spec_trigger trigger;
    resolve_trigger(spec, item, &item->triggers[i], item->when, &trigger);
    spec_trigger_vec_push(&event.triggers, trigger);
  }
  spec_event_vec_push(&spec->events, event);
}

void resolve_events(struct spec *spec) {
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    const struct item *item = &spec->syntax->items.at[i];
    if (item->kind == ITEM_EVENT && !item->is_overridden)
      resolve_event(spec, item);
  }
}
