#include "threads/interleave.h"

#include <stdlib.h>

#include "base/memory.h"
#include "lts/packed.h"
#include "program/pass.h"

// Fields of a tuple: the location of each thread (0: not started), and then
// 1 + whose turn it is (0: to be chosen), and whether it has done a step that
// ends its turn.
struct product {
  struct crew *crew;
  const struct interleave_options *options;
  struct program *program;
  struct procedure *made;
  struct packed packed;
  struct u32_vec locations; // by tuple: of the product
  struct variable next;
  uint32_t *at;      // the tuple at hand, unpacked
  uint32_t *after;   // the one that an edge leads to
  uint64_t *scratch; // packed
};

static uint32_t threads_of(const struct product *p) {
  return p->crew->threads.count;
}

static uint32_t turn_field(const struct product *p) {
  return threads_of(p);
}

static uint32_t done_field(const struct product *p) {
  return threads_of(p) + 1;
}

static uint32_t field_count(const struct product *p) {
  return threads_of(p) + 2;
}

// The location of the tuple `after`.
static struct location_id location_of(struct product *p,
                                      struct position position) {
  for (uint32_t i = 0; i < p->packed.words; i++)
    p->scratch[i] = 0;
  for (uint32_t i = 0; i < field_count(p); i++)
    packed_set(&p->packed, p->scratch, i, p->after[i]);
  uint32_t number = packed_add(&p->packed, p->scratch,
                               packed_hash(&p->packed, p->scratch));
  if (number == p->locations.count)
    u32_vec_push(&p->locations,
                 procedure_add_location(p->made, position).id);
  return (struct location_id){p->locations.at[number]};
}

static void add_edge(struct product *p, struct location_id from,
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
}

// Turns

static void set_after(struct product *p) {
  for (uint32_t i = 0; i < field_count(p); i++)
    p->after[i] = p->at[i];
}

static bool can_run(const struct product *p, uint32_t thread) {
  uint32_t at = p->at[thread];
  const struct crew *crew = p->crew;
  return at && at != crew->threads.at[thread].end &&
         crew->first_out.at[at] < crew->first_out.at[at + 1];
}

static void give_turn(struct product *p, struct location_id from,
                      uint32_t thread, struct operation op) {
  set_after(p);
  p->after[turn_field(p)] = thread + 1;
  p->after[done_field(p)] = 0;
  struct location_id to = location_of(p, (struct position){0});
  add_edge(p, from, to, op, NULL);
}

static void choose(struct product *p, struct location_id from) {
  struct term_table *terms = p->program->terms;
  uint32_t count = 0, last = 0;
  for (uint32_t k = 0; k < threads_of(p); k++)
    if (can_run(p, k)) {
      count++;
      last = k;
    }
  if (count == 1)
    give_turn(p, from, last, operation_skip());
  if (count < 2)
    return;
  struct location_id chosen =
      procedure_add_location(p->made, (struct position){0});
  add_edge(p, from, chosen,
           operation_havoc(p->program, &p->next, 1, ORIGIN_INPUT,
                           intern(p->program->names, "schedule")),
           NULL);
  struct term others = term_true(terms);
  for (uint32_t k = 0; k < threads_of(p); k++) {
    struct term is_next = term_eq(terms, program_term(p->program, p->next),
                                  term_const(terms, 8, k));
    if (!can_run(p, k))
      continue;
    give_turn(p, chosen, k, operation_assume(k == last ? others : is_next));
    others = term_and(terms, others, term_not(terms, is_next));
  }
}

// Steps

static bool ends_turn(const struct product *p, const struct crew_edge *edge) {
  if (bitset_has(&p->crew->inner, edge->to))
    return false;
  return p->after[done_field(p)] || p->options->switches_always;
}

static struct location_id lead(struct product *p,
                               const struct crew_edge *edge) {
  const struct crew *crew = p->crew;
  if (edge->to == crew->exit)
    return p->made->exit;
  if (edge->to == crew->undefined)
    return p->made->undefined;
  set_after(p);
  p->after[edge->thread] = edge->to;
  if (edge->spawns)
    p->after[edge->spawns] = crew->threads.at[edge->spawns].start;
  if (edge->step == CREW_SHARED)
    p->after[done_field(p)] = 1;
  if (ends_turn(p, edge) ||
      edge->to == crew->threads.at[edge->thread].end) {
    p->after[turn_field(p)] = 0;
    p->after[done_field(p)] = 0;
  }
  return location_of(p, edge->position);
}

static void run(struct product *p, struct location_id from, uint32_t thread) {
  const struct crew *crew = p->crew;
  uint32_t at = p->at[thread];
  for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
       i++) {
    const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
    if (edge->awaits &&
        p->at[edge->awaits - 1] != crew->threads.at[edge->awaits - 1].end)
      continue;
    add_edge(p, from, lead(p, edge), edge->op, edge);
  }
}

static void expand(struct product *p, uint32_t number) {
  const uint64_t *tuple = packed_at(&p->packed, number);
  for (uint32_t i = 0; i < field_count(p); i++)
    p->at[i] = packed_get(&p->packed, tuple, i);
  struct location_id from = {p->locations.at[number]};
  uint32_t turn = p->at[turn_field(p)];
  if (turn)
    run(p, from, turn - 1);
  else
    choose(p, from);
}

// The whole

static void begin(struct product *p) {
  struct crew *crew = p->crew;
  uint32_t count = field_count(p);
  uint32_t *limits = memory_new_zero(count, sizeof *limits);
  for (uint32_t i = 0; i < threads_of(p); i++)
    limits[i] = crew->location_count;
  limits[turn_field(p)] = threads_of(p) + 1;
  limits[done_field(p)] = 2;
  packed_init(&p->packed, limits, count);
  p->at = memory_new_zero(count, sizeof *p->at);
  p->after = memory_new_zero(count, sizeof *p->after);
  p->scratch = memory_new_zero(p->packed.words, sizeof *p->scratch);
  free(limits);
  struct name name = intern(p->program->names, "$next");
  p->next = program_add_variable(p->program,
                                 (struct variable_info){.kind = VARIABLE_GLOBAL,
                                                        .name = name,
                                                        .text = name,
                                                        .is_internal = true,
                                                        .is_hidden = true,
                                                        .is_made = true},
                                 sort_bits(8));
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

bool crew_interleave(struct crew *crew, const struct interleave_options *options,
                struct strbuf *why) {
  struct product p = {.crew = crew,
                      .options = options,
                      .program = crew->program,
                      .made = crew->procedure};
  begin(&p);
  clear_body(p.made);
  p.after[0] = crew->threads.at[0].start;
  p.made->entry = location_of(&p, p.made->position);
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
