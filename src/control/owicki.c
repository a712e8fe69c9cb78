#include "control/owicki.h"

#include <stdlib.h>

#include "abstraction/symbolic_state.h"
#include "base/memory.h"

struct owicki {
  struct modular *modular;
  struct effects *effects;
  struct term_table *terms;
  struct bitset known; // claims, by term
  struct term_vec *claims;
};

// A turn, and who is interfered with by it.
struct turn {
  const struct control_at *actor;  // null: main at the entry
  const struct control_at *victim; // null: nobody is looked at but the actor
  struct term *inside;             // by location: the formula there
};

struct term owicki_formula(struct modular *modular, struct control_at at) {
  return transfer_formula(modular->data->transfer,
                          modular_reached(modular, at));
}

static void claim(struct owicki *owicki, struct term a, struct term b,
                  struct term c) {
  struct term all = term_and(owicki->terms, a, term_and(owicki->terms, b, c));
  if (!term_is_false(owicki->terms, all) && bitset_add(&owicki->known, all.id))
    term_vec_push(owicki->claims, all);
}

// What is taken for granted of counters

static struct term runs_not(const struct owicki *owicki, uint32_t thread,
                            uint32_t value) {
  struct term counter = program_term(owicki->effects->program,
                                     owicki->modular->running->at[thread]);
  return term_not(owicki->terms, term_eq(owicki->terms, counter,
                                         term_const(owicki->terms, 32, value)));
}

static struct term runs(const struct owicki *owicki, uint32_t thread) {
  return thread ? runs_not(owicki, thread, 0) : term_true(owicki->terms);
}

static struct term run_together(const struct owicki *owicki, uint32_t a,
                                uint32_t b) {
  const struct variable_vec *running = owicki->modular->running;
  struct term both = term_and(owicki->terms, runs(owicki, a), runs(owicki, b));
  if (a && b && variable_equal(running->at[a], running->at[b]))
    both = term_and(owicki->terms, both, runs_not(owicki, a, 1));
  return both;
}

// Edges

static struct term after(const struct owicki *owicki, struct edge_id edge,
                         struct term t) {
  struct symbolic_state state = symbolic_state_new(owicki->effects->program);
  symbolic_state_apply(&state, &owicki->effects->at[edge.id],
                       &(struct symbolic_rules){0}, &state);
  struct term result = symbolic_state_read(&state, t);
  symbolic_state_release(&state);
  return result;
}

// The thread is at the place after the edge, if it can have a turn there.
static void claim_end(struct owicki *owicki, struct term before,
                      struct edge_id edge, struct control_at at) {
  struct modular *modular = owicki->modular;
  if (!bitset_has(&modular->turns->ports[at.thread], at.place))
    return;
  struct term then =
      term_and(owicki->terms, runs(owicki, at.thread),
               term_not(owicki->terms, owicki_formula(modular, at)));
  // One state after it, whatever is havocked.
  claim(owicki, before, owicki->effects->at[edge.id].guard,
        after(owicki, edge, then));
}

static void claim_edge(struct owicki *owicki, const struct turn *turn,
                       struct term before, struct edge_id edge) {
  const struct modular *modular = owicki->modular;
  const struct control_steps *steps = modular->turns->steps;
  struct term guard = owicki->effects->at[edge.id].guard;
  enum role role = question_role(steps->data_question, edge);
  if (role == ROLE_ENDS || term_is_false(owicki->terms, before))
    return;
  if (role != ROLE_STEP) {
    if (!turn->victim)
      claim(owicki, before, guard, term_true(owicki->terms));
    return;
  }
  if (!control_turns_end(modular->turns, edge)) {
    struct location_id to = procedure_edge(steps->procedure, edge)->to;
    claim(owicki, before, guard,
          after(owicki, edge, term_not(owicki->terms, turn->inside[to.id])));
    return;
  }
  struct control_at moved =
      steps->moves.at[steps->steps.at[edge.id].first_move];
  if (!turn->victim)
    claim_end(owicki, before, edge, moved);
  else if (moved.thread == turn->actor->thread)
    claim_end(owicki, before, edge, *turn->victim);
}

static void claim_inside(struct owicki *owicki, const struct turn *turn,
                         const struct modular_sweep *sweep) {
  const struct control_steps *steps = owicki->modular->turns->steps;
  struct bitset seen = {0};
  for (uint32_t i = 0; i < sweep->steps.count; i++) {
    struct location_id at = sweep->steps.at[i].at;
    const struct location *location = procedure_location(steps->procedure, at);
    if (!bitset_add(&seen, at.id))
      continue;
    for (uint32_t k = 0; k < location->out_count; k++)
      if (!steps->steps.at[location->first_out + k].asks)
        claim_edge(owicki, turn, turn->inside[at.id],
                   (struct edge_id){location->first_out + k});
  }
  bitset_release(&seen);
}

// Turns

// The turn from what holds before it.
static void claim_turn(struct owicki *owicki, struct turn *turn, struct dd set,
                       struct term before) {
  struct modular *modular = owicki->modular;
  const struct control_steps *steps = modular->turns->steps;
  uint32_t locations = steps->procedure->locations.count;
  struct modular_sweep sweep;
  modular_sweep(modular, turn->actor,
                turn->victim  ? turn->victim->thread
                : turn->actor ? turn->actor->thread
                              : 0,
                set, &sweep);
  turn->inside = memory_new_zero(locations, sizeof *turn->inside);
  transfer_formulas(modular->data->transfer, sweep.sets, locations,
                    turn->inside);
  if (!turn->actor) {
    struct term entry = turn->inside[steps->procedure->entry.id];
    claim(owicki,
          term_not(owicki->terms, effects_at_entry(owicki->effects, entry)),
          term_true(owicki->terms), term_true(owicki->terms));
  }
  for (uint32_t i = 1; i < steps->procedure->edges.count; i++) {
    const struct control_step *step = &steps->steps.at[i];
    if (turn->actor && step->asks &&
        step->asked.thread == turn->actor->thread &&
        step->asked.place == turn->actor->place)
      claim_edge(owicki, turn, before, (struct edge_id){i});
  }
  claim_inside(owicki, turn, &sweep);
  free(turn->inside);
  modular_sweep_release(&sweep);
}

static void claim_own(struct owicki *owicki, struct control_at at) {
  struct modular *modular = owicki->modular;
  struct turn turn = {.actor = &at};
  claim_turn(owicki, &turn, modular_reached(modular, at),
             term_and(owicki->terms, runs(owicki, at.thread),
                      owicki_formula(modular, at)));
}

static void claim_free(struct owicki *owicki, struct control_at victim,
                       struct control_at actor) {
  struct modular *modular = owicki->modular;
  struct turn turn = {.actor = &actor, .victim = &victim};
  struct term before = term_and(owicki->terms, owicki_formula(modular, victim),
                                owicki_formula(modular, actor));
  if (!modular_interferes(modular, actor, victim.thread))
    return; // nothing that the formula speaks of is written
  claim_turn(owicki, &turn, modular_together(modular, victim, actor),
             term_and(owicki->terms, before,
                      run_together(owicki, victim.thread, actor.thread)));
}

static void claim_first(struct owicki *owicki) {
  struct modular *modular = owicki->modular;
  struct turn turn = {0};
  claim_turn(
      owicki, &turn,
      modular_view(modular, 0, transfer_initial(modular->data->transfer)),
      term_true(owicki->terms));
}

// Each with all others, and so with one of its own kind.
static void claim_place(struct owicki *owicki, struct control_at at) {
  struct modular *modular = owicki->modular;
  uint32_t threads = modular->turns->steps->counters->count;
  if (dd_is_false(modular_reached(modular, at)))
    return;
  uint32_t scope = dd_scope_begin(modular->dd);
  claim_own(owicki, at);
  for (uint32_t k = 0; k < threads; k++)
    BITSET_EACH (place, &modular->turns->ports[k]) {
      struct control_at actor = {k, place};
      if (k != at.thread && !dd_is_false(modular_reached(modular, actor)))
        claim_free(owicki, at, actor);
    }
  dd_scope_end(modular->dd, scope);
}

void owicki_claims(struct modular *modular, struct term_vec *claims) {
  struct owicki owicki = {.modular = modular,
                          .effects = modular->data->steps->data,
                          .terms = modular->data->steps->data->program->terms,
                          .claims = claims};
  uint32_t scope = dd_scope_begin(modular->dd);
  claim_first(&owicki);
  dd_scope_end(modular->dd, scope);
  for (uint32_t i = 0; i < modular->turns->steps->counters->count; i++)
    BITSET_EACH (place, &modular->turns->ports[i])
      claim_place(&owicki, (struct control_at){i, place});
  bitset_release(&owicki.known);
}
