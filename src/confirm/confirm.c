#include "confirm/confirm.h"

#include <string.h>

#include "confirm/arguments.h"
#include "confirm/doubt.h"
#include "confirm/path_oracle.h"
#include "confirm/replay.h"
#include "confirm/scheduled.h"
#include "confirm/sharp.h"
#include "library/routine.h"
#include "run/outside.h"
#include "run/wish.h"

// Models

static struct term constant_in(struct confirm *confirm,
                               struct assignment *model, struct term t) {
  struct term_table *terms = confirm->component->program->terms;
  return term_is_none(t) ? t : assignment_constant(model, terms, t);
}

// In order: a path meets the variables of the entry when it first reads them.
void confirm_take(struct confirm *confirm, const struct path *path,
                  struct assignment *model) {
  path_input_vec_clear(&confirm->inputs->inputs);
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < path->inputs.count; i++) {
      struct path_input input = path->inputs.at[i];
      bool is_entry = input.step == UINT32_MAX;
      if (is_entry != (pass == 0))
        continue;
      input.term = constant_in(confirm, model, input.term);
      input.before = constant_in(confirm, model, input.before);
      path_input_vec_push(&confirm->inputs->inputs, input);
    }
}

// What is preferred

struct preferring {
  const struct component *component;
  struct term_table *terms;
  const struct edge_id_vec *edges;
  struct term_vec *into;
};

static struct term number(const struct preferring *p, struct term like,
                          uint64_t value) {
  return term_const(p->terms, term_width(p->terms, like), value);
}

static void prefer_arguments(const struct preferring *p,
                             const struct path_input *input) {
  enum { FEW = 8 };
  if (!p->component->effects->initial ||
      !variable_equal(input->variable, arguments_count(p->component)))
    return;
  term_vec_push(p->into, term_compare(p->terms, OP_ULE,
                                      number(p, input->term, 1), input->term));
  term_vec_push(p->into, term_compare(p->terms, OP_ULE, input->term,
                                      number(p, input->term, ARGUMENTS_MOST)));
  term_vec_push(p->into, term_compare(p->terms, OP_ULE, input->term,
                                      number(p, input->term, FEW)));
}

static bool holds_pointer(const struct preferring *p,
                          struct variable variable) {
  const struct removal *removal = &p->component->behaviour->plain.removal;
  const struct entry_pointer_vec *pointers = &removal->entry.pointers;
  for (uint32_t i = 0; i < pointers->count; i++) {
    const struct entry_pointer *pointer = &pointers->at[i];
    if (variable_equal(pointer->variable, variable))
      return true;
    if (!variable_is_none(pointer->variable))
      continue;
    const struct region *region = &removal->regions.at.at[pointer->holder.id];
    const struct cell *cell =
        region_cell(region, region->period ? pointer->offset % region->period
                                           : pointer->offset);
    if (cell && variable_equal(cell->variable, variable))
      return true;
  }
  return false;
}

static void prefer_pointer(const struct preferring *p,
                           const struct path_input *input) {
  if (holds_pointer(p, input->variable))
    term_vec_push(p->into,
                  term_not(p->terms, term_eq(p->terms, input->term,
                                             number(p, input->term, 0))));
}

// Objects that the function is given: small ones, so that they can be run with.
static void prefer_small(const struct preferring *p,
                         const struct path_input *input) {
  enum { SMALL = 4096, LARGE = 1 << 20 };
  const struct removal *removal = &p->component->behaviour->plain.removal;
  const struct entry_object_vec *objects = &removal->entry.objects;
  for (uint32_t i = 0; i < objects->count; i++)
    if (variable_equal(removal->regions.at.at[objects->at[i].object.id].size,
                       input->variable)) {
      term_vec_push(p->into, term_compare(p->terms, OP_ULE, input->term,
                                          number(p, input->term, LARGE)));
      term_vec_push(p->into, term_compare(p->terms, OP_ULE, input->term,
                                          number(p, input->term, SMALL)));
    }
}

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && !strcmp(text + length - tail, end);
}

// What a routine of the library can return. One that moves bytes: few; one that
// opens a file: a number that no other gave.
static void prefer_possible(const struct preferring *p, const struct edge *edge,
                            const struct path_input *input) {
  enum { FIRST_FREE = 3 };
  const struct program *program = p->component->program;
  struct term result = input->term;
  const char *name = name_text(
      program->names, program_procedure(program, edge->op.call.callee)->name);
  const struct outside_routine *routine = outside_find(name);
  if (routine_find(name).result.is_new_descriptor)
    term_vec_push(
        p->into,
        term_eq(p->terms, result, number(p, result, FIRST_FREE + input->step)));
  if (!routine || routine->opens)
    return;
  bool moves = routine->fills || routine->empties;
  struct term low = number(p, result, (uint64_t)routine->low);
  struct term high = number(p, result, moves ? 1 : (uint64_t)routine->high);
  term_vec_push(p->into, term_compare(p->terms, OP_SLE, low, result));
  term_vec_push(p->into, term_compare(p->terms, OP_SLE, result, high));
}

// What a havoc takes: as it was, if it is not a size.
static void prefer_kept(const struct preferring *p,
                        const struct path_input *input) {
  enum { LARGE = 4096 };
  const struct component *component = p->component;
  const struct effect *effect =
      &component->effects->at[p->edges->at[input->step].id];
  const struct edge *edge =
      procedure_edge(component->procedure, p->edges->at[input->step]);
  const struct interner *names = component->program->names;
  bool is_size = !name_is_none(effect->what) &&
                 ends_with(name_text(names, effect->what), ".length");
  if (edge->op.kind == OPERATION_CALL && edge->op.call.callee.id &&
      variable_equal(edge->op.call.target, input->variable))
    prefer_possible(p, edge, input);
  else if (is_size)
    term_vec_push(p->into,
                  term_compare(p->terms, OP_ULE, number(p, input->term, LARGE),
                               input->term));
  else if (!term_is_none(input->before) && effect->origin != ORIGIN_INPUT)
    term_vec_push(p->into, term_eq(p->terms, input->term, input->before));
}

static void prefer(const struct preferring *p, const struct path *path) {
  for (uint32_t i = 0; i < path->inputs.count; i++) {
    const struct path_input *input = &path->inputs.at[i];
    if (!sort_is_bits(term_sort(p->terms, input->term)))
      continue;
    if (input->step != UINT32_MAX) {
      prefer_kept(p, input);
      continue;
    }
    prefer_arguments(p, input);
    prefer_pointer(p, input);
    prefer_small(p, input);
  }
}

// Where arguments are in which bytes depends on the model, so that one more is
// needed to say what they should be like.
static void refine_arguments(struct confirm *confirm,
                             const struct edge_id_vec *edges,
                             const struct path *path,
                             const struct term_vec *preferred) {
  const struct component *component = confirm->component;
  struct term_vec all = {0};
  arguments_prefer(component, edges, confirm->inputs, path, &all);
  struct assignment *model = assignment_new(component->program->terms);
  uint32_t count = all.count;
  term_vec_append(&all, preferred->at, preferred->count);
  if (count &&
      path_check_preferring(path, confirm->solver, &all, model) == ANSWER_SAT)
    confirm_take(confirm, path, model);
  assignment_free(model);
  term_vec_release(&all);
}

// Another model, with what is preferred. False when there is none.
static bool take_preferred(struct confirm *confirm, struct effects *effects,
                           const struct edge_id_vec *edges) {
  const struct component *component = confirm->component;
  struct path path = {0};
  struct term_vec preferred = {0};
  path_execute(&path, effects, edges);
  struct preferring preferring = {component, component->program->terms, edges,
                                  &preferred};
  prefer(&preferring, &path);
  struct assignment *model = assignment_new(component->program->terms);
  bool found = path_check_preferring(&path, confirm->solver, &preferred,
                                     model) == ANSWER_SAT;
  if (found)
    confirm_take(confirm, &path, model);
  if (found && component->effects->initial)
    refine_arguments(confirm, edges, &path, &preferred);
  assignment_free(model);
  term_vec_release(&preferred);
  path_release(&path);
  return found;
}

// Runs

static bool reads_streams(const struct program *program) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    if (!procedure->is_defined &&
        reading_find(name_text(program->names, procedure->name)))
      return true;
  }
  return false;
}

// What the path wishes that streams give has to be what they give from the
// beginning.
static bool run_wishes(struct confirm *confirm,
                       const struct check_target *target) {
  struct strbuf wishes = {0};
  bool ok = false, has_wishes = true;
  strbuf_add(&wishes, strbuf_text(confirm->oracle));
  for (int round = ROUND_SHORT; round <= ROUND_FULL && has_wishes && !ok;
       round++) {
    strbuf_clear(confirm->oracle);
    strbuf_add(confirm->oracle, strbuf_text(&wishes));
    has_wishes = replay_settles(confirm->component, confirm->options, round,
                                confirm->oracle, confirm->steps);
    log_line(confirm->log, 3, "check", "settled for\n%s",
             strbuf_text(confirm->oracle));
    ok = replay_confirms(confirm->component, confirm->options, target,
                         confirm->oracle, confirm->execution, confirm->steps);
  }
  strbuf_release(&wishes);
  return ok;
}

static bool run(struct confirm *confirm, const struct edge_id_vec *edges) {
  const struct check_target *target =
      component_target(confirm->component, edges->at[edges->count - 1]);
  strbuf_clear(confirm->oracle);
  path_oracle_write(confirm->component, edges, confirm->inputs,
                    confirm->oracle);
  log_line(confirm->log, 3, "check", "a run with\n%s",
           strbuf_text(confirm->oracle));
  if (confirm->options->threaded)
    return scheduled_confirms(confirm->component, confirm->options, target,
                              confirm->oracle, confirm->execution,
                              confirm->steps);
  if (!reads_streams(confirm->component->program))
    return replay_confirms(confirm->component, confirm->options, target,
                           confirm->oracle, confirm->execution, confirm->steps);
  return run_wishes(confirm, target);
}

// Runs with other guesses than those of the inputs, which are left as they are.
static bool runs_anyhow(struct confirm *confirm,
                        const struct edge_id_vec *edges,
                        const struct doubt *doubt) {
  enum { ROUNDS = 4 };
  struct path kept = {0};
  struct path *inputs = confirm->inputs;
  path_input_vec_append(&kept.inputs, inputs->inputs.at, inputs->inputs.count);
  bool ok = true;
  for (uint32_t round = 0; round < ROUNDS && ok; round++) {
    doubt_vary(doubt, inputs, round);
    ok = run(confirm, edges);
  }
  path_input_vec_clear(&inputs->inputs);
  path_input_vec_append(&inputs->inputs, kept.inputs.at, kept.inputs.count);
  path_release(&kept);
  return ok && run(confirm, edges);
}

// After a run that violates the target: does it hang on something guessed? If
// so, `why` (may be null) says on what.
static bool is_certain(struct confirm *confirm, const struct edge_id_vec *edges,
                       struct strbuf *why) {
  struct doubt doubt;
  doubt_init(&doubt, confirm->component, confirm->solver, edges);
  bool certain =
      !doubt_has_guesses(&doubt) || (doubt_settle(&doubt, confirm->inputs) &&
                                     runs_anyhow(confirm, edges, &doubt));
  if (!certain && why) {
    strbuf_clear(why);
    doubt_tell(&doubt, why);
  }
  doubt_release(&doubt);
  return certain;
}

// Is a pointer null that the function is given?
static bool starts_with_null(const struct confirm *confirm) {
  const struct component *component = confirm->component;
  const struct term_table *terms = component->program->terms;
  const struct path_input_vec *inputs = &confirm->inputs->inputs;
  struct preferring p = {.component = component};
  bool found = false;
  for (uint32_t i = 0; i < inputs->count && !found; i++)
    found = inputs->at[i].step == UINT32_MAX &&
            sort_is_bits(term_sort(terms, inputs->at[i].term)) &&
            term_value(terms, inputs->at[i].term) == 0 &&
            holds_pointer(&p, inputs->at[i].variable);
  return found;
}

// Of a function that starts alone: the same path with as few null pointers as
// can be, so that those that are left are what the violation needs.
static bool runs_without_null(struct confirm *confirm,
                              const struct edge_id_vec *edges) {
  const struct component *component = confirm->component;
  if (component->effects->initial || !starts_with_null(confirm))
    return false;
  struct path_input_vec before = {0};
  struct path_input_vec *inputs = &confirm->inputs->inputs;
  path_input_vec_append(&before, inputs->at, inputs->count);
  bool is_confirmed = take_preferred(confirm, component->effects, edges) &&
                      run(confirm, edges) && is_certain(confirm, edges, NULL);
  if (!is_confirmed) {
    path_input_vec_clear(inputs);
    path_input_vec_append(inputs, before.at, before.count);
  }
  path_input_vec_release(&before);
  return is_confirmed;
}

bool confirm_path(struct confirm *confirm, const struct edge_id_vec *edges,
                  struct strbuf *why) {
  struct strbuf doubt = {0};
  bool is_confirmed =
      runs_without_null(confirm, edges) ||
      (run(confirm, edges) && is_certain(confirm, edges, &doubt));
  struct sharp sharp;
  sharp_init(&sharp, confirm->component);
  is_confirmed =
      is_confirmed ||
      ((take_preferred(confirm, sharp.effects, edges) ||
        (sharp.is_sharper &&
         take_preferred(confirm, confirm->component->effects, edges))) &&
       run(confirm, edges) && is_certain(confirm, edges, &doubt));
  sharp_release(&sharp);
  if (!is_confirmed && why && doubt.length)
    strbuf_add(why, strbuf_text(&doubt));
  else if (!is_confirmed && why)
    replay_explain(confirm->component, confirm->options, edges, confirm->oracle,
                   why);
  strbuf_release(&doubt);
  return is_confirmed;
}

// Other paths

struct others {
  struct confirm *confirm;
  struct effects *effects;
  struct edge_id_vec *found;
  uint32_t left; // runs to try
};

// Called with every path that is found. True ends the search.
static bool try_other(void *context, const struct edge_id_vec *edges) {
  struct others *others = context;
  bool is_confirmed = take_preferred(others->confirm, others->effects, edges) &&
                      run(others->confirm, edges) &&
                      is_certain(others->confirm, edges, NULL);
  if (is_confirmed) {
    edge_id_vec_clear(others->found);
    edge_id_vec_append(others->found, edges->at, edges->count);
  }
  return is_confirmed || --others->left == 0;
}

bool confirm_another(struct confirm *confirm, const struct explore *limits,
                     struct edge_id_vec *found) {
  enum { RUNS = 16, STEPS = 20000, UNITS = 4000000 };
  struct sharp sharp;
  sharp_init(&sharp, confirm->component);
  struct others others = {confirm, sharp.effects, found, RUNS};
  struct explore explore = {.question = sharp.question,
                            .solver = confirm->solver,
                            .steps = STEPS,
                            .units = UNITS,
                            .poll = limits->poll,
                            .accept = try_other,
                            .acceptor = &others};
  struct edge_id_vec last = {0};
  edge_id_vec_clear(found);
  explore_run(&explore, &last);
  log_line(confirm->log, 2, "check", "other paths: %u runs, %s",
           RUNS - others.left, found->count ? "a violation" : "no answer");
  edge_id_vec_release(&last);
  sharp_release(&sharp);
  return found->count != 0;
}
