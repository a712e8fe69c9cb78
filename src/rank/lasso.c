#include "rank/lasso.h"

#include <stdlib.h>
#include <string.h>

#include "abstraction/walk.h"
#include "base/memory.h"
#include "confirm/path_oracle.h"
#include "confirm/replay.h"
#include "rank/taint.h"
#include "rank/unreturned.h"
#include "tactic/unroll.h"

enum { MOST_ROUNDS = 4, TURNS = 3 };

void lasso_release(struct lasso *lasso) {
  execution_release(&lasso->execution);
  strbuf_release(&lasso->oracle);
  strbuf_release(&lasso->why);
  term_vec_release(&lasso->claims);
  endless_release(&lasso->endless);
}

struct endless_frame lasso_frame(const struct lasso *lasso) {
  return (struct endless_frame){.component = lasso->rank->component,
                                .blocks = lasso->blocks};
}

static struct program *program_of(const struct lasso *lasso) {
  return lasso->rank->component->program;
}

void walk_shorten(struct walk *walk, uint32_t steps) {
  uint32_t kept = 0;
  walk->path.count = steps;
  for (uint32_t i = 0; i < walk->inputs.count; i++)
    if (walk->inputs.at[i].step == UINT32_MAX ||
        walk->inputs.at[i].step < steps)
      walk->inputs.at[kept++] = walk->inputs.at[i];
  walk->inputs.count = kept;
}

void certainty_of(struct certainty *known, const struct lasso *lasso,
                  const struct walk *walk) {
  const struct component *component = lasso->rank->component;
  certainty_init(known, lasso->blocks->effects, &component->behaviour->own,
                 &component->slice.variables, walk);
}

// The execution, as a walk

// Inputs of the stem in their order, then those of the cycle again and again.
struct rewalking {
  const struct lasso *lasso;
  const struct walk *stem;
  const struct cycle *cycle;
  struct term condition; // of the cycle, to be taken for ever
  struct assignment *model;
  const struct walk *walk; // so far
  uint32_t *cut_of;        // by location: index of the cut point + 1
  uint32_t next;           // input of the stem
  uint32_t turn;           // rounds of cycles, from 1; 0: in the stem
  uint32_t last;           // steps of the walk when the last turn ended
  bool is_certain;         // the condition holds where the stem ends
  struct term claim;       // what is impossible then
  struct term set;         // of states in which the cycle is taken for ever
};

static struct term cycle_value(const struct rewalking *it, struct edge_id edge,
                               struct variable variable) {
  uint32_t position = (it->turn - 1) % it->cycle->taken.count;
  for (uint32_t i = 0; i < it->cycle->inputs.count; i++) {
    const struct cycle_input *input = &it->cycle->inputs.at[i];
    if (input->position == position && input->edge.id == edge.id &&
        input->variable.id == variable.id)
      return input->term;
  }
  return (struct term){0};
}

static const struct walk_input *stem_input(struct rewalking *it) {
  return it->next < it->stem->inputs.count ? &it->stem->inputs.at[it->next++]
                                           : NULL;
}

static u128 rewalk_value(void *context, struct edge_id edge,
                         struct variable variable) {
  struct rewalking *it = context;
  if (!it->turn) {
    const struct walk_input *input = stem_input(it);
    return input ? input->value : 0;
  }
  struct term t = cycle_value(it, edge, variable);
  return term_is_none(t) ? 0 : term_evaluate(it->model, t);
}

static struct term rewalk_array(void *context, struct edge_id edge,
                                struct variable variable) {
  struct rewalking *it = context;
  if (!it->turn) {
    const struct walk_input *input = stem_input(it);
    return input ? input->array : (struct term){0};
  }
  struct term t = cycle_value(it, edge, variable);
  return term_is_none(t)
             ? t
             : assignment_constant(it->model, program_of(it->lasso)->terms, t);
}

// What the cycle depends on has these values.
static struct term set_of(const struct rewalking *it,
                          struct assignment *values) {
  const struct program *program = program_of(it->lasso);
  struct term_table *terms = program->terms;
  struct bitset needed = {0};
  struct term set = term_true(terms);
  cycle_depends(it->cycle, it->model, &needed);
  BITSET_EACH (id, &needed) {
    struct term t = program_term(program, (struct variable){id});
    set = term_and(terms, set,
                   term_eq(terms, t, assignment_constant(values, terms, t)));
  }
  bitset_release(&needed);
  return set;
}

static void rewalk_arrive(void *context, struct location_id location,
                          struct assignment *values) {
  struct rewalking *it = context;
  uint32_t steps = it->walk->path.count;
  if (!it->cut_of[location.id] || steps < it->stem->path.count)
    return;
  it->turn++;
  if (it->turn == 1) {
    it->is_certain =
        cycle_is_certain(it->cycle, it->condition, values, it->model,
                         it->lasso->rank->solver, &it->claim);
    it->set = set_of(it, values);
  }
  if (it->turn == TURNS * it->cycle->taken.count + 1)
    it->last = steps;
}

// Stem and some turns of the cycle. False when it does not go that way.
static bool rewalk(struct rewalking *it, struct walk *walk) {
  const struct blocks *blocks = it->lasso->blocks;
  const struct procedure *procedure = blocks->effects->procedure;
  uint32_t count = procedure->locations.count;
  it->cut_of = memory_new_zero(count, sizeof *it->cut_of);
  for (uint32_t i = 0; i < blocks->count; i++)
    it->cut_of[blocks->cuts[i].id] = i + 1;
  it->walk = walk;
  struct walk_source source = {.value = rewalk_value,
                               .array = rewalk_array,
                               .arrive = rewalk_arrive,
                               .context = it};
  walk_run(walk, blocks->question, &it->lasso->rank->component->slice.variables,
           &source,
           it->stem->path.count + (TURNS * it->cycle->taken.count + 1) * count);
  free(it->cut_of);
  if (!it->last || !it->is_certain)
    return false;
  walk_shorten(walk, it->last);
  return true;
}

// The run

// The oracle of the original: without the choices that it does not make.
static void forget_choices(struct strbuf *oracle) {
  static const char choice[] = "value " UNRETURNED_CHOICE " ";
  struct strbuf kept = {0};
  for (const char *line = strbuf_text(oracle); *line;) {
    size_t length = strcspn(line, "\n");
    length += line[length] == '\n';
    if (strncmp(line, choice, sizeof choice - 1))
      strbuf_bytes(&kept, line, length);
    line += length;
  }
  strbuf_release(oracle);
  *oracle = kept;
}

// Does the program as it was written do the same, before recursion became a
// loop?
static bool original_runs(struct lasso *lasso) {
  struct rank *rank = lasso->rank;
  if (!rank->original)
    return true;
  forget_choices(&lasso->oracle);
  return replay_lasts(rank->original, rank->options, &lasso->oracle,
                      rank->steps);
}

bool lasso_runs(struct lasso *lasso, const struct walk *walk) {
  struct rank *rank = lasso->rank;
  struct path path = {0};
  for (uint32_t i = 0; i < walk->inputs.count; i++) {
    const struct walk_input *input = &walk->inputs.at[i];
    path_input_vec_push(
        &path.inputs,
        (struct path_input){.step = input->step,
                            .variable = input->variable,
                            .term = walk_input_term(program_of(lasso), input)});
  }
  strbuf_clear(&lasso->oracle);
  path_oracle_write(rank->component, &walk->path, &path, &lasso->oracle);
  bool ok = replay_goes_along(rank->component, rank->options, &walk->path,
                              &lasso->oracle, &lasso->execution, rank->steps) &&
            original_runs(lasso);
  log_line(rank->log, 2, "check", "an execution of %u steps that goes on: %s",
           walk->path.count, ok ? "runs" : "does not run that way");
  path_release(&path);
  return ok;
}

// The cycle with its inputs, round by round.
static void record(struct lasso *lasso, const struct rewalking *it) {
  const struct cycle *cycle = it->cycle;
  struct endless *endless = &lasso->endless;
  struct endless_frame frame = lasso_frame(lasso);
  struct term_table *terms = program_of(lasso)->terms;
  struct endless_move move = {.from = cycle->head};
  for (uint32_t i = 0; i < cycle->taken.count; i++) {
    const struct round *round = &cycle->rounds->at.at[cycle->taken.at[i]];
    endless_take_block(&move, &frame, round->from, round->after);
  }
  uint32_t position = 0, fresh = 0;
  for (uint32_t i = 0; i < cycle->inputs.count; i++, fresh++) {
    const struct cycle_input *input = &cycle->inputs.at[i];
    fresh = input->position == position ? fresh : 0;
    position = input->position;
    if (input->is_chosen)
      endless_value_vec_push(
          &move.steps.at[position].values,
          (struct endless_value){
              fresh, assignment_constant(it->model, terms, input->term)});
  }
  endless_clear(endless);
  endless_move_vec_push(&endless->moves, move);
  endless_set_vec_push(&endless->sets,
                       (struct endless_set){cycle->head, it->set});
  endless_take_stem(endless, &frame, it->stem, it->stem->path.count);
}

static bool confirms(struct lasso *lasso, const struct walk *stem,
                     const struct cycle *cycle, struct term condition,
                     struct assignment *model) {
  struct rewalking it = {.lasso = lasso,
                         .stem = stem,
                         .cycle = cycle,
                         .condition = condition,
                         .model = model};
  struct walk walk = {0};
  bool ok = rewalk(&it, &walk) && lasso_runs(lasso, &walk);
  if (ok) {
    term_vec_push(&lasso->claims, it.claim);
    record(lasso, &it);
  }
  walk_release(&walk);
  return ok;
}

// States that are met again

static void tell(struct lasso *lasso, const struct cycle *cycle,
                 const struct bitset *variables) {
  const struct program *program = program_of(lasso);
  lasso->head = cycle->head;
  strbuf_format(&lasso->why, "after %u round%s", cycle->taken.count,
                cycle->taken.count == 1 ? "" : "s");
  uint32_t told = 0;
  for (uint32_t i = 0; i < cycle->after.values.count && told < 4; i++) {
    struct variable variable = cycle->after.values.at[i].target;
    const struct variable_info *info = program_variable(program, variable);
    if (bitset_has(variables, variable.id) && info->type.id &&
        info->kind != VARIABLE_TEMPORARY)
      strbuf_format(&lasso->why, "%s%s", told++ ? ", " : " ",
                    name_text(program->names, info->text));
  }
  strbuf_add(&lasso->why,
             told ? " are what they were" : " nothing has changed");
}

// Does the cycle depend on something that the run may have otherwise?
static bool is_tainted(const struct lasso *lasso, const struct walk *stem,
                       const struct cycle *cycle, struct assignment *model) {
  struct bitset tainted = {0}, needed = {0};
  taint_follow(lasso->blocks->effects, &lasso->rank->component->behaviour->own,
               &stem->path, &tainted);
  cycle_depends(cycle, model, &needed);
  bool found = bitset_intersects(&tainted, &needed);
  bitset_release(&tainted);
  bitset_release(&needed);
  return found;
}

// The same with arrays element by element: is the cycle taken for ever,
// whatever is not known where the stem ends?
static bool is_known(const struct lasso *lasso, const struct walk *stem,
                     const struct cycle *cycle, struct term condition,
                     struct assignment *model) {
  struct certainty known;
  certainty_of(&known, lasso, stem);
  certainty_follow(&known, stem->path.count);
  bool ok =
      cycle_is_certain_of(cycle, symbolic_state_read(&known.state, condition),
                          model, lasso->rank->solver);
  certainty_release(&known);
  return ok;
}

// Which of the cycles is it that repeats?
static bool takes_model(struct lasso *lasso, struct cycle_vec *cycles,
                        const struct term_vec *conditions,
                        const struct bitset *variables, const struct walk *stem,
                        struct assignment *model) {
  for (uint32_t i = 0; i < cycles->count; i++) {
    struct cycle *cycle = &cycles->at[i];
    struct term condition = conditions->at[i];
    if (term_is_none(condition) ||
        (is_tainted(lasso, stem, cycle, model) &&
         !is_known(lasso, stem, cycle, condition, model)) ||
        !confirms(lasso, stem, cycle, condition, model))
      continue;
    tell(lasso, cycle, &variables[i]);
    return true;
  }
  return false;
}

static enum unroll_outcome find_stem(struct lasso *lasso,
                                     const struct term *goals,
                                     struct walk *stem,
                                     struct assignment *model) {
  enum { ROUNDS = 400, TERMS = 400000 };
  struct unroll unroll = {.blocks = lasso->blocks,
                          .relevant = &lasso->rank->component->slice.variables,
                          .solver = lasso->rank->solver,
                          .goals = goals,
                          .model = model,
                          .limits = {.rounds = ROUNDS,
                                     .terms = TERMS,
                                     .units = lasso->units,
                                     .poll = lasso->rank->poll}};
  enum unroll_outcome outcome = unroll_run(&unroll, stem);
  log_line(lasso->rank->log, 2, "check", "a stem: %s",
           outcome == UNROLL_VIOLATED ? "found" : "none");
  return outcome;
}

// The conditions under which cycles repeat and are certain to; none of those
// that never do.
static bool find_conditions(struct lasso *lasso, struct cycle_vec *cycles,
                            const struct bitset *variables,
                            struct term_vec *conditions) {
  struct solver *solver = lasso->rank->solver;
  struct term_table *terms = program_of(lasso)->terms;
  bool any = false;
  for (uint32_t i = 0; i < cycles->count; i++) {
    struct cycle *cycle = &cycles->at[i];
    struct term condition = cycle_repeats(cycle, &variables[i]);
    struct assignment *model = assignment_new(terms);
    struct query *query = query_new(solver, PURPOSE_OTHER);
    query_assert(query, condition);
    bool ok = !poll_stops(lasso->rank->poll) &&
              query_check(query, NULL, 0) == ANSWER_SAT &&
              query_model(query, model) &&
              cycle_is_certain(cycle, condition, model, model, solver, NULL);
    any |= ok;
    term_vec_push(conditions, ok ? condition : (struct term){0});
    query_free(query);
    assignment_free(model);
  }
  return any;
}

static bool search(struct lasso *lasso, struct cycle_vec *cycles,
                   const struct bitset *variables) {
  struct term_table *terms = program_of(lasso)->terms;
  struct term *goals = memory_new_zero(lasso->blocks->count, sizeof *goals);
  struct term_vec conditions = {0};
  struct walk stem = {0};
  struct assignment *model = assignment_new(terms);
  bool found = false;
  if (find_conditions(lasso, cycles, variables, &conditions)) {
    for (uint32_t i = 0; i < cycles->count; i++) {
      struct term *goal = &goals[cycles->at[i].head];
      if (!term_is_none(conditions.at[i]))
        *goal = term_is_none(*goal) ? conditions.at[i]
                                    : term_or(terms, *goal, conditions.at[i]);
    }
    found = find_stem(lasso, goals, &stem, model) == UNROLL_VIOLATED &&
            takes_model(lasso, cycles, &conditions, variables, &stem, model);
  }
  assignment_free(model);
  walk_release(&stem);
  term_vec_release(&conditions);
  free(goals);
  return found;
}

bool lasso_find(struct lasso *lasso) {
  struct cycle_vec cycles = {0};
  cycles_find(lasso->rounds, MOST_ROUNDS, &cycles);
  struct bitset *variables = memory_new_zero(cycles.count, sizeof *variables);
  for (uint32_t i = 0; i < cycles.count; i++)
    cycle_depends(&cycles.at[i], NULL, &variables[i]);
  bool found = search(lasso, &cycles, variables);
  for (uint32_t i = 0; i < cycles.count; i++)
    bitset_release(&variables[i]);
  cycles_release(&cycles);
  free(variables);
  return found;
}
