#include "cegar/record.h"

#include <string.h>

#include "base/diag.h"
#include "confirm/inputs.h"
#include "memory/adopt.h"

// Lines of source

static struct name source_of(struct diag *sources, struct interner *names,
                             struct position position) {
  const char *line = diag_source_line(sources, position);
  while (line && (*line == ' ' || *line == '\t'))
    line++;
  return intern(names, line ? line : "");
}

static void add_sources(const struct program *program, struct lane *lane) {
  struct diag *sources = diag_new(program->names, stderr);
  for (uint32_t i = 0; i < lane->steps.count; i++) {
    struct step *step = &lane->steps.at[i];
    if (step->kind == STEP_LINE)
      step->text = source_of(sources, program->names, step->position);
  }
  diag_free(sources);
}

// One component alone

// What holds only if C's freedom is used in one way is told first.
static void add_own_objects(const struct cegar *cegar, struct lane *lane) {
  struct program *program = cegar->component->program;
  const struct path_input_vec *inputs = &cegar->inputs.inputs;
  for (uint32_t i = 0; i < inputs->count; i++) {
    struct variable choice = inputs->at[i].variable;
    if (!is_own_choice(program, choice) ||
        !term_value(program->terms, inputs->at[i].term))
      continue;
    struct step note = {
        .kind = STEP_NOTE,
        .text = intern_format(
            program->names,
            "if the uninitialised pointer `%s` points to an object of its own",
            name_text(program->names,
                      program_variable(program, choice)->text))};
    step_vec_push(&lane->steps, note);
    memmove(&lane->steps.at[2], &lane->steps.at[1],
            (lane->steps.count - 2) * sizeof note);
    note.position = lane->steps.at[0].position;
    lane->steps.at[1] = note;
  }
}

static void finish_alone(const struct program *program, struct lane *lane) {
  add_sources(program, lane);
  for (uint32_t i = 0; i < lane->steps.count; i++)
    lane->steps.at[i].is_alone = false; // there is nobody else
}

static void take_oracle(const struct program *program,
                        const struct strbuf *oracle, const struct strbuf *deeds,
                        struct lane *lane) {
  strbuf_add(&lane->oracle, strbuf_text(oracle));
  for (uint32_t i = 0; i < lane->turns.count; i++)
    strbuf_format(&lane->oracle, "turn %u %u\n", lane->turns.at[i].thread,
                  lane->turns.at[i].events);
  strbuf_add(&lane->oracle, strbuf_text(deeds));
  inputs_tell(strbuf_text(&lane->oracle), program->names, &lane->inputs);
}

void record_run(const struct program *program, struct execution *execution,
                const struct strbuf *oracle, struct execution_vec *into) {
  execution_vec_push(into, *execution);
  *execution = (struct execution){0};
  struct lane *lane = &execution_vec_last(into)->lanes.at[0];
  finish_alone(program, lane);
  take_oracle(program, oracle, &lane->deeds, lane);
}

void record_execution(struct cegar *cegar, struct execution_vec *into) {
  add_own_objects(cegar, &cegar->execution.lanes.at[0]);
  record_run(cegar->component->program, &cegar->execution, &cegar->oracle,
             into);
}

// One component of a system

// "waits{a, b}" says how the component waits, "ends{}" that it has ended.
static struct step waiting(struct interner *names, struct step step) {
  const char *text = name_text(names, step.text);
  const char *inner = strchr(text, '{') + 1;
  bool ends = !strncmp(text, "ends", strlen("ends"));
  return (struct step){
      .kind = ends ? STEP_END : STEP_WAIT,
      .position = step.position,
      .text = ends ? (struct name){0}
                   : intern_bytes(names, inner, strlen(inner) - 1)};
}

static void list_waits(const struct cegar *cegar, const struct bitset *waits,
                       struct name_vec *into) {
  const struct specification *specification =
      cegar->component->product.monitor.specification;
  BITSET_EACH (a, waits)
    name_vec_push(into,
                  intern(cegar->component->program->names,
                         action_text(specification->weaving->spec->actions,
                                     (struct action){a})));
}

static bool is_listed(const struct name_vec *list, struct name name) {
  for (uint32_t i = 0; i < list->count; i++)
    if (name_equal(list->at[i], name))
      return true;
  return false;
}

// In a system the specification is about all components, not about this one.
static void take_step(struct interner *names, const struct name_vec *waits,
                      struct step step, bool is_last, struct step_vec *into) {
  bool is_action = step.kind == STEP_ACTION;
  step.state = (struct name){0};
  step.is_forbidden = false;
  if (!is_action || !is_listed(waits, step.text))
    step_vec_push(into, step);
  else if (is_last)
    step_vec_push(into, waiting(names, step));
}

static uint32_t last_action(const struct lane *lane) {
  uint32_t last = UINT32_MAX;
  for (uint32_t i = 0; i < lane->steps.count; i++)
    if (lane->steps.at[i].kind == STEP_ACTION)
      last = i;
  return last;
}

void record_lane(struct cegar *cegar, const struct bitset *waits,
                 struct lane *into) {
  struct program *program = cegar->component->program;
  const struct lane *done = &cegar->execution.lanes.at[0];
  struct name_vec names = {0};
  list_waits(cegar, waits, &names);
  uint32_t last = last_action(done);
  for (uint32_t i = 0; i < done->steps.count; i++)
    take_step(program->names, &names, done->steps.at[i], i == last,
              &into->steps);
  into->takes_part = true;
  add_sources(program, into);
  take_oracle(program, &cegar->oracle, &done->deeds, into);
  name_vec_release(&names);
}

// A tree

static void take_refusal(const struct cegar *cegar,
                         const struct attack_branch *branch,
                         struct execution *into) {
  const struct lts *system =
      cegar->component_options->specification->systems[0];
  into->ending = ENDING_REFUSED;
  for (uint32_t i = 0; i < branch->refusing.count; i++) {
    char buffer[16];
    name_vec_push(
        &into->refusing,
        intern(cegar->component->program->names,
               lts_state_text(system, branch->refusing.at[i], buffer)));
  }
}

static bool is_same_step(const struct step *a, const struct step *b) {
  return a->kind == b->kind && a->position.line == b->position.line &&
         name_equal(a->position.file, b->position.file) &&
         name_equal(a->text, b->text) && name_equal(a->value, b->value) &&
         name_equal(a->state, b->state);
}

// How many steps two runs have in common, from the beginning, up to where the
// line begins in which they part.
static uint32_t common_steps(const struct execution *one,
                             const struct execution *other) {
  const struct step_vec *a = &one->lanes.at[0].steps;
  const struct step_vec *b = &other->lanes.at[0].steps;
  uint32_t count = 0;
  while (count < a->count && count < b->count &&
         is_same_step(&a->at[count], &b->at[count]))
    count++;
  while (count && (count == a->count || a->at[count].kind != STEP_LINE))
    count--;
  return count;
}

void record_tree(const struct cegar *cegar, struct attack *attack,
                 struct execution_vec *into) {
  uint32_t first = into->count;
  for (uint32_t i = 0; i < attack->branches.count; i++) {
    struct attack_branch *branch = &attack->branches.at[i];
    execution_vec_push(into, branch->execution);
    branch->execution = (struct execution){0};
    struct execution *execution = execution_vec_last(into);
    finish_alone(cegar->component->program, &execution->lanes.at[0]);
    take_refusal(cegar, branch, execution);
    if (i)
      execution->shared =
          common_steps(execution, &into->at[first + branch->with]);
  }
}
