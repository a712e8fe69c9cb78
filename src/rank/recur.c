#include "rank/recur.h"

#include <stdlib.h>

#include "abstraction/walk.h"
#include "base/memory.h"
#include "program/print.h"
#include "rank/draw.h"
#include "rank/taint.h"
#include "term/variables.h"

enum { STEPS = 2400, WALKS = 12, MORE_VISITS = 6, MOST_QUERIES = 150 };

// A path from a cut point to the next, with constants for inputs.
struct move {
  uint32_t from, to;
  struct symbolic_state after; // and its condition
  const struct round *round;
  struct endless_value_vec values; // of what the round takes
};

VEC_DEFINE(move_vec, struct move);

struct recurring {
  struct lasso *lasso;
  const struct lemmas *lemmas;
  struct program *program;
  struct term_table *terms;
  struct term_vec atoms; // what sets are made of
  struct bitset *held;   // by cut point: atoms, by index, of its set
  struct bitset in;      // cut points that have a set
  struct move_vec moves;
  uint32_t *cut_of; // by location: index of the cut point + 1
  uint32_t asked;
  // The execution.
  struct draw draw; // of inputs
  struct term_vec constants;
  struct walk walk;
  uint32_t group;   // that its second half stays in
  bool has_strayed; // it does not
  bool looks;       // for the first visit of the set, and not for atoms
  uint32_t first;   // steps before that; UINT32_MAX: not met
  uint32_t visits;  // since then
  uint32_t last;    // steps before the last visit that is shown
  uint32_t met;     // cut point of the first visit
};

// Drawing an execution

static u128 draw(void *context, struct edge_id edge, struct variable variable) {
  struct recurring *it = context;
  (void)edge;
  (void)variable;
  return draw_next(&it->draw);
}

static void note_atoms(struct recurring *it, uint32_t cut,
                       struct assignment *values) {
  bool is_first = bitset_add(&it->in, cut);
  for (uint32_t i = 0; i < it->atoms.count; i++) {
    bool holds = term_evaluate(values, it->atoms.at[i]);
    if (is_first && holds)
      bitset_add(&it->held[cut], i);
    else if (!holds)
      bitset_remove(&it->held[cut], i);
  }
}

static bool is_in_set(struct recurring *it, uint32_t cut,
                      struct assignment *values) {
  bool ok = bitset_has(&it->in, cut);
  BITSET_EACH (i, &it->held[cut])
    ok = ok && term_evaluate(values, it->atoms.at[i]);
  return ok;
}

static void look(struct recurring *it, uint32_t cut,
                 struct assignment *values) {
  uint32_t steps = it->walk.path.count;
  if (it->first == UINT32_MAX && is_in_set(it, cut, values)) {
    it->first = steps;
    it->met = cut;
  }
  if (it->first != UINT32_MAX && it->visits++ <= MORE_VISITS)
    it->last = steps;
}

static void arrive(void *context, struct location_id location,
                   struct assignment *values) {
  struct recurring *it = context;
  uint32_t cut = it->cut_of[location.id];
  if (!cut)
    return;
  cut--;
  uint32_t group = it->lasso->rounds->group[cut];
  if (it->looks) {
    look(it, cut, values);
  } else if (it->walk.path.count > STEPS / 2) {
    it->has_strayed |= !group || (it->group && group != it->group);
    it->group = group;
    if (!it->has_strayed)
      note_atoms(it, cut, values);
  }
}

static bool walks(struct recurring *it, uint32_t way) {
  const struct blocks *blocks = it->lasso->blocks;
  struct walk_source source = {.value = draw, .arrive = arrive, .context = it};
  walk_release(&it->walk);
  it->draw = (struct draw){.random = way + 1,
                           .way = way,
                           .terms = it->terms,
                           .constants = &it->constants};
  return walk_run(&it->walk, blocks->question,
                  &it->lasso->rank->component->slice.variables, &source,
                  STEPS) == WALK_STOPPED &&
         it->walk.path.count == STEPS;
}

static void forget(struct recurring *it) {
  for (uint32_t cut = 0; cut < it->lasso->blocks->count; cut++)
    bitset_clear(&it->held[cut]);
  bitset_clear(&it->in);
  it->group = 0;
  it->has_strayed = false;
}

// Moves

static void release_move(struct move *move) {
  symbolic_state_release(&move->after);
  endless_value_vec_release(&move->values);
}

static void release_moves(struct recurring *it) {
  for (uint32_t i = 0; i < it->moves.count; i++)
    release_move(&it->moves.at[i]);
  move_vec_release(&it->moves);
}

static bool mentions(const struct recurring *it, struct term t,
                     const struct term_vec *open) {
  struct term_vec variables = {0};
  bool found = false;
  term_variables(it->terms, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count && !found; i++)
    found = term_vec_has(open, variables.at[i]);
  term_vec_release(&variables);
  return found;
}

// The round with choices and inputs as in the model. False when it depends on
// what may not be chosen.
static bool add_move(struct recurring *it, const struct round *round,
                     struct assignment *model) {
  const struct blocks *blocks = it->lasso->blocks;
  const struct block_fresh_vec *fresh = &blocks->at[round->from].fresh;
  struct substitution *known = substitution_new(it->terms);
  struct term_vec open = {0};
  struct move move = {.from = round->from,
                      .to = round->to,
                      .after = symbolic_state_new(it->program),
                      .round = round};
  for (uint32_t i = 0; i < fresh->count; i++) {
    struct term t = fresh->at[i].term;
    uint32_t edge = fresh->at[i].edge.id;
    if (!edge || blocks->effects->at[edge].origin == ORIGIN_INPUT) {
      struct endless_value value = {i,
                                    assignment_constant(model, it->terms, t)};
      substitution_set(known, t, value.value);
      endless_value_vec_push(&move.values, value);
    } else {
      term_vec_push(&open, t);
    }
  }
  move.after.condition = substitution_apply(known, round->after->condition);
  bool ok = !mentions(it, move.after.condition, &open);
  for (uint32_t i = 0; i < round->after->values.count; i++) {
    struct binding binding = round->after->values.at[i];
    binding.value = substitution_apply(known, binding.value);
    bool is_open = mentions(it, binding.value, &open);
    if (!is_open)
      binding_vec_push(&move.after.values, binding);
    else // any value: what depends on it cannot be kept
      binding_vec_push(
          &move.after.values,
          (struct binding){
              binding.target,
              term_variable_again(it->terms,
                                  program_term(it->program, binding.target))});
  }
  if (ok)
    move_vec_push(&it->moves, move);
  else
    release_move(&move);
  substitution_free(known);
  term_vec_release(&open);
  return ok;
}

static struct term at_state(const struct recurring *it, struct term condition,
                            struct assignment *state) {
  struct substitution *known = substitution_new(it->terms);
  struct variable_vec variables = {0};
  program_variables_in(it->program, &condition, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++) {
    struct term t = program_term(it->program, variables.at[i]);
    substitution_set(known, t, assignment_constant(state, it->terms, t));
  }
  struct term result = substitution_apply(known, condition);
  variable_vec_release(&variables);
  substitution_free(known);
  return result;
}

// A move from the state that leads to a cut point with a set.
static bool finds_move(struct recurring *it, uint32_t cut,
                       struct assignment *state) {
  const struct rounds *rounds = it->lasso->rounds;
  bool found = false;
  for (uint32_t i = 0; i < rounds->at.count && !found; i++) {
    const struct round *round = &rounds->at.at[i];
    if (round->from != cut || !bitset_has(&it->in, round->to))
      continue;
    struct query *query = query_new(it->lasso->rank->solver, PURPOSE_OTHER);
    struct assignment *model = assignment_new(it->terms);
    query_assert(query, at_state(it, round->after->condition, state));
    found = query_check(query, NULL, 0) == ANSWER_SAT &&
            query_model(query, model) && add_move(it, round, model);
    assignment_free(model);
    query_free(query);
  }
  return found;
}

// Closing the set

static struct term set_of(const struct recurring *it, uint32_t cut) {
  struct term_vec parts = {0};
  BITSET_EACH (i, &it->held[cut])
    term_vec_push(&parts, it->atoms.at[i]);
  struct term set = term_and_all(it->terms, parts.at, parts.count);
  term_vec_release(&parts);
  return set;
}

// No move leads from a state of the set into the set.
static struct term leaves(struct recurring *it, uint32_t cut) {
  const struct term_vec *known = &it->lemmas->at[cut];
  struct term result =
      term_and(it->terms, set_of(it, cut),
               term_and_all(it->terms, known->at, known->count));
  for (uint32_t i = 0; i < it->moves.count; i++) {
    struct move *move = &it->moves.at[i];
    if (move->from != cut)
      continue;
    struct term stays =
        term_and(it->terms, move->after.condition,
                 symbolic_state_read(&move->after, set_of(it, move->to)));
    result = term_and(it->terms, result, term_not(it->terms, stays));
  }
  return result;
}

// What the move does not keep is dropped. False when there is no such move.
static bool drops(struct recurring *it, uint32_t cut,
                  struct assignment *state) {
  for (uint32_t i = 0; i < it->moves.count; i++) {
    struct move *move = &it->moves.at[i];
    if (move->from != cut || !term_evaluate(state, move->after.condition))
      continue;
    for (uint32_t a = 0; a < it->atoms.count; a++)
      if (bitset_has(&it->held[move->to], a) &&
          !term_evaluate(state,
                         symbolic_state_read(&move->after, it->atoms.at[a])))
        bitset_remove(&it->held[move->to], a);
    return true;
  }
  return false;
}

// *is_closed tells whether nothing leaves the set at the cut point. False when
// there is no way to go on.
static bool improves(struct recurring *it, uint32_t cut, bool *is_closed) {
  struct query *query = query_new(it->lasso->rank->solver, PURPOSE_OTHER);
  struct assignment *state = assignment_new(it->terms);
  query_assert(query, leaves(it, cut));
  enum answer answer =
      it->asked++ < MOST_QUERIES && !poll_stops(it->lasso->rank->poll)
          ? query_check(query, NULL, 0)
          : ANSWER_UNKNOWN;
  *is_closed = answer == ANSWER_UNSAT;
  bool ok =
      *is_closed || (answer == ANSWER_SAT && query_model(query, state) &&
                     (drops(it, cut, state) || finds_move(it, cut, state)));
  assignment_free(state);
  query_free(query);
  return ok;
}

static bool closes(struct recurring *it) {
  bool is_closed = false;
  while (!is_closed) {
    is_closed = true;
    BITSET_EACH (cut, &it->in) {
      bool here;
      if (!improves(it, cut, &here))
        return false;
      is_closed &= here;
    }
  }
  return true;
}

// Showing it

static void tell(struct recurring *it) {
  enum { TOLD = 3 };
  struct strbuf *why = &it->lasso->why;
  uint32_t told = 0;
  strbuf_clear(why);
  BITSET_EACH (i, &it->held[it->met]) {
    if (told == TOLD)
      break;
    strbuf_add(why, told++ ? " && " : "");
    program_print_term(it->program, it->atoms.at[i], why);
  }
  strbuf_add(why, told ? " need not become false" : "it need not be left");
  it->lasso->head = it->met;
}

static bool is_tainted(const struct recurring *it) {
  struct bitset tainted = {0}, needed = {0};
  struct edge_id_vec stem = {.at = it->walk.path.at, .count = it->first};
  taint_follow(it->lasso->blocks->effects,
               &it->lasso->rank->component->behaviour->own, &stem, &tainted);
  rounds_depend(it->lasso->rounds, it->group, &needed);
  bool found = bitset_intersects(&tainted, &needed);
  bitset_release(&tainted);
  bitset_release(&needed);
  return found;
}

// The same with arrays element by element: is it in the set, whatever is not
// known of it?
static bool is_known(struct recurring *it) {
  struct certainty known;
  struct term fails = term_false(it->terms);
  certainty_of(&known, it->lasso, &it->walk);
  certainty_follow(&known, it->first);
  BITSET_EACH (i, &it->held[it->met])
    fails = term_or(it->terms, fails,
                    term_not(it->terms, symbolic_state_read(&known.state,
                                                            it->atoms.at[i])));
  certainty_release(&known);
  return solver_check(it->lasso->rank->solver, PURPOSE_OTHER, &fails, 1) ==
         ANSWER_UNSAT;
}

// What it rests on: nothing leaves the set, what is known at cut points holds.
static void claim(struct recurring *it) {
  BITSET_EACH (cut, &it->in)
    term_vec_push(&it->lasso->claims, leaves(it, cut));
  lemmas_induction(it->lemmas, &it->lasso->claims);
}

// The sets, the moves and the way to them.
static void record(struct recurring *it) {
  struct endless *endless = &it->lasso->endless;
  struct endless_frame frame = lasso_frame(it->lasso);
  endless_clear(endless);
  BITSET_EACH (cut, &it->in)
    endless_set_vec_push(&endless->sets,
                         (struct endless_set){cut, set_of(it, cut)});
  for (uint32_t i = 0; i < it->moves.count; i++) {
    const struct move *taken = &it->moves.at[i];
    struct endless_move move = {.from = taken->from};
    struct endless_step *step =
        endless_take_block(&move, &frame, taken->from, taken->round->after);
    endless_value_vec_append(&step->values, taken->values.at,
                             taken->values.count);
    endless_move_vec_push(&endless->moves, move);
  }
  endless_take_stem(endless, &frame, &it->walk, it->first);
}

static bool is_shown(struct recurring *it) {
  it->looks = true;
  it->first = UINT32_MAX;
  it->visits = 0;
  bool ok = walks(it, it->draw.way) && it->first != UINT32_MAX &&
            (!is_tainted(it) || is_known(it));
  it->looks = false;
  if (!ok)
    return false;
  walk_shorten(&it->walk, it->last);
  if (!lasso_runs(it->lasso, &it->walk))
    return false;
  claim(it);
  record(it);
  tell(it);
  return true;
}

// The whole

// Bits in which the sides of equations differ: what is even stays so.
static void add_parity(struct recurring *it, struct term atom) {
  if (term_op(it->terms, atom) != OP_EQ)
    return;
  struct term a = term_operand(it->terms, atom, 0);
  struct sort sort = term_sort(it->terms, a);
  if (!sort_is_bits(sort) || sort_width(sort) < 2)
    return;
  struct term difference =
      term_sub(it->terms, a, term_operand(it->terms, atom, 1));
  struct term bit = term_extract(it->terms, 0, 1, difference);
  term_vec_push(&it->atoms,
                term_eq(it->terms, bit, term_const(it->terms, 1, 1)));
  term_vec_push(&it->atoms,
                term_eq(it->terms, bit, term_const(it->terms, 1, 0)));
}

static void add_atoms(struct recurring *it, const struct term_vec *conditions) {
  for (uint32_t i = 0; i < conditions->count; i++) {
    term_vec_push(&it->atoms, conditions->at[i]);
    term_vec_push(&it->atoms, term_not(it->terms, conditions->at[i]));
    add_parity(it, conditions->at[i]);
  }
}

bool recur_find(struct lasso *lasso, const struct lemmas *lemmas,
                const struct term_vec *conditions) {
  const struct blocks *blocks = lasso->blocks;
  struct program *program = blocks->effects->program;
  struct recurring it = {
      .lasso = lasso,
      .lemmas = lemmas,
      .program = program,
      .terms = program->terms,
      .held = memory_new_zero(blocks->count, sizeof *it.held),
      .cut_of = memory_new_zero(blocks->effects->procedure->locations.count,
                                sizeof *it.cut_of)};
  for (uint32_t i = 0; i < blocks->count; i++)
    it.cut_of[blocks->cuts[i].id] = i + 1;
  add_atoms(&it, conditions);
  draw_find_constants(program->terms, conditions, &it.constants);
  bool found = false;
  for (uint32_t way = 0; way < WALKS && !found; way++) {
    forget(&it);
    release_moves(&it);
    it.asked = 0;
    found = walks(&it, way) && !it.has_strayed && it.group && closes(&it) &&
            is_shown(&it);
  }
  release_moves(&it);
  walk_release(&it.walk);
  term_vec_release(&it.constants);
  term_vec_release(&it.atoms);
  for (uint32_t i = 0; i < blocks->count; i++)
    bitset_release(&it.held[i]);
  bitset_release(&it.in);
  free(it.held);
  free(it.cut_of);
  return found;
}
