#include "threads/loop.h"

#include <stdlib.h>

#include "base/memory.h"
#include "program/pass.h"
#include "threads/dead.h"
#include "threads/product.h"
#include "threads/slide.h"

enum { COUNTER_WIDTH = 32 };

struct loop {
  struct product product; // of which only the body is used
  struct crew *crew;
  struct crew_dead dead;
  struct variable_vec *counters;
  struct location_id head, chosen;
  // By location of the crew, and whether a step was done that ends the turn:
  // where a thread is in its turn; 0: not made yet.
  uint32_t *inside[2];
  struct u32_vec work; // those that are to be expanded: 2 * location + done
  struct bitset ports; // locations at which turns begin
};

static struct term constant(const struct loop *loop, uint32_t value) {
  return term_const(loop->crew->program->terms, COUNTER_WIDTH, value);
}

static struct term counter_is(const struct loop *loop, uint32_t thread,
                              uint32_t location) {
  const struct program *program = loop->crew->program;
  return term_eq(program->terms,
                 program_term(program, loop->counters->at[thread]),
                 constant(loop, location));
}

static struct location_id inside(struct loop *loop, uint32_t location,
                                 bool is_done) {
  uint32_t *at = &loop->inside[is_done][location];
  if (!*at) {
    *at = product_add_location(&loop->product).id;
    u32_vec_push(&loop->work, 2 * location + is_done);
  }
  return (struct location_id){*at};
}

// The way from the head to where the thread has its turn.
static void open_port(struct loop *loop, uint32_t thread, uint32_t location) {
  struct crew *crew = loop->crew;
  if (!bitset_add(&loop->ports, location))
    return;
  struct term_table *terms = crew->program->terms;
  struct term is_next =
      term_eq(terms, program_term(crew->program, loop->product.next),
              constant(loop, location));
  product_add_edge(&loop->product, loop->chosen, inside(loop, location, false),
                   operation_assume(term_and(
                       terms, is_next, counter_is(loop, thread, location))),
                   NULL);
}

// Who reasons modularly sees what a thread is born to where the turn ends.
static bool is_birth(const struct loop *loop, const struct crew_edge *edge) {
  return edge->spawns && loop->crew->rules.has_kinds;
}

static bool ends_turn(const struct loop *loop, const struct crew_edge *edge,
                      bool is_done) {
  const struct crew *crew = loop->crew;
  if (edge->to == crew->threads.at[edge->thread].end || is_birth(loop, edge))
    return true;
  return !bitset_has(&crew->inner, edge->to) && !crew_slides(crew, edge->to) &&
         (is_done || loop->product.options->switches_always);
}

static struct binding set_counter(const struct loop *loop, uint32_t thread,
                                  uint32_t location) {
  return (struct binding){loop->counters->at[thread], constant(loop, location)};
}

static struct operation assign(const struct loop *loop,
                               const struct binding_vec *bindings) {
  return bindings->count ? operation_assign(loop->crew->program, bindings->at,
                                            bindings->count)
                         : operation_skip();
}

// How many there are of those that do the same as the thread.
static void count_one(const struct loop *loop, struct variable counter,
                      bool is_more, struct binding_vec *into) {
  const struct program *program = loop->crew->program;
  struct term now = program_term(program, counter);
  struct term one = term_const(program->terms, COUNTER_WIDTH, 1);
  binding_vec_push(
      into,
      (struct binding){counter, is_more ? term_add(program->terms, now, one)
                                        : term_sub(program->terms, now, one)});
}

static void count_end(const struct loop *loop, uint32_t thread,
                      struct binding_vec *into) {
  const struct crew_thread *ended = &loop->crew->threads.at[thread];
  if (!thread || !loop->crew->rules.has_kinds)
    return;
  count_one(loop, ended->running, false, into);
  count_one(loop, ended->ended, true, into);
}

// The thread, and the others of its kind, as those who will have their first
// turn: for each a way on which its creator is not seen any more. Returns where
// it goes on with its creator.
static struct location_id bear(struct loop *loop, const struct crew_edge *edge,
                               struct location_id at) {
  struct crew *crew = loop->crew;
  struct product *p = &loop->product;
  struct term_table *terms = crew->program->terms;
  struct term next = program_term(crew->program, p->next);
  struct location_id counted = product_add_location(p);
  struct location_id chosen = product_add_location(p);
  struct location_id rest = product_add_location(p);
  struct binding_vec counting = {0};
  count_one(loop, crew->threads.at[edge->spawns].running, true, &counting);
  product_add_edge(p, at, counted, assign(loop, &counting), NULL);
  product_add_edge(p, counted, chosen,
                   operation_havoc(p->program, &p->next, 1, ORIGIN_INPUT,
                                   intern(p->program->names, "schedule")),
                   NULL);
  struct term others = term_true(terms);
  for (uint32_t k = edge->spawns; k; k = crew->threads.at[k].next) {
    struct term is_it = term_eq(terms, next, constant(loop, k));
    struct location_id born = product_add_location(p);
    struct binding moves[] = {{crew->threads.at[k].argument, edge->given},
                              set_counter(loop, k, crew->threads.at[k].start)};
    product_add_edge(p, chosen, born, operation_assume(is_it), NULL);
    product_add_edge(p, born, loop->head,
                     operation_assign(crew->program, moves, 2), NULL);
    open_port(loop, k, crew->threads.at[k].start);
    others = term_and(terms, others, term_not(terms, is_it));
  }
  product_add_edge(p, chosen, rest, operation_assume(others), NULL);
  binding_vec_release(&counting);
  return rest;
}

// What the counters hold after the step, from `at` on; where it leads.
static void move_counters(struct loop *loop, const struct crew_edge *edge,
                          struct location_id at, bool is_done) {
  struct crew *crew = loop->crew;
  bool ends = ends_turn(loop, edge, is_done);
  struct binding_vec moves = {0};
  if (is_birth(loop, edge))
    at = bear(loop, edge, at);
  if (edge->to == crew->threads.at[edge->thread].end)
    count_end(loop, edge->thread, &moves);
  if (ends) {
    binding_vec_push(&moves, set_counter(loop, edge->thread, edge->to));
    crew_dead_clear(&loop->dead, edge->thread, edge->to, &moves);
  }
  if (edge->spawns && !is_birth(loop, edge)) {
    uint32_t start = crew->threads.at[edge->spawns].start;
    binding_vec_push(&moves, set_counter(loop, edge->spawns, start));
    open_port(loop, edge->spawns, start);
  }
  struct location_id to = ends ? loop->head : inside(loop, edge->to, is_done);
  if (ends && edge->to != crew->threads.at[edge->thread].end)
    open_port(loop, edge->thread, edge->to);
  product_add_edge(&loop->product, at, to, assign(loop, &moves), NULL)
      ->position = edge->position; // it is part of the step
  binding_vec_release(&moves);
}

static struct term has_ended(const struct loop *loop, uint32_t thread) {
  const struct crew_thread *awaited = &loop->crew->threads.at[thread];
  const struct program *program = loop->crew->program;
  if (!loop->crew->rules.has_kinds)
    return counter_is(loop, thread, awaited->end);
  if (!thread) // of main that is not counted
    return term_true(program->terms);
  return term_not(program->terms,
                  term_eq(program->terms, program_term(program, awaited->ended),
                          constant(loop, 0)));
}

static void add_step(struct loop *loop, struct location_id from,
                     const struct crew_edge *edge, bool was_done) {
  struct crew *crew = loop->crew;
  struct product *p = &loop->product;
  if (edge->to == crew->exit || edge->to == crew->undefined) {
    product_add_edge(
        p, from, edge->to == crew->exit ? p->made->exit : p->made->undefined,
        edge->op, edge);
    return;
  }
  struct location_id at = product_add_location(p);
  product_add_edge(p, from, at, edge->op, edge);
  if (edge->awaits) { // who has the turn too early does not go on
    struct location_id ended = product_add_location(p);
    product_add_edge(p, at, ended,
                     operation_assume(has_ended(loop, edge->awaits - 1)), NULL);
    at = ended;
  }
  move_counters(loop, edge, at, was_done || edge->step == CREW_SHARED);
}

static void expand(struct loop *loop, uint32_t location, bool is_done) {
  const struct crew *crew = loop->crew;
  struct location_id from = {loop->inside[is_done][location]};
  for (uint32_t i = crew->first_out.at[location];
       i < crew->first_out.at[location + 1]; i++)
    add_step(loop, from, &crew->edges.at[crew->outs.at[i]], is_done);
}

static struct variable add_counter(struct loop *loop, uint32_t thread) {
  struct strbuf name = {0};
  strbuf_format(&name, "$pc%u", thread);
  struct variable counter =
      product_add_variable(&loop->product, strbuf_text(&name), COUNTER_WIDTH);
  strbuf_release(&name);
  if (!thread)
    program_variable(loop->crew->program, counter)->initial =
        constant(loop, loop->crew->threads.at[0].start);
  return counter;
}

// For who reasons modularly turns must ask where main is, also where that can
// be at one place only: there is a way to the head on which it has not begun.
static struct location_id fork(struct loop *loop) {
  struct product *p = &loop->product;
  struct term_table *terms = p->program->terms;
  struct term begins =
      term_eq(terms, program_term(p->program, p->next), constant(loop, 0));
  struct location_id chosen = product_add_location(p);
  struct location_id first = product_add_location(p);
  product_add_edge(p, p->made->entry, chosen,
                   operation_havoc(p->program, &p->next, 1, ORIGIN_INPUT,
                                   intern(p->program->names, "schedule")),
                   NULL);
  product_add_edge(p, chosen, first, operation_assume(begins), NULL);
  product_add_edge(p, chosen, loop->head,
                   operation_assume(term_not(terms, begins)), NULL);
  return first;
}

static void begin(struct loop *loop) {
  struct product *p = &loop->product;
  uint32_t count = loop->crew->location_count;
  product_clear_body(p->made);
  for (uint32_t i = 0; i < 2; i++)
    loop->inside[i] = memory_new_zero(count + 1, sizeof *loop->inside[i]);
  for (uint32_t i = 0; i < loop->crew->threads.count; i++)
    variable_vec_push(loop->counters, add_counter(loop, i));
  p->next = product_add_variable(p, "$next", COUNTER_WIDTH);
  p->made->entry = product_add_location(p);
  loop->head = product_add_location(p);
  loop->chosen = product_add_location(p);
  product_add_edge(p, loop->head, loop->chosen,
                   operation_havoc(p->program, &p->next, 1, ORIGIN_INPUT,
                                   intern(p->program->names, "schedule")),
                   NULL);
  struct binding_vec cleared = {0};
  uint32_t begun = loop->crew->rules.has_kinds ? 1 : loop->crew->threads.count;
  for (uint32_t i = 0; i < begun; i++)
    crew_dead_clear(&loop->dead, i, loop->crew->threads.at[i].start, &cleared);
  product_add_edge(p, loop->crew->rules.has_kinds ? fork(loop) : p->made->entry,
                   inside(loop, loop->crew->threads.at[0].start, false),
                   assign(loop, &cleared), NULL);
  binding_vec_release(&cleared);
}

static bool is_born_inside(const struct crew *crew) {
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (crew->edges.at[i].spawns &&
        bitset_has(&crew->inner, crew->edges.at[i].to))
      return true;
  return false;
}

static bool is_possible(const struct crew *crew,
                        const struct interleave_options *options,
                        struct strbuf *why) {
  if (crew->is_unbounded && !crew->rules.has_kinds)
    strbuf_add(why, "unbounded thread creation with --control");
  else if (options->finds_races)
    strbuf_add(why, "data races with --control");
  else if (options->finds_deadlocks)
    strbuf_add(why, "deadlocks with --control");
  else if (crew->rules.has_kinds && is_born_inside(crew))
    strbuf_add(why, "threads that are created in an atomic section");
  return !why->length;
}

bool crew_loop(struct crew *crew, const struct interleave_options *options,
               struct variable_vec *counters, struct strbuf *why) {
  if (!is_possible(crew, options, why))
    return false;
  struct loop loop = {.product = {.crew = crew,
                                  .options = options,
                                  .program = crew->program,
                                  .made = crew->procedure},
                      .crew = crew,
                      .counters = counters};
  crew_dead_init(&loop.dead, crew);
  begin(&loop);
  for (uint32_t i = 0; i < loop.work.count; i++)
    expand(&loop, loop.work.at[i] / 2, loop.work.at[i] % 2);
  procedure_seal(loop.product.made);
  pass_made(crew->program, loop.product.made, "loop");
  u32_vec_release(&loop.work);
  bitset_release(&loop.ports);
  crew_dead_release(&loop.dead);
  free(loop.inside[0]);
  free(loop.inside[1]);
  return true;
}
