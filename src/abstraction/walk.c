#include "abstraction/walk.h"

#include "base/check.h"

struct walking {
  struct walk *walk;
  const struct question *question;
  struct effects *effects; // of the question
  const struct program *program;
  const struct bitset *relevant;
  const struct walk_source *source;
  struct assignment *values;
};

static bool is_followed(const struct walking *walking,
                        struct variable variable) {
  return !walking->relevant || bitset_has(walking->relevant, variable.id);
}

// The source may give more bits than the variable has.
static void take_array(struct walking *walking, uint32_t step,
                       struct edge_id edge, struct variable variable) {
  const struct walk_source *source = walking->source;
  struct term t = program_term(walking->program, variable);
  struct term value = {0};
  if (source->array)
    value = source->array(source->context, edge, variable);
  if (term_is_none(value))
    return;
  walk_input_vec_push(
      &walking->walk->inputs,
      (struct walk_input){.step = step, .variable = variable, .array = value});
  assignment_update(walking->values, &t, &value, 1);
}

static void take_input(struct walking *walking, uint32_t step,
                       struct edge_id edge, struct variable variable) {
  const struct walk_source *source = walking->source;
  struct term t = program_term(walking->program, variable);
  struct sort sort = term_sort(walking->program->terms, t);
  if (!is_followed(walking, variable))
    return;
  if (sort_is_array(sort)) {
    take_array(walking, step, edge, variable);
    return;
  }
  u128 value = bits_truncate(source->value(source->context, edge, variable),
                             sort_value_bits(sort));
  walk_input_vec_push(
      &walking->walk->inputs,
      (struct walk_input){.step = step, .variable = variable, .value = value});
  assignment_set(walking->values, t, value);
}

// Initial values of globals; everything else comes from the source, and first:
// a global may start as an address.
static void start(struct walking *walking) {
  const struct program *program = walking->program;
  struct term_vec targets = {0}, values = {0};
  for (uint32_t i = 1; i < program->variables.count; i++) {
    struct variable variable = {i};
    struct term t = program_term(program, variable);
    struct term value = effects_at_entry(walking->effects, t);
    if (!is_followed(walking, variable))
      continue;
    if (term_equal(value, t)) {
      take_input(walking, UINT32_MAX, (struct edge_id){0}, variable);
      continue;
    }
    term_vec_push(&targets, t);
    term_vec_push(&values, value);
  }
  assignment_update(walking->values, targets.at, values.at, targets.count);
  term_vec_release(&targets);
  term_vec_release(&values);
}

static struct edge_id enabled_edge(struct walking *walking,
                                   struct location_id at) {
  const struct location *location =
      procedure_location(walking->effects->procedure, at);
  for (uint32_t i = 0; i < location->out_count; i++) {
    uint32_t edge = location->first_out + i;
    if (walking->question->roles[edge] != ROLE_ENDS &&
        term_evaluate(walking->values, walking->effects->at[edge].guard))
      return (struct edge_id){edge};
  }
  return (struct edge_id){0};
}

static void perform(struct walking *walking, uint32_t step,
                    struct edge_id edge) {
  const struct effect *effect = &walking->effects->at[edge.id];
  struct term_vec targets = {0}, values = {0};
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    term_vec_push(&targets,
                  program_term(walking->program, effect->bindings[i].target));
    term_vec_push(&values, effect->bindings[i].value);
  }
  assignment_update(walking->values, targets.at, values.at, targets.count);
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    take_input(walking, step, edge, effect->havocked[i]);
  term_vec_release(&targets);
  term_vec_release(&values);
}

static enum walk_outcome go(struct walking *walking, uint32_t steps) {
  const struct procedure *procedure = walking->effects->procedure;
  const struct walk_source *source = walking->source;
  struct location_id at = procedure->entry;
  for (uint32_t step = 0; step < steps; step++) {
    if (source->arrive)
      source->arrive(source->context, at, walking->values);
    struct edge_id edge = enabled_edge(walking, at);
    if (!edge.id)
      return WALK_ENDED;
    edge_id_vec_push(&walking->walk->path, edge);
    enum role role = question_role(walking->question, edge);
    if (role == ROLE_VIOLATES)
      return WALK_VIOLATED;
    if (role == ROLE_UNSUPPORTED)
      return WALK_STOPPED;
    perform(walking, step, edge);
    at = procedure_edge(procedure, edge)->to;
  }
  return WALK_STOPPED;
}

enum walk_outcome walk_run(struct walk *walk, const struct question *question,
                           const struct bitset *relevant,
                           const struct walk_source *source, uint32_t steps) {
  struct effects *effects = question->effects;
  struct walking walking = {.walk = walk,
                            .question = question,
                            .effects = effects,
                            .program = effects->program,
                            .relevant = relevant,
                            .source = source,
                            .values = assignment_new(effects->program->terms)};
  start(&walking);
  enum walk_outcome outcome = go(&walking, steps);
  DCHECK(procedure_is_path(effects->procedure, walk->path.at, walk->path.count),
         "a walk is no path");
  assignment_free(walking.values);
  return outcome;
}

void walk_release(struct walk *walk) {
  edge_id_vec_release(&walk->path);
  walk_input_vec_release(&walk->inputs);
}

struct term walk_input_term(const struct program *program,
                            const struct walk_input *input) {
  struct sort sort =
      term_sort(program->terms, program_term(program, input->variable));
  if (sort_is_array(sort))
    return input->array;
  return sort_is_bool(sort)
             ? term_bool(program->terms, input->value)
             : term_const(program->terms, sort_width(sort), input->value);
}
