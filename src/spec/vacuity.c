// What can be said before any check runs about checks that would pass in vain,
// and what a check's result adds.
//
// An action of a specification that no event and no procedure performs is a
// slip, most often a misspelling: an error when the specification has a step
// for it, a warning when it only stands in `+ {..}`. One that somebody
// performs, but nobody in the checked code, is a warning.
#include "spec/internal.h"

// ---- Actions that nothing performs ------------------------------------------

// Where the action stands in the text of a process, for the message.
static bool find_in_body(const struct spec *spec,
                         const struct body_syntax *body, struct name name,
                         struct position *position) {
  for (uint32_t i = 0; i < body->branch_count; i++) {
    const struct branch_syntax *branch = &body->branches[i];
    for (uint32_t k = 0; k < branch->action_count; k++)
      if (!branch->actions[k].is_return &&
          name_equal(branch->actions[k].name, name)) {
        *position = branch->actions[k].position;
        return true;
      }
    if (find_in_body(spec, branch->body, name, position))
      return true;
  }
  return false;
}

static bool find_in_ops(const struct item *item, struct name name,
                        struct position *position) {
  for (uint32_t i = 0; i < item->ops.count; i++)
    for (uint32_t k = 0; k < item->ops.at[i].actions.count; k++)
      if (name_equal(item->ops.at[i].actions.at[k].name, name)) {
        *position = item->ops.at[i].actions.at[k].position;
        return true;
      }
  return false;
}

// True if a body has a step by the action; otherwise it came from `+ {..}`, or
// from another process.
static bool find_action(const struct spec *spec, const struct item *item,
                        struct action action, struct position *position) {
  struct name name =
      intern_lookup(spec->names, action_text(spec->actions, action));
  *position = item->position;
  for (uint32_t i = 0; item->kind == ITEM_PROCESS && i < item->state_count; i++)
    if (find_in_body(spec, item->states[i].body, name, position))
      return true;
  return !find_in_ops(item, name, position);
}

static const char *nearest_action(const struct spec *spec,
                                  const struct bitset *performed,
                                  const char *wanted) {
  struct suggestion near = suggestion_for(wanted);
  BITSET_EACH (a, performed)
    suggestion_offer(&near, action_text(spec->actions, (struct action){a}));
  return near.best;
}

// A function is no action of its own accord.
static void hint_event(const struct spec *spec, const char *text) {
  if (spec->has_program && names_function(spec, text))
    diag_hint(spec->diag,
              "'%s' is a C function: `event %s = call %s;` makes its calls "
              "actions",
              text, text, text);
}

static void complain_action(struct spec *spec, const struct spec_check *check,
                            const struct bitset *performed, uint32_t a) {
  const struct spec_process *process = &spec->processes.at[check->process];
  const char *text = action_text(spec->actions, (struct action){a});
  struct position position;
  bool is_step =
      find_action(spec, process->item, (struct action){a}, &position) &&
      lts_has_action(process->lts, (struct action){a});
  report_near(spec->diag, is_step ? SEVERITY_ERROR : SEVERITY_WARNING, position,
              nearest_action(spec, performed, text),
              "action '%s' is in no alphabet: no event and no procedure "
              "performs it",
              text);
  diag_report(spec->diag, SEVERITY_NOTE, check->item->check.subject_position,
              "the check of '%s' relies on it",
              name_text(spec->names, check->item->check.subject));
  hint_event(spec, text);
}

// One warning for all of them, at the place of the first.
static void warn_not_performed(struct spec *spec,
                               const struct spec_check *check,
                               const struct bitset *actions) {
  const struct spec_process *process = &spec->processes.at[check->process];
  struct position position = {0};
  struct strbuf list = {0};
  BITSET_EACH (a, actions) {
    if (!list.length)
      find_action(spec, process->item, (struct action){a}, &position);
    strbuf_format(&list, "%s'%s'", list.length ? ", " : "",
                  action_text(spec->actions, (struct action){a}));
  }
  if (list.length)
    diag_report(
        spec->diag, SEVERITY_WARNING, position, "'%s' never performs %s",
        name_text(spec->names, check->item->check.subject), strbuf_text(&list));
  strbuf_release(&list);
}

static void check_specification(struct spec *spec, struct spec_check *check,
                                const struct bitset *performed,
                                struct bitset *said) {
  if (check->process == SPEC_NONE || check->subject == SUBJECT_PROCESS ||
      check->subject == SUBJECT_NONE)
    return;
  const struct lts *lts = spec->processes.at[check->process].lts;
  struct bitset missing = {0};
  if (!lts)
    return;
  BITSET_EACH (a, &lts->alphabet) {
    if (return_of(spec, (struct action){a}))
      continue;
    if (!bitset_has(performed, a) && !bitset_has(&check->alphabet, a)) {
      if (bitset_add(said, a))
        complain_action(spec, check, performed, a);
    } else if (spec->has_program && !bitset_has(&check->alphabet, a) &&
               lts_ever_allows(lts, a) &&
               !item_is_library(spec,
                                spec->processes.at[check->process].item)) {
      bitset_add(&missing, a);
    }
  }
  warn_not_performed(spec, check, &missing);
  bitset_release(&missing);
  if (spec->has_program && spec_is_vacuous(spec, check, &check->alphabet))
    diag_report(spec->diag, SEVERITY_WARNING,
                check->item->check.subject_position,
                "the check of '%s' is vacuous: it performs no action of the "
                "specification",
                name_text(spec->names, check->item->check.subject));
}

bool lts_ever_allows(const struct lts *lts, uint32_t action) {
  for (uint32_t i = 0; i < lts->step_count; i++)
    if (lts->steps[i].action.id == action &&
        lts_kind(lts, lts->steps[i].target) != STATE_ERROR)
      return true;
  return false;
}

bool spec_proves_absence(const struct spec *spec,
                         const struct spec_check *check,
                         const struct lts *lts) {
  BITSET_EACH (a, &lts->alphabet)
    if (!return_of(spec, (struct action){a}) &&
        bitset_has(&check->alphabet, a) && !lts_ever_allows(lts, a))
      return true;
  return false;
}

bool spec_needs_action(const struct spec *spec, const struct spec_check *check,
                       struct bitset *actions) {
  if (check->process == SPEC_NONE || !spec->processes.at[check->process].lts)
    return false;
  const struct lts *lts = spec->processes.at[check->process].lts;
  BITSET_EACH (a, &lts->alphabet)
    if (!return_of(spec, (struct action){a}))
      bitset_add(actions, a);
  return bitset_count(actions) && !spec_proves_absence(spec, check, lts);
}

bool spec_is_vacuous(const struct spec *spec, const struct spec_check *check,
                     const struct bitset *performed) {
  struct bitset needed = {0};
  bool is_vacuous = spec_needs_action(spec, check, &needed);
  BITSET_EACH (a, &needed)
    is_vacuous &= !bitset_has(performed, a);
  bitset_release(&needed);
  return is_vacuous;
}

// May the procedure return at once, whatever it returns?
static bool returns_freely(const struct spec *spec, const struct lts *lts) {
  bool is_free = true;
  BITSET_EACH (a, &lts->alphabet) {
    const struct spec_return *back = return_of(spec, (struct action){a});
    bool is_allowed = !back;
    for (uint32_t i = lts->first[lts->initial];
         back && back->kind == RETURN_ANY && i < lts->first[lts->initial + 1];
         i++)
      is_allowed |= lts->steps[i].action.id == a &&
                    lts_kind(lts, lts->steps[i].target) != STATE_ERROR;
    is_free &= is_allowed;
  }
  return is_free;
}

bool spec_is_idle(struct spec *spec, const struct spec_check *check) {
  struct bitset needed = {0}, performed = {0};
  bool is_idle = check->item->check.goal == GOAL_REFINES &&
                 check->subject == SUBJECT_FUNCTION &&
                 spec_needs_action(spec, check, &needed) &&
                 returns_freely(spec, spec->processes.at[check->process].lts);
  if (is_idle)
    alphabet_everywhere(spec, &performed);
  BITSET_EACH (a, &needed)
    is_idle &= !bitset_has(&performed, a);
  bitset_release(&needed);
  bitset_release(&performed);
  return is_idle;
}

// ---- Actions of formulas ----------------------------------------------------

static void check_formula(struct spec *spec,
                          const struct formula_syntax *formula,
                          const struct bitset *performed) {
  if (!formula)
    return;
  if (formula->kind == FORMULA_ACTION && !formula->action.is_return) {
    const char *text = name_text(spec->names, formula->action.name);
    struct action action = action_find(spec->actions, text);
    if (!bitset_has(performed, action.id))
      report_near(spec->diag, SEVERITY_ERROR, formula->action.position,
                  nearest_action(spec, performed, text),
                  "action '%s' is in no alphabet: no event and no procedure "
                  "performs it",
                  text);
    if (!bitset_has(performed, action.id))
      hint_event(spec, text);
  }
  check_formula(spec, formula->a, performed);
  check_formula(spec, formula->b, performed);
}

// A process performs what is in its own alphabet.
static void check_formula_of(struct spec *spec, const struct spec_check *check,
                             const struct bitset *performed) {
  const struct lts *process = check->subject == SUBJECT_PROCESS
                                  ? spec->processes.at[check->system].lts
                                  : NULL;
  const struct bitset *known = process ? &process->alphabet : performed;
  check_formula(spec, check->item->check.formula, known);
  for (const struct fairness_syntax *fair = check->item->check.fair; fair;
       fair = fair->next) {
    check_formula(spec, fair->again, known);
    check_formula(spec, fair->when, known);
  }
}

// ---- Performed twice --------------------------------------------------------

// An event on a function whose abstraction performs the same action: a call
// would perform it twice, which nobody means.
static void check_double(struct spec *spec, const struct spec_event *event,
                         const struct spec_trigger *trigger) {
  uint32_t number = trigger->kind == TRIGGER_LABEL || trigger->procedure.id
                        ? SPEC_NONE
                        : spec_find_proc(spec, trigger->name);
  const struct spec_proc *proc = number == SPEC_NONE
                                     ? spec_proc_of(spec, trigger->procedure)
                                     : &spec->procs.at[number];
  if (!proc)
    return;
  bool is_double = false;
  for (uint32_t i = 0; i < proc->arms.count; i++)
    is_double |= proc->arms.at[i].lts &&
                 bitset_has(&proc->arms.at[i].lts->alphabet, event->action.id);
  if (!is_double)
    return;
  diag_report(spec->diag, SEVERITY_WARNING, trigger->syntax->position,
              "a call of '%s' may perform '%s' twice: as this event and by its "
              "proc",
              name_text(spec->names, trigger->name),
              name_text(spec->names, event->name));
  diag_report(spec->diag, SEVERITY_NOTE, proc->item->position,
              "the proc is here");
  diag_hint(spec->diag, "give one of the two another name");
}

static void check_doubles(struct spec *spec) {
  for (uint32_t i = 0; i < spec->events.count; i++)
    for (uint32_t k = 0; k < spec->events.at[i].triggers.count; k++)
      check_double(spec, &spec->events.at[i],
                   &spec->events.at[i].triggers.at[k]);
}

void vacuity_check(struct spec *spec) {
  check_doubles(spec);
  struct bitset performed = {0}, said = {0};
  alphabet_performed(spec, &performed);
  for (uint32_t i = 0; i < spec->checks.count; i++) {
    check_specification(spec, &spec->checks.at[i], &performed, &said);
    check_formula_of(spec, &spec->checks.at[i], &performed);
  }
  if (spec->has_program)
    system_warnings(spec);
  bitset_release(&performed);
  bitset_release(&said);
}

// ---- After a check ----------------------------------------------------------

void spec_usage_release(struct spec_usage *usage) {
  bitset_release(&usage->triggers);
  bitset_release(&usage->arms);
  bitset_release(&usage->steps);
}

// A check that a process is refined hears only what is in its alphabet.
static bool is_heard(const struct spec_check *check, const struct lts *lts,
                     struct action action) {
  return check->item->check.goal != GOAL_REFINES || !lts ||
         bitset_has(&lts->alphabet, action.id);
}

// That it never happens is what was to be proved.
static bool is_forbidden(const struct lts *lts, struct action action) {
  return lts && bitset_has(&lts->alphabet, action.id) &&
         !lts_ever_allows(lts, action.id);
}

static void report_triggers(struct spec *spec, const struct spec_check *check,
                            const struct lts *specification,
                            const struct spec_usage *usage) {
  for (uint32_t i = 0; i < spec->events.count; i++) {
    const struct spec_event *event = &spec->events.at[i];
    bool is_concerned = !item_is_library(spec, event->item) &&
                        bitset_has(&check->alphabet, event->action.id) &&
                        is_heard(check, specification, event->action) &&
                        !is_forbidden(specification, event->action);
    for (uint32_t k = 0; is_concerned && k < event->triggers.count; k++) {
      const struct spec_trigger *trigger = &event->triggers.at[k];
      if (bitset_has(&usage->triggers, trigger->number))
        continue;
      struct strbuf text = {0};
      trigger_syntax_print(spec->names, trigger->syntax, &text);
      diag_report(spec->diag, SEVERITY_WARNING, trigger->syntax->position,
                  "trigger `%s` matched nothing", strbuf_text(&text));
      strbuf_release(&text);
    }
  }
}

// An arm that nobody may take.
static bool is_promise(const struct spec_arm *arm) {
  return lts_kind(arm->lts, arm->lts->initial) == STATE_ERROR;
}

static void report_arms(struct spec *spec, const struct spec_usage *usage) {
  for (uint32_t i = 0; i < spec->procs.count; i++) {
    const struct spec_proc *proc = &spec->procs.at[i];
    bool is_used = false;
    if (item_is_library(spec, proc->item))
      continue; // it is made for more than one caller
    for (uint32_t k = 0; k < proc->arms.count; k++)
      is_used |= bitset_has(&usage->arms, proc->arms.at[k].number);
    for (uint32_t k = 0; is_used && k < proc->arms.count; k++)
      if (!bitset_has(&usage->arms, proc->arms.at[k].number) &&
          !is_promise(&proc->arms.at[k]))
        diag_report(spec->diag, SEVERITY_WARNING,
                    proc->arms.at[k].syntax->position,
                    "arm %u of '%s' was never taken", k + 1,
                    name_text(spec->names, proc->name));
  }
}

enum { MOST_STEPS = 3 }; // that are told one by one

static void report_steps(struct spec *spec, const struct spec_check *check,
                         const struct lts *lts,
                         const struct spec_usage *usage) {
  uint32_t count = 0;
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++) {
      if (bitset_has(&usage->steps, i) || ++count > MOST_STEPS)
        continue;
      char buffer[16];
      diag_report(spec->diag, SEVERITY_WARNING,
                  check->item->check.against_position,
                  "the step '%s' from state %s was never exercised",
                  action_text(spec->actions, lts->steps[i].action),
                  lts_state_text(lts, s, buffer));
    }
  if (count > MOST_STEPS)
    diag_report(spec->diag, SEVERITY_WARNING,
                check->item->check.against_position,
                "nor were %u more of its %u steps", count - MOST_STEPS,
                lts->step_count);
}

void spec_report_usage(struct spec *spec, const struct spec_check *check,
                       const struct lts *specification,
                       const struct spec_usage *usage) {
  report_triggers(spec, check, specification, usage);
  report_arms(spec, usage);
  if (specification)
    report_steps(spec, check, specification, usage);
}
