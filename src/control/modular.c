#include "control/modular.h"

#include <stdlib.h>

#include "base/memory.h"

static const struct control_steps *steps_of(const struct modular *modular) {
  return modular->turns->steps;
}

static uint32_t index_of(const struct modular *modular, struct control_at at) {
  return at.thread * steps_of(modular)->values.count + at.place;
}

// What threads see

static struct term compared(struct control_data *data, struct variable counter,
                            uint64_t value) {
  const struct program *program = data->steps->data->program;
  return term_eq(program->terms, program_term(program, counter),
                 term_const(program->terms, 32, value));
}

void modular_add_counts(struct control_data *data,
                        const struct variable_vec *running) {
  for (uint32_t i = 1; i < running->count; i++)
    for (uint32_t value = 0; value < 2; value++)
      control_data_add(data, compared(data, running->at[i], value));
}

// That so many of the kind run: not the value.
static struct dd runs_not(const struct modular *modular, uint32_t thread,
                          uint32_t value) {
  struct control_data *data = modular->data;
  bool is_negated;
  struct predicate predicate = predicate_of(
      data->table, compared(data, modular->running->at[thread], value),
      &is_negated);
  return dd_literal(modular->dd, transfer_variable(data->transfer, predicate),
                    is_negated);
}

// A thread that can have a turn runs; two of a kind are two.
static struct dd runs(const struct modular *modular, uint32_t thread) {
  return thread ? runs_not(modular, thread, 0) : dd_true();
}

static bool are_of_a_kind(const struct modular *modular, uint32_t a,
                          uint32_t b) {
  return a && b &&
         variable_equal(modular->running->at[a], modular->running->at[b]);
}

static void find_hidden(struct modular *modular, uint32_t thread) {
  struct control_data *data = modular->data;
  struct u32_vec hidden = {0};
  for (uint32_t i = 0; i < data->atoms.count; i++) {
    bool ignored;
    struct predicate predicate =
        predicate_of(data->table, data->atoms.at[i], &ignored);
    uint32_t variable = transfer_variable(data->transfer, predicate);
    if (!control_turns_sees(modular->turns, thread, data->atoms.at[i],
                            modular->first_id))
      u32_vec_push(&hidden, variable);
    else
      program_mark_variables(data->steps->data->program, data->atoms.at[i],
                             &modular->seen[thread]);
  }
  modular->hidden[thread] =
      dd_keep(modular->dd, dd_cube(modular->dd, hidden.at, hidden.count));
  u32_vec_release(&hidden);
}

static struct modular_pair *pair_of(const struct modular *modular, uint32_t a,
                                    uint32_t b) {
  uint32_t threads = steps_of(modular)->counters->count;
  return &modular->pairs[a < b ? a * threads + b : b * threads + a];
}

struct modular_pair *modular_pairs_new(const struct control_data *data,
                                       struct poll poll) {
  uint32_t threads = data->steps->counters->count;
  struct modular_pair *pairs =
      memory_new_zero(threads * threads, sizeof *pairs);
  for (uint32_t a = 0; a < threads; a++)
    for (uint32_t b = a; b < threads; b++) {
      struct transfer *made =
          transfer_new(data->steps->data, data->table, NULL, data->solver,
                       transfer_dd(data->transfer));
      transfer_set_pause(made, poll);
      pairs[a * threads + b].transfer = made;
    }
  return pairs;
}

void modular_pairs_free(struct modular_pair *pairs, uint32_t threads) {
  for (uint32_t i = 0; i < threads * threads; i++) {
    if (pairs[i].transfer)
      transfer_free(pairs[i].transfer);
    if (pairs[i].precision)
      precision_free(pairs[i].precision);
  }
  free(pairs);
}

static void place_all(const struct control_data *data,
                      struct transfer *transfer) {
  for (uint32_t i = 1; i <= predicate_count(data->table); i++)
    CHECK(transfer_variable(transfer, (struct predicate){i}) ==
              transfer_variable(data->transfer, (struct predicate){i}),
          "two places for a predicate");
}

static void make_pair(struct modular *modular, uint32_t a, uint32_t b) {
  const struct control_data *data = modular->data;
  struct modular_pair *pair = pair_of(modular, a, b);
  uint32_t locations = steps_of(modular)->procedure->locations.count;
  if (pair->precision)
    precision_free(pair->precision);
  pair->precision = precision_new(data->steps->data_question, data->table);
  for (uint32_t k = 0; k < data->atoms.count; k++)
    if (control_turns_sees(modular->turns, a, data->atoms.at[k],
                           modular->first_id) ||
        control_turns_sees(modular->turns, b, data->atoms.at[k],
                           modular->first_id))
      for (uint32_t i = 1; i < locations; i++)
        precision_seed(pair->precision, (struct location_id){i},
                       data->atoms.at[k]);
  transfer_set_precision(pair->transfer, pair->precision);
  place_all(data, pair->transfer);
}

struct dd modular_view(const struct modular *modular, uint32_t thread,
                       struct dd set) {
  return dd_exists_cube(modular->dd, set, modular->hidden[thread]);
}

struct dd modular_reached(const struct modular *modular, struct control_at at) {
  return modular->reached[index_of(modular, at)];
}

static struct dd meet(const struct modular *modular, uint32_t a, struct dd of_a,
                      uint32_t b, struct dd of_b) {
  struct dd_manager *dd = modular->dd;
  struct dd both = dd_and(dd, of_a, of_b);
  both = dd_and(dd, both, dd_and(dd, runs(modular, a), runs(modular, b)));
  if (are_of_a_kind(modular, a, b))
    both = dd_and(dd, both, runs_not(modular, a, 1));
  return dd_and(dd, both, modular->plausible);
}

struct dd modular_meet(const struct modular *modular,
                       const struct modular_node *a,
                       const struct modular_node *b) {
  return meet(modular, a->thread, a->set, b->thread, b->set);
}

struct dd modular_together(const struct modular *modular, struct control_at a,
                           struct control_at b) {
  return meet(modular, a.thread, modular_reached(modular, a), b.thread,
              modular_reached(modular, b));
}

bool modular_interferes(const struct modular *modular, struct control_at actor,
                        uint32_t thread) {
  const struct bitset *written =
      &modular->turns->written[index_of(modular, actor)];
  BITSET_EACH (id, written)
    if (bitset_has(&modular->seen[thread], id))
      return true;
  return false;
}

void modular_init(struct modular *modular, const struct control_turns *turns,
                  struct control_data *data, const struct variable_vec *running,
                  uint64_t first_id, struct modular_pair *pairs,
                  struct poll poll) {
  uint32_t threads = turns->steps->counters->count;
  *modular = (struct modular){.turns = turns,
                              .data = data,
                              .running = running,
                              .first_id = first_id,
                              .pairs = pairs,
                              .poll = poll,
                              .dd = transfer_dd(data->transfer)};
  modular->reached = memory_new_zero(threads * turns->steps->values.count + 1,
                                     sizeof *modular->reached);
  modular->hidden = memory_new_zero(threads, sizeof *modular->hidden);
  modular->seen = memory_new_zero(threads, sizeof *modular->seen);
  uint32_t scope = dd_scope_begin(modular->dd);
  for (uint32_t i = 0; i < threads; i++)
    find_hidden(modular, i);
  modular->plausible =
      dd_keep(modular->dd, transfer_plausible(data->transfer,
                                              turns->steps->procedure->entry));
  dd_scope_end(modular->dd, scope);
  for (uint32_t a = 0; a < threads; a++)
    for (uint32_t b = a; b < threads; b++)
      make_pair(modular, a, b);
}

void modular_release(struct modular *modular) {
  uint32_t threads = steps_of(modular)->counters->count;
  uint32_t places = steps_of(modular)->values.count;
  for (uint32_t i = 0; i < threads * places; i++)
    dd_drop(modular->dd, modular->reached[i]);
  for (uint32_t i = 0; i < threads; i++) {
    dd_drop(modular->dd, modular->hidden[i]);
    bitset_release(&modular->seen[i]);
  }
  dd_drop(modular->dd, modular->plausible);
  for (uint32_t i = 0; i < modular->nodes.count; i++)
    dd_drop(modular->dd, modular->nodes.at[i].set);
  free(modular->reached);
  free(modular->hidden);
  free(modular->seen);
  modular_node_vec_release(&modular->nodes);
  edge_id_vec_release(&modular->edges);
}

// Turns

static struct control_at moved(const struct modular *modular,
                               struct edge_id edge) {
  const struct control_steps *steps = steps_of(modular);
  return steps->moves.at[steps->steps.at[edge.id].first_move];
}

// Who is born is looked at from then on.
struct dd modular_image(const struct modular *modular, uint32_t actor,
                        uint32_t beside, struct edge_id edge, struct dd set) {
  uint32_t other = beside;
  if (actor == beside && control_turns_end(modular->turns, edge))
    other = moved(modular, edge).thread;
  return transfer_image(pair_of(modular, actor, other)->transfer, edge, set);
}

static void come_to(struct modular *modular, struct modular_sweep *sweep,
                    struct modular_step step) {
  struct dd *all = &sweep->sets[step.at.id];
  step.set = dd_minus(modular->dd, step.set, *all);
  if (dd_is_false(step.set))
    return;
  *all = dd_or(modular->dd, *all, step.set);
  modular_step_vec_push(&sweep->steps, step);
}

static void take(struct modular *modular, struct modular_sweep *sweep,
                 struct edge_id edge, struct dd set, uint32_t parent) {
  const struct control_data *data = modular->data;
  enum role role = question_role(data->steps->data_question, edge);
  if (role == ROLE_ENDS)
    return;
  struct modular_step step = {.parent = parent, .edge = edge};
  if (role != ROLE_STEP) {
    step.set = set;
    if (!sweep->bad.edge.id)
      sweep->bad = step;
    return;
  }
  step.set = modular_image(modular, sweep->actor, sweep->beside, edge, set);
  step.at = procedure_edge(steps_of(modular)->procedure, edge)->to;
  if (dd_is_false(step.set))
    return;
  if (control_turns_end(modular->turns, edge))
    modular_step_vec_push(&sweep->ends, step);
  else
    come_to(modular, sweep, step);
}

static void begin_turn(struct modular *modular, struct modular_sweep *sweep,
                       const struct control_at *at, struct dd set) {
  const struct control_steps *steps = steps_of(modular);
  if (!at) {
    come_to(modular, sweep,
            (struct modular_step){.at = steps->procedure->entry, .set = set});
    return;
  }
  for (uint32_t i = 1; i < steps->procedure->edges.count; i++) {
    const struct control_step *step = &steps->steps.at[i];
    if (step->asks && step->asked.thread == at->thread &&
        step->asked.place == at->place)
      take(modular, sweep, (struct edge_id){i}, set, 0);
  }
}

void modular_sweep(struct modular *modular, const struct control_at *at,
                   uint32_t beside, struct dd set,
                   struct modular_sweep *sweep) {
  const struct control_steps *steps = steps_of(modular);
  *sweep = (struct modular_sweep){
      .actor = at ? at->thread : 0,
      .beside = beside,
      .sets = memory_new_zero(steps->procedure->locations.count,
                              sizeof *sweep->sets)};
  begin_turn(modular, sweep, at, set);
  for (uint32_t i = 0; i < sweep->steps.count && !modular->is_stopped; i++) {
    struct modular_step from = sweep->steps.at[i];
    const struct location *location =
        procedure_location(steps->procedure, from.at);
    for (uint32_t k = 0; k < location->out_count; k++)
      if (!steps->steps.at[location->first_out + k].asks)
        take(modular, sweep, (struct edge_id){location->first_out + k},
             from.set, i + 1);
    modular->is_stopped =
        modular->nodes.count > MODULAR_NODES || poll_stops(modular->poll);
  }
}

void modular_sweep_release(struct modular_sweep *sweep) {
  free(sweep->sets);
  modular_step_vec_release(&sweep->steps);
  modular_step_vec_release(&sweep->ends);
}

// Nodes

// The edges of the turn up to the step.
static void keep_edges(struct modular *modular,
                       const struct modular_sweep *sweep,
                       const struct modular_step *last, uint32_t *first,
                       uint32_t *count) {
  struct edge_id_vec backwards = {0};
  edge_id_vec_push(&backwards, last->edge);
  for (uint32_t i = last->parent; i; i = sweep->steps.at[i - 1].parent)
    if (sweep->steps.at[i - 1].edge.id)
      edge_id_vec_push(&backwards, sweep->steps.at[i - 1].edge);
  *first = modular->edges.count;
  *count = backwards.count;
  while (backwards.count)
    edge_id_vec_push(&modular->edges, edge_id_vec_pop(&backwards));
  edge_id_vec_release(&backwards);
}

static void arrive(struct modular *modular, struct modular_node node,
                   struct dd set, const struct modular_sweep *sweep,
                   const struct modular_step *last) {
  struct dd_manager *dd = modular->dd;
  struct control_at at = {node.thread, node.place};
  struct dd *all = &modular->reached[index_of(modular, at)];
  if (!bitset_has(&modular->turns->ports[node.thread], node.place))
    return; // it has ended
  set = dd_and(dd, modular_view(modular, node.thread, set),
               runs(modular, node.thread));
  set = dd_minus(dd, set, *all);
  if (dd_is_false(set))
    return;
  dd_replace(dd, all, dd_or(dd, *all, set));
  node.set = dd_keep(dd, set);
  keep_edges(modular, sweep, last, &node.first, &node.count);
  modular_node_vec_push(&modular->nodes, node);
}

// A turn of its own. `number` is the node's, or none.
static void act(struct modular *modular, const struct control_at *at,
                struct dd set, uint32_t parent) {
  struct modular_sweep sweep;
  modular_sweep(modular, at, at ? at->thread : 0, set, &sweep);
  if (sweep.bad.edge.id && !modular->bad && !modular->is_stopped) {
    modular->bad = parent ? parent : UINT32_MAX;
    keep_edges(modular, &sweep, &sweep.bad, &modular->first, &modular->count);
  }
  for (uint32_t i = 0; i < sweep.ends.count && !modular->bad; i++) {
    struct control_at to = moved(modular, sweep.ends.at[i].edge);
    arrive(modular,
           (struct modular_node){
               .thread = to.thread, .place = to.place, .parent = parent},
           sweep.ends.at[i].set, &sweep, &sweep.ends.at[i]);
  }
  modular_sweep_release(&sweep);
}

// A turn of another one, while the thread is where it is.
static void suffer(struct modular *modular, struct control_at at,
                   uint32_t parent, struct control_at actor, struct dd both) {
  struct modular_sweep sweep;
  if (dd_is_false(both))
    return;
  modular_sweep(modular, &actor, at.thread, both, &sweep);
  for (uint32_t i = 0; i < sweep.ends.count; i++)
    if (moved(modular, sweep.ends.at[i].edge).thread == actor.thread)
      arrive(modular,
             (struct modular_node){.thread = at.thread,
                                   .place = at.place,
                                   .parent = parent,
                                   .is_hit = true,
                                   .hit = actor},
             sweep.ends.at[i].set, &sweep, &sweep.ends.at[i]);
  modular_sweep_release(&sweep);
}

// The last node of a thread at a place before those that are new.
static uint32_t last_node(const struct modular *modular, struct control_at at) {
  for (uint32_t i = modular->nodes.count; i; i--)
    if (modular->nodes.at[i - 1].thread == at.thread &&
        modular->nodes.at[i - 1].place == at.place)
      return i;
  return 0;
}

static void meet_others(struct modular *modular, uint32_t number) {
  const struct modular_node node = modular->nodes.at[number];
  struct control_at at = {node.thread, node.place};
  uint32_t threads = steps_of(modular)->counters->count;
  for (uint32_t k = 0; k < threads && !modular->is_stopped; k++) {
    if (k == at.thread)
      continue;
    BITSET_EACH (place, &modular->turns->ports[k]) {
      struct control_at other = {k, place};
      struct dd theirs = modular_reached(modular, other);
      if (dd_is_false(theirs) || modular->is_stopped)
        continue;
      struct dd both = meet(modular, at.thread, node.set, k, theirs);
      if (modular_interferes(modular, other, at.thread))
        suffer(modular, at, number + 1, other, both);
      if (modular_interferes(modular, at, k))
        suffer(modular, other, last_node(modular, other), at, both);
    }
  }
}

static void begin(struct modular *modular) {
  struct dd initial = transfer_initial(modular->data->transfer);
  act(modular, NULL, modular_view(modular, 0, initial), 0);
}

void modular_run(struct modular *modular) {
  uint32_t scope = dd_scope_begin(modular->dd);
  begin(modular);
  dd_scope_end(modular->dd, scope);
  for (uint32_t i = 0;
       i < modular->nodes.count && !modular->bad && !modular->is_stopped; i++) {
    struct modular_node node = modular->nodes.at[i];
    struct control_at at = {node.thread, node.place};
    scope = dd_scope_begin(modular->dd);
    act(modular, &at, node.set, i + 1);
    if (!modular->bad)
      meet_others(modular, i);
    dd_scope_end(modular->dd, scope);
  }
}
