#include "control/modular_tree.h"

#include <stdlib.h>

#include "abstraction/symbolic_state.h"
#include "base/memory.h"
#include "refine/path.h"

enum { MOST_TURNS = 300 };

// What is shared is the same where two branches meet.
struct meeting {
  uint32_t node;
  struct variable variable;
  struct term values[2]; // in the branches
};

VEC_DEFINE(meeting_vec, struct meeting);

struct tree {
  struct modular *modular;
  struct effects *effects;
  struct solver *solver;
  struct path path; // guards by number of the edge in modular->edges, or,
                    // behind these, of the meeting
  struct meeting_vec meetings;
  struct u32_vec core; // of these
  uint32_t turns;      // that were followed
  bool has_relation;
  uint32_t *victims, *actors; // by node that was hit: 1 + who met; 0: not known
};

static bool is_at(const struct modular_node *node, uint32_t thread,
                  uint32_t place) {
  return node->thread == thread && node->place == place;
}

// Does the turn lead from there to a part of the node?
static bool leads(const struct tree *tree, const struct modular_node *node,
                  const struct modular_node *victim,
                  const struct modular_node *actor) {
  const struct modular *modular = tree->modular;
  struct dd set = modular_meet(modular, victim, actor);
  for (uint32_t i = 0; i < node->count && !dd_is_false(set); i++)
    set = modular_image(modular, actor->thread, victim->thread,
                        modular->edges.at[node->first + i], set);
  set = modular_view(modular, node->thread, set);
  return !dd_is_false(dd_and(modular->dd, set, node->set));
}

// Those that met, the first ones.
static void find_met(struct tree *tree, uint32_t number) {
  const struct modular *modular = tree->modular;
  const struct modular_node *node = &modular->nodes.at[number];
  if (tree->victims[number])
    return;
  uint32_t scope = dd_scope_begin(modular->dd);
  for (uint32_t v = 0; v < number && !tree->victims[number]; v++)
    for (uint32_t u = 0;
         is_at(&modular->nodes.at[v], node->thread, node->place) &&
         u < number && !tree->victims[number];
         u++)
      if (is_at(&modular->nodes.at[u], node->hit.thread, node->hit.place) &&
          leads(tree, node, &modular->nodes.at[v], &modular->nodes.at[u])) {
        tree->victims[number] = v + 1;
        tree->actors[number] = u + 1;
      }
  dd_scope_end(modular->dd, scope);
}

// Forwards

static void add_guard(struct tree *tree, uint32_t step, struct term t) {
  if (!term_is_true(tree->effects->program->terms, t))
    path_guard_vec_push(&tree->path.guards, (struct path_guard){step, t});
}

static void run(struct tree *tree, struct symbolic_state *state, uint32_t first,
                uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) {
    const struct effect *effect =
        &tree->effects->at[tree->modular->edges.at[i].id];
    add_guard(tree, i, symbolic_state_read(state, effect->guard));
    symbolic_state_apply(state, effect, &(struct symbolic_rules){0}, state);
  }
}

static bool is_id(const struct tree *tree, struct term value) {
  const struct term_table *terms = tree->effects->program->terms;
  uint64_t first = tree->modular->first_id;
  return term_is_const(terms, value) && term_value(terms, value) > first &&
         term_value(terms, value) < first + tree->modular->running->count;
}

// Whose id it is that is not one of theirs makes no difference.
static bool may_be_same(const struct tree *tree,
                        const struct meeting *meeting) {
  const struct term_table *terms = tree->effects->program->terms;
  const struct modular_node *node = &tree->modular->nodes.at[meeting->node];
  uint64_t first = tree->modular->first_id;
  return is_id(tree, meeting->values[0]) && is_id(tree, meeting->values[1]) &&
         (term_value(terms, meeting->values[0]) != first + node->thread ||
          term_value(terms, meeting->values[1]) != first + node->hit.thread);
}

static void meet_in(struct tree *tree, struct meeting meeting) {
  if (may_be_same(tree, &meeting))
    return;
  struct term same = term_eq(tree->effects->program->terms, meeting.values[0],
                             meeting.values[1]);
  uint32_t step = tree->modular->edges.count + tree->meetings.count;
  if (term_is_true(tree->effects->program->terms, same))
    return;
  meeting_vec_push(&tree->meetings, meeting);
  add_guard(tree, step, same);
}

// What is shared is the same; what is the other's own comes with it.
static void meet(struct tree *tree, uint32_t number,
                 struct symbolic_state *state, struct symbolic_state *other) {
  const struct program *program = tree->effects->program;
  const uint32_t *owners = tree->modular->turns->owners;
  uint32_t thread = tree->modular->nodes.at[number].hit.thread;
  for (uint32_t i = 1; i < program->variables.count; i++) {
    struct variable variable = {i};
    struct term term = program_term(program, variable);
    if (owners[i] == thread + 1)
      symbolic_state_set(state, variable, symbolic_state_read(other, term));
    else if (!owners[i])
      meet_in(tree, (struct meeting){number,
                                     variable,
                                     {symbolic_state_read(state, term),
                                      symbolic_state_read(other, term)}});
  }
}

// At the node; false if the tree is too large.
static bool execute(struct tree *tree, uint32_t number,
                    struct symbolic_state *state) {
  const struct modular_node *node = &tree->modular->nodes.at[number];
  if (++tree->turns > MOST_TURNS)
    return false;
  bool ok = true;
  if (node->is_hit) {
    find_met(tree, number);
    ok = tree->victims[number] &&
         execute(tree, tree->victims[number] - 1, state);
    struct symbolic_state other = symbolic_state_initial(tree->effects, NULL);
    ok = ok && execute(tree, tree->actors[number] - 1, &other);
    if (ok)
      meet(tree, number, state, &other);
    symbolic_state_release(&other);
  } else if (node->parent) {
    ok = execute(tree, node->parent - 1, state);
  }
  if (ok)
    run(tree, state, node->first, node->count);
  return ok;
}

// Backwards

static void add_visible(struct tree *tree, struct term t) {
  struct modular *modular = tree->modular;
  const struct term_table *terms = tree->effects->program->terms;
  struct term_vec atoms = {0};
  predicate_atoms(terms, t, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++) {
    bool is_seen = false;
    for (uint32_t k = 0; k < modular->running->count && !is_seen; k++)
      is_seen =
          control_turns_sees(modular->turns, k, atoms.at[i], modular->first_id);
    if (is_seen)
      control_data_add(modular->data, atoms.at[i]);
    tree->has_relation |= !is_seen;
  }
  term_vec_release(&atoms);
}

static void pull_back(struct tree *tree, uint32_t first, uint32_t count,
                      struct term_vec *wanted) {
  struct effects *effects = tree->effects;
  for (uint32_t i = first + count; i-- > first;) {
    struct edge_id edge = tree->modular->edges.at[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < wanted->count; k++) {
      struct term before = effects_before(effects, edge, wanted->at[k]);
      if (!term_is_none(before) &&
          !term_is_literal(effects->program->terms, before))
        wanted->at[kept++] = before;
    }
    wanted->count = kept;
    if (u32_vec_has(&tree->core, i))
      term_vec_push(wanted, effects->at[edge.id].guard);
    for (uint32_t k = 0; k < wanted->count; k++)
      add_visible(tree, wanted->at[k]);
  }
}

// What the thread sees of it.
static void choose_seen(struct tree *tree, uint32_t thread,
                        const struct term_vec *wanted, struct term_vec *into) {
  const struct modular *modular = tree->modular;
  for (uint32_t i = 0; i < wanted->count; i++)
    if (control_turns_sees(modular->turns, thread, wanted->at[i],
                           modular->first_id))
      term_vec_push(into, wanted->at[i]);
}

// What the branches that meet there disagree about.
static void add_meetings(struct tree *tree, uint32_t number,
                         struct term_vec *wanted) {
  const struct program *program = tree->effects->program;
  for (uint32_t i = 0; i < tree->meetings.count; i++) {
    const struct meeting *meeting = &tree->meetings.at[i];
    if (meeting->node != number ||
        !u32_vec_has(&tree->core, tree->modular->edges.count + i))
      continue;
    for (uint32_t k = 0; k < 2; k++) {
      struct term is_it =
          term_eq(program->terms, program_term(program, meeting->variable),
                  meeting->values[k]);
      if (!term_is_const(program->terms, meeting->values[k]))
        continue;
      term_vec_push(wanted, is_it);
      add_visible(tree, is_it);
    }
  }
}

static void explain(struct tree *tree, uint32_t number,
                    struct term_vec *wanted) {
  const struct modular_node *node = &tree->modular->nodes.at[number];
  pull_back(tree, node->first, node->count, wanted);
  add_meetings(tree, number, wanted);
  if (!node->is_hit) {
    if (node->parent)
      explain(tree, node->parent - 1, wanted);
    return;
  }
  struct term_vec of_actor = {0}, of_victim = {0};
  choose_seen(tree, node->hit.thread, wanted, &of_actor);
  choose_seen(tree, node->thread, wanted, &of_victim);
  explain(tree, tree->actors[number] - 1, &of_actor);
  explain(tree, tree->victims[number] - 1, &of_victim);
  term_vec_release(&of_actor);
  term_vec_release(&of_victim);
}

static enum modular_refined refine(struct tree *tree) {
  struct modular *modular = tree->modular;
  struct control_data *data = modular->data;
  struct symbolic_state state = symbolic_state_initial(tree->effects, NULL);
  uint32_t before = data->atoms.count;
  bool has_node = modular->bad != UINT32_MAX;
  bool ok = !has_node || execute(tree, modular->bad - 1, &state);
  if (ok)
    run(tree, &state, modular->first, modular->count);
  symbolic_state_release(&state);
  enum answer answer =
      ok ? path_check(&tree->path, tree->solver, NULL, &tree->core)
         : ANSWER_UNKNOWN;
  if (answer == ANSWER_SAT)
    return MODULAR_POSSIBLE;
  if (answer == ANSWER_UNKNOWN)
    return MODULAR_LOST;
  struct term_vec wanted = {0};
  pull_back(tree, modular->first, modular->count, &wanted);
  if (has_node)
    explain(tree, modular->bad - 1, &wanted);
  term_vec_release(&wanted);
  if (data->atoms.count > before)
    return MODULAR_REFINED;
  return tree->has_relation ? MODULAR_RELATION : MODULAR_LOST;
}

enum modular_refined modular_tree_refine(struct modular *modular,
                                         struct solver *solver) {
  struct tree tree = {.modular = modular,
                      .effects = modular->data->steps->data,
                      .solver = solver};
  uint32_t count = modular->nodes.count;
  tree.victims = memory_new_zero(count + 1, sizeof *tree.victims);
  tree.actors = memory_new_zero(count + 1, sizeof *tree.actors);
  enum modular_refined refined = refine(&tree);
  free(tree.victims);
  free(tree.actors);
  u32_vec_release(&tree.core);
  meeting_vec_release(&tree.meetings);
  path_release(&tree.path);
  return refined;
}
