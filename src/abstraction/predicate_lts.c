#include "abstraction/predicate_lts.h"

#include <string.h>

#include "program/print.h"

struct building {
  struct transfer *transfer;
  const struct precision *precision;
  struct effects *effects;
  struct predicate_table *table;
  struct lts_builder builder;
  struct interner *known;   // location and valuation -> number
  struct u32_vec states;    // by number less one: the state of the LTS
  struct u32_vec locations; // by number less one
  uint32_t limit;
  // The step that is made
  uint32_t from;
  struct action action;
  struct location_id to;
};

static void name_state(struct building *b, uint32_t state,
                       struct location_id location, const bool *values) {
  const struct program *program = b->effects->program;
  const struct predicate_vec *all = precision_at(b->precision, location);
  const struct procedure *procedure = b->effects->procedure;
  struct strbuf text = {0};
  strbuf_format(&text, "L%u", location.id);
  struct position position = procedure_location(procedure, location)->position;
  if (position.line)
    strbuf_format(&text, " (line %u)", position.line);
  for (uint32_t i = 0; i < all->count; i++) {
    struct term atom = predicate_term(b->table, all->at[i]);
    strbuf_add(&text, i ? ", " : ": ");
    program_print_term(
        program, values[i] ? atom : term_not(program->terms, atom), &text);
  }
  lts_builder_name(&b->builder, state, strbuf_text(&text));
  strbuf_release(&text);
}

// Bytes that tell a state from all others.
static struct name key_of(struct building *b, struct location_id location,
                          const bool *values) {
  uint32_t count = precision_at(b->precision, location)->count;
  struct strbuf key = {0};
  strbuf_bytes(&key, (const char *)&location.id, sizeof location.id);
  for (uint32_t i = 0; i < count; i++)
    strbuf_char(&key, values[i] ? '1' : '0');
  struct name name = intern_bytes(b->known, key.text, key.length);
  strbuf_release(&key);
  return name;
}

static uint32_t state_of(struct building *b, struct location_id location,
                         const bool *values) {
  struct name key = key_of(b, location, values);
  if (key.id <= b->states.count)
    return b->states.at[key.id - 1];
  uint32_t state = lts_builder_state(&b->builder);
  u32_vec_push(&b->states, state);
  u32_vec_push(&b->locations, location.id);
  if (location.id == b->effects->procedure->exit.id) {
    lts_builder_kind(&b->builder, state, STATE_STOP);
    lts_builder_name(&b->builder, state, "STOP");
  } else {
    name_state(b, state, location, values);
  }
  return state;
}

static bool add_step(void *context, const bool *values) {
  struct building *b = context;
  lts_builder_step(&b->builder, b->from, b->action, state_of(b, b->to, values));
  return b->states.count <= b->limit;
}

static bool add_steps(struct building *b, uint32_t number,
                      const struct action *labels) {
  struct location_id location = {b->locations.at[number]};
  const struct procedure *procedure = b->effects->procedure;
  const struct location *at = procedure_location(procedure, location);
  struct name name = {number + 1};
  const char *key = name_text(b->known, name);
  uint32_t count = precision_at(b->precision, location)->count;
  bool *values = memory_new_zero(count + 1, sizeof *values);
  for (uint32_t i = 0; i < count; i++)
    values[i] = key[sizeof location.id + i] == '1';
  struct dd here = transfer_valuation(b->transfer, location, values);
  bool ok = true;
  b->from = b->states.at[number];
  for (uint32_t i = 0; i < at->out_count && ok; i++) {
    struct edge_id edge = {at->first_out + i};
    if (b->effects->at[edge.id].kind != EFFECT_STEP)
      continue;
    b->action = action_is_none(labels[edge.id]) ? action_tau : labels[edge.id];
    b->to = procedure_edge(procedure, edge)->to;
    ok = transfer_each(b->transfer, b->to,
                       transfer_image(b->transfer, edge, here), add_step, b);
  }
  free(values);
  return ok;
}

// States are numbered as they are met, after INIT.
static void tell_locations(const struct building *b, struct u32_vec *into) {
  u32_vec_clear(into);
  u32_vec_resize(into, b->states.count + 1);
  for (uint32_t i = 0; i < b->states.count; i++)
    into->at[b->states.at[i]] = b->locations.at[i];
}

struct lts *predicate_lts_new(struct transfer *transfer,
                              const struct precision *precision,
                              const struct action *labels,
                              struct action_table *actions, uint32_t limit) {
  struct u32_vec locations = {0};
  struct lts *lts =
      predicate_lts_at(transfer, precision, labels, actions, limit, &locations);
  u32_vec_release(&locations);
  return lts;
}

struct lts *predicate_lts_at(struct transfer *transfer,
                             const struct precision *precision,
                             const struct action *labels,
                             struct action_table *actions, uint32_t limit,
                             struct u32_vec *locations) {
  struct building b = {.transfer = transfer,
                       .precision = precision,
                       .effects = transfer_effects(transfer),
                       .table = transfer_table(transfer),
                       .known = interner_new(),
                       .limit = limit};
  struct dd_manager *dd = transfer_dd(transfer);
  lts_builder_init(&b.builder, actions);
  b.from = lts_builder_state(&b.builder);
  lts_builder_name(&b.builder, b.from, "INIT");
  b.action = action_tau;
  b.to = b.effects->procedure->entry;
  uint32_t scope = dd_scope_begin(dd);
  bool ok =
      transfer_each(transfer, b.to, transfer_initial(transfer), add_step, &b);
  for (uint32_t i = 0; i < b.states.count && ok; i++)
    ok = add_steps(&b, i, labels);
  dd_scope_end(dd, scope);
  struct lts *lts = NULL;
  tell_locations(&b, locations);
  if (ok)
    lts = lts_builder_finish(&b.builder);
  else
    lts_builder_release(&b.builder);
  interner_free(b.known);
  u32_vec_release(&b.states);
  u32_vec_release(&b.locations);
  return lts;
}
