// What events are about, and properties `for each` of these.
//
// `event lock(m) = call f(*, m)` says which argument, or with `-> m` that the
// result, is the object of the event; `-> new m` that the call just made it. A
// property `for each m` speaks of the events of one object, `lock(m)`,
// whichever it is, and of events that are about none, which every object hears.
// So there is no way to mix plain processes with those: a name must not lead
// from one kind to the other, and only code is checked against them.
#include "spec/internal.h"

// ---- Triggers ---------------------------------------------------------------

static bool names_object(const struct item *item,
                         const struct pattern_syntax *pattern) {
  return !name_is_none(item->object) && pattern->value &&
         pattern->value->kind == EXPR_NAME &&
         name_equal(pattern->value->name, item->object);
}

static const char *object_text(const struct spec *spec,
                               const struct item *item) {
  return name_text(spec->names, item->object);
}

bool object_takes(struct spec *spec, const struct item *item,
                  struct spec_trigger *trigger,
                  const struct pattern_syntax *pattern,
                  const struct spec_place *place) {
  if (!names_object(item, pattern)) {
    if (pattern->is_new)
      diag_report(spec->diag, SEVERITY_ERROR, pattern->position,
                  "`new` is said of the object of an event: `event a(x) = ret "
                  "f(..) -> new x`");
    return pattern->is_new;
  }
  if (!term_is_none(trigger->object))
    diag_report(spec->diag, SEVERITY_ERROR, pattern->position,
                "'%s' was said before: an event is about one object",
                object_text(spec, item));
  if (scope_is_copied(&trigger->scope, place) ||
      !bind_is_scalar(spec, place->type) ||
      term_width(spec->program->terms, place->variable) >
          spec->program->pointer_width)
    diag_report(spec->diag, SEVERITY_ERROR, pattern->position,
                "'%s' must be a pointer or an integer that is not wider",
                object_text(spec, item));
  else
    trigger->object = place->variable;
  trigger->is_new = pattern->is_new;
  return true;
}

void object_check_trigger(struct spec *spec, const struct item *item,
                          const struct spec_trigger *trigger) {
  if (name_is_none(item->object) || !term_is_none(trigger->object) ||
      item->kind != ITEM_EVENT)
    return;
  diag_report(spec->diag, SEVERITY_ERROR, trigger->syntax->position,
              "the trigger does not say what '%s' is", object_text(spec, item));
  diag_hint(spec->diag,
            "put it in the place of an argument, `call f(*, %s)`, or of the "
            "result, `ret f -> %s`",
            object_text(spec, item), object_text(spec, item));
}

// ---- Actions ----------------------------------------------------------------

static const struct item *event_of(const struct spec *spec,
                                   const struct action_syntax *action) {
  for (uint32_t i = 0; !action->is_return && i < spec->events.count; i++)
    if (name_equal(spec->events.at[i].name, action->name))
      return spec->events.at[i].item;
  return NULL;
}

// Where no object is meant. In an arm an event that has one is out of place,
// too: a step of an arm would be none of any object.
static void refuse_object(struct spec *spec, const struct action_syntax *action,
                          bool is_arm) {
  const struct item *event = event_of(spec, action);
  const char *name = name_text(spec->names, action->name);
  if (!name_is_none(action->object)) {
    diag_report(spec->diag, SEVERITY_ERROR, action->position,
                "'%s' has no object here: that is for a property `for each %s`",
                name, name_text(spec->names, action->object));
  } else if (is_arm && event && !name_is_none(event->object)) {
    diag_report(spec->diag, SEVERITY_ERROR, action->position,
                "'%s' is an event about an object: an abstraction cannot "
                "perform it",
                name);
    diag_report(spec->diag, SEVERITY_NOTE, event->position,
                "here is the event");
  }
}

static void check_action(struct spec *spec, const struct item *item,
                         const struct action_syntax *action) {
  const struct item *event = event_of(spec, action);
  const char *name = name_text(spec->names, action->name);
  if (name_is_none(item->object)) {
    refuse_object(spec, action, false);
    return;
  }
  bool has_object = event && !name_is_none(event->object);
  if (name_is_none(action->object) && has_object) {
    diag_report(spec->diag, SEVERITY_ERROR, action->position,
                "'%s' of what? Write `%s(%s)`", name, name,
                object_text(spec, item));
  } else if (!name_is_none(action->object) && event && !has_object) {
    diag_report(spec->diag, SEVERITY_ERROR, action->position,
                "the event '%s' is about no object", name);
    diag_hint(spec->diag, "define it as `event %s(%s) = ..`", name,
              object_text(spec, item));
  } else if (!name_is_none(action->object) &&
             !name_equal(action->object, item->object)) {
    diag_report(spec->diag, SEVERITY_ERROR, action->position,
                "the object is called '%s' here", object_text(spec, item));
  }
}

static void check_ops(struct spec *spec, const struct item *item,
                      const struct ops_syntax *ops) {
  for (uint32_t i = 0; i < ops->count; i++) {
    const struct op_syntax *op = &ops->at[i];
    for (uint32_t k = 0; k < op->actions.count; k++)
      check_action(spec, item, &op->actions.at[k]);
    for (uint32_t k = 0; k < op->rename_count; k++) {
      check_action(spec, item, &op->renames[k].to);
      check_action(spec, item, &op->renames[k].from);
    }
  }
}

// ---- Names that lead from one process into another --------------------------

static const struct item *process_of(const struct spec *spec,
                                     struct name name) {
  uint32_t process = spec_find_process(spec, name);
  return process == SPEC_NONE ? NULL : spec->processes.at[process].item;
}

static bool is_own_state(const struct item *item, struct name name) {
  for (uint32_t i = 0; item->kind == ITEM_PROCESS && i < item->state_count; i++)
    if (name_equal(item->states[i].name, name))
      return true;
  return false;
}

static void check_name(struct spec *spec, const struct item *item,
                       struct name name, struct position position) {
  const struct item *other = process_of(spec, name);
  if (!other || is_own_state(item, name) ||
      name_is_none(other->object) == name_is_none(item->object))
    return;
  const struct item *each = name_is_none(item->object) ? other : item;
  diag_report(spec->diag, SEVERITY_ERROR, position,
              "'%s' is for each %s and '%s' is not",
              name_text(spec->names, each->name), object_text(spec, each),
              name_text(spec->names, each == item ? other->name : item->name));
}

static void check_body(struct spec *spec, const struct item *item,
                       const struct body_syntax *body) {
  if (body->kind == BODY_NAME)
    check_name(spec, item, body->name, body->position);
  for (uint32_t i = 0; i < body->branch_count; i++) {
    const struct branch_syntax *branch = &body->branches[i];
    for (uint32_t k = 0; k < branch->action_count; k++)
      if (item->kind == ITEM_PROC)
        refuse_object(spec, &branch->actions[k], true);
      else
        check_action(spec, item, &branch->actions[k]);
    check_body(spec, item, branch->body);
  }
}

// ---- All --------------------------------------------------------------------

// Code is checked for each object, and by its traces.
static void check_goal(struct spec *spec, const struct spec_check *check) {
  const struct check_syntax *syntax = &check->item->check;
  const struct item *subject = check->subject == SUBJECT_PROCESS
                                   ? process_of(spec, syntax->subject)
                                   : NULL;
  const struct item *against =
      syntax->goal == GOAL_REFINES ? process_of(spec, syntax->against) : NULL;
  bool is_each = against && !name_is_none(against->object);
  if (subject && !name_is_none(subject->object))
    diag_report(spec->diag, SEVERITY_ERROR, syntax->subject_position,
                "'%s' is a property for each %s, nothing that is checked",
                name_text(spec->names, syntax->subject),
                object_text(spec, subject));
  else if (is_each && (check->subject == SUBJECT_SYSTEM ||
                       check->subject == SUBJECT_PROCESS))
    diag_report(spec->diag, SEVERITY_ERROR, syntax->against_position,
                "only a function is checked for each %s",
                object_text(spec, against));
  else if (is_each && syntax->refinement != REFINES_TRACES)
    diag_report(spec->diag, SEVERITY_ERROR, syntax->against_position,
                "what is asked for each %s is asked of traces, not in %s",
                object_text(spec, against),
                refinement_text(syntax->refinement));
}

static void check_item(struct spec *spec, const struct item *item) {
  for (uint32_t i = 0; i < item->state_count; i++)
    check_body(spec, item, item->states[i].body);
  check_ops(spec, item, &item->ops);
  for (uint32_t i = 0; i < item->operand_count; i++) {
    check_name(spec, item, item->operands[i].name, item->operands[i].position);
    check_ops(spec, item, &item->operands[i].ops);
  }
  for (uint32_t i = 0; i < item->actions.count; i++)
    refuse_object(spec, &item->actions.at[i], false);
  for (uint32_t i = 0; i < item->proc.arm_count; i++)
    check_body(spec, item, item->proc.arms[i].body);
  for (uint32_t i = 0; i < item->component_count; i++)
    check_ops(spec, item, &item->components[i].ops);
}

struct name spec_check_object(const struct spec *spec,
                              const struct spec_check *check) {
  return check->item->check.goal == GOAL_REFINES && check->process != SPEC_NONE
             ? spec->processes.at[check->process].item->object
             : (struct name){0};
}

void objects_check(struct spec *spec) {
  for (uint32_t i = 0; i < spec->syntax->items.count; i++)
    if (!spec->syntax->items.at[i].is_overridden)
      check_item(spec, &spec->syntax->items.at[i]);
  for (uint32_t i = 0; i < spec->checks.count; i++)
    check_goal(spec, &spec->checks.at[i]);
}
