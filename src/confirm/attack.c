#include "confirm/attack.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "confirm/path_oracle.h"
#include "confirm/replay.h"

void attack_release(struct attack *attack) {
  for (uint32_t i = 0; i < attack->branches.count; i++) {
    struct attack_branch *branch = &attack->branches.at[i];
    edge_id_vec_release(&branch->edges);
    u32_vec_release(&branch->nodes);
    lts_action_vec_release(&branch->actions);
    u32_vec_release(&branch->refusing);
    path_release(&branch->inputs);
    execution_release(&branch->execution);
  }
  attack_branch_vec_release(&attack->branches);
}

// ---- One model for all branches ---------------------------------------------

struct solving {
  struct attack *attack;
  struct term_table *terms;
  struct query *query;
  struct path *paths;             // by branch
  struct term_vec guards;         // of all branches ...
  struct attack_guard_vec places; // ... and where they are
};

static const struct path_input *
find_input(const struct path *path, uint32_t step, struct variable variable) {
  for (uint32_t i = 0; i < path->inputs.count; i++)
    if (path->inputs.at[i].step == step &&
        variable_equal(path->inputs.at[i].variable, variable))
      return &path->inputs.at[i];
  return NULL;
}

// Edges before the branches part. They may part on the same edge: by what it
// takes from outside.
static uint32_t common_length(const struct attack_branch *a,
                              const struct attack_branch *b) {
  uint32_t length = 0;
  while (length < a->nodes.count && length < b->nodes.count &&
         a->nodes.at[length] == b->nodes.at[length])
    length++;
  return length;
}

// Two branches take the same values at the entry and on what they share.
static void share_inputs(struct solving *solving, uint32_t a, uint32_t b) {
  const struct attack_branch_vec *branches = &solving->attack->branches;
  uint32_t shared = common_length(&branches->at[a], &branches->at[b]);
  const struct path_input_vec *inputs = &solving->paths[b].inputs;
  for (uint32_t i = 0; i < inputs->count; i++) {
    const struct path_input *input = &inputs->at[i];
    bool is_entry = input->step == UINT32_MAX;
    const struct path_input *other =
        is_entry || input->step < shared
            ? find_input(&solving->paths[a], input->step, input->variable)
            : NULL;
    if (other)
      query_assert(solving->query,
                   term_eq(solving->terms, other->term, input->term));
  }
}

static void add_guards(struct solving *solving, uint32_t branch) {
  const struct path_guard_vec *guards = &solving->paths[branch].guards;
  for (uint32_t i = 0; i < guards->count; i++) {
    term_vec_push(&solving->guards, guards->at[i].term);
    attack_guard_vec_push(&solving->places,
                          (struct attack_guard){branch, guards->at[i].step});
  }
}

// Everything that is known about the entry is known to all branches, also what
// only one of them reads.
static void take_inputs(struct solving *solving, uint32_t branch,
                        struct assignment *model) {
  struct path *into = &solving->attack->branches.at[branch].inputs;
  for (uint32_t k = 0; k < solving->attack->branches.count; k++) {
    const struct path_input_vec *inputs = &solving->paths[k].inputs;
    for (uint32_t i = 0; i < inputs->count; i++) {
      struct path_input input = inputs->at[i];
      if (input.step != UINT32_MAX ||
          find_input(into, input.step, input.variable))
        continue;
      input.term = assignment_constant(model, solving->terms, input.term);
      path_input_vec_push(&into->inputs, input);
    }
  }
  const struct path_input_vec *own = &solving->paths[branch].inputs;
  for (uint32_t i = 0; i < own->count; i++) {
    struct path_input input = own->at[i];
    if (input.step == UINT32_MAX)
      continue;
    input.term = assignment_constant(model, solving->terms, input.term);
    if (!term_is_none(input.before))
      input.before = assignment_constant(model, solving->terms, input.before);
    path_input_vec_push(&into->inputs, input);
  }
}

static void note_shared(struct attack *attack) {
  for (uint32_t b = 1; b < attack->branches.count; b++) {
    struct attack_branch *branch = &attack->branches.at[b];
    for (uint32_t a = 0; a < b; a++) {
      uint32_t shared = common_length(&attack->branches.at[a], branch);
      if (shared > branch->shared) {
        branch->shared = shared;
        branch->with = a;
      }
    }
  }
}

static enum answer solve(struct solving *solving,
                         struct attack_guard_vec *core) {
  enum answer answer =
      query_check(solving->query, solving->guards.at, solving->guards.count);
  if (answer == ANSWER_SAT) {
    struct assignment *model = assignment_new(solving->terms);
    query_model(solving->query, model);
    for (uint32_t i = 0; i < solving->attack->branches.count; i++)
      take_inputs(solving, i, model);
    assignment_free(model);
  } else if (answer == ANSWER_UNSAT) {
    struct u32_vec steps = {0};
    query_core(solving->query, true, &steps);
    for (uint32_t i = 0; i < steps.count; i++)
      attack_guard_vec_push(core, solving->places.at[steps.at[i]]);
    u32_vec_release(&steps);
  }
  return answer;
}

enum answer attack_solve(struct attack *attack, struct effects *effects,
                         struct solver *solver, struct attack_guard_vec *core) {
  uint32_t count = attack->branches.count;
  struct solving solving = {.attack = attack,
                            .terms = effects->program->terms,
                            .query = query_new(solver, PURPOSE_FEASIBILITY),
                            .paths =
                                memory_new_zero(count, sizeof *solving.paths)};
  for (uint32_t i = 0; i < count; i++) {
    path_execute(&solving.paths[i], effects, &attack->branches.at[i].edges);
    add_guards(&solving, i);
    for (uint32_t k = 0; k < i; k++)
      share_inputs(&solving, k, i);
  }
  note_shared(attack);
  enum answer answer = solve(&solving, core);
  for (uint32_t i = 0; i < count; i++)
    path_release(&solving.paths[i]);
  free(solving.paths);
  term_vec_release(&solving.guards);
  attack_guard_vec_release(&solving.places);
  query_free(solving.query);
  return answer;
}

// ---- Runs -------------------------------------------------------------------

// The oracle of what the branch shares, to compare.
static void oracle_of_shared(const struct attack *attack,
                             const struct component *component, uint32_t branch,
                             uint32_t length, struct strbuf *oracle) {
  const struct attack_branch *one = &attack->branches.at[branch];
  struct edge_id_vec beginning = {.at = one->edges.at, .count = length};
  path_oracle_write(component, &beginning, &one->inputs, oracle);
}

static bool begins_alike(const struct attack *attack,
                         const struct component *component, uint32_t branch) {
  const struct attack_branch *one = &attack->branches.at[branch];
  struct strbuf own = {0}, others = {0};
  oracle_of_shared(attack, component, branch, one->shared, &own);
  oracle_of_shared(attack, component, one->with, one->shared, &others);
  bool is_same = !strcmp(strbuf_text(&own), strbuf_text(&others));
  strbuf_release(&own);
  strbuf_release(&others);
  return is_same;
}

bool attack_confirms(struct attack *attack, const struct component *component,
                     const struct component_options *options,
                     struct strbuf *oracle, struct strbuf *why) {
  for (uint32_t i = 0; i < attack->branches.count; i++) {
    struct attack_branch *branch = &attack->branches.at[i];
    struct strbuf text = {0};
    path_oracle_write(component, &branch->edges, &branch->inputs, &text);
    bool is_performed = replay_performs(component, options, &branch->actions,
                                        &text, &branch->execution, why);
    if (i == 0)
      strbuf_add(oracle, strbuf_text(&text));
    strbuf_release(&text);
    if (!is_performed)
      return false;
    if (i && !begins_alike(attack, component, i)) {
      strbuf_add(why, "its branches do not begin alike");
      return false;
    }
  }
  return true;
}
