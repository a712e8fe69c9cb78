#include "rank/endless.h"

#include "base/check.h"
#include "term/variables.h"

// ---- Life cycle -------------------------------------------------------------

static void clear_steps(struct endless_step_vec *steps) {
  for (uint32_t i = 0; i < steps->count; i++)
    endless_value_vec_release(&steps->at[i].values);
  endless_step_vec_release(steps);
}

void endless_clear(struct endless *endless) {
  endless_value_vec_release(&endless->entry);
  clear_steps(&endless->stem);
  for (uint32_t i = 0; i < endless->moves.count; i++)
    clear_steps(&endless->moves.at[i].steps);
  endless_move_vec_release(&endless->moves);
  endless_set_vec_release(&endless->sets);
  *endless = (struct endless){0};
}

void endless_release(struct endless *endless) {
  endless_clear(endless);
}

// ---- What may be chosen -----------------------------------------------------

static struct effects *effects_of(const struct endless_frame *f) {
  return f->blocks->effects;
}

static bool is_at_entry(const struct endless_frame *f,
                        struct variable variable) {
  const struct program *program = effects_of(f)->program;
  struct term t = program_term(program, variable);
  return program_variable(program, variable)->kind != VARIABLE_ADDRESS &&
         term_equal(effects_at_entry(effects_of(f), t), t);
}

// Once a variable that was not initialised may be anything, not again and
// again.
static bool is_chosen(const struct endless_frame *f,
                      const struct effect *effect, struct variable variable,
                      bool is_repeated) {
  bool is_havocked = false;
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    is_havocked |= effect->havocked[i].id == variable.id;
  bool is_local = !bitset_has(&f->component->behaviour->own, variable.id);
  return is_havocked &&
         (effect->origin == ORIGIN_INPUT ||
          (effect->origin == ORIGIN_UNINITIALISED && !is_repeated && is_local));
}

static bool is_fresh_chosen(const struct endless_frame *f,
                            const struct block_fresh *fresh) {
  return !fresh->edge.id ||
         effects_of(f)->at[fresh->edge.id].origin == ORIGIN_INPUT;
}

// ---- From walks -------------------------------------------------------------

static void take_values(const struct endless_frame *f, const struct walk *walk,
                        uint32_t step, bool is_repeated,
                        struct endless_value_vec *into) {
  struct program *program = effects_of(f)->program;
  for (uint32_t i = 0; i < walk->inputs.count; i++) {
    const struct walk_input *input = &walk->inputs.at[i];
    if (input->step != step)
      continue;
    bool ok = step == UINT32_MAX
                  ? is_at_entry(f, input->variable)
                  : is_chosen(f, &effects_of(f)->at[walk->path.at[step].id],
                              input->variable, is_repeated);
    if (ok)
      endless_value_vec_push(
          into, (struct endless_value){input->variable.id,
                                       walk_input_term(program, input)});
  }
}

static void take_steps(const struct endless_frame *f, const struct walk *walk,
                       uint32_t from, uint32_t to, bool is_repeated,
                       struct endless_step_vec *into) {
  for (uint32_t i = from; i < to; i++) {
    struct endless_step step = {.number = walk->path.at[i].id};
    take_values(f, walk, i, is_repeated, &step.values);
    endless_step_vec_push(into, step);
  }
}

void endless_take_stem(struct endless *endless, const struct endless_frame *f,
                       const struct walk *walk, uint32_t steps) {
  take_values(f, walk, UINT32_MAX, false, &endless->entry);
  take_steps(f, walk, 0, steps, false, &endless->stem);
}

void endless_take_path(struct endless *endless, const struct endless_frame *f,
                       const struct walk *walk, uint32_t from, uint32_t steps,
                       uint32_t cut) {
  struct endless_move move = {.from = cut};
  take_steps(f, walk, from, steps, true, &move.steps);
  endless_move_vec_push(&endless->moves, move);
}

struct endless_step *endless_take_block(struct endless_move *move,
                                        const struct endless_frame *f,
                                        uint32_t cut,
                                        const struct symbolic_state *exit) {
  const struct block_exit_vec *exits = &f->blocks->at[cut].exits;
  struct endless_step step = {.is_exit = true};
  while (step.number < exits->count && &exits->at[step.number].state != exit)
    step.number++;
  CHECK(step.number < exits->count, "a round is no exit of its block");
  endless_step_vec_push(&move->steps, step);
  return endless_step_vec_last(&move->steps);
}

// ---- Following it -----------------------------------------------------------

struct following {
  const struct endless_frame *frame;
  struct symbolic_state state; // and the condition under which it is taken
  struct location_id at;
  bool is_repeated;
  struct strbuf *why;
};

static bool refuse(struct following *it, const char *why) {
  strbuf_add(it->why, why);
  return false;
}

static bool has_variables(const struct term_table *terms, struct term t) {
  struct term_vec variables = {0};
  term_variables(terms, &t, 1, &variables);
  bool found = variables.count;
  term_vec_release(&variables);
  return found;
}

static bool fits(struct following *it, struct term place, struct term value) {
  const struct term_table *terms = it->state.program->terms;
  return (!has_variables(terms, value) &&
          sort_equal(term_sort(terms, place), term_sort(terms, value))) ||
         refuse(it, "a value is no constant of the right sort");
}

static bool set_value(struct following *it, const struct endless_value *value) {
  struct variable variable = {value->which};
  if (!fits(it, program_term(it->state.program, variable), value->value))
    return false;
  symbolic_state_set(&it->state, variable, value->value);
  return true;
}

static void assume(struct following *it, struct term condition) {
  it->state.condition =
      term_and(it->state.program->terms, it->state.condition, condition);
}

static bool follow_edge(struct following *it, const struct endless_step *step) {
  const struct endless_frame *f = it->frame;
  const struct procedure *procedure = effects_of(f)->procedure;
  if (!step->number || step->number >= procedure->edges.count)
    return refuse(it, "there is no such edge");
  struct edge_id id = {step->number};
  const struct edge *edge = procedure_edge(procedure, id);
  if (edge->from.id != it->at.id ||
      question_role(f->blocks->question, id) != ROLE_STEP)
    return refuse(it, "an edge does not go on from where the one before leads");
  const struct effect *effect = &effects_of(f)->at[id.id];
  struct symbolic_rules rules = {.relevant = &f->component->slice.variables};
  assume(it, symbolic_state_read(&it->state, effect->guard));
  symbolic_state_apply(&it->state, effect, &rules, &it->state);
  for (uint32_t i = 0; i < step->values.count; i++) {
    struct variable variable = {step->values.at[i].which};
    if (!is_chosen(f, effect, variable, it->is_repeated))
      return refuse(it, "a value is chosen that nobody may choose");
    if (!set_value(it, &step->values.at[i]))
      return false;
  }
  it->at = edge->to;
  return true;
}

// What the block takes is a variable of this move, unless it is chosen.
static bool choose(struct following *it, const struct large_block *block,
                   const struct endless_step *step) {
  struct substitution *reading = symbolic_state_reading(&it->state);
  struct term_table *terms = it->state.program->terms;
  for (uint32_t i = 0; i < block->fresh.count; i++) {
    struct term t = block->fresh.at[i].term;
    substitution_set(reading, t, term_variable_again(terms, t));
  }
  for (uint32_t i = 0; i < step->values.count; i++) {
    const struct endless_value *value = &step->values.at[i];
    if (value->which >= block->fresh.count ||
        !is_fresh_chosen(it->frame, &block->fresh.at[value->which]))
      return refuse(it, "a value is chosen that nobody may choose");
    struct term t = block->fresh.at[value->which].term;
    if (!fits(it, t, value->value))
      return false;
    substitution_set(reading, t, value->value);
  }
  return true;
}

static uint32_t cut_at(const struct blocks *blocks, struct location_id at) {
  uint32_t cut = 0;
  while (cut < blocks->count && blocks->cuts[cut].id != at.id)
    cut++;
  return cut;
}

static bool follow_block(struct following *it,
                         const struct endless_step *step) {
  const struct blocks *blocks = it->frame->blocks;
  uint32_t cut = cut_at(blocks, it->at);
  if (cut == blocks->count || step->number >= blocks->at[cut].exits.count)
    return refuse(it, "there is no such exit");
  const struct block_exit *exit = &blocks->at[cut].exits.at[step->number];
  if (!choose(it, &blocks->at[cut], step))
    return false;
  struct symbolic_state after = symbolic_state_copy(&it->state);
  after.condition =
      term_and(it->state.program->terms, it->state.condition,
               symbolic_state_read(&it->state, exit->state.condition));
  symbolic_state_compose(&it->state, &exit->state, &after);
  symbolic_state_release(&it->state);
  it->state = after;
  it->at = blocks->cuts[exit->cut];
  return true;
}

static bool follow(struct following *it, const struct endless_step_vec *steps,
                   bool has_blocks) {
  for (uint32_t i = 0; i < steps->count; i++) {
    const struct endless_step *step = &steps->at[i];
    if (step->is_exit && !has_blocks)
      return refuse(it, "the stem is made of edges");
    if (!(step->is_exit ? follow_block(it, step) : follow_edge(it, step)))
      return false;
  }
  return true;
}

// ---- Claims -----------------------------------------------------------------

// The states of the set at the cut point.
static struct term set_at(const struct endless *endless,
                          const struct endless_frame *f, uint32_t cut) {
  struct term_table *terms = effects_of(f)->program->terms;
  struct term states = term_false(terms);
  for (uint32_t i = 0; i < endless->sets.count; i++)
    if (endless->sets.at[i].cut == cut)
      states = term_or(terms, states, endless->sets.at[i].states);
  return states;
}

// Where it was followed to: it was taken, and is in the set.
static bool arrives(struct following *it, const struct endless *endless,
                    struct term *arrived) {
  uint32_t cut = cut_at(it->frame->blocks, it->at);
  if (cut == it->frame->blocks->count)
    return refuse(it, "a move, or the stem, does not lead to a cut point");
  assume(it, symbolic_state_read(&it->state, set_at(endless, it->frame, cut)));
  *arrived = it->state.condition;
  return true;
}

static bool claim_stem(const struct endless *endless,
                       const struct endless_frame *f, struct term_vec *claims,
                       struct strbuf *why) {
  struct effects *effects = effects_of(f);
  struct following it = {
      .frame = f,
      .state = symbolic_state_initial(effects, &f->component->slice.variables),
      .at = effects->procedure->entry,
      .why = why};
  struct term arrived;
  bool ok = true;
  for (uint32_t i = 0; i < endless->entry.count && ok; i++) {
    uint32_t id = endless->entry.at[i].which;
    ok = id && id < effects->program->variables.count &&
                 is_at_entry(f, (struct variable){id})
             ? set_value(&it, &endless->entry.at[i])
             : refuse(&it, "a value is chosen that nobody may choose");
  }
  ok = ok && follow(&it, &endless->stem, false) &&
       arrives(&it, endless, &arrived);
  if (ok)
    term_vec_push(claims, term_not(effects->program->terms, arrived));
  symbolic_state_release(&it.state);
  return ok;
}

// The condition under which the move leads into the set.
static bool stays(const struct endless *endless, const struct endless_frame *f,
                  const struct endless_move *move, struct term *condition,
                  struct strbuf *why) {
  struct following it = {.frame = f,
                         .state = symbolic_state_new(effects_of(f)->program),
                         .at = f->blocks->cuts[move->from],
                         .is_repeated = true,
                         .why = why};
  bool ok = move->steps.count ? follow(&it, &move->steps, true)
                              : refuse(&it, "a move has no steps");
  ok = ok && arrives(&it, endless, condition);
  symbolic_state_release(&it.state);
  return ok;
}

// A state of the set that no move leads from into it.
static bool claim_cut(const struct endless *endless,
                      const struct endless_frame *f, uint32_t cut,
                      struct term_vec *claims, struct strbuf *why) {
  struct term_table *terms = effects_of(f)->program->terms;
  struct term leaves = set_at(endless, f, cut);
  if (term_is_false(terms, leaves))
    return true;
  if (f->lemmas)
    leaves = term_and(
        terms, leaves,
        term_and_all(terms, f->lemmas->at[cut].at, f->lemmas->at[cut].count));
  for (uint32_t i = 0; i < endless->moves.count; i++) {
    struct term condition;
    if (endless->moves.at[i].from != cut)
      continue;
    if (!stays(endless, f, &endless->moves.at[i], &condition, why))
      return false;
    leaves = term_and(terms, leaves, term_not(terms, condition));
  }
  term_vec_push(claims, leaves);
  return true;
}

bool endless_claims(const struct endless *endless,
                    const struct endless_frame *frame, struct term_vec *claims,
                    struct strbuf *why) {
  bool ok = claim_stem(endless, frame, claims, why);
  for (uint32_t cut = 0; cut < frame->blocks->count && ok; cut++)
    ok = claim_cut(endless, frame, cut, claims, why);
  return ok;
}
