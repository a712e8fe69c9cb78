#include "control/turns.h"

#include <stdlib.h>

#include "base/memory.h"

enum { SEVERAL = UINT32_MAX };

static uint32_t port_index(const struct control_steps *steps, uint32_t thread,
                           uint32_t place) {
  return thread * steps->values.count + place;
}

bool control_turns_end(const struct control_turns *turns, struct edge_id edge) {
  return turns->steps->steps.at[edge.id].move_count > 0;
}

// Edges from the location on, up to those that end the turn.
static void follow(struct control_turns *turns, struct location_id from,
                   uint32_t thread, struct bitset *written) {
  const struct control_steps *steps = turns->steps;
  struct bitset seen = {0};
  struct u32_vec open = {0};
  u32_vec_push(&open, from.id);
  while (open.count) {
    uint32_t at = u32_vec_pop(&open);
    if (!bitset_add(&seen, at))
      continue;
    const struct location *location =
        procedure_location(steps->procedure, (struct location_id){at});
    for (uint32_t i = 0; i < location->out_count; i++) {
      struct edge_id edge = {location->first_out + i};
      const struct effect *effect = &steps->data->at[edge.id];
      if (steps->steps.at[edge.id].asks)
        continue;
      turns->actors[edge.id] = thread + 1;
      for (uint32_t k = 0; k < effect->binding_count; k++)
        bitset_add(written, effect->bindings[k].target.id);
      for (uint32_t k = 0; k < effect->havoc_count; k++)
        bitset_add(written, effect->havocked[k].id);
      if (!control_turns_end(turns, edge))
        u32_vec_push(&open, procedure_edge(steps->procedure, edge)->to.id);
    }
  }
  bitset_release(&seen);
  u32_vec_release(&open);
}

static void find_actors(struct control_turns *turns) {
  const struct control_steps *steps = turns->steps;
  struct bitset first = {0};
  follow(turns, steps->procedure->entry, 0, &first);
  bitset_release(&first);
  for (uint32_t i = 1; i < steps->procedure->edges.count; i++) {
    const struct control_step *step = &steps->steps.at[i];
    if (!step->asks)
      continue;
    struct control_at at = step->asked;
    struct bitset *written =
        &turns->written[port_index(steps, at.thread, at.place)];
    turns->actors[i] = at.thread + 1;
    bitset_add(&turns->ports[at.thread], at.place);
    for (uint32_t k = 0; k < steps->data->at[i].binding_count; k++)
      bitset_add(written, steps->data->at[i].bindings[k].target.id);
    for (uint32_t k = 0; k < steps->data->at[i].havoc_count; k++)
      bitset_add(written, steps->data->at[i].havocked[k].id);
    if (!control_turns_end(turns, (struct edge_id){i}))
      follow(turns, procedure_edge(steps->procedure, (struct edge_id){i})->to,
             at.thread, written);
  }
}

// Owners

static void mention(struct control_turns *turns, uint32_t variable,
                    uint32_t actor) {
  uint32_t *owner = &turns->owners[variable];
  bitset_add(&turns->mentioned[actor - 1], variable);
  *owner = !*owner || *owner == actor ? actor : SEVERAL;
}

static void mention_all(struct control_turns *turns, struct term t,
                        uint32_t actor) {
  struct bitset used = {0};
  program_mark_variables(turns->steps->data->program, t, &used);
  BITSET_EACH (id, &used)
    mention(turns, id, actor);
  bitset_release(&used);
}

// Whom the edge moves: what it writes is that one's, if it is born.
static uint32_t writer_of(const struct control_turns *turns, uint32_t edge) {
  const struct control_step *step = &turns->steps->steps.at[edge];
  uint32_t actor = turns->actors[edge];
  if (step->move_count != 1)
    return actor;
  return 1 + turns->steps->moves.at[step->first_move].thread;
}

static void find_owners(struct control_turns *turns) {
  const struct effects *data = turns->steps->data;
  for (uint32_t i = 1; i < data->procedure->edges.count; i++) {
    const struct effect *effect = &data->at[i];
    uint32_t actor = turns->actors[i], writer = writer_of(turns, i);
    if (!actor)
      continue;
    mention_all(turns, effect->guard, actor);
    for (uint32_t k = 0; k < effect->binding_count; k++) {
      mention(turns, effect->bindings[k].target.id, writer);
      mention_all(turns, effect->bindings[k].value, actor);
    }
    for (uint32_t k = 0; k < effect->havoc_count; k++)
      mention(turns, effect->havocked[k].id, writer);
  }
  for (uint32_t i = 1; i < data->program->variables.count; i++) {
    if (turns->owners[i] == SEVERAL)
      turns->owners[i] = 0;
    else
      for (uint32_t k = 0; k < turns->steps->counters->count; k++)
        bitset_remove(&turns->mentioned[k], i);
  }
}

void control_turns_init(struct control_turns *turns,
                        const struct control_steps *steps) {
  uint32_t threads = steps->counters->count;
  *turns = (struct control_turns){.steps = steps};
  turns->actors =
      memory_new_zero(steps->procedure->edges.count, sizeof *turns->actors);
  turns->owners = memory_new_zero(steps->data->program->variables.count,
                                  sizeof *turns->owners);
  turns->written = memory_new_zero(port_index(steps, threads, 0) + 1,
                                   sizeof *turns->written);
  turns->ports = memory_new_zero(threads, sizeof *turns->ports);
  turns->mentioned = memory_new_zero(threads, sizeof *turns->mentioned);
  find_actors(turns);
  find_owners(turns);
}

void control_turns_release(struct control_turns *turns) {
  uint32_t threads = turns->steps->counters->count;
  for (uint32_t i = 0; i < port_index(turns->steps, threads, 0); i++)
    bitset_release(&turns->written[i]);
  for (uint32_t i = 0; i < threads; i++) {
    bitset_release(&turns->ports[i]);
    bitset_release(&turns->mentioned[i]);
  }
  free(turns->mentioned);
  free(turns->written);
  free(turns->ports);
  free(turns->actors);
  free(turns->owners);
}

bool control_turns_are_alike(const struct control_turns *turns, uint32_t a,
                             uint32_t b) {
  return bitset_equal(&turns->mentioned[a], &turns->mentioned[b]);
}

// Ids

static bool is_id(const struct term_table *terms, struct term t,
                  uint64_t first_id) {
  return term_is_const(terms, t) && sort_is_bits(term_sort(terms, t)) &&
         term_width(terms, t) == 32 && term_value(terms, t) >= first_id &&
         term_value(terms, t) < first_id + 0x10000;
}

bool control_turns_sees(const struct control_turns *turns, uint32_t thread,
                        struct term t, uint64_t first_id) {
  const struct program *program = turns->steps->data->program;
  struct term_vec parts = {0};
  bool sees = true;
  term_collect(program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && sees; i++) {
    struct term part = parts.at[i];
    if (is_id(program->terms, part, first_id))
      sees = term_value(program->terms, part) == first_id + thread;
    if (term_op(program->terms, part) != OP_VAR)
      continue;
    uint32_t owner = turns->owners[program_variable_of(program, part).id];
    sees = !owner || owner == thread + 1;
  }
  term_vec_release(&parts);
  return sees;
}

struct ids {
  const struct program *program;
  uint64_t first_id;
  struct bitset holders; // variables that may hold one
};

// Is one somewhere in it?
static bool mentions(const struct ids *ids, struct term t) {
  const struct term_table *terms = ids->program->terms;
  struct term_vec parts = {0};
  bool found = false;
  term_collect(terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count && !found; i++)
    found = is_id(terms, parts.at[i], ids->first_id) ||
            (term_op(terms, parts.at[i]) == OP_VAR &&
             bitset_has(&ids->holders,
                        program_variable_of(ids->program, parts.at[i]).id));
  term_vec_release(&parts);
  return found;
}

// May its value be one, or be made of one?
static bool carries(const struct ids *ids, struct term t) {
  const struct term_table *terms = ids->program->terms;
  if (sort_is_bool(term_sort(terms, t)) || !mentions(ids, t))
    return false;
  if (term_op(terms, t) != OP_ITE)
    return true;
  return carries(ids, term_operand(terms, t, 1)) ||
         carries(ids, term_operand(terms, t, 2));
}

static bool is_comparison(const struct ids *ids, struct term t) {
  const struct term_table *terms = ids->program->terms;
  bool is_one = false, ok = true;
  for (uint32_t i = 0; i < term_arity(terms, t); i++)
    is_one |= carries(ids, term_operand(terms, t, i));
  for (uint32_t i = 0; i < term_arity(terms, t) && is_one && ok; i++)
    ok = term_is_const(terms, term_operand(terms, t, i)) ||
         carries(ids, term_operand(terms, t, i));
  return ok;
}

// Is an id in it at most compared for equality with numbers that are fixed, or
// with other ids, or handed on?
static bool keeps(const struct ids *ids, struct term t) {
  const struct term_table *terms = ids->program->terms;
  uint32_t count = term_arity(terms, t);
  bool ok = true;
  if (!count || !mentions(ids, t))
    return true;
  switch (term_op(terms, t)) {
  case OP_EQ: ok = is_comparison(ids, t); break;
  case OP_AND:
  case OP_OR:
  case OP_NOT:
  case OP_ITE: break;
  case OP_SELECT:
  case OP_STORE: ok = !carries(ids, term_operand(terms, t, 1)); break;
  default:
    for (uint32_t i = 0; i < count && ok; i++)
      ok = !carries(ids, term_operand(terms, t, i));
  }
  for (uint32_t i = 0; i < count && ok; i++)
    ok = keeps(ids, term_operand(terms, t, i));
  return ok;
}

static void find_holders(struct ids *ids, const struct effects *data) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < data->procedure->edges.count; i++)
      for (uint32_t k = 0; k < data->at[i].binding_count; k++) {
        const struct binding *binding = &data->at[i].bindings[k];
        if (!bitset_has(&ids->holders, binding->target.id) &&
            carries(ids, binding->value))
          changed |= bitset_add(&ids->holders, binding->target.id);
      }
  }
}

bool control_turns_keep_ids(const struct control_turns *turns,
                            uint64_t first_id) {
  const struct effects *data = turns->steps->data;
  struct ids ids = {.program = data->program, .first_id = first_id};
  bool ok = true;
  find_holders(&ids, data);
  for (uint32_t i = 1; i < data->procedure->edges.count && ok; i++) {
    ok = keeps(&ids, data->at[i].guard);
    for (uint32_t k = 0; k < data->at[i].binding_count && ok; k++)
      ok = keeps(&ids, data->at[i].bindings[k].value);
  }
  bitset_release(&ids.holders);
  return ok;
}
