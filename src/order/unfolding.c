#include "order/unfolding.h"

#include <stdlib.h>

#include "base/memory.h"

enum { NOWHERE = UINT32_MAX };

// A way that comes to a port.
struct arrival {
  struct symbolic_state state;
  uint32_t turn;    // in which it came there
  uint32_t awaited; // threads, as bits
  bool is_alone;    // main, before it has created anybody
};

VEC_DEFINE(arrival_vec, struct arrival);

// A location inside of a turn, to which ways have come.
struct inside {
  uint32_t key; // how often a loop was closed, and the rank of the location
  uint32_t location;
  uint32_t number; // of the turn
  struct symbolic_state_vec states;
  uint32_t awaited;
  bool has_created;
};

VEC_DEFINE(inside_vec, struct inside);

struct unfolder {
  struct order_unfolding *u;
  struct program *program;
  struct term_table *terms;
  uint32_t thread;
  uint32_t port_count;       // of the thread
  struct arrival_vec *ports; // by how often a loop was closed, and rank
  uint32_t lowest;           // rank of a port of the thread
  // The turn
  uint32_t turn;
  uint32_t layer;
  bool is_alone;
  struct binding_vec before; // what the state had when it began
  struct inside_vec inside;  // those to be looked at
  uint32_t numbers;          // that were given
  uint32_t awaited;          // on all ways that count; ~0: none so far
};

static struct term fresh_bool(const struct unfolder *f, const char *name) {
  return term_variable(f->terms, intern(f->program->names, name), sort_bool());
}

struct term order_initial(const struct order_unfolding *u,
                          struct variable variable) {
  return effects_at_entry(u->effects,
                          program_term(u->effects->program, variable));
}

static bool is_shared(const struct unfolder *f, struct variable variable) {
  return f->u->turns->kinds[variable.id] == ORDER_SHARED;
}

// Nobody else writes it, so the thread knows what it holds.
static bool is_sole(const struct unfolder *f, struct variable variable) {
  return f->u->turns->writers[variable.id] == 1u << f->thread;
}

// What turns read and write

// The only turn that creates the thread, and the condition; null: there are
// several, or it is main.
static const struct order_event *find_creation(const struct unfolder *f) {
  const struct order_event *found = NULL;
  for (uint32_t i = 0; i < f->u->creations.count; i++)
    if (f->u->creations.at[i].thread == f->thread) {
      if (found)
        return NULL;
      found = &f->u->creations.at[i];
    }
  return found;
}

// Where all writes were made by who created the thread, before: what they left.
// None: it is not so.
static struct term left_value(const struct unfolder *f,
                              struct variable variable) {
  const struct order_event *creation = find_creation(f);
  if (!creation || f->u->turns->writers[variable.id] !=
                       1u << f->u->nodes.at[creation->turn].thread)
    return (struct term){0};
  struct term value = order_initial(f->u, variable);
  for (uint32_t i = 0; i < f->u->writes.count; i++) {
    const struct order_write *write = &f->u->writes.at[i];
    if (!variable_equal(write->variable, variable))
      continue;
    if (write->turn > creation->turn)
      return (struct term){0};
    bool is_sure = term_equal(write->condition, creation->condition);
    value = is_sure ? write->value
                    : term_ite(f->terms, write->condition, write->value, value);
  }
  return value;
}

static struct term read_symbol(struct unfolder *f, struct variable variable) {
  struct order_read_vec *reads = &f->u->reads;
  for (uint32_t i = reads->count; i-- > 0 && reads->at[i].turn == f->turn;)
    if (variable_equal(reads->at[i].variable, variable))
      return reads->at[i].symbol;
  struct order_read read = {
      f->turn, variable,
      term_variable_again(f->terms, program_term(f->program, variable))};
  order_read_vec_push(reads, read);
  return read.symbol;
}

static struct term first_value(void *context, struct variable variable) {
  struct unfolder *f = context;
  if (f->is_alone || f->u->turns->kinds[variable.id] == ORDER_FIXED ||
      is_sole(f, variable))
    return order_initial(f->u, variable);
  if (!is_shared(f, variable))
    return program_term(f->program, variable);
  struct term left = left_value(f, variable);
  return term_is_none(left) ? read_symbol(f, variable) : left;
}

static void add_write(struct unfolder *f, uint32_t turn, struct binding binding,
                      struct term condition) {
  struct order_write_vec *writes = &f->u->writes;
  for (uint32_t i = writes->count; i-- > 0;) {
    struct order_write *known = &writes->at[i];
    if (known->turn != turn || !variable_equal(known->variable, binding.target))
      continue;
    known->value = term_ite(f->terms, condition, binding.value, known->value);
    known->condition = term_or(f->terms, known->condition, condition);
    return;
  }
  order_write_vec_push(writes, (struct order_write){turn, binding.target,
                                                    condition, binding.value});
}

static struct term find_value(const struct binding_vec *values,
                              struct variable variable) {
  for (uint32_t i = 0; i < values->count; i++)
    if (variable_equal(values->at[i].target, variable))
      return values->at[i].value;
  return (struct term){0};
}

// Did the turn leave it as it found it?
static bool is_as_before(const struct unfolder *f, uint32_t turn,
                         struct binding binding, bool was_alone) {
  struct term before = {0};
  if (!was_alone && is_sole(f, binding.target))
    before = find_value(&f->before, binding.target);
  if (was_alone || (term_is_none(before) && is_sole(f, binding.target)))
    before = order_initial(f->u, binding.target);
  const struct order_read_vec *reads = &f->u->reads;
  for (uint32_t i = reads->count; i-- > 0 && term_is_none(before);)
    if (reads->at[i].turn == turn &&
        variable_equal(reads->at[i].variable, binding.target))
      before = reads->at[i].symbol;
  return !term_is_none(before) && term_equal(before, binding.value);
}

// What the state has of shared variables was left there by the turn, for
// whoever reads it next.
static void publish(struct unfolder *f, uint32_t turn,
                    struct symbolic_state *state, bool was_alone) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < state->values.count; i++) {
    struct binding binding = state->values.at[i];
    bool is_known = !is_shared(f, binding.target) || is_sole(f, binding.target);
    if (is_shared(f, binding.target) &&
        !is_as_before(f, turn, binding, was_alone))
      add_write(f, turn, binding, state->condition);
    if (is_known)
      state->values.at[kept++] = binding;
  }
  state->values.count = kept;
  substitution_free(state->reading);
  state->reading = NULL;
}

// Joining

// Shared variables have a value in all of the states or in none.
static void even_out(struct unfolder *f, struct symbolic_state_vec *states) {
  for (uint32_t i = 0; i < states->count; i++)
    for (uint32_t k = 0; k < states->at[i].values.count; k++) {
      struct variable variable = states->at[i].values.at[k].target;
      for (uint32_t j = 0; j < states->count; j++)
        if (j != i &&
            term_is_none(symbolic_state_value(&states->at[j], variable)))
          symbolic_state_set(&states->at[j], variable,
                             first_value(f, variable));
    }
}

static struct symbolic_state join(struct unfolder *f,
                                  struct symbolic_state_vec *states) {
  if (states->count > 1)
    even_out(f, states);
  struct symbolic_state joined =
      symbolic_state_join(states->at, states->count, NULL);
  symbolic_state_vec_release(states);
  return joined;
}

// Inside of turns

static struct inside *inside_at(struct unfolder *f, uint32_t key,
                                uint32_t location) {
  for (uint32_t i = 0; i < f->inside.count; i++)
    if (f->inside.at[i].key == key)
      return &f->inside.at[i];
  inside_vec_push(&f->inside, (struct inside){.key = key,
                                              .location = location,
                                              .number = ++f->numbers,
                                              .awaited = UINT32_MAX});
  return inside_vec_last(&f->inside);
}

static struct inside take_lowest(struct unfolder *f) {
  uint32_t lowest = 0;
  for (uint32_t i = 1; i < f->inside.count; i++)
    if (f->inside.at[i].key < f->inside.at[lowest].key)
      lowest = i;
  struct inside taken = f->inside.at[lowest];
  f->inside.at[lowest] = inside_vec_pop(&f->inside);
  return taken;
}

static struct term has_ended(struct unfolder *f, uint32_t thread) {
  while (f->u->ended.count <= thread)
    term_vec_push(&f->u->ended, fresh_bool(f, "ended"));
  return f->u->ended.at[thread];
}

// Where a step begins: of no location where the turn itself begins.
struct start {
  const struct inside *inside; // null: the turn begins
  uint32_t loops;
};

static void end_turn(struct unfolder *f, struct symbolic_state *state,
                     uint32_t place, uint32_t awaited, bool has_created) {
  const struct order_port *from =
      &f->u->turns->ports.at[f->u->nodes.at[f->turn].port];
  const struct order_port *to = order_port_at(f->u->turns, f->thread, place);
  bool is_alone = f->is_alone && !has_created && to;
  f->awaited &= awaited;
  if (!is_alone)
    publish(f, f->turn, state, f->is_alone);
  if (!to) {
    order_event_vec_push(
        &f->u->ends,
        (struct order_event){f->turn, f->thread, place, state->condition});
    symbolic_state_release(state);
    return;
  }
  uint32_t layer = f->layer + (to->rank <= from->rank);
  if (layer > f->u->depth) {
    term_vec_push(&f->u->more, state->condition);
    symbolic_state_release(state);
    return;
  }
  arrival_vec_push(&f->ports[layer * f->port_count + to->rank - f->lowest],
                   (struct arrival){*state, f->turn,
                                    awaited | f->u->nodes.at[f->turn].awaited,
                                    is_alone});
}

// What is not a step of the turn: executions end there.
static void stop(struct unfolder *f, struct edge_id edge, struct term condition,
                 uint32_t awaited) {
  enum role role = question_role(f->u->turns->steps->data_question, edge);
  if (role == ROLE_VIOLATES)
    term_vec_push(&f->u->violations, condition);
  else if (role == ROLE_UNSUPPORTED)
    term_vec_push(&f->u->unmodelled, condition);
  else // what happens after that is of no interest
    term_vec_push(&f->u->facts, term_not(f->terms, condition));
  if (role == ROLE_VIOLATES || role == ROLE_UNSUPPORTED)
    f->awaited &= awaited;
}

// The threads that an edge of this one creates.
static bool create(struct unfolder *f, struct edge_id edge,
                   struct term condition) {
  const struct control_steps *steps = f->u->turns->steps;
  const struct control_step *step = &steps->steps.at[edge.id];
  bool has_created = false;
  for (uint32_t i = 0; i < step->move_count; i++) {
    struct control_at move = steps->moves.at[step->first_move + i];
    if (move.thread == f->thread)
      continue;
    has_created = true;
    order_event_vec_push(
        &f->u->creations,
        (struct order_event){f->turn, move.thread, move.place, condition});
  }
  return has_created;
}

static void take_edge(struct unfolder *f, struct symbolic_state *state,
                      struct edge_id edge, const struct start *start) {
  struct order_unfolding *u = f->u;
  const struct order_turns *turns = u->turns;
  const struct effect *effect = &u->effects->at[edge.id];
  const struct control_step *step = &turns->steps->steps.at[edge.id];
  struct symbolic_rules rules = {.first = first_value, .context = f};
  uint32_t awaited = start->inside ? start->inside->awaited : 0;
  struct term condition =
      term_and(f->terms, state->condition,
               symbolic_state_evaluate(state, &rules, effect->guard));
  if (step->asks && step->asked.thread != f->thread) {
    condition = term_and(f->terms, condition, has_ended(f, step->asked.thread));
    awaited |= 1u << step->asked.thread;
    order_event_vec_push(&u->waits,
                         (struct order_event){f->turn, step->asked.thread,
                                              step->asked.place, condition});
  }
  if (term_is_false(f->terms, condition))
    return;
  struct order_step taken = {f->turn, start->inside ? start->inside->number : 0,
                             0, edge, condition};
  if (!question_is_step(turns->steps->data_question, edge)) {
    order_step_vec_push(&u->steps, taken);
    stop(f, edge, condition, awaited);
    return;
  }
  bool has_created = (start->inside && start->inside->has_created);
  has_created |= create(f, edge, condition);
  struct symbolic_state after = symbolic_state_copy(state);
  after.condition = condition;
  symbolic_state_apply(state, effect, &rules, &after);
  if (order_is_end(turns, edge)) {
    order_step_vec_push(&u->steps, taken);
    end_turn(f, &after, order_ends_at(turns, edge, f->thread), awaited,
             has_created);
    return;
  }
  uint32_t to = turns->steps->procedure->edges.at[edge.id].to.id;
  uint32_t loops = start->loops;
  if (start->inside)
    loops += turns->ranks[to] <= turns->ranks[start->inside->location];
  if (loops > u->depth) {
    term_vec_push(&u->more, condition);
    f->awaited &= awaited;
    symbolic_state_release(&after);
    return;
  }
  uint32_t key =
      loops * turns->steps->procedure->locations.count + turns->ranks[to];
  struct inside *next = inside_at(f, key, to);
  symbolic_state_vec_push(&next->states, after);
  next->awaited &= awaited;
  next->has_created |= has_created;
  taken.to = next->number;
  order_step_vec_push(&u->steps, taken);
}

static void take_inside(struct unfolder *f, struct inside *at) {
  const struct procedure *procedure = f->u->turns->steps->procedure;
  const struct location *location = &procedure->locations.at[at->location];
  struct symbolic_state state = join(f, &at->states);
  struct start start = {at, at->key / procedure->locations.count};
  for (uint32_t i = 0; i < location->out_count; i++)
    take_edge(f, &state, (struct edge_id){location->first_out + i}, &start);
  symbolic_state_release(&state);
}

// Turns

static void run_turn(struct unfolder *f, struct symbolic_state *state) {
  const struct order_port *port =
      &f->u->turns->ports.at[f->u->nodes.at[f->turn].port];
  struct start start = {0};
  f->numbers = 0;
  f->awaited = UINT32_MAX;
  binding_vec_clear(&f->before);
  binding_vec_append(&f->before, state->values.at, state->values.count);
  for (uint32_t i = 0; i < port->edges.count; i++)
    take_edge(f, state, port->edges.at[i], &start);
  while (f->inside.count && f->u->steps.count < ORDER_STEPS) {
    struct inside at = take_lowest(f);
    take_inside(f, &at);
  }
  f->u->is_too_large |= f->inside.count > 0;
  for (uint32_t i = 0; i < f->inside.count; i++) {
    for (uint32_t k = 0; k < f->inside.at[i].states.count; k++)
      symbolic_state_release(&f->inside.at[i].states.at[k]);
    symbolic_state_vec_release(&f->inside.at[i].states);
  }
  inside_vec_clear(&f->inside);
  if (f->awaited != UINT32_MAX)
    f->u->nodes.at[f->turn].awaited |= f->awaited;
}

// Ways that come to a port are one turn.
static void begin_turn(struct unfolder *f, struct arrival_vec *arrivals,
                       uint32_t port, uint32_t layer) {
  struct symbolic_state_vec states = {0};
  uint32_t awaited = UINT32_MAX;
  f->layer = layer;
  f->is_alone = true;
  for (uint32_t i = 0; i < arrivals->count; i++) {
    f->is_alone = f->is_alone && arrivals->at[i].is_alone;
    awaited &= arrivals->at[i].awaited;
  }
  f->turn = f->u->nodes.count;
  for (uint32_t i = 0; i < arrivals->count; i++) {
    struct arrival *arrival = &arrivals->at[i];
    if (arrival->is_alone && !f->is_alone)
      publish(f, arrival->turn, &arrival->state, true);
    symbolic_state_vec_push(&states, arrival->state);
  }
  arrival_vec_release(arrivals);
  struct symbolic_state state = join(f, &states);
  if (!f->is_alone) {
    struct term happens = fresh_bool(f, "happens");
    term_vec_push(&f->u->facts,
                  term_implies(f->terms, happens, state.condition));
    state.condition = happens;
  }
  order_turn_vec_push(
      &f->u->nodes,
      (struct order_turn){f->thread, port, state.condition, awaited});
  run_turn(f, &state);
  symbolic_state_release(&state);
}

static uint32_t port_of_rank(const struct order_turns *turns, uint32_t rank) {
  uint32_t port = 0;
  while (turns->ports.at[port].rank != rank)
    port++;
  return port;
}

// Threads

static void start_state(struct unfolder *f, struct symbolic_state *state) {
  const struct order_turns *turns = f->u->turns;
  *state = symbolic_state_initial(f->u->effects, NULL);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < state->values.count; i++)
    if (turns->kinds[state->values.at[i].target.id] == ORDER_OWN)
      state->values.at[kept++] = state->values.at[i];
  state->values.count = kept;
  for (uint32_t i = 0; i < turns->cleared.count; i++)
    if (turns->cleared_threads.at[i] == f->thread)
      symbolic_state_set(state, turns->cleared.at[i].target,
                         turns->cleared.at[i].value);
}

static void run_ports(struct unfolder *f) {
  struct order_unfolding *u = f->u;
  for (uint32_t layer = 0; layer <= u->depth; layer++)
    for (uint32_t i = 0; i < f->port_count && !u->is_too_large; i++) {
      struct arrival_vec *arrivals = &f->ports[layer * f->port_count + i];
      if (!arrivals->count)
        continue;
      u->is_too_large = u->nodes.count >= ORDER_TURNS;
      if (!u->is_too_large)
        begin_turn(f, arrivals, port_of_rank(u->turns, f->lowest + i), layer);
    }
}

// The ranks of a thread's ports follow each other, with those of others
// between.
static void begin_thread(struct unfolder *f, uint32_t thread) {
  const struct order_turns *turns = f->u->turns;
  uint32_t highest = 0;
  f->thread = thread;
  f->lowest = UINT32_MAX;
  for (uint32_t i = 0; i < turns->ports.count; i++) {
    const struct order_port *port = &turns->ports.at[i];
    if (port->thread != thread)
      continue;
    if (port->rank < f->lowest)
      f->lowest = port->rank;
    if (port->rank > highest)
      highest = port->rank;
  }
  f->port_count = f->lowest == UINT32_MAX ? 0 : highest - f->lowest + 1;
  f->ports = memory_new_zero((size_t)f->port_count * (f->u->depth + 1) + 1,
                             sizeof *f->ports);
}

static void end_thread(struct unfolder *f) {
  for (uint32_t i = 0; i < f->port_count * (f->u->depth + 1); i++) {
    for (uint32_t k = 0; k < f->ports[i].count; k++)
      symbolic_state_release(&f->ports[i].at[k].state);
    arrival_vec_release(&f->ports[i]);
  }
  free(f->ports);
}

// The port at which the thread starts, and the condition that it does; null if
// it does not.
static const struct order_port *
find_start(const struct unfolder *f, uint32_t thread, struct term *created) {
  const struct order_turns *turns = f->u->turns;
  *created = term_bool(f->terms, !thread);
  const struct order_port *start = thread ? NULL : &turns->ports.at[0];
  for (uint32_t i = 0; i < f->u->creations.count; i++) {
    const struct order_event *creation = &f->u->creations.at[i];
    if (creation->thread != thread)
      continue;
    start = order_port_at(turns, thread, creation->place);
    *created = term_or(f->terms, *created, creation->condition);
  }
  return start;
}

static void run_thread(struct unfolder *f, uint32_t thread) {
  struct arrival first = {.is_alone = !thread};
  struct term created;
  const struct order_port *start = find_start(f, thread, &created);
  if (!start)
    return;
  begin_thread(f, thread);
  start_state(f, &first.state);
  first.state.condition = created;
  arrival_vec_push(&f->ports[start->rank - f->lowest], first);
  run_ports(f);
  end_thread(f);
}

// Are threads created by those with lower numbers, at places where they have
// turns, and nothing but the end of others waited for? So threads.h makes them.
static bool is_in_order(const struct order_unfolding *u) {
  for (uint32_t i = 0; i < u->creations.count; i++)
    if (u->creations.at[i].thread <=
            u->nodes.at[u->creations.at[i].turn].thread ||
        !order_port_at(u->turns, u->creations.at[i].thread,
                       u->creations.at[i].place))
      return false;
  for (uint32_t i = 0; i < u->waits.count; i++)
    if (order_port_at(u->turns, u->waits.at[i].thread, u->waits.at[i].place))
      return false;
  return true;
}

void order_unfold(struct order_unfolding *u, const struct order_turns *turns,
                  struct effects *effects, uint32_t depth) {
  *u = (struct order_unfolding){
      .turns = turns, .effects = effects, .depth = depth};
  struct unfolder f = {
      .u = u, .program = effects->program, .terms = effects->program->terms};
  uint32_t threads = turns->steps->counters->count;
  has_ended(&f, threads - 1);
  for (uint32_t i = 0; i < threads && !u->is_too_large; i++)
    run_thread(&f, i);
  u->is_too_large = u->is_too_large || !is_in_order(u);
  inside_vec_release(&f.inside);
  binding_vec_release(&f.before);
}

void order_unfolding_release(struct order_unfolding *u) {
  order_turn_vec_release(&u->nodes);
  order_read_vec_release(&u->reads);
  order_write_vec_release(&u->writes);
  order_step_vec_release(&u->steps);
  order_event_vec_release(&u->creations);
  order_event_vec_release(&u->waits);
  order_event_vec_release(&u->ends);
  term_vec_release(&u->ended);
  term_vec_release(&u->facts);
  term_vec_release(&u->violations);
  term_vec_release(&u->unmodelled);
  term_vec_release(&u->more);
}
