#include "threads/interleave.h"

#include <stdlib.h>

#include "base/memory.h"
#include "program/pass.h"
#include "threads/crowd.h"
#include "threads/deadlock.h"
#include "threads/future.h"
#include "threads/independent.h"
#include "threads/probe.h"
#include "threads/product.h"
#include "threads/sleep.h"
#include "threads/slide.h"

enum { NEXT_WIDTH = 16 }; // of the choice, in bits

uint32_t product_field(const struct product *p, enum product_field field) {
  return p->crew->threads.count + field;
}

uint32_t product_get(const struct product *p, enum product_field field) {
  return p->at[product_field(p, field)];
}

void product_set(struct product *p, enum product_field field, uint32_t value) {
  p->after[product_field(p, field)] = value;
}

uint32_t product_place_field(const struct product *p, uint32_t place) {
  return product_field(p, FIELD_COUNT) + place;
}

static uint32_t field_count(const struct product *p) {
  return product_place_field(p, p->crew->places.count);
}

void product_set_after(struct product *p) {
  for (uint32_t i = 0; i < field_count(p); i++)
    p->after[i] = p->at[i];
}

// Of the tuple `after`, which nobody has the turn in.
static struct name turn_label(const struct product *p) {
  uint32_t last = p->after[product_field(p, FIELD_LAST)];
  struct strbuf text = {0};
  strbuf_add(&text, INTERLEAVE_TURN);
  for (uint32_t k = 0; k < p->crew->threads.count; k++) {
    bool is_over = !p->after[k] || p->after[k] == p->crew->threads.at[k].end;
    strbuf_char(&text, is_over || last == k + 1 ? '1' : '0');
  }
  bool is_idle = p->after[product_field(p, FIELD_DONE)];
  strbuf_char(&text, is_idle ? '0' : '1');
  struct name label = intern(p->program->names, strbuf_text(&text));
  strbuf_release(&text);
  return label;
}

struct location_id product_location(struct product *p,
                                    struct position position) {
  for (uint32_t i = 0; i < p->packed.words; i++)
    p->scratch[i] = 0;
  for (uint32_t i = 0; i < field_count(p); i++)
    packed_set(&p->packed, p->scratch, i, p->after[i]);
  uint32_t number =
      packed_add(&p->packed, p->scratch, packed_hash(&p->packed, p->scratch));
  if (p->is_dry) {
    sleep_arrive(p, number);
    return p->made->exit;
  }
  if (number >= p->locations.count)
    u32_vec_resize(&p->locations, number + 1);
  if (p->locations.at[number])
    return (struct location_id){p->locations.at[number]};
  struct location_id made = procedure_add_location(p->made, position);
  p->locations.at[number] = made.id;
  if (p->options->keeps_states && !p->after[product_field(p, FIELD_TURN)])
    procedure_location(p->made, made)->label = turn_label(p);
  return made;
}

struct location_id product_add_location(struct product *p) {
  return p->is_dry ? p->made->exit
                   : procedure_add_location(p->made, (struct position){0});
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
  if (p->is_dry) { // nobody looks at it
    p->made->edges.at[0] = edge;
    return &p->made->edges.at[0];
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
                                term_const(terms, NEXT_WIDTH, number));
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
                                const struct operation *ops, uint32_t count,
                                struct location_id to) {
  struct product *p = choice->product;
  struct location_id at = product_add_location(p);
  choice_lead(choice, choice->added, at);
  for (uint32_t i = 0; i < count; i++) {
    struct location_id next = i + 1 < count ? product_add_location(p) : to;
    product_add_edge(p, at, next, ops[i], NULL);
    at = next;
  }
}

// Turns

bool product_can_run(const struct product *p, uint32_t thread) {
  uint32_t at = p->at[thread];
  const struct crew *crew = p->crew;
  return at && at != crew->threads.at[thread].end &&
         crew->first_out.at[at] < crew->first_out.at[at + 1];
}

// Crowds

static uint32_t members(const struct product *p, uint32_t place) {
  return p->at[product_place_field(p, place)];
}

static void enter_place(struct product *p, uint32_t thread, uint32_t location) {
  uint32_t place = crew_place(p->crew, thread, location);
  uint32_t *there = &p->after[product_place_field(p, place)];
  *there += *there < PRODUCT_MANY;
}

// A member at the place has its turn, after which there are so many left.
static void give_member_turn(struct product *p, struct product_choice *choice,
                             uint32_t index, uint32_t left) {
  const struct crew_place *place = &p->crew->places.at[index];
  const struct term_vec *locals = &p->crew->threads.at[place->thread].locals;
  struct operation ops[2] = {
      operation_havoc(p->program, place->live.at, place->live.count,
                      ORIGIN_APPROXIMATION, intern(p->program->names, "crowd")),
      {.kind = OPERATION_LIVE}};
  ops[1].live.addresses =
      program_copy_terms(p->program, locals->at, locals->count);
  ops[1].live.count = locals->count;
  ops[1].live.life = LIFE_BEGINS;
  product_set_after(p);
  p->after[product_place_field(p, index)] = left;
  p->after[place->thread] = place->location;
  product_set(p, FIELD_TURN, place->thread + 1);
  product_set(p, FIELD_DONE, 0);
  product_choice_add_through(choice, ops, 1 + (locals->count > 0),
                             product_location(p, (struct position){0}));
}

static uint32_t count_member_turns(const struct product *p) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->crew->places.count; i++)
    count += members(p, i);
  return count;
}

static void give_member_turns(struct product *p,
                              struct product_choice *choice) {
  for (uint32_t i = 0; i < p->crew->places.count; i++) {
    if (members(p, i))
      give_member_turn(p, choice, i, members(p, i) - 1);
    if (members(p, i) == PRODUCT_MANY)
      give_member_turn(p, choice, i, PRODUCT_MANY);
  }
}

// Does the thread's next turn always go on?
static bool is_sure(const struct crew *crew, uint32_t at) {
  return crew_is_steady(crew, at) ||
         (crew->independence && turn_is_sure(crew->independence, at));
}

// Can it be had before anything that a thread at the other location does?
static bool is_independent(const struct crew *crew, uint32_t at,
                           uint32_t other) {
  return crew->independence ? turn_is_independent(crew->independence, at, other)
                            : !crew_may_disturb(crew, at, other);
}

// Whose turn nobody can disturb: 1 + the thread; 0: nobody's.
static uint32_t find_undisturbed(const struct product *p) {
  const struct crew *crew = p->crew;
  for (uint32_t k = 0; k < crew->threads.count; k++) {
    bool is_found = product_can_run(p, k) && is_sure(crew, p->at[k]);
    for (uint32_t i = 0; i < crew->threads.count && is_found; i++)
      is_found = i == k || !product_can_run(p, i) ||
                 is_independent(crew, p->at[k], p->at[i]);
    if (is_found)
      return k + 1;
  }
  return 0;
}

// Does the thread come to nothing but the wait for others that have not ended,
// and do nothing before that others notice?
static bool only_waits(const struct product *p, uint32_t at,
                       struct bitset *seen) {
  const struct crew *crew = p->crew;
  if (!bitset_add(seen, at))
    return false;
  for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
       i++) {
    const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
    bool is_misuse =
        edge->to == crew->undefined && edge->undefined == UNDEFINED_LIBRARY;
    if (product_awaits(p, edge) || is_misuse)
      continue;
    if (edge->step == CREW_SHARED || edge->to == crew->exit ||
        edge->to == crew->undefined || edge->claims || edge->exhausts ||
        edge->op.kind == OPERATION_CALL ||
        edge->op.kind == OPERATION_UNSUPPORTED ||
        !only_waits(p, edge->to, seen))
      return false;
  }
  return true;
}

static bool may_go_on(const struct product *p, uint32_t thread) {
  if (!product_can_run(p, thread))
    return false;
  if (!p->crew->futures || p->options->finds_deadlocks)
    return true;
  struct bitset seen = {0};
  bool waits = only_waits(p, p->at[thread], &seen);
  bitset_release(&seen);
  return !waits;
}

// Interruptions, if the thread has the next turn.
static uint32_t interruptions(const struct product *p, uint32_t thread) {
  uint32_t last = product_get(p, FIELD_LAST);
  return product_get(p, FIELD_INTERRUPTIONS) +
         (last && last != thread + 1 && may_go_on(p, last - 1));
}

// Does another one that does the same, and has not begun either, come first?
static bool has_elder(const struct product *p, uint32_t thread) {
  const struct crew_thread *threads = p->crew->threads.at;
  for (uint32_t k = 1; k < thread; k++)
    if (threads[k].procedure.id == threads[thread].procedure.id &&
        p->at[k] == threads[k].start && p->at[thread] == threads[thread].start)
      return true;
  return false;
}

// The same of twins, where it is known that nothing is lost (twins.h).
static bool has_elder_twin(const struct product *p, uint32_t thread) {
  const struct crew_thread *threads = p->crew->threads.at;
  uint32_t first = threads[thread].twin;
  if (!first || p->at[thread] != threads[thread].start)
    return false;
  for (uint32_t k = first; k < thread; k++)
    if ((k == first || threads[k].twin == first) &&
        p->at[k] == threads[k].start)
      return true;
  return false;
}

static bool may_have_turn(const struct product *p, uint32_t thread) {
  uint32_t most = p->options->most_interruptions;
  return !sleep_has(p, thread) && may_go_on(p, thread) &&
         !has_elder_twin(p, thread) &&
         (!most || (interruptions(p, thread) <= most && !has_elder(p, thread)));
}

static void give_turn(struct product *p, struct product_choice *choice,
                      uint32_t thread) {
  product_set_after(p);
  if (p->options->most_interruptions) {
    product_set(p, FIELD_INTERRUPTIONS, interruptions(p, thread));
    product_set(p, FIELD_LAST, thread + 1);
  }
  if (p->options->is_fair)
    product_set(p, FIELD_LAST, 0);
  product_set(p, FIELD_TURN, thread + 1);
  product_set(p, FIELD_DONE, 0);
  sleep_give_turn(p, thread);
  product_choice_add(choice);
}

static void choose(struct product *p, struct location_id from) {
  uint32_t undisturbed = find_undisturbed(p);
  if (undisturbed) { // which counts as no interruption
    struct product_choice only = product_choose(p, from, 1);
    product_set_after(p);
    product_set(p, FIELD_TURN, undisturbed);
    product_set(p, FIELD_DONE, 0);
    sleep_give_turn(p, undisturbed - 1);
    product_choice_add(&only);
    return;
  }
  uint32_t count = p->options->finds_races ? probe_count(p) : 0;
  bool may_be_stuck = p->options->finds_deadlocks && deadlock_may_be(p);
  count += count_member_turns(p) + may_be_stuck;
  for (uint32_t k = 0; k < p->crew->threads.count; k++)
    count += may_have_turn(p, k);
  if (!count)
    return;
  struct product_choice choice = product_choose(p, from, count);
  for (uint32_t k = 0; k < p->crew->threads.count; k++)
    if (may_have_turn(p, k))
      give_turn(p, &choice, k);
  give_member_turns(p, &choice);
  if (p->options->finds_races)
    probe_begin(p, &choice);
  if (may_be_stuck)
    deadlock_begin(p, &choice);
}

// Steps

static bool ends_turn(const struct product *p, const struct crew_edge *edge) {
  if (bitset_has(&p->crew->inner, edge->to) ||
      (!p->options->keeps_states && crew_slides(p->crew, edge->to)))
    return false;
  if (bitset_has(&p->crew->to_stuck, edge->to))
    return true;
  return p->after[product_field(p, FIELD_DONE)] || p->options->switches_always;
}

// Who had the turn is one of many again.
static void leave_crowd_turn(struct product *p, const struct crew_edge *edge) {
  const struct crew_thread *thread = &p->crew->threads.at[edge->thread];
  if (!thread->is_crowd)
    return;
  p->after[edge->thread] = 0;
  if (edge->to != thread->end)
    enter_place(p, edge->thread, edge->to);
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
  const struct crew_thread *started = &crew->threads.at[edge->spawns];
  if (edge->spawns && started->is_crowd)
    enter_place(p, edge->spawns, started->start);
  else if (edge->spawns)
    p->after[edge->spawns] = started->start;
  if (edge->step == CREW_SHARED)
    product_set(p, FIELD_DONE, 1);
  if (ends_turn(p, edge) || edge->to == crew->threads.at[edge->thread].end) {
    product_set(p, FIELD_TURN, 0);
    product_set(p, FIELD_DONE, 0);
    if (p->options->is_fair)
      product_set(p, FIELD_LAST, edge->thread + 1);
    leave_crowd_turn(p, edge);
  }
  return product_location(p, edge->position);
}

bool product_awaits(const struct product *p, const struct crew_edge *edge) {
  return edge->awaits &&
         p->at[edge->awaits - 1] != p->crew->threads.at[edge->awaits - 1].end;
}

// Is the thread that it starts the first of its pool that has not started; is
// the pool exhausted?
static bool is_claimed(const struct product *p, const struct crew_edge *edge) {
  const struct crew *crew = p->crew;
  if (edge->exhausts)
    return p->at[edge->exhausts - 1] != 0;
  if (!edge->claims)
    return true;
  uint32_t thread = edge->claims - 1;
  bool is_first = !p->at[thread];
  for (uint32_t k = 1; k < crew->threads.count; k++)
    if (crew->threads.at[k].next == thread)
      is_first = is_first && p->at[k];
  return is_first;
}

// The thread had its turn and did nothing: it is where it was.
static void give_back(struct product *p, struct location_id from,
                      uint32_t thread, uint32_t at) {
  product_set_after(p);
  p->after[thread] = at;
  product_set(p, FIELD_TURN, 0);
  product_set(p, FIELD_LAST, thread + 1);
  product_set(p, FIELD_DONE, 1); // it was idle
  product_add_edge(p, from, product_location(p, (struct position){0}),
                   operation_skip(), NULL);
}

static void run(struct product *p, struct location_id from, uint32_t thread) {
  const struct crew *crew = p->crew;
  uint32_t at = p->at[thread];
  if (p->options->is_fair && bitset_has(&crew->stuck, at))
    give_back(p, from, thread, crew_stuck_entry(crew, at));
  for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
       i++) {
    const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
    if (!product_awaits(p, edge) && is_claimed(p, edge) &&
        !crew_crowd_leaves_out(crew, edge))
      product_add_edge(p, from, lead(p, edge), edge->op, edge);
    else if (p->options->is_fair && product_awaits(p, edge))
      give_back(p, from, thread, at);
  }
}

static void expand(struct product *p, uint32_t number) {
  const uint64_t *tuple = packed_at(&p->packed, number);
  for (uint32_t i = 0; i < field_count(p); i++)
    p->at[i] = packed_get(&p->packed, tuple, i);
  struct location_id from = {p->is_dry ? 0 : p->locations.at[number]};
  sleep_begin(p, number);
  uint32_t turn = product_get(p, FIELD_TURN);
  if (product_get(p, FIELD_STUCK))
    deadlock_run(p, from, turn - 1);
  else if (turn && product_get(p, FIELD_RIVAL))
    probe_run(p, from, turn - 1);
  else if (turn)
    run(p, from, turn - 1);
  else
    choose(p, from);
}

// The whole

struct variable product_add_variable(struct product *p, const char *text,
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
  limits[product_field(p, FIELD_STUCK)] = 2;
  limits[product_field(p, FIELD_LAST)] = threads + 1;
  limits[product_field(p, FIELD_INTERRUPTIONS)] =
      p->options->most_interruptions + 1;
  for (uint32_t i = 0; i < crew->places.count; i++)
    limits[product_place_field(p, i)] = PRODUCT_MANY + 1;
  packed_init(&p->packed, limits, count);
  p->at = memory_new_zero(count, sizeof *p->at);
  p->after = memory_new_zero(count, sizeof *p->after);
  p->scratch = memory_new_zero(p->packed.words, sizeof *p->scratch);
  free(limits);
  p->next = product_add_variable(p, "$next", NEXT_WIDTH);
  if (p->options->finds_races)
    p->seen = product_add_variable(p, "$seen", p->program->pointer_width);
}

void product_clear_body(struct procedure *made) {
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
  u32_vec_release(&p->sleep);
  u32_vec_release(&p->stale);
  free(p->at);
  free(p->after);
  free(p->scratch);
}

// Nobody has begun but main.
static void set_first(struct product *p) {
  for (uint32_t i = 0; i < field_count(p); i++)
    p->after[i] = 0;
  p->after[0] = p->crew->threads.at[0].start;
}

bool crew_interleave(struct crew *crew,
                     const struct interleave_options *options,
                     struct strbuf *why) {
  struct product p = {.crew = crew,
                      .options = options,
                      .program = crew->program,
                      .made = crew->procedure};
  if (options->finds_deadlocks)
    crew_find_stuck(crew);
  if (options->is_fair && !crew_has_stuck_entries(crew)) {
    strbuf_add(why, "a wait that begins in several places");
    return false;
  }
  begin(&p);
  product_clear_body(p.made);
  set_first(&p);
  bool is_whole = sleep_find(&p, expand);
  set_first(&p);
  p.made->entry = product_location(&p, p.made->position);
  for (uint32_t i = 0;
       is_whole && i < p.packed.count && p.made->edges.count < options->limit;
       i++)
    expand(&p, i);
  is_whole = is_whole && p.made->edges.count < options->limit;
  if (!is_whole)
    strbuf_format(why, "more than %u steps of interleaved threads",
                  options->limit);
  procedure_seal(p.made);
  if (is_whole)
    pass_made(p.program, p.made, "interleave");
  end(&p);
  return is_whole;
}
