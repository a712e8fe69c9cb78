// What a specification must know about C before it can be bound: every name
// that could be one of C's, in order of appearance, each once.
#include "spec/internal.h"

#include <string.h>

#include "program/function_name.h"

VEC_DEFINE(text_list, struct name);

struct collector {
  struct interner *names;
  struct text_list texts;
  struct bitset seen;
  const struct c_type_syntax *proc; // whose parameters hide names, or null
};

static bool is_parameter(const struct collector *collector, struct name name) {
  const struct c_type_syntax *proc = collector->proc;
  for (uint32_t i = 0; proc && i < proc->parameter_count; i++)
    if (proc->parameters[i].name.id == name.id)
      return true;
  return false;
}

static void want(struct collector *collector, struct name text);

// The compiler knows `file.c::helper` as helper.
static void want_function(struct collector *collector, struct name text) {
  const char *whole = text.id ? name_text(collector->names, text) : "";
  const char *base = function_name_base(whole);
  want(collector, base == whole ? text : intern(collector->names, base));
}

static void want(struct collector *collector, struct name text) {
  if (text.id && bitset_add(&collector->seen, text.id))
    text_list_push(&collector->texts, text);
}

static void want_type(struct collector *collector,
                      const struct c_type_syntax *type) {
  static const char *const words[] = {[C_TYPE_STRUCT] = "struct",
                                      [C_TYPE_UNION] = "union",
                                      [C_TYPE_ENUM] = "enum"};
  switch (type->kind) {
  case C_TYPE_BASIC: return;
  case C_TYPE_TYPEDEF: want(collector, type->name); return;
  case C_TYPE_STRUCT:
  case C_TYPE_UNION:
  case C_TYPE_ENUM:
    want(collector, intern_format(collector->names, "%s %s", words[type->kind],
                                  name_text(collector->names, type->name)));
    return;
  default: break;
  }
  want_type(collector, type->target);
  for (uint32_t i = 0; i < type->parameter_count; i++)
    want_type(collector, type->parameters[i].type);
}

static void want_c(struct collector *collector, const struct c_syntax *c) {
  if (!c)
    return;
  if (c->kind == EXPR_NAME && !is_parameter(collector, c->name))
    want(collector, c->name);
  if (c->type)
    want_type(collector, c->type);
  want_c(collector, c->a);
  want_c(collector, c->b);
  want_c(collector, c->c);
}

static void want_action(struct collector *collector,
                        const struct action_syntax *action) {
  if (action->is_return)
    want_c(collector, action->ret.value);
}

static void want_actions(struct collector *collector,
                         const struct actions_syntax *actions) {
  for (uint32_t i = 0; i < actions->count; i++)
    want_action(collector, &actions->at[i]);
}

static void want_ops(struct collector *collector,
                     const struct ops_syntax *ops) {
  for (uint32_t i = 0; i < ops->count; i++) {
    want_actions(collector, &ops->at[i].actions);
    for (uint32_t k = 0; k < ops->at[i].rename_count; k++) {
      want_action(collector, &ops->at[i].renames[k].to);
      want_action(collector, &ops->at[i].renames[k].from);
    }
  }
}

static void want_body(struct collector *collector,
                      const struct body_syntax *body) {
  if (body->kind == BODY_RETURN)
    want_c(collector, body->ret.value);
  for (uint32_t i = 0; i < body->branch_count; i++) {
    for (uint32_t k = 0; k < body->branches[i].action_count; k++)
      want_action(collector, &body->branches[i].actions[k]);
    want_body(collector, body->branches[i].body);
  }
}

static void want_trigger(struct collector *collector,
                         const struct trigger_syntax *trigger) {
  if (trigger->kind != TRIGGER_LABEL)
    want_function(collector, trigger->name);
  for (uint32_t i = 0; i < trigger->pattern_count; i++)
    want_c(collector, trigger->patterns[i].value);
  if (trigger->has_result)
    want_c(collector, trigger->result.value);
}

static void want_formula(struct collector *collector,
                         const struct formula_syntax *formula) {
  if (!formula)
    return;
  want_c(collector, formula->condition);
  want_formula(collector, formula->a);
  want_formula(collector, formula->b);
}

static void want_proc(struct collector *collector, const struct item *item) {
  want_function(collector, item->name);
  want_type(collector, item->proc.type);
  collector->proc = item->proc.type;
  for (uint32_t i = 0; i < item->proc.arm_count; i++) {
    want_c(collector, item->proc.arms[i].guard);
    want_body(collector, item->proc.arms[i].body);
  }
  for (uint32_t i = 0; i < item->proc.modifies.count; i++)
    want_c(collector, item->proc.modifies.at[i]);
  for (uint32_t i = 0; i < item->proc.ensures.count; i++)
    want_c(collector, item->proc.ensures.at[i]);
  for (uint32_t i = 0; i < item->proc.requirement_count; i++) {
    want_c(collector, item->proc.requirements[i].value);
    want_c(collector, item->proc.requirements[i].second);
  }
  collector->proc = NULL;
}

static void want_system(struct collector *collector, const struct item *item) {
  for (uint32_t i = 0; i < item->component_count; i++) {
    const struct component_syntax *component = &item->components[i];
    for (uint32_t k = 0; k < component->argument_count; k++)
      want_c(collector, component->arguments[k].value);
    want_c(collector, component->when);
    want_ops(collector, &component->ops);
  }
}

static void want_item(struct collector *collector, const struct item *item) {
  want_c(collector, item->value);
  want_c(collector, item->when);
  want_actions(collector, &item->actions);
  want_ops(collector, &item->ops);
  for (uint32_t i = 0; i < item->trigger_count; i++)
    want_trigger(collector, &item->triggers[i]);
  for (uint32_t i = 0; i < item->state_count; i++)
    want_body(collector, item->states[i].body);
  for (uint32_t i = 0; i < item->operand_count; i++)
    want_ops(collector, &item->operands[i].ops);
  if (item->kind == ITEM_PROC)
    want_proc(collector, item);
  want_system(collector, item);
  if (item->kind == ITEM_CHECK) {
    want_trigger(collector, &item->check.trigger);
    want_formula(collector, item->check.formula);
  }
}

void spec_c_texts(const struct syntax *syntax, struct interner *names,
                  struct name **texts, uint32_t *count) {
  struct collector collector = {.names = names};
  for (uint32_t i = 0; i < syntax->items.count; i++)
    want_item(&collector, &syntax->items.at[i]);
  bitset_release(&collector.seen);
  *texts = collector.texts.at;
  *count = collector.texts.count;
}

void spec_functions(const struct syntax *syntax, struct name **functions,
                    uint32_t *count) {
  struct collector collector = {.names = syntax->names};
  for (uint32_t i = 0; i < syntax->items.count; i++) {
    const struct item *item = &syntax->items.at[i];
    if (item->kind == ITEM_PROC)
      want_function(&collector, item->name);
    for (uint32_t k = 0; k < item->trigger_count; k++)
      if (item->triggers[k].kind != TRIGGER_LABEL)
        want_function(&collector, item->triggers[k].name);
    if (item->kind == ITEM_CHECK && item->check.goal == GOAL_UNREACHABLE &&
        item->check.trigger.kind != TRIGGER_LABEL)
      want_function(&collector, item->check.trigger.name);
  }
  bitset_release(&collector.seen);
  *functions = collector.texts.at;
  *count = collector.texts.count;
}
