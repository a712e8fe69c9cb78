#include "threads/interleave.h"

#include <stdlib.h>

#include "base/memory.h"
#include "program/pass.h"
#include "threads/probe.h"
#include "threads/product.h"

uint32_t product_field(const struct product *p, enum product_field field) {
  return p->crew->threads.count + field;
}

uint32_t product_get(const struct product *p, enum product_field field) {
  return p->at[product_field(p, field)];
}

void product_set(struct product *p, enum product_field field, uint32_t value) {
  p->after[product_field(p, field)] = value;
}

static uint32_t field_count(const struct product *p) {
  return product_field(p, FIELD_COUNT);
}

void product_set_after(struct product *p) {
  for (uint32_t i = 0; i < field_count(p); i++)
    p->after[i] = p->at[i];
}

struct location_id product_location(struct product *p,
                                    struct position position) {
  for (uint32_t i = 0; i < p->packed.words; i++)
    p->scratch[i] = 0;
  for (uint32_t i = 0; i < field_count(p); i++)
    packed_set(&p->packed, p->scratch, i, p->after[i]);
  uint32_t number =
      packed_add(&p->packed, p->scratch, packed_hash(&p->packed, p->scratch));
  if (number == p->locations.count)
    u32_vec_push(&p->locations, procedure_add_location(p->made, position).id);
  return (struct location_id){p->locations.at[number]};
}

struct location_id product_add_location(struct product *p) {
  return procedure_add_location(p->made, (struct position){0});
}

struct edge *product_add_edge(struct product *p, struct location_id from,
                              struct location_id to, struct operation op,
                              const struct crew_edge *source) {
  struct procedure_source origin = {0};
  struct edge edge = {.from = from, .to = to, .op = op};
  if (source) {
    origin = (struct procedure_source){
        .procedure = source->procedure,
        .thread = source->thread + 1,
        .spawns = source->spawns ? source->spawns + 1 : 0,
        .is_event = source->is_event};
    edge.position = source->position;
    edge.undefined = source->undefined;
  }
  edge.origin = procedure_source_vec_push(&p->made->sources, origin);
  procedure_add_edge(p->made, edge);
  return edge_vec_last(&p->made->edges);
}

// Choices

struct product_choice product_choose(struct product *p, struct location_id from,
                                     uint32_t count) {
  struct product_choice choice = {.product = p,
                                  .chosen = from,
                                  .others = term_true(p->program->terms),
                                  .count = count};
  if (count < 2)
    return choice;
  choice.chosen = product_add_location(p);
  product_add_edge(p, from, choice.chosen,
                   operation_havoc(p->program, &p->next, 1, ORIGIN_INPUT,
                                   intern(p->program->names, "schedule")),
                   NULL);
  return choice;
}

// The edge of the next way: the last one is taken where no other is.
static void choice_lead(struct product_choice *choice, uint32_t number,
                        struct location_id to) {
  struct product *p = choice->product;
  struct term_table *terms = p->program->terms;
  struct term is_next = term_eq(terms, program_term(p->program, p->next),
                                term_const(terms, 8, number));
  bool is_last = ++choice->added == choice->count;
  struct operation op = choice->count == 1 ? operation_skip()
                        : is_last          ? operation_assume(choice->others)
                                           : operation_assume(is_next);
  product_add_edge(p, choice->chosen, to, op, NULL);
  choice->others = term_and(terms, choice->others, term_not(terms, is_next));
}

void product_choice_add(struct product_choice *choice) {
  choice_lead(choice, choice->added,
              product_location(choice->product, (struct position){0}));
}

void product_choice_add_through(struct product_choice *choice,
                                struct operation op, struct location_id to) {
  struct location_id before = product_add_location(choice->product);
  choice_lead(choice, choice->added, before);
  product_add_edge(choice->product, before, to, op, NULL);
}

// Turns

bool product_can_run(const struct product *p, uint32_t thread) {
  uint32_t at = p->at[thread];
  const struct crew *crew = p->crew;
  return at && at != crew->threads.at[thread].end &&
         crew->first_out.at[at] < crew->first_out.at[at + 1];
}

static void choose(struct product *p, struct location_id from) {
  uint32_t count = p->options->finds_races ? probe_count(p) : 0;
  for (uint32_t k = 0; k < p->crew->threads.count; k++)
    count += product_can_run(p, k);
  if (!count)
    return;
  struct product_choice choice = product_choose(p, from, count);
  for (uint32_t k = 0; k < p->crew->threads.count; k++)
    if (product_can_run(p, k)) {
      product_set_after(p);
      product_set(p, FIELD_TURN, k + 1);
      product_set(p, FIELD_DONE, 0);
      product_choice_add(&choice);
    }
  if (p->options->finds_races)
    probe_begin(p, &choice);
}

// Steps

static bool ends_turn(const struct product *p, const struct crew_edge *edge) {
  if (bitset_has(&p->crew->inner, edge->to))
    return false;
  return p->after[product_field(p, FIELD_DONE)] || p->options->switches_always;
}

static struct location_id lead(struct product *p,
                               const struct crew_edge *edge) {
  const struct crew *crew = p->crew;
  if (edge->to == crew->exit)
    return p->made->exit;
  if (edge->to == crew->undefined)
    return p->made->undefined;
  product_set_after(p);
  p->after[edge->thread] = edge->to;
  if (edge->spawns)
    p->after[edge->spawns] = crew->threads.at[edge->spawns].start;
  if (edge->step == CREW_SHARED)
    product_set(p, FIELD_DONE, 1);
  if (ends_turn(p, edge) || edge->to == crew->threads.at[edge->thread].end) {
    product_set(p, FIELD_TURN, 0);
    product_set(p, FIELD_DONE, 0);
  }
  return product_location(p, edge->position);
}

bool product_awaits(const struct product *p, const struct crew_edge *edge) {
  return edge->awaits &&
         p->at[edge->awaits - 1] != p->crew->threads.at[edge->awaits - 1].end;
}

static void run(struct product *p, struct location_id from, uint32_t thread) {
  const struct crew *crew = p->crew;
  uint32_t at = p->at[thread];
  for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
       i++) {
    const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
    if (!product_awaits(p, edge))
      product_add_edge(p, from, lead(p, edge), edge->op, edge);
  }
}

static void expand(struct product *p, uint32_t number) {
  const uint64_t *tuple = packed_at(&p->packed, number);
  for (uint32_t i = 0; i < field_count(p); i++)
    p->at[i] = packed_get(&p->packed, tuple, i);
  struct location_id from = {p->locations.at[number]};
  uint32_t turn = product_get(p, FIELD_TURN);
  if (turn && product_get(p, FIELD_RIVAL))
    probe_run(p, from, turn - 1);
  else if (turn)
    run(p, from, turn - 1);
  else
    choose(p, from);
}

// The whole

static struct variable add_variable(struct product *p, const char *text,
                                    unsigned width) {
  struct name name = intern(p->program->names, text);
  return program_add_variable(p->program,
                              (struct variable_info){.kind = VARIABLE_GLOBAL,
                                                     .name = name,
                                                     .text = name,
                                                     .is_internal = true,
                                                     .is_hidden = true,
                                                     .is_made = true},
                              sort_bits(width));
}

static void begin(struct product *p) {
  struct crew *crew = p->crew;
  uint32_t count = field_count(p);
  uint32_t *limits = memory_new_zero(count, sizeof *limits);
  uint32_t threads = crew->threads.count;
  for (uint32_t i = 0; i < threads; i++)
    limits[i] = crew->location_count;
  limits[product_field(p, FIELD_TURN)] = threads + 1;
  limits[product_field(p, FIELD_DONE)] = 2;
  limits[product_field(p, FIELD_RIVAL)] = threads + 1;
  limits[product_field(p, FIELD_SEEN)] = crew->accesses.count + 1;
  limits[product_field(p, FIELD_PAST)] = 2;
  packed_init(&p->packed, limits, count);
  p->at = memory_new_zero(count, sizeof *p->at);
  p->after = memory_new_zero(count, sizeof *p->after);
  p->scratch = memory_new_zero(p->packed.words, sizeof *p->scratch);
  free(limits);
  p->next = add_variable(p, "$next", 8);
  if (p->options->finds_races)
    p->seen = add_variable(p, "$seen", p->program->pointer_width);
}

static void clear_body(struct procedure *made) {
  struct position position = made->position;
  made->is_sealed = false;
  made->locations.count = 1;
  made->edges.count = 1;
  made->entry = made->exit = made->undefined = (struct location_id){0};
  procedure_source_vec_push(&made->sources, (struct procedure_source){0});
  made->exit = procedure_add_location(made, position);
  made->undefined = procedure_add_location(made, position);
}

static void end(struct product *p) {
  packed_release(&p->packed);
  u32_vec_release(&p->locations);
  free(p->at);
  free(p->after);
  free(p->scratch);
}

bool crew_interleave(struct crew *crew,
                     const struct interleave_options *options,
                     struct strbuf *why) {
  struct product p = {.crew = crew,
                      .options = options,
                      .program = crew->program,
                      .made = crew->procedure};
  begin(&p);
  clear_body(p.made);
  p.after[0] = crew->threads.at[0].start;
  p.made->entry = product_location(&p, p.made->position);
  for (uint32_t i = 0;
       i < p.packed.count && p.made->edges.count < options->limit; i++)
    expand(&p, i);
  bool is_whole = p.made->edges.count < options->limit;
  if (!is_whole)
    strbuf_format(why, "more than %u steps of interleaved threads",
                  options->limit);
  procedure_seal(p.made);
  if (is_whole)
    pass_made(p.program, p.made, "interleave");
  end(&p);
  return is_whole;
}
