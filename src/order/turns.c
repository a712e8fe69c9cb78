#include "order/turns.h"

#include <stdlib.h>

#include "base/memory.h"

enum { NOWHERE = UINT32_MAX };

static const struct edge *edge_at(const struct order_turns *turns,
                                  struct edge_id edge) {
  return &turns->steps->procedure->edges.at[edge.id];
}

static const struct location *location_at(const struct order_turns *turns,
                                          uint32_t location) {
  return &turns->steps->procedure->locations.at[location];
}

// Shape

// The one edge that asks whose turn is next.
static bool find_next(struct order_turns *turns,
                      const struct effects *effects) {
  uint32_t count = 0;
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
    if (effects->at[i].havoc_count > turns->steps->data->at[i].havoc_count) {
      turns->next = (struct edge_id){i};
      count++;
    }
  if (count != 1)
    return false;
  turns->head = edge_at(turns, turns->next)->from;
  turns->chosen = edge_at(turns, turns->next)->to;
  return location_at(turns, turns->head.id)->out_count == 1;
}

bool order_is_end(const struct order_turns *turns, struct edge_id edge) {
  return edge_at(turns, edge)->to.id == turns->head.id;
}

uint32_t order_ends_at(const struct order_turns *turns, struct edge_id edge,
                       uint32_t thread) {
  const struct control_step *step = &turns->steps->steps.at[edge.id];
  for (uint32_t i = 0; i < step->move_count; i++) {
    const struct control_at *move =
        &turns->steps->moves.at[step->first_move + i];
    if (move->thread == thread)
      return move->place;
  }
  return NOWHERE;
}

// Ports

const struct order_port *order_port_at(const struct order_turns *turns,
                                       uint32_t thread, uint32_t place) {
  for (uint32_t i = 1; i < turns->ports.count; i++)
    if (turns->ports.at[i].thread == thread &&
        turns->ports.at[i].place == place)
      return &turns->ports.at[i];
  return NULL;
}

uint32_t order_port_count(const struct order_turns *turns, uint32_t thread) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < turns->ports.count; i++)
    count += turns->ports.at[i].thread == thread;
  return count;
}

static void add_edges_from(const struct order_turns *turns, uint32_t location,
                           struct edge_id_vec *into) {
  const struct location *from = location_at(turns, location);
  for (uint32_t i = 0; i < from->out_count; i++)
    edge_id_vec_push(into, (struct edge_id){from->first_out + i});
}

// The value that the edge wants of the choice of the next turn, where it is
// known at the head where its thread is.
static bool asks_choice(const struct order_turns *turns,
                        const struct effects *effects, struct edge_id edge,
                        uint32_t *value) {
  const struct program *program = effects->program;
  const struct term_table *terms = program->terms;
  struct term guard = effects->at[edge.id].guard;
  bool is_and = term_op(terms, guard) == OP_AND;
  for (uint32_t i = 0; i < (is_and ? term_arity(terms, guard) : 1); i++) {
    struct term atom = is_and ? term_operand(terms, guard, i) : guard;
    if (term_op(terms, atom) != OP_EQ)
      continue;
    struct term chosen = term_operand(terms, atom, 0);
    struct term wanted = term_operand(terms, atom, 1);
    if (term_op(terms, chosen) == OP_VAR && term_is_const(terms, wanted) &&
        effects_havocs(effects, turns->next,
                       program_variable_of(program, chosen))) {
      *value = (uint32_t)term_value(terms, wanted);
      return true;
    }
  }
  return false;
}

// Places of different threads are different where they have turns.
static bool is_asked(const struct order_turns *turns,
                     const struct effects *effects, struct edge_id edge,
                     struct control_at *at) {
  const struct control_steps *steps = turns->steps;
  uint32_t value;
  if (steps->steps.at[edge.id].asks) {
    *at = steps->steps.at[edge.id].asked;
    return true;
  }
  if (!asks_choice(turns, effects, edge, &value))
    return false;
  for (uint32_t i = 0; i < steps->counters->count; i++)
    BITSET_EACH (place, &steps->places[i])
      if (steps->values.at[place] == value) {
        *at = (struct control_at){i, place};
        return value != 0;
      }
  return false;
}

static bool find_ports(struct order_turns *turns,
                       const struct effects *effects) {
  struct order_port entry = {.place = turns->steps->initial.at[0],
                             .is_entry = true};
  add_edges_from(turns, turns->steps->procedure->entry.id, &entry.edges);
  order_port_vec_push(&turns->ports, entry);
  const struct location *chosen = location_at(turns, turns->chosen.id);
  for (uint32_t i = 0; i < chosen->out_count; i++) {
    struct edge_id edge = {chosen->first_out + i};
    struct control_at at;
    if (!is_asked(turns, effects, edge, &at))
      return false;
    struct order_port *known =
        (struct order_port *)order_port_at(turns, at.thread, at.place);
    if (!known) {
      order_port_vec_push(
          &turns->ports,
          (struct order_port){.thread = at.thread, .place = at.place});
      known = order_port_vec_last(&turns->ports);
    }
    edge_id_vec_push(&known->edges, edge);
  }
  return true;
}

// Locations inside turns

struct ranking {
  struct order_turns *turns;
  uint32_t *ranks; // 0: not met; else in the order in which all behind is done
  uint32_t done;
  bool
      is_wrong; // a location is in turns of two threads, or a turn ends nowhere
};

static void rank_location(struct ranking *r, uint32_t location,
                          uint32_t thread);

static void rank_target(struct ranking *r, struct edge_id edge,
                        uint32_t thread) {
  const struct order_turns *turns = r->turns;
  if (!question_is_step(turns->steps->data_question, edge))
    return;
  if (order_is_end(turns, edge))
    r->is_wrong |= order_ends_at(turns, edge, thread) == NOWHERE;
  else
    rank_location(r, edge_at(turns, edge)->to.id, thread);
}

static void rank_location(struct ranking *r, uint32_t location,
                          uint32_t thread) {
  struct order_turns *turns = r->turns;
  r->is_wrong |=
      location == turns->chosen.id ||
      (turns->owners[location] && turns->owners[location] != thread + 1);
  if (r->is_wrong || turns->owners[location])
    return;
  turns->owners[location] = thread + 1;
  const struct location *from = location_at(turns, location);
  for (uint32_t i = 0; i < from->out_count && !r->is_wrong; i++)
    rank_target(r, (struct edge_id){from->first_out + i}, thread);
  r->ranks[location] = ++r->done;
}

static bool rank_locations(struct order_turns *turns) {
  uint32_t count = turns->steps->procedure->locations.count;
  turns->owners = memory_new_zero(count, sizeof *turns->owners);
  turns->ranks = memory_new_zero(count, sizeof *turns->ranks);
  struct ranking r = {.turns = turns, .ranks = turns->ranks};
  for (uint32_t i = 0; i < turns->ports.count && !r.is_wrong; i++)
    for (uint32_t k = 0; k < turns->ports.at[i].edges.count; k++)
      rank_target(&r, turns->ports.at[i].edges.at[k],
                  turns->ports.at[i].thread);
  for (uint32_t i = 0; i < count; i++) // the later done, the earlier it comes
    if (turns->ranks[i])
      turns->ranks[i] = r.done - turns->ranks[i];
  return !r.is_wrong;
}

// The order of ports

static void rank_port(struct order_turns *turns, uint32_t port,
                      struct bitset *met, uint32_t *done);

// Ports at which a turn can end that passes the edge.
static void rank_ports_behind(struct order_turns *turns, uint32_t thread,
                              struct edge_id edge, struct bitset *passed,
                              struct bitset *met, uint32_t *done) {
  if (!question_is_step(turns->steps->data_question, edge))
    return;
  if (order_is_end(turns, edge)) {
    const struct order_port *next =
        order_port_at(turns, thread, order_ends_at(turns, edge, thread));
    if (next)
      rank_port(turns, (uint32_t)(next - turns->ports.at), met, done);
    return;
  }
  uint32_t to = edge_at(turns, edge)->to.id;
  if (!bitset_add(passed, to))
    return;
  const struct location *from = location_at(turns, to);
  for (uint32_t i = 0; i < from->out_count; i++)
    rank_ports_behind(turns, thread, (struct edge_id){from->first_out + i},
                      passed, met, done);
}

static void rank_port(struct order_turns *turns, uint32_t port,
                      struct bitset *met, uint32_t *done) {
  struct bitset passed = {0};
  if (!bitset_add(met, port))
    return;
  for (uint32_t i = 0; i < turns->ports.at[port].edges.count; i++)
    rank_ports_behind(turns, turns->ports.at[port].thread,
                      turns->ports.at[port].edges.at[i], &passed, met, done);
  turns->ports.at[port].rank = (*done)++;
  bitset_release(&passed);
}

static bool has_edge(const struct order_port *port, uint32_t edge) {
  for (uint32_t i = 0; i < port->edges.count; i++)
    if (port->edges.at[i].id == edge)
      return true;
  return false;
}

// 1 + the thread whose edge it is; 0: nobody's.
static uint32_t owner_of(const struct order_turns *turns, uint32_t edge) {
  uint32_t from = turns->steps->procedure->edges.at[edge].from.id;
  for (uint32_t i = 0; i < turns->ports.count; i++)
    if (has_edge(&turns->ports.at[i], edge))
      return turns->ports.at[i].thread + 1;
  return turns->owners[from];
}

// From where threads start: places to which others move them.
static void rank_ports(struct order_turns *turns) {
  const struct control_steps *steps = turns->steps;
  struct bitset met = {0};
  uint32_t done = 0;
  rank_port(turns, 0, &met, &done);
  for (uint32_t i = 1; i < steps->procedure->edges.count; i++) {
    const struct control_step *step = &steps->steps.at[i];
    for (uint32_t k = 0; k < step->move_count; k++) {
      struct control_at move = steps->moves.at[step->first_move + k];
      const struct order_port *port =
          order_port_at(turns, move.thread, move.place);
      if (port && owner_of(turns, i) != move.thread + 1)
        rank_port(turns, (uint32_t)(port - turns->ports.at), &met, &done);
    }
  }
  for (uint32_t i = 0; i < turns->ports.count; i++)
    rank_port(turns, i, &met, &done);
  for (uint32_t i = 0; i < turns->ports.count; i++)
    turns->ports.at[i].rank = done - 1 - turns->ports.at[i].rank;
  bitset_release(&met);
}

// Whose variables

struct mentions {
  uint32_t *readers, *writers; // by variable: threads, as bits
};

static void mark(const struct program *program, struct term t, uint32_t bit,
                 uint32_t *bits) {
  struct variable_vec found = {0};
  program_variables_in(program, &t, 1, &found);
  for (uint32_t i = 0; i < found.count; i++)
    bits[found.at[i].id] |= bit;
  variable_vec_release(&found);
}

static void mention(struct mentions *m, const struct program *program,
                    const struct effect *effect, uint32_t bit,
                    bool skips_constants) {
  mark(program, effect->guard, bit, m->readers);
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    if (skips_constants &&
        term_is_const(program->terms, effect->bindings[i].value))
      continue;
    mark(program, effect->bindings[i].value, bit, m->readers);
    m->writers[effect->bindings[i].target.id] |= bit;
  }
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    m->writers[effect->havocked[i].id] |= bit;
}

static bool is_single(uint32_t bits) {
  return !(bits & (bits - 1));
}

// At the beginning locals of all threads get zero. That of variables with which
// another thread alone has to do is how they start.
static void take_cleared(struct order_turns *turns, struct mentions *m,
                         const struct effect *effect) {
  const struct program *program = turns->steps->data->program;
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    struct binding binding = effect->bindings[i];
    if (!term_is_const(program->terms, binding.value))
      continue;
    uint32_t bits =
        m->readers[binding.target.id] | m->writers[binding.target.id];
    if (bits && !(bits & 1) && is_single(bits)) {
      uint32_t thread = 0;
      while (!(bits >> thread & 1))
        thread++;
      u32_vec_push(&turns->cleared_threads, thread);
      binding_vec_push(&turns->cleared, binding);
    } else {
      m->writers[binding.target.id] |= 1;
    }
  }
}

// Edges from the entry on that are taken in any case, and once.
static void find_prologue(const struct order_turns *turns,
                          struct bitset *prologue) {
  const struct procedure *procedure = turns->steps->procedure;
  struct bitset passed = {0};
  uint32_t at = procedure->entry.id;
  while (location_at(turns, at)->out_count == 1 && bitset_add(&passed, at)) {
    struct edge_id edge = {location_at(turns, at)->first_out};
    const struct control_step *step = &turns->steps->steps.at[edge.id];
    if (!question_is_step(turns->steps->data_question, edge) ||
        order_is_end(turns, edge) || step->move_count)
      break;
    bitset_add(prologue, edge.id);
    at = edge_at(turns, edge)->to.id;
  }
  bitset_release(&passed);
}

static void find_kinds(struct order_turns *turns) {
  const struct control_steps *steps = turns->steps;
  const struct program *program = steps->data->program;
  uint32_t count = program->variables.count;
  struct bitset prologue = {0};
  struct mentions m = {memory_new_zero(count, sizeof *m.readers),
                       memory_new_zero(count, sizeof *m.writers)};
  find_prologue(turns, &prologue);
  for (uint32_t i = 1; i < steps->procedure->edges.count; i++) {
    uint32_t owner = owner_of(turns, i);
    if (owner)
      mention(&m, program, &steps->data->at[i], 1u << (owner - 1),
              bitset_has(&prologue, i));
  }
  BITSET_EACH (i, &prologue)
    take_cleared(turns, &m, &steps->data->at[i]);
  turns->kinds = memory_new_zero(count, sizeof *turns->kinds);
  for (uint32_t i = 1; i < count; i++)
    turns->kinds[i] = !m.writers[i] && !is_single(m.readers[i]) ? ORDER_FIXED
                      : is_single(m.readers[i] | m.writers[i])  ? ORDER_OWN
                                                                : ORDER_SHARED;
  turns->writers = m.writers;
  free(m.readers);
  bitset_release(&prologue);
}

bool order_turns_init(struct order_turns *turns,
                      const struct control_steps *steps,
                      const struct effects *effects) {
  *turns = (struct order_turns){.steps = steps};
  if (!find_next(turns, effects) || !find_ports(turns, effects) ||
      !rank_locations(turns))
    return false;
  rank_ports(turns);
  find_kinds(turns);
  return true;
}

void order_turns_release(struct order_turns *turns) {
  for (uint32_t i = 0; i < turns->ports.count; i++)
    edge_id_vec_release(&turns->ports.at[i].edges);
  order_port_vec_release(&turns->ports);
  free(turns->owners);
  free(turns->ranks);
  free(turns->kinds);
  free(turns->writers);
  u32_vec_release(&turns->cleared_threads);
  binding_vec_release(&turns->cleared);
}
