// A specification as `vouch spec` shows it: readable, in the order of the text,
// the same every time.
#include "spec/internal.h"
#include "spec/obligation.h"

#include <stdlib.h>
#include <string.h>

enum { STATES_SHOWN = 200 };

// ---- Systems of states ------------------------------------------------------

static void print_state(const struct lts *lts, uint32_t state,
                        struct strbuf *out) {
  if (lts->names && lts->names[state])
    strbuf_add(out, lts->names[state]);
  else if (lts_kind(lts, state) != STATE_PLAIN)
    strbuf_add(out, state_kind_text(lts_kind(lts, state)));
  else
    strbuf_format(out, "s%u", state);
}

// Handles depend on what else the specification has; texts do not. tau comes
// first, returns last.
static int compare_actions(struct action a, struct action b,
                           const struct action_table *actions) {
  bool is_return_a = action_kind_of(actions, a) == ACTION_RETURN;
  bool is_return_b = action_kind_of(actions, b) == ACTION_RETURN;
  if (action_is_tau(a) != action_is_tau(b))
    return action_is_tau(a) ? -1 : 1;
  if (is_return_a != is_return_b)
    return is_return_a ? 1 : -1;
  return strcmp(action_text(actions, a), action_text(actions, b));
}

static int compare_in_set(const void *a, const void *b, void *actions) {
  return compare_actions(*(const struct action *)a, *(const struct action *)b,
                         actions);
}

static int compare_steps(const void *a, const void *b, void *actions) {
  const struct lts_step *x = a, *y = b;
  int order = compare_actions(x->action, y->action, actions);
  return order ? order : (x->target > y->target) - (x->target < y->target);
}

static void print_set(const struct action_table *actions,
                      const struct bitset *set, struct strbuf *out) {
  struct lts_action_vec list = {0};
  BITSET_EACH (a, set)
    lts_action_vec_push(&list, (struct action){a});
  if (list.count)
    qsort_r(list.at, list.count, sizeof *list.at, compare_in_set,
            (void *)actions);
  strbuf_char(out, '{');
  for (uint32_t i = 0; i < list.count; i++)
    strbuf_format(out, "%s%s", i ? ", " : "", action_text(actions, list.at[i]));
  strbuf_char(out, '}');
  lts_action_vec_release(&list);
}

static void print_steps(const struct lts *lts, uint32_t state,
                        const char *indent, struct strbuf *out) {
  struct lts_step_range steps = lts_steps(lts, state);
  struct lts_step_vec list = {0};
  lts_step_vec_append(&list, steps.begin, (uint32_t)(steps.end - steps.begin));
  if (list.count)
    qsort_r(list.at, list.count, sizeof *list.at, compare_steps, lts->actions);
  for (uint32_t i = 0; i < list.count; i++) {
    strbuf_format(out, "%s  %s -> ", indent,
                  action_text(lts->actions, list.at[i].action));
    print_state(lts, list.at[i].target, out);
    strbuf_char(out, '\n');
  }
  lts_step_vec_release(&list);
}

// States that end are told by the steps that lead to them.
static bool is_shown(const struct lts *lts, uint32_t state) {
  return lts_kind(lts, state) == STATE_PLAIN || state == lts->initial;
}

// One process or arm: states with their steps, then the alphabet.
static void spec_print_lts(const struct lts *lts, const char *indent,
                           struct strbuf *out) {
  for (uint32_t i = 0; i < lts->state_count && i < STATES_SHOWN; i++) {
    if (!is_shown(lts, i))
      continue;
    strbuf_add(out, indent);
    print_state(lts, i, out);
    bool is_end = lts->first[i] == lts->first[i + 1];
    strbuf_add(out, is_end && lts_kind(lts, i) == STATE_PLAIN ? " (no step)\n"
                                                              : "\n");
    print_steps(lts, i, indent, out);
  }
  if (lts->state_count > STATES_SHOWN)
    strbuf_format(out, "%s... %u more states\n", indent,
                  lts->state_count - STATES_SHOWN);
  strbuf_format(out, "%salphabet ", indent);
  print_set(lts->actions, &lts->alphabet, out);
  strbuf_char(out, '\n');
}

static void print_size(const struct lts *lts, struct strbuf *out) {
  strbuf_format(out, "%u state%s, %u transition%s", lts->state_count,
                lts->state_count == 1 ? "" : "s", lts->step_count,
                lts->step_count == 1 ? "" : "s");
}

// ---- Items ------------------------------------------------------------------

static void print_constant(const struct spec *spec,
                           const struct spec_constant *constant,
                           struct strbuf *out) {
  if (term_is_none(constant->value))
    return;
  strbuf_format(out, "const %s = ", name_text(spec->names, constant->name));
  bind_print_value(spec, constant->type,
                   term_value(spec->program->terms, constant->value), out);
  strbuf_char(out, '\n');
}

static void print_trigger(const struct spec *spec,
                          const struct spec_trigger *trigger,
                          struct strbuf *out) {
  struct program *program = spec->program;
  trigger_syntax_print(spec->names, trigger->syntax, out);
  if (trigger->is_conditional &&
      !term_is_true(program->terms, trigger->condition)) {
    strbuf_add(out, " if ");
    scope_print_term(spec, &trigger->scope, trigger->condition, out);
  }
  if (spec->has_program)
    strbuf_format(out, " [%u place%s]", trigger->site_count,
                  trigger->site_count == 1 ? "" : "s");
}

static bool is_silent(const struct spec *spec, const struct item *item,
                      bool is_used) {
  return item_is_library(spec, item) && spec->has_program && !is_used;
}

static void print_event(const struct spec *spec, const struct spec_event *event,
                        struct strbuf *out) {
  bool is_used = false;
  for (uint32_t i = 0; i < event->triggers.count; i++)
    is_used |= event->triggers.at[i].site_count > 0;
  if (is_silent(spec, event->item, is_used))
    return;
  strbuf_format(out, "event %s", name_text(spec->names, event->name));
  if (!name_is_none(event->item->object))
    strbuf_format(out, "(%s)", name_text(spec->names, event->item->object));
  strbuf_char(out, '\n');
  for (uint32_t i = 0; i < event->triggers.count; i++) {
    strbuf_add(out, "  ");
    print_trigger(spec, &event->triggers.at[i], out);
    strbuf_char(out, '\n');
  }
}

static void print_process(const struct spec *spec,
                          const struct spec_process *process,
                          struct strbuf *out) {
  const char *word = process->item->is_property                ? "property"
                     : process->item->kind == ITEM_COMPOSITION ? "composition"
                                                               : "process";
  strbuf_format(out, "%s %s", word, name_text(spec->names, process->name));
  if (!name_is_none(process->item->object))
    strbuf_format(out, " for each %s",
                  name_text(spec->names, process->item->object));
  strbuf_add(out, ": ");
  if (!process->lts) {
    strbuf_add(out, "not made\n");
    return;
  }
  print_size(process->lts, out);
  strbuf_char(out, '\n');
  spec_print_lts(process->lts, "  ", out);
}

// The third trap of the papers: for deadlock it matters who decides.
static void print_choices(const struct spec *spec, const struct lts *lts,
                          struct strbuf *out) {
  for (uint32_t s = 0; s < lts->state_count; s++) {
    struct bitset offered = {0};
    struct lts_step_range steps = lts_steps(lts, s);
    for (const struct lts_step *step = steps.begin; step < steps.end; step++)
      if (!action_is_tau(step->action) && !return_of(spec, step->action))
        bitset_add(&offered, step->action.id);
    if (bitset_count(&offered) > 1) {
      strbuf_add(out, "    external choice at ");
      print_state(lts, s, out);
      strbuf_add(out, ": whoever synchronises decides between ");
      print_set(lts->actions, &offered, out);
      strbuf_char(out, '\n');
    }
    bitset_release(&offered);
  }
}

static void print_arm(const struct spec *spec, const struct spec_proc *proc,
                      uint32_t number, struct strbuf *out) {
  const struct spec_arm *arm = &proc->arms.at[number];
  bool is_lone = proc->arms.count == 1 && !arm->syntax->guard;
  strbuf_add(out, "  ");
  if (arm->syntax->guard) {
    strbuf_add(out, "when (");
    c_syntax_print(spec->names, arm->syntax->guard, out);
    strbuf_char(out, ')');
  } else {
    strbuf_add(out, is_lone ? "always" : "otherwise");
  }
  if (!arm->lts) {
    strbuf_add(out, ": not made\n");
    return;
  }
  strbuf_add(out, ": ");
  print_size(arm->lts, out);
  strbuf_char(out, '\n');
  spec_print_lts(arm->lts, "    ", out);
  print_choices(spec, arm->lts, out);
}

static void print_modifies(const struct spec *spec,
                           const struct spec_proc *proc, struct strbuf *out) {
  if (!proc->has_modifies) {
    strbuf_add(out, "  modifies whatever escaped to it\n");
    return;
  }
  strbuf_add(out, "  modifies ");
  for (uint32_t i = 0; i < proc->modifies.count; i++)
    strbuf_format(out, "%s%s", i ? ", " : "",
                  name_text(spec->names, proc->modifies.at[i].text));
  strbuf_add(out, proc->modifies.count ? "\n" : "nothing\n");
}

static void print_proc(const struct spec *spec, const struct spec_proc *proc,
                       struct strbuf *out) {
  strbuf_add(out, proc->is_assumed ? "assume proc " : "proc ");
  c_prototype_print(spec->names, name_text(spec->names, proc->name),
                    proc->item->proc.type, out);
  strbuf_add(out, proc->is_bound ? "\n" : " (not bound)\n");
  for (uint32_t i = 0; i < proc->arms.count; i++)
    print_arm(spec, proc, i, out);
  print_modifies(spec, proc, out);
  for (uint32_t i = 0; i < proc->requirements.count; i++)
    strbuf_format(out, "  requires %s\n",
                  name_text(spec->names, proc->requirements.at[i].text));
  for (uint32_t i = 0; i < proc->aliases.count; i++)
    strbuf_format(
        out, "  %s and %s may alias\n",
        name_text(
            spec->names,
            scope_parameter(&proc->scope, proc->aliases.at[i].first)->text),
        name_text(
            spec->names,
            scope_parameter(&proc->scope, proc->aliases.at[i].second)->text));
}

static void print_system(const struct spec *spec,
                         const struct spec_system *system, struct strbuf *out) {
  strbuf_format(out, "system %s\n", name_text(spec->names, system->name));
  for (uint32_t i = 0; i < system->components.count; i++) {
    const struct spec_component *component = &system->components.at[i];
    strbuf_format(out, "  %s: %s", name_text(spec->names, component->name),
                  name_text(spec->names, component->syntax->function));
    if (!term_is_true(spec->program->terms, component->guard)) {
      strbuf_add(out, " when (");
      scope_print_term(spec, &component->scope, component->guard, out);
      strbuf_char(out, ')');
    }
    strbuf_add(out, "\n    alphabet ");
    print_set(spec->actions, &component->alphabet, out);
    strbuf_char(out, '\n');
  }
}

// ---- Checks -----------------------------------------------------------------

static void print_goal(const struct spec *spec, const struct spec_check *check,
                       struct strbuf *out) {
  const struct check_syntax *syntax = &check->item->check;
  switch (syntax->goal) {
  case GOAL_PROC: strbuf_add(out, "is what its proc says"); break;
  case GOAL_REFINES:
    strbuf_format(out, "refines %s in %s%s",
                  name_text(spec->names, syntax->against),
                  refinement_text(syntax->refinement),
                  syntax->by_assumption ? " by assumption" : "");
    break;
  case GOAL_DEADLOCK_FREE: strbuf_add(out, "is deadlock-free"); break;
  case GOAL_ASSERTIONS: strbuf_add(out, "violates no assertion"); break;
  case GOAL_UNREACHABLE:
    strbuf_add(out, "never reaches ");
    print_trigger(spec, &check->trigger, out);
    break;
  case GOAL_LTL:
  case GOAL_CTL:
    strbuf_add(out, syntax->goal == GOAL_LTL ? "ltl " : "ctl ");
    strbuf_add(out, syntax->is_some ? "some " : "");
    formula_syntax_print(spec->names, syntax->formula, out);
    fairness_syntax_print(spec->names, syntax->fair, out);
  }
}

// The cases into which the check cuts what is returned.
static void print_cases(struct spec *spec, const struct spec_check *check,
                        struct strbuf *out) {
  struct spec_obligation obligation;
  if (spec_prepare(spec, check, &obligation))
    for (uint32_t i = 0; i < obligation.runners.count; i++) {
      const struct spec_case_vec *cases = &obligation.runners.at[i].cases;
      for (uint32_t k = 0; k < cases->count; k++)
        strbuf_format(out, "%s%s", k ? ", " : "  returns: ",
                      action_text(spec->actions, cases->at[k].action));
      strbuf_add(out, cases->count ? "\n" : "");
    }
  spec_obligation_release(&obligation);
}

static void print_check(struct spec *spec, const struct spec_check *check,
                        struct strbuf *out) {
  static const char *const subjects[] = {[SUBJECT_NONE] = "?",
                                         [SUBJECT_FUNCTION] = "function",
                                         [SUBJECT_SYSTEM] = "system",
                                         [SUBJECT_PROCESS] = "process"};
  static const char *const expected[] = {[EXPECT_NOTHING] = "",
                                         [EXPECT_HOLDS] = ", expected to hold",
                                         [EXPECT_FAILS] = ", expected to fail"};
  const struct check_syntax *syntax = &check->item->check;
  strbuf_format(out, "check %s: %s %s ", name_text(spec->names, check->name),
                subjects[check->subject],
                name_text(spec->names, syntax->subject));
  print_goal(spec, check, out);
  strbuf_format(out, "%s\n", expected[syntax->expectation]);
  if (!bitset_is_empty(&check->ignored)) {
    strbuf_add(out, "  not in the specification's alphabet, so ignored: ");
    print_set(spec->actions, &check->ignored, out);
    strbuf_char(out, '\n');
  }
  print_cases(spec, check, out);
}

void spec_print(struct spec *spec, struct strbuf *out) {
  for (uint32_t i = 0; i < spec->constants.count; i++)
    print_constant(spec, &spec->constants.at[i], out);
  for (uint32_t i = 0; i < spec->events.count; i++)
    print_event(spec, &spec->events.at[i], out);
  for (uint32_t i = 0; i < spec->processes.count; i++)
    print_process(spec, &spec->processes.at[i], out);
  for (uint32_t i = 0; i < spec->procs.count; i++)
    print_proc(spec, &spec->procs.at[i], out);
  for (uint32_t i = 0; i < spec->systems.count; i++)
    print_system(spec, &spec->systems.at[i], out);
  for (uint32_t i = 0; i < spec->checks.count; i++)
    print_check(spec, &spec->checks.at[i], out);
}
