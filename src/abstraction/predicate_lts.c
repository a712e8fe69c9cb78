#include "abstraction/predicate_lts.h"

#include "abstraction/must.h"
#include "program/print.h"

struct building {
  struct transfer *transfer;
  const struct precision *precision;
  struct effects *effects;
  struct predicate_table *table;
  struct edge_builder builder;
  struct interner *known;   // location and valuation -> number
  struct u32_vec states;    // by number less one: the state of the LTS
  struct u32_vec locations; // by number less one
  const struct predicate_lts_options *options;
  // The step that is made
  uint32_t from;
  struct action action;
  struct location_id to;
  struct edge_id edge;    // none: to the entry
  struct term_vec source; // the valuation before it, as literals
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
  lts_builder_name(&b->builder.lts, state, strbuf_text(&text));
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
  uint32_t state = lts_builder_state(&b->builder.lts);
  u32_vec_push(&b->states, state);
  u32_vec_push(&b->locations, location.id);
  if (location.id == b->effects->procedure->exit.id) {
    lts_builder_kind(&b->builder.lts, state, STATE_STOP);
    lts_builder_name(&b->builder.lts, state, "STOP");
  } else if (b->options->is_named) {
    name_state(b, state, location, values);
  }
  return state;
}

static void list_literals(const struct building *b, struct location_id location,
                          const bool *values, struct term_vec *into) {
  const struct predicate_vec *all = precision_at(b->precision, location);
  for (uint32_t i = 0; i < all->count; i++) {
    struct term atom = predicate_term(b->table, all->at[i]);
    term_vec_push(into, values[i] ? atom
                                  : term_not(b->effects->program->terms, atom));
  }
}

static bool is_certain(struct building *b, const bool *values) {
  struct term_vec target = {0};
  list_literals(b, b->to, values, &target);
  bool is_certain = b->edge.id
                        ? must_step(b->effects, b->options->certain, b->edge,
                                    &b->source, &target)
                        : must_start(b->effects, b->options->certain, &target);
  term_vec_release(&target);
  return is_certain;
}

static bool add_step(void *context, const bool *values) {
  struct building *b = context;
  if (b->options->certain && !is_certain(b, values))
    return true;
  lts_builder_step(&b->builder.lts, b->from, b->action,
                   state_of(b, b->to, values));
  return b->states.count <= b->options->limit;
}

// False beyond the limit.
static bool add_edge(struct building *b, struct edge_id edge, struct dd here) {
  if (!edge_builder_steps(&b->builder, edge))
    return true;
  struct dd image = transfer_image(b->transfer, edge, here);
  if (dd_is_false(image))
    return true;
  b->action = edge_builder_take(&b->builder, b->from, edge);
  b->to = procedure_edge(b->effects->procedure, edge)->to;
  b->edge = edge;
  return action_is_none(b->action) ||
         transfer_each(b->transfer, b->to, image, add_step, b);
}

static bool add_steps(struct building *b, uint32_t number) {
  struct location_id location = {b->locations.at[number]};
  const struct location *at =
      procedure_location(b->effects->procedure, location);
  struct name name = {number + 1};
  const char *key = name_text(b->known, name);
  uint32_t count = precision_at(b->precision, location)->count;
  bool *values = memory_new_zero(count + 1, sizeof *values);
  for (uint32_t i = 0; i < count; i++)
    values[i] = key[sizeof location.id + i] == '1';
  uint32_t scope = dd_scope_begin(transfer_dd(b->transfer));
  struct dd here = transfer_valuation(b->transfer, location, values);
  bool ok = !poll_stops(b->options->poll);
  b->from = b->states.at[number];
  term_vec_clear(&b->source);
  if (b->options->certain)
    list_literals(b, location, values, &b->source);
  for (uint32_t i = 0; i < at->out_count && ok; i++)
    ok = add_edge(b, (struct edge_id){at->first_out + i}, here);
  dd_scope_end(transfer_dd(b->transfer), scope);
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

struct lts *predicate_lts_new(const struct question *question,
                              struct transfer *transfer,
                              const struct precision *precision,
                              const struct predicate_lts_options *options,
                              struct action_table *actions) {
  struct building b = {.transfer = transfer,
                       .precision = precision,
                       .effects = transfer_effects(transfer),
                       .table = transfer_table(transfer),
                       .known = interner_new(),
                       .options = options};
  struct dd_manager *dd = transfer_dd(transfer);
  edge_builder_init(&b.builder, &options->labels, question, actions);
  b.from = lts_builder_state(&b.builder.lts);
  lts_builder_name(&b.builder.lts, b.from, "INIT");
  b.action = edge_builder_start(&b.builder);
  b.to = b.effects->procedure->entry;
  uint32_t scope = dd_scope_begin(dd);
  bool ok =
      transfer_each(transfer, b.to, transfer_initial(transfer), add_step, &b);
  for (uint32_t i = 0; i < b.states.count && ok; i++)
    ok = add_steps(&b, i);
  dd_scope_end(dd, scope);
  struct lts *lts = NULL;
  if (options->locations)
    tell_locations(&b, options->locations);
  if (ok)
    lts = lts_builder_finish(&b.builder.lts);
  else
    lts_builder_release(&b.builder.lts);
  interner_free(b.known);
  term_vec_release(&b.source);
  u32_vec_release(&b.states);
  u32_vec_release(&b.locations);
  return lts;
}
