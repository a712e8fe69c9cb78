#include "exact/steps.h"

#include <string.h>

#include "abstraction/predicate.h"
#include "library/routine.h"

// ---- Where executions begin -------------------------------------------------

// Locals come to be, with any value. Of a function other than main everything
// has any value at first, so that nothing happens; unless it was restricted.
static bool is_unset(struct steps *s, const struct effect *effect) {
  struct program *program = s->effects->program;
  struct bitset restricted = {0};
  bool is_so = effect->havoc_count && !effect->binding_count &&
               effect->origin == ORIGIN_UNINITIALISED && !s->effects->initial;
  program_mark_variables(program, s->assumed, &restricted);
  for (uint32_t i = 0; is_so && i < effect->havoc_count; i++)
    is_so = !bitset_has(&restricted, effect->havocked[i].id);
  for (uint32_t i = 0; is_so && i < effect->havoc_count; i++)
    bitset_add(&s->unset,
               term_variable_index(program->terms,
                                   program_term(program, effect->havocked[i])));
  bitset_release(&restricted);
  return is_so;
}

static bool is_about_unset(const struct steps *s, struct term guard) {
  struct u32_vec support = {0};
  bool found = false;
  term_support(s->effects->program->terms, guard, &support);
  for (uint32_t i = 0; i < support.count; i++)
    found |= bitset_has(&s->unset, support.at[i]);
  u32_vec_release(&support);
  return found;
}

// Does the edge leave everything as it is?
static bool is_plain(const struct steps *s, uint32_t edge) {
  const struct effect *effect = &s->effects->at[edge];
  enum operation_kind kind = s->effects->procedure->edges.at[edge].op.kind;
  return !effect->binding_count && !effect->havoc_count &&
         (kind == OPERATION_ASSUME || kind == OPERATION_ASSIGN) &&
         !(s->actions && s->actions->at[edge]);
}

// Restrictions on what is given at the entry come first, one after the other:
// they are part of what an initial state is. So is what guards the only step
// that a start has: where it cannot be taken nothing is executed.
static void find_start(struct steps *s) {
  const struct procedure *procedure = s->effects->procedure;
  struct term_table *terms = s->effects->program->terms;
  struct location_id at = s->start = procedure->entry;
  s->assumed = term_true(terms);
  for (uint32_t i = 0; i < procedure->locations.count; i++) {
    const struct location *location = procedure_location(procedure, at);
    if (location->out_count != 1)
      return;
    uint32_t edge = location->first_out;
    const struct effect *effect = &s->effects->at[edge];
    if (effect->kind == EFFECT_STEP && !is_about_unset(s, effect->guard))
      s->assumed = term_and(terms, s->assumed, effect->guard);
    if (effect->kind != EFFECT_STEP ||
        (!is_plain(s, edge) && !is_unset(s, effect)))
      return;
    at = procedure->edges.at[edge].to;
    if (procedure->edges.at[edge].op.kind != OPERATION_ASSIGN)
      s->start = at;
  }
}

static struct position position_of(const struct procedure *procedure,
                                   struct location_id at) {
  const struct location *location = procedure_location(procedure, at);
  return procedure->edges.at[location->first_out].position;
}

static bool is_same(struct position a, struct position b) {
  return a.line == b.line && a.column == b.column;
}

// An edge before which nothing changed is asked of the start, and assumed there
// (find_start); and where a function requires something, ways that part may do
// so because of it.
static bool restricts(const struct steps *s, const struct location *location,
                      bool is_start) {
  if (location->out_count != 1)
    return location->out_count && s->weaving && s->weaving->required.id;
  struct term guard = s->effects->at[location->first_out].guard;
  return (!is_start || is_about_unset(s, guard)) &&
         !term_is_true(s->effects->program->terms, guard);
}

// Of a function other than main: is what it is given restricted further on,
// where nothing of its own happens yet? Then a state in which it seems to start
// may be none.
static bool is_restricted_later(const struct steps *s) {
  const struct procedure *procedure = s->effects->procedure;
  struct position entry = position_of(procedure, procedure->entry);
  struct bitset seen = {0}, changed = {0};
  struct u32_vec pending = {0};
  bool found = false;
  u32_vec_push(&pending, s->start.id);
  while (pending.count && !found) {
    uint32_t at = u32_vec_pop(&pending);
    const struct location *location =
        procedure_location(procedure, (struct location_id){at});
    if (!bitset_add(&seen, at) || !location->out_count ||
        !is_same(position_of(procedure, (struct location_id){at}), entry))
      continue;
    found = restricts(s, location, !bitset_has(&changed, at));
    for (uint32_t i = 0; i < location->out_count; i++) {
      uint32_t edge = location->first_out + i;
      uint32_t to = procedure->edges.at[edge].to.id;
      if (bitset_has(&changed, at) || location->out_count > 1 ||
          !is_plain(s, edge))
        bitset_add(&changed, to);
      u32_vec_push(&pending, to);
    }
  }
  bitset_release(&seen);
  bitset_release(&changed);
  u32_vec_release(&pending);
  return found;
}

// ---- In transit -------------------------------------------------------------

static bool chooses(const struct steps *s, uint32_t edge) {
  const struct effect *effect = &s->effects->at[edge];
  return effect->havoc_count &&
         bitset_has(&s->weaving->choices, effect->what.id);
}

// Does nothing follow there but tests, or what is performed?
static bool performs_next(const struct procedure *procedure,
                          struct location_id at) {
  const struct location *location = procedure_location(procedure, at);
  bool all_test = location->out_count > 1;
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *edge = &procedure->edges.at[location->first_out + i];
    all_test &= edge->op.kind == OPERATION_ASSUME;
  }
  return all_test || (location->out_count == 1 &&
                      procedure->edges.at[location->first_out].op.kind ==
                          OPERATION_PERFORM);
}

static void find_transit(struct steps *s) {
  const struct procedure *procedure = s->effects->procedure;
  struct u32_vec pending = {0};
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (chooses(s, i) && bitset_add(&s->transit, procedure->edges.at[i].to.id))
      u32_vec_push(&pending, procedure->edges.at[i].to.id);
  while (pending.count) {
    struct location_id at = {u32_vec_pop(&pending)};
    const struct location *location = procedure_location(procedure, at);
    for (uint32_t i = 0; i < location->out_count; i++) {
      const struct edge *edge = &procedure->edges.at[location->first_out + i];
      if (edge->op.kind == OPERATION_ASSUME &&
          performs_next(procedure, edge->to) &&
          bitset_add(&s->transit, edge->to.id))
        u32_vec_push(&pending, edge->to.id);
    }
  }
  u32_vec_release(&pending);
}

void steps_init(struct steps *s, struct effects *effects,
                const struct weaving *weaving, const struct bitset *errors,
                const struct u32_vec *actions) {
  *s = (struct steps){.effects = effects,
                      .weaving = weaving,
                      .errors = errors,
                      .actions = actions};
  find_start(s);
  if (actions)
    find_transit(s);
  s->is_restricted = !effects->initial && is_restricted_later(s);
}

void steps_release(struct steps *s) {
  bitset_release(&s->unset);
  bitset_release(&s->transit);
}

// ---- What an edge is --------------------------------------------------------

static uint32_t action_of(const struct steps *s, const struct edge *edge,
                          bool *is_known) {
  *is_known = true;
  if (edge->op.kind != OPERATION_PERFORM)
    return 0;
  const struct performed *performed =
      &s->weaving->performed.at[edge->op.perform.number];
  *is_known = performed->kind == PERFORMED_ACTION ||
              performed->kind == PERFORMED_ARM ||
              performed->kind == PERFORMED_ENTRY_ARM;
  return performed->kind == PERFORMED_ACTION ? performed->action.id : 0;
}

// Of an edge behind which nothing comes: does the program end there, as far as
// is known? A function that nobody sees and that does not return may do
// anything, and go on for ever.
static bool is_ending(const struct steps *s, const struct edge *edge) {
  const struct program *program = s->effects->program;
  if (edge->op.kind != OPERATION_CALL || !edge->op.call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(program, edge->op.call.callee);
  const char *name = name_text(program->names, callee->name);
  bool goes_elsewhere =
      !strcmp(name, "longjmp") || !strcmp(name, "pthread_exit");
  return !is_assumed(callee) &&
         (callee->is_error || (routine_find(name).ends && !goes_elsewhere));
}

static bool is_error(const struct steps *s, uint32_t edge) {
  return s->errors && bitset_has(s->errors, edge);
}

// An abstraction of a call comes to ERROR: what follows is nobody's concern.
static bool is_forbidden(const struct edge *edge) {
  return edge->undefined == UNDEFINED_FORBIDDEN;
}

bool steps_describe(const struct steps *s, struct edge_id id,
                    struct code_step *step) {
  const struct procedure *procedure = s->effects->procedure;
  const struct edge *edge = &procedure->edges.at[id.id];
  const struct effect *effect = &s->effects->at[id.id];
  bool is_known;
  *step = (struct code_step){.to = edge->to, .guard = effect->guard};
  step->action = action_of(s, edge, &is_known);
  if (s->actions)
    step->action = s->actions->at[id.id];
  step->is_certain = true;
  if (is_error(s, id.id) || edge->undefined == UNDEFINED_DEADLOCK) {
    step->to = procedure->undefined;
  } else if (s->actions && is_forbidden(edge)) {
    step->to = (struct location_id){0};
    step->is_certain = false;
  } else if (edge->undefined != UNDEFINED_NONE ||
             edge->to.id == procedure->undefined.id) {
    return false;
  } else if (effect->kind == EFFECT_UNSUPPORTED || !is_known ||
             (effect->kind == EFFECT_ENDS && !is_ending(s, edge))) {
    step->to = (struct location_id){0};
    step->is_certain = false;
  } else if (effect->kind == EFFECT_ENDS) {
    step->to = procedure->exit;
  } else {
    step->changes = true;
    step->is_certain =
        !effect->havoc_count || effect->origin != ORIGIN_APPROXIMATION;
    step->is_choice =
        effect->havoc_count &&
        (effect->origin == ORIGIN_INPUT || effect->origin == ORIGIN_ASSUMPTION);
  }
  return true;
}

bool steps_stay(const struct steps *s, struct location_id location) {
  const struct procedure *procedure = s->effects->procedure;
  return location.id == procedure->exit.id ||
         location.id == procedure->undefined.id;
}
