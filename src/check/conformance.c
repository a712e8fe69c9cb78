#include "check/conformance.h"

#include "lts/weak.h"
#include "spec/syntax.h"

const char *conformance_goal_text(enum goal_kind goal) {
  switch (goal) {
  case GOAL_REFINES: return "refines";
  case GOAL_DEADLOCK_FREE: return "deadlock_free";
  case GOAL_ASSERTIONS: return "assertions";
  case GOAL_UNREACHABLE: return "unreachable";
  case GOAL_LTL: return "ltl";
  case GOAL_CTL: return "ctl";
  case GOAL_PROC: break;
  }
  return "its procedure abstraction";
}

void conformance_print(const struct spec *spec, const struct spec_check *check,
                       struct strbuf *out) {
  const struct check_syntax *syntax = &check->item->check;
  strbuf_add(out, name_text(spec->names, syntax->subject));
  if (syntax->goal == GOAL_PROC) {
    strbuf_add(out, " against its own abstraction");
    return;
  }
  strbuf_format(out, " %s", conformance_goal_text(syntax->goal));
  if (syntax->goal == GOAL_REFINES)
    strbuf_format(out, " %s%s%s", name_text(spec->names, syntax->against),
                  syntax->refinement == REFINES_TRACES ? "" : " in ",
                  syntax->refinement == REFINES_TRACES
                      ? ""
                      : refinement_text(syntax->refinement));
  if (syntax->formula) {
    strbuf_add(out, syntax->is_some ? " some " : " ");
    formula_syntax_print(spec->names, syntax->formula, out);
    fairness_syntax_print(spec->names, syntax->fair, out);
  }
  if (syntax->goal == GOAL_UNREACHABLE) {
    strbuf_char(out, ' ');
    trigger_syntax_print(spec->names, &syntax->trigger, out);
  }
}

// Is there an engine for it?
static bool is_supported(const struct spec_check *check, struct strbuf *why) {
  enum goal_kind goal = check->item->check.goal;
  bool is_goal = goal != GOAL_DEADLOCK_FREE;
  if (check->subject == SUBJECT_FUNCTION && is_goal)
    return true;
  if (check->subject == SUBJECT_FUNCTION)
    strbuf_format(why, "`%s` is not checked yet", conformance_goal_text(goal));
  else
    strbuf_format(why, "it is about a function, not a %s",
                  check->subject == SUBJECT_SYSTEM ? "system" : "process");
  return false;
}

static bool has_body(const struct program *program,
                     const struct spec_check *check, struct strbuf *why) {
  if (check->procedure.id &&
      program_procedure(program, check->procedure)->is_defined)
    return true;
  strbuf_add(why, "the function has no body");
  return false;
}

static bool is_main(const struct program *program,
                    struct procedure_id procedure) {
  return program->entry.id == procedure.id;
}

// The cases of returns, over the entry as it was.
static void take_cases(struct conformance *conformance,
                       const struct spec_runner *runner) {
  struct specification *specification = &conformance->specification;
  const struct spec_place *result = scope_result(&runner->scope);
  if (result && !scope_is_copied(&runner->scope, result))
    specification->result = result->variable;
  for (uint32_t i = 0; i < runner->cases.count; i++) {
    struct term condition = runner->cases.at[i].condition;
    if (conformance->weaving.at_entry)
      condition = substitution_apply(conformance->weaving.at_entry, condition);
    return_case_vec_push(
        &specification->cases,
        (struct return_case){runner->cases.at[i].action, condition});
  }
}

// Pointers to the page of null point to nothing. Numbers may be any.
enum { NULL_PAGE = 4096 };

static void take_object(struct conformance *conformance) {
  struct specification *specification = &conformance->specification;
  const struct spec *spec = conformance->spec;
  const struct performed_vec *performed = &conformance->weaving.performed;
  bool is_number = false;
  specification->object = spec_check_object(spec, conformance->check);
  for (uint32_t i = 1; i < performed->count; i++)
    is_number |= performed->at[i].has_object && !performed->at[i].is_pointer;
  if (!name_is_none(specification->object) && !is_number)
    specification->first_object = NULL_PAGE;
}

static void take_specification(struct conformance *conformance) {
  const struct spec_obligation *obligation = &conformance->obligation;
  conformance->specification.weaving = &conformance->weaving;
  conformance->specification.systems = obligation->specifications.at;
  conformance->specification.count = obligation->specifications.count;
  take_object(conformance);
  if (obligation->runners.count)
    take_cases(conformance, &obligation->runners.at[0]);
}

static void look_at_simulation(struct conformance *conformance) {
  const struct check_syntax *syntax = &conformance->check->item->check;
  if (syntax->goal != GOAL_REFINES || syntax->refinement != REFINES_SIMULATION)
    return;
  for (uint32_t i = 0; i < conformance->specification.count; i++)
    conformance->is_nondeterministic |=
        !lts_is_weakly_deterministic(conformance->specification.systems[i]);
}

// `f refines P` is about the alphabet of P; all else is silent.
static const struct bitset *heard_by(struct conformance *conformance,
                                     const struct component_options *options) {
  const struct spec_lts_vec *systems = &conformance->obligation.specifications;
  if (conformance->check->item->check.goal != GOAL_REFINES ||
      options->hears_all)
    return NULL;
  for (uint32_t i = 0; i < systems->count; i++)
    bitset_unite(&conformance->heard, &systems->at[i]->alphabet);
  return &conformance->heard;
}

// Is there a call that an abstraction calls an ERROR?
static bool has_errors(const struct conformance *conformance) {
  const struct performed_vec *performed = &conformance->weaving.performed;
  bool found = false;
  for (uint32_t i = 1; i < performed->count; i++)
    found |= performed->at[i].kind == PERFORMED_ERROR;
  return found;
}

static void fill_options(struct conformance *conformance,
                         struct program *program,
                         struct component_options *options) {
  const struct spec_check *check = conformance->check;
  struct strbuf text = {0};
  conformance_print(conformance->spec, check, &text);
  options->entry = check->procedure;
  options->starts_program = is_main(program, check->procedure);
  options->is_resolved = true;
  options->specification = &conformance->specification;
  options->rules.checks_specification =
      position_is_known(check->item->position) || has_errors(conformance);
  options->rules.checks_requirements = true;
  options->checks_memory |= conformance->weaving.requires_memory;
  options->rules.checks_calls = check->item->check.goal == GOAL_ASSERTIONS;
  options->claim =
      (struct check_target){.kind = TARGET_CONFORMANCE,
                            .procedure = check->procedure,
                            .position = check->item->position,
                            .text = intern(program->names, strbuf_text(&text))};
  strbuf_release(&text);
}

bool conformance_init(struct conformance *conformance, struct program *program,
                      struct spec *spec, const struct spec_check *check,
                      struct component_options *options, struct strbuf *why) {
  *conformance = (struct conformance){.spec = spec, .check = check};
  if (!is_supported(check, why) || !has_body(program, check, why))
    return false;
  if (!spec_prepare(spec, check, &conformance->obligation)) {
    strbuf_add(why, "the specification could not be made ready");
    return false;
  }
  plain_component_resolve(program, check->procedure,
                          !is_main(program, check->procedure));
  weaving_init_for(&conformance->weaving, program, spec, check,
                   options->takes_bodies, options->has_threads,
                   heard_by(conformance, options));
  take_specification(conformance);
  look_at_simulation(conformance);
  fill_options(conformance, program, options);
  return true;
}

void conformance_release(struct conformance *conformance) {
  return_case_vec_release(&conformance->specification.cases);
  weaving_release(&conformance->weaving);
  bitset_release(&conformance->heard);
  spec_obligation_release(&conformance->obligation);
}
